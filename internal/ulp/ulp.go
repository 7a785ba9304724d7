package main

import "math"

// An answer is the true value of a function at some argument: near is the float64
// nearest to it, and rest what is missing in units of near's last place. A near
// of ±Inf with a finite rest stands for ±2^1024 and units of 2^971; rest is then
// often a large number. An infinite rest says that the value itself is infinite.
type answer struct{ near, rest float64 }

// lastPlace returns the exponent of the unit that an answer's rest counts.
func lastPlace(near float64) int {
	switch {
	case math.IsInf(near, 0):
		return 971
	case near == 0:
		return -1074
	}
	return max(math.Ilogb(near)-52, -1074)
}

// distance returns the error of a result in ulps of the true value: 0 for a NaN
// where there is no value, infinite for a NaN or an infinity out of place. The
// unit is that of the binade in which the true value lies (ulp(x) of J.-M.
// Muller, "On the definition of ulp(x)", 2005, except that infinity counts as
// 2^1024).
func distance(got float64, want answer) float64 {
	switch {
	case math.IsNaN(want.near):
		return orInfinite(math.IsNaN(got))
	case math.IsInf(want.rest, 0):
		return orInfinite(got == want.near)
	case math.IsNaN(got):
		return math.Inf(1)
	case got == want.near && math.IsInf(got, 0) && math.Signbit(want.rest) == math.Signbit(got):
		return 0 // 2^1024 and beyond
	}
	place := lastPlace(want.near)
	var d float64
	if math.Abs(want.near) >= 0x1p1000 || math.IsInf(got, 0) {
		d = math.Ldexp(halved(got, 0x1p1023)-halved(want.near, 0x1p1023), 1-place)
	} else {
		d = math.Ldexp(got-want.near, -place)
	}
	d = math.Abs(d - want.rest)
	if atPower(want) && place > -1074 {
		d *= 2
	}
	return d
}

// distance32 is distance for a float32 function: in units of float32, with
// 2^128 for infinity.
func distance32(got float32, want answer) float64 {
	switch {
	case math.IsNaN(want.near):
		return orInfinite(got != got)
	case math.IsInf(want.rest, 0):
		return orInfinite(float64(got) == want.near)
	case got != got:
		return math.Inf(1)
	case math.IsInf(float64(got), 0) && math.Abs(want.near) >= 0x1p128 &&
		math.Signbit(want.near) == math.Signbit(float64(got)):
		return 0
	}
	near := want.near
	unit := -149
	if near != 0 {
		unit = min(max(math.Ilogb(near)-23, -149), 104)
	}
	d := math.Abs(math.Ldexp(halved(float64(got), 0x1p127)-halved(near, 0x1p1023), 1-unit) -
		math.Ldexp(want.rest, lastPlace(near)-unit))
	if atPower(want) && unit > -149 && unit < 104 {
		d *= 2
	}
	return d
}

// atPower reports whether the true value is just below a power of two in
// magnitude and its nearest float64 is that power.
func atPower(want answer) bool {
	return math.Float64bits(want.near)&(1<<52-1) == 0 && !math.IsInf(want.near, 0) &&
		want.rest != 0 && math.Signbit(want.rest) != math.Signbit(want.near)
}

// halved returns x/2, and for an infinite x the given size with its sign.
func halved(x, infinite float64) float64 {
	if math.IsInf(x, 0) {
		return math.Copysign(infinite, x)
	}
	return x / 2
}

func orInfinite(good bool) float64 {
	if good {
		return 0
	}
	return math.Inf(1)
}
