package gen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	_ "github.com/lockstep-simt/lockstep/codegen/forms" // of builds other than this one
	"github.com/lockstep-simt/lockstep/engine"
	_ "github.com/lockstep-simt/lockstep/engine/functions"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
)

// assemblyArchs are the GOARCHs that there is assembly for.
var assemblyArchs = []string{"amd64", "arm64"}

// assembly is the program for an instruction set.
type assembly struct {
	arch, set string
	*engine.Assembly
}

// assemble makes the program's assembly, for those instruction sets that can be had. It is an
// error if there is none.
func (w *wrapper) assemble(pos program.Pos) error {
	var problem error
	for _, arch := range assemblyArchs {
		for _, set := range engine.Sets(arch) {
			name := strings.TrimSuffix(w.program, "Func") + strings.ToUpper(set)
			list, err := engine.Precompile(w.lowered, set, name, 0)
			if err != nil {
				problem = cmp.Or(problem, err)
				continue
			}
			for _, a := range list {
				w.assembly = append(w.assembly, assembly{arch, set, a})
			}
		}
	}
	if len(w.assembly) > 0 {
		return nil
	}
	why := strings.TrimPrefix(problem.Error(), "engine: ")
	return &program.Error{Pos: pos, Instr: -1, Msg: fmt.Sprintf("-asm: there is no assembly of %s: %s", w.fn, why)}
}

// sets says what assembly there is.
func (w *wrapper) sets() string {
	var names []string
	for _, a := range w.assembly {
		names = append(names, a.set)
	}
	return strings.Join(slices.Compact(names), ", ")
}

// on returns the assembly of a wrapper for an architecture.
func (w *wrapper) on(arch string) (list []assembly) {
	for _, a := range w.assembly {
		if a.arch == arch {
			list = append(list, a)
		}
	}
	return list
}

// assemblyFiles writes, for each architecture that a wrapper has assembly for, that and the
// file that declares it and gives it to the programs.
func (p *pkg) assemblyFiles(wrappers []*wrapper, o Options, file string) map[string][]byte {
	files := map[string][]byte{}
	for _, arch := range assemblyArchs {
		var asm strings.Builder
		for _, w := range wrappers {
			for _, a := range w.on(arch) {
				for _, f := range a.Functions {
					fmt.Fprintf(&asm, "\n%s", f.Text)
				}
			}
		}
		if asm.Len() == 0 {
			continue
		}
		name := strings.TrimSuffix(file, ".go") + "_" + arch
		files[name+".s"] = fmt.Appendf(nil, "%s//go:build !purego\n\n#include \"textflag.h\"\n%s", o.header(),
			asm.String())
		files[name+".go"] = p.file(wrappers, o, func(g *writer) {
			g.build, g.wrap = "!purego", g.imports.use(wrapPath, "wrap")
			for _, w := range wrappers {
				g.assembly(w, w.on(arch))
			}
		})
	}
	return files
}

// assembly writes what declares assembly of a wrapper.
func (g *writer) assembly(w *wrapper, list []assembly) {
	if len(list) == 0 {
		return
	}
	for _, a := range list {
		for i, f := range a.Functions {
			what := "the program of " + w.fn
			if a.Staged {
				what = fmt.Sprintf("stage %d of %s", i+1, what)
			}
			if len(a.Records) > 0 {
				what += ", whose tables are side by side,"
			}
			g.printf("\n// %s is %s for %s.\n//\n//go:noescape\nfunc %s(frame *%s)\n", f.Name, what, a.set, f.Name,
				g.predeclared("byte"))
		}
	}
	g.printf("\nfunc init() {\n%s.Assembled(\n", w.program)
	for _, a := range list {
		if !a.Staged {
			g.printf("%s.Assembly{Set: %q, Enter: %s, Layout: ", g.wrap, a.set, a.Functions[0].Name)
			g.layout(&a.Layout)
			g.printf("},\n")
			continue
		}
		g.printf("%s.Assembly{Set: %q, Layout: ", g.wrap, a.set)
		l := a.Layout
		l.Records = nil // are those of the stages
		g.layout(&l)
		g.printf(", Stages: []%s.Stage{\n", g.wrap)
		for _, f := range a.Functions {
			g.printf("{Enter: %s, Exits: []%s.StageExit{\n", f.Name, g.wrap)
			for _, e := range f.Exits {
				g.printf("{To: %d, Take: []%s{%s}},\n", e.To, g.predeclared("int"), join(e.Take))
			}
			g.printf("}, Layout: ")
			g.layout(&f.Layout)
			g.printf("},\n")
		}
		g.printf("}},\n")
	}
	g.printf(")\n}\n")
}

// join writes numbers as a list.
func join(numbers []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ", "), "[]")
}

// layout writes the layout of code.
func (g *writer) layout(l *turns.Layout) {
	g.printf("%s.Layout{\n", g.wrap)
	g.columns("In", l.In)
	g.columns("Out", l.Out)
	if len(l.Given) > 0 {
		g.printf("Given: []%s.LayoutGiven{\n", g.wrap)
		for _, u := range l.Given {
			table := ""
			if u.Table {
				table = fmt.Sprintf(", Table: %s", g.predeclared("true"))
			}
			if u.Least > 0 {
				table += fmt.Sprintf(", Least: %d", u.Least)
			}
			if u.Wide {
				table += fmt.Sprintf(", Wide: %s, From: %d, To: %d", g.predeclared("true"), u.From, u.To)
			}
			g.printf("{Name: %q%s, Axis: %d},\n", u.Name, table, u.Axis)
		}
		g.printf("},\n")
	}
	if len(l.Records) > 0 {
		g.printf("Records: []*%s.LayoutRecords{\n", g.wrap)
		for _, r := range l.Records {
			g.printf("{Name: %q, Words: %d, Fields: []%s.LayoutField{\n", r.Name, r.Words, g.wrap)
			for _, f := range r.Fields {
				g.printf("{Table: %q, At: %d, Size: %d},\n", f.Table, f.At, f.Size)
			}
			g.printf("}},\n")
		}
		g.printf("},\n")
	}
	if len(l.Twins) > 0 {
		g.printf("Form: %q,\nTwins: []%s{\n", l.Form, g.predeclared("string"))
		for _, name := range l.Twins {
			g.printf("%q,\n", name)
		}
		g.printf("},\n")
	}
	g.printf("Lanes: %d, Width: %d, Abreast: %d,", l.Lanes, l.Width, l.Abreast)
	if l.Fuel > 0 {
		g.printf(" Groups: %d, First: %d, Step: %d, Bytes: %d, Clear: %d, Fuel: %d,", l.Groups, l.First, l.Step,
			l.Bytes, l.Clear, l.Fuel)
	}
	if l.Short {
		g.printf("\nShort: %s, Rounds: %d,", g.predeclared("true"), l.Rounds)
	}
	if l.Looks > 1 {
		g.printf("\nLooks: %d, Refill: %.3g,", l.Looks, l.Refill)
	}
	g.printf("\n}")
}

// columns writes those of a layout.
func (g *writer) columns(field string, columns []turns.Column) {
	g.printf("%s: []%s.LayoutColumn{\n", field, g.wrap)
	for _, c := range columns {
		wide := ""
		if c.Wide {
			wide = fmt.Sprintf(", Wide: %s, From: %d, To: %d", g.predeclared("true"), c.From, c.To)
		}
		g.printf("{Name: %q, Size: %d, Elements: %d%s},\n", c.Name, c.Size, c.Elements, wide)
	}
	g.printf("},\n")
}
