package superblock

import (
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/batch/plan"
)

// String describes the executors: the superblock of each, and its ways out with what they are
// linked to and how hot they are.
func (p *Pool) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b strings.Builder
	for _, x := range *p.made.Load() {
		if x == nil {
			continue
		}
		s := x.Superblock
		names := make([]string, len(s.Trail))
		for i, t := range s.Trail {
			names[i] = p.plan.Name(t)
		}
		uops, exits, code := x.bytes()
		fmt.Fprintf(&b, "executor %d: %s\n", x.ID, strings.Join(names, " "))
		fmt.Fprintf(&b, "    entered %d times by %d lanes; %d micro-ops\n", x.times, x.entered, len(s.Steps))
		fmt.Fprintf(&b, "    bytes: %d for micro-ops, %d for exits, %d for code\n", uops, exits, code)
		b.WriteString(s.Text())
		for i := range x.Exits {
			e := &x.Exits[i]
			h := heat{e.lanes, e.epoch}
			hot := temperature(e.Link(), h.now(p.stats.Epoch))
			fmt.Fprintf(&b, "    way %d to %s: %d lanes, %s", i, p.target(e), x.ways[i], hot)
			if e.Delta != 0 {
				fmt.Fprintf(&b, ", delta %d", e.Delta)
			}
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "    %d micro-ops may fault\n", len(x.Unlikely))
	}
	for i, why := range p.alone {
		if why != "" {
			fmt.Fprintf(&b, "%s is in no superblock: %s\n", p.plan.Name(i), why)
		}
	}
	return b.String()
}

// target is the name of the block that an exit leads to.
func (p *Pool) target(e *Exit) string {
	if e.Target == dynamic {
		return "where it was called"
	}
	return p.plan.Name(int(e.Target))
}

func temperature(link int, lanes uint32) string {
	if link != 0 {
		return fmt.Sprintf("hot, linked to executor %d", link)
	}
	return fmt.Sprintf("cold at %d", lanes)
}

// DOT is the graph of executors in the language of Graphviz: an edge for each way out that
// lanes took, dashed where it is cold.
func (p *Pool) DOT() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b strings.Builder
	b.WriteString("digraph executors {\n    node [shape=box, fontname=monospace]\n")
	blocks := map[int]bool{}
	for _, x := range *p.made.Load() {
		if x == nil {
			continue
		}
		fmt.Fprintf(&b, "    x%d [label=\"executor %d: %s\\n%d blocks, %d micro-ops\\n%d lanes\"]\n",
			x.ID, x.ID, p.plan.Name(x.Superblock.Entry()), len(x.Superblock.Trail), len(x.Superblock.Steps), x.entered)
		for i := range x.Exits {
			e := &x.Exits[i]
			switch link := e.Link(); {
			case x.ways[i] == 0 || e.Target == dynamic:
			case link != 0:
				fmt.Fprintf(&b, "    x%d -> x%d [label=\"%d\"]\n", x.ID, link, x.ways[i])
			default:
				blocks[int(e.Target)] = true
				fmt.Fprintf(&b, "    x%d -> b%d [label=\"%d\", style=dashed]\n", x.ID, e.Target, x.ways[i])
			}
		}
	}
	for i := range len(p.plan.Blocks) + 1 {
		if blocks[i] {
			fmt.Fprintf(&b, "    b%d [label=%q, style=dashed]\n", i, p.plan.Name(i))
		}
	}
	b.WriteString("}\n")
	return b.String()
}

var _ plan.Tier2 = (*Pool)(nil)
