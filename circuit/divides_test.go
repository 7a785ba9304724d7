package circuit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/program"
)

// Whether a constant divides a number is found without a division, for numbers of each type: multiples, their
// neighbours, and the first and the last ones.
func TestDivides(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for _, dtype := range []program.Dtype{program.I32, program.U32, program.I64, program.U64} {
		width := dtype.Bits()
		divisors := []uint64{3, 5, 6, 7, 10, 12, 24, 25, 100, 641, 1000, 1 << 20 * 3, 1<<30 - 1, 1<<31 - 1}
		for range 20 {
			divisors = append(divisors, r.Uint64()>>(65-width+r.IntN(width-3))|3)
		}
		if width == 64 {
			divisors = append(divisors, 3<<61, 1<<63-1, 0x5555555555555555)
		}
		if dtype.IsSigned() {
			for _, d := range divisors {
				divisors = append(divisors, -d)
			}
		} else {
			divisors = append(divisors, math.MaxUint64, math.MaxUint64-1, 3<<(width-2))
		}
		for _, d := range divisors {
			requireDivides(t, r, dtype, cut(dtype, d))
		}
	}
}

func requireDivides(t *testing.T, r *rand.Rand, dtype program.Dtype, d uint64) {
	t.Helper()
	by := fmt.Sprint(d)
	switch dtype {
	case program.I32:
		by = fmt.Sprint(int32(d))
	case program.I64:
		by = fmt.Sprint(int64(d))
	}
	p := parsed(t, fmt.Sprintf(`program divides source

var x : %[1]s
var r : %[1]s
var p : bool
var q : bool

func main(x) -> (p, q) {
start:
    r = rem.%[1]s x, %[2]s
    p = eq.%[1]s r, 0
    q = ne.%[1]s r, 0
    goto halt
}
`, dtype, by))
	q, _ := circuit.Optimise(p, circuit.Options{})
	require.NotContains(t, program.Print(q), "rem.", by)
	var lanes []testkit.Lane
	add := func(x uint64) {
		for _, x := range []uint64{x - 1, x, x + 1} {
			lanes = append(lanes, testkit.Lane{interp.Scalar(dtype, cut(dtype, x))})
		}
	}
	for _, x := range []uint64{0, 1 << 31, 1 << 63, 1 << 31 / d * d, 1 << 32 / d * d, 1 << 63 / d * d,
		math.MaxUint64 / d * d} {
		add(x)
	}
	for range 10 {
		add(d * (r.Uint64() >> r.IntN(64)))
		add(-d * (r.Uint64() >> r.IntN(64)))
		add(r.Uint64())
	}
	require.Equal(t, outcomes(t, p, lanes, nil), outcomes(t, q, lanes, nil), "%s %s: %s", dtype, by, q)
}

// cut are the bits that a type has.
func cut(dtype program.Dtype, bits uint64) uint64 {
	return bits & (math.MaxUint64 >> (64 - dtype.Bits()))
}
