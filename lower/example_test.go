package lower_test

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// A sum over bits: what must outlive the call is on a stack. (With the
// pass peel, the test would be made before the call.)
func ExampleLower() {
	p, err := program.Parse("sum.lockstep", `program sum source
var n : i64
var m : i64
var s : i64
var r : i64
var c : bool
var num : i64
var total : i64
func sum(n) -> (r) {
enter:
    c = gt.i64 n, 0
    branch c, recur, base
recur:
    m = shr.i64 n, 1
    s = call sum(m)
    r = add.i64 s, n
    return
base:
    r = const.i64 0
    return
}
func main(num) -> (total) {
start:
    total = call sum(num)
    goto halt
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	lowered, err := lower.Lower(p, lower.Without("peel"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(lowered)
	// Output:
	// program sum lowered
	//
	// var n     : i64  full
	// var c     : bool temporary
	// var num   : i64  register
	// var total : i64  register
	//
	// func sum(n) -> (total) at enter
	//
	// func main(num) -> (total) {
	// start:
	//     push n = copy num
	//     goto enter
	// enter:                                   // from: start, recur
	//     c = gt.i64 n, 0
	//     branch c, recur, base
	// recur:                                   // from: enter
	//     push n = shr.i64 n, 1 within 1 to 9223372036854775807
	//     pushgoto recur.ret1, enter
	// recur.ret1:                              // return to: recur
	//     total = add.i64 total, n
	//     pop n
	//     return
	// base:                                    // from: enter
	//     total = copy 0
	//     pop n
	//     return
	// }
}

func ExampleExplain() {
	p, err := program.Parse("count.lockstep", `program count source
var n : i64
var m : i64
var r : i64
var c : bool
var num : i64
var total : i64
func count(n) -> (r) {
enter:
    c = gt.i64 n, 1
    branch c, more, last
more:
    m = shr.i64 n, 1
    r = call count(m)
    r = add.i64 r, n
    return
last:
    r = copy n
    return
}
func main(num) -> (total) {
start:
    total = call count(num)
    goto halt
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := lower.Explain(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(e)
	// Output:
	// n      full       live across the call of count at count.lockstep:14:5, which writes it
	// num    register   parameter of main
	// total  register   result of main
	// c.1    temporary  every read follows a write in the same block
	// c.2    temporary  every read follows a write in the same block
	// no bound on pending calls: count calls itself
}
