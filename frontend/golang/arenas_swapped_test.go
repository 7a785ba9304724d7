package golang_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/cases"
	"github.com/lockstep-simt/lockstep/program"
)

// Slices that change places in a loop are rows of one memory, as many as there are calls of make: where each of these
// runs once at most, and nobody else makes such slices or gets one.
func TestSwappedRows(t *testing.T) {
	files, err := golang.ReadFS(cases.Sources)
	require.NoError(t, err)
	for fn, rows := range map[string]int{
		"SwappedRows": 2, "SwappedThree": 3, "SwappedWhere": 2, "SwappedOutside": 2, "SwappedMadeBehind": 2,
		"SwappedInRounds": 0, "SwappedHanded": 0, "SwappedTwoCallers": 0, "SwappedAgain": 0,
		"SwappedGiven": 0,
	} {
		t.Run(fn, func(t *testing.T) {
			p, err := golang.Compile(files, fn, golang.Options{})
			require.NoError(t, err)
			at := slices.IndexFunc(p.VarDefs.All(), func(d program.VarDef) bool {
				return strings.HasSuffix(d.Name, ".A0.of")
			})
			if rows == 0 {
				require.Negative(t, at)
				return
			}
			require.Equal(t, rows, p.VarDefs.All()[at].Type.Leaf().Shape[0])
		})
	}
}
