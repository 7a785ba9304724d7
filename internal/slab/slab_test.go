package slab

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Pieces are apart, also where one is appended to and where memory grows.
func TestPieces(t *testing.T) {
	var s Of[int]
	var pieces [][]int
	for n := 1; n < 20; n++ {
		piece := s.Zeros(n)
		require.Equal(t, make([]int, n), piece)
		for i := range piece {
			piece[i] = n
		}
		pieces = append(pieces, piece)
		_ = append(piece, -1)
	}
	for _, piece := range pieces {
		for _, x := range piece {
			require.Len(t, piece, x)
		}
	}
	require.Empty(t, s.Room(3))
	require.Equal(t, 3, cap(s.Room(3)))
}

// What was taken back is taken again, and is cleared where zeros are asked for.
func TestEmpty(t *testing.T) {
	var s Of[string]
	first := s.One()
	*first = "old"
	s.Empty()
	require.Same(t, first, s.One())
	s.Empty()
	require.Equal(t, []string{""}, s.Zeros(1))
}
