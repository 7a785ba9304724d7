package dataio

import (
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// dtype is a NumPy element type of a fixed width: class 'b' bool, 'i' signed,
// 'u' unsigned, 'f' float, 'U' a string of fixed length, in UTF-32.
type dtype struct {
	class byte
	size  int // bytes
	big   bool
}

// String returns NumPy's name: "float64".
func (d dtype) String() string {
	switch d.class {
	case 'b':
		return "bool"
	case 'U':
		return "str"
	}
	name := map[byte]string{'i': "int", 'u': "uint", 'f': "float"}[d.class]
	return name + strconv.Itoa(8*d.size)
}

// goType returns the Go type of a column of the dtype.
func (d dtype) goType() program.GoType {
	if d.class == 'U' {
		return program.GoString
	}
	t, _ := program.ParseGoType(d.String())
	return t
}

// descr returns the dtype as a header writes it: "<f8".
func (d dtype) descr() string {
	order := "<"
	if d.big {
		order = ">"
	}
	if d.size == 1 {
		order = "|"
	}
	size := d.size
	if d.class == 'U' {
		size /= 4
	}
	return order + string(d.class) + strconv.Itoa(size)
}

// maxText is how many letters a string of NumPy may have.
const maxText = 1 << 16

// parseDtype reads a descr. Only the eleven types that Go also has are known,
// and strings, which are carried over.
func parseDtype(descr string) (dtype, error) {
	if letters, ok := strings.CutPrefix(strings.TrimLeft(descr, "<>|="), "U"); ok {
		if n, err := strconv.Atoi(letters); err == nil && n > 0 && n <= maxText {
			return dtype{class: 'U', size: 4 * n, big: descr[0] == '>'}, nil
		}
	}
	known := map[string]bool{"b1": true, "i1": true, "i2": true, "i4": true, "i8": true,
		"u1": true, "u2": true, "u4": true, "u8": true, "f4": true, "f8": true}
	rest := strings.TrimLeft(descr, "<>|=")
	if !known[rest] || len(descr)-len(rest) > 1 {
		return dtype{}, fmt.Errorf("the dtype %q is not one of bool, int8 to int64, uint8 to uint64, float32, float64 "+
			"and strings of up to %d letters (<U…): convert it, such as by a.astype(str)", descr, maxText)
	}
	return dtype{class: rest[0], size: int(rest[1] - '0'), big: descr[0] == '>'}, nil
}

// load returns the bits of the first element in raw.
func (d dtype) load(raw []byte) uint64 {
	var order binary.ByteOrder = binary.LittleEndian
	if d.big {
		order = binary.BigEndian
	}
	switch d.size {
	case 1:
		return uint64(raw[0])
	case 2:
		return uint64(order.Uint16(raw))
	case 4:
		return uint64(order.Uint32(raw))
	}
	return order.Uint64(raw)
}

// fits reports whether every value of d is exactly a value of e.
func (d dtype) fits(e dtype) bool {
	mantissa := map[int]int{4: 24, 8: 53}[e.size]
	switch {
	case d.class == e.class:
		return d.size <= e.size
	case d.class == 'u' && e.class == 'i':
		return d.size < e.size
	case d.class == 'u' && e.class == 'f':
		return 8*d.size <= mantissa
	case d.class == 'i' && e.class == 'f':
		return 8*d.size-1 <= mantissa
	}
	return false
}

// npyHeader is what stands before the elements of a .npy file.
type npyHeader struct {
	dtype   dtype
	fortran bool
	shape   []int
	size    int // of the header itself, in bytes
}

func (h *npyHeader) elements() int {
	return Field{Shape: h.shape}.Elements()
}

// formatShape writes a shape as Python does: "(3,)", "(2, 3)".
func formatShape(shape []int) string {
	var b strings.Builder
	b.WriteByte('(')
	for i, d := range shape {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(d))
	}
	if len(shape) == 1 {
		b.WriteByte(',')
	}
	b.WriteByte(')')
	return b.String()
}

const npyMagic = "\x93NUMPY"

// maxNpyHeader bounds the header's text; NumPy itself refuses more than 10,000
// bytes unless told otherwise.
const maxNpyHeader = 1 << 16

// readNpyHeader reads the header of format 1.0, 2.0 or 3.0 and leaves r at the
// first element.
func readNpyHeader(r io.Reader) (*npyHeader, error) {
	var start [8]byte
	if _, err := io.ReadFull(r, start[:]); err != nil || string(start[:6]) != npyMagic {
		return nil, fmt.Errorf("not a .npy file: it does not begin with \\x93NUMPY")
	}
	size := make([]byte, 2)
	switch start[6] {
	case 1:
	case 2, 3:
		size = make([]byte, 4)
	default:
		return nil, fmt.Errorf(".npy format %d.%d is not known, only 1.0 to 3.0", start[6], start[7])
	}
	if _, err := io.ReadFull(r, size); err != nil {
		return nil, fmt.Errorf("the file ends inside its header")
	}
	n := binary.LittleEndian.Uint32(append(size, 0, 0)[:4])
	if n > maxNpyHeader {
		return nil, fmt.Errorf("the header claims to be %d bytes long, more than %d", n, maxNpyHeader)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, fmt.Errorf("the file ends inside its header")
	}
	h, err := parseNpyHeader(string(text))
	if err != nil {
		return nil, fmt.Errorf("bad .npy header: %w", err)
	}
	h.size = len(start) + len(size) + len(text)
	return h, nil
}

// appendNpyHeader appends a format 1.0 header for a little-endian array in C
// order, padded so that the elements begin at a multiple of 64 bytes.
func appendNpyHeader(b []byte, descr string, shape []int) []byte {
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, formatShape(shape))
	const fixed = len(npyMagic) + 4
	pad := 63 - (fixed+len(dict))%64
	dict += strings.Repeat(" ", pad) + "\n"
	b = append(b, npyMagic+"\x01\x00"...)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(dict)))
	return append(b, dict...)
}
