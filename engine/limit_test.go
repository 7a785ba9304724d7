package engine

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCodeMemory: machine code is made as long as there is room for it, and its memory is given back
// when nobody has it any more.
func TestCodeMemory(t *testing.T) {
	skipWithout(t)
	collected := func() int64 {
		for last := int64(-1); ; { // what is found to be unused is given back by another goroutine
			runtime.GC()
			time.Sleep(2 * time.Millisecond)
			if now := CodeMemory(); now == last {
				return now
			} else {
				last = now
			}
		}
	}
	p := lowered(t, programs["escape"])
	before := collected()
	c, err := Compile(p, Options{Machine: usual()})
	require.NoError(t, err)
	made := CodeMemory() - before
	require.Positive(t, made)
	require.Zero(t, made%codePage)
	defer LimitCodeMemory(LimitCodeMemory(before + 2*made))
	other, err := Compile(p, Options{Machine: usual()})
	require.NoError(t, err)
	_, err = Compile(p, Options{Machine: usual()})
	require.ErrorContains(t, err, "may take")
	require.Equal(t, before+2*made, CodeMemory())
	runtime.KeepAlive(c)
	runtime.KeepAlive(other)
	c, other = nil, nil
	require.Eventually(t, func() bool { return collected() == before }, 5*time.Second, 10*time.Millisecond)
	_, err = Compile(p, Options{Machine: usual()})
	require.NoError(t, err)
}
