package circuit_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
)

// Every circuit verifies after each pass, and its text gives it again.
func TestText(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 40 {
		p := generated(t, r, i)
		circuit.Optimise(p, circuit.Options{Observe: func(pass string, c *circuit.Circuit) {
			require.NoError(t, circuit.Verify(c), "after %s: %s", pass, p)
			again, err := circuit.Parse(c.Print())
			require.NoError(t, err, c.Print())
			require.NoError(t, circuit.Verify(again))
			once, err := circuit.Parse(again.Print())
			require.NoError(t, err)
			require.Equal(t, again.Print(), once.Print())
		}})
	}
}
