//go:build unix

package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// beCommand makes the test binary be the command.
const beCommand = "LOCKSTEP_TEST_BE_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(beCommand) != "" {
		os.Unsetenv(beCommand)
		main()
	}
	flag.Parse()
	os.Exit(m.Run())
}

// process returns the command as a process of its own, in a directory.
func process(dir string, args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Dir = dir
	c.Env = append(os.Environ(), beCommand+"=1")
	return c
}

// inShell is process started by a line of a shell, in which "$@" is the command.
func inShell(dir, line string, args ...string) *exec.Cmd {
	c := process(dir)
	c.Args = append([]string{"sh", "-c", line, "sh", c.Path}, args...)
	c.Path = "/bin/sh"
	return c
}

// exitStatus waits for a process; -n is a signal that killed it.
func exitStatus(t *testing.T, c *exec.Cmd) int {
	t.Helper()
	err := c.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if ws := c.ProcessState.Sys().(syscall.WaitStatus); ws.Signaled() {
		return -int(ws.Signal())
	}
	return c.ProcessState.ExitCode()
}

// eventually waits for a condition.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited too long: %s", what)
		}
	}
}

// temporaries returns the unfinished files of a directory.
func temporaries(dir string) []string {
	found, _ := filepath.Glob(filepath.Join(dir, ".*.tmp"))
	return found
}

func writeFile(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
}

// Ctrl-C, kill and a terminal that is closed end the lanes; what was finished is
// written.
func TestSignalsEndRuns(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			if signal.Ignored(s) {
				t.Skip("who started the tests has them ignore it, as nohup does, and what they start")
			}
			dir := t.TempDir()
			writeFile(t, dir, "f.go", countdown)
			writeFile(t, dir, "in.csv", "n\n3\n-1\n5\n")
			c := process(dir, "run", "f.go", "-in", "in.csv", "-out", "out.csv")
			var stderr bytes.Buffer
			c.Stderr = &stderr
			require.NoError(t, c.Start())
			eventually(t, "the run began", func() bool { return len(temporaries(dir)) > 0 })
			time.Sleep(200 * time.Millisecond)
			require.NoError(t, c.Process.Signal(s))
			c.Process.Signal(s) // the kernel and a shell may both send one
			require.Equal(t, statusInterrupted, exitStatus(t, c), stderr.String())
			require.Contains(t, stderr.String(), "interrupted: 1 of 3 lanes is not finished")
			got, err := os.ReadFile(filepath.Join(dir, "out.csv"))
			require.NoError(t, err)
			require.Equal(t, "r0,fault\n3,\n,not finished\n5,\n", string(got))
			require.Empty(t, temporaries(dir))
		})
	}
}

// A second signal ends a command that does not come to its end.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, dir, "f.go", countdown)
	writeFile(t, dir, "in.csv", "n\n"+strings.Repeat("-1\n", 100_000))
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "out.csv"), 0o666))
	c := process(dir, "run", "f.go", "-in", "in.csv", "-out", "out.csv")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	require.NoError(t, c.Start())
	out, err := os.Open(filepath.Join(dir, "out.csv")) // and does not read it
	require.NoError(t, err)
	defer out.Close()
	time.Sleep(200 * time.Millisecond)
	require.NoError(t, c.Process.Signal(syscall.SIGINT))
	time.Sleep(3 * sameEvent)
	require.NoError(t, c.Process.Signal(syscall.SIGINT))
	require.Equal(t, statusInterrupted, exitStatus(t, c))
	require.Equal(t, "lockstep: interrupted\n", stderr.String())
}

// SIGQUIT is for who wants Go's stacks; it leaves no temporary file either.
func TestQuit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, dir, "f.go", countdown)
	writeFile(t, dir, "in.csv", "n\n-1\n")
	c := process(dir, "run", "f.go", "-in", "in.csv", "-out", "out.csv")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	require.NoError(t, c.Start())
	eventually(t, "the run began", func() bool { return len(temporaries(dir)) > 0 })
	require.NoError(t, c.Process.Signal(syscall.SIGQUIT))
	require.NotZero(t, exitStatus(t, c))
	require.Contains(t, stderr.String(), "SIGQUIT")
	require.Empty(t, temporaries(dir))
	require.NoFileExists(t, filepath.Join(dir, "out.csv"))
}

