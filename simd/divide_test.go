package simd

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestDivision compares division kernels with Go's operators over operands that
// division by floating-point goes wrong at: multiples of the divisor and their
// neighbours, powers of two and theirs, of all sizes.
func TestDivision(t *testing.T) {
	for _, impl := range Implementations() {
		t.Run(impl.Name, func(t *testing.T) {
			undo, ok := Restrict(impl.Name)
			if !ok {
				t.Skip("this processor cannot run these kernels")
			}
			defer undo()
			divides[int32](t, "i32")
			divides[uint32](t, "u32")
			divides[int64](t, "i64")
			divides[uint64](t, "u64")
		})
	}
}

func divides[T int32 | int64 | uint32 | uint64](t *testing.T, typ string) {
	const n = 512
	var x, y, q, r [n]T
	var faults [n / 64]uint64
	div, rem := Lookup("div."+typ), Lookup("rem."+typ)
	width := int(unsafe.Sizeof(x[0])) * 8
	rng := rand.New(rand.NewPCG(5, 6))
	// number returns a number of random size, often a power of two or next to one.
	number := func() T {
		v := T(rng.Uint64() >> rng.IntN(64))
		if rng.IntN(4) == 0 {
			v = T(1)<<rng.IntN(width) + T(rng.IntN(3)) - 1
		}
		if rng.IntN(2) == 0 {
			return -v
		}
		return v
	}
	rounds := 400
	if testing.Short() {
		rounds = 40
	}
	for round := range rounds {
		uniform := round%4 == 0
		for i := range n {
			if y[i] = number(); y[i] == 0 {
				y[i] = 3
			}
			if uniform {
				y[i] = y[0]
			}
			if x[i] = number(); rng.IntN(2) == 0 {
				x[i] = x[i]/y[i]*y[i] + T(rng.IntN(3)) - 1
			}
		}
		a := Args{X: unsafe.Pointer(&x), Y: unsafe.Pointer(&y), SX: 1, SY: 1, Fault: &faults[0]}
		if uniform {
			a.SY = 0
		}
		a.Dst = unsafe.Pointer(&q)
		div.Call(&a, n)
		a.Dst = unsafe.Pointer(&r)
		rem.Call(&a, n)
		for i := range n {
			if q[i] != x[i]/y[i] || r[i] != x[i]%y[i] {
				t.Fatalf("%s: %d divided by %d gives %d rest %d, want %d rest %d", typ, x[i], y[i], q[i], r[i],
					x[i]/y[i], x[i]%y[i])
			}
		}
	}
	require.Zero(t, faults)
}
