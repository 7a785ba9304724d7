package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// Interfaces and function values that are one thing in some lanes and another in
// others (known/oneof.go): a call of one branches to a call of each option, and a
// type assertion compares the number that selects.

// asOneOf gives a value the options of another that has its own among them.
func (b *heap) asOneOf(to, v known.Atom) known.Atom {
	out := known.Value{to}.Clone()[0]
	given := make([]bool, len(to.Parts))
	which := known.Int64(0)
	for i, o := range v.Options() {
		k := to.OptionOf(o)
		if k < 0 {
			continue // the zero of memory that is written before it is read
		}
		out.Parts[k] = b.coerce(to.Parts[k:k+1], known.Value{o})[0]
		given[k] = true
		if n := known.Int64(int64(k)); i == 0 {
			which = n
		} else if !v.SameOptions(to) {
			which = b.selectNumber(program.I64, b.isNumber(v.Nums[0], int64(i)), n, which)
		}
	}
	if v.SameOptions(to) {
		which = v.Nums[0]
	}
	for k, is := range given {
		if !is {
			out.Parts[k] = b.unused(to.Parts[k])
		}
	}
	out.Nums[0] = which
	return out
}

// unused is an option with zeros for its numbers.
func (b *heap) unused(a known.Atom) known.Atom {
	v := known.Value{a}.Clone()
	leaves := v.NumberLeaves(nil)
	for i, o := range v.Flat(nil) {
		if !o.IsLiteral() && !b.isUniform(o.Name) {
			*o = program.Lit(leaves[i].Dtype, 0)
		}
	}
	b.ensureAll(v)
	return v[0]
}

// ensureAll gives the memory that an unused option refers to its variables.
func (b *heap) ensureAll(v known.Value) {
	for _, a := range v {
		if b.emitting() && a.Region != nil && a.Region.Kind == known.LaneRegion {
			b.ensure(a.Region)
		}
		b.ensureAll(a.Parts)
	}
}

// isOption tells in which lanes a value is an option of one of several; it is what a
// value that is one thing in all lanes is.
func (b *coder) isOption(a, option known.Atom) program.Operand {
	if a.Kind != known.OneOf {
		return truth(known.OneOfThese(known.Value{a}, known.Int64(0)).OptionOf(option) == 0)
	}
	k := a.OptionOf(option)
	if k < 0 {
		return truth(false)
	}
	return b.op("eq", program.I64, a.Nums[0], known.Int64(int64(k)))
}

// sameHeld compares what interfaces hold: both nothing, or equal values of one type.
func (b *heap) sameHeld(x, y known.Atom) program.Operand {
	same := truth(false)
	for _, p := range x.Options() {
		q := y
		if y.Kind == known.OneOf {
			k := y.OptionOf(p)
			if k < 0 {
				continue
			}
			q = y.Parts[k]
		}
		if p.Kind != q.Kind || p.Kind == known.Boxed && !types.Identical(p.Type, q.Type) {
			continue
		}
		equal := b.both(b.isOption(x, p), b.isOption(y, q))
		if p.Kind == known.Boxed {
			if !types.Comparable(p.Type) {
				b.fail("comparing interfaces that hold a %s panics; compare what they hold", gotypes.Short(p.Type))
			}
			equal = b.both(equal, b.same(b.layouts.Of(p.Type).Leaves, b.unboxed(p), b.unboxed(q)))
		}
		same = b.op("or", program.Bool, same, equal)
	}
	return same
}

// assertOneOf translates a type assertion on what is of different types in different lanes.
func (b *boxing) assertOneOf(in *ssa.TypeAssert, a known.Atom) {
	holds := truth(false)
	var got known.Value
	iface, toInterface := in.AssertedType.Underlying().(*types.Interface)
	for _, o := range a.Parts {
		switch {
		case o.Kind != known.Boxed:
			continue
		case toInterface && types.Implements(o.Type, iface):
			if got == nil {
				got = known.Value{o}
			} else {
				joined, _ := got.Join(known.Value{o})
				got = joined.(known.Value)
			}
		case !toInterface && types.Identical(o.Type, in.AssertedType):
			got = b.unboxed(o)
		default:
			continue
		}
		holds = b.op("or", program.Bool, holds, b.isOption(a, o))
	}
	if got == nil {
		b.asserted(in, false, nil)
		return
	}
	if toInterface {
		got = known.Value{b.amongCommon(a, got[0])}
	}
	if !in.CommaOk {
		b.require(holds, faultPanic, "interface conversion")
		b.define(got)
		return
	}
	v := b.selected(holds, got, b.zero(in.AssertedType))
	b.define(append(slices.Clone(v), known.ScalarOf(program.Bool, holds)...))
}

