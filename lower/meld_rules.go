package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// operationRules are about operations that give a scalar.
type operationRules struct{ p *program.Program }

func (r operationRules) allow(*body) bool { return true }

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
	if canFault(r.p, op) {
		k.pos = op.Pos
		if !op.Pos.IsValid() {
			return k, 0, false
		}
	}
	return k, primCost(r.p, op), true
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
	g := newCallGraph(p)
	r := callRules{
		limits: limits, cost: map[string]int{}, heavy: map[string]int{}, straight: map[string]bool{},
		recursive: map[string]bool{}, deep: map[string]bool{},
	}
	for _, s := range g.sites {
		if g.internal(s) {
			name := g.bodies[s.caller].name
			r.recursive[name], r.deep[name] = true, true
		}
	}
	for _, members := range g.groups { // callees first
		for _, i := range members {
			r.add(p, g.bodies[i])
		}
	}
	for _, members := range slices.Backward(g.groups) {
		for _, i := range members {
			b := g.bodies[i]
			b.calls(func(_ *program.Block, _ int, call *program.FunctionCallOp) {
				r.deep[call.Callee] = r.deep[call.Callee] || r.deep[b.name]
			})
		}
	}
	return r
}

// add finds what a body costs whose callees are known.
func (r callRules) add(p *program.Program, b *body) {
	cost, heavy, straight := costOf(b), 0, len(b.graph.Blocks) == 1
	for _, blk := range b.graph.Blocks {
		for _, in := range blk.Instrs {
			if call, ok := in.(*program.FunctionCallOp); ok {
				cost += r.cost[call.Callee]
				heavy += r.heavy[call.Callee]
				straight = straight && r.straight[call.Callee]
				r.recursive[b.name] = r.recursive[b.name] || r.recursive[call.Callee]
			} else if w := primCost(p, in); w >= r.limits.heavy {
				heavy += w
			}
		}
	}
	if hasLoop(b.graph) {
		cost *= 4
	}
	r.cost[b.name], r.heavy[b.name], r.straight[b.name] = min(cost, 1<<20), min(heavy, 1<<20), straight
}

func (r callRules) allow(b *body) bool { return !r.deep[b.name] }

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
