package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A table is found by its address, which the worker's frame or the code has. Where a loop reads tables, registers that
// nothing else needs have their addresses: a round then does not load them.

// keepBases gives the addresses of tables variables, in loops that call nothing: a call leaves nothing in registers.
// A variable that gets no register costs nothing, since the address is then loaded where it is needed.
func (f *fn) keepBases() {
	type use struct {
		loop *loop
		of   arg
	}
	loops, bases := f.withoutCalls(), map[use]val{}
	for b, blk := range f.blocks {
		outer := slices.IndexFunc(loops, func(l *loop) bool { return l.has[b] })
		if outer < 0 {
			continue
		}
		l := loops[outer]
		for i := range blk.code {
			in := &blk.code[i]
			if in.kind != index && in.kind != part || in.in[0].kind != bound && in.in[0].kind != table {
				continue
			}
			a := in.in[0]
			v, known := bases[use{l, a}]
			if !known {
				v = f.newVar(optab.I64)
				f.vars[v].base = true
				bases[use{l, a}] = v
				f.beforeLoop(l, ins{kind: address, in: []arg{a}, out: []val{v}})
			}
			a.inRegister, a.v = true, v
			in.in[0] = a
		}
	}
}

// withoutCalls returns the loops without calls that have one way in, the largest first.
func (f *fn) withoutCalls() (loops []*loop) {
	calls := make([]bool, len(f.blocks))
	for b, blk := range f.blocks {
		calls[b] = slices.ContainsFunc(blk.code, func(in ins) bool { return in.kind == call })
	}
	for _, l := range f.loops {
		b := 0
		for b < len(calls) && !(calls[b] && l.has[b]) {
			b++
		}
		if b == len(calls) && !l.odd && l.head > 0 {
			loops = append(loops, l)
		}
	}
	sorting.By(loops, func(a, b *loop) int { return b.size - a.size })
	return loops
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
