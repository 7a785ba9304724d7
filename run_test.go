package lockstep

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
)

// TestZeroIsTheDefault: an option that is given 0 sets nothing, whatever it is about, and so has no say in which engine
// runs the lanes.
func TestZeroIsTheDefault(t *testing.T) {
	for name, option := range map[string]RunOption{
		"Workers": Workers(0), "Gang": Gang(0), "WithSchedule": WithSchedule(batch.Auto), "MaxDepth": MaxDepth(0),
		"MaxSteps": MaxSteps(0), "StackBytes": StackBytes(0), "Timeout": Timeout(0),
	} {
		var o runOptions
		option(&o)
		require.Equal(t, runOptions{}, o, name)
	}
	for name, option := range map[string]RunOption{
		"Gang": Gang(8), "WithSchedule": WithSchedule(batch.Earliest), "MaxSteps": MaxSteps(8),
	} {
		var o runOptions
		option(&o)
		require.Equal(t, name, o.tier1)
	}
}