// Under nohup a terminal that is closed ends nothing.
func TestIgnoredSignals(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, dir, "f.go", countdown)
	writeFile(t, dir, "in.csv", "n\n-1\n")
	c := inShell(dir, `trap "" HUP; exec "$@"`, "run", "f.go", "-in", "in.csv", "-out", "out.csv", "-timeout", "500ms")
	require.NoError(t, c.Start())
	eventually(t, "the run began", func() bool { return len(temporaries(dir)) > 0 })
	require.NoError(t, c.Process.Signal(syscall.SIGHUP))
	require.Equal(t, statusTimeout, exitStatus(t, c))
}

// One signal ends a run that waits for its output to be read.
func TestSignalWhileOutputIsBlocked(t *testing.T) {
	const half = "package f\n\nfunc Half(x float64) float64 { return x / 2 }\n"
	rows := "x\n" + strings.Repeat("0.123456789\n", 100_000)
	t.Run("pipe", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		writeFile(t, dir, "f.go", half)
		writeFile(t, dir, "in.csv", rows)
		c := process(dir, "run", "f.go", "-in", "in.csv")
		stdout, err := c.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, c.Start())
		_, err = io.ReadFull(stdout, make([]byte, 8)) // the rest does not fit into a pipe
		require.NoError(t, err)
		require.NoError(t, c.Process.Signal(syscall.SIGINT))
		require.Equal(t, statusInterrupted, exitStatus(t, c))
	})
	t.Run("named pipe", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		writeFile(t, dir, "f.go", half)
		writeFile(t, dir, "in.csv", rows)
		require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "out.csv"), 0o666))
		c := process(dir, "run", "f.go", "-in", "in.csv", "-out", "out.csv")
		require.NoError(t, c.Start())
		out, err := os.Open(filepath.Join(dir, "out.csv")) // when the command has opened it, too
		require.NoError(t, err)
		defer out.Close()
		_, err = io.ReadFull(out, make([]byte, 8))
		require.NoError(t, err)
		require.NoError(t, c.Process.Signal(syscall.SIGTERM))
		require.Equal(t, statusInterrupted, exitStatus(t, c))
	})
	t.Run("named pipe that nobody reads", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		writeFile(t, dir, "f.go", half)
		writeFile(t, dir, "in.csv", rows)
		require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "out.csv"), 0o666))
		c := process(dir, "run", "f.go", "-in", "in.csv", "-out", "out.csv")
		require.NoError(t, c.Start())
		time.Sleep(500 * time.Millisecond) // until it waits; before that, the signal kills it
		require.NoError(t, c.Process.Signal(syscall.SIGINT))
		require.Contains(t, []int{statusInterrupted, -int(syscall.SIGINT)}, exitStatus(t, c))
	})
}

// Output that cannot be written is never success.
func TestStandardOutputFails(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, dir, "f.go", "package f\n\nfunc Half(x float64) float64 { return x / 2 }\n")
	writeFile(t, dir, "in.csv", "x\n"+strings.Repeat("1\n", 100_000))
	run := []string{"run", "f.go", "-in", "in.csv"}
	const (
		isClosed = "lockstep: standard output is closed, or /dev/null open for reading: name a file with -out"
		noRoom   = "lockstep: standard output cannot be written: no space left"
		toTrue   = `{ "$@"; echo $? >status; } | true; exit $(cat status)`
		allTrue  = `{ "$@"; echo $? >status; } 2>&1 | true; exit $(cat status)`
		// The reader is gone before the command begins.
		toNobody = `>lock; { while [ -e lock ]; do sleep 0.01; done; "$@"; echo $? >status; } |
			{ exec <&-; rm lock; }; exit $(cat status)`
	)
	for _, tc := range []struct {
		name, line string
		args       []string
		status     int
		says       string // nothing: not a word
	}{
		{"run, closed", `"$@" >&-`, run, statusBad, isClosed},
		{"run, to nowhere", `"$@" >/dev/null`, run, statusOK, ""},
		{"run, full", `"$@" >/dev/full`, run, statusBad,
			"standard output: the results cannot be written: no space left"},
		{"run, to a closed pipe", toTrue, run, statusPipe, ""},
		{"run to a file, closed", `"$@" >&-`, append(run, "-out", "out.csv"), statusOK, ""},
		{"run to a file, messages to a closed pipe", allTrue, append(run, "-out", "out.csv", "-stats"), statusOK, ""},
		{"help, full", `"$@" >/dev/full`, []string{"help"}, statusBad, noRoom},
		{"-h, full", `"$@" >/dev/full`, []string{"run", "-h"}, statusBad, noRoom},
		{"version, full", `"$@" >/dev/full`, []string{"version"}, statusBad, noRoom},
		{"show, full", `"$@" >/dev/full`, []string{"show", "f.go"}, statusBad, noRoom},
		{"completion, full", `"$@" >/dev/full`, []string{"completion", "bash"}, statusBad, noRoom},
		{"check -json, full", `"$@" >/dev/full`, []string{"check", "-json", "f.go"}, statusUnchecked, noRoom},
		{"check, full but silent", `"$@" >/dev/full`, []string{"check", "f.go"}, statusOK, "1 function: accepted"},
		{"help, to a closed pipe", toNobody, []string{"help", "run"}, statusPipe, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := os.Stat("/dev/full"); err != nil && strings.Contains(tc.line, "/dev/full") {
				t.Skip("this system has no /dev/full")
			}
			c := inShell(dir, tc.line, tc.args...)
			var stderr bytes.Buffer
			c.Stderr = &stderr
			require.NoError(t, c.Start())
			require.Equal(t, tc.status, exitStatus(t, c), stderr.String())
			if tc.says == "" {
				require.Empty(t, stderr.String())
			}
			require.Contains(t, stderr.String(), tc.says)
		})
	}
}

