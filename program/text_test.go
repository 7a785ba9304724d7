package program_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/golden"
	"github.com/lockstep-simt/lockstep/program"
)

// lockstepFiles returns the .lockstep files below testdata.
func lockstepFiles(t testing.TB) []string {
	var files []string
	for _, glob := range []string{"testdata/text/*.lockstep", "testdata/peer/*.lockstep"} {
		found, err := filepath.Glob(glob)
		require.NoError(t, err)
		require.NotEmpty(t, found, glob)
		files = append(files, found...)
	}
	return files
}

func parse(t testing.TB, name, text string) *program.Program {
	t.Helper()
	p, err := program.Parse(name, text)
	require.NoError(t, err)
	return p
}

// comment returns the lines of comment before the program.
func comment(text string) string {
	head, _, _ := strings.Cut("\n"+text, "\nprogram ")
	return strings.TrimPrefix(head+"\n", "\n")
}

// Every file under testdata is in canonical form, reads back to an equal
// program, and verifies.
func TestTextIsCanonical(t *testing.T) {
	for _, file := range lockstepFiles(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			p := parse(t, file, string(data))
			require.NoError(t, program.Verify(p))

			text := p.String()
			golden.Text(t, file, comment(string(data))+text)
			q := parse(t, file, text)
			require.True(t, program.Equal(p, q))
		})
	}
}

func TestPositionsRoundTrip(t *testing.T) {
	for _, file := range lockstepFiles(t) {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		p := parse(t, "a.lockstep", string(data))
		text := program.Print(p, program.WithPositions())
		q := parse(t, "b.lockstep", text)
		require.Equal(t, text, program.Print(q, program.WithPositions()),
			"%s: the second reading keeps the first one's positions", file)
		require.True(t, program.Equal(p, q))
	}
}

func TestPositionsOfInstructions(t *testing.T) {
	p := parse(t, "x.lockstep", `program pos source
file "kernel.go"
var a : i64
func main(a) -> (a) {
start:
    a = add.i64 a, 1
    a = add.i64 a, 1 @12:7
    a = add.i64 a, 1 @"other.go":3
    goto halt
}
`)
	var got []string
	for _, in := range p.Graph.Blocks[0].Instrs {
		got = append(got, in.Position().In(p.File).String())
	}
	require.Equal(t, []string{"x.lockstep:6:5", "kernel.go:12:7", "other.go:3"}, got)
	require.Contains(t, program.Print(p, program.WithPositions()), `a = add.i64 a, 1 @"x.lockstep":6:5`)
	require.NotContains(t, p.String(), "@")
}

// Variables may be called like the words of the grammar, as Go's may.
func TestWordsAreNotReserved(t *testing.T) {
	text := `program words lowered

var push   : i64 full
var pop    : i64 full
var branch : i64 full
var call   : i64 full
var return : i64 full

func main(push, pop) -> (return) {
goto:
    push, pop = copy pop, push
    push push = copy pop
    pop, push push = copy 1, 2
    pop push, pop
    branch = add.i64 push, call
    return = copy branch
    goto switch
switch:                                  // from: goto
    goto halt
}
`
	require.Equal(t, text, parse(t, "words", text).String())
}

// The words of literals name no variable, but may name anything else.
func TestLiteralWordsAsLabels(t *testing.T) {
	text := `program words source

func inf() -> () {
nan:
    goto true
true:                                    // from: nan
    return
}

func main() -> () {
false:
    call inf()
    branch true, inf, inf
inf:                                     // from: false
    goto halt
}
`
	p := parse(t, "words", text)
	require.NoError(t, program.Verify(p))
	require.Equal(t, text, p.String())
	require.ErrorContains(t,
		program.Verify(parse(t, "w", "program w source\nvar true : i64\nfunc main(true) -> (true) {\nx:\n    true = "+
			"copy 1\n    goto halt\n}")), "the variable true has the name of a literal")
}

