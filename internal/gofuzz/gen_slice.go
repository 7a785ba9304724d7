package gofuzz

import "fmt"

// longest is how long a slice of unknown length may be, for the count of steps.
const longest = 8

// anyIndex makes an index into a slice of unknown length.
func (g *gen) anyIndex() expr {
	if g.noFault > 0 {
		panic("bug: an index that may fault where none may")
	}
	return expr{text: fmt.Sprint(g.pick(3)), prec: primary, faults: true}
}

// sliceVariables are the slices in scope.
func (g *gen) sliceVariables(ok func(*variable) bool) *variable {
	var all []*variable
	for _, v := range g.vars {
		if v.t.class == slice && ok(v) {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[g.pick(len(all))]
}

func anySlice(*variable) bool { return true }

// length makes len or cap of a slice, or len of an array.
func (g *gen) length(t *typ) (expr, bool) {
	if t.text != "int" {
		return expr{}, false
	}
	if v := g.sliceVariables(anySlice); v != nil {
		return expr{text: []string{"len", "len", "cap"}[g.pick(3)] + "(" + v.name + ")", prec: primary}, true
	}
	return expr{}, false
}

// sliceValue makes a slice with the given elements: of an array, of another
// slice, or by itself.
func (g *gen) sliceValue(elem *typ, assign bool) expr {
	e, _ := g.sliceOf(elem, assign)
	return e
}

// sliceOf also returns how long the slice is at least.
func (g *gen) sliceOf(elem *typ, assign bool) (expr, int) {
	if v := g.sliceVariables(func(v *variable) bool { return v.t.elem.text == elem.text && (v.local || !assign) }); v !=
		nil && g.chance(1, 2) {
		if v.t.len > 1 && g.chance(1, 2) {
			return expr{text: v.name + "[1:]", prec: primary}, v.t.len - 1
		}
		return expr{text: v.name, prec: primary}, v.t.len
	}
	if g.chance(1, 4) {
		if e, ok := g.sliceCall(elem); ok {
			return e, 0
		}
	}
	a := g.typeOf(func(t *typ) bool { return t.class == array && t.elem.text == elem.text })
	if a != nil && g.chance(3, 4) {
		g.noFault++
		e, ok := g.place(a, assign || g.chance(1, 2))
		g.noFault--
		if ok && e.text[0] != '*' {
			return g.cutOf(e, a.len)
		}
	}
	n := 1 + g.pick(4)
	if g.chance(1, 3) {
		return expr{text: fmt.Sprintf("make([]%s, %d)", elem.text, n), prec: primary}, n
	}
	s := *sliceOf(elem, n)
	o := g.operands()
	text := s.text + "{"
	for i := range n {
		if i > 0 {
			text += ", "
		}
		text += o.next(func() expr { return g.elementOf(elem, 0) }).text
	}
	return o.of(text+"}", primary), n
}

// cutOf slices an array of n elements.
func (g *gen) cutOf(e expr, n int) (expr, int) {
	from := g.pick(n + 1)
	to := from + g.pick(n-from+1)
	text, size := "[:]", n
	switch g.pick(6) {
	case 0:
		text, size = fmt.Sprintf("[%d:]", from), n-from
	case 1:
		text, size = fmt.Sprintf("[:%d]", to), to
	case 2:
		text, size = fmt.Sprintf("[%d:%d]", from, to), to-from
	case 3, 5:
		text, size = fmt.Sprintf("[%d:%d:%d]", from, to, to+g.pick(n-to+1)), to-from
	case 4:
		if x, ok := g.place2(intType); ok {
			text, size = fmt.Sprintf("[%s&%d:]", x.text, (n+1)/2&1), n-1
			if g.on[Faults] && g.noFault == 0 && g.chance(1, 4) {
				text, size, e.faults = fmt.Sprintf("[%s:]", x.text), 0, true
			}
		}
	}
	return expr{text: e.text + text, prec: primary, faults: e.faults}, max(size, 0)
}

// takeSlice declares a slice.
func (g *gen) takeSlice() bool {
	if !g.on[Slices] {
		return false
	}
	t := g.anyType()
	if a := g.typeOf(func(t *typ) bool { return t.class == array }); a != nil && g.chance(2, 3) {
		t = a.elem
	}
	v := g.newLocal(sliceOf(t, 0))
	e, n := g.sliceOf(t, true)
	v.t.len = n
	v.fixed = true // its elements may be assigned to, but not it: that is useSlice's
	g.line("%s := %s", v.name, e.text)
	g.add(v)
	return true
}

// useSlice copies, clears, or sets an element.
func (g *gen) useSlice() bool {
	if !g.on[Slices] {
		return false
	}
	v := g.sliceVariables(func(v *variable) bool { return v.local })
	if v == nil {
		return false
	}
	switch k := g.pick(6); {
	case k == 0:
		g.line("clear(%s)", v.name)
	case k < 3:
		e := g.sliceValue(v.t.elem, false)
		if g.chance(1, 3) {
			n := g.newLocal(intType)
			g.line("%s := copy(%s, %s)", n.name, v.name, e.text)
			g.add(n)
			return true
		}
		g.line("copy(%s, %s)", v.name, e.text)
	case v.t.len > 0:
		i := g.index(v.t)
		if i.faults {
			g.noFault++
			g.noCall++
		}
		e := g.expr(v.t.elem, 2)
		if i.faults {
			g.noFault--
			g.noCall--
		}
		if i.calls || e.calls && i.faults {
			return false
		}
		g.line("%s[%s] = %s", v.name, i.text, e.text)
	default:
		x := g.expr(v.t.elem, 1)
		g.line("if len(%s) > 1 {", v.name)
		g.line("%s[len(%s)-1] = %s", v.name, v.name, x.text)
		g.line("}")
	}
	return true
}

// rangeSlice ranges over a slice.
func (g *gen) rangeSlice() bool {
	v := g.sliceVariables(anySlice)
	if v == nil || g.nesting >= maxNesting || g.cost+g.times*longest*8 > g.limit {
		return false
	}
	i, x := g.counter(intType), g.newLocal(v.t.elem)
	i.in = v.name
	moves := v.moves
	v.moves = false // while the counter is an index of it
	defer func() { v.moves = moves }()
	switch g.pick(3) {
	case 0:
		g.line("for %s := range %s {", i.name, v.name)
		if v.local && g.chance(1, 2) {
			e := g.expr(v.t.elem, 1)
			g.line("%s[%s] = %s", v.name, i.name, e.text)
			g.inLoopAfter(longest, 1, i)
			return true
		}
		g.inLoop(longest, i)
	case 1:
		g.line("for _, %s := range %s {", x.name, v.name)
		g.inLoop(longest, x)
	default:
		g.line("for %s, %s := range %s {", i.name, x.name, v.name)
		g.inLoop(longest, i, x)
	}
	return true
}

// sliceParam makes a function of a slice, which may change its elements.
func (g *gen) sliceParam() {
	fn := &function{name: g.funcName(), mutates: g.chance(1, 2)}
	fn.variadic = !fn.mutates && g.with(Variadic, 1, 2)
	end := g.begin(fn, helperLimit)
	if fn.variadic {
		g.someParams(g.pick(2) + 1)
	}
	xs := g.param("xs", sliceOf(g.anyType(), 0), true)
	xs.local = fn.mutates
	if !fn.variadic {
		g.someParams(1 + g.pick(2))
	}
	if fn.mutates {
		g.line("for i := range %s {", xs.name)
		g.line("%s[i] = %s", xs.name, g.expr(xs.t.elem, 2).text)
		g.line("}")
		g.cost += longest
		xs.local = true
		g.mutatingBody(fn, "")
	} else {
		g.resultTypes(1)
		sig := g.signature()
		g.noCallToMutating(func() {
			g.rangeSlice()
			g.statements(g.pick(3))
			g.returns(2)
		})
		g.finish("", "", sig)
		fn.cost = g.cost + 1
	}
	end()
	g.funcs = append(g.funcs, fn)
}

// appendTo fills a slice within its capacity.
func (g *gen) appendTo() bool {
	n := g.rounds()
	if !g.on[Append] || n == 0 {
		return false
	}
	t := g.anyType()
	v := g.newLocal(sliceOf(t, 0))
	v.fixed = true
	g.line("%s := make([]%s, 0, %d)", v.name, t.text, n)
	i := g.counter(intType)
	g.line("for %s := range %d {", i.name, n)
	g.vars = append(g.vars, i)
	if g.chance(1, 2) {
		g.line("if %s {", g.header(g.condition))
		g.line("%s = append(%s, %s)", v.name, v.name, g.expr(t, 2).text)
		g.line("}")
	} else {
		g.line("%s = append(%s, %s)", v.name, v.name, g.expr(t, 2).text)
		v.t.len = n
	}
	if !g.reads(i.name) {
		g.line("_ = %s", i.name)
	}
	g.vars = g.vars[:len(g.vars)-1]
	g.cost += n * g.times
	g.line("}")
	g.add(v)
	return true
}
