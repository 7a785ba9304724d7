package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// forwardArrays lets readers of copies of an array read the array, and reports whether any does. A function that looks
// into an array has a copy of it, once it is inlined, and if it does so in a loop, forwardCopies does not see the copy
// where it is read. It is done for arrays that are nothing but copies, if it leaves them without readers: on all ways
// to each reader, neither the array nor the copy was written since. Which copies hold there is found by data flow
// (available expressions, with copies in their place: Aho, Lam, Sethi, Ullman, Compilers, §9.2.6).
func forwardArrays(p *program.Program, b *edit.Body, vars *edit.Numbering) bool {
	fw := &arrayForwarder{forwarder: forwarder{p: p, vars: vars}, copiesOf: map[int][]int{}, kills: map[int][]int{}}
	if !fw.gather(b) {
		return false
	}
	shape := program.NewShape(b.Graph)
	in := fw.available(shape)
	to := fw.sources(shape, in)
	changed := false
	for i, blk := range shape.Blocks {
		fw.walk(blk, in[i], func(instr program.Instr, now flow.Set) {
			ops := edit.Operands(instr)
			for k, o := range ops {
				if v, ok := vars.Operand(o); ok && to[v] {
					ops[k], changed = program.Ref(vars.Name(fw.source(v, now))), true
				}
			}
		})
	}
	return changed
}

// arrayForwarder has the copies of arrays in a body.
type arrayForwarder struct {
	forwarder
	made     [][2]int      // what is copied, and from what
	copiesOf map[int][]int // of an array that is nothing but copies, the places of these in made
	kills    map[int][]int // the places of copies that are none any more when a variable is written
}

// gather finds the arrays that are nothing but copies, and reports whether there are any.
func (fw *arrayForwarder) gather(b *edit.Body) bool {
	copies := func(in program.Instr) (list []int) { // the arrays that an instruction copies to
		fw.eachMove(in, func(to int, from program.Operand) {
			if v, ok := fw.vars.Operand(from); ok && len(fw.vars.All[to].Type.Leaf().Shape) > 0 {
				list = append(list, to)
				if pair := [2]int{to, v}; !slices.Contains(fw.made, pair) {
					fw.made = append(fw.made, pair)
				}
			}
		})
		return list
	}
	for _, blk := range b.Graph.Blocks {
		for _, in := range blk.Instrs {
			copies(in)
		}
	}
	if len(fw.made) == 0 {
		return false
	}
	other := fw.vars.Set(slices.Concat(b.In, b.Out)) // what is something else too
	for _, blk := range b.Graph.Blocks {
		for _, in := range blk.Instrs {
			copied := copies(in)
			fw.vars.Writes(in, func(v int) {
				if !slices.Contains(copied, v) {
					other.Add(v)
				}
			})
		}
	}
	fw.made = slices.DeleteFunc(fw.made, func(pair [2]int) bool { return other.Has(pair[0]) })
	for k, pair := range fw.made {
		fw.copiesOf[pair[0]] = append(fw.copiesOf[pair[0]], k)
		fw.kills[pair[0]] = append(fw.kills[pair[0]], k)
		fw.kills[pair[1]] = append(fw.kills[pair[1]], k)
	}
	return len(fw.made) > 0
}

// available returns the copies that hold where each block begins, on all ways to it.
func (fw *arrayForwarder) available(shape *program.Shape) []flow.Set {
	in := make([]flow.Set, shape.Len())
	out := make([]flow.Set, shape.Len())
	for i := range in {
		in[i], out[i] = flow.NewSet(len(fw.made)), flow.NewSet(len(fw.made))
		out[i].Fill()
	}
	order := shape.Postorder(0)
	slices.Reverse(order)
	for again := true; again; {
		again = false
		for _, i := range order {
			if i == len(shape.Blocks) {
				continue
			}
			if i != 0 {
				in[i].Fill()
				for _, from := range shape.Preds[i] {
					in[i].RetainAll(out[from])
				}
			}
			now := in[i].Clone()
			fw.walk(shape.Blocks[i], now, func(program.Instr, flow.Set) {})
			again = out[i].RetainAll(now) || again
		}
	}
	return in
}

// walk goes through a block and calls f with each instruction and the copies that hold before it. It changes the set to
// those that hold behind the block.
func (fw *arrayForwarder) walk(blk *program.Block, now flow.Set, f func(in program.Instr, now flow.Set)) {
	for _, in := range blk.Instrs {
		f(in, now)
		fw.vars.Writes(in, func(v int) {
			for _, k := range fw.kills[v] {
				now.Remove(k)
			}
		})
		fw.eachMove(in, func(to int, from program.Operand) {
			if v, ok := fw.vars.Operand(from); ok && !fw.writes(in, v) {
				if k := slices.Index(fw.made, [2]int{to, v}); k >= 0 {
					now.Add(k)
				}
			}
		})
	}
}

// sources returns the arrays all of whose readers can read another one, which stays. A call may change what it is given
// in place, so that it needs its own.
func (fw *arrayForwarder) sources(shape *program.Shape, in []flow.Set) map[int]bool {
	to := map[int]bool{}
	for v := range fw.copiesOf {
		to[v] = true
	}
	needed := map[int]bool{}
	for i, blk := range shape.Blocks {
		fw.walk(blk, in[i].Clone(), func(instr program.Instr, now flow.Set) {
			_, calls := instr.(*program.FunctionCallOp)
			fw.vars.Reads(instr, func(v int) {
				if !to[v] {
					return
				}
				from := fw.source(v, now)
				if to[v] = from >= 0 && !calls; to[v] {
					needed[from] = true
				}
			})
		})
	}
	for v := range to {
		to[v] = to[v] && !needed[v]
	}
	return to
}

// source is the array that v is a copy of, given the copies that hold, or -1.
func (fw *arrayForwarder) source(v int, now flow.Set) int {
	for _, k := range fw.copiesOf[v] {
		if now.Has(k) {
			return fw.made[k][1]
		}
	}
	return -1
}
