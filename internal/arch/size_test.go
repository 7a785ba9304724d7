package arch

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// mostAdded is how many bytes wrappers may add to a binary on linux/amd64, without symbols. The numbers only go down:
// what a test of this module or a command needs is not to be linked into users' binaries. They are 1 % above what was
// measured, since releases of Go differ.
var mostAdded = map[string]int64{
	"native":    6_065_000, // it makes its machine code at run time
	"functions": 7_150_000, // and has mathematical functions
	"assembly":  2_433_000, // it has its machine code as assembly
}

func TestBinarySize(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" || testing.Short() {
		t.Skip("measured on linux/amd64, which takes a minute where nothing is compiled yet")
	}
	readAll(t) // so that a cached result depends on them
	bytes := func(command string) int64 {
		file := filepath.Join(t.TempDir(), command)
		build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", file, "./testdata/size/"+command)
		// What is measured does not depend on how the tests are run.
		build.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false", "GOAMD64=v1", "CGO_ENABLED=0")
		out, err := build.CombinedOutput()
		require.NoError(t, err, "%s", out)
		info, err := os.Stat(file)
		require.NoError(t, err)
		return info.Size()
	}
	plain := bytes("plain")
	for command, most := range mostAdded {
		added := bytes(command) - plain
		t.Logf("%s: %d bytes more", command, added)
		if added > most {
			t.Errorf("a wrapper adds %d bytes to a binary, and may add %d (%s): see \"How much larger does a binary "+
				"become?\" in RATIONALE.md for how to find what is linked", added, most, command)
		}
	}
}
