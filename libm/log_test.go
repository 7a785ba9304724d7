package libm_test

import (
	"math"
	"testing"

	"github.com/lockstep-simt/lockstep/libm"
)

func TestLog(t *testing.T) {
	requireLike1(t, libm.Log, math.Log)
	requireExact(t, libm.Log, map[float64]float64{
		1: 0, 2: math.Ln2, 0.5: -math.Ln2, 10: math.Ln10, math.E: 1,
		// log(1+x) is x - x²/2 + …
		1 + 0x1p-52: 0x1p-52 - 0x1p-105, 1 - 0x1p-53: -0x1p-53 - 0x1p-107,
	})
}
