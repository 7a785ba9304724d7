package circuit_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
)

// good is a legal circuit: a loop that counts.
const good = `circuit good
param n i64
result r i64
%8 = ARG 0 states %6 : i64
%9 = CONSTANT 1 states %5 : i64 uniform
%10 = LOOP_BEGIN states %1 %15
%11 = VALUE_SELECTOR states %10 values %9 %12 : i64
%12 = OPERATION add.i64 values %11 %9 : i64
%13 = OPERATION lt.i64 values %12 %8 : bool
%14 = IF_BRANCH states %10 values %13
%15 = LOOP_BACK states %16
%16 = IF_TRUE states %14
%17 = IF_FALSE states %14
%18 = DEPEND_RELAY 0 states %17 depends %2
%19 = RETURN states %17 %3 depends %18 values %12
`

func TestVerify(t *testing.T) {
	for _, c := range []struct{ name, old, now, want string }{
		{"legal", "", "", ""},
		{"a gate without inputs", "%12 = OPERATION add.i64 values %11 %9", "%12 = PROJECT 0", "integrity"},
		{"an input that is missing", "values %9 %12 : i64", "values %9 none : i64", "integrity"},
		{"a selector of two types", "values %9 %12 : i64", "values %9 %13 : i64", "type"},
		{"an operand of another type", "lt.i64 values %12 %8", "lt.i64 values %12 %13", "type"},
		{"a result of another type", "lt.i64 values %12 %8 : bool", "lt.i64 values %12 %8 : i64", "type"},
		{"an operation of one operand", "add.i64 values %11 %9", "add.i64 values %11", "type"},
		{"a relay at a loop", "DEPEND_RELAY 0 states %17", "DEPEND_RELAY 0 states %10", "schema"},
		{"a selector with one way", "values %9 %12 : i64", "values %9 : i64", "schema"},
		{"a return in no list", "states %17 %3", "states %17 %5", "schema"},
		{"a branch on a state", "IF_BRANCH states %10 values %13", "IF_BRANCH states %10 values %10", "schema"},
		{"a branch with one way twice", "IF_FALSE states %14", "IF_TRUE states %14", "relation"},
		{"a loop without a way back", "LOOP_BEGIN states %1 %15", "LOOP_BEGIN states %1 %16", "relation"},
		{"an operation of itself", "add.i64 values %11 %9", "add.i64 values %12 %9", "circle"},
		{"a uniform gate of a varying one", "add.i64 values %11 %9 : i64", "add.i64 values %11 %9 : i64 uniform",
			"variance"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := good
			if c.want == "variance" {
				text = strings.Replace(text, "values %9 %12 : i64", "values %9 %12 : i64 varying", 1)
			}
			require.Contains(t, text, c.old)
			x, err := circuit.Parse(strings.Replace(text, c.old, c.now, 1))
			require.NoError(t, err)
			if err = circuit.Verify(x); c.want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.want+": ")
			}
		})
	}
}
