package codegen

import "github.com/lockstep-simt/lockstep/program/optab"

// What a Builder remembers: where the instruction of each value is, and what was computed.

// computed is what an instruction computes.
type computed struct {
	op   string
	typ  optab.Type
	args [3]Value
	rest string // bytes of what arguments there are beyond these, and of the table
	// Of what it reads: see Instr, and how often the array was written before.
	array, version int
	element        uint64
}

// key is what an instruction computes that reads no array.
func (in *Instr) key(t optab.Type) computed {
	k := computed{op: in.Op, typ: t, args: [3]Value{NoValue, NoValue, NoValue}}
	if copy(k.args[:], in.Args) < len(in.Args) || in.Table != nil {
		var rest []uint64
		for _, a := range in.Args[min(len(in.Args), len(k.args)):] {
			rest = append(rest, uint64(a))
		}
		k.rest = string(elements(append(rest, in.Table...), 8))
	}
	return k
}

// constant is the bits of one of a width.
type constant struct {
	width int
	bits  uint64
}

// find returns the value of what was computed on all ways to here.
func (b *Builder) find(k computed) (v Value, ok bool) {
	for _, m := range b.known {
		if v, ok := m[k]; ok {
			return v, true
		}
	}
	return NoValue, false
}

// remember notes the value of what was computed.
func (b *Builder) remember(k computed, v Value) {
	last := &b.known[len(b.known)-1]
	if *last == nil {
		*last = map[computed]Value{}
	}
	(*last)[k] = v
}

// noInstr is the instruction of parameters.
var noInstr Instr

// made returns the instruction that makes a value; that of a parameter has no operation.
//
//go:noinline
func (b *Builder) made(v Value) *Instr {
	if v < 0 || int(v) >= len(b.def) {
		return &noInstr
	}
	switch at := b.def[v]; {
	case at > 0:
		return &b.F.Code[at-1]
	case at < 0:
		return &b.consts[-1-at]
	}
	return &noInstr
}

// makes notes where the instruction of a value is: one more than its place in the code, or below
// zero that among the constants.
func (b *Builder) makes(v Value, at int) {
	for int(v) >= len(b.def) {
		b.def = append(b.def, 0)
	}
	b.def[v] = at
}
