package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// writeDot prints the graph of blocks for Graphviz, a cluster for each
// function. A block shows its instructions; an edge is labelled where a block
// has several; the way back from a call is dashed.
func writeDot(w io.Writer, p *program.Program) {
	fmt.Fprintf(w, "digraph %s {\n", quoteDot(p.Name))
	fmt.Fprintln(w, "    node [shape=box, fontname=monospace, fontsize=10];")
	fmt.Fprintln(w, "    edge [fontname=monospace, fontsize=9];")
	writeDotGraph(w, "    ", &p.Graph)
	for i, f := range p.Functions {
		if len(f.Graph.Blocks) == 0 {
			continue // lowered: its blocks are among the main graph's
		}
		fmt.Fprintf(w, "    subgraph cluster_%d {\n        label=%s;\n", i, quoteDot(f.Name))
		writeDotGraph(w, "        ", &f.Graph)
		fmt.Fprintln(w, "    }")
	}
	fmt.Fprintln(w, "}")
}

func writeDotGraph(w io.Writer, indent string, g *program.ControlFlowGraph) {
	for _, b := range g.Blocks {
		lines := []string{b.Name + ":"}
		for _, in := range b.Instrs {
			lines = append(lines, "  "+program.FormatInstr(in))
		}
		if b.Term != nil {
			lines = append(lines, "  "+program.FormatTerm(b.Term))
		}
		fmt.Fprintf(w, "%s%s [label=%s];\n", indent, quoteDot(b.Name), dotLabel(lines))
	}
	for _, b := range g.Blocks {
		for _, e := range edgesOf(b) {
			if e.to == program.Exit {
				continue // the terminator says so; one node for all would tangle the picture
			}
			fmt.Fprintf(w, "%s%s -> %s%s;\n", indent, quoteDot(b.Name), quoteDot(e.to), e.attributes)
		}
	}
}

type dotEdge struct{ to, attributes string }

func edgesOf(b *program.Block) []dotEdge {
	label := func(s string) string { return " [label=" + quoteDot(s) + "]" }
	switch t := b.Term.(type) {
	case program.BranchOp:
		return []dotEdge{{t.Then, label("true")}, {t.Else, label("false")}}
	case program.SwitchOp:
		edges := []dotEdge{{t.Default, label("default")}}
		for i, to := range t.Labels {
			edges = append(edges, dotEdge{to, label(program.FormatLiteral(program.I64, t.Values[i]))})
		}
		return edges
	case program.GotoOp:
		return []dotEdge{{to: t.Target}}
	case program.PushGotoOp:
		return []dotEdge{{t.Target, label("call")}, {t.Return, " [style=dashed]"}}
	}
	return nil
}

// dotLabel joins lines, each flush left.
func dotLabel(lines []string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, l := range lines {
		b.WriteString(escapeDot(l) + `\l`)
	}
	b.WriteByte('"')
	return b.String()
}

func quoteDot(s string) string { return `"` + escapeDot(s) + `"` }

func escapeDot(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)
}
