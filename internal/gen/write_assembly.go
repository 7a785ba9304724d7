package gen

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
)

// assemblyArch is the GOARCH that there is assembly for.
const assemblyArch = "amd64"

// assembly is the program for an instruction set.
type assembly struct {
	set  string
	name string // of the function
	*engine.Assembly
}

// assemble makes the program's assembly, for those instruction sets that can be had. It is an
// error if there is none.
func (w *wrapper) assemble(pos program.Pos) error {
	var problem error
	for _, set := range engine.Sets(assemblyArch) {
		name := strings.TrimSuffix(w.kernel, "Kernel") + strings.ToUpper(set)
		a, err := engine.Precompile(w.lowered, set, name, 0)
		if err != nil {
			problem = cmp.Or(problem, err)
			continue
		}
		w.assembly = append(w.assembly, assembly{set, name, a})
	}
	if len(w.assembly) > 0 {
		return nil
	}
	why := strings.TrimPrefix(problem.Error(), "engine: ")
	if w.goMath {
		why += "; with -math ours mathematical functions have assembly"
	}
	return &program.Error{Pos: pos, Instr: -1, Msg: fmt.Sprintf("-asm: there is no assembly of %s: %s", w.fn, why)}
}

// sets says what assembly there is.
func (w *wrapper) sets() string {
	var names []string
	for _, a := range w.assembly {
		names = append(names, a.set)
	}
	return strings.Join(names, ", ")
}

// assemblyName is the name of a file beside the generated file, for an architecture.
func assemblyName(file, extension string) string {
	return strings.TrimSuffix(file, ".go") + "_" + assemblyArch + extension
}

// assemblyFiles writes the assembly and the file that declares it and gives it to the
// kernels.
func (p *pkg) assemblyFiles(wrappers []*wrapper, o Options, file string) map[string][]byte {
	var asm strings.Builder
	fmt.Fprintf(&asm, "%s//go:build !purego\n\n#include \"textflag.h\"\n", o.header())
	for _, w := range wrappers {
		for _, a := range w.assembly {
			fmt.Fprintf(&asm, "\n%s", a.Text)
		}
	}
	return map[string][]byte{
		assemblyName(file, ".s"): []byte(asm.String()),
		assemblyName(file, ".go"): p.file(wrappers, o, func(g *writer) {
			g.build, g.lane = "!purego", g.imports.use(lanePath, "lane")
			for _, w := range wrappers {
				g.assembly(w)
			}
		}),
	}
}

// assembly writes what declares the assembly of a wrapper.
func (g *writer) assembly(w *wrapper) {
	for _, a := range w.assembly {
		g.printf("\n// %s is the program of %s for %s.\n//\n//go:noescape\nfunc %s(frame *%s)\n", a.name, w.fn, a.set, a.name, g.predeclared("byte"))
	}
	g.printf("\nfunc init() {\n%s.Assembled(\n", w.kernel)
	for _, a := range w.assembly {
		l := a.Layout
		g.printf("%s.Assembly{Set: %q, Enter: %s, Layout: %s.Layout{\n", g.lane, a.set, a.name, g.lane)
		g.columns("In", l.In)
		g.columns("Out", l.Out)
		if len(l.Given) > 0 {
			g.printf("Given: []%s.LayoutGiven{\n", g.lane)
			for _, u := range l.Given {
				table := ""
				if u.Table {
					table = fmt.Sprintf(", Table: %s", g.predeclared("true"))
				}
				g.printf("{Name: %q%s, Axis: %d},\n", u.Name, table, u.Axis)
			}
			g.printf("},\n")
		}
		g.printf("Lanes: %d, Width: %d, Abreast: %d, Groups: %d, First: %d, Step: %d, Bytes: %d, Clear: %d, Fuel: %d,\n}},\n",
			l.Lanes, l.Width, l.Abreast, l.Groups, l.First, l.Step, l.Bytes, l.Clear, l.Fuel)
	}
	g.printf(")\n}\n")
}

// columns writes those of a layout.
func (g *writer) columns(field string, columns []turns.Column) {
	g.printf("%s: []%s.LayoutColumn{\n", field, g.lane)
	for _, c := range columns {
		g.printf("{Name: %q, Size: %d, Elements: %d},\n", c.Name, c.Size, c.Elements)
	}
	g.printf("},\n")
}
