package gomath

import "math"

// Log10 returns the decimal logarithm of x, a multiple of Log's.
func Log10(x float64) float64 { return Log(x) * (1 / math.Ln10) }
