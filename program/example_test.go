package program_test

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/program"
)

// A program is read, and printed in its canonical form: aligned, with the
// predecessors of each block as comments, and every literal in its shortest
// exact spelling.
func ExampleParse() {
	p, err := program.Parse("sum.lockstep", `
program sum source
var n : i64
var s : f64
var x : f64
var more : bool
func main(n) -> (s) {
start:
  s = const.f64 0
  goto test
test:
  more = gt.i64 n, 0
  branch more, step, halt
step:
  x = convert_f64.i64 n   // a float
  x = quo.f64 1e0, x
  s = add.f64 s, x
  n = sub.i64 n, 1
  goto test
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p)
	// Output:
	// program sum source
	//
	// var n    : i64
	// var s    : f64
	// var x    : f64
	// var more : bool
	//
	// func main(n) -> (s) {
	// start:
	//     s = const.f64 0.0
	//     goto test
	// test:                                    // from: start, step
	//     more = gt.i64 n, 0
	//     branch more, step, halt
	// step:                                    // from: test
	//     x = convert_f64.i64 n
	//     x = quo.f64 1.0, x
	//     s = add.f64 s, x
	//     n = sub.i64 n, 1
	//     goto test
	// }
}

// Verify reports everything that is wrong, with positions in the text.
func ExampleVerify() {
	p, err := program.Parse("bad.lockstep", `program bad source
var a : i64
var b : bool
var c : i64
func main(a, b) -> (c) {
start:
    branch b, set, done
set:
    c = add.i64 a, b
    goto done
done:
    goto halt
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range program.Errors(program.Verify(p)) {
		fmt.Println(e)
	}
	// Output:
	// bad.lockstep:9:5: main: block set: operand 2 of add.i64 is of type bool, want i64
	// bad.lockstep:12:5: main: block done: c is not defined on every path
}

// Programs can be built by hand; positions say where an instruction came from.
func ExamplePrint() {
	p := &program.Program{
		Name: "double", Dialect: program.Source, File: "double.go",
		VarsIn: program.Leaves("x"), VarsOut: program.Leaves("x"),
	}
	p.VarDefs.Add("x", program.Of(program.Array(program.F32, 3)))
	p.Graph.Blocks = []*program.Block{{
		Name: "entry",
		Instrs: []program.Instr{&program.PrimOp{
			Op:  program.OpAddF32,
			In:  []program.Operand{program.Ref("x"), program.Ref("x")},
			Out: []program.Output{{Name: "x"}},
			Pos: program.Pos{Line: 7, Col: 9},
		}},
		Term: program.GotoOp{Target: program.Exit},
	}}
	fmt.Println(program.Verify(p))
	fmt.Print(program.Print(p, program.WithPositions()))
	// Output:
	// <nil>
	// program double source
	// file "double.go"
	//
	// var x : f32[3]
	//
	// func main(x) -> (x) {
	// entry:
	//     x = add.f32 x, x @7:9
	//     goto halt
	// }
}
