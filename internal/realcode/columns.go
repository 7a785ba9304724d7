package realcode

import (
	"fmt"
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// leaf is a group of a parameter or a result among the words of a row.
type leaf struct {
	name   string // of the parameter or result it is part of
	goType program.GoType
	dims   []int
	word   int // the first
}

func (l leaf) elements() int { return program.Elements(l.dims) }

// leavesOf lists the groups of a value in order, beginning at a word; n is how
// many elements of a slice have room.
func leavesOf(v value, n, word int) []leaf {
	var leaves []leaf
	for _, g := range v.groups {
		dims := g.dims
		if v.slice {
			dims = append([]int{n}, dims...)
		}
		l := leaf{name: v.name, goType: g.goType, dims: dims, word: word}
		leaves = append(leaves, l)
		word += l.elements()
	}
	return leaves
}

// matches says how a program's parameter or result differs from what the Go
// type has; nil if it does not.
func (l leaf) matches(p program.Field) error {
	// Columns of the 64-bit types serve both names.
	sized := func(t program.GoType) program.GoType {
		switch t {
		case program.GoInt:
			return program.GoInt64
		case program.GoUint:
			return program.GoUint64
		}
		return t
	}
	if sized(l.goType) != sized(p.Type) || !slices.Equal(l.dims, p.Shape) {
		return fmt.Errorf("%s is %v%s in the program and %v%s in Go", p.Name, p.Shape, p.Type, l.dims, l.goType)
	}
	return nil
}

// paramsOf lists a program's columns. Their Go types may be GoLen and GoError,
// which they are not for the machine.
func paramsOf(p *program.Program, names program.Names) []program.Field {
	var params []program.Field
	for _, d := range p.Flat(names) {
		t := d.Type.Leaf()
		have := program.Field{Name: d.Name, Type: d.Go, Shape: t.Shape}
		if have.Type == program.GoStored {
			have.Type = program.GoTypeOf(t.Dtype)
		}
		params = append(params, have)
	}
	return params
}

// column makes a column of Go type goType from words of rows.
func (l leaf) column(goType program.GoType, rows []uint64, width int) batch.Column {
	lanes, n := len(rows)/width, l.elements()
	if goType == program.GoLen {
		goType = program.GoInt64
	}
	c, ok := batch.NewColumn(goType, lanes, l.dims)
	if !ok {
		panic("bug: no column of " + goType.String())
	}
	each := func(set func(i int, w uint64)) {
		for lane := range lanes {
			for k := range n {
				set(lane*n+k, rows[lane*width+l.word+k])
			}
		}
	}
	switch d := c.Data.(type) {
	case []bool:
		each(func(i int, w uint64) { d[i] = w != 0 })
	case []int8:
		each(func(i int, w uint64) { d[i] = int8(w) })
	case []int16:
		each(func(i int, w uint64) { d[i] = int16(w) })
	case []int32:
		each(func(i int, w uint64) { d[i] = int32(w) })
	case []int64:
		each(func(i int, w uint64) { d[i] = int64(w) })
	case []int:
		each(func(i int, w uint64) { d[i] = int(w) })
	case []uint8:
		each(func(i int, w uint64) { d[i] = uint8(w) })
	case []uint16:
		each(func(i int, w uint64) { d[i] = uint16(w) })
	case []uint32:
		each(func(i int, w uint64) { d[i] = uint32(w) })
	case []uint64:
		each(func(i int, w uint64) { d[i] = w })
	case []uint:
		each(func(i int, w uint64) { d[i] = uint(w) })
	case []float32:
		each(func(i int, w uint64) { d[i] = math.Float32frombits(uint32(w)) })
	case []float64:
		each(func(i int, w uint64) { d[i] = math.Float64frombits(w) })
	}
	return c
}

// word reads element i of a column as a word.
func word(data any, i int) uint64 {
	switch d := data.(type) {
	case []bool:
		if d[i] {
			return 1
		}
		return 0
	case []int8:
		return uint64(uint8(d[i]))
	case []int16:
		return uint64(uint16(d[i]))
	case []int32:
		return uint64(uint32(d[i]))
	case []int64:
		return uint64(d[i])
	case []int:
		return uint64(d[i])
	case []uint8:
		return uint64(d[i])
	case []uint16:
		return uint64(d[i])
	case []uint32:
		return uint64(d[i])
	case []uint64:
		return d[i]
	case []uint:
		return uint64(d[i])
	case []float32:
		return uint64(math.Float32bits(d[i]))
	case []float64:
		return math.Float64bits(d[i])
	}
	panic(fmt.Sprintf("bug: a column of %T", data))
}

// oracleValue is a parameter as the oracle takes it: narrow integers are
// stored in 32 bits.
func (l leaf) oracleValue(row []uint64, t program.TensorType) interp.Value {
	v := interp.Value{Type: t}
	for _, w := range row[l.word : l.word+l.elements()] {
		switch l.goType {
		case program.GoInt8:
			w = uint64(uint32(int8(w)))
		case program.GoInt16:
			w = uint64(uint32(int16(w)))
		}
		v.Bits = append(v.Bits, w)
	}
	return v
}

// oracleWord is what a word of the oracle is in a Go value of type goType.
func oracleWord(goType program.GoType, w uint64) uint64 {
	switch goType {
	case program.GoInt8, program.GoUint8:
		return uint64(uint8(w))
	case program.GoInt16, program.GoUint16:
		return uint64(uint16(w))
	}
	return w
}

// sameNumber reports whether two words are the same number; any NaN is any
// other.
func sameNumber(goType program.GoType, a, b uint64) bool {
	if a == b {
		return true
	}
	switch goType {
	case program.GoFloat64:
		x, y := math.Float64frombits(a), math.Float64frombits(b)
		return x != x && y != y
	case program.GoFloat32:
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		return x != x && y != y
	}
	return false
}

// show writes a word as a Go expression.
func show(goType program.GoType, w uint64) string {
	switch goType {
	case program.GoFloat64:
		x := math.Float64frombits(w)
		return fmt.Sprintf("%v (%#016x)", x, w)
	case program.GoFloat32:
		return fmt.Sprintf("%v (%#08x)", math.Float32frombits(uint32(w)), w)
	case program.GoBool:
		return fmt.Sprint(w != 0)
	case program.GoInt8:
		return fmt.Sprint(int8(w))
	case program.GoInt16:
		return fmt.Sprint(int16(w))
	case program.GoInt32:
		return fmt.Sprint(int32(w))
	case program.GoInt, program.GoInt64, program.GoLen:
		return fmt.Sprint(int64(w))
	}
	return fmt.Sprint(w)
}
