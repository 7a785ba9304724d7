//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// makePipe makes a named pipe, to which nobody writes, and adds what is said of
// it.
func makePipe(t *testing.T, path string, said map[string]string) {
	require.NoError(t, syscall.Mkfifo(path, 0o666))
	said[path] = path + `: is a named pipe, not a file of data; pipe CSV to "-in -"`
}

// What a shell opens for <(…) is read, also if the lengths of slices are found
// out first.
func TestProcessSubstitution(t *testing.T) {
	inDir(t, "f.go", `package f

func Scale(x, by float64) float64 { return x * by }

func Sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return
}
`)
	for fn, data := range map[string]struct{ in, out string }{
		"Scale": {"x,by\n3,2\n", "r0,fault\n6,\n"},
		"Sum":   {"x[0],x[1]\n3,2\n1,\n", "s,fault\n5,\n1,\n"},
	} {
		r, w, err := os.Pipe()
		require.NoError(t, err)
		go func() {
			w.WriteString(data.in)
			w.Close()
		}()
		var stdout, stderr bytes.Buffer
		in := fmt.Sprintf("/dev/fd/%d", r.Fd())
		st := Main([]string{"run", "f.go", "-func", fn, "-in", in}, nil, &stdout, &stderr)
		require.Zero(t, st, stderr.String())
		require.Equal(t, data.out, stdout.String())
		r.Close()
	}
}

// Source that is a pipe or a device is refused, and not waited for.
func TestSourceIsNoFile(t *testing.T) {
	inDir(t, "in.csv", "x\n1\n")
	require.NoError(t, os.Mkdir("p", 0o777))
	require.NoError(t, syscall.Mkfifo("p/f.go", 0o666))
	require.NoError(t, os.Symlink("/dev/zero", "zero.go"))
	require.NoError(t, os.Symlink("/dev/zero", "zero.lockstep"))
	for path, want := range map[string]string{
		"p":             "f.go: is not a regular file",
		"p/f.go":        "p/f.go: is not",
		"zero.go":       "zero.go: is not",
		"zero.lockstep": "zero.lockstep: is not",
	} {
		for _, args := range [][]string{{"run", path, "-in", "in.csv"}, {"show", path}} {
			var stdout, stderr bytes.Buffer
			require.Equal(t, statusBad, Main(args, nil, &stdout, &stderr))
			require.Contains(t, stderr.String(), want, args)
		}
	}
}
