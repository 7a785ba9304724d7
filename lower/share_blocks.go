package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A part of an array that a call is given by value is copied to an array of its own, which is one
// with the parameter. Where neither the array nor the indices of the part change in a loop, that
// is done ahead of the loop. An index may be out of range there though the loop never gets to it:
// the copy is of a part that is in range, and a check that faults stays where the copy was.

// nextBlock moves one copy of a part of an array that a call is given, and reports whether there
// was one to move.
func (h *copyHoister) nextBlock() bool {
	for body, live := range h.live {
		for n, blk := range live.Shape.Blocks {
			for i, in := range blk.Instrs {
				op, ok := in.(*program.PrimOp)
				if !ok || !h.isBlock(op) {
					continue
				}
				for _, l := range slices.Backward(loopsAround(h.loops[body].Of[n])) {
					if h.allowsBlock(body, l, op) {
						h.moveBlock(body, l, blk, i)
						return true
					}
				}
			}
		}
	}
	return false
}

// isBlock reports whether an operation copies a part of an array.
func (h *copyHoister) isBlock(op *program.PrimOp) bool {
	if op.Op.Form() != optab.Index || op.In[0].IsLiteral() {
		return false
	}
	t := h.p.VarDefs.Def(op.Out[0].Name).Type
	return t.IsLeaf() && len(t.Leaf().Shape) > 0 && !h.own.Has(h.vars.Index(op.Out[0].Name))
}

// loopsAround lists a loop and those around it, from the inside.
func loopsAround(l *flow.Loop) (around []*flow.Loop) {
	for ; l != nil; l = l.Parent {
		around = append(around, l)
	}
	return around
}

// allowsBlock reports whether a part of an array that calls in a loop are given is the same one in
// all its rounds.
func (h *copyHoister) allowsBlock(body int, l *flow.Loop, op *program.PrimOp) bool {
	live, to := h.live[body], h.vars.Index(op.Out[0].Name)
	if l.Irreducible || live.IsLive(to, l.Header) {
		return false
	}
	given := false
	for _, n := range l.Blocks {
		for _, in := range live.Shape.Blocks[n].Instrs {
			if in == program.Instr(op) {
				continue
			}
			allowed := true
			h.written(in, func(v int) {
				allowed = allowed && v != to && !slices.ContainsFunc(op.In, func(o program.Operand) bool {
					w, ok := h.vars.Operand(o)
					return ok && v == w
				})
			})
			if call, ok := in.(*program.FunctionCallOp); ok {
				writes := h.writes[h.siteOf[call].Callee]
				from, isVar := h.vars.Operand(op.In[0])
				allowed = allowed && !writes.Has(to) && !(isVar && writes.Has(from))
				given = given || slices.Contains(call.In, program.Ref(op.Out[0].Name))
			}
			if !allowed {
				return false
			}
		}
	}
	return given
}

// moveBlock makes the copy that is instruction i of a block ahead of a loop.
func (h *copyHoister) moveBlock(body int, l *flow.Loop, blk *program.Block, i int) {
	op := blk.Instrs[i].(*program.PrimOp)
	from, _ := h.p.TensorTypeOf(op.In[0].Name)
	names := edit.NewVarNamer(h.p)
	var ahead, checks []program.Instr
	number := func(in *[]program.Instr, row string, x program.Operand, bound uint64) program.Operand {
		name := names.Fresh(op.Out[0].Name + ".at")
		h.p.VarDefs.Add(name, program.Of(program.Scalar(program.I64)))
		if h.p.VarAlloc != nil {
			h.p.VarAlloc[name] = program.Temporary
		}
		*in = append(*in, &program.PrimOp{
			Op: program.OpcodeFor(row, program.I64), Pos: op.Pos,
			In: []program.Operand{x, {Dtype: program.I64, Bits: bound}}, Out: []program.Output{{Name: name}},
		})
		return program.Ref(name)
	}
	moved := &program.PrimOp{Op: op.Op, Pos: op.Pos, In: slices.Clone(op.In), Out: slices.Clone(op.Out)}
	for k := range op.In[1:] {
		x, n := op.In[1+k], uint64(from.Shape[k])
		if x.IsLiteral() && x.Bits < n {
			continue
		}
		number(&checks, "checkindex", x, n)
		moved.In[1+k] = number(&ahead, "min", number(&ahead, "max", x, 0), n-1)
	}
	at := edit.TermPos(h.live[body].Shape.Blocks[l.Header])
	h.insertAhead(body, l, append(ahead, moved), at)
	blk.Instrs = slices.Concat(blk.Instrs[:i:i], checks, blk.Instrs[i+1:])
	h.hoists[copyOf{op, 0, false}] = hoist{l.Depth - 1, at}
	if h.p.VarAlloc != nil {
		h.p.VarAlloc[op.Out[0].Name] = program.Register
	}
}

// blockOf returns the operation that makes an array of a body, if that is all that writes it and it
// is a part of another array.
func (s *sharer) blockOf(b *edit.Body, name string) (block *program.PrimOp) {
	for _, blk := range b.Graph.Blocks {
		for _, in := range blk.Instrs {
			if !slices.Contains(program.Writes(in, nil), name) {
				continue
			}
			op, ok := in.(*program.PrimOp)
			if !ok || block != nil || op.Op.Form() != optab.Index {
				return nil
			}
			block = op
		}
	}
	return block
}
