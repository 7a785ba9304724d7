package advise

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/bench"
	"github.com/lockstep-simt/lockstep/internal/advise/internal/slow"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// warnings compiles a function and returns what there is to say about it.
func warnings(t *testing.T, src, fn string, m Machine, opts ...lockstep.CompileOption) []Warning {
	t.Helper()
	compiled, err := lockstep.Compile(src, fn, opts...)
	require.NoError(t, err)
	ws, err := Program(compiled.Source(), m)
	require.NoError(t, err)
	return ws
}

func codes(ws []Warning) []string {
	var cs []string
	for _, w := range ws {
		cs = append(cs, w.Code)
	}
	slices.Sort(cs)
	return slices.Compact(cs)
}

// both is a machine that has both kinds of machine code.
func both() (lanes, scalar bool) { return true, true }

// TestWorkloads holds the warnings to what bench measures. On the machine of package
// batch those that are slower than the loop are warned of, and no others; but switch-loop and
// queens-board are slower since their lanes part at every turn, of which there is no warning. None is so slow as
// machine code that it is warned of.
func TestWorkloads(t *testing.T) {
	slowOnes := map[string]string{
		"fib": SlowCall, "tak": SlowCall, "hofstadter": SlowCall, "nqueens": SlowCall, "ackermann": SlowCall,
		"quadrature-rational": SlowCall, "search-tree": SlowCall, "incomplete-gamma": TinyLoop,
		"permutations": LaneArray, "quicksort": LaneArray + " " + SlowCall,
		"option-tree": LaneArray, "edit-distance": LaneArray, "forest": LaneArray,
	}
	for _, w := range bench.All {
		ws := warnings(t, w.Source, w.Func, Machine{Gang: 512}, w.CompileOptions()...)
		if code := slowOnes[w.Name]; code != "" {
			require.Equal(t, strings.Fields(code), codes(ws), w.Name)
		} else {
			require.Empty(t, ws, w.Name)
		}
		require.Empty(t, warnings(t, w.Source, w.Func, Machine{Gang: 512, Code: both}, w.CompileOptions()...), w.Name)
	}
}

// TestFunctions compares the kinds of warnings about each function of package
// slow with the last words of its comment.
func TestFunctions(t *testing.T) {
	declaration := regexp.MustCompile(`// Warnings: (.*?)(?:; with machine code (.*))?\.\nfunc (\w+)`)
	declared := declaration.FindAllStringSubmatch(slow.Source, -1)
	require.Len(t, declared, strings.Count(slow.Source, "\nfunc "))
	var seen []string
	for _, d := range declared {
		for i, m := range []Machine{{Gang: 512}, {Gang: 512, Code: both}} {
			ws := warnings(t, slow.Source, d[3], m)
			got := codes(ws)
			seen = append(seen, got...)
			if got == nil {
				got = []string{"none"}
			}
			want := d[1]
			if i > 0 && d[2] != "" {
				want = d[2]
			}
			require.Equal(t, want, strings.Join(got, ", "), "%s, machine code: %v", d[3], i > 0)
			for _, w := range ws {
				require.True(t, w.Pos.IsValid() && w.Pos.File == "(source)" && w.Pos.Col > 0, "%s: %v", d[3], w)
			}
		}
	}
	for _, k := range Kinds {
		if k.Code != LaneState { // the machine's doing, see TestState
			require.Contains(t, seen, k.Code)
		}
	}
}

// TestTold compares some messages with what they should tell.
func TestTold(t *testing.T) {
	for _, c := range []struct{ fn, want string }{
		{"Depth", "a recursive call of Depth moves 2 values to and from stacks"},
		{"Keeps", "an array [32]float64 among them"},
		{"Count256", "2 accesses a round to an array [256]int64 of the lane's own"},
		{"Adds", "worth 1 addition"},
		{"Shifts", "worth 2 additions"},
		{"Table", "1 look-up a round"},
	} {
		require.Contains(t, fmt.Sprint(warnings(t, slow.Source, c.fn, Machine{})), c.want)
	}
	require.Contains(t, fmt.Sprint(warnings(t, slow.Source, "Count1024", Machine{Gang: 64, StateBytes: 8400})),
		"8400 bytes a lane leave only 64 lanes in flight")
}

