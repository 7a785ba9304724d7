package lockstep

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// A program that no frontend made may return any length; results have one that there is room for.
func TestLensOfAnyProgram(t *testing.T) {
	p, err := program.Parse("any", `program any source

var n      : i64
var r0     : f64[4]
var r0.len : i64 as len

func main(n) -> (r0, r0.len) {
entry:
    r0 = copy 1.5
    r0.len = copy n
    goto halt
}
`)
	require.NoError(t, err)
	fn, err := FromProgram(p)
	require.NoError(t, err)
	r, err := fn.Run(context.Background(), Inputs{"n": []int{-1, 0, 3, 4, 5, 1 << 62, -1 << 63}})
	require.NoError(t, err)
	require.Equal(t, []int64{0, 0, 3, 4, 4, 4, 0}, r.Padded("r0").Lens)
}
