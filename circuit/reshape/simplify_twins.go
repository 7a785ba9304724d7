package reshape

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// tidy is Simplify where passes have brought the operations of several blocks together: what one of them computed
// is not computed again.
func tidy(p *program.Program) (*program.Program, error) {
	vars := edit.Number(p)
	t := &twins{vars: vars, version: make([]int32, vars.Len()), made: map[twinKey]twin{}}
	for _, b := range edit.Bodies(p) {
		edit.TidyBlocks(b)
		for _, blk := range b.Graph.Blocks {
			t.block(blk)
		}
	}
	return Simplify(p)
}

// twins finds operations of a block that compute what another did before them. (J. Cocke and J. T. Schwartz,
// Programming Languages and Their Compilers, 1970, name it value numbering.)
type twins struct {
	vars    *edit.Numbering
	version []int32 // how often variables were written
	made    map[twinKey]twin
}

// twinKey is an operation and the versions of what it reads.
type twinKey struct {
	op      program.Opcode
	in      [3]program.Operand
	version [3]int32
	within  program.Span
}

// twin is the variable that has an operation's result while its version is that.
type twin struct {
	v       int
	version int32
}

// block makes copies of the operations of a block that have a twin.
func (t *twins) block(blk *program.Block) {
	clear(t.made)
	for _, in := range blk.Instrs {
		key, ok := t.key(in)
		if !ok {
			t.vars.Writes(in, func(v int) { t.version[v]++ })
			continue
		}
		op := in.(*program.PrimOp)
		if w, ok := t.made[key]; ok && t.version[w.v] == w.version {
			op.Op, op.In, op.Within = program.OpCopy, []program.Operand{program.Ref(t.vars.Name(w.v))}, program.Span{}
		}
		v := t.vars.Index(op.Out[0].Name)
		t.version[v]++
		t.made[key] = twin{v, t.version[v]}
	}
}

// key returns what is the same of equal operations, if the instruction is one that gives one scalar and cannot fault.
func (t *twins) key(in program.Instr) (key twinKey, ok bool) {
	op, ok := in.(*program.PrimOp)
	if !ok || op.Op == program.OpCopy || op.Op.Form() != optab.Elementwise || op.Op.CanFault() || len(op.In) > 3 {
		return key, false
	}
	if d := t.vars.All[t.vars.Index(op.Out[0].Name)]; !d.Type.IsLeaf() || len(d.Type.Leaf().Shape) > 0 {
		return key, false
	}
	key = twinKey{op: op.Op, within: op.Within}
	for i, o := range op.In {
		key.in[i] = o
		if v, ok := t.vars.Operand(o); ok {
			key.version[i] = t.version[v]
		}
	}
	return key, true
}
