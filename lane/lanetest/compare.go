package lanetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/lane/wrap"
)

// What lanes are limited to: a function that loops for ever for some inputs is
// compared at the others. Where few lanes end within the first limit, more is tried.
var limits = []struct{ steps, depth int }{{1 << 14, 1 << 10}, {1 << 20, 1 << 14}}

// patience is how long comparing may take.
const patience = 10 * time.Second

// otherInputs says what to do where no lane has results.
const otherInputs = "in another test file, set the variable whose name ends in TestInputs, in front of the " +
	"generated test, to a function that makes other inputs, and gives what all lanes share"

// Compare runs lanes that inputs makes by the loop over the Go function and in lockstep, and
// fails if a result, or which lanes panic, differs in a bit. Lanes that reach a limit in
// lockstep are left out. It fails as well if no lane finished. What the program has of assembly
// is compared with what it gives otherwise.
func Compare(t *testing.T, k *wrap.Func, lanes int, inputs func(g *Gen, lanes int) wrap.Work) {
	t.Helper()
	_, c, err := compare(k, lanes, inputs)
	var differs *lane.StaleError
	switch {
	case errors.As(err, &differs) && c.Rounds:
		t.Skipf("in this build the function may round otherwise, because Go computes x*y+z with one rounding or it "+
			"calls assembly: %v", err)
	case err != nil:
		t.Fatal(err)
	case len(c.Finished) == 0:
		t.Fatalf("no lane of %d has results: %d panic and %d reach a limit; %s", lanes, len(c.Faulted),
			len(c.LeftOut), otherInputs)
	}
	t.Logf("%d lanes have the same results, %d panic, %s", len(c.Finished), len(c.Faulted), leftOut(c))
	if len(c.Assembly) > 0 {
		t.Logf("so they do as assembly for %s", strings.Join(c.Assembly, ", "))
	}
}

// leftOut says how many lanes were left out, and how many of them for want of room.
func leftOut(c wrap.Comparison) string {
	text := fmt.Sprintf("%d reach a limit and were left out", len(c.LeftOut))
	if c.NoRoom > 0 {
		text += fmt.Sprintf(", %d of them because what they make outgrows its room (gen -make-cap): the wrapper runs "+
			"these in the loop as well", c.NoRoom)
	}
	return text
}

// compare compares lanes, with other inputs if hardly any of them finish. It returns the
// inputs as well.
func compare(k *wrap.Func, lanes int, inputs func(g *Gen, lanes int) wrap.Work) (w wrap.Work, c wrap.Comparison,
	err error) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	for _, most := range []int{8, 2, 1} {
		w = inputs(newGen(most), lanes)
		for _, l := range limits {
			if c, err = k.Compare(ctx, lanes, w, l.steps, l.depth); err != nil || 2*len(c.LeftOut) < lanes {
				break
			}
		}
		if err != nil || 4*len(c.Finished) > lanes {
			break
		}
	}
	return w, c, err
}

// Benchmark measures the loop over the Go function, the batch, and the wrapper's own
// choice, in nanoseconds a lane, over the lanes that have results. It logs how many have none.
func Benchmark(b *testing.B, k *wrap.Func, lanes int, inputs func(g *Gen, lanes int) wrap.Work) {
	b.Helper()
	w, c, err := compare(k, lanes, inputs)
	if err != nil && !c.Rounds {
		b.Fatal(err)
	}
	if len(c.Finished) == 0 {
		b.Fatalf("no lane of %d has results; %s", lanes, otherInputs)
	}
	if len(c.Finished) < lanes {
		b.Logf("%d of %d lanes are measured, %d panic, %s", len(c.Finished), lanes, len(c.Faulted), leftOut(c))
	}
	w = w.Pick(c.Finished)
	for _, way := range []struct {
		name string
		opt  lane.Option
	}{{"loop", lane.ForceLoop()}, {"batch", lane.ForceBatch()}, {"auto", lane.Auto()}} {
		b.Run(way.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := k.Run(context.Background(), len(c.Finished), w, []lane.Option{way.opt}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(c.Finished)), "ns/lane")
		})
	}
}
