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
		{1, 20_000, 1600, 4, 8},
		{1, 20_000, 1600, 8, 8},
		{0.1, 2000, 1600, 4, 1},
		{4, 400, 1600, 4, 4},
		{4, 2000, 1600, 1, 8},
		{1, 20_000, 10, 2, 2}, // too few to tell
		{0.9, 0, 1600, 2, 1},
	} {
		s := &Shape{Layout: Layout{Lanes: 4, Abreast: 2, Looks: 8, Refill: c.refill}}
		require.Equal(t, c.want, s.look(c.looks, c.turns, c.taken), "%+v", c)
	}
}
