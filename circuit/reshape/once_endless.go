package reshape

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// A call for ever. What a function does with its parameters it does again with their negatives' negatives: where a test
// holds for an integer and for its negative, which are the same for the least one, a lane does not come back.

// negates returns the call to which all ways lead behind a test, if it passes parameters and negatives of integers that
// are parameters: what it calls, if the test holds there as well, calls with the parameters again.
func (o *oncer) negates(t *test) *program.FunctionCallOp {
	written := map[string][]*program.PrimOp{} // before the call
	var call *program.FunctionCallOp
	ok := true
	visited := t.before.Clone()
	var visit func(b int)
	visit = func(b int) {
		if visited.Has(b) {
			return
		}
		visited.Add(b)
		if b == t.Exit() {
			ok = false // without a call
			return
		}
		for _, in := range t.Blocks[b].Instrs {
			if c, is := in.(*program.FunctionCallOp); is {
				ok = ok && c.Callee == t.body.Name && call == nil
				call = c
				return
			}
			// What may fault may do so the second time.
			ok = ok && edit.Speculatable(o.p, in)
			noteWrites(written, in)
		}
		for _, to := range t.Succs[b] {
			visit(to)
		}
		ok = ok && len(t.Succs[b]) > 0
	}
	visit(t.to)
	for b := range t.before.All() {
		for _, in := range t.Blocks[b].Instrs {
			noteWrites(written, in)
		}
	}
	if !ok || call == nil {
		return nil
	}
	for i, arg := range call.In {
		if !passes(arg, t.body.In[i], written, true) {
			return nil
		}
	}
	return call
}

// noteWrites notes the operation that writes a variable.
func noteWrites(written map[string][]*program.PrimOp, in program.Instr) {
	if op, ok := in.(*program.PrimOp); ok {
		for _, out := range op.Out {
			written[out.Name] = append(written[out.Name], op)
		}
	}
}

// passes reports whether an operand is a parameter, or, if that will do, the negative of one that is an integer, as
// those tell who write variables.
func passes(o program.Operand, param string, written map[string][]*program.PrimOp, negative bool) bool {
	writers := written[o.Name]
	if o.IsLiteral() || o.Name == param || len(writers) != 1 {
		return !o.IsLiteral() && o.Name == param && len(writers) == 0
	}
	op := writers[0]
	if op.Op == program.OpCopy {
		return len(op.Out) == 1 && passes(op.In[0], param, written, negative)
	}
	return negative && op.Op.Info().Row.Name == "neg" && op.Op.Info().Type.IsInt() &&
		passes(op.In[0], param, written, false)
}
