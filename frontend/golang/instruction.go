package golang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

const faultPanic = optab.Panic

// instruction translates one instruction. The last case is for what slipped
// past the checker.
func (b *body) instruction(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi:
	case *ssa.BinOp:
		b.binary(in)
	case *ssa.UnOp:
		b.unary(in)
	case *ssa.Convert:
		b.convert(in)
	case *ssa.ChangeType:
		b.vals[in] = b.value(in.X)
	case *ssa.Call:
		b.call(in)
	case *ssa.Extract:
		ops := b.value(in.Tuple)
		from, to := b.layouts.of(in.Tuple.Type()).field(in.Index)
		b.vals[in] = ops[from:to]
	case *ssa.Field:
		ops := b.value(in.X)
		from, to := b.layouts.of(in.X.Type()).field(in.Field)
		b.vals[in] = ops[from:to]
	case *ssa.Index:
		b.element(in)
	case *ssa.Alloc:
		b.alloc(in)
	case *ssa.FieldAddr:
		b.fieldAddr(in)
	case *ssa.IndexAddr:
		b.indexAddr(in)
	case *ssa.Store:
		b.store(in)
	case *ssa.Jump:
		b.jump(in.Block())
	case *ssa.If:
		b.branch(in)
	case *ssa.Return:
		b.results(in)
	case *ssa.Panic:
		b.fault(in)
	case *ssa.MakeInterface:
		for _, r := range *in.Referrers() {
			switch r.(type) {
			case *ssa.Panic, *ssa.DebugRef:
			default:
				b.fail("%s", noInterfaces)
			}
		}
	default:
		b.fail("%s is not available in batched code", in)
	}
}

// call translates a call of a function, a built-in or an intrinsic.
func (b *body) call(in *ssa.Call) {
	if builtin, ok := in.Call.Value.(*ssa.Builtin); ok {
		switch builtin.Name() {
		case "len":
			b.length(in)
		case "min", "max":
			b.extremum(in, builtin.Name())
		default:
			b.fail("%s is not available in batched code", builtin.Name())
		}
		return
	}
	callee := in.Call.StaticCallee()
	if callee == nil {
		b.fail("%s", noFuncs)
	}
	if callee.Blocks == nil {
		b.intrinsic(in, callee)
		return
	}
	if _, ok := in.Call.Value.(*ssa.MakeClosure); ok {
		b.fail("%s", noFuncs)
	}
	for _, p := range callee.Params {
		if why := whyNot(p.Type()); why != "" {
			b.fail("%s: parameter %s: %s", callee.Name(), p.Name(), why)
		}
	}
	for v := range callee.Signature.Results().Variables() {
		if why := whyNot(v.Type()); why != "" {
			b.fail("%s: result: %s", callee.Name(), why)
		}
	}
	f := b.function(callee)
	op := &program.FunctionCallOp{Callee: f.name, Pos: b.at}
	for i, a := range in.Call.Args {
		for k, o := range b.value(a) {
			op.In = append(op.In, b.shaped(o, b.layouts.of(callee.Params[i].Type()).leaves[k]))
		}
	}
	op.Out = b.callResults(in)
	b.emit(op)
}

// callResults declares the variables that receive what a call returns. A tuple
// takes the names of what its parts are assigned to.
func (b *body) callResults(in *ssa.Call) []string {
	tuple, ok := in.Type().(*types.Tuple)
	if !ok {
		return b.define(in)
	}
	hints := make([]string, tuple.Len())
	for _, r := range *in.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && hints[x.Index] == "" {
			hints[x.Index] = b.hints[x]
		}
	}
	var names []string
	for i, h := range hints {
		if h == "" {
			h = "t"
		}
		names = append(names, b.newVarsFor(h, b.layouts.of(tuple.At(i).Type()))...)
	}
	b.vals[in] = refs(names)
	return names
}

// unary translates a load or an operator with one operand.
func (b *body) unary(in *ssa.UnOp) {
	if in.Op == token.MUL {
		b.load(in)
		return
	}
	t, ok := in.X.Type().Underlying().(*types.Basic)
	if !ok || whyNot(t) != "" {
		b.fail("%s is not available in batched code", in)
	}
	d, narrow := dtypeOf(t)
	x := b.scalar(in.X)
	dst := b.define(in)[0]
	switch in.Op {
	case token.SUB:
		b.wrapped(dst, narrow, "neg", d, x)
	case token.XOR, token.NOT:
		b.wrapped(dst, narrow, "not", d, x)
	default:
		b.fail("%s is not available in batched code", in.Op)
	}
}
