package dataio

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"
)

// writeNpy writes the only result. The values of faulted lanes are blank: NaN,
// 0 or false. It panics if there is not exactly one result.
func writeNpy(w io.Writer, r *Results) error {
	if len(r.Columns) != 1 || r.Columns[0].Slice != "" {
		panic("dataio: a .npy file holds one result, and no lengths")
	}
	return writeArray(w, r.Columns[0], r)
}

// writeNpz writes the results by name; for slices, which are filled up with
// zeros, the lengths as "x.len"; for errors, which are numbers, their texts as
// "x.text"; "fault" with a code for each lane, 0 where it finished; and, for
// the faulted lanes alone, "fault_lane" and "fault_message".
func writeNpz(w io.Writer, r *Results) error {
	zw := zip.NewWriter(w)
	entry := func(name string, write func(io.Writer) error) error {
		// Stored, not deflated: numbers hardly shrink and NumPy can map them.
		ew, err := zw.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store})
		if err != nil {
			return err
		}
		return write(ew)
	}
	for i, c := range r.Columns {
		if err := entry(c.Name, func(w io.Writer) error { return writeArray(w, c, r) }); err != nil {
			return err
		}
		var err error
		switch {
		case c.Type == "error":
			err = entry(c.Name+".text", func(w io.Writer) error { return writeTexts(w, c.Texts) })
		case c.Slice != "" && !slices.ContainsFunc(r.Columns[:i], func(b Column) bool { return b.Slice == c.Slice }):
			lens := Column{Field: Field{Name: c.lenName(), Type: "int64"}, Data: c.Lens}
			err = entry(lens.Name, func(w io.Writer) error { return writeArray(w, lens, r) })
		}
		if err != nil {
			return err
		}
	}
	name := r.faultName()
	if err := entry(name, func(w io.Writer) error { return writeCodes(w, r) }); err != nil {
		return err
	}
	if err := entry(name+"_lane", func(w io.Writer) error { return writeFaultLanes(w, r.Faults) }); err != nil {
		return err
	}
	var messages []string
	for _, f := range r.Faults {
		messages = append(messages, f.Text)
	}
	if err := entry(name+"_message", func(w io.Writer) error { return writeTexts(w, messages) }); err != nil {
		return err
	}
	return zw.Close()
}

// arrayWriter buffers one array's elements.
type arrayWriter struct {
	w   *bufio.Writer
	buf []byte
	err error
}

func newArrayWriter(w io.Writer, descr string, shape []int) *arrayWriter {
	a := &arrayWriter{w: bufio.NewWriterSize(w, 1<<16)}
	a.put(appendNpyHeader(nil, descr, shape))
	return a
}

// put writes b and keeps it as the buffer of the next element.
func (a *arrayWriter) put(b []byte) {
	if a.err == nil {
		_, a.err = a.w.Write(b)
	}
	a.buf = b[:0]
}

func (a *arrayWriter) close() error {
	if a.err != nil {
		return a.err
	}
	return a.w.Flush()
}

func writeArray(w io.Writer, c Column, r *Results) error {
	v := c.vector()
	a := newArrayWriter(w, v.dtype().descr(), append([]int{r.Lanes}, c.Shape...))
	elements := c.Elements()
	faults := r.Faults
	for lane := range r.Lanes {
		faulted := len(faults) > 0 && faults[0].Lane == lane
		if faulted {
			faults = faults[1:]
		}
		used := elements
		if c.Slice != "" {
			used = int(c.Lens[lane]) * c.width()
		}
		b := a.buf
		for e := range elements {
			switch {
			case faulted:
				b = v.appendBlank(b)
			case e < used:
				b = v.appendRaw(b, lane*elements+e)
			default:
				b = appendBits(b, 0, v.dtype().size)
			}
		}
		a.put(b)
	}
	return a.close()
}

func writeCodes(w io.Writer, r *Results) error {
	a := newArrayWriter(w, "|u1", []int{r.Lanes})
	faults := r.Faults
	for lane := range r.Lanes {
		code := uint8(0)
		if len(faults) > 0 && faults[0].Lane == lane {
			code, faults = faults[0].Code, faults[1:]
		}
		a.put(append(a.buf, code))
	}
	return a.close()
}

func writeFaultLanes(w io.Writer, faults []Fault) error {
	a := newArrayWriter(w, "<i8", []int{len(faults)})
	for _, f := range faults {
		a.put(binary.LittleEndian.AppendUint64(a.buf, uint64(f.Lane)))
	}
	return a.close()
}

// writeTexts writes texts as NumPy's strings of fixed length: UTF-32,
// filled up with zeros.
func writeTexts(w io.Writer, texts []string) error {
	width := 1
	for _, t := range texts {
		width = max(width, utf8.RuneCountInString(t))
	}
	a := newArrayWriter(w, "<U"+strconv.Itoa(width), []int{len(texts)})
	for _, t := range texts {
		b := a.buf
		for _, r := range t {
			b = binary.LittleEndian.AppendUint32(b, uint32(r))
		}
		for len(b) < 4*width {
			b = append(b, 0)
		}
		a.put(b)
	}
	return a.close()
}
