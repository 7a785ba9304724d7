package instance_test

import (
	"fmt"
	"os"

	"github.com/lockstep-simt/lockstep/internal/instance"
)

// An amount is the operand of the example: a number that is known, or not.
type amount struct {
	known bool
	value int
}

func (a amount) String() string {
	if !a.known {
		return "?"
	}
	return fmt.Sprint(a.value)
}

func (a amount) AppendKey(key []byte) []byte { return append(key, a.String()...) }

func (a amount) Join(with instance.Operand) (instance.Operand, bool) {
	if with, ok := with.(amount); ok {
		if a == with {
			return a, true
		}
		return amount{}, true
	}
	return nil, false
}

// factorial is n <= 1 ? 1 : n * factorial(n-1), as one operation. A frontend
// has one an instruction.
type factorial struct{}

func (factorial) Name() string                { return "factorial" }
func (factorial) String() string              { return "factorial" }
func (factorial) AppendKey(key []byte) []byte { return append(key, "factorial"...) }

func (factorial) Join(with instance.Operand) (instance.Operand, bool) {
	return with, with == instance.Operand(factorial{})
}

// Defer lets constants through as long as they fall, so that the recursion on
// a known number is worked off at once, and ends.
func (factorial) Defer(in, against instance.Bundle) instance.Bundle {
	n := in.Get("n").(amount)
	if against == nil || n.value >= against.Get("n").(amount).value {
		in, _ = instance.NewBundle(instance.Tagged{Tag: "n", Operand: amount{}})
	}
	return in
}

func (factorial) Begin(*instance.Entry) (instance.Body, error) { return factorial{}, nil }

func (factorial) Operations() []instance.Operation {
	return []instance.Operation{{
		Name: "body",
		In:   []instance.Carrier{{From: instance.Outer, Tag: "n"}},
	}}
}

func (f factorial) Run(c *instance.Context, _ int, in []instance.Operand) ([]instance.Operand, error) {
	n := in[0].(amount)
	if !n.known || n.value <= 1 {
		if err := c.Return(instance.Bundle{{Tag: "r", Operand: amount{true, 1}}}); err != nil || n.known {
			return nil, err
		}
	}
	below := n
	if n.known {
		below.value--
	}
	outs, ok := c.Call(f, instance.Bundle{{Tag: "n", Operand: below}})
	if !ok {
		return nil, nil
	}
	product := amount{}
	if r := outs.Get("r").(amount); n.known && r.known {
		product = amount{true, n.value * r.value}
	}
	return nil, c.Return(instance.Bundle{{Tag: "r", Operand: product}})
}

// A function of a number that is known is computed; of one that is not, it is
// one instance that calls itself.
func Example() {
	for _, n := range []amount{{true, 3}, {}} {
		c := instance.New(instance.Options{Log: os.Stdout})
		in, err := instance.NewBundle(instance.Tagged{Tag: "n", Operand: n})
		if err != nil {
			fmt.Println(err)
			return
		}
		e, err := c.Run(factorial{}, in)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e, "gives", e.Outputs(), "with", c.Stats().Entries, "entries")
	}
	// Output:
	// begin factorial (n: 3)
	// collect factorial: 1 operations, 0 ready
	//   begin factorial#1 (n: 2)
	// blocked factorial: "body" waits for factorial#1
	//   collect factorial#1: 1 operations, 0 ready
	//     begin factorial#2 (n: 1)
	//   blocked factorial#1: "body" waits for factorial#2
	//     collect factorial#2: 1 operations, 0 ready
	//     ready factorial#2 -> (r: 1)
	//   resume factorial#1: "body" has factorial#2
	//     done factorial#2 -> (r: 1)
	//   ready factorial#1 -> (r: 2)
	// resume factorial: "body" has factorial#1
	//   done factorial#1 -> (r: 2)
	// ready factorial -> (r: 6)
	// done factorial -> (r: 6)
	// factorial (n: 3) gives (r: 6) with 3 entries
	// begin factorial (n: ?)
	// collect factorial: 1 operations, 0 ready
	// ready factorial -> (r: 1)
	// hit unfinished factorial (n: ?)
	// rise factorial -> (r: ?)
	// done factorial -> (r: ?)
	// factorial (n: ?) gives (r: ?) with 1 entries
}
