package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
)

const countdown = `package f

// Countdown takes n steps, and never ends for negative n.
func Countdown(n int64) int64 {
	steps := int64(0)
	for n != 0 {
		n--
		steps++
	}
	return steps
}
`

// inDir writes files to a new directory and makes it the current one.
func inDir(t *testing.T, files ...string) {
	t.Chdir(t.TempDir())
	for i := 0; i < len(files); i += 2 {
		require.NoError(t, os.WriteFile(files[i], []byte(files[i+1]), 0o666))
	}
}

func writeColumns(t *testing.T, path string, lanes int, columns ...dataio.Column) {
	format, err := dataio.FormatOf(path)
	require.NoError(t, err)
	f, err := dataio.NewFile(path)
	require.NoError(t, err)
	require.NoError(t, f.Create())
	require.NoError(t, format.Write(f, &dataio.Results{Columns: columns, Lanes: lanes}))
	require.NoError(t, f.Commit())
}

func readColumns(path string, want []dataio.Field) (*dataio.Table, error) {
	in, err := dataio.Open(path, nil)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return in.Read(want)
}

func TestArraysInArraysOut(t *testing.T) {
	inDir(t, "f.go", `package f

func Divide(a, b int64) (q, r int64) { return a / b, a % b }

func Half(x float64) float64 { return x / 2 }
`)
	a := dataio.Column{Field: dataio.Field{Name: "a", Type: program.GoInt32}, Data: []int32{7, 8, 9}}
	b := dataio.Column{Field: dataio.Field{Name: "b", Type: program.GoInt64}, Data: []int64{2, 0, -4}}
	writeColumns(t, "in.npz", 3, a, b)

	var stdout, stderr bytes.Buffer
	st := Main([]string{"run", "f.go", "-func", "Divide", "-in", "in.npz", "-out", "out.npz"}, nil, &stdout, &stderr)
	require.Zero(t, st, stderr.String())
	require.Contains(t, stderr.String(), "1 of 3 lanes faulted: 1 integer divide by zero")
	require.Contains(t, stderr.String(), "columns that are not parameters are ignored: fault, fault_lane, "+
		"fault_message")
	got, err := readColumns("out.npz",
		[]dataio.Field{{Name: "q", Type: program.GoInt64}, {Name: "r", Type: program.GoInt64},
			{Name: "fault", Type: program.GoUint8}})
	require.NoError(t, err)
	require.Equal(t, []int64{3, 0, -2}, got.Columns[0].Data)
	require.Equal(t, []int64{1, 0, 1}, got.Columns[1].Data)
	require.Equal(t, []uint8{0, 1, 0}, got.Columns[2].Data)

	x := dataio.Column{Field: dataio.Field{Name: "x", Type: program.GoFloat64}, Data: []float64{1, 3}}
	writeColumns(t, "x.npy", 2, x)
	stderr.Reset()
	st = Main([]string{"run", "f.go", "-func", "Half", "-in", "x.npy", "-out", "y.npy"}, nil, &stdout, &stderr)
	require.Zero(t, st, stderr.String())
	got, err = readColumns("y.npy", []dataio.Field{{Name: "r0", Type: program.GoFloat64}})
	require.NoError(t, err)
	require.Equal(t, []float64{0.5, 1.5}, got.Columns[0].Data)
	require.Empty(t, stdout.String())
}

func TestWrongDtype(t *testing.T) {
	inDir(t, "f.go", "package f\n\nfunc Half(x float64) float64 { return x / 2 }\n")
	writeColumns(t, "x.npy", 2, dataio.Column{
		Field: dataio.Field{Name: "x", Type: program.GoInt64}, Data: []int64{1, 3}})
	var stdout, stderr bytes.Buffer
	st := Main([]string{"run", "f.go", "-in", "x.npy", "-out", "y.npy"}, nil, &stdout, &stderr)
	require.Equal(t, statusBad, st)
	require.Contains(t, stderr.String(),
		`x.npy: "x" holds int64, but the parameter is x float64: save it with .astype(numpy.float64)`)
	require.NoFileExists(t, "y.npy")
}

// What was finished when a run is stopped is written; the other lanes say that
// they are not finished.
func TestStoppedRuns(t *testing.T) {
	inDir(t, "f.go", countdown, "in.csv", "n\n3\n-1\n5\n")
	const want = "r0,fault\n3,\n,not finished\n5,\n"

	t.Run("timeout", func(t *testing.T) {
		var stdout, stderr bytes.Buffer
		st := Main([]string{"run", "f.go", "-in", "in.csv", "-timeout", "300ms"}, nil, &stdout, &stderr)
		require.Equal(t, statusTimeout, st)
		require.Equal(t, want, stdout.String())
		require.Contains(t, stderr.String(),
			"lockstep: the timeout of 300ms ended the run: 1 of 3 lanes is not finished")
	})
	t.Run("interrupt", func(t *testing.T) {
		var stdout, stderr bytes.Buffer
		e := &env{stdout: &stdout, stderr: &stderr, signals: func() (<-chan os.Signal, func()) {
			c := make(chan os.Signal, 1)
			time.AfterFunc(300*time.Millisecond, func() { c <- os.Interrupt })
			return c, func() {}
		}}
		st := e.main([]string{"run", "f.go", "-in", "in.csv", "-out", "out.csv"})
		require.Equal(t, statusInterrupted, st)
		got, err := os.ReadFile("out.csv")
		require.NoError(t, err)
		require.Equal(t, want, string(got))
		require.Contains(t, stderr.String(), "interrupted: 1 of 3 lanes is not finished")
	})
}