var kills = flag.Int("kills", 24, "how often TestKills ends a run")

// Whenever a run is ended, there is the old file or a complete one, and, if the
// signal can be caught, nothing else.
func TestKills(t *testing.T) {
	const lanes = 30_000
	dir := t.TempDir()
	writeFile(t, dir, "f.go", `package f

func F(x int) (y int) {
	for i := range x % 400 {
		y += i
	}
	return y
}
`)
	var in strings.Builder
	want := []string{"y,fault"}
	in.WriteString("x\n")
	for x := range lanes {
		in.WriteString(strconv.Itoa(x) + "\n")
		n := x % 400
		want = append(want, strconv.Itoa(n*(n-1)/2)+",")
	}
	writeFile(t, dir, "in.csv", in.String())
	const old = "what was there before\n"
	out := filepath.Join(dir, "out.csv")

	// finished returns how many lanes a file has results of, -1 if it is the
	// old one or none.
	finished := func() int {
		text, err := os.ReadFile(out)
		if errors.Is(err, os.ErrNotExist) || string(text) == old {
			return -1
		}
		require.NoError(t, err)
		rows := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		require.Len(t, rows, lanes+1)
		n := 0
		for i, row := range rows[1:] {
			if row != ",not finished" {
				require.Equal(t, want[i+1], row, "row %d", i)
				n++
			}
		}
		return n
	}
	start := func() *exec.Cmd {
		c := process(dir, "run", "f.go", "-in", "in.csv", "-out", "out.csv")
		require.NoError(t, c.Start())
		return c
	}
	begun := time.Now()
	require.Zero(t, exitStatus(t, start()))
	took := time.Since(begun)
	require.Equal(t, lanes, finished())

	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	signals := []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	count := map[string]int{}
	n := *kills
	if testing.Short() {
		n = min(n, 8)
	}
	for i := range n {
		s := signals[i%len(signals)]
		os.Remove(out)
		if i/len(signals)%2 == 0 {
			writeFile(t, dir, "out.csv", old)
		}
		c := start()
		wait := time.Duration(rng.Int64N(int64(took)))
		time.Sleep(wait)
		c.Process.Signal(s)
		st := exitStatus(t, c)
		n := finished()
		at := s.String() + " after " + wait.String() + " of " + took.String() + ": status " + strconv.Itoa(st)
		switch left := temporaries(dir); {
		case s == syscall.SIGKILL:
			require.Contains(t, []int{0, -int(s)}, st, at)
			require.Contains(t, []int{-1, lanes}, n, at)
			for _, f := range left {
				os.Remove(f)
			}
		default:
			require.Contains(t, []int{0, -int(s), statusInterrupted}, st, at)
			require.Empty(t, left, at)
		}
		if st == 0 {
			require.Equal(t, lanes, n, at)
		}
		count[strconv.Itoa(st)]++
	}
	t.Logf("%v: %v", took, count)
}
