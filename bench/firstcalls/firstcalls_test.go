package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is timed gives the same as the loop. No test depends on a time.
func TestFunctions(t *testing.T) {
	for _, f := range slices.Concat(wrappers, compiled) {
		c := f.prepare(20)
		for range 3 {
			c.fill()
			c.loop()
			require.NoError(t, c.wrapper(), f.name)
			require.NoError(t, c.equal(), f.name)
		}
		require.NotEmpty(t, c.engine(), f.name)
	}
}
