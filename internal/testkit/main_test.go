package testkit

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain gives the collector more room. The oracle makes a new value of
// everything, and next to nothing of it is alive at a time: by default the
// collector would run for every few megabytes, and take a quarter of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1000)
	os.Exit(m.Run())
}
