package use

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Errors of implied volatilities.
var (
	ErrNoTime  = errors.New("use: the option has expired")
	ErrNoRoot  = errors.New("use: no volatility gives this price")
	errInverse = fmt.Errorf("use: strike and spot must be positive")
)

// kind tells calls from puts.
type kind int

const (
	call kind = iota
	put
)

// option is a European option.
type option struct {
	kind         kind
	spot, strike float64
	years, rate  float64
}

func (o option) d1(vol float64) float64 {
	return (math.Log(o.spot/o.strike) + (o.rate+vol*vol/2)*o.years) / (vol * math.Sqrt(o.years))
}

// price is the price after Black and Scholes.
func (o option) price(vol float64) float64 {
	d1 := o.d1(vol)
	d2 := d1 - vol*math.Sqrt(o.years)
	discount := math.Exp(-o.rate * o.years)
	n := distuv.UnitNormal.CDF
	switch o.kind {
	case call:
		return o.spot*n(d1) - o.strike*discount*n(d2)
	case put:
		return o.strike*discount*n(-d2) - o.spot*n(-d1)
	}
	panic("use: neither a call nor a put")
}

// greeks are sensitivities of a price.
type greeks struct{ Delta, Gamma, Vega, Theta float64 }

// Greeks gives the sensitivities of a call.
func Greeks(spot, strike, years, rate, vol float64) (g greeks) {
	o := option{kind: call, spot: spot, strike: strike, years: years, rate: rate}
	d1 := o.d1(vol)
	root := math.Sqrt(o.years)
	density := distuv.Normal{Mu: 0, Sigma: 1}.Prob(d1)
	g.Delta = mathext.RegIncBeta(1, 1, math.Erfc(-d1/math.Sqrt2)/2)
	g.Gamma = density / (spot * vol * root)
	g.Vega = spot * density * root
	g.Theta = -spot*density*vol/(2*root) - rate*strike*math.Exp(-rate*years)*math.Erfc(-(d1-vol*root)/math.Sqrt2)/2
	return g
}

// ImpliedVol finds the volatility at which a call has a price.
func ImpliedVol(spot, strike, years, rate, price float64) (float64, error) {
	if !(spot > 0 && strike > 0) {
		return 0, errInverse
	}
	if years <= 0 {
		return 0, ErrNoTime
	}
	o := option{spot: spot, strike: strike, years: years, rate: rate}
	vol, ok := bisect(func(vol float64) float64 { return o.price(vol) - price }, 1e-4, 4, 1e-9)
	if !ok {
		return 0, fmt.Errorf("implied: %w", ErrNoRoot)
	}
	return vol, nil
}

// bisect finds a root of f between a and b.
func bisect(f func(float64) float64, a, b, tol float64) (root float64, ok bool) {
	fa, fb := f(a), f(b)
	if math.Signbit(fa) == math.Signbit(fb) {
		return 0, false
	}
	for b-a > tol {
		m := (a + b) / 2
		if fm := f(m); math.Signbit(fm) == math.Signbit(fa) {
			a, fa = m, fm
		} else {
			b = m
		}
	}
	return (a + b) / 2, true
}

// American prices an American put on a binomial tree of a dozen levels.
func American(spot, strike, years, rate, vol float64) float64 {
	const levels = 12
	dt := years / levels
	up := math.Exp(vol * math.Sqrt(dt))
	p := (math.Exp(rate*dt) - 1/up) / (up - 1/up)
	discount := math.Exp(-rate * dt)
	var values [levels + 1]float64
	for i := range values {
		values[i] = max(0, strike-spot*math.Pow(up, float64(2*i-levels)))
	}
	for level := levels - 1; level >= 0; level-- {
		now := values[:level+1]
		for i := range now {
			hold := discount * (p*values[i+1] + (1-p)*values[i])
			now[i] = max(hold, strike-spot*math.Pow(up, float64(2*i-level)))
		}
	}
	return values[0]
}
