package builder_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/frontend/builder"
	"github.com/lockstep-simt/lockstep/program"
)

// runLanes runs a program that the builder made, all lanes at once.
func runLanes(p *program.Program, in lockstep.Inputs) *lockstep.Result {
	fn, err := lockstep.FromProgram(p)
	if err != nil {
		panic(err)
	}
	result, err := fn.Run(context.Background(), in)
	if err != nil {
		panic(err)
	}
	return result
}

// The Fibonacci numbers, by the recursion that defines them.
func ExampleBuilder() {
	b := builder.New("fibonacci")
	fib := b.Func("fib")
	n := fib.Param("n", builder.Int64)
	fib.Result("ans", builder.Int64)
	fib.Body(func() {
		fib.If(n.Le(1), func() { fib.Return(1) })
		fib.Return(fib.Call(fib, n.Sub(1)).Add(fib.Call(fib, n.Sub(2))))
	})
	p, err := b.Program(fib)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(runLanes(p, lockstep.Inputs{"n": []int64{7, 8, 9}}).Column("ans"))
	fmt.Print(p)
	// Output:
	// [21 34 55]
	// program fibonacci source
	//
	// var n       : i64
	// var ans     : i64
	// var fib.n   : i64
	// var fib.ans : i64
	// var fib.t   : bool
	// var fib.t1  : i64
	// var fib.t2  : i64
	// var fib.t3  : i64
	// var fib.t4  : i64
	// var fib.t5  : i64
	//
	// func fib(fib.n) -> (fib.ans) {
	// fib.entry:
	//     fib.t = le.i64 fib.n, 1
	//     branch fib.t, fib.then, fib.join
	// fib.then:                                // from: fib.entry
	//     fib.ans = copy 1
	//     return
	// fib.join:                                // from: fib.entry
	//     fib.t1 = sub.i64 fib.n, 1
	//     fib.t2 = call fib(fib.t1)
	//     fib.t3 = sub.i64 fib.n, 2
	//     fib.t4 = call fib(fib.t3)
	//     fib.t5 = add.i64 fib.t2, fib.t4
	//     fib.ans = copy fib.t5
	//     return
	// }
	//
	// func main(n) -> (ans) {
	// main.entry:
	//     ans = call fib(n)
	//     goto halt
	// }
}

// Evaluating a polynomial whose coefficients all lanes share.
func ExampleBuilder_Table() {
	b := builder.New("horner")
	coeff := b.Table("coeff", []float64{3, 0, -2, 1})
	poly := b.Func("poly")
	x := poly.Param("x", builder.Float64)
	poly.Result("y", builder.Float64)
	poly.Body(func() {
		y := poly.Let("y", poly.Const(builder.Float64, 0))
		poly.For(0, 4, func(i builder.Value) {
			y.Set(y.Mul(x).Add(coeff.Index(i)))
		})
		poly.Return(y)
	})
	p, err := b.Program(poly)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(runLanes(p, lockstep.Inputs{"x": []float64{0, 1, 2}}).Float64("y"))
	// Output: [1 2 21]
}

// Mutual recursion: declare both, then define them.
func ExampleFunc_Body() {
	b := builder.New("parity")
	even, odd := b.Func("even"), b.Func("odd")
	n, m := even.Param("n", builder.Int64), odd.Param("n", builder.Int64)
	even.Result("yes", builder.Bool)
	odd.Result("yes", builder.Bool)
	even.Body(func() {
		even.If(n.Le(0),
			func() { even.Return(true) },
			func() { even.Return(even.Call(odd, n.Sub(1))) })
	})
	odd.Body(func() {
		odd.If(m.Le(0),
			func() { odd.Return(false) },
			func() { odd.Return(odd.Call(even, m.Sub(1))) })
	})
	p, err := b.Program(even)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(runLanes(p, lockstep.Inputs{"n": []int64{0, 1, 2, 3}}).Column("yes"))
	// Output: [true false true false]
}

// Every mistake is reported, with the place in this file.
func ExampleBuilder_Program_errors() {
	b := builder.New("mistakes")
	f := b.Func("f")
	x := f.Param("x", builder.Float64)
	f.Result("y", builder.Float64)
	f.Body(func() {
		f.Return(x.And(1))
		x.Set("one")
	})
	_, err := b.Program(f)
	for _, e := range program.Errors(err) {
		fmt.Println(e.Func+":", e.Msg)
	}
	// Output:
	// f: and does not apply to f64
	// f: one of type string is not a constant of type f64
}
