package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// tidy is Simplify where passes have brought the operations of several blocks together: what one of them computed
// is not computed again.
func tidy(p *program.Program) (*program.Program, error) {
	vars := edit.Number(p)
	t := &twins{vars: vars, number: make([]int, vars.Len()), made: map[twinKey]twin{}, by: map[int]twinKey{}}
	for _, b := range edit.Bodies(p) {
		edit.TidyBlocks(b)
		forwardCopies(p, b, vars)
		t.body(b)
	}
	return Simplify(p)
}

// twins finds operations of a block that compute what another did before them, by numbers for what variables
// have: equal numbers, equal values. (J. Cocke and J. T. Schwartz, Programming Languages and Their Compilers, 1970.)
type twins struct {
	vars   *edit.Numbering
	number []int // by variable
	last   int   // of the numbers that were given
	before int   // the last number when the block began: what has an older one has any value now
	made   map[twinKey]twin
	by     map[int]twinKey // what gave a number
	// asked is the comparison that the only block before this one has branched on, and is that it holds here: a loop
	// test before the first round often asks what was just asked, or the opposite.
	asked twinKey
	is    bool
}

// body looks for twins in the blocks of a body.
func (t *twins) body(b *edit.Body) {
	f := program.NewShape(b.Graph)
	asked := make([]question, len(f.Blocks)) // at the end of each block
	for i, blk := range f.Blocks {
		var before question
		if preds := f.Preds[i]; len(preds) == 1 && preds[0] < i {
			before = asked[preds[0]]
			if end, ok := f.Blocks[preds[0]].Term.(program.BranchOp); ok {
				before.holds = end.Then == blk.Name
			}
		}
		t.block(blk, before)
		asked[i] = t.question(blk)
	}
}

// question is a comparison that a block ends with, of what variables have there, or literals and uniforms. Without an
// operation there is none.
type question struct {
	op    program.Opcode
	in    [2]program.Operand
	v     [2]int // variables, or -1
	holds bool
}

// question returns what a block asks last, if what it asks about is in variables still.
func (t *twins) question(blk *program.Block) (q question) {
	b, ok := blk.Term.(program.BranchOp)
	if !ok || b.Then == b.Else {
		return q
	}
	cond, ok := t.vars.Operand(b.Cond)
	if !ok {
		return q
	}
	key, ok := t.by[t.number[cond]]
	if !ok || len(key.op.Info().In) != 2 {
		return q
	}
	for k, n := range key.number[:2] {
		q.in[k], q.v[k] = key.in[k], -1
		if n == 0 {
			continue
		}
		if q.v[k] = slices.Index(t.number, n); q.v[k] < 0 {
			return question{}
		}
	}
	q.op = key.op
	return q
}

// remember makes what the block before has asked known in a block.
func (t *twins) remember(q question) {
	t.asked = twinKey{op: q.op}
	t.is = q.holds
	if q.op == program.OpInvalid {
		return
	}
	for k, v := range q.v {
		if t.asked.in[k] = q.in[k]; v >= 0 {
			t.asked.number[k] = t.numberOf(v)
		}
	}
}

// answer returns what a comparison gives that was asked before, or whose opposite was.
func (t *twins) answer(key twinKey) (holds, ok bool) {
	key.within = program.Span{}
	if key == t.asked {
		return t.is, true
	}
	info := key.op.Info()
	if len(info.In) != 2 || info.Out != program.Bool {
		return false, false
	}
	opposite, ok := optab.Opposite(info.Row.Name, info.Type)
	if !ok {
		return false, false
	}
	key.op = program.OpcodeFor(opposite, info.Type)
	return !t.is, key == t.asked
}

// twinKey is an operation and the numbers of what it reads: those of variables, or literals and uniforms.
type twinKey struct {
	op     program.Opcode
	in     [3]program.Operand
	number [3]int
	within program.Span
}

// twin is the number of a result, and the variable that got it last.
type twin struct{ number, v int }

// block makes copies of the operations of a block that have a twin.
func (t *twins) block(blk *program.Block, before question) {
	clear(t.made)
	clear(t.by)
	t.before = t.last
	t.remember(before)
	for _, in := range blk.Instrs {
		key, ok := t.key(in)
		if !ok {
			t.writes(in)
			continue
		}
		op := in.(*program.PrimOp)
		if holds, ok := t.answer(key); ok {
			known := program.Lit(program.Bool, 0)
			if holds {
				known.Bits = 1
			}
			op.Op, op.In, op.Within = program.OpCopy, []program.Operand{known}, program.Span{}
			t.writes(op)
			continue
		}
		if name, ok := t.extreme(key); ok {
			op.Op, op.In = program.OpcodeFor(name, op.Op.Info().Type), op.In[1:]
			key, _ = t.key(op)
		}
		v := t.vars.Index(op.Out[0].Name)
		w, ok := t.made[key]
		switch {
		case !ok:
			t.last++
			w.number = t.last
			t.by[w.number] = key
		case t.number[w.v] == w.number:
			op.Op, op.In, op.Within = program.OpCopy, []program.Operand{program.Ref(t.vars.Name(w.v))}, program.Span{}
		}
		if !ok || op.Op != program.OpCopy {
			w.v = v
		}
		t.number[v] = w.number
		t.made[key] = w
	}
}

// extreme returns the row that gives what a choice of two integers does that a comparison of them decides.
func (t *twins) extreme(choice twinKey) (row string, ok bool) {
	cond, ok := t.by[choice.number[0]]
	info := choice.op.Info()
	if !ok || info.Row.Name != "select" || !info.Type.IsInt() || cond.op.Info().Type != info.Type {
		return "", false
	}
	same := func(i, j int) bool { return cond.in[i] == choice.in[j] && cond.number[i] == choice.number[j] }
	if (!same(0, 1) || !same(1, 2)) && (!same(0, 2) || !same(1, 1)) {
		return "", false
	}
	return program.Extreme(cond.op.Info().Row.Name, same(0, 2))
}

// writes gives numbers to what an instruction writes: a copy's own, or new ones.
func (t *twins) writes(in program.Instr) {
	op, ok := edit.IsCopy(in)
	if ok && len(op.In) == 1 && len(op.Out) == 1 {
		to := t.vars.Index(op.Out[0].Name)
		if from, ok := t.vars.Operand(op.In[0]); ok && t.isScalar(to) && t.isScalar(from) {
			t.number[to] = t.numberOf(from)
			return
		}
	}
	t.vars.Writes(in, func(v int) {
		t.last++
		t.number[v] = t.last
	})
}

// numberOf returns the number of what a variable has.
func (t *twins) numberOf(v int) int {
	if t.number[v] <= t.before {
		t.last++
		t.number[v] = t.last
	}
	return t.number[v]
}

func (t *twins) isScalar(v int) bool {
	d := t.vars.All[v]
	return d.Type.IsLeaf() && len(d.Type.Leaf().Shape) == 0
}

// key returns what is the same of equal operations, if the instruction is one that gives one scalar and cannot fault.
func (t *twins) key(in program.Instr) (key twinKey, ok bool) {
	op, ok := in.(*program.PrimOp)
	if !ok || op.Op == program.OpCopy || op.Op.Form() != optab.Elementwise || op.Op.CanFault() || len(op.In) > 3 ||
		!t.isScalar(t.vars.Index(op.Out[0].Name)) {
		return key, false
	}
	key = twinKey{op: op.Op, within: op.Within}
	for i, o := range op.In {
		if v, ok := t.vars.Operand(o); ok {
			key.number[i] = t.numberOf(v)
		} else {
			key.in[i] = o
		}
	}
	return key, true
}
