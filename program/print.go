package program

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// PrintOption changes what Print shows.
type PrintOption func(*printer)

// WithPositions prints the program's file and the position of every
// instruction and function, as "@line:col" or `@"file":line:col`.
func WithPositions() PrintOption { return func(pr *printer) { pr.positions = true } }

// Print returns the canonical text form of a program. It survives broken
// programs: what has no text is printed between angle brackets, which the
// parser refuses.
func Print(p *Program, opts ...PrintOption) string {
	if p == nil {
		return "<nil program>\n"
	}
	pr := &printer{p: p}
	for _, o := range opts {
		o(pr)
	}
	pr.program()
	return pr.b.String()
}

// String returns the canonical text form without positions.
func (p *Program) String() string { return Print(p) }

const (
	indent        = "    "
	commentColumn = 40 // where comments after a label start
	alignLimit    = 20 // names and types longer than this do not widen the columns
)

type printer struct {
	b         strings.Builder
	p         *Program
	positions bool
}

func (pr *printer) linef(format string, args ...any) {
	fmt.Fprintf(&pr.b, format, args...)
	pr.b.WriteByte('\n')
}

func (pr *printer) program() {
	p := pr.p
	pr.linef("program %s %s", quoteUnlessName(p.Name), p.Dialect)
	if pr.positions && p.File != "" {
		pr.linef("file %s", strconv.Quote(p.File))
	}
	pr.declarations()
	for _, f := range p.Functions {
		pr.linef("")
		if f == nil {
			pr.linef("<nil function>")
			continue
		}
		head := fmt.Sprintf("func %s%s -> %s", f.Name, formatNames(f.VarsIn), formatNames(f.VarsOut))
		if p.Dialect == Lowered && len(f.Graph.Blocks) == 0 {
			pr.linef("%s at %s%s", head, f.Entry, pr.at(f.Pos))
			continue
		}
		pr.graph(head+pr.at(f.Pos), f.Name, &f.Graph)
	}
	pr.linef("")
	head := fmt.Sprintf("func %s%s -> %s", MainName, formatNames(p.VarsIn), formatNames(p.VarsOut))
	pr.graph(head, MainName, &p.Graph)
}

func (pr *printer) declarations() {
	p := pr.p
	if len(p.Errors) > 0 {
		pr.linef("")
	}
	for i, e := range p.Errors {
		line := fmt.Sprintf("error %d = %s", i+1, strconv.Quote(e.Text))
		if e.Var != "" {
			line += " as " + quoteUnlessName(e.Var)
		}
		pr.linef("%s", line)
	}
	if len(p.Uniforms) > 0 {
		pr.linef("")
	}
	for _, u := range p.Uniforms {
		if u == nil {
			pr.linef("<nil uniform>")
			continue
		}
		pr.linef("uniform %s : %s%s", u.Name, u.Type, formatValue(u))
	}
	if p.VarDefs.Len() > 0 {
		pr.linef("")
	}
	names, types := 0, 0
	for _, v := range p.VarDefs.All() {
		names = widen(names, v.Name)
		types = widen(types, formatType(v.Type))
	}
	for _, v := range p.VarDefs.All() {
		line := fmt.Sprintf("var %-*s : %-*s", names, v.Name, types, formatType(v.Type))
		if p.Dialect == Lowered {
			line += " " + p.Alloc(v.Name).String()
		}
		if v.Go != GoStored {
			line += " as " + v.Go.String()
			for i, text := range v.Texts {
				line += [...]string{" ", ", "}[min(i, 1)] + strconv.Quote(text)
			}
			if v.Text {
				line += " string"
			}
			if v.Nil {
				line += " nil"
			}
		}
		if v.Sparse {
			line += " sparse"
		}
		if v.Scratch {
			line += " scratch"
		}
		pr.linef("%s", strings.TrimRight(line, " "))
	}
}

func widen(width int, s string) int {
	if n := len([]rune(s)); n > width && n <= alignLimit {
		return n
	}
	return width
}

// formatValue prints what follows a uniform's type.
func formatValue(u *Uniform) string {
	if u.Def != nil {
		return " = " + formatDefinition(u.Def)
	}
	if u.Data == nil {
		return ""
	}
	if len(u.Type.Shape) == 0 && len(u.Data) == 1 {
		return " = " + FormatLiteral(u.Type.Dtype, u.Data[0])
	}
	parts := make([]string, len(u.Data))
	for i, bits := range u.Data {
		parts[i] = FormatLiteral(u.Type.Dtype, bits)
	}
	return " = [" + strings.Join(parts, ", ") + "]"
}

func (pr *printer) graph(head, fn string, g *ControlFlowGraph) {
	pr.linef("%s {", head)
	from := predecessors(g)
	for _, b := range g.Blocks {
		if b == nil {
			pr.linef("<nil block>")
			continue
		}
		label := b.Name + ":"
		if f := from[b.Name]; f != "" {
			label = fmt.Sprintf("%-*s // %s", commentColumn, label, f)
		}
		pr.linef("%s", label)
		for _, in := range b.Instrs {
			pr.linef(indent+"%s%s", FormatInstr(in), pr.atInstr(in))
		}
		pos := ""
		if b.Term != nil {
			pos = pr.at(b.Term.Position())
		}
		pr.linef(indent+"%s%s", formatTerm(b.Term, pr.p, fn), pos)
	}
	pr.linef("}")
}

// predecessors returns the comment that follows each label: where control
// comes from. A continuation is entered by the return of what its pushgoto
// called.
func predecessors(g *ControlFlowGraph) map[string]string {
	var jumps, returns = map[string][]string{}, map[string][]string{}
	add := func(m map[string][]string, to, from string) {
		if !slices.Contains(m[to], from) {
			m[to] = append(m[to], from)
		}
	}
	for _, b := range g.Blocks {
		if b == nil || b.Term == nil {
			continue
		}
		for _, t := range b.Term.Targets() {
			add(jumps, t, b.Name)
		}
		if t, ok := b.Term.(PushGotoOp); ok {
			add(returns, t.Return, b.Name)
		}
	}
	from := map[string]string{}
	for to, names := range jumps {
		from[to] = "from: " + strings.Join(names, ", ")
	}
	for to, names := range returns {
		if from[to] != "" {
			from[to] += "; "
		}
		from[to] += "return to: " + strings.Join(names, ", ")
	}
	return from
}

func (pr *printer) atInstr(in Instr) string {
	if isNilInstr(in) {
		return ""
	}
	return pr.at(in.Position())
}

func (pr *printer) at(pos Pos) string {
	if !pr.positions || !pos.IsValid() {
		return ""
	}
	s := " @"
	if pos.File != "" && pos.File != pr.p.File {
		s += strconv.Quote(pos.File) + ":"
	}
	s += itoa(pos.Line)
	if pos.Col > 0 {
		s += ":" + itoa(pos.Col)
	}
	return s
}

func quoteUnlessName(s string) string {
	if IsName(s) {
		return s
	}
	return strconv.Quote(s)
}

func formatType(t Type) string { return t.format(false, TensorType.String) }

// formatNames prints what a function takes or returns, always in parentheses.
func formatNames(n Names) string {
	if n.IsLeaf() && n.Leaf() == "" {
		return "()"
	}
	s := n.format(true, func(name string) string { return name })
	if n.Fields() != nil {
		return s
	}
	return "(" + s + ")"
}
