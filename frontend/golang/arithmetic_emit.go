package golang

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/names"
	"github.com/lockstep-simt/lockstep/program"
)

// arithmetic lets the evaluator compute numbers by the operations that are emitted
// for lanes.
type arithmetic struct{ t *translator }

var _ evaluate.Arithmetic = arithmetic{}

// IsOperation reports whether a function that has no source is operations.
func (a arithmetic) IsOperation(name string) bool { return intrinsics[name] != nil }

// Emit begins a translator that emits into a program of its own.
func (a arithmetic) Emit(fn *ssa.Function, vals map[ssa.Value]known.Value) evaluate.Emitter {
	t := *a.t
	t.out = new(program.Program)
	t.names = names.New()
	t.uniforms, t.derivedBy = map[string]*program.Uniform{}, map[string]string{}
	var all operands
	all.translator, all.fn = &t, fn
	all.emission = &emission{f: &emitted{name: "t"}, vals: vals, mem: map[string]*memory{},
		hints: map[ssa.Value]string{}}
	return numberEmitter{newBody(all)}
}

// numberEmitter emits instructions on numbers, one at a time.
type numberEmitter struct{ b *body }

// Instruction emits an instruction.
func (n numberEmitter) Instruction(in ssa.Instruction) (ops []program.Instr, out known.Value, why string) {
	b := n.b
	v := in.(ssa.Value)
	mine := b.vals[v]
	b.block = &program.Block{}
	b.cur = in
	if why := n.translate(in); why != "" {
		return nil, nil, why
	}
	out = b.vals[v]
	b.vals[v] = mine
	return b.block.Instrs, out, ""
}

// translate runs the translator, and says why it refuses.
func (n numberEmitter) translate(in ssa.Instruction) (why string) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *refusal:
			why = p.err.Msg
		default:
			panic(p)
		}
	}()
	n.b.instruction(in)
	return ""
}

// Operation emits what a function without source is.
func (n numberEmitter) Operation(name string, in []program.Operand) (ops []program.Instr, out []program.Operand) {
	n.b.block = &program.Block{}
	out = intrinsics[name](&n.b.coder, &intrinsicCall{in: in})
	return n.b.block.Instrs, out
}
