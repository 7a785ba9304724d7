package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// hundredLines is a recursive function of about a hundred lines: branches, a
// loop, two calls of itself, and many values that live across them.
func hundredLines(t testing.TB) *program.Program {
	var vars, text strings.Builder
	declare := func(name, typ string) { fmt.Fprintf(&vars, "var %s : %s\n", name, typ) }
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	for _, name := range []string{"a", "n", "r", "r0", "left", "right", "i", "m"} {
		declare(name, "i64")
	}
	declare("c", "bool")
	line("func f(n) -> (r) {\nenter:")
	line("c = le.i64 n, 0\nbranch c, base, work\nbase:\nr = copy n\nreturn\nwork:")
	for k := range 25 {
		declare(fmt.Sprint("v", k), "i64")
		line("v%d = add.i64 n, %d", k, k)
	}
	line("m = sub.i64 n, 1\nleft = call f(m)\ni = copy 3\ngoto head\nhead:")
	line("c = gt.i64 i, 0\nbranch c, body, after\nbody:")
	for k := range 20 {
		declare(fmt.Sprint("w", k), "i64")
		line("w%d = mul.i64 v%d, left", k, k)
		line("c = gt.i64 w%d, i\nbranch c, yes%d, no%d\nyes%d:\nv%d = add.i64 v%d, w%d\ngoto no%d\nno%d:", k, k, k, k,
			k, k, k, k, k)
	}
	line("i = sub.i64 i, 1\ngoto head\nafter:\nm = sub.i64 n, 2\nright = call f(m)\nr = copy right")
	for k := range 25 {
		line("r = add.i64 r, v%d", k)
	}
	line("return\n}\nfunc main(a) -> (r0) {\nstart:\nr0 = call f(a)\ngoto halt\n}")
	return parse(t, "program hundred source\n"+vars.String()+text.String())
}

// manyLoops is a function with so many loops, one after the other.
func manyLoops(t testing.TB, n int) *program.Program {
	var vars, text strings.Builder
	vars.WriteString("var n : i64\nvar x : i64\nvar c : bool\n")
	text.WriteString("func main(n, x) -> (x) {\nstart:\ngoto before0\n")
	for k := range n {
		fmt.Fprintf(&vars, "var i%d : i64\n", k)
		fmt.Fprintf(&text, "before%d:\ni%d = const.i64 0\ngoto test%d\n", k, k, k)
		fmt.Fprintf(&text, "test%d:\nc = lt.i64 i%d, n\nbranch c, body%d, before%d\n", k, k, k, k+1)
		fmt.Fprintf(&text, "body%d:\nx = add.i64 x, i%d\ni%d = add.i64 i%d, 1\ngoto test%d\n", k, k, k, k, k)
	}
	fmt.Fprintf(&text, "before%d:\ngoto halt\n}", n)
	return parse(t, "program loops source\n"+vars.String()+text.String())
}

// BenchmarkLower keeps an eye on the time that lowering takes: a few
// milliseconds for a hundred lines.
func BenchmarkLower(b *testing.B) {
	for name, p := range map[string]*program.Program{
		"fib": goldenProgram(b, "fib"), "queens": goldenProgram(b, "static_parameter"), "hundred": hundredLines(b),
		"loops": manyLoops(b, 2000),
	} {
		if name != "loops" { // it takes long
			everyStage(b, p, nil)
		}
		b.Run(name, func(b *testing.B) {
			instrs := 0
			for _, body := range edit.Bodies(p) {
				for _, blk := range body.Graph.Blocks {
					instrs += len(blk.Instrs) + 1
				}
			}
			b.ReportMetric(float64(instrs), "instructions")
			for b.Loop() {
				_, err := Lower(p)
				require.NoError(b, err)
			}
		})
	}
}
