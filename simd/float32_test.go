package simd

import (
	"flag"
	"math"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

var all32 = flag.Bool("all32", false, "TestFloat32: all 2^32 arguments instead of some, with a table of the errors")

// TestFloat32 measures the float32 functions of one argument against the float64
// kernels of the same functions: what those are off by, an ulp of theirs, is
// 2^-29 of an ulp here. With -all32 no argument is left out, which takes minutes
// for the machine's kernels and an hour or two for the portable ones:
//
//	go test ./simd -run TestFloat32/avx512 -all32 -v -timeout 0
func TestFloat32(t *testing.T) {
	for _, impl := range Implementations() {
		t.Run(impl.Name, func(t *testing.T) {
			undo, ok := Restrict(impl.Name)
			if !ok {
				t.Skip("this processor cannot run these kernels")
			}
			defer undo()
			for _, row := range kernelRows {
				name, single := strings.CutSuffix(row.mnemonic, ".f32")
				if !single || row.in != "f32" || !isMeasured(name) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					m := measureFloat32(name)
					if *all32 {
						t.Logf("| %s | %.5f | %v (%#08x) | %d |", optab.Lookup(name).Libm+"F32", m.worst, m.at,
							math.Float32bits(m.at), m.missed)
					}
					require.LessOrEqual(t, m.worst, 1.0, "of %v (%#08x)", m.at, math.Float32bits(m.at))
				})
			}
		})
	}
}

// isMeasured reports whether a row is a function of package libm with an error,
// under the first of its names.
func isMeasured(name string) bool {
	op := optab.Lookup(name)
	return op.Exact == optab.ULP1 && strings.ToLower(op.Libm) == name
}

// A measured is what was found over the arguments of a float32 function.
type measured struct {
	missed int     // results that are not the nearest float32
	worst  float64 // the greatest error in ulps; of nearest results ½
	at     float32 // its argument
}

// measureFloat32 compares the chosen kernels of a function.
func measureFloat32(name string) measured {
	const lanes = 4096
	var x32, y32 [lanes]float32
	var x64, y64 [lanes]float64
	single, double := Lookup(name+".f32"), Lookup(name+".f64")
	args32 := &Args{Dst: unsafe.Pointer(&y32), X: unsafe.Pointer(&x32), SX: 1}
	args64 := &Args{Dst: unsafe.Pointer(&y64), X: unsafe.Pointer(&x64), SX: 1}
	step := uint64(65521)
	if *all32 {
		step = 1
	}
	m := measured{worst: 0.5}
	for bits := uint64(0); bits < 1<<32; {
		n := 0
		for ; n < lanes && bits < 1<<32; n++ {
			x32[n] = math.Float32frombits(uint32(bits))
			x64[n] = float64(x32[n])
			bits += step
		}
		single.Call(args32, n)
		double.Call(args64, n)
		for i, want := range y64[:n] {
			if math.Float32bits(y32[i]) == math.Float32bits(float32(want)) || y32[i] != y32[i] && want != want {
				continue
			}
			m.missed++
			if e := error32(y32[i], want); e > m.worst {
				m.worst, m.at = e, x32[i]
			}
		}
	}
	return m
}

// error32 returns by how many units in the last place y is off, and infinity
// where it has another sign than it should have, or is not the zero, infinity or
// NaN it should be. The first power of two beyond float32 stands for an overflow.
func error32(y float32, want float64) float64 {
	got := float64(y)
	if want == 0 || math.IsInf(want, 0) || want != want || got != got || math.Signbit(got) != math.Signbit(want) {
		return math.Inf(1)
	}
	const limit = 0x1p128
	got, want = max(-limit, min(limit, got)), max(-limit, min(limit, want))
	ulp := math.Ldexp(1, min(max(math.Ilogb(want), -126), 127)-23)
	return math.Abs(got-want) / ulp
}
