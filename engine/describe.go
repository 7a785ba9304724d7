package engine

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program"
)

// note is what is found out about a phase while its code is made.
type note struct {
	faults []string // what may go wrong in it
	proven int      // indices that are known to be in range, so that nobody asks
	jump   bool     // the code is jumped over where no lane is there
}

// note returns the notes of a block, or some that nobody reads.
func (g *graph) note(b int) *note {
	if g.notes == nil {
		return &note{}
	}
	if g.notes[b] == nil {
		g.notes[b] = &note{}
	}
	return g.notes[b]
}

// mayFault adds a reason why lanes may fault.
func (n *note) mayFault(why string) {
	if !slices.Contains(n.faults, why) {
		n.faults = append(n.faults, why)
	}
}

// Phases describes what the code is made of: the phases in the order in which they run, where
// their lanes come from, go to and wait, and what is kept meanwhile.
func (c *Code) Phases() (string, error) {
	shape := c.shape.Load()
	text, err := shape.eachText(func(p *mapped) (string, error) { return c.phases(p.made) })
	if err == nil && len(shape.parts) == 0 {
		text += c.mayStage()
	}
	return text, err
}

// mayStage says as what stages a program may run, if that is measured to be faster.
func (c *Code) mayStage() string {
	if c.graph == nil {
		return ""
	}
	stages, err := stagesOf(c.graph.source, c.graph.cutKinds()[0], nil)
	if err != nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\nor, where that is faster, %d stages, with a queue before each but the first\n", len(stages))
	for _, s := range stages {
		var to []string
		for _, e := range s.exits {
			if e.to < 0 {
				to = append(to, "the end")
			} else {
				to = append(to, stages[e.to].entry)
			}
		}
		fmt.Fprintf(&b, "  %s\n      takes %s\n      to    %s\n", s.entry, strings.Join(s.in, ", "),
			strings.Join(to, ", "))
	}
	return b.String()
}

func (c *Code) phases(made *emitted) (string, error) {
	if made.prog == nil {
		return "", fmt.Errorf("engine: code that runs one lane at a time has no phases")
	}
	// Runs share the graph that the code was made of, so that this is another.
	g, err := made.again(c.hosts)
	if err != nil {
		return "", fmt.Errorf("engine: %w", err)
	}
	g.notes, g.jumping = map[int]*note{}, made.jumping
	t, err := makeCode(g, c.set, made.Abreast)
	if err != nil {
		return "", fmt.Errorf("engine: %w", err)
	}
	d := description{graph: g, entries: g.entries()}
	d.inside = g.crossings(g.turnItems(), d.turn)
	return d.text(t, c.set), nil
}

// description writes about a graph.
type description struct {
	*graph
	entries
	strings.Builder
	names, sources int // how wide their columns are
}

func (d *description) text(t *emitted, set *instructions) string {
	for b := range d.blocks {
		depth := 1 + len(d.nests[b])
		if slices.ContainsFunc(d.gates, func(w gate) bool { return w.has(b) }) {
			depth++
		}
		d.names = max(d.names, 2*depth+len(d.blocks[b].Name))
		d.sources = max(d.sources, len(d.sourceOf(b)))
	}
	fmt.Fprintf(d, "%s on %s: %s, %s of %s at a time\n", d.prog.Name, set.name,
		counted.Of(len(d.blocks), "phase"), counted.Of(t.Abreast, "group"), counted.Of(t.Lanes, "lane"))
	if t.Short {
		d.WriteString("integers of 64 bits are small here, and have 32" + d.unless(t) + "\n")
	}
	if !slices.Contains(d.part, turning) {
		d.section("straight: each pass takes the next inputs and runs every phase once; nobody waits", prologue)
	} else {
		d.section("prologue: for lanes that begin", prologue)
		fmt.Fprintln(d, "\nturn: for all lanes that are in flight, again and again")
		d.items(d.turnItems(), 0)
		title := "epilogue: for lanes that end, which then take the next inputs"
		if t.waitFor > 0 {
			title += fmt.Sprintf(", once waiting has cost a group %s", counted.Of(t.waitFor/t.Lanes, "turn"))
		}
		d.section(title, epilogue)
	}
	d.variables(t)
	return trimmed(d.String())
}

// trimmed is text without spaces at the ends of lines.
func trimmed(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}

// section describes the phases of a part.
func (d *description) section(title string, of part) {
	fmt.Fprintf(d, "\n%s\n", title)
	if blocks := d.blocksOf(of); len(blocks) > 0 {
		d.phases(blocks, 0)
	} else {
		fmt.Fprintln(d, "  no phases")
	}
}

// items describes parts of the turn, so many regions inside.
func (d *description) items(items []item, depth int) {
	for _, it := range items {
		indent := strings.Repeat("  ", depth+1)
		switch {
		case it.gate != nil:
			fmt.Fprintf(d, "%sonce enough lanes wait at %s\n", indent, d.blocks[it.gate.at].Name)
		case it.region != nil:
			fmt.Fprintf(d, "%sloop until no lane is at %s\n", indent, d.blocks[it.header].Name)
		default:
			d.phases(it.blocks, depth)
		}
		d.items(it.items, depth+1)
	}
}

