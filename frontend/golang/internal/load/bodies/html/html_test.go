package html_test

import (
	"html"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	bodies "github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/html"
)

// TestEscapeString compares the function with the package's.
func TestEscapeString(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for range 2000 {
		s := ""
		for range rng.IntN(9) {
			s += []string{"&", "<", ">", "'", `"`, "a", "é", "\xff", "&amp;"}[rng.IntN(9)]
		}
		require.Equal(t, html.EscapeString(s), bodies.EscapeString(s))
	}
}
