package main

import (
	"fmt"
	"math"
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// fitPrec is the precision in bits of everything before the last rounding: the
// linear systems of a fit are as badly conditioned as their powers are alike.
const fitPrec = 320

// A problem is a weighted approximation by a sum of powers over a fixed grid:
// find c to make the greatest |weight·(target - Σ c[j]·x^powers[j])| small.
//
// The grid is dense (gridPerPower points for each coefficient, distributed like
// the extrema of a Chebyshev polynomial), so that the extrema between its points
// are a few thousandths higher at most than those on it and need no search.
type problem struct {
	x, target []*big.Float
	weight    []*big.Float
	powers    []int // strictly ascending, from 0 up
}

const gridPerPower = 24

// newProblem evaluates f and its weight on the grid.
func newProblem(f highprec.Func, weight weight, from, to float64, powers []int) (*problem, error) {
	if len(powers) == 0 || !(from < to) {
		return nil, fmt.Errorf("no powers or no interval")
	}
	for i := 1; i < len(powers); i++ {
		if powers[i] <= powers[i-1] {
			return nil, fmt.Errorf("powers %v do not ascend", powers)
		}
		if from < 0 && to > 0 && (powers[i]-powers[i-1])%2 == 0 {
			return nil, fmt.Errorf("even or odd powers over an interval across zero: give one half of it")
		}
	}
	p := &problem{powers: powers}
	middle := highprec.New(from, fitPrec)
	radius := highprec.New(to, fitPrec)
	middle, radius = highprec.Ldexp(highprec.Add(middle, radius), -1), highprec.Ldexp(highprec.Sub(radius, middle), -1)
	n := gridPerPower * (len(powers) + 1)
	for i := range n {
		c := num(-cosineOfHalfTurns(i, n-1))
		x := highprec.Add(middle, highprec.Mul(radius, c))
		if x.Sign() == 0 {
			// Formulas may divide by x: a point beside zero stands for it.
			x = highprec.Ldexp(radius, -40)
		}
		y := f(x)
		p.x = append(p.x, x)
		p.target = append(p.target, y)
		p.weight = append(p.weight, weight(x, y))
	}
	return p, nil
}

// cosineOfHalfTurns returns cos(π·i/n), rounded; package math's differs from
// machine to machine.
func cosineOfHalfTurns(i, n int) float64 {
	angle := highprec.Quo(highprec.Mul(highprec.Pi(100), highprec.New(float64(i), 100)), highprec.New(float64(n), 100))
	c, _ := highprec.Cos(angle).Float64()
	return c
}

// without returns the problem that is left when the coefficient of the j-th
// power is c.
func (p *problem) without(j int, c *big.Float) *problem {
	rest := *p
	rest.powers = append(append([]int(nil), p.powers[:j]...), p.powers[j+1:]...)
	rest.target = make([]*big.Float, len(p.target))
	for i, x := range p.x {
		rest.target[i] = highprec.Sub(p.target[i], highprec.Mul(c, power(x, p.powers[j])))
	}
	return &rest
}

// power returns xⁿ, n ≥ 0.
func power(x *big.Float, n int) *big.Float {
	y := highprec.New(1, fitPrec)
	for range n {
		y.Mul(y, x)
	}
	return y
}

// errorPrec is the precision in bits of errors: enough that what cancels between
// the target and a sum leaves many.
const errorPrec = 192

// errors returns the weighted error of coefficients at each point of the grid,
// and the greatest of them in magnitude.
func (p *problem) errors(c []*big.Float) (e []float64, worst float64) {
	e = make([]float64, len(p.x))
	// Operands other than the result let big.Float use its memory again.
	sum, next := highprec.New(0, errorPrec), highprec.New(0, errorPrec)
	short := make([]*big.Float, len(c))
	for j := range c {
		short[j] = new(big.Float).SetPrec(errorPrec).Set(c[j])
	}
	x := new(big.Float).SetPrec(errorPrec)
	for i := range p.x {
		// Horner's rule, from one power of the list to the next.
		x.Set(p.x[i])
		sum.SetInt64(0)
		for j := len(c) - 1; j >= 0; j-- {
			next.Add(sum, short[j])
			sum, next = next, sum
			below := 0
			if j > 0 {
				below = p.powers[j-1]
			}
			for range p.powers[j] - below {
				next.Mul(sum, x)
				sum, next = next, sum
			}
		}
		next.Sub(p.target[i], sum)
		sum.Mul(next, p.weight[i])
		e[i], _ = sum.Float64()
		worst = max(worst, math.Abs(e[i]))
	}
	return e, worst
}

// fit returns the coefficients of the best approximation and its greatest
// weighted error: Remez's second algorithm, by exchange of all the points of the
// reference at once. (E. W. Cheney, Introduction to Approximation Theory, 1966,
// chapter 3; J.-M. Muller, Elementary Functions, 3rd ed. 2016, section 3.5.)
func (p *problem) fit() (c []*big.Float, worst float64, err error) {
	n := len(p.powers)
	if n == 0 {
		_, worst = p.errors(nil)
		return nil, worst, nil
	}
	// Not the ends: all powers may vanish there.
	reference := make([]int, n+1)
	for k := range reference {
		reference[k] = (2*k + 1) * len(p.x) / (2 * (n + 1))
	}
	const rounds = 100
	for range rounds {
		var level *big.Float
		c, level, err = p.solve(reference)
		if err != nil {
			return nil, 0, err
		}
		var e []float64
		e, worst = p.errors(c)
		l, _ := level.Float64()
		if worst == 0 || worst-math.Abs(l) <= worst*0.0005 {
			return c, worst, nil
		}
		next := p.exchange(e, n+1, math.Abs(l)*(1-1e-9))
		if next == nil {
			next = p.exchangeOne(e, reference)
		}
		reference = next
	}
	return nil, 0, fmt.Errorf("no convergence in %d rounds; error so far %.3g", rounds, worst)
}

// sign is the sign of the lowest power at a point: powers that begin with an odd
// one change sign at zero together, and so does what counts as alternation.
func (p *problem) sign(i int) float64 {
	if p.powers[0]%2 == 1 && p.x[i].Sign() < 0 {
		return -1
	}
	return 1
}

// solve finds the coefficients whose weighted error on the points of the
// reference alternates ±level.
func (p *problem) solve(reference []int) (c []*big.Float, level *big.Float, err error) {
	n := len(reference)
	rows := make([][]*big.Float, n)
	for k, i := range reference {
		row := make([]*big.Float, 0, n+1)
		for _, e := range p.powers {
			row = append(row, power(p.x[i], e))
		}
		s := highprec.New(p.sign(i), fitPrec)
		if k%2 == 1 {
			s.Neg(s)
		}
		rows[k] = append(row, highprec.Quo(s, p.weight[i]), highprec.Add(p.target[i], highprec.New(0, fitPrec)))
	}
	x, err := eliminate(rows)
	if err != nil {
		return nil, nil, err
	}
	return x[:n-1], x[n-1], nil
}

// eliminate solves a system of linear equations, given as rows of n coefficients
// and the right side, by Gauss's method with the greatest pivot of a column.
func eliminate(rows [][]*big.Float) ([]*big.Float, error) {
	n := len(rows)
	for k := range rows {
		best := k
		for i := k + 1; i < n; i++ {
			if highprec.Abs(rows[i][k]).Cmp(highprec.Abs(rows[best][k])) > 0 {
				best = i
			}
		}
		rows[k], rows[best] = rows[best], rows[k]
		if rows[k][k].Sign() == 0 {
			return nil, fmt.Errorf("singular system: the powers cannot tell the points apart")
		}
		for i := k + 1; i < n; i++ {
			factor := highprec.Quo(rows[i][k], rows[k][k])
			for j := k + 1; j <= n; j++ {
				rows[i][j].Sub(rows[i][j], highprec.Mul(factor, rows[k][j]))
			}
		}
	}
	x := make([]*big.Float, n)
	for k := n - 1; k >= 0; k-- {
		x[k] = rows[k][n]
		for j := k + 1; j < n; j++ {
			x[k].Sub(x[k], highprec.Mul(rows[k][j], x[j]))
		}
		x[k].Quo(x[k], rows[k][k])
	}
	return x, nil
}

// exchange returns n points where the error is extreme and alternates, the
// greatest among them; nil if it does not alternate often enough. Errors below
// level, that of the last reference, do not count: with all errors above it, the
// next level is higher.
func (p *problem) exchange(e []float64, n int, level float64) []int {
	var extrema []int
	for i := range e {
		last := len(extrema) - 1
		switch {
		case math.Abs(e[i]) < level || e[i] == 0:
		case last < 0 || (e[i]*p.sign(i) > 0) != (e[extrema[last]]*p.sign(extrema[last]) > 0):
			extrema = append(extrema, i)
		case math.Abs(e[i]) > math.Abs(e[extrema[last]]):
			extrema[last] = i
		}
	}
	if len(extrema) < n {
		return nil
	}
	for len(extrema) > n {
		if math.Abs(e[extrema[0]]) < math.Abs(e[extrema[len(extrema)-1]]) {
			extrema = extrema[1:]
		} else {
			extrema = extrema[:len(extrema)-1]
		}
	}
	return extrema
}

// exchangeOne puts the point of the greatest error into the reference, in place
// of a neighbour with an error of the same sign (Remez's first algorithm).
func (p *problem) exchangeOne(e []float64, reference []int) []int {
	worst := 0
	for i := range e {
		if math.Abs(e[i]) > math.Abs(e[worst]) {
			worst = i
		}
	}
	next := append([]int(nil), reference...)
	same := func(i int) bool { return (e[i]*p.sign(i) > 0) == (e[worst]*p.sign(worst) > 0) }
	last := len(next) - 1
	at := 0
	for at <= last && next[at] < worst {
		at++
	}
	switch {
	case at == 0 && same(next[0]), at <= last && at > 0 && !same(next[at-1]):
		next[at] = worst
	case at == 0:
		copy(next[1:], next[:last])
		next[0] = worst
	case same(next[at-1]):
		next[at-1] = worst
	default: // past the end, with the other sign
		copy(next, next[1:])
		next[last] = worst
	}
	return next
}
