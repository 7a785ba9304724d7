package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/lockstep-simt/lockstep/internal/golden"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// TestGolden runs every file of testdata: a comment, the values of input
// uniforms if there are any, a source program, what it is lowered to, the proofs
// behind its storage, and lanes to run. The lanes are run on the source program
// and after every pass.
func TestGolden(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", checkGolden)
}

func checkGolden(t *testing.T, a *golden.Archive) {
	p, err := program.Parse("source", a.Section("source"))
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	before := p.Clone()

	opts := uniformsOf(t, a, p)
	runs := strings.Split(strings.TrimSpace(a.Section("run")), "\n")
	check := func(stage string, p *program.Program) {
		for _, line := range runs {
			in, want, _ := strings.Cut(line, " -> ")
			require.Equal(t, want, runLine(t, p, in, opts...), "inputs %s, %s:\n%s", in, stage, p)
		}
	}
	check("source", p)
	q, err := Run(p, func(pass string, after *program.Program) { check("after "+pass, after) }, Check())
	require.NoError(t, err)
	require.True(t, program.Equal(before, p), "the source program has changed")

	a.Expect("lowered", q.String())
	e, err := Explain(p)
	require.NoError(t, err)
	a.Expect("alloc", e.String())
}

// uniformsOf returns the values in the section uniforms: lines like "xs = 1.0,2.5".
func uniformsOf(t *testing.T, a *golden.Archive, p *program.Program) []interp.Option {
	if !a.Has("uniforms") {
		return nil
	}
	var opts []interp.Option
	for line := range strings.Lines(a.Section("uniforms")) {
		name, values, _ := strings.Cut(strings.TrimSpace(line), " = ")
		var bits []uint64
		for _, s := range strings.Split(values, ",") {
			x, err := program.ParseLiteral(p.Uniform(name).Type.Dtype, s)
			require.NoError(t, err)
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
	for _, f := range a.Files {
		if f.Name == "source" {
			return string(f.Data), nil
		}
	}
	return "", fmt.Errorf("%s has no source", name)
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
