package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// operationRules are about operations that give a scalar.
type operationRules struct{ p *program.Program }

func (r operationRules) allow(*edit.Body) bool { return true }

func (r operationRules) key(in program.Instr) (k meldKey, weight int, ok bool) {
	op, ok := in.(*program.PrimOp)
	if !ok || op.Op == program.OpCopy || op.Proven || len(op.Out) != 1 || !isScalar(r.p, op.Out[0].Name) {
		return k, 0, false
	}
	k = meldKey{op: op.Op, operands: len(op.In)}
	switch op.Op.Form() {
	case optab.Elementwise:
	case optab.Index:
		k.callee = op.In[0].Name // of the same array
	default:
		return k, 0, false
	}
	if edit.CanFault(r.p, op) {
		k.pos = op.Pos
		if !op.Pos.IsValid() {
			return k, 0, false
		}
	}
	return k, edit.Cost(r.p, op), true
}

// callRules are about calls of functions that cost much.
type callRules struct {
	limits meldLimits
	// cost is that of a function with those that it calls, and heavy the part of it that costly
	// operations have; straight are functions without branches and loops.
	cost, heavy map[string]int
	straight    map[string]bool
	// recursive are the functions of recursions and those that call them; deep are those of
	// recursions and those that they call.
	recursive, deep map[string]bool
}

func newCallRules(p *program.Program, limits meldLimits) callRules {
	g := edit.NewCallGraph(p)
	r := callRules{
		limits: limits, cost: map[string]int{}, heavy: map[string]int{}, straight: map[string]bool{},
		recursive: map[string]bool{}, deep: map[string]bool{},
	}
	for _, s := range g.Sites {
		if g.Internal(s) {
			name := g.Bodies[s.Caller].Name
			r.recursive[name], r.deep[name] = true, true
		}
	}
	for _, members := range g.Groups { // callees first
		for _, i := range members {
			r.add(p, g.Bodies[i])
		}
	}
	for _, members := range slices.Backward(g.Groups) {
		for _, i := range members {
			b := g.Bodies[i]
			b.Calls(func(_ *program.Block, _ int, call *program.FunctionCallOp) {
				r.deep[call.Callee] = r.deep[call.Callee] || r.deep[b.Name]
			})
		}
	}
	return r
}

// add finds what a body costs whose callees are known.
func (r callRules) add(p *program.Program, b *edit.Body) {
	cost, heavy, straight := edit.SizeOf(b), 0, len(b.Graph.Blocks) == 1
	for _, blk := range b.Graph.Blocks {
		for _, in := range blk.Instrs {
			if call, ok := in.(*program.FunctionCallOp); ok {
				cost += r.cost[call.Callee]
				heavy += r.heavy[call.Callee]
				straight = straight && r.straight[call.Callee]
				r.recursive[b.Name] = r.recursive[b.Name] || r.recursive[call.Callee]
			} else if w := edit.Cost(p, in); w >= r.limits.heavy {
				heavy += w
			}
		}
	}
	if hasLoop(b.Graph) {
		cost *= 4
	}
	r.cost[b.Name], r.heavy[b.Name], r.straight[b.Name] = min(cost, 1<<20), min(heavy, 1<<20), straight
}

func (r callRules) allow(b *edit.Body) bool { return !r.deep[b.Name] }

func (r callRules) key(in program.Instr) (k meldKey, weight int, ok bool) {
	call, ok := in.(*program.FunctionCallOp)
	if !ok || r.recursive[call.Callee] || r.cost[call.Callee] < r.limits.call {
		return k, 0, false
	}
	if r.straight[call.Callee] && r.heavy[call.Callee] < r.limits.least {
		return k, 0, false // meld sees all of it later
	}
	return meldKey{callee: call.Callee, operands: len(call.In)}, r.cost[call.Callee], true
}

// isScalar reports whether a variable or uniform is one number.
func isScalar(p *program.Program, name string) bool {
	t, ok := p.TensorTypeOf(name)
	return ok && len(t.Shape) == 0
}
