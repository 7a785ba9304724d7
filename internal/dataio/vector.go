package dataio

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/program"
)

// vector is a column's slice behind one interface, so that readers and writers
// are written once and not once per Go type. Elements are counted over the
// whole column: element e of lane i is number i*Elements+e.
type vector interface {
	// reserve makes room for n elements in total.
	reserve(n int)
	// allot makes the vector n zero elements in fresh memory, which costs
	// nothing before it is used.
	allot(n int)
	// extend appends n zero elements.
	extend(n int)
	// setText parses a CSV cell into element i. The error is a sentence about
	// the cell: `"abc" is not a float64`.
	setText(i int, cell string) error
	// appendText appends element i as a CSV cell that reads back to it.
	appendText(b []byte, i int) []byte
	// setRaw stores the elements in raw, which are of a dtype that fits, where
	// the order says.
	setRaw(raw []byte, d dtype, to *order)
	// appendRaw appends element i in the vector's own dtype.
	appendRaw(b []byte, i int) []byte
	// appendBlank appends what stands for a missing element in that dtype: NaN,
	// 0 or false.
	appendBlank(b []byte) []byte
	// dtype returns the little-endian dtype with the vector's own width.
	dtype() dtype
	// data returns the slice.
	data() any
}

type signed interface {
	int | int8 | int16 | int32 | int64
}

type unsigned interface {
	uint | uint8 | uint16 | uint32 | uint64
}

type float interface{ float32 | float64 }

type number interface{ signed | unsigned | float }

// newVector returns a vector of a Go type over data, which is a slice
// of that type, or nil for an empty one. It panics on any other type: what the
// callers ask for comes from a checked signature.
func newVector(goType program.GoType, data any) vector {
	switch goType {
	case program.GoBool:
		return &bools{over[bool](data)}
	case program.GoInt:
		return signedVector[int](data, goType, 8)
	case program.GoInt8:
		return signedVector[int8](data, goType, 1)
	case program.GoInt16:
		return signedVector[int16](data, goType, 2)
	case program.GoInt32:
		return signedVector[int32](data, goType, 4)
	case program.GoInt64:
		return signedVector[int64](data, goType, 8)
	case program.GoUint:
		return unsignedVector[uint](data, goType, 8)
	case program.GoUint8:
		return unsignedVector[uint8](data, goType, 1)
	case program.GoUint16:
		return unsignedVector[uint16](data, goType, 2)
	case program.GoUint32:
		return unsignedVector[uint32](data, goType, 4)
	case program.GoUint64:
		return unsignedVector[uint64](data, goType, 8)
	case program.GoFloat32:
		return floatVector[float32](data, goType, 4)
	case program.GoFloat64:
		return floatVector[float64](data, goType, 8)
	}
	panic(fmt.Sprintf("dataio: no columns of type %v", goType))
}

func over[T any](data any) []T {
	if data == nil {
		return nil
	}
	s, ok := data.([]T)
	if !ok {
		panic(fmt.Sprintf("dataio: a column of %T is declared as %T", data, s))
	}
	return s
}

// numbers is the vector of a numeric type; what differs by the kind of number
// is in its functions.
type numbers[T number] struct {
	vals   []T
	kind   dtype
	blank  uint64
	parse  func(cell string) (T, error)
	format func(b []byte, x T) []byte
	bits   func(x T) uint64 // the low kind.size bytes are the element
}

func signedVector[T signed](data any, goType program.GoType, size int) vector {
	return &numbers[T]{
		vals:   over[T](data),
		kind:   dtype{class: 'i', size: size},
		parse:  func(cell string) (T, error) { x, err := parseSigned(cell, goType, 8*size); return T(x), err },
		format: func(b []byte, x T) []byte { return strconv.AppendInt(b, int64(x), 10) },
		bits:   func(x T) uint64 { return uint64(x) },
	}
}

func unsignedVector[T unsigned](data any, goType program.GoType, size int) vector {
	return &numbers[T]{
		vals:   over[T](data),
		kind:   dtype{class: 'u', size: size},
		parse:  func(cell string) (T, error) { x, err := parseUnsigned(cell, goType, 8*size); return T(x), err },
		format: func(b []byte, x T) []byte { return strconv.AppendUint(b, uint64(x), 10) },
		bits:   func(x T) uint64 { return uint64(x) },
	}
}

