package engine

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
)

// widen makes code, and once more if it turned out to have numbers wider than those of the
// program: what is as wide as the widest changes then.
func (g *graph) widen(make func() error) error {
	before := g.width
	if err := make(); err != nil {
		return err
	}
	switch {
	case g.wide != nil && g.width == 8:
		return errNotShort
	case g.width == before:
		return nil
	}
	for name := range g.own {
		g.own[name] = g.numbers()
	}
	for i, o := range g.memory {
		if o.name == stackOf(returnTo) || o.name == wordsSaved {
			g.memory[i].typ = g.numbers()
		}
	}
	return make()
}

// runCycles is after about how many cycles code is left: within 100 µs of a slow processor.
const runCycles = 100_000

// cyclesOf is about how many cycles code takes that goes through its instructions once: one for two or three of them.
func cyclesOf(a *codegen.Assembled) int { return 1 + len(a.Lines)/2 }

// assembled makes code of what was emitted.
func assembled(e *codegen.Emitter, set *instructions, l layout, g *graph, groups, looks int) (*emitted, error) {
	a, err := e.Assemble()
	if err != nil {
		return nil, err
	}
	turn := cyclesOf(a) + groups*countedAs*orders(g.prog.Graph.Blocks)
	fuel := 1 + runCycles/int64(turn)/int64(looks)
	c := &emitted{
		Layout: turns.Layout{
			Lanes: e.Lanes, Width: g.width, Abreast: groups, Groups: l.groups, First: l.group(0),
			Step:  l.group(1) - l.group(0),
			Bytes: l.bytes(), Clear: l.arrays(), Fuel: fuel * int64(looks),
		},
		prog: g.source, nesting: g.nesting, jumping: g.jumping, marks: g.marks.list, state: l.state, Assembled: a,
		name: fmt.Sprintf("lockstep.%s[%s,%dx%d]", g.prog.Name, set.name, groups, e.Lanes),
	}
	if c.Short = g.wide != nil; slices.Contains(g.part, turning) {
		c.Rounds = g.rounds
	}
	column := func(name string, at objectHome) turns.Column {
		if g.wide[name] {
			c := turns.Column{Name: name, Size: 8, Elements: 1, Wide: true}
			if at == inColumn {
				may := inputRange(g.typeOf(name))
				c.From, c.To = may.Lo, may.Hi
			}
			return c
		}
		size := stored(g.typeOf(name)).Size()
		if k := g.column(name, at); k >= 0 {
			if narrow := g.narrow(g.memory[k], set.target); narrow > 0 {
				size = narrow
			}
		}
		return turns.Column{Name: name, Size: size, Elements: g.elements(program.Ref(name))}
	}
	for _, name := range l.in {
		c.In = append(c.In, column(name, inColumn))
	}
	for _, name := range l.out {
		c.Out = append(c.Out, column(name, toColumn))
	}
	for _, u := range l.given {
		to := turns.Given{Name: u.name, Table: u.table, Axis: u.axis, Least: u.least}
		if to.Wide = g.wide[u.name] && u.axis == 0; to.Wide {
			may := inputRange(g.source.Uniform(u.name).Type.Dtype)
			to.From, to.To = may.Lo, may.Hi
		}
		c.Given = append(c.Given, to)
	}
	c.Records = g.records
	return c, nil
}
