package gofuzz

import (
	"fmt"
	"slices"
	"strings"
)

// pointerMethod makes a method that changes its receiver.
func (g *gen) pointerMethod() {
	t := g.receiving()
	if t == nil {
		g.pointerParam()
		return
	}
	fn := &function{name: g.funcName(), recv: pointerTo(t), mutates: true}
	end := g.begin(fn, helperLimit)
	recv := &variable{name: g.localName("v"), t: fn.recv}
	g.vars = append(g.vars, recv)
	g.someParams(1 + g.pick(2))
	g.mutatingBody(fn, "("+recv.name+" "+fn.recv.text+") ")
	end()
	g.funcs = append(g.funcs, fn)
}

// pointerParam makes a function that changes what a parameter points to.
func (g *gen) pointerParam() {
	fn := &function{name: g.funcName(), mutates: true}
	end := g.begin(fn, helperLimit)
	g.someParams(1 + g.pick(2))
	g.param("ptr", pointerTo(g.anyType()), false)
	g.mutatingBody(fn, "")
	end()
	g.funcs = append(g.funcs, fn)
}

// mutatingBody finishes a function that is called for its effect, and perhaps
// for a result.
func (g *gen) mutatingBody(fn *function, receiver string) {
	if g.chance(1, 3) {
		g.resultTypes(1)
	}
	sig := g.signature()
	g.statements(2 + g.pick(3))
	if len(fn.results) > 0 {
		g.returns(2)
	} else {
		g.line("return")
	}
	g.finish(receiver, "", sig)
	fn.cost = g.cost + 1
}

// mutate calls a function that changes something. It is a statement by itself:
// beside other operands, the order would matter and be open.
func (g *gen) mutate() bool {
	return g.mutateBy(func(f *function) bool { return f.mutates })
}

// mutateBy is mutate with one of certain functions.
func (g *gen) mutateBy(ok func(*function) bool) bool {
	f := g.callee(func(f *function) bool {
		if !ok(f) {
			return false
		}
		if slices.ContainsFunc(f.params, func(v *variable) bool { return v.t.class == iface && !g.holds(v.t) }) {
			return false
		}
		for _, v := range f.params {
			if v.t.class == pointer && !g.hasPlace(v.t.elem) {
				return false
			}
		}
		return f.recv == nil || g.hasPlace(f.recv.elem)
	})
	if f == nil {
		return false
	}
	g.noFault++ // an index of the receiver beside the arguments
	call := g.callText(f, 2).text
	g.noFault--
	if len(f.results) == 0 || g.chance(1, 4) {
		g.line("%s", call)
		return true
	}
	v := g.newLocal(f.results[0])
	g.line("%s := %s", v.name, call)
	g.add(v)
	return true
}

// hasPlace reports whether there is a place of type t that may be assigned to,
// without a look at anything that may not be there.
func (g *gen) hasPlace(t *typ) bool {
	g.noFault++
	defer func() { g.noFault-- }()
	_, ok := g.place(t, true)
	return ok
}

// receiver writes what a method with a pointer receiver is called on.
func (g *gen) receiver(t *typ) string {
	e, _ := g.placeToAssign(t)
	if strings.HasPrefix(e.text, "*") {
		if g.chance(1, 2) {
			return e.text[1:]
		}
		return "(" + e.text + ")"
	}
	if g.chance(1, 8) {
		return "(&" + e.text + ")"
	}
	return e.text
}

// address writes a pointer to a place of type t.
func (g *gen) address(t *typ) expr {
	e, ok := g.placeToAssign(t)
	switch {
	case !ok:
		return expr{text: fmt.Sprintf("new(%s)", t.text), prec: primary}
	case strings.HasPrefix(e.text, "*"):
		e.text = e.text[1:]
	default:
		e.text = "&" + e.text
	}
	return e
}

// takeAddress declares a pointer to a place.
func (g *gen) takeAddress() bool {
	if !g.on[Pointers] {
		return false
	}
	t := g.anyType()
	if _, ok := g.placeToAssign(t); !ok {
		return false
	}
	p := g.newLocal(pointerTo(t))
	g.line("%s := %s", p.name, g.address(t).text)
	g.add(p)
	return true
}

// argument makes an argument that is not a plain value.
func (g *gen) argument(t *typ, mutates bool) expr {
	switch t.class {
	case pointer:
		return g.address(t.elem)
	case iface:
		return g.held(t)
	case callable:
		return g.callableValue(t)
	case text:
		return g.textValue()
	}
	return g.sliceValue(t.elem, mutates)
}
