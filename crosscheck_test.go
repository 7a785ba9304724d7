package lockstep

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/tiers"
)

// A machine code that computes another function than the machine of kernels is found out while the function is new, in
// whichever of them most lanes run.
func TestCrossCheckFindsWrongCode(t *testing.T) {
	if err := EngineAvailable(); err != nil {
		t.Skip(err)
	}
	for _, source := range []string{
		`func F(x int) int { s := 0; for i := range x & 63 { s += i * x }; return s + ONE }`,
		`func F(x int) int { if x&31 < 2 { return ONE }; return F(x-1) + F(x-2) }`,
	} {
		right := crossChecked(t, source, "1")
		wrong := crossChecked(t, source, "2")
		right.tiers = tiers.New(wrong.lowered, right.code, nil)
		x := make([]int, 20_000)
		for i := range x {
			x[i] = i % 8
		}
		var err error
		for range 100 {
			if _, err = right.Run(context.Background(), Inputs{"x": x}, Workers(1)); err != nil {
				break
			}
		}
		var differ *EngineError
		require.ErrorAs(t, err, &differ)
		require.Equal(t, "r0", differ.Result)
		require.NotEqual(t, differ.Values[0], differ.Values[1])
		require.NotEqual(t, differ.Engines[0], differ.Engines[1])
		require.Regexp(t, `^lockstep: lane \d+: r0: engine \w+ gives \d+, and engine \w+ gives \d+: a defect`,
			err.Error())
	}
}

// crossChecked compiles a function in which ONE is a number.
func crossChecked(t *testing.T, source, one string) *Func {
	fn, err := Compile("package p\n\nconst ONE = "+one+"\n\n"+source, "F")
	require.NoError(t, err)
	return fn
}

func TestSameFrom(t *testing.T) {
	const same = `func F(x int, f float64, xs []int) (int, float64, []int, error) {
		var err error
		if x == 2 { err = bad }
		if x == 5 { panic("five") }
		return x, f, xs[:x&1+ONE-ONE], err
	}`
	for _, c := range []struct{ name, source, says string }{
		{"nothing", same, ""},
		{"a number", `func F(x int, f float64, xs []int) (int, float64, []int, error) {
			if x == 5 { panic("five") }
			if x == 2 { return x, f, xs[:x&1], bad }
			if x == 3 { return 7, f, xs[:1], nil }
			return x, f, xs[:x&1], nil
		}`, "lane 3: r0: engine off gives 3, and engine off gives 7"},
		{"a length", `func F(x int, f float64, xs []int) (int, float64, []int, error) {
			if x == 5 { panic("five") }
			if x == 2 { return x, f, xs[:x&1], bad }
			return x, f, xs[:x&1+x/6], nil
		}`, "lane 6: r2: engine off gives [], and engine off gives [10]"},
		{"an error", `func F(x int, f float64, xs []int) (int, float64, []int, error) {
			if x == 5 { panic("five") }
			return x, f, xs[:x&1], nil
		}`, `lane 2: r3: engine off gives "bad", and engine off gives nil`},
		{"a fault", `func F(x int, f float64, xs []int) (int, float64, []int, error) {
			if x == 2 { return x, f, xs[:x&1], bad }
			return x, f, xs[:x&1], nil
		}`, "lane 5: engine off gives the fault panic: five at"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var results [2]*Result
			for i, source := range []string{same, c.source} {
				head := "package p\n\nimport \"errors\"\n\nvar bad = errors.New(\"bad\")\n\nconst ONE = 1\n\n"
				fn, err := Compile(head+source, "F", Cap("xs", 3))
				require.NoError(t, err)
				zero := 0.
				results[i], err = fn.Run(context.Background(), Inputs{
					"x":  []int{0, 1, 2, 3, 4, 5, 6},
					"f":  []float64{0, zero / zero, 1, 2, 3, 4, 5},
					"xs": [][]int{{10, 20}, {10, 20}, {10, 20}, {10, 20}, {10, 20}, {10, 20}, {10, 20}},
				}, Engine(EngineOff))
				require.NoError(t, err)
			}
			err := results[0].sameFrom(0, results[1])
			if c.says == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.says)
		})
	}
}

// What comparisons take is a small part of what runs take, and ends.
func TestCrossCheckIsBounded(t *testing.T) {
	var c crossCheck
	none := func() []tiers.Rival { return nil }
	rivals := func() []tiers.Rival { return []tiers.Rival{{Engine: "off", Lane: 1000}, {Engine: "lanes", Lane: 10}} }
	engine, n := c.again(rivals, 10_000, 100*time.Microsecond)
	require.Equal(t, "off", engine) // 1.5 µs are left, and a lane takes one
	require.Equal(t, 1, n)
	c.note(n, 1500*time.Nanosecond)
	engine, n = c.again(rivals, 10_000, 20*time.Microsecond)
	require.Equal(t, "lanes", engine)
	require.Equal(t, 37, n)
	c.note(n, time.Millisecond)
	_, n = c.again(rivals, 10_000, time.Millisecond)
	require.Zero(t, n) // too much was spent
	_, n = c.again(rivals, 10, time.Second)
	require.Zero(t, n) // of few lanes none
	_, n = c.again(none, 10_000, time.Second)
	require.Zero(t, n)
	require.False(t, c.ended.Load())
	c.note(crossAll, time.Millisecond)
	require.True(t, c.ended.Load())
}
