package lane

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestZeroIsTheDefault: an option that is given 0 sets nothing.
func TestZeroIsTheDefault(t *testing.T) {
	for name, option := range map[string]Option{
		"Workers": Workers(0), "Gang": Gang(0), "MaxDepth": MaxDepth(0), "MaxSteps": MaxSteps(0), "Chunk": Chunk(0),
	} {
		var c call
		option(&c)
		require.Equal(t, call{}, c, name)
	}
}
