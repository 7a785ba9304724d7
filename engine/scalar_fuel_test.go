package engine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestScalarFuel: loops spend fuel in each round if they may have many, and call nothing in each
// that spends; and each lane does for the others. What is written twice counts so.
func TestScalarFuel(t *testing.T) {
	skipWithoutScalar(t)
	for _, c := range []struct {
		name, text string
		spends     int // places
	}{
		{"counted", `func F(x int) (s int) { for i := 0; i < 40; i++ { s = s*31 ^ x }; return s }`, 1},
		{"downwards", `func F(x int) (s int) { for i := 40; i > 0; i -= 3 { s = s*31 ^ x }; return s }`, 1},
		{"nested", `func F(x int) (s int) { for i := 0; i < 8; i++ { for j := i; j < 8; j++ { s = s*31 ^ x } }; return s }`, 1},
		{"two steps", `func F(x int) (s int) { for i := 0; i < 90; { if x&1 == 0 { i += 2 } else { i++ }; s = s*31 ^ x }; return s }`, 1},
		{"an index", `func F(x int) int { a := [5]int{4, 2, 1, 7}; i := 0; for a[i] != x { i++ }; return i }`, 1},
		{"a call a round", `func F(a, b int) bool {
			for i := 1; i <= a; i++ { if !F(a-i, b) { return true } }
			for i := 1; i <= b; i++ { if !F(a, b-i) { return true } }
			return false
		}`, 6},
		{"a start far off", `func F(x int) (s int) {
			for i := 2; i < 12; i++ { for j := i * i * i; j < 200; j += i { s = s*31 ^ x } }
			return s
		}`, 1},
		{"until the last", `func F(x int) int {
			var a [30]int
			for i := range a { a[i] = (i + x&1) % 30 }
			for i := range a { x = a[x&15] + i }
			return x
		}`, 1},
		{"many rounds", `func F(x int) (s int) { for i := 0; i < 1e6; i++ { s = s*31 ^ x }; return s }`, 2},
		{"as many as x", `func F(x int) (s int) { for i := 0; i < x; i++ { s = s*31 ^ x }; return s }`, 2},
		{"a round that stays", `func F(x int) (s int) { for i := 0; i < 40; { if x&1 == 0 { i++ }; s = s*31 ^ x; x = s }; return s }`, 2},
		{"up and down", `func F(x int) (s int) { for i := 5; i > 0 && i < 40; { if x&1 == 0 { i++ } else { i-- }; s = s*31 ^ x; x = s }; return s }`, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			spends := 0
			for _, l := range scalarCode(t, c.text).Lines() {
				if strings.HasPrefix(strings.TrimSpace(l), "SUBQ $") && strings.HasSuffix(l, ", R11") {
					spends++
				}
			}
			require.Equal(t, c.spends, spends)
		})
	}
}

// TestScalarStates: a way that writes a state goes to where that is looked at next, past the look,
// and its results are the machine's.
func TestScalarStates(t *testing.T) {
	skipWithoutScalar(t)
	const text = `func F(x uint64) (n int) {
	state := 0
	for i := 0; i < 64; i++ {
		bit := x >> i & 3
		switch state {
		case 0:
			if bit == 1 { state = 1 } else if bit == 2 { state = 2; n += 10 }
		case 1:
			if bit == 0 { state = 0; n++ } else if bit == 3 { state = 3 }
		case 2:
			if bit != 2 { state = 1 }
		case 3:
			if bit == 0 { state = 2; n += 100 }
		}
	}
	return n*4 + state
}`
	compareScalar(t, map[string]string{"states": text})
	looks := 0
	for _, l := range scalarCode(t, text).Lines() {
		if strings.HasSuffix(l, "$3") && strings.Contains(l, "CMPQ") {
			looks++
		}
	}
	require.LessOrEqual(t, looks, 2)
}
