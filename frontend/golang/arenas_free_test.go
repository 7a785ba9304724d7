package golang_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/cases"
	"github.com/lockstep-simt/lockstep/internal/interp"
)

// What loops and recursions make needs as many places as are in use at a time, and not as many as are made: with so
// much room, no lane runs out of it, and what has moved is what it was.
func TestFreed(t *testing.T) {
	source, all := caseSource(t), cases.All()
	for name, room := range map[string]int{
		"FreedDoubling": 12, "FreedStages": 14, "FreedHistory": 10, "FreedWindow": 12, "FreedFields": 8,
		"FreedObjects": 12, "MadeAnew": 5, "FreedSort": 24, "FreedDigits": 40, "FreedLate": 12,
		"FreedMatrices": 12, "FreedMatrixRows": 12, "FreedMatrixArray": 9, "FreedRemadeRows": 10, "FreedLevels": 12,
		"FreedQueue": 10, "FreedOverlaps": 18, "FreedPopulation": 18, "FreedBehind": 12,
		"FreedGrown": 12, "FreedGiven": 12,
	} {
		t.Run(name, func(t *testing.T) {
			p, err := source.Compile(name, golang.Options{MakeCap: room})
			require.NoError(t, err)
			oracle, err := interp.New(p)
			require.NoError(t, err)
			rng, fn := rand.New(rand.NewPCG(3, 4)), reflect.ValueOf(all[name])
			for lane := range 200 {
				args, inputs := invented(rng, p, fn, lane)
				_, fault, err := oracle.Run(inputs)
				require.NoError(t, err)
				require.Nil(t, fault, "%v", args)
			}
			compare(t, p, fn, false)
		})
	}
}
