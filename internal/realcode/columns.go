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
	goType string
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
func (l leaf) matches(p batch.Param) error {
	goType, have := l.goType, p.Type
	// Columns of the 64-bit types serve both names.
	if goType == "int" || goType == "uint" {
		goType += "64"
	}
	if have == "int" || have == "uint" {
		have += "64"
	}
	if goType != have || !slices.Equal(l.dims, p.Shape) {
		return fmt.Errorf("%s is %v%s in the program and %v%s in Go", p.Name, p.Shape, p.Type, l.dims, l.goType)
	}
	return nil
}

// paramsOf lists a program's columns. Their Go types may be GoLen and GoError,
// which they are not for the machine.
func paramsOf(p *program.Program, names program.Names) []batch.Param {
	var params []batch.Param
	for _, d := range p.Flat(names) {
		t := d.Type.Leaf()
		have := batch.Param{Name: d.Name, Type: d.Go, Shape: t.Shape}
		if have.Type == "" {
			have.Type = t.Dtype.GoName()
		}
		params = append(params, have)
	}
	return params
}

// column makes a column of Go type goType from words of rows.
func (l leaf) column(goType string, rows []uint64, width int) batch.Column {
	lanes, n := len(rows)/width, l.elements()
	if goType == program.GoLen {
		goType = "int64"
	}
	c, ok := batch.NewColumn(goType, lanes, l.dims)
	if !ok {
		panic("bug: no column of " + goType)
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
		case "int8":
			w = uint64(uint32(int8(w)))
		case "int16":
			w = uint64(uint32(int16(w)))
		}
		v.Bits = append(v.Bits, w)
	}
	return v
}

// oracleWord is what a word of the oracle is in a Go value of type goType.
func oracleWord(goType string, w uint64) uint64 {
	switch goType {
	case "int8", "uint8":
		return uint64(uint8(w))
	case "int16", "uint16":
		return uint64(uint16(w))
	}
	return w
}

// sameNumber reports whether two words are the same number; any NaN is any
// other.
func sameNumber(goType string, a, b uint64) bool {
	if a == b {
		return true
	}
	switch goType {
	case "float64":
		x, y := math.Float64frombits(a), math.Float64frombits(b)
		return x != x && y != y
	case "float32":
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		return x != x && y != y
	}
	return false
}

// show writes a word as a Go expression.
func show(goType string, w uint64) string {
	switch goType {
	case "float64":
		x := math.Float64frombits(w)
		return fmt.Sprintf("%v (%#016x)", x, w)
	case "float32":
		return fmt.Sprintf("%v (%#08x)", math.Float32frombits(uint32(w)), w)
	case "bool":
		return fmt.Sprint(w != 0)
	case "int8":
		return fmt.Sprint(int8(w))
	case "int16":
		return fmt.Sprint(int16(w))
	case "int32":
		return fmt.Sprint(int32(w))
	case "int", "int64", program.GoLen:
		return fmt.Sprint(int64(w))
	}
	return fmt.Sprint(w)
}
