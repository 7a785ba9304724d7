package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// recomputeCost is what is computed again at most in place of saving one value, in additions.
const recomputeCost = 3

// recompute computes a value again behind a call of a recursion, where it would have to be saved for
// it alone and is a few additions of what is saved in any case: the middle of an interval whose ends are. A lane
// saves and takes back one number less at each call. (P. Briggs, K. Cooper and L. Torczon, "Rematerialization",
// 1992, does so for what register allocation would spill.)
func recompute(p *program.Program) (*program.Program, error) {
	g := edit.NewCallGraph(p)
	saving := map[*program.FunctionCallOp]bool{}
	for _, s := range g.Sites {
		if g.Internal(s) && !s.Tail {
			saving[s.Call] = true
		}
	}
	if len(saving) == 0 {
		return p, nil
	}
	count := newCounter(p, g)
	for i := range g.Bodies {
		count.body(i)
	}
	g, vars := edit.NewCallGraph(p), edit.Number(p)
	writes := newWriteSets(g, vars)
	for i, b := range g.Bodies {
		newRecomputer(p, b, vars, writes.static[i]).run(saving)
	}
	return p, nil
}

// recomputer looks for such values in one body.
type recomputer struct {
	p     *program.Program
	vars  *edit.Numbering
	b     *edit.Body
	shape *program.Shape
	definitions
	// again tells of blocks whether they may run more than once.
	again []bool
	// static are the parameters that are there behind each call in any case.
	static flow.Set
}

// definitions are, of each variable, how often a body writes it, parameters once at the start, and where the last time.
type definitions struct {
	written []int
	made    []definition
}

// definition is the place of an instruction that gives a variable its value; a parameter's is before all blocks.
type definition struct {
	in           program.Instr
	block, instr int
}

func definitionsOf(b *edit.Body, vars *edit.Numbering) definitions {
	d := definitions{make([]int, vars.Len()), make([]definition, vars.Len())}
	for _, name := range b.In {
		v := vars.Index(name)
		d.written[v]++
		d.made[v].block = -1
	}
	for i, blk := range b.Graph.Blocks {
		for j, in := range blk.Instrs {
			vars.Writes(in, func(v int) {
				d.written[v]++
				d.made[v] = definition{in, i, j}
			})
		}
	}
	return d
}

func newRecomputer(p *program.Program, b *edit.Body, vars *edit.Numbering, static flow.Set) *recomputer {
	r := &recomputer{p: p, vars: vars, b: b, definitions: definitionsOf(b, vars), static: static}
	r.shape = program.NewShape(b.Graph)
	of, members := flow.Components(r.shape.Succs)
	for i := range r.shape.Blocks {
		r.again = append(r.again, len(members[of[i]]) > 1 || slices.Contains(r.shape.Succs[i], i))
	}
	return r
}

// run computes values again behind the calls of a recursion, the last ones first: what a call
// does not save any more may be asked for between it and another.
func (r *recomputer) run(saving map[*program.FunctionCallOp]bool) {
	for _, i := range r.shape.Postorder(0) {
		if i == r.shape.Exit() {
			continue
		}
		blk := r.shape.Blocks[i]
		if !slices.ContainsFunc(blk.Instrs, func(in program.Instr) bool {
			call, ok := in.(*program.FunctionCallOp)
			return ok && saving[call]
		}) {
			continue
		}
		behind := map[int][]program.Instr{}
		live := flow.NewSet(r.vars.Len())
		edit.NewLiveness(r.b, r.vars).Walk(i, live, func(j int, in program.Instr) {
			if call, ok := in.(*program.FunctionCallOp); ok && saving[call] {
				behind[j] = r.behind(call, i, j, live)
			}
		})
		var list []program.Instr
		for j, in := range blk.Instrs {
			list = append(append(list, in), behind[j]...)
		}
		blk.Instrs = list
	}
}

// behind returns what computes values again behind a call, and takes them out of what lives through it.
func (r *recomputer) behind(call *program.FunctionCallOp, block, at int, live flow.Set) []program.Instr {
	across := live.Clone()
	r.vars.Writes(call, func(v int) { across.Remove(v) })
	again := map[int]bool{}
	for v := range across.All() {
		cost := recomputeCost
		again[v] = r.canAgain(v, definition{block: block, instr: at}, across, &cost)
	}
	var list []program.Instr
	done := map[int]bool{}
	var emit func(v int)
	emit = func(v int) {
		if done[v] {
			return
		}
		done[v] = true
		op := r.made[v].in.(*program.PrimOp)
		for _, o := range op.In {
			if x, ok := r.vars.Operand(o); ok && (again[x] || !across.Has(x) && !r.static.Has(x)) {
				emit(x)
			}
		}
		list = append(list, &program.PrimOp{Op: op.Op, In: slices.Clone(op.In), Out: slices.Clone(op.Out), Pos: op.Pos})
	}
	for v := range across.All() {
		if again[v] {
			emit(v)
			live.Remove(v)
		}
	}
	return list
}

// canAgain reports whether a variable can be computed again at a place from what is there in any case, at no
// more than a cost.
func (r *recomputer) canAgain(v int, at definition, across flow.Set, cost *int) bool {
	d := r.made[v]
	if r.written[v] != 1 || d.block == at.block && d.instr > at.instr {
		return false
	}
	op, ok := d.in.(*program.PrimOp)
	if !ok || len(op.Out) != 1 || !edit.Speculatable(r.p, op) {
		return false
	}
	if t, ok := r.p.TensorTypeOf(op.Out[0].Name); !ok || len(t.Shape) > 0 {
		return false
	}
	if *cost -= edit.Cost(r.p, op); *cost < 0 {
		return false
	}
	for _, o := range op.In {
		x, ok := r.vars.Operand(o)
		if !ok {
			continue
		}
		if t, ok := r.p.TensorTypeOf(o.Name); !ok || len(t.Shape) > 0 || !r.inStep(x, d) {
			return false
		}
		if !across.Has(x) && !r.static.Has(x) && !r.canAgain(x, at, across, cost) {
			return false
		}
	}
	return true
}

// inStep reports whether an operand of an operation is, wherever the operation's result is what it
// became last, still what the operation took.
func (r *recomputer) inStep(x int, d definition) bool {
	of := r.made[x]
	return r.written[x] == 1 && (of.block < 0 || !r.again[of.block] || of.block == d.block && of.instr < d.instr)
}
