package gomath

import "math"

// Erfinv returns the inverse of the error function: quotients of polynomials in x² up to
// 0.85, else in the root of a logarithm of 1-|x| (M. J. Wichura, "Algorithm AS 241: The
// Percentage Points of the Normal Distribution", Applied Statistics 37, 1988).
func Erfinv(x float64) float64 {
	a := abs(x)
	factor := a
	i := uint64(0)
	r := 0.180625 - 0.25*a*a
	if a > 0.85 {
		root := sqrt(math.Ln2 - Log(1-a))
		far := root > 5
		i = sel(far, uint64(2), 1)
		r = root - sel(far, 5.0, 1.6)
		factor = 1
	}
	p := erfinvP7[i&3]*r + erfinvP6[i&3]
	p = p*r + erfinvP5[i&3]
	p = p*r + erfinvP4[i&3]
	p = p*r + erfinvP3[i&3]
	p = p*r + erfinvP2[i&3]
	p = p*r + erfinvP1[i&3]
	p = p*r + erfinvP0[i&3]
	q := erfinvQ7[i&3]*r + erfinvQ6[i&3]
	q = q*r + erfinvQ5[i&3]
	q = q*r + erfinvQ4[i&3]
	q = q*r + erfinvQ3[i&3]
	q = q*r + erfinvQ2[i&3]
	q = q*r + erfinvQ1[i&3]
	q = q*r + erfinvQ0[i&3]
	y := factor * p / q
	return copysign(sel(a == 1, from64(infBits), y), x)
}

// Erfcinv returns the inverse of the complementary error function.
func Erfcinv(x float64) float64 { return Erfinv(1 - x) }

// The coefficients: up to 0.85, up to a logarithm of -25, and beyond. (The last ones are not used.)
var (
	erfinvP0 = [4]float64{1.1975323115670913, 1.4234371107496835, 6.657904643501103, 0}
	erfinvP1 = [4]float64{47.07268811238398, 4.630337846156546, 5.463784911164114, 0}
	erfinvP2 = [4]float64{697.062665343896, 5.769497221460691, 1.7848265399172913, 0}
	erfinvP3 = [4]float64{4854.886889384388, 3.6478483247632045, 0.29656057182850487, 0}
	erfinvP4 = [4]float64{16235.862515167575, 1.2704582524523684, 0.026532189526576124, 0}
	erfinvP5 = [4]float64{23782.041382114385, 0.2417807251774506, 0.0012426609473880784, 0}
	erfinvP6 = [4]float64{11819.493347062295, 0.022723844989269184, 2.7115555687434876e-05, 0}
	erfinvP7 = [4]float64{887.0940696254552, 0.0007745450142783414, 2.0103343992922881e-07, 0}
	erfinvQ0 = [4]float64{1, 1.4142135623730951, 1.4142135623730951, 0}
	erfinvQ1 = [4]float64{42.31333070160091, 2.9036514445419948, 0.8482908416595164, 0}
	erfinvQ2 = [4]float64{687.1870074920579, 2.3707661626024534, 0.19364809469506591, 0}
	erfinvQ3 = [4]float64{5394.196021424751, 0.9754783200178743, 0.02103693768272069, 0}
	erfinvQ4 = [4]float64{21213.794301586597, 0.2094506521051275, 0.0011128009970788597, 0}
	erfinvQ5 = [4]float64{39307.89580009271, 0.021494160384252878, 2.6110884050805935e-05, 0}
	erfinvQ6 = [4]float64{28729.085735721943, 0.0007744145906515771, 2.010321207683943e-07, 0}
	erfinvQ7 = [4]float64{5226.495278852854, 1.4859850019840355e-09, 2.8910246058729655e-15, 0}
)
