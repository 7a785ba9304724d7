package testkit_test

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/testkit"
)

//go:embed testdata/large.go.txt
var largeCases string

// TestLargeEvents runs functions over arrays that lanes index each in its own
// way. There are enough lanes that whole words of them come in and go out: from
// 256 elements on, some of those came out as zeros once.
func TestLargeEvents(t *testing.T) {
	for _, fn := range []string{"Seed", "Reverse", "Sort", "Queens"} {
		t.Run(fn, func(t *testing.T) {
			compiled, err := lockstep.Compile(largeCases, fn)
			require.NoError(t, err)
			// The oracle copies an array whenever it changes: with a limit, it
			// judges what lowering ends in and not each pass.
			testkit.SameQuick(t, compiled.Source(), testkit.RandomLanes(compiled.Source(), 70, 9),
				testkit.Limits{MaxSteps: 1 << 20})
		})
	}
}
