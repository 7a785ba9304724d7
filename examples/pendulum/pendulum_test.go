package pendulum

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
	"github.com/lockstep-simt/lockstep/lane"
)

func init() {
	swingTestInputs = func(w *swingLanes) { w.angle, w.friction, w.kicks = inputs(len(w.angle)) }
}

// inputs are pendulums that are kicked up to three times.
func inputs(n int) (angle, friction []float64, kicks [][][]float64) {
	r := rand.New(rand.NewPCG(3, 1))
	for range n {
		rows := make([][]float64, r.IntN(4))
		for k := range rows {
			rows[k] = []float64{seconds * r.Float64(), r.NormFloat64()}
		}
		angle, friction = append(angle, 3*r.Float64()), append(friction, r.Float64()/4)
		kicks = append(kicks, rows)
	}
	return angle, friction, kicks
}

func TestSwing(t *testing.T) {
	r, err := Swing(0.01, 0, nil)
	require.NoError(t, err)
	require.InDelta(t, math.Pi, r.Crossings[1]-r.Crossings[0], 1e-3)
	require.InDelta(t, 0.01*0.01/2, r.Energy, 1e-6)
	_, err = Swing(0, 0, [][]float64{{1, 5}})
	require.Equal(t, ErrOver, err)
}

// Each lane has the record that the function returns, or none and its error.
func TestBatch(t *testing.T) {
	angle, friction, kicks := inputs(1000)
	angle[3], friction[3], kicks[3] = 0.5, 0, [][]float64{{1, 2}} // goes over the top
	kicks[4] = [][]float64{{1}}                                   // panics
	kinds := map[bool]int{}
	compare.Ways(t, func(t *testing.T, opts ...lane.Option) {
		records, errs, err := SwingBatch(context.Background(), angle, friction, kicks, opts...)
		var fault *lane.FaultError
		require.ErrorAs(t, err, &fault)
		require.Len(t, fault.Faults, 1)
		require.Equal(t, 4, fault.Faults[0].Lane)
		for i := range angle {
			if i == 4 {
				continue
			}
			want, wantErr := Swing(angle[i], friction[i], kicks[i])
			require.Equal(t, wantErr, errs[i])
			require.Equal(t, want, records[i])
			kinds[want == nil]++
		}
	})
	require.NotZero(t, kinds[true])
	require.NotZero(t, kinds[false])
}
