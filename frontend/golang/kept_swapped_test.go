package golang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/cases"
)

// Slices that change places are rows of one memory, as many as there are calls of make: where each of these runs once
// at most, and nobody else makes such slices.
func TestSwappedRows(t *testing.T) {
	files, err := golang.ReadFS(cases.Sources)
	require.NoError(t, err)
	for fn, rows := range map[string]int{
		"SwappedRows": 2, "SwappedThree": 3, "SwappedWhere": 2, "SwappedOutside": 2, "SwappedMadeBehind": 2,
		"SwappedHanded": 2, "SwappedTwoCallers": 2, "SwappedAgain": 2, "SwappedFixed": 2, "SwappedCalled": 2,
		"SwappedPointers": 2, "SwappedInRounds": 0, "SwappedGiven": 0, "SwappedStored": 0,
	} {
		t.Run(fn, func(t *testing.T) {
			p, err := golang.Compile(files, fn, golang.Options{})
			require.NoError(t, err)
			found := 0
			for _, d := range p.VarDefs.All() {
				if shape := d.Type.Leaf().Shape; len(shape) == 2 {
					found = shape[0]
				}
			}
			require.Equal(t, rows, found)
		})
	}
}
