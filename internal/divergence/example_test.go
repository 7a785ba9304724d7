package divergence_test

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
)

// The loop over j has as many rounds for all lanes that are in the same round of
// the loop over i. That one each lane leaves when it has enough.
func ExampleOf() {
	p, err := program.Parse("p", `
program p source

var i : i64
var j : i64
var x : f64
var c : bool

func main(x) -> (x) {
start:
    i = const.i64 1
    goto outer
outer:
    j = const.i64 0
    goto inner
inner:
    x = add.f64 x, 0.5
    j = add.i64 j, 1
    c = lt.i64 j, i
    branch c, inner, behind
behind:
    i = mul.i64 i, 2
    c = lt.f64 x, 100.0
    branch c, outer, halt
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	d := divergence.Of(p)
	for _, l := range d.Loops() {
		fmt.Println(l.Header.Name, "is left", l.Exit.Class, "- by itself:", l.Coherent())
	}
	inner := p.Graph.Block("inner")
	x, j := d.Operand(inner, 0, 0), d.Operand(inner, 1, 0)
	fmt.Println("x is", x.Class)
	fmt.Println("j is", j.Class, "in the loop", j.Scope.Header.Name)
	fmt.Println("its last round is decided in", d.Branch(inner).Scope.Header.Name)
	// Output:
	// outer is left varying - by itself: false
	// inner is left coherent - by itself: false
	// x is varying
	// j is coherent in the loop inner
	// its last round is decided in outer
}