func TestState(t *testing.T) {
	w, err := bench.Lookup("kepler")
	require.NoError(t, err)
	ws := warnings(t, w.Source, w.Func, Machine{Gang: 64, StateBytes: 9000})
	require.Equal(t, []string{LaneState}, codes(ws))
	require.Contains(t, ws[0].Msg, "Anomaly keeps 9000 bytes for each lane, so that only 64 lanes")
	// An array that is warned of anyway is reason enough.
	require.NotContains(t, codes(warnings(t, slow.Source, "Count1024", Machine{Gang: 64, StateBytes: 9000})), LaneState)
}

// TestLowered: a program that is lowered already is looked at as it is.
func TestLowered(t *testing.T) {
	compiled, err := lockstep.Compile(slow.Source, "Horner")
	require.NoError(t, err)
	ws, err := Program(compiled.Lowered(), Machine{})
	require.NoError(t, err)
	require.Equal(t, []string{SlowCall}, codes(ws))
}

// TestKernels: no kind of warning is about operations that run one lane at a time, since every
// implementation with vectors has kernels for all.
func TestKernels(t *testing.T) {
	for _, impl := range simd.Implementations() {
		if impl.Name == "portable" || !impl.Available {
			continue
		}
		undo, ok := simd.Restrict(impl.Name)
		require.True(t, ok)
		for _, op := range program.Opcodes() {
			if op.Info().Row.Weight() == 1 {
				continue // moves, and what is as fast one by one
			}
			chosen := simd.Chosen(op.String())
			if chosen == "" {
				continue // folds and indices, which the machine does itself
			}
			if !simd.Agrees(impl.Name, op.String()) {
				continue // it has other bits here
			}
			require.NotEqual(t, "portable", chosen, "%s: %s", impl.Name, op)
		}
		undo()
	}
}

// TestInnermost: of loops in loops only the inner ones are looked at, and none
// that is part of a recursion.
func TestInnermost(t *testing.T) {
	src := `package p

func Nested(n int) int {
	s := 0
	for i := range n {
		s ^= i
		for j := range i {
			s ^= j
		}
		for j := range i {
			for k := range j {
				s += k
			}
		}
	}
	return s
}

func Calls(n int) int {
	s := 0
	for i := range n {
		s += Calls(i)
	}
	return s
}
`
	var lines []int
	for _, w := range warnings(t, src, "Nested", Machine{}) {
		require.Equal(t, TinyLoop, w.Code)
		lines = append(lines, w.Pos.Line)
	}
	require.Equal(t, []int{8, 12}, lines)
	require.Equal(t, []string{SlowCall}, codes(warnings(t, src, "Calls", Machine{})))
}

// TestRoom: memory with room for all that append may make is mostly not touched, and does not cost what as much memory
// does.
func TestRoom(t *testing.T) {
	const src = `package p

		type point struct{ X, Y float64 }

		func clip(kept []point, limit float64) []point {
			for range 2 {
				var next []point
				for i, p := range kept {
					q := kept[(i+len(kept)-1)%len(kept)]
					if q.X > limit {
						next = append(next, point{limit, q.Y})
					}
					if p.Y < q.Y {
						next = append(next, p)
					}
				}
				kept = next
			}
			return kept
		}

		func F(tri [3]point, limit float64) int { return len(clip(tri[:], limit)) }`
	require.Empty(t, warnings(t, src, "F", Machine{Code: both}, lockstep.MakeCap(64)))
}

// TestGuess: nothing is said of how large arrays are whose size is a guess.
func TestGuess(t *testing.T) {
	const src = `package f

		func made(n int) [][]float64 {
			a := make([][]float64, n)
			for i := range a {
				a[i] = make([]float64, n)
			}
			return a
		}

		func product(a, b [][]float64) [][]float64 {
			c := made(len(a))
			for i := range a {
				for j := range b {
					for k := range b {
						c[i][j] += float64(a[i][k] * b[k][j])
					}
				}
			}
			return c
		}

		func F(x float64, n int) float64 {
			a := made(2)
			a[0][0], a[0][1], a[1][0] = x, 1, 1
			r := a
			for ; n > 0; n >>= 1 {
				r = product(r, a)
			}
			return r[0][1]
		}`
	both := func() (lanes, scalar bool) { return true, true }
	require.NotEmpty(t, warnings(t, src, "F", Machine{Code: both}, lockstep.MakeCap(64)))
	require.Empty(t, warnings(t, src, "F", Machine{Code: both, Room: 64}, lockstep.MakeCap(64)))
}
