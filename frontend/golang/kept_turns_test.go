package golang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
)

// What rounds make takes turns at one place more than there are variables that keep what was made before, whatever
// Options.MakeCap is. Where memory keeps it too, each round has a place of its own.
func TestTurns(t *testing.T) {
	source := caseSource(t)
	for fn, places := range map[string]int{
		"TurnsRow": 2, "TurnsZero": 2, "TurnsDropped": 2, "TurnsTwo": 3, "TurnsClone": 3, "TurnsNeighbour": 2,
		"TurnsAppend": 2, "TurnsPointers": 3, "TurnsInner": 2, "TurnsFaults": 2, "TurnsOld": 3, "TurnsTexts": 2,
		"TurnsResliced": 2, "TurnsStored": 4, "TurnsLevels": 2, "TurnsSurvivors": 2, "TurnsThree": 4, "TurnsCut": 2,
		"TurnsNilKept": 50, "TurnsNilOrMade": 50,
	} {
		t.Run(fn, func(t *testing.T) {
			p, err := source.Compile(fn, golang.Options{MakeCap: 50})
			require.NoError(t, err)
			most := 0
			for _, d := range p.VarDefs.All() {
				if shape := d.Type.Leaf().Shape; len(shape) == 2 {
					most = max(most, shape[0])
				}
			}
			require.Equal(t, places, most, "%s", p)
		})
	}
}

// Where slices cannot take turns, -make-cap says how many there are and how long each gets, which may be too much.
func TestTurnsTooMany(t *testing.T) {
	_, err := caseSource(t).Compile("TurnsNilKept", golang.Options{MakeCap: 2000})
	require.ErrorContains(t, err, "several []int are used at a time")
	require.ErrorContains(t, err, "let -make-cap be 1024 at most")
	_, err = caseSource(t).Compile("TurnsNilKept", golang.Options{MakeCap: 1024})
	require.NoError(t, err)
}
