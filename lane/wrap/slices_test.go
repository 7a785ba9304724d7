package wrap_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lane/wrap"
)

// Slices of one block have no element in common and no room behind them, so that append copies them.
func TestRoom(t *testing.T) {
	var room wrap.Room[int]
	require.Nil(t, room.Make(-1))
	require.Equal(t, []int{}, room.Make(0))
	var all [][]int
	for n := range int64(200) {
		s := room.Make(n % 17)
		require.Len(t, s, int(n%17))
		require.Equal(t, len(s), cap(s))
		for i := range s {
			require.Zero(t, s[i])
			s[i] = int(n)
		}
		all = append(all, s)
	}
	for n, s := range all {
		for _, v := range s {
			require.Equal(t, n, v)
		}
	}
	require.Len(t, room.Make(1<<20), 1<<20)
}

// A length of -1 stands for nil.
func TestLenOrNil(t *testing.T) {
	require.EqualValues(t, -1, wrap.LenOrNil[[]int](nil))
	require.EqualValues(t, 0, wrap.LenOrNil([]int{}))
	require.Nil(t, wrap.Resized([]int{1}, -1))
}
