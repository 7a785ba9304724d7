package tiers

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMeasurable: a run may ask whether there is something to choose from while another adds what was made for it.
func TestMeasurable(t *testing.T) {
	p := &Program{}
	p.choosing.Do(func() {})
	require.False(t, p.Measurable())
	added := make(chan struct{})
	go func() {
		p.choices.mu.Lock()
		p.choices.add(off)
		p.choices.add(Scalar)
		p.choices.mu.Unlock()
		close(added)
	}()
	for !p.Measurable() { // which a detector of races looks at
		runtime.Gosched()
	}
	<-added
	require.True(t, p.Measurable())
}
