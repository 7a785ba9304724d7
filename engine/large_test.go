package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
)

// TestLargeFunctions: where the code of all functions would be too large, the largest are host phases, and others
// only if that is not enough.
func TestLargeFunctions(t *testing.T) {
	skipWithout(t)
	for text, left := range map[string]string{
		`math.Jn(n&3, x) + math.Yn(3, y)`:                                                                      "",
		`math.Jn(n&3, x) + math.Jn(n&7, y) + math.Yn(2, x) + math.J0(y)`:                                       "",
		`math.Jn(n&3, x) + math.Jn(n&7, y) + math.Jn(n&1, x-y) + math.Yn(2, x) + math.Yn(n&3, y) + math.J0(y)`: "jn",
		`math.J0(x) + math.J1(x) + math.Y0(x) + math.Y1(x) + math.J0(y) + math.J1(y) + math.Y0(y) + math.Y1(y) +
			math.J0(x-y) + math.J1(x-y) + math.Y0(x-y) + math.Y1(x-y) +
			math.J0(x+y) + math.J1(x+y) + math.Y0(x+y) + math.Y1(x+y)`: "y0",
	} {
		p := lowered(t, "import \"math\"\nfunc F(x, y float64, n int) float64 { return "+text+" }\n")
		machine, err := batch.Compile(p)
		require.NoError(t, err)
		const lanes = 300
		in := inputs(machine.Params(), lanes)
		want, err := machine.Run(context.Background(), in)
		require.NoError(t, err)
		c, err := Compile(p, Options{Machine: usual()})
		require.NoError(t, err, text)
		compareRun(t, c, in, want, lanes, 1)
		phases, err := c.Phases()
		require.NoError(t, err)
		require.Equal(t, left != "", strings.Contains(phases, "until Go has run"), phases)
		require.Contains(t, phases, left)
	}
}
