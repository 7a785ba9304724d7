package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/program"
)

// checkOutput is what -json prints.
type checkOutput struct {
	Problems  []problem
	Functions []checked
}

func checkJSON(t *testing.T, args ...string) checkOutput {
	t.Helper()
	var stdout, stderr bytes.Buffer
	st := Main(append([]string{"check", "-json"}, args...), nil, &stdout, &stderr)
	var out checkOutput
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &out), stderr.String())
	want := statusOK
	for _, p := range out.Problems {
		if p.Severity == severityError {
			want = statusBad
		}
	}
	require.Equal(t, want, st)
	return out
}

// TestShownCheck: what docs/speed.md shows is what check prints.
func TestShownCheck(t *testing.T) {
	t.Chdir("../..")
	readme, err := os.ReadFile("docs/speed.md")
	require.NoError(t, err)
	var out bytes.Buffer
	require.Zero(t, Main([]string{"check", "examples/fib", "-engine", "off"}, nil, &out, &out))
	shown := strings.Contains(string(readme), "$ lockstep check examples/fib -engine off\n"+out.String()+"$ ")
	require.True(t, shown, out.String())
	if lockstep.EngineAvailable() == nil {
		out.Reset()
		require.Zero(t, Main([]string{"check", "examples/fib"}, nil, &out, &out))
		require.Equal(t, "1 function: accepted\n", out.String())
	}
}

// TestCheckShared: what several functions reach is said once, with all of them.
func TestCheckShared(t *testing.T) {
	inDir(t, "a.go", `package p

func A(n int) int { return Loop(n) + 1 }

func B(n int) int { return bad(Loop(n)) }

func Loop(n int) int {
	if n < 2 {
		return n
	}
	return Loop(n-1) + Loop(n-2)
}

func bad(n int) int { return len(map[any]int{}) }
`)
	out := checkJSON(t, "a.go", "-engine", "off")
	require.Len(t, out.Functions, 4)
	var slow, refused []problem
	for _, p := range out.Problems {
		require.Equal(t, "a.go", p.File)
		if p.Severity == severityWarning {
			slow = append(slow, p)
		} else {
			refused = append(refused, p)
		}
	}
	require.Len(t, slow, 1)
	require.Equal(t, "slow-call", slow[0].Code)
	require.Equal(t, 11, slow[0].Line)
	require.Equal(t, []string{"A", "Loop"}, slow[0].Functions)
	require.NotEmpty(t, refused)
	for _, p := range refused {
		require.Equal(t, codeRefused, p.Code)
		require.Equal(t, 14, p.Line)
		require.Equal(t, []string{"B", "bad"}, p.Functions)
	}
	for _, f := range out.Functions {
		require.Equal(t, f.Name == "A" || f.Name == "Loop", f.Accepted, f.Name)
	}
}

// TestCheckBroken: a function that breaks the compiler, or keeps it busy, is
// reported, and the others are checked.
func TestCheckBroken(t *testing.T) {
	for name, c := range map[string]struct {
		does func() (*lockstep.Func, error)
		says string
	}{
		"panics": {func() (*lockstep.Func, error) { panic("index 7") },
			"a bug in lockstep, which you can report with the function: index 7"},
		"stays": {func() (*lockstep.Func, error) { select {} }, "not checked to the end: that takes longer than"},
		"is lost": {func() (*lockstep.Func, error) { return nil, program.ErrorList{{Instr: -1, Msg: "no place"}} },
			"no place"},
		"is silly": {func() (*lockstep.Func, error) { return nil, os.ErrInvalid }, "invalid argument"},
	} {
		t.Run(name, func(t *testing.T) {
			u := &unit{name: "d", dir: "d"}
			at := program.Pos{File: "f.go", Line: 3, Col: 6}
			jobs := []*job{{unit: u, fn: golang.Func{Name: "Bad", Pos: at}}, {unit: u, fn: golang.Func{Name: "Good"}}}
			f := &checkFlags{patience: 50 * time.Millisecond}
			f.compile = func(_ *unit, fn golang.Func, _ int) (*lockstep.Func, error) {
				if fn.Name == "Bad" {
					return c.does()
				}
				return lockstep.Compile("package p\nfunc Good(x int) int { return x }", "Good")
			}
			f.checkAll(jobs)
			require.False(t, jobs[0].outcome.accepted)
			require.True(t, jobs[1].outcome.accepted)
			require.Len(t, jobs[0].problems, 1)
			require.Contains(t, jobs[0].problems[0].Message, c.says)
			require.Contains(t, jobs[0].problems[0].String(), filepath.FromSlash("d/f.go:3:6: "))
			require.Equal(t, name == "stays", jobs[0].outcome.late)
			r := newReport([]*unit{u}, jobs, nil)
			var summary strings.Builder
			r.writeText(io.Discard, &summary)
			says := "2 functions: 1 accepted, 1 refused\n"
			if name == "stays" {
				says = "2 functions: 1 accepted, 1 not checked to the end\n"
			}
			require.Contains(t, summary.String(), says)
			require.Equal(t, name == "stays", r.unfinished())
		})
	}
}

// TestCheckForeign: packages that nobody wrote for us are checked to the end,
// without a bug of ours coming to light, and fast.
func TestCheckForeign(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	goroot := runtime.GOROOT()
	if _, err := os.Stat(filepath.Join(goroot, "src/math/exp.go")); err != nil {
		t.Skip("the source of Go is not here")
	}
	for _, dir := range []string{"math", "math/cmplx", "math/rand/v2", "sort", "container/...", "strconv"} {
		out := checkJSON(t, filepath.Join(goroot, "src", dir))
		require.NotEmpty(t, out.Functions, dir)
		for _, p := range out.Problems {
			require.NotEqual(t, codeInternal, p.Code, "%s: %v", dir, p)
			require.True(t, strings.HasSuffix(p.File, ".go") && p.Line > 0, "%s: %v", dir, p)
		}
	}
}
