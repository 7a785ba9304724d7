package highprec

import (
	"math/big"
	"sync"
)

// A constant is kept to the greatest precision that was asked for.
type constant struct {
	compute func(prec uint) *big.Float // to a relative error of a few 2^-prec
	mu      sync.Mutex
	value   *big.Float
}

// to returns the constant with the given precision.
func (c *constant) to(prec uint) *big.Float {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.value == nil || c.value.Prec() < prec+extra/2 {
		c.value = c.compute(prec + extra)
	}
	return with(c.value, prec)
}

var (
	pi = constant{compute: func(prec uint) *big.Float {
		// Machin: π/4 = 4 atan(1/5) - atan(1/239).
		fifth := atanSeries(Quo(New(1, prec), New(5, prec)), -1)
		other := atanSeries(Quo(New(1, prec), New(239, prec)), -1)
		return Ldexp(Sub(Ldexp(fifth, 2), other), 2)
	}}
	ln2 = constant{compute: func(prec uint) *big.Float {
		// ln 2 = 2 atanh(1/3).
		return Ldexp(atanSeries(Quo(New(1, prec), New(3, prec)), 1), 1)
	}}
	ln10 = constant{compute: func(prec uint) *big.Float {
		// 10 = 8 · 5/4 and ln(5/4) = 2 atanh(1/9).
		ninth := atanSeries(Quo(New(1, prec), New(9, prec)), 1)
		return Add(Mul(New(3, prec), ln2.to(prec)), Ldexp(ninth, 1))
	}}
)

// Pi returns π.
func Pi(prec uint) *big.Float { return pi.to(prec) }

// Ln2 returns the natural logarithm of 2.
func Ln2(prec uint) *big.Float { return ln2.to(prec) }

// Ln10 returns the natural logarithm of 10.
func Ln10(prec uint) *big.Float { return ln10.to(prec) }
