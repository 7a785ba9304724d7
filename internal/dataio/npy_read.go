package dataio

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// ReadNpy reads one wanted column from a .npy file of any format version,
// element order and byte order. The array's shape is [lanes, event…]. A
// leading axis of 1, or none at all, is a value for all lanes: the column then
// holds a single one.
//
// The dtype must be the field's or one whose every value the field's type
// holds exactly, such as int32 for an int64 or a float64. Size is the number
// of bytes in r, by which a header that lies is found out before memory is
// taken.
func ReadNpy(r io.Reader, size int64, name string, want Field) (*Table, error) {
	v, lanes, err := readNpy(bufio.NewReaderSize(r, 1<<16), size, want)
	if err != nil {
		return nil, fileError(name, "%v", err)
	}
	return &Table{Columns: []Column{{Field: want, Data: v.data()}}, Lanes: lanes}, nil
}

// readNpy reads an array into a vector of the wanted type and returns its
// number of lanes.
func readNpy(r io.Reader, size int64, want Field) (v vector, lanes int, err error) {
	h, err := readNpyHeader(r)
	if err != nil {
		return nil, 0, err
	}
	v = newVector(want.Type, nil)
	if !h.dtype.fits(v.dtype()) {
		return nil, 0, fmt.Errorf("%q holds %v, but the parameter is %v: save it with .astype(numpy.%v)",
			want.Name, h.dtype, want, v.dtype())
	}
	lanes, ok := laneCount(h.shape, want.Shape)
	if !ok {
		return nil, 0, fmt.Errorf("%q has shape %s, but the parameter is %v: the shape must be %s",
			want.Name, formatShape(h.shape), want, wantedShape(want.Shape))
	}
	n := h.elements()
	if int64(n) > size/int64(h.dtype.size) {
		return nil, 0, fmt.Errorf("%q ends too early: shape %s of %v needs %d bytes", want.Name, formatShape(h.shape), h.dtype, n*h.dtype.size)
	}
	v.reserve(n)
	v.extend(n)
	if err := readElements(r, v, h); err != nil {
		return nil, 0, fmt.Errorf("%q: %w", want.Name, err)
	}
	return v, lanes, nil
}

// laneCount returns the length of the leading axis that an array has before
// the event shape; 1 if it has none.
func laneCount(shape, event []int) (int, bool) {
	switch {
	case slices.Equal(shape, event):
		return 1, true
	case len(shape) == len(event)+1 && slices.Equal(shape[1:], event):
		return shape[0], true
	}
	return 0, false
}

func wantedShape(event []int) string {
	return strings.Replace(formatShape(append([]int{0}, event...)), "0", "lanes", 1)
}

// readElements decodes the array's elements through a fixed buffer.
func readElements(r io.Reader, v vector, h *npyHeader) error {
	to := newOrder(h.shape, h.fortran)
	buf := make([]byte, 1<<15) // a multiple of every element size
	for left := h.elements() * h.dtype.size; left > 0; {
		chunk := buf[:min(left, len(buf))]
		if _, err := io.ReadFull(r, chunk); err != nil {
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				return fmt.Errorf("ends too early: shape %s of %v needs %d bytes more", formatShape(h.shape), h.dtype, left)
			}
			return err
		}
		v.setRaw(chunk, h.dtype, to)
		left -= len(chunk)
	}
	return nil
}

// order yields, for the elements of an array as they stand in a file, their
// places in row-major order: 0, 1, 2, … unless the file is in Fortran order.
type order struct {
	at      int
	coord   []int
	shape   []int
	strides []int // nil in C order
}

func newOrder(shape []int, fortran bool) *order {
	o := &order{}
	if !fortran || len(shape) < 2 {
		return o
	}
	o.shape = shape
	o.coord = make([]int, len(shape))
	o.strides = make([]int, len(shape))
	step := 1
	for a := len(shape) - 1; a >= 0; a-- {
		o.strides[a] = step
		step *= shape[a]
	}
	return o
}

func (o *order) next() int {
	at := o.at
	if o.strides == nil {
		o.at++
		return at
	}
	for a := range o.coord { // the first axis runs fastest
		o.coord[a]++
		o.at += o.strides[a]
		if o.coord[a] < o.shape[a] {
			break
		}
		o.at -= o.coord[a] * o.strides[a]
		o.coord[a] = 0
	}
	return at
}
