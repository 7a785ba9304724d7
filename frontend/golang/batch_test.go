package golang_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/cases"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/testkit"
)

// TestSameInBatch runs the cases through all passes and as batches.
// TestSameAsGo compares with compiled Go, but one lane at a time.
func TestSameInBatch(t *testing.T) {
	if testing.Short() {
		t.Skip("20 s")
	}
	for name, fn := range cases.All() {
		f := reflect.ValueOf(fn)
		if f.Type().NumIn() == 0 {
			continue // nothing says how many lanes there are
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := caseProgram(t, name)
			rng := rand.New(rand.NewPCG(1, 2))
			var lanes []testkit.Lane
			for lane := range 24 {
				var inputs []interp.Value
				for i := range f.Type().NumIn() {
					a := reflect.New(f.Type().In(i)).Elem()
					invent(rng, a, lane*40) // some of the edges, and some of the rest
					inputs = append(inputs, flatten(p, a)...)
				}
				lanes = append(lanes, inputs)
			}
			testkit.SameQuick(t, p, lanes, testkit.Limits{})
		})
	}
}
