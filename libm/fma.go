package libm

// FMA32 returns x*y + z with one rounding: what [math.FMA] is for float64.
func FMA32(x, y, z float32) float32 { return fma32(x, y, z) }
