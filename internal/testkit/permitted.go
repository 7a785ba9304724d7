package testkit

import (
	"math"

	"github.com/lockstep-simt/lockstep/program"
)

// permitted reports whether two different results are both right. The list of
// permitted differences is this function:
//
//   - NaNs are equal whatever their payload and sign: the processor gives the
//     payload of one of its operands, and compilers may exchange those. It does
//     so in results that are floats, and nowhere else: an integer or a branch that
//     is made from the bits of a NaN differs between instruction sets (round,
//     tan, min, fma … do), which no program may depend on and [Generate] avoids.
func permitted(d program.Dtype, a, b uint64) bool {
	switch d {
	case program.F64:
		return math.IsNaN(math.Float64frombits(a)) && math.IsNaN(math.Float64frombits(b))
	case program.F32:
		return isNaN32(a) && isNaN32(b)
	}
	return false
}

func isNaN32(bits uint64) bool {
	f := math.Float32frombits(uint32(bits))
	return f != f
}