func floatVector[T float](data any, goType program.GoType, size int) vector {
	v := &numbers[T]{
		vals:   over[T](data),
		kind:   dtype{class: 'f', size: size},
		blank:  nan64,
		parse:  func(cell string) (T, error) { x, err := parseFloat(cell, goType, 8*size); return T(x), err },
		format: func(b []byte, x T) []byte { return appendFloat(b, float64(x), 8*size) },
		bits: func(x T) uint64 {
			if x != x {
				return nan64
			}
			return math.Float64bits(float64(x))
		},
	}
	if size == 4 {
		v.blank = nan32
		v.bits = func(x T) uint64 {
			if x != x {
				return nan32
			}
			return uint64(math.Float32bits(float32(x)))
		}
	}
	return v
}

// The NaNs that are written, whatever their sign and payload were: those of a
// result depend on the processor, and a file should not. NumPy writes the same.
const (
	nan64 = 0x7ff8000000000000
	nan32 = 0x7fc00000
)

func (v *numbers[T]) reserve(n int) { v.vals = slices.Grow(v.vals, max(0, n-len(v.vals))) }

func (v *numbers[T]) allot(n int)  { v.vals = make([]T, n) }
func (v *numbers[T]) extend(n int) { v.vals = append(v.vals, make([]T, n)...) }

func (v *numbers[T]) setText(i int, cell string) (err error) {
	v.vals[i], err = v.parse(cell)
	return err
}

func (v *numbers[T]) appendText(b []byte, i int) []byte { return v.format(b, v.vals[i]) }

func (v *numbers[T]) setRaw(raw []byte, d dtype, to *order) {
	switch {
	case d.class == 'i':
		shift := 64 - 8*d.size // sign extension
		for ; len(raw) > 0; raw = raw[d.size:] {
			v.vals[to.next()] = T(int64(d.load(raw)<<shift) >> shift)
		}
	case d.class == 'u':
		for ; len(raw) > 0; raw = raw[d.size:] {
			v.vals[to.next()] = T(d.load(raw))
		}
	case d.size == 4:
		for ; len(raw) > 0; raw = raw[d.size:] {
			v.vals[to.next()] = T(math.Float32frombits(uint32(d.load(raw))))
		}
	default:
		for ; len(raw) > 0; raw = raw[d.size:] {
			v.vals[to.next()] = T(math.Float64frombits(d.load(raw)))
		}
	}
}

func (v *numbers[T]) appendRaw(b []byte, i int) []byte {
	return appendBits(b, v.bits(v.vals[i]), v.kind.size)
}

func (v *numbers[T]) appendBlank(b []byte) []byte { return appendBits(b, v.blank, v.kind.size) }
func (v *numbers[T]) dtype() dtype                { return v.kind }
func (v *numbers[T]) data() any                   { return v.vals }

func appendBits(b []byte, bits uint64, size int) []byte {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], bits)
	return append(b, word[:size]...)
}

// bools is the vector of bool.
type bools struct{ vals []bool }

func (v *bools) reserve(n int) { v.vals = slices.Grow(v.vals, max(0, n-len(v.vals))) }

func (v *bools) allot(n int)  { v.vals = make([]bool, n) }
func (v *bools) extend(n int) { v.vals = append(v.vals, make([]bool, n)...) }

func (v *bools) setText(i int, cell string) (err error) {
	v.vals[i], err = parseBool(cell)
	return err
}

func (v *bools) appendText(b []byte, i int) []byte { return strconv.AppendBool(b, v.vals[i]) }

func (v *bools) setRaw(raw []byte, _ dtype, to *order) {
	for _, x := range raw {
		v.vals[to.next()] = x != 0
	}
}

func (v *bools) appendRaw(b []byte, i int) []byte {
	if v.vals[i] {
		return append(b, 1)
	}
	return append(b, 0)
}

func (v *bools) appendBlank(b []byte) []byte { return append(b, 0) }
func (v *bools) dtype() dtype                { return dtype{class: 'b', size: 1} }
func (v *bools) data() any                   { return v.vals }