// A run whose time is over when all lanes have ended is as any other.
func TestEndedInTime(t *testing.T) {
	inDir(t, "f.go", countdown, "in.csv", "n\n3\n5\n")
	for range 20 {
		var stdout, stderr bytes.Buffer
		st := Main([]string{"run", "f.go", "-in", "in.csv", "-timeout", "1ns"}, nil, &stdout, &stderr)
		if strings.Contains(stdout.String(), "not finished") {
			require.Equal(t, statusTimeout, st)
			require.Contains(t, stderr.String(), "2 of 2 lanes are not finished")
			continue
		}
		require.Zero(t, st)
		require.Equal(t, "r0,fault\n3,\n5,\n", stdout.String())
		require.Empty(t, stderr.String())
	}
	require.Equal(t, "1 of 1 lane is not finished", unfinished(1, 1))
	require.Equal(t, "1 of 2 lanes is not finished", unfinished(1, 2))
	require.Equal(t, "2 of 3 lanes are not finished", unfinished(2, 3))
}

func TestStats(t *testing.T) {
	inDir(t, "f.go", "package f\n\nfunc Fib(n int) int {\n\tif n < 0 {\n\t\tpanic(\"negative\")\n\t}\n\tif n < 2 "+
		"{\n\t\treturn n\n\t}\n\treturn Fib(n-1) + Fib(n-2)\n}\n",
		"in.csv", "n\n1\n7\n10\n-1\n")
	var stdout, stderr bytes.Buffer
	st := Main([]string{"run", "f.go", "-in", "in.csv", "-stats", "-workers", "1", "-gang", "64"}, nil, &stdout,
		&stderr)
	require.Zero(t, st)
	require.Equal(t, "r0,fault\n1,\n13,\n55,\n,panic: negative at f.go:5:8\n", stdout.String())
	for _, want := range []string{"lanes", "workers", "gang", "schedule", "blocks run", "utilisation", "compacted",
		"time", "throughput", "1: 1 panic", "lanes/run", "f.go:", "deepest"} {
		require.Contains(t, stderr.String(), want)
	}
}

// A log has no control bytes.
func TestProgressLog(t *testing.T) {
	var stderr bytes.Buffer
	p := &progress{e: &env{stderr: &stderr}, total: 200, start: time.Now()}
	p.report(50, 200)
	p.report(40, 200) // workers may overtake each other
	logView{}.show(p)
	require.Contains(t, stderr.String(), "lockstep: 50 of 200 lanes, 25.0 % after")
}

func TestProgressBarGoesAway(t *testing.T) {
	var stderr bytes.Buffer
	p := &progress{e: &env{stderr: &stderr}, total: 200, start: time.Now()}
	p.report(50, 200)
	v := &barView{}
	v.show(p)
	p.report(200, 200)
	v.show(p)
	v.hide(p)
	require.True(t, strings.HasSuffix(stderr.String(), "\x1b[A\x1b[K"), "the line is cleared")
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestOutputThatCannotBeWritten(t *testing.T) {
	inDir(t, "f.go", countdown, "in.csv", "n\n3\n")
	var stderr bytes.Buffer
	st := Main([]string{"run", "f.go", "-in", "in.csv"}, nil, brokenPipe{}, &stderr)
	require.Equal(t, statusBad, st)
	require.Contains(t, stderr.String(), "the results cannot be written: broken pipe")
}

// Every flag is explained, and the explanation names a value where one is
// taken.
func TestHelpIsComplete(t *testing.T) {
	for _, c := range commands {
		var b bytes.Buffer
		c.writeHelp(&b)
		require.True(t, strings.HasPrefix(b.String(), "usage: lockstep "+c.name))
		require.NotContains(t, b.String(), " string\n", c.name)
		require.NotContains(t, b.String(), " int\n", c.name)
		for line := range strings.Lines(b.String()) {
			require.LessOrEqual(t, len([]rune(line)), 100, "%s: %s", c.name, line)
		}
		fs, _ := c.flags()
		fs.VisitAll(func(f *flag.Flag) {
			require.NotEmpty(t, f.Usage, "%s -%s", c.name, f.Name)
			if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
				return
			}
			require.Equal(t, 2, strings.Count(f.Usage, "`"), "%s -%s: its value has a name in backquotes", c.name,
				f.Name)
		})
	}
}
