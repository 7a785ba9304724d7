package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// instruction translates one instruction, or refuses it.
func (b *body) instruction(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.DebugRef:
	case *ssa.Phi:
		b.phi(in)
	case *ssa.BinOp:
		b.binary(in)
	case *ssa.UnOp:
		b.unary(in)
	case *ssa.Convert:
		b.convert(in)
	case *ssa.ChangeType:
		b.define(b.retyped(b.value(in.X), in.Type()))
	case *ssa.Call:
		b.call(in)
	case *ssa.Extract:
		v := b.value(in.Tuple)
		from, to := b.layouts.Of(in.Tuple.Type()).Field(in.Index)
		b.define(v[from:to])
	case *ssa.Field:
		v := b.value(in.X)
		from, to := b.layouts.Of(in.X.Type()).Field(in.Field)
		b.define(v[from:to])
	case *ssa.Index:
		b.indexValue(in)
	case *ssa.MakeClosure:
		b.closure(in)
	case *ssa.MakeInterface:
		b.box(in)
	case *ssa.ChangeInterface:
		b.rebox(in)
	case *ssa.TypeAssert:
		b.assert(in)
	case *ssa.Jump:
		b.jump(in.Block())
	case *ssa.If:
		b.branch(in)
	case *ssa.Return:
		b.results(in)
	case *ssa.Panic:
		b.fault(in)
	case *ssa.Defer:
		b.deferCall(in)
	case *ssa.RunDefers:
		b.runDeferred(in)
	default:
		b.memoryInstruction(in)
	}
}

// memoryInstruction translates an instruction that makes memory or addresses, or refuses it.
func (b *body) memoryInstruction(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Alloc:
		b.alloc(in)
	case *ssa.FieldAddr:
		b.fieldAddr(in)
	case *ssa.IndexAddr:
		b.indexAddr(in)
	case *ssa.Store:
		b.store(in)
	case *ssa.Slice:
		b.sliceOf(in)
	case *ssa.MakeSlice:
		b.makeSlice(in)
	case *ssa.SliceToArrayPointer:
		b.arrayOf(in)
	case *ssa.Lookup:
		b.lookup(in)
	case *ssa.MakeMap:
		b.makeMap(in)
	case *ssa.MapUpdate:
		b.updateMap(in)
	case *ssa.Range:
		b.rangeOver(in)
	case *ssa.Next:
		b.next(in)
	default:
		b.refuseInstruction(in)
	}
}

// refuseInstruction says why an instruction has no batched form. It does not return.
func (b *body) refuseInstruction(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Go:
		b.fail("go: goroutines are not available in batched code; call the function")
	case *ssa.Send:
		b.value(in.Chan)
		b.fail("send: %s", noChannels)
	case *ssa.Select:
		b.fail("select: %s", noChannels)
	case *ssa.MakeChan:
		b.fail("make: %s", noChannels)
	}
	b.fail("this has no batched form; compute it from numbers, arrays and structs")
}

// phi joins what comes over the edges that may be taken.
func (b *flow) phi(in *ssa.Phi) {
	if b.emitting() {
		return // emitted on the edges
	}
	if before, ok := b.e.Operand(b.curOp, 0).(known.Value); ok && before.IsTop() {
		b.define(before) // whatever else comes
		return
	}
	var joined known.Value
	for i, edge := range in.Edges {
		if b.curIn[2*i] == nil {
			continue
		}
		v, ok := b.curIn[2*i+1].(known.Value)
		if !carried(edge) {
			v, ok = b.find(edge)
		}
		if !ok {
			continue
		}
		if joined == nil {
			joined = v
			continue
		}
		j, _ := joined.Join(v)
		if !b.loops[in.Block().Index] {
			keepLengths(j.(known.Value), joined, v)
		}
		joined = j.(known.Value)
	}
	if joined == nil {
		b.wait()
	}
	b.define(b.settleAll(joined))
}

// keepLengths gives the length of a slice that is one of two its limit, in the
// value that joins them. In a loop it would rise from round to round.
func keepLengths(joined, x, y known.Value) {
	for i, a := range joined {
		if a.Kind != known.Slice || x[i].Kind != known.Slice || y[i].Kind != known.Slice {
			continue
		}
		k := len(a.Nums) - 2
		m, okx := known.Limit(x[i].Nums[len(x[i].Nums)-2])
		n, oky := known.Limit(y[i].Nums[len(y[i].Nums)-2])
		if okx && oky && m >= 0 && n >= 0 && a.Nums[k] == known.Varying() {
			a.Nums[k] = known.AtMost(max(m, n))
		}
	}
}

// retyped gives numbers the leaves of a type with the same structure.
func (b *coder) retyped(v known.Value, t types.Type) known.Value {
	l := b.layouts.Of(t)
	out := make(known.Value, len(v))
	for i, a := range v {
		out[i] = a
		if a.Kind == known.Number && i < len(l.Leaves) && l.Leaves[i].Ref == nil {
			out[i].Leaf = l.Leaves[i]
		}
	}
	return out
}

