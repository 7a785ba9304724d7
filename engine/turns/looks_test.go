package turns

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLook: the longer lanes take, and the more it costs to refill one, the more turns there are between looks.
func TestLook(t *testing.T) {
	for _, c := range []struct {
		refill       float64
		turns, taken int64 // of a gang of 8 lanes
		looks, want  int64
	}{
		{1, 400, 1600, 4, 2}, // two turns a lane, 1.5 of them until it is looked for
		{1, 2000, 1600, 4, 4},
		{2, 20_000, 1600, 4, 8},
		{2, 20_000, 1600, 8, 8},
		{1, 20_000, 1600, 8, 4}, // of long lanes few are refilled together anyway
		{0.1, 2000, 1600, 4, 1},
		{4, 400, 1600, 4, 4},
		{4, 2000, 1600, 1, 8},
		{1, 20_000, 10, 2, 2}, // too few to tell
		{0.4, 0, 1600, 2, 1},
	} {
		s := &Shape{Layout: Layout{Lanes: 4, Abreast: 2, Looks: 8, Refill: c.refill}}
		s.looks.every = c.looks
		s.look(c.looks, c.turns, c.taken)
		require.Equal(t, c.want, s.looks.every, "%+v", c)
	}
}

// TestLookKnows: how long lanes wait is measured, and forgotten when they take another time.
func TestLookKnows(t *testing.T) {
	s := &Shape{Layout: Layout{Lanes: 8, Abreast: 2, Looks: 8, Refill: 1.25}}
	const gang, taken = 16, 1600
	s.looks.every = 4
	s.look(4, 17*taken/gang, taken)
	require.EqualValues(t, 8, s.looks.every)
	s.look(8, 21*taken/gang, taken) // twice as much more as lanes with like numbers of turns would wait
	require.EqualValues(t, 4, s.looks.every)
	s.look(4, 17*taken/gang, taken)
	require.EqualValues(t, 4, s.looks.every)
	s.look(4, 100*taken/gang, taken)
	require.EqualValues(t, 8, s.looks.every)
}
