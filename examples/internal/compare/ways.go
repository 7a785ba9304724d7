package compare

import (
	"testing"

	"github.com/lockstep-simt/lockstep/lane"
)

// Ways runs a test of a generated wrapper with each way to run it: the loop, the
// batch, and the choice between them, which is made during the first calls.
func Ways(t *testing.T, f func(t *testing.T, opts ...lane.Option)) {
	t.Helper()
	for _, way := range []struct {
		name  string
		calls int
		opts  []lane.Option
	}{
		{"loop", 1, []lane.Option{lane.ForceLoop()}},
		{"batch", 1, []lane.Option{lane.ForceBatch()}},
		{"small gangs", 1, []lane.Option{lane.ForceBatch(), lane.Gang(7)}},
		{"one worker", 3, []lane.Option{lane.Workers(1)}},
		{"auto", 6, nil},
	} {
		t.Run(way.name, func(t *testing.T) {
			for range way.calls {
				f(t, way.opts...)
			}
		})
	}
}