// builtin translates a call of a built-in function.
func (b *body) builtin(in *ssa.Call, name string) {
	switch name {
	case "len", "cap":
		if gotypes.IsMap(in.Call.Args[0].Type()) {
			b.lengthOfMap(in)
			return
		}
		b.length(in, name)
	case "min", "max":
		b.extremum(in, name)
	case "copy":
		b.copySlice(in)
	case "append":
		b.appendSlice(in)
	case "clear":
		if gotypes.IsMap(in.Call.Args[0].Type()) {
			b.clearMap(in)
			return
		}
		b.clearSlice(in)
	case "delete":
		b.deleteKey(in)
	case "complex":
		l := b.layouts.Of(in.Type())
		b.define(known.Value{known.NumberAtom(l.Leaves[0], b.scalar(in.Call.Args[0])),
			known.NumberAtom(l.Leaves[1], b.scalar(in.Call.Args[1]))})
	case "real":
		b.defineNumber(b.value(in.Call.Args[0])[0].Nums[0])
	case "imag":
		b.defineNumber(b.value(in.Call.Args[0])[1].Nums[0])
	case "ssa:wrapnilchk":
		v := b.value(in.Call.Args[0])
		switch v[0].Kind {
		case known.Nothing:
			b.nilDereference()
		case known.Pointer:
			b.notNilPointer(v[0])
		}
		b.define(v)
	case "close":
		b.value(in.Call.Args[0])
		b.fail("%s: %s", name, insteadOfBuiltin(name))
	case "Add", "Slice", "SliceData", "String", "StringData":
		b.value(in.Call.Args[0])
		b.fail("unsafe.%s is not available in batched code, where memory has no addresses; use an index into an "+
			"array or a slice", name)
	case "ssa:deferstack":
		b.failAt(b.deferredInRange(), "defer in the body of a range over a function is not available in batched code; "+
			"call what is deferred where the function ends")
	default:
		b.fail("%s is not available in batched code; %s", name, insteadOfBuiltin(name))
	}
}

// deferredInRange is where the function first has defer in the body of a range statement.
func (b *history) deferredInRange() (at token.Pos) {
	ast.PreorderStack(b.fn.Syntax(), nil, func(n ast.Node, around []ast.Node) bool {
		_, isDefer := n.(*ast.DeferStmt)
		inRange := slices.ContainsFunc(around, func(n ast.Node) bool { _, ok := n.(*ast.RangeStmt); return ok })
		if isDefer && inRange && !at.IsValid() {
			at = n.Pos()
		}
		return true
	})
	return at
}

func insteadOfBuiltin(name string) string {
	switch name {
	case "append":
		return "a lane's memory has a fixed size; make the slice as long as it can get, and assign to its elements"
	case "print", "println":
		return "return the value and print it after the run"
	case "recover":
		return "a panic ends the lane and is reported as its fault; return a code instead"
	case "close":
		return noChannels
	}
	return "use the functions of package math"
}

// unary translates a load or an operator with one operand.
func (b *calculation) unary(in *ssa.UnOp) {
	switch in.Op {
	case token.MUL:
		b.load(in)
		return
	case token.ARROW:
		b.value(in.X)
		b.fail("receive: %s", noChannels)
	}
	t, ok := in.X.Type().Underlying().(*types.Basic)
	if !ok {
		b.fail("the operator %s on a %s is not available in batched code", in.Op, in.X.Type())
	}
	if _, ok := known.ComplexPart(t); ok {
		b.negateComplex(in)
		return
	}
	d, narrow := known.DtypeOf(t)
	x := b.scalar(in.X)
	switch in.Op {
	case token.SUB:
		b.defineNumber(b.wrapped(narrow, "neg", d, x))
	case token.XOR, token.NOT:
		b.defineNumber(b.wrapped(narrow, "not", d, x))
	default:
		b.fail("%s is not available in batched code", in.Op)
	}
}

// lookup reads a map.
func (b *body) lookup(in *ssa.Lookup) {
	if b.atom(in.X).Kind == known.Pointer {
		b.lookupLane(in)
		return
	}
	b.lookupMap(in)
}

// jump ends the block with its only edge.
func (b *flow) jump(from *ssa.BasicBlock) {
	if !b.emitting() {
		b.curOut = []instance.Operand{control{}}
		return
	}
	names, ops := b.phis(from, 0)
	b.copy(names, ops)
	b.entered[from.Succs[0]] = true
	b.block.Term = program.GotoOp{Target: b.labels[from.Succs[0]], Pos: b.at}
}

// branch ends the block with a choice.
func (b *flow) branch(in *ssa.If) {
	from := in.Block()
	cond := b.scalar(in.Cond)
	if !b.emitting() {
		b.curOut = []instance.Operand{control{}, control{}}
		if cond.IsLiteral() {
			b.curOut[cond.Bits&1] = nil
		}
		return
	}
	blk := b.block
	if cond.IsLiteral() {
		k := 0
		if cond.Bits == 0 {
			k = 1
		}
		blk.Term = program.GotoOp{Target: b.edge(from, k), Pos: b.at}
		return
	}
	blk.Term = program.BranchOp{Cond: cond, Then: b.edge(from, 0), Else: b.edge(from, 1), Pos: b.at}
}

// fault ends the lane where Go panics.
func (b *flow) fault(in *ssa.Panic) {
	if v, ok := b.find(in.X); ok {
		if name := b.watchedIn(v); name != "" {
			b.fail("whoever recovers from this panic may change %s, to which its value refers; panic with a copy", name)
		}
	}
	if b.emitting() {
		b.block.Term = program.FaultOp{Code: faultPanic, Msg: b.panicText(in.X), Pos: b.at}
	}
}
