package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// dropHanded drops parameters that functions only hand on, to each other or themselves, and results that no caller
// needs: how much room a slice has that a recursion never appends to is passed down all of it, and saved across each
// of its calls. It reports whether it dropped any.
func dropHanded(p *program.Program, vars *edit.Numbering) bool {
	if len(p.Functions) == 0 {
		return false
	}
	h := &handing{p: p, vars: vars, bodies: edit.Bodies(p), idle: map[string]*idle{}}
	for _, f := range p.Functions {
		in, out := program.Variables(f.VarsIn), program.Variables(f.VarsOut)
		h.idle[f.Name] = &idle{slices.Repeat([]bool{true}, len(in)), slices.Repeat([]bool{true}, len(out))}
	}
	useful := make([]flow.Set, len(h.bodies))
	for i := range useful {
		useful[i] = flow.NewSet(vars.Len())
	}
	for again := true; again; {
		again = false
		for i, b := range h.bodies {
			again = h.spread(b, useful[i]) || again
		}
	}
	return h.drop()
}

// idle says which parameters and which results of a function nobody needs, as far as it is known.
type idle struct{ in, out []bool }

type handing struct {
	p      *program.Program
	vars   *edit.Numbering
	bodies []*edit.Body
	idle   map[string]*idle // by function
}

// spread adds to the variables of a body that something lasting depends on, and to what calls need for it. It reports
// whether there was anything to add.
func (h *handing) spread(b *edit.Body, useful flow.Set) (grew bool) {
	need := func(v int) {
		if !useful.Has(v) {
			useful.Add(v)
			grew = true
		}
	}
	needName := func(name string) { need(h.vars.Index(name)) }
	own := h.idle[b.Name]
	for i, name := range b.Out {
		if b.IsMain() || !own.out[i] {
			needName(name)
		}
	}
	for _, blk := range slices.Backward(b.Graph.Blocks) {
		if o, ok := program.TermOperand(blk.Term); ok {
			if v, ok := h.vars.Operand(o); ok {
				need(v)
			}
		}
		for _, in := range slices.Backward(blk.Instrs) {
			if call, ok := in.(*program.FunctionCallOp); ok {
				grew = h.spreadCall(call, useful) || grew
				continue
			}
			wanted := true
			if op, ok := in.(*program.PrimOp); ok && !edit.CanFault(h.p, op) {
				wanted = false
				h.vars.Writes(op, func(v int) { wanted = wanted || useful.Has(v) })
			}
			if wanted {
				h.vars.Reads(in, need)
			}
		}
	}
	for i, name := range b.In {
		if !b.IsMain() && own.in[i] && useful.Has(h.vars.Index(name)) {
			own.in[i], grew = false, true
		}
	}
	return grew
}

// spreadCall does so for a call: of its operands it needs those that its callee needs.
func (h *handing) spreadCall(call *program.FunctionCallOp, useful flow.Set) (grew bool) {
	callee := h.idle[call.Callee]
	for i, o := range call.In {
		if v, ok := h.vars.Operand(o); ok && !callee.in[i] && !useful.Has(v) {
			useful.Add(v)
			grew = true
		}
	}
	for i, name := range call.Out {
		if callee.out[i] && useful.Has(h.vars.Index(name)) {
			callee.out[i], grew = false, true
		}
	}
	return grew
}

// drop takes what nobody needs from functions and calls.
func (h *handing) drop() (dropped bool) {
	for _, f := range h.p.Functions {
		n := h.idle[f.Name]
		if !slices.Contains(n.in, true) && !slices.Contains(n.out, true) {
			continue
		}
		dropped = true
		f.VarsIn = program.Leaves(edit.Without(program.Variables(f.VarsIn), n.in)...)
		f.VarsOut = program.Leaves(edit.Without(program.Variables(f.VarsOut), n.out)...)
	}
	if !dropped {
		return false
	}
	for _, b := range h.bodies {
		b.Calls(func(_ *program.Block, _ int, call *program.FunctionCallOp) {
			n := h.idle[call.Callee]
			call.In, call.Out = edit.Without(call.In, n.in), edit.Without(call.Out, n.out)
		})
	}
	return true
}
