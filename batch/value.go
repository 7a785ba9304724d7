package batch

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// Inside one run of one block every name is resolved to a value: the block is
// translated to single-assignment form once, at compile time, so a copy costs
// nothing and only what outlives the block is written back.

// valueKind says where a value lives while its block runs.
type valueKind uint8

const (
	topValue   valueKind = iota // the top of a variable as the block found it
	belowValue                  // a saved value below the top, fetched when the block starts
	tempValue                   // a scratch slot
	spareValue                  // the spare buffer of a variable: its next top
	constValue                  // literal or uniform: one value for all lanes
)

// value is where a block's value lives. Values are numbered; the gang turns
// the number into a pointer.
type value struct {
	kind  valueKind
	dtype program.Dtype
	elems int
	v     int // variable of topValue, belowValue, spareValue
	below int // belowValue: how many saved values down, from 1
	slot  int // scratch slot of tempValue and belowValue, and of topValue when compacted
	konst int // offset into the code's constant pool
	uni   int // constValue: index of the run-time uniform plus 1, or 0
	// direct marks a variable's array that is only read and written element by
	// element: a compacted run accesses it where it is instead of moving it all.
	direct bool
}

// ref is a reading of a value: all of it, or the sub-array that starts at an
// element, under a shape.
type ref struct {
	id    int
	off   int
	shape []int
}

func (r ref) elems() int { return program.Elements(r.shape) }

// step is one action of a block: a kernel over the elements of an event, or
// one of the forms that need more than that.
type step struct {
	kind       stepKind
	op         program.Opcode
	first      program.Opcode // of a fused pair; op is the second
	kernel     kernel
	unbounded  simd.Stoppable // in place of kernel, if not nil
	dst        int            // value number, or -1
	x, y, z    ref            // operands
	n          int            // elements of the result
	ox, oy, oz []int          // element of each operand per element of the result; nil: i, or 0 for a scalar
	idx        []ref          // index, insert
	dims       []int          // index, insert: the indexed dimensions
	lateDims   bool           // index: some of dims are known in the run only
	inner      int            // index, insert, reduce, dot: elements below the indexed axes, or along the folded axis
	inPlace    bool           // insert: x is this variable's own top and nobody needs the old one
	scratch    int            // a scratch slot for index arithmetic or products
	fold       kernel
	v, h       int // depth check: variable (-1: pc) and height
	leave      *exit
	pos        program.Pos
	code       optab.Code
}

type stepKind uint8

const (
	kernelStep stepKind = iota // dst = kernel(x, y, z), element by element
	moveStep                   // dst = x, broadcast
	reduceStep
	indexStep
	insertStep
	dotStep
	depthStep // fault lanes whose stack of v would exceed the limit
	leaveStep // lanes leave a superblock
)

// commit says how a variable's stack differs after a block from before it. Its
// parts apply in the order in which gang.commit takes them.
type commit struct {
	v      int
	update bool // the top changes to src
	src    ref
	// drop values are removed below the top and then saves are pushed; with
	// saveTop the old top is pushed first.
	drop    int
	saveTop bool
	saves   []ref
	// pop > 0: the top becomes the pop-th saved value; nothing else is set.
	pop int
}

// stackEffects reports whether the commit touches saved values.
func (c *commit) stackEffects() bool {
	return c.drop > 0 || c.saveTop || len(c.saves) > 0 || c.pop > 0
}