func TestParseErrors(t *testing.T) {
	const head = "program p source\nvar a : i64\nvar b : (i64, bool)\n"
	main := func(lines string) string {
		return head + "func main(a) -> (a) {\nentry:\n" + lines + "\n    goto halt\n}\n"
	}
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "t:1:1: expected program NAME"},
		{"dialect", "program p middle\nfunc main() -> () {\nx:\n goto halt\n}",
			"t:1:11: expected source or lowered, found middle"},
		{"no main", head, "there is no func main"},
		{"not closed", head + "func main() -> () {\nx:\n goto halt\n", "func main is not closed"},
		{"twice", head + "var a : i64", "t:4:5: a is declared twice"},
		{"error's number", head + `error 2 = "x"`, "t:4:7: the number of the error is 2, the next is 1"},
		{"error's text", head + "error 1 = x", "t:4:11: expected the quoted text of the error, found x"},
		{"Go type", head + "var x : i32 as int9", "t:4:16: int9 is not a Go type that elements can have"},
		{"error's variable", head + `error 1 = "x" as 3`, "t:4:18: expected a variable, found 3"},
		{"type", "program p source\nvar a : q32", "t:2:9: q32 is not a type"},
		{"dimension", "program p source\nvar a : i64[99999999999]",
			"t:2:13: expected a dimension from 0 to 2147483647"},
		{"definition", "program p source\nuniform a : f64 = twice.f64 1.0",
			"t:2:19: no uniform is defined by twice.f64: expected an operation or length"},
		{"copy of a uniform", "program p source\nuniform a : f64\nuniform b : f64 = copy a",
			"no uniform is defined by copy"},
		{"literal of a definition", "program p source\nuniform a : i64 = neg.i64 1.0",
			"t:2:27: 1.0 is not a literal of i64"},
		{"length of nothing", "program p source\nuniform n : i64 = length xs", "expected ,, found the end of the line"},
		{"class in source", "program p source\nvar a : i64 full", "storage class in the source dialect"},
		{"tuple of one", "program p source\nvar a : (i64)", "t:2:9: a tuple of one is written with a comma"},
		{"mixed record", "program p source\nvar a : (x: i64, bool)", "a record names all its elements"},
		{"deep", "program p source\nvar a : " + strings.Repeat("(", 200), "nest deeper than 64"},
		{"operation", main("    a = frob.i64 a"), "t:6:9: there is no operation frob.i64"},
		{"literal range", main("    a = add.i64 a, 9223372036854775808"),
			"t:6:20: 9223372036854775808 is outside the range of i64"},
		{"literal kind", main("    a = add.i64 a, 1.5"), "1.5 is not a literal of i64"},
		{"literal of a copy", main("    b = copy 1, 1"), "t:6:17: a bool is true or false, not 1"},
		{"literal without a type", main("    a = copy 1, 2"), "the literal 2 has nothing to take its type from"},
		{"callee of a literal", main("    a = call f(2)"), "the literal 2 has nothing to take its type from"},
		{"trailing", main("    a = add.i64 a, 1 2"), "t:6:22: unexpected 2 at the end of the line"},
		{"string", main("    fault \"panic"), "a string without an end"},
		{"fault", main("    fault \"sadness\""), "there is no fault \"sadness\""},
		{"character", main("    a = add.i64 a, #"), "found #"},
		{"after the end", main("    goto halt"), "an instruction after the terminator of block entry"},
		{"before a label", head + "func main() -> () {\n    goto halt\n}", "before the first label"},
		{"no terminator", head + "func main() -> () {\nx:\ny:\n goto halt\n}", "t:6:3: block x has no terminator"},
		{"keyword", main("    jump entry"), "expected =, a comma or a colon after jump"},
		{"not nan", main("    a = add.f64 a, nan:0x1"), "nan:0x1 is not a NaN of f64"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := program.Parse("t", tt.text)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestParseReportsSeveralErrors(t *testing.T) {
	_, err := program.Parse("t", `program p source
var a : i6
var b : i64
func main(b) -> (b) {
start:
    b = ad.i64 b, 1
    b = add.i64 b, x y
    goto halt
}
`)
	list := program.Errors(err)
	require.Len(t, list, 3)
	for i, line := range []int{2, 6, 7} {
		require.Equal(t, line, list[i].Pos.Line)
	}
	require.ErrorContains(t, err, "(and 2 more errors)")
}

// Printing is what one reads when something is wrong, so it takes anything.
func TestPrintSurvivesBrokenPrograms(t *testing.T) {
	require.Equal(t, "<nil program>\n", program.Print(nil))
	p := &program.Program{
		Name: "a b", Dialect: program.Source,
		Functions: []*program.Function{nil,
			{Name: "f", Graph: program.ControlFlowGraph{Blocks: []*program.Block{nil, {}}}}},
		Uniforms: []*program.Uniform{
			nil, {Def: &program.Definition{Op: 65535}},
			{Def: &program.Definition{Op: program.OpAddF64, In: []program.Operand{program.Lit(program.I32, 8)}}},
		},
		Graph: program.ControlFlowGraph{Blocks: []*program.Block{{
			Name: "x",
			Instrs: []program.Instr{
				nil, (*program.PrimOp)(nil), &program.PrimOp{}, &program.PopOp{}, &program.FunctionCallOp{},
				&program.PrimOp{Op: program.OpAddF64, In: []program.Operand{program.Lit(program.I32, 7)}},
			},
			Term: program.SwitchOp{Labels: []string{"gone"}},
		}}},
	}
	text := p.String()
	for _, want := range []string{`program "a b" source`, "<nil uniform>", "<nil function>", "<nil block>",
		"<nil instruction>", "<nil terminator>", "<invalid opcode>", "<i32 7>", "<i32 8>", "<no value>: gone"} {
		require.Contains(t, text, want)
	}
	_, err := program.Parse("broken", text)
	require.Error(t, err)
	require.Error(t, program.Verify(p))
}

func FuzzText(f *testing.F) {
	for _, file := range lockstepFiles(f) {
		data, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := program.Parse("fuzz", text)
		if err != nil {
			return
		}
		valid := program.Verify(p) == nil
		for _, opts := range [][]program.PrintOption{nil, {program.WithPositions()}} {
			once := program.Print(p, opts...)
			q, err := program.Parse("fuzz", once)
			if err != nil {
				t.Fatalf("%v, reading back\n%s", err, once)
			}
			if twice := program.Print(q, opts...); twice != once {
				t.Fatalf("not a fixed point:\n%s\nbecame\n%s", once, twice)
			}
			if valid && program.Verify(q) != nil {
				t.Fatalf("no longer verifies: %v\n%s", program.Verify(q), once)
			}
		}
	})
}

func parseFile(t testing.TB, file string) *program.Program {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	return parse(t, file, string(data))
}
