package lockstep

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// faultSource has a function that faults in every way there is but one: a step limit is no
// function's.
const faultSource = `package p

import "math/bits"

func End(n int) int {
	return 1 + End(n+1)
}

type pair struct{ a, b int }

func F(kind, x int) (s int) {
	v := [8]int{1, 2, 3, 4, 5, 6, 7, 8}
	two := pair{2, x}
	for i := range x & 31 {
		s += v[i&7] * x
	}
	switch kind {
	case 1:
		return s / (kind - 1)
	case 2:
		return v[8+x&7]
	case 3:
		return 1 << (x&7 - 8)
	case 4:
		panic("no more")
	case 5:
		return End(x)
	case 6:
		return len(v[x&7+1 : x&7])
	case 7:
		return len(make([]int, -1-x&7))
	case 8:
		var p *pair
		return s + p.a
	case 9:
		p := &two
		return s + p.a
	case 10:
		var w []int
		for i := range 100 + x {
			w = append(w, i)
		}
		return len(w)
	case 11:
		q, _ := bits.Div64(70_000+uint64(x&7), 5, 70_000)
		return s + int(q)
	}
	return s
}
`

// faultF is F where it does not fault.
func faultF(kind, x int) (s int) {
	for i := range x & 31 {
		s += (i&7 + 1) * x
	}
	if kind == 9 {
		s += 2
	}
	return s
}

// TestOneFaultOfEachKind: of very many lanes one faults in each way; each engine reports these
// with place and code, and all others have their results.
func TestOneFaultOfEachKind(t *testing.T) {
	lanes := 100_000
	if testing.Short() {
		lanes = 10_000
	}
	if os.Getenv("LOCKSTEP_TESTKIT") == "full" {
		lanes = 1_000_000
	}
	codes := map[int]optab.Code{
		1: optab.DivideByZero, 2: optab.IndexOutOfRange, 3: optab.NegativeShift, 4: optab.Panic, 5: optab.StackOverflow,
		6: optab.SliceOutOfRange, 7: optab.MakeSliceOutOfRange, 8: optab.NilDereference, 10: optab.CapacityExceeded,
		11: optab.Overflow,
	}
	fn, err := Compile(faultSource, "F", MakeCap(50))
	require.NoError(t, err)
	kinds, x := make([]int, lanes), make([]int, lanes)
	for i := range x {
		x[i] = i
		if i%1000 == 7 {
			kinds[i] = 9
		}
	}
	at := map[int]optab.Code{}
	for kind, code := range codes {
		lane := (kind*lanes/12 + 13) | 1
		kinds[lane] = kind
		at[lane] = code
	}
	engines := fn.Engines()
	if EngineAvailable() == nil {
		require.Contains(t, engines, EngineLanes)
		require.Contains(t, engines, EngineScalar)
	}
	var first *Result
	for _, engine := range append(engines, EngineAuto) {
		r, err := fn.Run(context.Background(), Inputs{"kind": kinds, "x": x}, Engine(engine))
		require.NoError(t, err)
		require.Len(t, r.Faults, len(codes), engine)
		for _, f := range r.Faults {
			require.Equal(t, at[f.Lane], f.Code, "%s: %v", engine, f)
			require.True(t, f.Pos.IsValid())
		}
		if first == nil {
			first = r
		}
		require.Equal(t, first.Faults, r.Faults, engine)
		got := Column[int](r, "s")
		for lane := range lanes {
			_, faults := at[lane]
			require.Equal(t, !faults, r.Finished(lane))
			if want := faultF(kinds[lane], x[lane]); !faults && got[lane] != want {
				t.Fatalf("%s: lane %d is %d, want %d", engine, lane, got[lane], want)
			}
		}
	}
	// The other.
	fn, err = Compile("package p; func F(n int) int { s := 0; for i := range n { s ^= i*n }; return s }", "F")
	require.NoError(t, err)
	r, err := fn.Run(context.Background(), Inputs{"n": []int{1, 2, 1 << 60, 3}}, MaxSteps(1000))
	require.NoError(t, err)
	require.Len(t, r.Faults, 1)
	require.Equal(t, optab.StepLimit, r.Faults[0].Code)
}

// TestDeep: lanes recurse as deep as a machine with one stack would let them, on each engine, with
// others beside them that do not.
func TestDeep(t *testing.T) {
	fn, err := Compile(`package p

func Sum(n, k int) int {
	if n <= 0 {
		return k
	}
	return n ^ Sum(n-1, k+1)*3
}
`, "Sum")
	require.NoError(t, err)
	want := func(n, k int) (s int) {
		s = k + max(n, 0)
		for i := 1; i <= n; i++ {
			s = i ^ s*3
		}
		return s
	}
	for _, depth := range []int{10_000, 200_000} {
		const lanes = 300
		n, add := make([]int, lanes), make([]int, lanes)
		for i := range n {
			n[i], add[i] = i%50, i
			if i%30 == 5 {
				n[i] = depth - i
			}
		}
		for _, engine := range append(fn.Engines(), EngineAuto) {
			r, err := fn.Run(context.Background(), Inputs{"n": n, "k": add}, Engine(engine))
			require.NoError(t, err)
			require.Empty(t, r.Faults)
			for lane, got := range Column[int](r, "r0") {
				require.Equal(t, want(n[lane], add[lane]), got, "%s, depth %d, lane %d", engine, depth, lane)
			}
		}
		r, err := fn.Run(context.Background(), Inputs{"n": n, "k": add}, MaxDepth(depth/2))
		require.NoError(t, err)
		require.Len(t, r.Faults, lanes/30)
		require.True(t, slices.IsSortedFunc(r.Faults, func(a, b Fault) int { return a.Lane - b.Lane }))
	}
}
