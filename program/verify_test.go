package program_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Each section of the archives is a program. A comment "// error: text" stands
// on the line of an error that Verify must report, and contains a part of its
// message; an error that has no position is expected on the header's line.
// Every error must be expected and every expectation met, so a section without
// any is a program that verifies.
func TestVerify(t *testing.T) {
	archives, err := filepath.Glob("testdata/verify/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, archives)
	for _, file := range archives {
		a, err := txtar.ParseFile(file)
		require.NoError(t, err)
		for _, section := range a.Files {
			name := strings.TrimSuffix(filepath.Base(file), ".txtar") + "/" + section.Name
			t.Run(name, func(t *testing.T) { checkSection(t, string(section.Data)) })
		}
	}
}

func checkSection(t *testing.T, text string) {
	p, err := program.Parse("", text)
	require.NoError(t, err)

	want := map[int][]string{}
	for i, line := range strings.Split(text, "\n") {
		for _, w := range strings.Split(line, "// error: ")[1:] {
			want[i+1] = append(want[i+1], strings.TrimSpace(w))
		}
	}
	for _, e := range program.Errors(program.Verify(p)) {
		line := max(1, e.Pos.Line)
		met := false
		for i, w := range want[line] {
			if strings.Contains(e.Error(), w) {
				want[line] = append(want[line][:i:i], want[line][i+1:]...)
				met = true
				break
			}
		}
		if !met {
			t.Errorf("line %d: unexpected error: %v", line, e)
		}
	}
	for line, texts := range want {
		for _, w := range texts {
			t.Errorf("line %d: no error %q", line, w)
		}
	}
}

// What the text form cannot say is broken in Go.
func TestVerifyBrokenValues(t *testing.T) {
	const text = `program p source
uniform u : i32 = 1
var a : f64
var b : i32
var k : i64
func f() -> () {
f1:
    return
}
func main(a, b, k) -> (a) {
x:
    a = add.f64 a, 1.0
    b = copy b
    goto y
y:
    switch k, halt, 1: z
z:
    goto halt
}
`
	first := func(p *program.Program) *program.PrimOp { return p.Graph.Blocks[0].Instrs[0].(*program.PrimOp) }
	for _, tt := range []struct {
		name, want string
		breakIt    func(p *program.Program)
	}{
		{"dialect", "neither source nor lowered", func(p *program.Program) { p.Dialect = 0 }},
		{"nil uniform", "uniform 0 is nil", func(p *program.Program) { p.Uniforms[0] = nil }},
		{"nil function", "function 0 is nil", func(p *program.Program) { p.Functions[0] = nil }},
		{"nil block", "block 1 is nil", func(p *program.Program) { p.Graph.Blocks[1] = nil }},
		{"nil instruction", "instruction 0 is nil", func(p *program.Program) { p.Graph.Blocks[0].Instrs[0] = nil }},
		{"typed nil instruction", "instruction 0 is nil",
			func(p *program.Program) { p.Graph.Blocks[0].Instrs[0] = (*program.PrimOp)(nil) }},
		{"no terminator", "block y: the block has no terminator",
			func(p *program.Program) { p.Graph.Blocks[1].Term = nil }},
		{"spelling of a variable", `"3" is not a name for a variable`,
			func(p *program.Program) { p.VarDefs.Add("3", program.Of(program.Scalar(program.F64))) }},
		{"name of a literal", "the variable inf has the name of a literal",
			func(p *program.Program) { p.VarDefs.Add("inf", program.Of(program.Scalar(program.F64))) }},
		{"spelling of a field", `"x y" is not a name for a field`, func(p *program.Program) {
			p.VarDefs.Add("r", program.Record([]string{"x y"}, []program.Type{program.Of(program.Scalar(program.F64))}))
		}},
		{"spelling of a function", `"" is not a name for a function`,
			func(p *program.Program) { p.Functions[0].Name = "" }},
		{"spelling of a block", `"a b" is not a name for a block`,
			func(p *program.Program) { p.Functions[0].Graph.Blocks[0].Name = "a b" }},
		{"function main", "main is the name of the main graph",
			func(p *program.Program) { p.Functions[0].Name = "main" }},
		{"entry in the source dialect", "with an entry block elsewhere",
			func(p *program.Program) { p.Functions[0].Entry = "x" }},
		{"element type", "variable a has no element type",
			func(p *program.Program) { p.VarDefs.Add("a", program.Of(program.TensorType{})) }},
		{"unknown element type", "variable a has no element type",
			func(p *program.Program) { p.VarDefs.Add("a", program.Of(program.Scalar(99))) }},
		{"uniform's bits", "element 0 of the uniform u does not fit i32",
			func(p *program.Program) { p.Uniforms[0].Data = []uint64{1 << 32} }},
		{"data and definition", "the uniform u has data and a definition", func(p *program.Program) {
			p.Uniforms[0].Def = &program.Definition{Op: program.OpNegI32,
				In: []program.Operand{program.Lit(program.I32, 1)}}
		}},
		{"opcode of a definition", "the uniform u is defined by the opcode 65535, which does not exist",
			func(p *program.Program) {
				p.Uniforms[0].Data, p.Uniforms[0].Def = nil, &program.Definition{Op: 65535}
			}},
		{"literal of a definition", "whose operand 1 is i32, not f64", func(p *program.Program) {
			p.Uniforms[0].Data, p.Uniforms[0].Def = nil,
				&program.Definition{Op: program.OpNegI32, In: []program.Operand{program.Lit(program.F64, 0)}}
		}},
		{"bits of a definition", "the uniform u is defined by the bits 0x100000000, which do not fit i32",
			func(p *program.Program) {
				p.Uniforms[0].Data, p.Uniforms[0].Def = nil,
					&program.Definition{Op: program.OpNegI32, In: []program.Operand{program.Lit(program.I32, 1<<32)}}
			}},
		{"axis of a definition", "the uniform u is the length of axis -1 of u0", func(p *program.Program) {
			u0 := &program.Uniform{Name: "u0", Type: program.Array(program.F64, 3)}
			p.Uniforms[0].Data, p.Uniforms[0].Def = nil, &program.Definition{Of: "u0", Axis: -1}
			p.Uniforms = append([]*program.Uniform{u0}, p.Uniforms...)
		}},
		{"opcode", "there is no opcode 65535", func(p *program.Program) { first(p).Op = 65535 }},
		{"literal's type", "operand 2 of add.f64 is of type i64, want f64",
			func(p *program.Program) { first(p).In[1] = program.Lit(program.I64, 1) }},
		{"literal's bits", "the bits 0x100000000 do not fit i32", func(p *program.Program) {
			p.Graph.Blocks[0].Instrs[1].(*program.PrimOp).In[0] = program.Lit(program.I32, 1<<32)
		}},
		{"condition's bits", "the bits 0x2 do not fit bool", func(p *program.Program) {
			p.Graph.Blocks[0].Term = program.BranchOp{Cond: program.Lit(program.Bool, 2), Then: "y", Else: "z"}
		}},
		{"switched literal", "a literal that is switched on is i64, not i32", func(p *program.Program) {
			p.Graph.Blocks[1].Term = program.SwitchOp{X: program.Lit(program.I32, 2), Default: "z"}
		}},
		{"switch values", "a switch with 2 values and 1 labels", func(p *program.Program) {
			p.Graph.Blocks[1].Term = program.SwitchOp{X: program.Ref("k"), Default: "z", Values: []uint64{1, 2},
				Labels: []string{"z"}}
		}},
		{"copy to nothing", "a copy to nothing", func(p *program.Program) {
			*first(p) = program.PrimOp{Op: program.OpCopy}
		}},
		{"fault code", "there is no fault code 200", func(p *program.Program) {
			p.Graph.Blocks[2].Term = program.FaultOp{Code: 200}
		}},
		{"no fault", "there is no fault code 0", func(p *program.Program) {
			p.Graph.Blocks[2].Term = program.FaultOp{Code: optab.NoFault}
		}},
		{"storage class", "the variable a has no known storage class",
			func(p *program.Program) { p.VarAlloc = map[string]program.Allocation{"a": 77} }},
		{"storage class of nothing", "1 storage classes are of variables that are not declared",
			func(p *program.Program) {
				p.VarAlloc = map[string]program.Allocation{"gone": program.Register}
			}},
		{"indirect goto", "an indirect goto in the source dialect",
			func(p *program.Program) { p.Graph.Blocks[2].Term = program.IndirectGotoOp{} }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, "p", text).Clone()
			p.Uniforms[0] = &program.Uniform{Name: "u", Type: p.Uniforms[0].Type, Data: p.Uniforms[0].Data}
			require.NoError(t, program.Verify(p))
			tt.breakIt(p)
			require.ErrorContains(t, program.Verify(p), tt.want)
			require.NotEmpty(t, p.String(), "what does not verify can still be printed")
		})
	}
}

// Verify is part of every compilation, so it has to stay roughly linear.
func BenchmarkVerify(b *testing.B) {
	for _, blocks := range []int{100, 1000} {
		var s strings.Builder
		s.WriteString("program big lowered\nvar a : i64 full\nvar r : i64 register\nfunc main(a, r) -> (a, r) {\n")
		for i := range blocks {
			fmt.Fprintf(&s, "b%d:\n    r = add.i64 r, a\n    push a = copy r\n    pop a\n    switch r, b%d, 1: b%d\n",
				i, i+1, (i*7)%blocks)
		}
		fmt.Fprintf(&s, "b%d:\n    goto halt\n}\n", blocks)
		p, err := program.Parse("big", s.String())
		require.NoError(b, err)
		b.Run(fmt.Sprint("blocks=", blocks), func(b *testing.B) {
			for b.Loop() {
				if err := program.Verify(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
