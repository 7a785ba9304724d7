package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
)

const scale = "package f\n\nfunc Scale(x float64, by []float64) float64 { return x * by[0] }\n"

// A run does not write over a file that it reads, by whatever name.
func TestOutputIsNoInput(t *testing.T) {
	inDir(t, "f.go", scale, "x.csv", "x\n3\n", "by.csv", "2\n", "other.csv", "old\n")
	writeColumns(t, "by.npy", 1, dataio.Column{
		Field: dataio.Field{Name: "by", Type: program.GoFloat64}, Data: []float64{2}})
	require.NoError(t, os.Mkdir("d", 0o777))
	require.NoError(t, os.Link("x.csv", "hard.csv"))
	full, err := filepath.Abs("x.csv")
	require.NoError(t, err)
	names := []string{"x.csv", "./x.csv", "d/../x.csv", full, "hard.csv"}
	if runtime.GOOS != "windows" {
		require.NoError(t, os.Symlink("x.csv", "link.csv"))
		names = append(names, "link.csv")
	}
	run := func(stdin *os.File, args ...string) (status, string) {
		var stdout, stderr bytes.Buffer
		st := Main(append([]string{"run", "f.go"}, args...), stdin, &stdout, &stderr)
		return st, stderr.String()
	}
	for _, out := range names {
		st, msg := run(nil, "-in", "x.csv", "-uniform", "by=2", "-out", out)
		require.Equal(t, statusBad, st, out)
		require.Contains(t, msg, "run: -out "+out+" is the file of -in: its data would be lost; name another file")
		st, _ = run(nil, "-in", out, "-uniform", "by=2", "-out", "x.csv")
		require.Equal(t, statusBad, st, out)
	}
	for _, by := range []string{"by.csv", "by.npy"} {
		st, msg := run(nil, "-in", "x.csv", "-uniform", "by="+by, "-out", "d/../"+by)
		require.Equal(t, statusBad, st)
		require.Contains(t, msg, "is the file of -uniform by")
	}
	stdin, err := os.Open("x.csv")
	require.NoError(t, err)
	defer stdin.Close()
	st, msg := run(stdin, "-in", "-", "-uniform", "by=2", "-out", "x.csv")
	require.Equal(t, statusBad, st)
	require.Contains(t, msg, "is the file of -in")
	text, err := os.ReadFile("x.csv")
	require.NoError(t, err)
	require.Equal(t, "x\n3\n", string(text))

	st, msg = run(nil, "-in", "x.csv", "-uniform", "by=by.csv", "-out", "other.csv")
	require.Zero(t, st, msg)
	text, err = os.ReadFile("other.csv")
	require.NoError(t, err)
	require.Equal(t, "r0,fault\n6,\n", string(text))
}

// What is not a file of data is refused, and not waited for.
func TestInputIsNoFile(t *testing.T) {
	inDir(t, "f.go", scale, "x.csv", "x\n3\n")
	require.NoError(t, os.Mkdir("d.csv", 0o777))
	cases := map[string]string{"d.csv": "d.csv: is a directory, not a file of data"}
	if runtime.GOOS != "windows" {
		cases["/dev/zero"] = "/dev/zero: is a device, not a file of data"
		cases["/dev/null"] = "/dev/null: is a device, not a file of data"
		require.NoError(t, os.Symlink("/dev/zero", "zero.csv"))
		cases["zero.csv"] = "zero.csv: is a device, not a file of data"
	}
	makePipe(t, "pipe.csv", cases)
	for path, want := range cases {
		as := [][]string{{"-in", path, "-uniform", "by=2"}, {"-in", path}}
		if filepath.Ext(path) == ".csv" { // else it is a literal
			as = append(as, []string{"-in", "x.csv", "-uniform", "by=" + path})
		}
		for _, args := range as {
			var stdout, stderr bytes.Buffer
			st := Main(append([]string{"run", "f.go"}, args...), nil, &stdout, &stderr)
			require.Equal(t, statusBad, st)
			require.Contains(t, stderr.String(), want, args)
		}
	}
}
