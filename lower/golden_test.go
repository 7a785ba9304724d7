package lower

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden runs every file of testdata: a comment, the values of input
// uniforms if there are any, a source program, what it is lowered to, the proofs
// behind its storage, and lanes to run. The lanes are run on the source program
// and after every pass.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			require.NoError(t, err)
			g := golden{t, a}
			g.check()
			if *update {
				require.NoError(t, os.WriteFile(file, txtar.Format(a), 0o666))
			}
		})
	}
}

type golden struct {
	t *testing.T
	a *txtar.Archive
}

// section returns the text of a section, which an update may write.
func (g golden) section(name string) *txtar.File {
	for i := range g.a.Files {
		if g.a.Files[i].Name == name {
			return &g.a.Files[i]
		}
	}
	last := len(g.a.Files) - 1 // the lanes to run come last
	g.a.Files = slices.Insert(g.a.Files, last, txtar.File{Name: name})
	return &g.a.Files[last]
}

func (g golden) expect(name, got string) {
	f := g.section(name)
	if *update {
		f.Data = []byte(got)
		return
	}
	require.Equal(g.t, string(f.Data), got, "section %s; run go test ./lower -update to rewrite", name)
}

func (g golden) check() {
	p, err := program.Parse("source", string(g.section("source").Data))
	require.NoError(g.t, err)
	require.NoError(g.t, program.Verify(p))
	before := p.Clone()

	opts := g.uniforms(p)
	runs := strings.Split(strings.TrimSpace(string(g.section("run").Data)), "\n")
	check := func(stage string, p *program.Program) {
		for _, line := range runs {
			in, want, _ := strings.Cut(line, " -> ")
			require.Equal(g.t, want, runLine(g.t, p, in, opts...), "inputs %s, %s:\n%s", in, stage, p)
		}
	}
	check("source", p)
	q, err := Run(p, func(pass string, after *program.Program) { check("after "+pass, after) }, Check())
	require.NoError(g.t, err)
	require.True(g.t, program.Equal(before, p), "the source program has changed")

	g.expect("lowered", q.String())
	e, err := Explain(p)
	require.NoError(g.t, err)
	g.expect("alloc", e.String())
}

// uniforms returns the values in the section uniforms: lines like "xs = 1.0,2.5".
func (g golden) uniforms(p *program.Program) []interp.Option {
	if !slices.ContainsFunc(g.a.Files, func(f txtar.File) bool { return f.Name == "uniforms" }) {
		return nil
	}
	var opts []interp.Option
	for line := range strings.Lines(string(g.section("uniforms").Data)) {
		name, values, _ := strings.Cut(strings.TrimSpace(line), " = ")
		var bits []uint64
		for _, s := range strings.Split(values, ",") {
			x, err := program.ParseLiteral(p.Uniform(name).Type.Dtype, s)
			require.NoError(g.t, err)
			bits = append(bits, x)
		}
		opts = append(opts, interp.WithUniform(name, bits...))
	}
	return opts
}

// runLine runs a program with inputs like "3 [1,2]" and returns its results in
// the same form, or its fault.
func runLine(t *testing.T, p *program.Program, line string, opts ...interp.Option) string {
	types := func(names program.Names) []program.TensorType {
		var ts []program.TensorType
		for _, name := range program.Variables(names) {
			typ, _ := p.VarDefs.Lookup(name)
			ts = append(ts, typ.Flatten()...)
		}
		return ts
	}
	fields := strings.Fields(line)
	var in []interp.Value
	for i, typ := range types(p.VarsIn) {
		v := interp.Value{Type: typ}
		for _, s := range strings.Split(strings.Trim(fields[i], "[]"), ",") {
			bits, err := program.ParseLiteral(typ.Dtype, s)
			require.NoError(t, err)
			v.Bits = append(v.Bits, bits)
		}
		in = append(in, v)
	}
	out, fault, err := interp.Run(p, in, append(opts, interp.MaxSteps(1_000_000))...)
	require.NoError(t, err)
	if fault != nil {
		return "fault " + fault.String()
	}
	var words []string
	for _, v := range out {
		var elems []string
		for _, bits := range v.Bits {
			elems = append(elems, program.FormatLiteral(v.Type.Dtype, bits))
		}
		s := strings.Join(elems, ",")
		if len(v.Type.Shape) > 0 {
			s = fmt.Sprintf("[%s]", s)
		}
		words = append(words, s)
	}
	return strings.Join(words, " ")
}

// readGolden returns the source section of a golden file.
func readGolden(name string) (string, error) {
	a, err := txtar.ParseFile("testdata/" + name + ".txtar")
	if err != nil {
		return "", err
	}
	return string(golden{a: a}.section("source").Data), nil
}

// blocksOf returns the printed blocks of a program's main graph, without
// declarations and comments.
func blocksOf(p *program.Program) string {
	_, text, _ := strings.Cut(p.String(), "\nfunc "+program.MainName)
	var lines []string
	for _, line := range strings.Split(text, "\n")[1:] {
		if line == "}" {
			break
		}
		code, _, _ := strings.Cut(line, "//")
		lines = append(lines, strings.TrimRight(code, " ")+"\n")
	}
	return strings.Join(lines, "")
}