// amongCommon is one of several as one of the options that it has in common with another;
// where it is none of them, any.
func (b *boxing) amongCommon(a, to known.Atom) known.Atom {
	if to.Kind != known.OneOf {
		return a.Parts[a.OptionOf(to)]
	}
	which := known.Int64(0)
	options := make(known.Value, len(to.Parts))
	for k, o := range to.Parts {
		options[k] = a.Parts[a.OptionOf(o)]
		if k > 0 {
			which = b.selectNumber(program.I64, b.isOption(a, o), known.Int64(int64(k)), which)
		}
	}
	if !b.emitting() {
		which = known.Varying()
	}
	return known.OneOfThese(options, which)
}

// require faults in the lanes in which a condition does not hold.
func (b *coder) require(holds program.Operand, code program.Code, msg string) {
	if !b.emitting() || holds == truth(true) {
		return
	}
	bad, after := b.newBlock("fault"), b.newBlock("holds")
	bad.Term = program.FaultOp{Code: code, Msg: msg, Pos: b.at}
	b.block.Term = program.BranchOp{Cond: holds, Then: after.Name, Else: bad.Name, Pos: b.at}
	b.block = after
}

// callOneOf calls one of several functions, or the method of one of several types: each
// in the lanes that mean it.
func (b *body) callOneOf(in *ssa.Call, a known.Atom) {
	if b.emitting() {
		b.emitOneOf(in, a)
		return
	}
	var joined known.Value // has nothing in it where the functions have no results
	returns := false
	left := make([]*program.Error, len(a.Parts))
	b.leftOptions[b.curOp] = left
	for k, o := range a.Parts {
		b.curOut = nil
		if !b.attempt(&left[k], func() { b.callOption(&in.Call, o) }) || len(b.curOut) == 0 {
			continue
		}
		v := b.curOut[0].(known.Value)
		if returns {
			j, _ := joined.Join(v)
			v = j.(known.Value)
		}
		joined, returns = v, true
	}
	b.curOut = nil
	if !slices.Contains(left, nil) {
		panic(&refusal{err: left[0]})
	}
	if !returns {
		b.wait()
	}
	b.define(joined)
}

// attempt calls an option, and reports whether it gave something: it may have to wait, or be left
// to Go. What is refused after a call of its own is refused for all options.
func (b *body) attempt(left **program.Error, do func()) (done bool) {
	nth := b.nth
	b.called = false
	defer func() {
		switch r := recover().(type) {
		case nil:
		case waiting:
		case *refusal:
			if !b.opts.leaving || b.called {
				panic(r)
			}
			*left, b.nth = b.reasonOf(r), nth
		default:
			panic(r)
		}
	}()
	do()
	return true
}

// emitOneOf branches to a call of each option.
func (b *body) emitOneOf(in *ssa.Call, a known.Atom) {
	var to known.Value
	if v, ok := b.e.Operand(b.opOf[in], 0).(known.Value); ok {
		to, _ = b.nameResults(nil, v)
	}
	from, after := b.block, b.newBlock("called")
	term := program.SwitchOp{X: a.Nums[0], Pos: b.at}
	returns := false
	for k, o := range a.Parts {
		b.block, b.dead = b.newBlock("option"), false
		if k == len(a.Parts)-1 {
			term.Default = b.block.Name
		} else {
			term.Values, term.Labels = append(term.Values, uint64(k)), append(term.Labels, b.block.Name)
		}
		if why := b.leftOption(k); why != nil {
			b.leave(why)
			continue
		}
		if b.emitOption(in, o); b.dead {
			continue
		}
		returns = true
		b.assign(to, b.vals[in])
		b.block.Term = program.GotoOp{Target: after.Name, Pos: b.at}
	}
	from.Term = term
	b.block, b.dead = after, !returns
	b.vals[in] = to
}

// leftOption is why the call of an option is left to Go, if it is.
func (b *body) leftOption(k int) *program.Error {
	if left := b.leftOptions[b.opOf[b.cur]]; left != nil {
		return left[k]
	}
	return nil
}

// emitOption is the call of an option, which may be known to fault.
func (b *body) emitOption(in *ssa.Call, o known.Atom) {
	defer b.leaveRefused()
	b.callOption(&in.Call, o)
}

// assign copies the numbers of a value to variables.
func (b *body) assign(to, v known.Value) {
	given := b.coerce(to, v).Flat(nil)
	var names []string
	var ops []program.Operand
	for i, o := range to.Flat(nil) {
		if !o.IsLiteral() && !b.isUniform(o.Name) {
			names, ops = append(names, o.Name), append(ops, *given[i])
		}
	}
	b.copy(names, ops)
}

// callee is the entry that the current instruction calls: the next one, if it calls several.
func (b *body) callee() *instance.Entry { return b.e.Callees(b.opOf[b.cur])[b.nth] }
