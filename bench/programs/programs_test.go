package programs

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// A put is worth as much as in Hull, "Options, Futures, and Other Derivatives": 4.28 in the
// limit of many steps for this one.
func TestAmerican(t *testing.T) {
	require.InDelta(t, 4.28, American(50, 50, 0.1, 0.4, 5.0/12), 0.02)
	require.InDelta(t, 60, American(40, 100, 0.08, 0.2, 1), 1e-9, "to be exercised at once")
}

func TestExecute(t *testing.T) {
	for _, c := range []struct {
		which          int
		a, b, expected int64
	}{
		{0, 42, 30, 6},
		{1, 3, 13, 1594323},
		{2, 6, 0, 8},
		{2, 27, 0, -1}, // 111 steps are too many
		{3, 10, 5, 7},
	} {
		answer, steps := Execute(c.which, c.a, c.b)
		require.Equal(t, c.expected, answer, "program %d", c.which)
		require.LessOrEqual(t, steps, maxSteps)
	}
}

func TestTransfer(t *testing.T) {
	elapsed, lost := Transfer(1, 50, 0, 1000)
	require.Zero(t, lost)
	require.Less(t, elapsed, 200)
	elapsed, lost = Transfer(1, 50, 300, 1000)
	require.Positive(t, lost)
	require.Greater(t, elapsed, 100)
	elapsed, _ = Transfer(1, 50, 1024, 1000)
	require.GreaterOrEqual(t, elapsed, 1000, "the line is dead")
}

func TestArea(t *testing.T) {
	primitive := func(x float64) float64 {
		return 0.1*math.Atan((x-1)/0.1) + 0.4*math.Atan((x-3.5)/0.5) + 0.025*x*x
	}
	for _, c := range [][2]float64{{0, 1}, {0.9, 1.2}, {-3, 7}} {
		require.InDelta(t, primitive(c[1])-primitive(c[0]), Area(c[0], c[1]), 1e-7)
	}
}

func TestAck(t *testing.T) {
	require.Equal(t, 5, Ack(0, 4))
	require.Equal(t, 9, Ack(2, 3))
	require.Equal(t, 125, Ack(3, 4))
}

// A fixed point stays, and half as long steps make the error sixteen times smaller.
func TestOrbit(t *testing.T) {
	c := math.Sqrt(8.0 / 3 * 27)
	x, y, z := Orbit(c, c, 27, 28, 0.01, 10)
	require.InDeltaSlice(t, []float64{c, c, 27}, []float64{x, y, z}, 1e-9)

	exact, _, _ := Orbit(1, 2, 20, 28, 0.00025, 1600)
	coarse, _, _ := Orbit(1, 2, 20, 28, 0.004, 100)
	fine, _, _ := Orbit(1, 2, 20, 28, 0.002, 200)
	require.InDelta(t, 16, math.Abs(coarse-exact)/math.Abs(fine-exact), 4)
}

func TestScore(t *testing.T) {
	// Two trees: x₀ < 0.5 → 1, else x₃ < 0.2 → 2, else 4; and always 10.
	roots, feature := []int32{0, 5}, []int32{0, -1, 3, -1, -1, -1}
	threshold, value := []float64{0.5, 0, 0.2, 0, 0, 0}, []float64{0, 1, 0, 2, 4, 10}
	left, right := []int32{1, -1, 3, -1, -1, -1}, []int32{2, -1, 4, -1, -1, -1}
	score := func(x0, x3 float64) float64 {
		return Score([8]float64{0: x0, 3: x3}, roots, feature, threshold, left, right, value)
	}
	require.Equal(t, []float64{5.5, 6, 7}, []float64{score(0.4, 0.9), score(0.5, 0.1), score(0.5, 0.2)})
}

func TestFlight(t *testing.T) {
	radius, speed, steps := Flight(1, 0, 0, 1, 0.01, 628)
	require.Equal(t, 628, steps)
	require.InDelta(t, 1, radius, 1e-3, "a circle in the shell")
	require.InDelta(t, 1, speed, 1e-3)
	radius, _, steps = Flight(5, 0, 50, 0, 0.01, 628)
	require.Less(t, steps, 10)
	require.Greater(t, radius, float64(wallRadius), "through the wall")
}

func TestDistance(t *testing.T) {
	pack := func(word string) (packed uint64) {
		for i, letter := range word {
			packed |= uint64(letter-'a'+1) << (letterBits * i)
		}
		return packed
	}
	for _, c := range []struct {
		a, b     string
		expected int
	}{
		{"kitten", "sitting", 3},
		{"", "abcdefghijkl", 12},
		{"abcdefghijkl", "", 12},
		{"saturday", "sunday", 3},
		{"neighbour", "neighbour", 0},
	} {
		require.Equal(t, c.expected, Distance(pack(c.a), pack(c.b)), "%s and %s", c.a, c.b)
	}
}

// For shape 1 the function is that of the exponential distribution, for 1/2 the error function's.
func TestGammaP(t *testing.T) {
	for _, x := range []float64{0.01, 0.5, 1.9, 2.1, 10, 50} {
		require.InEpsilon(t, 1-math.Exp(-x), GammaP(1, x), 1e-11)
		require.InEpsilon(t, math.Erf(math.Sqrt(x)), GammaP(0.5, x), 1e-11)
	}
	require.Zero(t, GammaP(3, 0))
	require.True(t, math.IsNaN(GammaP(0, 1)))
}

func TestQuicksort(t *testing.T) {
	var x [24]float64
	for i := range x {
		x[i] = float64(i * 37 % 11)
	}
	sorted := Quicksort(x)
	require.IsNonDecreasing(t, sorted[:])
	require.ElementsMatch(t, x[:], sorted[:])
}

// The ways to place eight queens are 92, by the first queen's column.
func TestBoard(t *testing.T) {
	for first, expected := range []int{4, 8, 16, 18, 18, 16, 8, 4} {
		require.Equal(t, expected, Board(8, first))
	}
}

func TestTour(t *testing.T) {
	x := [6]float64{0, 5, 2, 4, 1, 3}
	require.Equal(t, 5.0, Tour(x, [6]float64{}), "along the line")
}

func TestSolve(t *testing.T) {
	a := [5][5]float64{{0, 2, 1, 0, 3}, {1, 0, 0, 2, 1}, {4, 1, 3, 1, 0}, {2, 2, 0, 0, 1}, {0, 1, 1, 5, 2}}
	x := [5]float64{1, -2, 3, 0.5, 4}
	var b [5]float64
	for i := range a {
		for j := range a {
			b[i] += a[i][j] * x[j]
		}
	}
	got := Solve(a, b)
	require.InDeltaSlice(t, x[:], got[:], 1e-12)
}
