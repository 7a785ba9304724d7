package highprec

import (
	"math/big"
	"sync"
)

// Gamma returns the gamma function of x, which is not 0, -1, -2, …
func Gamma(x *big.Float) *big.Float {
	work := x.Prec() + 2*extra
	w := with(x, max(work, x.MinPrec()))
	if x.Sign() < 0 {
		// Γ(x) Γ(1-x) = π/sin πx.
		y := Mul(sinPi(w), Gamma(Sub(small(1, w), w)))
		return with(y.Quo(Pi(work), y), x.Prec())
	}
	log, product := stirling(w)
	return with(Quo(Exp(log), product), x.Prec())
}

// Lgamma returns the logarithm of |Γ(x)|; x is not 0, -1, -2, …
func Lgamma(x *big.Float) *big.Float {
	if x.Cmp(small(1, x)) == 0 || x.Cmp(small(2, x)) == 0 {
		return small(0, x)
	}
	// Near a zero most of the sum cancels: it is done again with more bits.
	for lost := uint(2 * extra); ; lost *= 2 {
		w := with(x, max(x.Prec(), x.MinPrec())+lost)
		var y *big.Float
		if x.Sign() > 0 {
			log, product := stirling(w)
			y = log.Sub(log, Log(product))
		} else {
			y = Log(Quo(Pi(w.Prec()), Abs(sinPi(w))))
			y.Sub(y, Lgamma(Sub(small(1, w), w)))
		}
		if exponent(y) > -int(lost)/2 {
			return with(y, x.Prec())
		}
	}
}

// sinPi returns sin πx, exact at integers.
func sinPi(x *big.Float) *big.Float {
	n := nearest(x)
	r := Sub(x, with(new(big.Float).SetInt(n), x.Prec()))
	y := Sin(Mul(r, Pi(x.Prec())))
	if n.Bit(0) == 1 {
		y.Neg(y)
	}
	return y
}

// stirling returns log Γ(x+n) and the product x(x+1)···(x+n-1), for x > 0 and an
// n that makes the asymptotic series good enough.
func stirling(x *big.Float) (log, product *big.Float) {
	// The least term of the series is about e^-2πz; from a quarter of the bits
	// on, the terms fall fast.
	prec := x.Prec()
	one := small(1, x)
	z := with(x, prec)
	product = small(1, x)
	for limit := small(int64(prec/4), x); z.Cmp(limit) < 0; {
		product.Mul(product, z)
		z.Add(z, one)
	}
	// (z - ½) log z - z + ½ log 2π + Σ B₂ₖ/(2k(2k-1) z^(2k-1))
	log = Mul(Sub(z, Ldexp(one, -1)), Log(z))
	log.Sub(log, z)
	log.Add(log, Ldexp(Log(Ldexp(Pi(prec), 1)), -1))
	power := Quo(one, z)
	square := Mul(power, power)
	for k := int64(1); ; k++ {
		term := new(big.Float).SetPrec(prec).SetRat(bernoulli(int(k)))
		term.Mul(term, power)
		term.Quo(term, small(2*k*(2*k-1), x))
		if exponent(term) < exponent(log)-int(prec)-2 {
			return log, product
		}
		log.Add(log, term)
		power.Mul(power, square)
	}
}

var bernoulliNumbers struct {
	sync.Mutex
	even []*big.Rat // B₀, B₂, B₄, …
}

// bernoulli returns B₂ₖ.
func bernoulli(k int) *big.Rat {
	b := &bernoulliNumbers
	b.Lock()
	defer b.Unlock()
	if len(b.even) == 0 {
		b.even = []*big.Rat{big.NewRat(1, 1)}
	}
	// Σ C(2n+1, j) Bⱼ = 0 over j = 0 … 2n, where of the odd ones only
	// B₁ = -½ counts.
	for n := len(b.even); n <= k; n++ {
		total := big.NewRat(-int64(2*n+1), 2)
		for j, bj := range b.even {
			c := new(big.Rat).SetInt(new(big.Int).Binomial(int64(2*n+1), int64(2*j)))
			total.Add(total, c.Mul(c, bj))
		}
		b.even = append(b.even, total.Mul(total, big.NewRat(-1, int64(2*n+1))))
	}
	return b.even[k]
}
