package simd

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFused compares every fused kernel with the composition of the two rows'
// scalar functions, as TestKernels does with others: both results are rounded.
func TestFused(t *testing.T) {
	rows := map[string]kernelRow{}
	for _, row := range kernelRows {
		rows[row.mnemonic] = row
	}
	for _, impl := range Implementations() {
		t.Run(impl.Name, func(t *testing.T) {
			undo, ok := Restrict(impl.Name)
			if !ok {
				t.Skip("this processor cannot run these kernels")
			}
			defer undo()
			rng := rand.New(rand.NewPCG(9, 10))
			ran := 0
			for name := range impl.Kernels {
				outer, args, ok := strings.Cut(strings.TrimSuffix(name, ")"), "(")
				if !ok || strings.HasPrefix(outer, "select.") {
					continue
				}
				position, inner := 0, strings.TrimSuffix(args, ",z")
				if rest, ok := strings.CutPrefix(args, "z,"); ok {
					position, inner = 1, rest
				}
				require.Equal(t, Lookup(name), Fused(inner, outer, position))
				testStrides(t, rng, composition(name, rows[inner], rows[outer], position))
				ran++
			}
			if impl.Name != Portable {
				require.Greater(t, ran, 400)
			}
		})
	}
}

// TestConditional does the same for rows under a condition.
func TestConditional(t *testing.T) {
	for _, impl := range Implementations() {
		t.Run(impl.Name, func(t *testing.T) {
			undo, ok := Restrict(impl.Name)
			if !ok {
				t.Skip("this processor cannot run these kernels")
			}
			defer undo()
			rng := rand.New(rand.NewPCG(11, 12))
			ran := 0
			for _, row := range kernelRows {
				for _, when := range []bool{true, false} {
					if Conditional(row.mnemonic, when).IsZero() {
						continue
					}
					testStrides(t, rng, kernelRow{mnemonic: conditionalName(row.mnemonic, when), in: "bool " + row.in,
						out: row.out, scalar: func(x, y, z uint64) (uint64, bool) {
							if (x&1 != 0) == when {
								return row.scalar(z, y, 0)
							}
							return z, true
						}})
					ran++
				}
			}
			if impl.Name != Portable {
				require.Greater(t, ran, 30)
			}
		})
	}
}

// composition is the row of second applied to first.
func composition(name string, first, second kernelRow, position int) kernelRow {
	in := first.in
	if types := strings.Fields(second.in); len(types) == 2 {
		in += " " + types[1-position]
	}
	return kernelRow{mnemonic: name, in: in, out: second.out, scalar: func(x, y, z uint64) (uint64, bool) {
		r, _ := first.scalar(x, y, 0)
		if position == 1 {
			return second.scalar(z, r, 0)
		}
		return second.scalar(r, z, 0)
	}}
}

func TestFusedNone(t *testing.T) {
	require.True(t, Fused("exp.f64", "add.f64", 0).IsZero())
	undo, ok := Restrict(Portable)
	require.True(t, ok)
	defer undo()
	require.True(t, Fused("mul.f64", "add.f64", 0).IsZero(), "machine code only")
}
