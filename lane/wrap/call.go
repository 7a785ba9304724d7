package wrap

import (
	"runtime"

	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/lane"
)

// call is what the options of a call set.
type call = settings.Call[lane.Report]

// given returns what options set.
func given(opts []lane.Option) *call {
	c := &call{}
	for _, f := range opts {
		f(c)
	}
	return c
}

func newCall(opts []lane.Option) *call {
	c := given(opts)
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	return c
}
