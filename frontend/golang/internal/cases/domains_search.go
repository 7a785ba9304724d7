package cases

import (
	"errors"
	"slices"
)

var errBudget = errors.New("budget")

// patterns is what a search by patterns knows.
type patterns struct {
	f     func([]float64) float64
	evals int
	trace []float64
}

func (p *patterns) eval(x []float64) (float64, error) {
	if p.evals >= 15 {
		return 0, errBudget
	}
	p.evals++
	p.trace = append(p.trace, p.f(x))
	return p.f(x), nil
}

func (p *patterns) explore(x []float64, fx, step float64) ([]float64, float64, error) {
	y := slices.Clone(x)
	for i := range y {
		for _, d := range [...]float64{step, -step} {
			old := y[i]
			y[i] += d
			fy, err := p.eval(y)
			if err != nil {
				y[i] = old
				return y, fx, err
			}
			if fy < fx {
				fx = fy
				break
			}
			y[i] = old
		}
	}
	return y, fx, nil
}

// DomainPatternSearch is a search by patterns (Hooke and Jeeves, "Direct search solution of numerical and statistical
// problems", 1961). Code that runs a lane at a time has a way there that is one way's alone, and is copied for another.
func DomainPatternSearch(a, b, c float64) (best float64, err error) {
	p := &patterns{f: func(x []float64) float64 { return float64((x[0]-a)*(x[0]-a)) + float64(x[1]*x[1]) }}
	x := []float64{0, 0}
	fx, err := p.eval(x)
	for step := 0.5; step > 1e-2 && err == nil; {
		var y []float64
		var fy float64
		y, fy, err = p.explore(x, fx, step)
		if fy >= fx {
			step /= 2
			continue
		}
		if err == nil && fy < fx {
			z := make([]float64, len(x))
			for i := range z {
				z[i] = 2*y[i] - x[i]
			}
			x, fx = y, fy
			var fz float64
			fz, _ = p.eval(z)
			y, fy, err = p.explore(z, fz, step)
		}
	}
	return fx, err
}
