package batch_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
)

// Statistics that are printed say the most important in a line.
func TestStatsString(t *testing.T) {
	s := batch.Stats{Engine: "off", Why: "only the kernel engine supports MaxSteps", Lanes: 1000, Gang: 100,
		Elapsed: 3 * time.Millisecond, Faults: 2, Blocks: []batch.BlockStats{{Runs: 4, Lanes: 300}}}
	require.Equal(t, "1000 lanes in 3ms by engine off, which were 75 % full; 2 faulted "+
		"(only the kernel engine supports MaxSteps)", s.String())
	require.Equal(t, "1 lane in 1ms by engine lanes",
		batch.Stats{Engine: "lanes", Lanes: 1, Elapsed: time.Millisecond}.String())
}
