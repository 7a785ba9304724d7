package gomath

// Pow10 returns 10 to the power n: one of 32 powers times a power of 10³², or such a
// power with a negative exponent divided by one of the 32.
func Pow10(n int64) float64 {
	negative := n < 0
	m := uint64(sel(negative, -n, n))
	unit, block := pow10Units[m&31], m>>5
	z := pow10Blocks[block&15] * unit
	if negative {
		z = pow10NegativeBlocks[block&15] / unit
	}
	z = sel(n > 308, from64(infBits), z)
	return sel(n < -323, 0, z)
}

var (
	pow10Units = [32]float64{
		1e00, 1e01, 1e02, 1e03, 1e04, 1e05, 1e06, 1e07, 1e08, 1e09, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
		1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31,
	}
	pow10Blocks         = [16]float64{1e00, 1e32, 1e64, 1e96, 1e128, 1e160, 1e192, 1e224, 1e256, 1e288}
	pow10NegativeBlocks = [16]float64{1e-00, 1e-32, 1e-64, 1e-96, 1e-128, 1e-160, 1e-192, 1e-224, 1e-256, 1e-288,
		1e-320}
)
