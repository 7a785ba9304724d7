package engine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The Go toolchain assembles what Precompile makes, and go vet has nothing to say. What the
// code does is tested where wrappers are: internal/gen and examples.
func TestPrecompile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	declared, n := map[string]string{}, 0
	for name, text := range programs {
		for _, set := range slices.Concat(Sets("amd64"), Sets("arm64")) {
			arch := "amd64"
			if set == "neon" {
				arch = "arm64"
			}
			for groups := 1; groups <= 2; groups++ {
				fn := fmt.Sprintf("f%d", n)
				list, err := Precompile(lowered(t, text), set, fn, groups)
				if err != nil {
					require.ErrorContains(t, err, "slots", name)
					continue
				}
				again, err := Precompile(lowered(t, text), set, fn, groups)
				require.NoError(t, err)
				require.Equal(t, list, again, "%s: the same every time", name)
				written := "#include \"textflag.h\"\n"
				for _, a := range list {
					for _, f := range a.Functions {
						require.Positive(t, f.Fuel)
						written += "\n" + f.Text
						declared[arch] += fmt.Sprintf("\n//go:noescape\nfunc %s(frame *byte)\n", f.Name)
					}
				}
				write(fn+"_"+arch+".s", written)
				n++
			}
		}
	}
	for arch, text := range declared {
		write("p_"+arch+".go", "package p\n"+text)
	}
	write("p.go", "package p\n")
	write("go.mod", "module p\n\ngo 1.26\n")
	for arch := range declared {
		for _, verb := range []string{"vet", "build"} {
			cmd := exec.Command("go", verb, ".")
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOARCH="+arch, "GOWORK=off", "GOFLAGS=")
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", firstLines(string(out)))
		}
	}
	_, err := Precompile(lowered(t, programs["escape"]), "sse", "f", 0)
	require.EqualError(t, err, "engine: there is no machine code for sse")
}

func firstLines(s string) string {
	lines := strings.SplitAfter(s, "\n")
	return strings.Join(lines[:min(20, len(lines))], "")
}
