package dataio

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/counted"
)

// ReadNpy reads one wanted column from a .npy file of any format version,
// element order and byte order. The array's shape is [lanes, event…]. A
// leading axis of 1, or none at all, is a value for all lanes: the column then
// holds a single one. For a slice it is [lanes, length, …], with any length up
// to what the field can hold.
//
// The dtype must be the field's or one whose every value the field's type
// holds exactly, such as int32 for an int64 or a float64. Size is the number
// of bytes in r, which must be those of the header and the shape: a header that
// lies is found out before memory is taken.
func ReadNpy(r io.Reader, size int64, name string, want Field) (*Table, error) {
	br := bufio.NewReader(r)
	h, err := readNpyHeader(br)
	if err != nil {
		return nil, fileError(name, "%v", err)
	}
	c, lanes, err := readArray(br, h, size, want)
	if err != nil {
		return nil, fileError(name, "%v", err)
	}
	return &Table{Columns: []Column{c}, Lanes: lanes}, nil
}

// readArray reads what follows an array's header as a column of the wanted type
// and returns its number of lanes. All slices of an array are equally long.
func readArray(r io.Reader, h *npyHeader, size int64, want Field) (c Column, lanes int, err error) {
	v := Column{Field: want}.vector()
	if _, carried := v.(*texts); h.dtype.class == 'U' != carried || !carried && !h.dtype.fits(v.dtype()) {
		return c, 0, fmt.Errorf("%q holds %v, but the parameter is %v: save it with .astype(numpy.%v)",
			want.Name, h.dtype, want, v.dtype())
	}
	event := eventShape(h.shape, want)
	lanes, ok := laneCount(h.shape, event)
	if !ok {
		return c, 0, fmt.Errorf("%q has shape %s, but the parameter is %v: the shape must be %s",
			want.Name, formatShape(h.shape), want, wantedShape(want))
	}
	if want.Slice != "" && event[0] > want.Shape[0] {
		return c, 0, fmt.Errorf("%q has slices of %s, but %v holds at most %d; compile it for more (-cap %s=%d)",
			want.Name, counted.Of(event[0], "element"), want, want.Shape[0], want.Slice, event[0])
	}
	n, room := h.elements(), lanes*want.Elements()
	if n == 0 && lanes > maxEmpty {
		return c, 0, fmt.Errorf("%q has %d empty slices; more than %d are not read", want.Name, lanes, maxEmpty)
	}
	if err := h.checkSize(size, want.Name); err != nil {
		return c, 0, err
	}
	if room-n > maxPadding {
		return c, 0, fmt.Errorf("%q has %d elements, but %s of %v take room for %d: compile it for less (-cap %s=%d)",
			want.Name, n, counted.Of(lanes, "lane"), want, room, want.Slice, event[0])
	}
	v.allot(room)
	if err := readElements(r, v, h, newOrder(h.shape, event, h.fortran, want.Elements())); err != nil {
		return c, 0, fmt.Errorf("%q: %w", want.Name, err)
	}
	c = Column{Field: want, Data: v.data()}
	if want.Slice != "" {
		c.Lens = slices.Repeat([]int64{int64(event[0])}, lanes)
	}
	return c, lanes, nil
}

// checkSize compares the size of a whole file, header and elements, with what
// the header says.
func (h *npyHeader) checkSize(size int64, name string) error {
	have, need := size-int64(h.size), int64(h.elements()*h.dtype.size)
	if have == need {
		return nil
	}
	wrong := "ends too early"
	if have > need {
		wrong = "has data beyond its shape"
	}
	return fmt.Errorf("%q %s: shape %s of %v needs %d bytes, but there are %d",
		name, wrong, formatShape(h.shape), h.dtype, need, have)
}

// maxEmpty is how many slices without elements are read: the size of the file
// says nothing about them.
const maxEmpty = 1 << 20

// maxPadding is how many elements columns of slices may have beyond those in
// the file. A file and a capacity of reasonable sizes can ask for terabytes
// together.
const maxPadding = 1 << 28

// eventShape returns the shape that an array of the given shape has for each
// lane: the field's, with the length of its slices in the place of what they
// can hold.
func eventShape(shape []int, want Field) []int {
	if want.Slice == "" {
		return want.Shape
	}
	event := slices.Clone(want.Shape)
	if i := len(shape) - len(event); i >= 0 && len(shape) > 0 {
		event[0] = shape[i]
	}
	return event
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

func wantedShape(want Field) string {
	dims := []string{"lanes"}
	for i, d := range want.Shape {
		if i == 0 && want.Slice != "" {
			dims = append(dims, "length")
			continue
		}
		dims = append(dims, strconv.Itoa(d))
	}
	if len(dims) == 1 {
		dims = append(dims, "") // (lanes,)
	}
	return "(" + strings.TrimSuffix(strings.Join(dims, ", "), " ") + ")"
}

// readElements decodes the array's elements through a fixed buffer and sees to
// it that nothing follows them: only at its end does an entry of an archive
// compare its checksum.
func readElements(r io.Reader, v vector, h *npyHeader, to *order) error {
	buf := make([]byte, max(1, 1<<15/h.dtype.size)*h.dtype.size)
	for left := h.elements() * h.dtype.size; left > 0; {
		chunk := buf[:min(left, len(buf))]
		if _, err := io.ReadFull(r, chunk); err != nil {
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				return fmt.Errorf("ends too early: shape %s of %v needs %d bytes more", formatShape(h.shape), h.dtype,
					left)
			}
			return err
		}
		v.setRaw(chunk, h.dtype, to)
		left -= len(chunk)
	}
	switch _, err := io.ReadFull(r, buf[:1]); err {
	case io.EOF:
		return nil
	case nil:
		return fmt.Errorf("there are data beyond shape %s of %v", formatShape(h.shape), h.dtype)
	default:
		return err
	}
}

// order yields, for the elements of an array as they stand in a file, their
// places in a column: 0, 1, 2, … unless the file is in Fortran order, or a lane
// has less elements in the file than in the column.
type order struct {
	at      int
	coord   []int
	shape   []int
	strides []int // nil in C order

	// In C order: elements of a lane in the file, how many of them are left,
	// and what to skip behind them.
	lane, left, skip int
}

// newOrder returns the order of an array of events; a lane has per elements in
// the column.
func newOrder(shape, event []int, fortran bool, per int) *order {
	o := &order{lane: Field{Shape: event}.Elements()}
	o.left, o.skip = o.lane, per-o.lane
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
	if len(shape) > len(event) {
		o.strides[0] = per
	}
	return o
}

func (o *order) next() int {
	at := o.at
	if o.strides == nil {
		o.at++
		if o.left--; o.left == 0 {
			o.at += o.skip
			o.left = o.lane
		}
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
