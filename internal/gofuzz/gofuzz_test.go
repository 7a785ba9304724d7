package gofuzz

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit"
)

var (
	count    = flag.Int("programs", 0, "programs to compare; 0 is a quick choice")
	seed     = flag.Uint64("seed", 1, "the seed of the generator")
	only     = flag.Int("only", -1, "compare only the program of this index")
	features = flag.String("features", "", "changes of the features, as +slices,-math; all; only,+math")
	inputs   = flag.Int("inputs", 40, "inputs a program")
	keep     = flag.Bool("keep", false, "go on after a failure, and report all of different kinds")
)

// batchSize is how many programs one go build compiles.
const batchSize = 200

// TestGenerated compares generated programs. It fails at the first failure,
// which it shrinks.
func TestGenerated(t *testing.T) {
	n := 150
	if *count > 0 {
		n = *count
	}
	on, err := ParseFeatures(*features)
	require.NoError(t, err)
	var kinds []string
	for from := 0; from < n; from += batchSize {
		var programs []*Program
		for i := from; i < min(n, from+batchSize); i++ {
			if *only >= 0 && i != *only {
				continue
			}
			programs = append(programs, Generate(*seed, uint64(i), on))
		}
		if len(programs) == 0 {
			continue
		}
		for _, f := range compareAll(t, programs) {
			kind := f.Kind
			if kind == refused || kind == gaveUp {
				kind += ": " + reason(f.Detail)
			}
			kinds = append(kinds, kind)
			t.Errorf("%s\n%s", f, f.Program)
			if !*keep {
				t.FailNow()
			}
		}
	}
	counts := map[string]int{}
	for _, k := range kinds {
		counts[k]++
	}
	for k, n := range counts {
		fmt.Printf("%5d %s\n", n, k)
	}
}

// compareAll gives Go and Lockstep the programs and returns the failures.
func compareAll(t *testing.T, programs []*Program) []*Failure {
	t.Helper()
	all := make([]*checked, len(programs))
	for i, p := range programs {
		c, err := p.check()
		if err != nil {
			t.Fatalf("the generator made a program that is not Go: %v\n%s", err, p)
		}
		all[i] = c
		p.invent(c, rand.New(rand.NewPCG(*seed, 7)), *inputs)
	}
	ref, err := build(programs)
	require.NoError(t, err)
	defer ref.close()
	outcomes, errs := ref.run(all)
	var failures []*Failure
	for i, p := range programs {
		if errs[i] != nil {
			t.Fatalf("%v\n%s", errs[i], p)
		}
		var configs []testkit.Config
		if i%10 == 0 {
			configs = testkit.QuickConfigs()
		}
		if _, f := p.Compare(all[i], outcomes[i], configs); f != nil {
			failures = append(failures, f)
		}
	}
	return failures
}
