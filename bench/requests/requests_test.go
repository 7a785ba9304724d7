package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What is timed gives the same as the loop. No test depends on a time.
func TestWays(t *testing.T) {
	for _, f := range functions {
		for _, lanes := range []int{1, 64} {
			ways, err := f.ways(lanes)
			require.NoError(t, err)
			require.Len(t, ways, 4)
		}
	}
}
