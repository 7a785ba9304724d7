package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// A table is found by its address, which the worker's frame or the code has. Where a loop reads tables, registers that
// nothing else needs have their addresses: a round then does not load them.

// keepBases gives the addresses of tables variables, in loops that call nothing: a call leaves nothing in registers.
// A variable that gets no register costs nothing, since the address is then loaded where it is needed.
func (f *fn) keepBases() {
	calls := make([]bool, len(f.blocks))
	for b, blk := range f.blocks {
		calls[b] = slices.ContainsFunc(blk.code, func(in ins) bool { return in.kind == call })
	}
	type use struct {
		loop *loop
		of   arg
	}
	bases := map[use]val{}
	for b, blk := range f.blocks {
		l := f.outermost(b, calls)
		if l == nil {
			continue
		}
		for i := range blk.code {
			for k, a := range blk.code[i].in {
				if a.kind != bound && a.kind != table || !blk.code[i].readsElements() {
					continue
				}
				v, known := bases[use{l, a}]
				if !known {
					v = f.newVar(optab.I64)
					f.vars[v].base = true
					bases[use{l, a}] = v
					f.beforeLoop(l, ins{kind: address, in: []arg{a}, out: []val{v}})
				}
				a.inRegister, a.v = true, v
				blk.code[i].in[k] = a
			}
		}
	}
}

// readsElements reports whether an instruction reads elements of an array that is its first operand.
func (in *ins) readsElements() bool { return in.kind == index || in.kind == part }

// outermost is the largest loop without calls that a block is in, with one way in, or nil.
func (f *fn) outermost(b int, calls []bool) (outer *loop) {
	for _, l := range f.loops {
		if !l.has[b] || l.odd || l.head == 0 || outer != nil && l.size < outer.size {
			continue
		}
		if !slices.ContainsFunc(l.blocks(), func(b int) bool { return calls[b] }) {
			outer = l
		}
	}
	return outer
}

// blocks are the numbers of a loop's blocks.
func (l *loop) blocks() (all []int) {
	for b, in := range l.has {
		if in {
			all = append(all, b)
		}
	}
	return all
}

// beforeLoop puts an instruction where ways come to a loop.
func (f *fn) beforeLoop(l *loop, in ins) {
	for _, p := range f.blocks[l.head].preds {
		if !l.has[p] {
			in.out = slices.Clone(in.out)
			f.blocks[p].code = append(f.blocks[p].code, in)
		}
	}
}
