package builder

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// If runs then where cond holds, and the optional els elsewhere.
func (f *Func) If(cond any, then func(), els ...func()) {
	c, ok := f.condition(cond)
	if !ok {
		return
	}
	if len(els) > 1 {
		f.b.errorf("an If has one else, not %d", len(els))
	}
	yes, end := f.label("then"), f.label("join")
	no := end
	if len(els) > 0 {
		no = f.label("else")
	}
	f.terminate(program.BranchOp{Cond: c, Then: yes, Else: no, Pos: caller()})
	reached := len(els) == 0
	f.start(yes)
	then()
	reached = f.jump(end) || reached
	if len(els) > 0 {
		f.start(no)
		els[0]()
		reached = f.jump(end) || reached
	}
	if reached {
		f.start(end)
	}
}

// jump ends the block with a goto, if there is a block, and reports whether
// there was.
func (f *Func) jump(label string) bool {
	if f.block == nil {
		return false
	}
	f.terminate(program.GotoOp{Target: label, Pos: caller()})
	return true
}

// condition checks that the body of f is being built and that cond is a scalar
// bool, a value or a Go constant.
func (f *Func) condition(cond any) (program.Operand, bool) {
	if !f.here() {
		return program.Operand{}, false
	}
	f.open()
	o, t, ok := f.operand(cond, program.Bool)
	if ok && (!t.IsLeaf() || !t.Leaf().Equal(program.Scalar(program.Bool))) {
		f.b.errorf("the condition is not a scalar bool")
		ok = false
	}
	return o, ok
}

// While runs body as long as cond, which is built in every round's beginning,
// gives true.
func (f *Func) While(cond func() Value, body func()) {
	if !f.here() {
		return
	}
	test, do, end := f.label("while"), f.label("body"), f.label("done")
	f.open()
	f.jump(test)
	f.start(test)
	c, ok := f.condition(cond())
	if !ok {
		c = program.Lit(program.Bool, 0)
	}
	f.terminate(program.BranchOp{Cond: c, Then: do, Else: end, Pos: caller()})
	f.start(do)
	f.inLoop(loop{next: test, end: end}, body)
	f.jump(test)
	f.start(end)
}

// For runs body for i = from, from+1, … below to, as 64-bit integers. to is
// read before the first round only.
func (f *Func) For(from, to any, body func(i Value)) {
	if !f.here() {
		return
	}
	f.open()
	i, limit := f.Var("i", Int64), f.Var("limit", Int64)
	i.Set(from)
	limit.Set(to)
	test, do, next, end := f.label("for"), f.label("body"), f.label("next"), f.label("done")
	f.jump(test)
	f.start(test)
	c := i.Lt(limit)
	f.terminate(program.BranchOp{Cond: c.operand, Then: do, Else: end, Pos: caller()})
	f.start(do)
	f.inLoop(loop{next: next, end: end}, func() { body(i) })
	f.jump(next)
	f.start(next)
	i.Set(i.Add(1))
	f.jump(test)
	f.start(end)
}

func (f *Func) inLoop(l loop, body func()) {
	f.loops = append(f.loops, l)
	body()
	f.loops = f.loops[:len(f.loops)-1]
}

// Break leaves the innermost loop.
func (f *Func) Break() {
	if l, ok := f.innermost("Break"); ok {
		f.terminate(program.GotoOp{Target: l.end, Pos: caller()})
	}
}

// Continue goes on with the next round of the innermost loop.
func (f *Func) Continue() {
	if l, ok := f.innermost("Continue"); ok {
		f.terminate(program.GotoOp{Target: l.next, Pos: caller()})
	}
}

func (f *Func) innermost(what string) (loop, bool) {
	if !f.here() {
		return loop{}, false
	}
	if len(f.loops) == 0 {
		f.b.errorf("%s outside a loop", what)
		return loop{}, false
	}
	return f.loops[len(f.loops)-1], true
}

// Arm is one case of a Switch.
type Arm struct {
	value int64
	body  func()
}

// Case returns what Switch runs where its value equals v.
func Case(v int64, body func()) Arm { return Arm{v, body} }

