package main

import (
	"math"
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// A shape is how a coefficient is written down.
type shape int

const (
	double shape = iota // a float64
	single              // a float32
	pair                // the sum of two float64s
	pair32              // the sum of two float32s
)

// bits returns the size of the significands that a shape has.
func (f shape) bits() []int {
	switch f {
	case single:
		return []int{24}
	case pair:
		return []int{53, 53}
	case pair32:
		return []int{24, 24}
	}
	return []int{53}
}

// cut returns x as a sum of numbers of the given sizes in bits, each the part
// before rounded: what is left over is less than half a last place of the last.
func cut(x *big.Float, bits []int) []*big.Float {
	rest := highprec.Add(x, highprec.New(0, fitPrec))
	var parts []*big.Float
	for _, n := range bits {
		part := new(big.Float).SetPrec(uint(n)).Set(rest)
		parts = append(parts, part)
		rest.Sub(rest, part)
	}
	return parts
}

// total returns the exact sum of parts.
func total(parts []*big.Float) *big.Float {
	t := highprec.New(0, fitPrec)
	for _, part := range parts {
		t.Add(t, part)
	}
	return t
}

// A coefficient is what is used of the number that a fit gave.
type coefficient struct {
	power int
	parts []*big.Float
}

// refitGain is how much smaller a refit must make the error to be taken.
// Nothing can make up for the rounding of the first coefficient near zero, and
// a refit that balances its error with ones of the same size everywhere else is
// no better for it.
const refitGain = 0.8

// fitRounded approximates with coefficients that their shapes can hold:
// after each rounding, lowest power first, the coefficients above are fitted
// again if that helps, so that they make up for what the rounding lost. (The
// method is known from Muller's book, section 3.7; the lattice reduction of
// Brisebarre and Chevillard, "Efficient polynomial L∞-approximations", 2007,
// gains little over it at the sizes used here.) fixed has the coefficients that
// are given, by power. It returns the coefficients and the greatest weighted
// errors before and after the roundings.
func fitRounded(p *problem, fixed map[int]float64, shapes func(power int) shape) (c []coefficient,
	ideal, achieved float64, err error) {
	place := make([]coefficient, len(p.powers))
	for j, n := range p.powers {
		place[j].power = n
	}
	// The given ones come off first.
	left := p
	var open []int // indices into place that are still open, ascending
	for j := len(p.powers) - 1; j >= 0; j-- {
		if value, ok := fixed[p.powers[j]]; ok {
			exact := highprec.New(value, fitPrec)
			place[j].parts = cut(exact, shapes(p.powers[j]).bits())
			left = left.without(j, exact)
		} else {
			open = append([]int{j}, open...)
		}
	}
	values, ideal, err := left.fit()
	if err != nil {
		return nil, 0, 0, err
	}
	achieved = ideal
	for len(open) > 0 {
		parts := cut(values[0], shapes(place[open[0]].power).bits())
		place[open[0]].parts = parts
		left = left.without(0, total(parts))
		open, values = open[1:], values[1:]
		_, achieved = left.errors(values)
		if len(open) == 0 {
			break
		}
		if float64(achieved*refitGain) <= ideal {
			continue // no fit is better than the one with all coefficients free
		}
		again, worst, err := left.fit()
		if err == nil && worst < float64(achieved*refitGain) {
			values, achieved = again, worst
		}
	}
	return place, ideal, achieved, nil
}

// log2 of an error, for people.
func log2(e float64) float64 { return math.Log2(e) }
