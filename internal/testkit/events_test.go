package testkit

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/program"
)

// Arrays that come in and go out are the same ones: of each length that columns are read and written for in
// another way, of elements of both sizes beside lanes of both widths; where lanes end together, where they end
// one by one, and where some fault.
func TestEvents(t *testing.T) {
	before := Engines.Load()
	for _, typ := range []string{"f64", "f32", "bool"} {
		for _, n := range []int{1, 2, 3, 4, 7, 8, 32, 33} {
			for i, wide := range []bool{false, true} {
				for _, loop := range []bool{false, true} {
					p, err := program.Parse("events.lockstep", copiesArray(typ, n, wide, loop))
					require.NoError(t, err)
					for _, lanes := range []int{1 + n%7, 8, 61} {
						inputs := RandomLanes(p, lanes, uint64(n))
						for k := range inputs {
							inputs[k][1].Bits[0] = uint64((k*7 + i) % 6)
						}
						require.Empty(t, CodeDifferences(p, inputs, Limits{}), "%s[%d], %d lanes", typ, n, lanes)
					}
				}
			}
		}
	}
	if len(engine.Machines()) > 0 {
		require.Greater(t, Engines.Load(), before)
	}
}

// copiesArray is a program that returns its array as it is, and a quotient that may not exist; perhaps after some
// rounds.
func copiesArray(typ string, n int, wide, loop bool) string {
	counter := "i32"
	if wide {
		counter = "i64"
	}
	body := "    goto done\n"
	if loop {
		body = fmt.Sprintf(`    rounds = copy k
    goto loop
loop:
    rounds = sub.%[1]s rounds, 1
    more = gt.%[1]s rounds, 0
    branch more, loop, done
`, counter)
	}
	return fmt.Sprintf(`program main source

var a : %[1]s[%[2]d]
var b : %[1]s[%[2]d]
var k : %[3]s
var rounds : %[3]s
var q : %[3]s
var more : bool

func main(a, k) -> (b, q) {
start:
%[4]sdone:
    b = copy a
    q = div.%[3]s 60, k
    goto halt
}
`, typ, n, counter, body)
}
