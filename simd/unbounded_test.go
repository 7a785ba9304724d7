package simd

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/gomath"
)

// TestUnbounded compares with package math, over orders and arguments on both
// sides of every distinction that is made.
func TestUnbounded(t *testing.T) {
	orders := []int{
		0, 1, 2, 3, 33, 34, shortOrder - 1, shortOrder, shortOrder + 1, shortOrder + 2,
		9999, 20_000, 20_001, math.MinInt,
	}
	args := []float64{
		0, 5e-324, 0x1p-30, 0x1p-29, 1e-3, 0.5, 1, 33, 100, 4095, 4096.5, 4097, 9_998.5, 9_999, 10_000, 20_000.5,
		25_000, 1e6, 1e15, 1e90, 0x1p301, 0x1p302, 1e300, math.MaxFloat64, math.Inf(1), math.NaN(),
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		orders = append(orders, shortOrder+rng.IntN(10_000))
		args = append(args, rng.Float64()*20_000, math.Exp(rng.Float64()*20-5))
	}
	goOn := func(int) bool { return false }
	for _, order := range orders {
		for _, n := range []int{order, -order} {
			for _, arg := range args {
				for _, x := range []float64{arg, -arg} {
					s := &stride{ask: goOn}
					sameBessel(t, math.Jn(n, x), besselJ(n, x, s), "J", n, x)
					sameBessel(t, math.Yn(n, x), besselY(n, x, s), "Y", n, x)
				}
			}
		}
	}
}

func sameBessel(t *testing.T, want, got float64, name string, n int, x float64) {
	t.Helper()
	if math.Float64bits(want) != math.Float64bits(got) && !(math.IsNaN(want) && math.IsNaN(got)) {
		t.Fatalf("%s(%d, %v) is %v, want %v", name, n, x, got, want)
	}
}

// TestUnboundedKernels runs the kernels, and stops them in the middle of an
// order that takes minutes.
func TestUnboundedKernels(t *testing.T) {
	x, y := []float64{1, 5000, 6000, 1e13}, []int64{2, 4500, -5001, 1 << 40}
	var dst [64]float64
	a := Args{Dst: unsafe.Pointer(&dst), X: unsafe.Pointer(&x[0]), Y: unsafe.Pointer(&y[0]), SX: 1, SY: 1}
	for name, f := range map[string]func(int, float64) float64{"jn.f64": math.Jn, "yn.f64": math.Yn} {
		asked, cost := 0, 0
		Unbounded(name)(&a, 4, func(c int) bool {
			asked++
			cost += c
			return asked > 10
		})
		for i := range 3 {
			sameBessel(t, f(int(y[i]), x[i]), dst[i], name, int(y[i]), x[i])
		}
		require.Equal(t, 11, asked)
		require.Equal(t, 11*strideSteps*stepCost, cost)
	}
	for _, name := range []string{"jn.f64", "jn.f32", "yn.f64", "yn.f32"} {
		require.NotNil(t, Unbounded(name))
	}
	require.Nil(t, Unbounded("add.f64"))
}

// TestShortOrders: what machine kernels do of some lanes, and what is done of the others, is
// together what package math gives.
func TestShortOrders(t *testing.T) {
	require.EqualValues(t, gomath.InlineOrder, MachineOrder)
	require.EqualValues(t, gomath.MaxOrder, kernelOrder)
	const lanes = 200
	rng := rand.New(rand.NewPCG(3, 4))
	x, y := make([]float64, lanes+64), make([]int64, lanes+64)
	for i := range lanes {
		x[i], y[i] = rng.Float64()*200, rng.Int64N(200)-100
		switch {
		case i >= 64 && i < 128 && i%16 == 0:
			y[i] = kernelOrder + 1
		case i == 70, i == 130:
			y[i] = -kernelOrder
		case i == 150:
			x[i], y[i] = 30_000, manyRounds+3
		}
	}
	functions := map[string]func(int, float64) float64{"jn.f64": math.Jn, "yn.f64": math.Yn}
	for _, impl := range Implementations() {
		undo, ok := Restrict(impl.Name)
		if !ok {
			continue
		}
		for name, f := range functions {
			dst := make([]float64, lanes+64)
			a := Args{Dst: unsafe.Pointer(&dst[0]), X: unsafe.Pointer(&x[0]), Y: unsafe.Pointer(&y[0]), SX: 1, SY: 1}
			Lookup(name).Call(&a, lanes)
			for i := range lanes {
				sameBessel(t, f(int(y[i]), x[i]), dst[i], impl.Name+" "+name, int(y[i]), x[i])
			}
			require.Equal(t, Chosen(name) == Portable, shortOrders[[2]string{Chosen(name), name}].IsZero())
		}
		undo()
	}
}
