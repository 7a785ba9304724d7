package batch

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
)

// bindUniforms lays out the uniforms in the forms that the code reads: those
// of the program and those given with the run.
func (c *Code) bindUniforms(o *options) ([]uniformData, error) {
	for name := range o.uniforms {
		if u := c.prog.Uniform(name); u == nil || u.Data != nil {
			return nil, fmt.Errorf("batch: %s has no run-time uniform %s", c.prog.Name, name)
		}
	}
	out := make([]uniformData, len(c.uniforms))
	for i := range c.uniforms {
		u := &c.uniforms[i]
		n := u.typ.Elements()
		data := u.data
		if data == nil {
			col, ok := o.uniforms[u.name]
			if !ok {
				return nil, fmt.Errorf("batch: uniform %s of %s has no value; give one with WithUniform", u.name, c.prog.Name)
			}
			if !u.accepts(col.Data) || dataLen(col.Data) != n {
				return nil, fmt.Errorf("batch: uniform %s is %d × %s, got %d × %s", u.name, n, u.typ.Dtype.GoName(), dataLen(col.Data), GoType(col.Data))
			}
			data = columnBits(col, n, u.typ.Dtype)
		}
		if u.vector {
			out[i].vector = broadcastTable(data, u.typ.Dtype)
		}
		if u.table {
			out[i].table = plainTable(data, u.typ.Dtype)
		}
	}
	return out, nil
}

// accepts reports whether data may be the uniform's value: what a variable of
// its type takes, or a narrow Go type all of whose values the type has.
func (u *uniform) accepts(data any) bool {
	switch d := u.typ.Dtype; GoType(data) {
	case "int8", "int16":
		return d == program.I32
	case "uint8", "uint16":
		return d == program.U32
	default:
		v := variable{dtype: d}
		return v.accepts(data)
	}
}

// columnBits returns the elements of a column as bits of the stored type.
func columnBits(col Column, n int, d program.Dtype) []uint64 {
	bits := make([]uint64, n)
	lane := []int32{0}
	for e := range bits {
		var x uint64
		loadLanes(col.Data, e, 1, 1, unsafe.Pointer(&x), 8, lane)
		if d.Size() == 4 {
			x = uint64(*(*uint32)(unsafe.Pointer(&x)))
		}
		bits[e] = x
	}
	return bits
}

// broadcastTable lays each element out as a vector of equal elements.
func broadcastTable(data []uint64, d program.Dtype) unsafe.Pointer {
	buf := make([]uint64, (len(data)+1)*vectorWords)
	p := unsafe.Pointer(unsafe.SliceData(buf))
	p = unsafe.Add(p, -uintptr(p)&(align-1))
	words := unsafe.Slice((*uint64)(p), len(data)*vectorWords)
	for e, x := range data {
		switch d.Size() {
		case 1:
			x = -(x & 1)
		case 4:
			x = x&math.MaxUint32 | x<<32
		}
		for i := range vectorWords {
			words[e*vectorWords+i] = x
		}
	}
	return p
}

// plainTable lays the elements out one after the other; a bool takes a byte.
func plainTable(data []uint64, d program.Dtype) unsafe.Pointer {
	buf := make([]uint64, (len(data)*d.Size()+7)/8+1)
	p := unsafe.Pointer(unsafe.SliceData(buf))
	for e, x := range data {
		switch d.Size() {
		case 8:
			buf[e] = x
		case 4:
			*(*uint32)(unsafe.Add(p, 4*e)) = uint32(x)
		default:
			*(*uint8)(unsafe.Add(p, e)) = uint8(x)
		}
	}
	return p
}
