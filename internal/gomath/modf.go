package gomath

// ModfInt returns the integer part of x, the first result of package math's Modf.
func ModfInt(x float64) float64 { return trunc(x) }

// ModfFrac returns the fractional part of x, the second result of package math's Modf.
func ModfFrac(x float64) float64 { return copysign(x-trunc(x), x) }
