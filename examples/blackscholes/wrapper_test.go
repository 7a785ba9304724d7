package blackscholes

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
	"github.com/lockstep-simt/lockstep/lane"
)

// With lockstep's functions the wrapper runs as a batch, close to the Go
// function and with the same bits every time; a loop that is asked for has the
// Go function's bits.
func TestWrapper(t *testing.T) {
	table := inputs()
	col := func(i int) []float64 { return table[i].Values.([]float64) }
	var first []float64
	compare.Ways(t, func(t *testing.T, opts ...lane.Option) {
		var report lane.Report
		price, delta, err := CallBatch(context.Background(), col(0), col(1), col(2), col(3), col(4),
			append(opts, lane.Stats(&report))...)
		require.NoError(t, err)
		for i := range price {
			wantPrice, wantDelta := Call(col(0)[i], col(1)[i], col(2)[i], col(3)[i], col(4)[i])
			if report.Way == lane.Loop {
				require.Equal(t, []float64{wantPrice, wantDelta}, []float64{price[i], delta[i]}, table.Row(i))
			}
			require.InDelta(t, wantPrice, price[i], 1e-9*math.Max(1, wantPrice), table.Row(i))
			require.InDelta(t, wantDelta, delta[i], 1e-9, table.Row(i))
		}
		if report.Way == lane.Loop {
			require.Equal(t, "as asked for", report.Why)
			return
		}
		require.Equal(t, lane.Batch, report.Way)
		if first == nil {
			first = price
		}
		require.Equal(t, first, price)
	})
}