// phases describes phases, so many regions inside.
func (d *description) phases(blocks []int, depth int) {
	for _, b := range blocks {
		var from, to []string
		if b == 0 {
			from = append(from, "the start")
		}
		for _, x := range d.flow.Preds[b] {
			from = append(from, d.edge(x, b, d.blocks[x].Name))
		}
		for _, x := range d.succs[b] {
			if name := d.edge(b, x, d.nameOf(x)); !slices.Contains(to, name) {
				to = append(to, name)
			}
		}
		if len(to) == 0 {
			to = append(to, "nowhere")
		}
		indent := strings.Repeat("  ", depth+1)
		notes := strings.Join(d.notesOf(b), "; ")
		fmt.Fprintf(d, "%-*s   %-*s   %s\n", d.names, indent+d.blocks[b].Name, d.sources, d.sourceOf(b), notes)
		fmt.Fprintf(d, "%s    from %s\n%s    to   %s\n", indent, strings.Join(from, ", "), indent,
			strings.Join(to, ", "))
	}
}

func (d *description) nameOf(b int) string {
	if b == len(d.blocks) {
		return "the end"
	}
	return d.blocks[b].Name
}

// edge names a block that an edge comes from or goes to, and says when it is passed, if not
// at once.
func (d *description) edge(from, to int, name string) string {
	switch {
	case d.gated(from, to):
		return name + " (once enough lanes are there)"
	case d.part[from] != turning || d.partOf(to) != turning || to > from:
		return name
	case d.again(from, to):
		return name + " (next round)"
	}
	return name + " (next turn)"
}

// unless says when other code runs lanes, because integers are not small.
func (d *description) unless(t *emitted) string {
	var given []string
	for _, c := range t.In {
		if c.Wide {
			given = append(given, c.Name)
		}
	}
	for _, u := range t.Given {
		if u.Wide && len(d.prog.Uniform(u.Name).Data) == 0 {
			given = append(given, u.Name)
		}
	}
	text := ""
	if len(given) > 0 {
		text = fmt.Sprintf(", for batches in which %s are from -2³⁰ to 2³⁰", strings.Join(given, ", "))
	}
	if t.Rounds > 0 {
		text += fmt.Sprintf("; lanes are given back after %d turns", t.Rounds)
	}
	return text
}

// sourceOf is the line of the source that a block begins with.
func (g *graph) sourceOf(b int) string {
	pos := g.blocks[b].Term.Position()
	for _, in := range slices.Backward(g.blocks[b].Instrs) {
		if p := in.Position(); p.IsValid() {
			pos = p
		}
	}
	return lineOf(pos.In(g.prog.File))
}

// lineOf is a line of the source, without directories and column; "" if it is unknown.
func lineOf(pos program.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	return fmt.Sprintf("%s:%d", filepath.Base(pos.File), pos.Line)
}

// notesOf is what else there is to say about a phase.
func (d *description) notesOf(b int) (list []string) {
	switch {
	case d.hosts[b]:
		var ops []string
		for _, op := range d.hostOps(b) {
			ops = append(ops, op.Op.String())
		}
		list = append(list, "lanes wait until Go has run "+strings.Join(ops, ", "))
	case slices.Contains(d.turn, b):
		list = append(list, "lanes wait for the next turn")
	case slices.Contains(d.inside, b):
		list = append(list, "lanes wait for their part of the turn")
	case slices.Contains(d.end, b):
		list = append(list, "lanes wait until they end")
	}
	n := d.note(b)
	if n.jump {
		list = append(list, "jumped over where no lane is here")
	}
	if n.proven > 0 {
		list = append(list, counted.Of(n.proven, "bound")+" proven")
	}
	if len(n.faults) > 0 {
		list = append(list, "may fault: "+strings.Join(n.faults, ", "))
	}
	return list
}

// variables describes what is kept, and memory.
func (d *description) variables(t *emitted) {
	w := tabwriter.NewWriter(&d.Builder, 0, 0, 3, ' ', 0)
	line := func(what string, list []string) {
		if len(list) == 0 {
			list = []string{"none"}
		}
		fmt.Fprintf(w, "%s\t%s\n", what, strings.Join(list, ", "))
	}
	var kept, same, arrays, stacks, returns, uniforms []string
	for _, name := range t.state {
		if text := fmt.Sprint(name, " ", d.typeOf(name)); d.same[name] {
			same = append(same, text)
		} else {
			kept = append(kept, text)
		}
	}
	for _, o := range d.memory {
		name := strings.TrimPrefix(o.name, "stack of ")
		text := fmt.Sprintf("%s %s (%s, %d bytes)", name, o.typ, counted.Of(o.rows(), "row"), 64*o.rows())
		switch {
		case o.at != inGroup:
		case o.stack:
			stacks = append(stacks, text)
		default:
			arrays = append(arrays, text)
		}
	}
	for _, b := range d.sites {
		returns = append(returns, d.nameOf(b))
	}
	for _, u := range d.prog.Uniforms {
		uniforms = append(uniforms, u.Name)
	}
	fmt.Fprintln(w)
	line("kept for each lane", kept)
	line("the same for all lanes", append(same, uniforms...))
	line("arrays of a group", arrays)
	line("stacks of a group", stacks)
	line("calls return to", returns)
	w.Flush()
}
