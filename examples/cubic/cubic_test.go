package cubic

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
	"github.com/lockstep-simt/lockstep/lane"
)

func TestRoot(t *testing.T) {
	x, err := Root(0, -8, 0, 5)
	require.NoError(t, err)
	require.InDelta(t, 2, x, 1e-15)
	_, err = Root(0, 1, 0, 5)
	require.Equal(t, ErrSameSign, err)
	_, err = Root(0, 1, 5, 0)
	require.EqualError(t, err, "no interval: 5 is not below 0")
}

// The error of each lane is the function's own: its variable, or an error with the
// text that the values of the lane give.
func TestBatch(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	var p, q, lo, hi []float64
	for range 3000 {
		p, q = append(p, r.NormFloat64()), append(q, r.NormFloat64())
		lo, hi = append(lo, r.Float64()*4-3), append(hi, r.Float64()*4-1)
	}
	hi[7] = math.NaN()
	kinds := map[bool]int{}
	compare.Ways(t, func(t *testing.T, opts ...lane.Option) {
		root, errs, err := RootBatch(context.Background(), p, q, lo, hi, opts...)
		require.NoError(t, err)
		for i := range p {
			want, wantErr := Root(p[i], q[i], lo[i], hi[i])
			require.Equal(t, math.Float64bits(want), math.Float64bits(root[i]), i)
			if wantErr == nil || wantErr == ErrSameSign {
				require.True(t, errs[i] == wantErr, "%v, want %v", errs[i], wantErr)
			} else {
				require.EqualError(t, errs[i], wantErr.Error())
			}
			kinds[wantErr == ErrSameSign] = kinds[wantErr == ErrSameSign] + 1
		}
	})
	require.NotZero(t, kinds[true])
	require.NotZero(t, kinds[false])
}
