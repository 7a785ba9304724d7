package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestScalarTogether: bytes that are put together are loaded at once, and indices next to each other are looked at
// together. That results are the function's is tested with Go's, in frontend/golang.
func TestScalarTogether(t *testing.T) {
	skipWithoutScalar(t)
	for _, c := range []struct {
		name, text   string
		with         string // what loads
		loads, looks int
	}{
		{"four bytes", `func F(b [32]uint8, i int) uint32 {
			return uint32(b[i]) | uint32(b[i+1])<<8 | uint32(b[i+2])<<16 | uint32(b[i+3])<<24 }`, "MOVL (", 1, 2},
		{"eight, the highest first", `func F(b [32]uint8, i int) uint64 { i &= 15
			return uint64(b[i+7]) | uint64(b[i+6])<<8 | uint64(b[i+5])<<16 | uint64(b[i+4])<<24 |
				uint64(b[i+3])<<32 | uint64(b[i+2])<<40 | uint64(b[i+1])<<48 | uint64(b[i])<<56 }`, "BSWAPQ", 1, 0},
		{"three bytes", `func F(b [32]uint8, i int) uint32 { i &= 15
			return uint32(b[i]) | uint32(b[i+1])<<8 | uint32(b[i+2])<<16 }`, "MOVWLZX", 1, 0},
		{"bytes apart", `func F(b [32]uint8, i int) uint32 { i &= 15
			return uint32(b[i]) | uint32(b[i+2])<<8 }`, "MOVBLZX", 2, 0},
		{"words", `func F(w [32]uint16, i int) uint32 { i &= 15
			return uint32(w[i]) | uint32(w[i+1])<<16 }`, "MOVL (", 1, 0},
		{"neighbours", `func F(a [9]int, i int) int { return a[i-1] + a[i+1] - a[i] }`, "*8), ", 4, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := scalarCode(t, c.text).Lines()
			loads, looks := 0, -1 // at what is left of the stack
			for _, l := range lines {
				if strings.Contains(l, c.with) {
					loads++
				}
				if strings.HasPrefix(l, "J") && strings.HasSuffix(l, " fault") {
					looks++
				}
			}
			require.Equal(t, []int{c.loads, c.looks}, []int{loads, looks}, strings.Join(lines, "\n"))
		})
	}
}

// TestScalarWithin: whether a number is from one literal to another, or one of two that differ in a bit or by one, is
// one branch, and tells which indices are in range.
func TestScalarWithin(t *testing.T) {
	skipWithoutScalar(t)
	for _, c := range []struct {
		name, text string
		branches   int
	}{
		{"a digit", `func F(c, x int) int { if c >= '0' && c <= '9' { return x*3 ^ c }; return x - c/7 }`, 1},
		{"none", `func F(c, x int) int { if c < -4 || 8 < c { return x*3 ^ c }; return x - c/7 }`, 1},
		{"an index", `func F(c, x int) int { a := [8]int{3, x, 1, x}
			if c >= 2 && c < 10 { return a[c-2] }
			return x / 7 }`, 1},
		{"one of two", `func F(c, x int) int { if c == 'C' || c == 'G' { return x*3 ^ c }; return x - c/7 }`, 1},
		{"one of two neighbours", `func F(c, x int) int { if c == 3 || c == 4 { return x*3 ^ c }; return x - c/7 }`, 1},
		{"counted if it is one of two", `func F(c, x int) int { if c == 'C' || c == 'G' { x++ }; return x - c/7 }`, 0},
		{"two bits apart", `func F(c, x int) int { if c == 1 || c == 4 { return x*3 ^ c }; return x - c/7 }`, 2},
		{"two numbers", `func F(c, x int) int { if c >= 1 && x < 7 { return x*3 ^ c }; return x - c/7 }`, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := scalarCode(t, c.text).Lines()
			begin := slices.Index(lines, "lane:")
			end := begin + slices.IndexFunc(lines[begin:], func(l string) bool { return strings.HasPrefix(l, "slow") })
			branches := -2 // at the last lane, and where fuel is spent
			for _, l := range lines[begin:end] {
				if strings.HasPrefix(l, "J") && !strings.HasPrefix(l, "JMP") {
					branches++
				}
			}
			require.Equal(t, c.branches, branches, strings.Join(lines, "\n"))
		})
	}
}

// TestScalarBit: a look at a bit is one instruction, whatever it is compared with.
func TestScalarBit(t *testing.T) {
	skipWithoutScalar(t)
	for _, text := range []string{"c&4 == 0", "c&4 == 4", "c&4 != 4", "4&c == 4", "c&(-1<<63) == -1<<63"} {
		lines := scalarCode(t, `func F(c, x int) int { if `+text+` { return x*3 ^ c }; return x - c/7 }`).Lines()
		for _, l := range lines {
			require.False(t, strings.HasPrefix(l, "AND"), "%s\n%s", text, strings.Join(lines, "\n"))
		}
	}
}
