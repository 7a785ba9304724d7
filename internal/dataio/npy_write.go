package dataio

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"io"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// writeNpy writes the only result. The values of faulted lanes are blank: NaN,
// 0 or false. It panics if there is not exactly one result.
func writeNpy(w io.Writer, r *Results) error {
	if len(r.Columns) != 1 || r.Columns[0].Slice != "" || len(r.Kept)+len(r.More) > 0 {
		panic("dataio: a .npy file holds one result, and no lengths")
	}
	return writeArray(w, r.Columns[0], r.Lanes, r.Faults)
}

// writeNpz writes what is carried over and the results by name; for slices,
// which are filled up with zeros, the lengths as "x.len"; for errors, which are
// numbers, their texts as "x.text"; "fault" with a code for each lane, 0 where it
// finished; and, for the faulted lanes alone, "fault_lane" and "fault_message".
func writeNpz(w io.Writer, r *Results) error {
	zw := &npzWriter{zip.NewWriter(w)}
	if err := zw.columns(r.Kept, r.Lanes, nil); err != nil {
		return err
	}
	for _, p := range r.parts() {
		if err := zw.columns(p.Columns, r.Lanes, p.Faults); err != nil {
			return err
		}
		if err := zw.faults(p, r.Lanes); err != nil {
			return err
		}
	}
	return zw.Close()
}

// npzWriter writes the entries of an archive.
type npzWriter struct{ *zip.Writer }

func (zw *npzWriter) entry(name string, write func(io.Writer) error) error {
	// Stored, not deflated: numbers hardly shrink and NumPy can map them.
	ew, err := zw.CreateHeader(&zip.FileHeader{Name: name + arraySuffix, Method: zip.Store})
	if err != nil {
		return err
	}
	return write(ew)
}

func (zw *npzWriter) columns(columns []Column, lanes int, faults []Fault) error {
	for i, c := range columns {
		if err := zw.entry(c.Name, func(w io.Writer) error { return writeArray(w, c, lanes, faults) }); err != nil {
			return err
		}
		var err error
		if c.Type == program.GoError {
			err = zw.entry(c.Name+".text", func(w io.Writer) error { return writeTexts(w, c.Errors) })
		}
		first := !slices.ContainsFunc(columns[:i], func(b Column) bool { return b.Slice == c.Slice })
		if err == nil && c.Slice != "" && first {
			lens := Column{Field: Field{Name: lenName(c.Field), Type: program.GoInt64}, Data: c.Lens}
			err = zw.entry(lens.Name, func(w io.Writer) error { return writeArray(w, lens, lanes, faults) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (zw *npzWriter) faults(p Part, lanes int) error {
	if err := zw.entry(p.FaultName, func(w io.Writer) error { return writeCodes(w, lanes, p.Faults) }); err != nil {
		return err
	}
	if err := zw.entry(p.FaultName+"_lane", func(w io.Writer) error { return writeFaultLanes(w, p.Faults) }); err !=
		nil {
		return err
	}
	var messages []string
	for _, f := range p.Faults {
		messages = append(messages, f.Text)
	}
	return zw.entry(p.FaultName+"_message", func(w io.Writer) error { return writeTexts(w, messages) })
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

func writeArray(w io.Writer, c Column, lanes int, faults []Fault) error {
	v := c.vector()
	kind := v.dtype()
	a := newArrayWriter(w, kind.descr(), append([]int{lanes}, c.Shape...))
	elements := c.Elements()
	if t, ok := v.(*texts); ok {
		v = &paddedTexts{t, kind.size}
	}
	for lane := range lanes {
		faulted := len(faults) > 0 && faults[0].Lane == lane
		if faulted {
			faults = faults[1:]
		}
		used := elements
		if c.Slice != "" {
			used = int(c.Lens[lane]) * perElement(c.Field)
		}
		b := a.buf
		for e := range elements {
			switch {
			case faulted:
				b = v.appendBlank(b)
			case e < used:
				b = v.appendRaw(b, lane*elements+e)
			default:
				b = append(b, make([]byte, kind.size)...)
			}
		}
		a.put(b)
	}
	return a.close()
}

func writeCodes(w io.Writer, lanes int, faults []Fault) error {
	a := newArrayWriter(w, "|u1", []int{lanes})
	for lane := range lanes {
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
func writeTexts(w io.Writer, list []string) error {
	return writeArray(w, Column{Field: Field{Type: program.GoString}, Data: list}, len(list), nil)
}
