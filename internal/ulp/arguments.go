package main

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A random draws arguments.
type random struct{ *rand.Rand }

// newRandom returns a generator for a worker's share.
func newRandom(seed, share uint64) *random {
	return &random{rand.New(rand.NewPCG(seed, share))}
}

// anyBits returns a finite number of any magnitude and sign, all exponents alike.
func (r *random) anyBits() float64 {
	for {
		if x := math.Float64frombits(r.Uint64()); !math.IsNaN(x) && !math.IsInf(x, 0) {
			return x
		}
	}
}

// within returns a number from one to another, uniformly.
func (r *random) within(from, to float64) float64 {
	return from + float64(r.Float64()*(to-from))
}

// sign returns x or -x.
func (r *random) sign(x float64) float64 {
	if r.Uint64()&1 == 0 {
		return -x
	}
	return x
}

// magnitude returns a number from 2^low to 2^high, all exponents alike.
func (r *random) magnitude(low, high int) float64 {
	return math.Ldexp(1+r.Float64(), low+r.IntN(high-low))
}

// step returns the float64 n places further from zero than x.
func step(x float64, n int) float64 {
	return math.Float64frombits(math.Float64bits(x) + uint64(n))
}

// draw returns a random argument for a function of one: of any magnitude, in the
// interesting interval, near a multiple of π/2, near an integer or near a seam.
func (r *random) draw(row *row) float64 {
	switch r.IntN(16) {
	case 0, 1, 2, 3:
		return r.anyBits()
	case 4:
		// Small arguments, where functions are lines.
		return r.sign(r.magnitude(-30, 1))
	case 5:
		k := math.Trunc(r.magnitude(0, 40))
		return r.sign(step(k*(math.Pi/2), r.IntN(65)-32))
	case 6:
		return r.sign(step(math.Trunc(r.magnitude(0, 12))/2, r.IntN(65)-32))
	case 7:
		if len(row.near) > 0 {
			return step(row.near[r.IntN(len(row.near))], r.IntN(20001)-10000)
		}
		return math.Exp2(float64(r.IntN(2000)-1000)) * (1 + float64(r.NormFloat64()*0x1p-40))
	}
	return r.within(row.from, row.to)
}

// patterns are significands (of 52 bits, the leading one left out) that are hard
// for some algorithms: few bits, many bits, alternating, and steps of tables.
var patterns = []uint64{
	0, 1, 2, 3, 1 << 26, 1<<26 - 1, 1<<26 + 1, 1 << 51, 1<<51 - 1, 1<<51 + 1,
	1<<52 - 1, 1<<52 - 2, 1<<52 - 1<<26, 0x5555555555555, 0xaaaaaaaaaaaaa,
	0x6a09e667f3bcc, 0x6a09e667f3bcd, // √2
	0x921fb54442d18, 0x921fb54442d17, 0x921fb54442d19, // π
	0x5bf0a8b145769, // e
	0x8000000000001, 0x4000000000000, 0xc000000000000, 0x999999999999a, 0x3333333333333,
}

// structured returns the fixed arguments for a function of one: the worst cases of
// the literature, every exponent with every pattern, and multiples of π/2 and of
// small fractions with what is beside them.
func structured(row *row) []float64 {
	list := slices.Clone(worstCases[row.name])
	add := func(x float64) { list = append(list, x, -x) }
	for e := uint64(0); e < 0x7ff; e++ {
		for _, p := range patterns {
			add(math.Float64frombits(e<<52 | p))
		}
	}
	for k := 1; k <= 4096; k++ {
		for _, d := range []int{-1, 0, 1} {
			add(step(float64(k)*(math.Pi/2), d))
			add(step(float64(k)/16, d))
			add(step(float64(k), d))
			add(step(float64(k)*math.Ln2/2, d))
		}
	}
	for _, x := range row.near {
		for d := -64; d <= 64; d++ {
			list = append(list, step(x, d))
		}
	}
	return list
}

// specimens are numbers whose pairs are the fixed arguments for functions of two:
// around 1, of few bits, and at the ends of the range.
var specimens = func() (list []float64) {
	for _, x := range []float64{
		1, 1.5, 2, 3, 4, 5, 7, 10, 16, 33, 0.5, 0.25, 0.1, 1.0 / 3, math.E, math.Pi, math.Sqrt2, 64, 100, 1023, 1024,
		1074, 1e5, 0x1p53,
		0x1p-20, 0x1p-26, 0x1p-53, 0x1p-100, 0x1p100, 0x1p-511, 0x1p511, 0x1p-1022, 0x1p-1050, 0x1p-1074, 0x1p1023,
		math.MaxFloat64,
	} {
		for d := -1; d <= 1; d++ {
			if y := step(x, d); !math.IsInf(y, 0) {
				list = append(list, y, -y)
			}
		}
	}
	return list
}()

// pairs returns the fixed arguments for a function of two.
func pairs(row *row) [][2]float64 {
	var list [][2]float64
	if row.name == "Pow" {
		list = append(list, worstPairs...)
	}
	for _, x := range specimens {
		for _, y := range specimens {
			list = append(list, [2]float64{x, y})
		}
	}
	return list
}

// powPair draws arguments for Pow: results of any size, bases near one, small
// integer powers, and negative bases.
func powPair(r *random) (x, y float64) {
	switch r.IntN(8) {
	case 0:
		return r.anyBits(), r.anyBits()
	case 1:
		// x^y near the ends of the range, and beyond.
		x = math.Abs(r.anyBits())
		return x, r.sign(r.within(960, 1080)) / math.Log2(x)
	case 2:
		x = 1 + r.sign(r.magnitude(-52, -1))
		return x, r.within(-1080, 1080) / math.Log2(x)
	case 3:
		return r.sign(r.magnitude(-40, 40)), math.Trunc(r.within(-70, 70))
	case 4:
		return r.within(0, 4), math.Trunc(r.within(-70, 70)) / 2
	case 5:
		return r.within(0, 10), r.within(-10, 10)
	}
	x = r.magnitude(-1070, 1023)
	return x, r.within(-1080, 1080) / math.Log2(x)
}

// samePair draws two numbers of any magnitudes, mostly not far apart.
func samePair(r *random) (x, y float64) {
	x = r.anyBits()
	switch r.IntN(4) {
	case 0:
		return x, r.anyBits()
	case 1:
		return r.within(-10, 10), r.within(-10, 10)
	case 2:
		return x, r.sign(math.Ldexp(x, r.IntN(5)-2) * (1 + r.Float64()))
	}
	y = math.Ldexp(x, r.IntN(121)-60) * (1 + r.Float64())
	if math.IsInf(y, 0) {
		y = x
	}
	return x, r.sign(y)
}
