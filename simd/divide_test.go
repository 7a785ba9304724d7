package simd

import (
	"math/bits"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestDivision compares division kernels with Go's operators, and those of twice the width with
// package bits, over operands that division by floating-point goes wrong at: multiples of the divisor
// and their neighbours, powers of two and theirs, of all sizes.
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
			dividesWide(t)
		})
	}
}

// dividesWide compares divisions of 128 bits by 64 with package bits. Divisors are near 2⁶⁴, near powers
// of two and of any size; what is divided is often a multiple of the divisor, or one to either side,
// also at the digit of the quotient in the middle.
func dividesWide(t *testing.T) {
	const n = 512
	var x, y, z, q, r [n]uint64
	div, rem := Lookup("divwide.u64"), Lookup("remwide.u64")
	rng := rand.New(rand.NewPCG(7, 8))
	number := func() uint64 {
		switch v := rng.Uint64() >> rng.IntN(64); rng.IntN(4) {
		case 0:
			return 1<<rng.IntN(64) + rng.Uint64N(5) - 2
		case 1:
			return -v // near 2⁶⁴
		default:
			return v
		}
	}
	rounds := 1000
	if testing.Short() {
		rounds = 40
	}
	for range rounds {
		for i := range n {
			z[i], x[i], y[i] = max(number(), 1), number(), number()
			if x[i] >= z[i] && rng.IntN(8) > 0 {
				x[i] %= z[i]
			}
			if rng.IntN(2) == 0 { // as quotient times divisor plus something
				quotient, low := y[i], uint64(0)
				if rng.IntN(2) == 0 {
					quotient &^= 1<<32 - 1
				}
				x[i], low = bits.Mul64(quotient, z[i])
				var carry uint64
				y[i], carry = bits.Add64(low, rng.Uint64N(3)-1, 0)
				if carry > 0 && y[i] < low {
					x[i] += carry
				}
			}
		}
		a := Args{X: unsafe.Pointer(&x), Y: unsafe.Pointer(&y), Z: unsafe.Pointer(&z), SX: 1, SY: 1, SZ: 1}
		a.Dst = unsafe.Pointer(&q)
		div.Call(&a, n)
		a.Dst = unsafe.Pointer(&r)
		rem.Call(&a, n)
		for i := range n {
			var quotient, rest uint64
			if z[i] > x[i] {
				quotient, rest = bits.Div64(x[i], y[i], z[i])
			}
			if q[i] != quotient || r[i] != rest {
				t.Fatalf("%#x:%#x divided by %#x gives %#x rest %#x, want %#x rest %#x", x[i], y[i], z[i], q[i], r[i],
					quotient, rest)
			}
		}
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