// Switch runs the case that x equals, or otherwise; otherwise may be nil.
func (f *Func) Switch(x Value, otherwise func(), cases ...Arm) {
	if !f.here() || !x.valid() || !f.usable(x) {
		return
	}
	if !x.typ.IsLeaf() || !x.dtype().IsInt() {
		f.b.errorf("a switch on %s, which is not an integer", x.operand)
		return
	}
	end := f.label("join")
	t := program.SwitchOp{X: x.operand, Default: end, Pos: caller()}
	if otherwise != nil {
		t.Default = f.label("default")
	}
	seen := map[int64]bool{}
	for _, c := range cases {
		bits, ok := constantBits(x.dtype(), c.value)
		if !ok || seen[c.value] {
			f.b.errorf("the case %d is there twice or does not fit %s", c.value, x.dtype())
			continue
		}
		seen[c.value] = true
		t.Values = append(t.Values, bits)
		t.Labels = append(t.Labels, f.label("case"))
	}
	if len(t.Values) < len(cases) {
		return
	}
	f.terminate(t)
	reached := otherwise == nil
	for i, c := range cases {
		f.start(t.Labels[i])
		c.body()
		reached = f.jump(end) || reached
	}
	if otherwise != nil {
		f.start(t.Default)
		otherwise()
		reached = f.jump(end) || reached
	}
	if reached {
		f.start(end)
	}
}

// Return ends the function with one value for each result.
func (f *Func) Return(values ...any) {
	if !f.here() {
		return
	}
	in := &program.PrimOp{Op: program.OpCopy, Pos: caller()}
	ok := f.pass("returns", f.results, values, func(o program.Operand, to field) {
		in.In = append(in.In, o)
		in.Out = append(in.Out, program.Output{Name: to.variable})
	})
	if ok && len(in.Out) > 0 {
		f.emit(in)
	}
	f.terminate(program.GotoOp{Target: program.Exit, Pos: in.Pos})
}

// pass checks values against the fields that take them and calls give for each
// pair.
func (f *Func) pass(verb string, fields []field, values []any, give func(program.Operand, field)) bool {
	if len(fields) != len(values) {
		f.b.errorf("%s %d values, not %d", verb, len(fields), len(values))
		return false
	}
	good := true
	for i, to := range fields {
		d := program.Invalid
		if to.typ.IsLeaf() {
			d = to.typ.Leaf().Dtype
		}
		o, t, ok := f.operand(values[i], d)
		if ok && !o.IsLiteral() && !sameType(t, to.typ) {
			f.b.errorf("%s as %s, value %d, a value of another type", verb, to.name, i+1)
			ok = false
		}
		if !ok {
			good = false
			continue
		}
		give(o, to)
	}
	return good
}

// sameType reports whether two types have the same leaves in the same tuples.
func sameType(t, u program.Type) bool {
	if !program.SameShape(t, u) {
		return false
	}
	us := u.Flatten()
	for i, leaf := range t.Flatten() {
		if !leaf.Equal(us[i]) {
			return false
		}
	}
	return true
}

// CallAll calls a function and returns its results.
func (f *Func) CallAll(callee *Func, args ...any) []Value {
	if !f.here() {
		return nil
	}
	if callee == nil || callee.b != f.b {
		f.b.errorf("a call of a function that is none of this program's")
		return nil
	}
	call := &program.FunctionCallOp{Callee: callee.name, Pos: caller()}
	ok := f.pass(callee.name+" takes", callee.params, args, func(o program.Operand, _ field) {
		call.In = append(call.In, o)
	})
	results := make([]Value, len(callee.results))
	if !ok {
		return results
	}
	for i, r := range callee.results {
		v := f.temp(r.typ)
		call.Out = append(call.Out, v.operand.Name)
		results[i] = v
	}
	f.emit(call)
	return results
}

// Call calls a function that has one result and returns it.
func (f *Func) Call(callee *Func, args ...any) Value {
	if callee != nil && len(callee.results) != 1 {
		f.b.errorf("Call of %s, which has %d results; CallAll gives them all", callee.name, len(callee.results))
		return Value{}
	}
	if results := f.CallAll(callee, args...); len(results) == 1 {
		return results[0]
	}
	return Value{}
}

// Panic ends the lane with a panic's message.
func (f *Func) Panic(msg string) {
	if f.here() {
		f.terminate(program.FaultOp{Code: optab.Panic, Msg: msg, Pos: caller()})
	}
}

// Fault ends the lane with a fault code.
func (f *Func) Fault(code program.Code) {
	if f.here() {
		f.terminate(program.FaultOp{Code: code, Pos: caller()})
	}
}
