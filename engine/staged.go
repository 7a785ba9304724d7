package engine

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
)

// newStaged puts the code of a program that runs as stages into memory, each with so many groups of lanes, or
// with the usual number if it is 0, or with as many as it has registers for.
func (c *Code) newStaged(stages []stage, groups int) (*mapped, error) {
	p, err := c.mapStages(stages, groups, true)
	if err == nil {
		p.apart = sync.OnceValues(func() (*mapped, error) { return c.mapStages(stages, groups, false) })
	}
	return p, err
}

func (c *Code) mapStages(stages []stage, groups int, records bool) (*mapped, error) {
	all, list := &mapped{}, []turns.Stage{}
	for i := range stages {
		t, err := stages[i].code(c.set, c.hosts, groups, records)
		if err != nil {
			return nil, err
		}
		part, err := c.intoMemory(t)
		if err != nil {
			return nil, err
		}
		all.parts = append(all.parts, part)
		list = append(list, turns.Stage{Shape: part.Shape, Exits: stages[i].ways()})
	}
	all.Shape = turns.Staged(c.usual.Layout, list)
	return all, nil
}

// code is that of a stage, which reads tables as records or each alone.
func (s *stage) code(set *instructions, hosts func(op program.Opcode) bool, groups int, records bool) (*emitted,
	error) {
	g, err := newHostingGraph(s.prog, hosts, UsualNesting)
	if err != nil {
		return nil, err
	}
	if records {
		g.findRecords(set)
	}
	t, err := usualCode(g, set, groups)
	for n := groups - 1; n > 0 && err != nil; n-- {
		t, err = makeCode(g, set, n)
	}
	return t, err
}

// ways says where in the columns of a stage's code that is which goes with lanes.
func (s *stage) ways() (list []turns.StageExit) {
	out := program.Variables(s.prog.VarsOut)
	for _, e := range s.exits {
		x := turns.StageExit{To: e.to}
		for _, name := range e.take {
			at := slices.Index(out, name)
			if in := slices.Index(s.in, name); at < 0 && in >= 0 {
				at = len(out) + in
			}
			x.Take = append(x.Take, at)
		}
		list = append(list, x)
	}
	return list
}

// codes are the pieces of code that run: one, or that of each stage.
func (p *mapped) codes() []*mapped {
	if len(p.parts) > 0 {
		return p.parts
	}
	return []*mapped{p}
}

// title says which of the stages code is of.
func (p *mapped) title(i int) string {
	return fmt.Sprintf("stage %d of %d", i+1, len(p.parts))
}

// eachText is what there is to say of the pieces of code.
func (p *mapped) eachText(of func(p *mapped) (string, error)) (string, error) {
	var b strings.Builder
	for i, part := range p.codes() {
		text, err := of(part)
		if err != nil {
			return "", err
		}
		if len(p.parts) > 0 {
			fmt.Fprintf(&b, "%s\n\n%s\n", p.title(i), text)
		} else {
			b.WriteString(text)
		}
	}
	return b.String(), nil
}
