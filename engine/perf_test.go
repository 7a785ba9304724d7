package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPerfMap: code has a line in the perf map, if there is to be one.
func TestPerfMap(t *testing.T) {
	skipWithout(t)
	dir := t.TempDir()
	path := filepath.Join(dir, fmt.Sprintf("perf-%d.map", os.Getpid()))
	p := lowered(t, programs["one loop"])
	for _, off := range []string{"", "0"} {
		t.Setenv(PerfMap, off)
		code(t, p, Options{Machine: usual()}, false)
	}
	require.NoFileExists(t, path)
	t.Setenv(PerfMap, dir)
	var want strings.Builder
	for groups := 1; groups <= 2; groups++ {
		c := code(t, p, Options{Machine: usual(), Groups: groups}, false)
		at := c.shape.Load()
		fmt.Fprintf(&want, "%x %x lockstep.F[%s,%dx%d]\n", at.entry, len(at.made.Code), c.set.name, groups, at.Lanes)
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want.String(), string(got))
	t.Setenv(PerfMap, filepath.Join(dir, "nowhere"))
	code(t, p, Options{Machine: usual()}, false) // is made all the same
}
