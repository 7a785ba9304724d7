package probe

import "math"

// borders are where some function of package math takes another way, or is special: zero,
// the ends of ranges, integers and halves of them, thresholds of approximations; and where code has
// been wrong that was right elsewhere: of Tanh, at GOAMD64=v3.
var borders = []float64{
	0, math.SmallestNonzeroFloat64, 0x1p-1060, 0x1p-1022, 0x1p-500, 0x1p-100, 0x1p-70, 0x1p-57, 0x1p-54, 0x1p-53,
	0x1p-30, 0x1p-29,
	0x1p-28, 0x1p-27, 0x1p-14, 0x1p-13, 0.125, 0.25, 1.0 / 3, 0.34657359027997264, 0.4142135623730951, 0.46875, 0.5,
	0x1.38956d4f7d7ep-1, 0.625, 0.66,
	0.7071067811865476, 0.75, math.Pi / 4, 0.84375, 0.85, 0.9, 1, 1.0397207708399179, 1.25, 1.41421356237309505, 1.5,
	math.Pi / 2, 1.75,
	2, 2.414213562373095, 2.5, math.E, 2.857142857142857, 3, math.Pi, 4, 5, 6, 7, 8, 10, 15, 21, 22, 28, 33, 64, 100,
	170.6, 171.62,
	302, 308, 324, 512, 700, 708.4, 709.782712893384, 710.4758600739439, 745.1332191019411, 746, 1023, 1024, 1074, 1075,
	2000,
	0x1p28, 0x1p29, 0x1p31, 0x1p32, 0x1p52, 0x1p53 - 1, 0x1p53, 0x1p54, 0x1p58, 0x1p63, 0x1p64, 0x1p70, 0x1p100,
	0x1p302, 0x1p500, 0x1p511,
	0x1p512, 0x1p1000, 0x1p1023, math.MaxFloat64, math.Inf(1),
}

// Floats returns n arguments of a function of one operand, at least 1000.
func Floats(n int) []float64 {
	list := []float64{math.NaN()}
	for _, x := range borders {
		for _, v := range []float64{math.Nextafter(x, 0), x, math.Nextafter(x, math.Inf(1))} {
			list = append(list, v, -v)
		}
	}
	r := source(1)
	for len(list) < n {
		list = append(list, r.number())
	}
	return list[:n]
}

// Pairs returns n arguments of a function of two operands, at least 1000.
func Pairs(n int) (x, y []float64) {
	few := []float64{math.NaN()}
	for _, v := range []float64{0, math.SmallestNonzeroFloat64, 0x1p-1022, 0.5, 1, 1.5, 2, 3, 10, 0x1p53, 0x1p63,
		math.MaxFloat64, math.Inf(1)} {
		few = append(few, v, -v)
	}
	for _, a := range few {
		for _, b := range few {
			x, y = append(x, a), append(y, b)
		}
	}
	r := source(2)
	for len(x) < n {
		a, b := r.number(), r.number()
		switch r.next() % 4 {
		case 0:
			b = math.Round(b)
		case 1:
			b = math.Round(b*2) / 2
		}
		x, y = append(x, a), append(y, b)
	}
	return x[:n], y[:n]
}

// Orders returns n orders of Bessel functions, or exponents of ten: small, and both signs.
func Orders(n int) []int64 {
	list := make([]int64, n)
	r := source(3)
	for i := range list {
		list[i] = int64(r.next()%64) - 16
		if i%8 == 0 {
			list[i] = int64(r.next()%800) - 400
		}
	}
	return list
}

// source gives pseudo-random numbers: splitmix64 (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", 2014).
type source uint64

func (s *source) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// unit returns a number from 0 to 1.
func (s *source) unit() float64 { return float64(s.next()>>11) * 0x1p-53 }

// number returns an argument of a kind that some function is interested in.
func (s *source) number() float64 {
	switch s.next() % 4 {
	case 0: // any bits
		return math.Float64frombits(s.next())
	case 1: // of the size that programs have
		return (s.unit() - 0.5) * 40
	case 2: // near the middle
		return (s.unit() - 0.5) * 4
	}
	return math.Ldexp(s.unit()-0.5, int(s.next()%80)-40)
}
