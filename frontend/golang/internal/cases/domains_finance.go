package cases

import (
	"errors"
	"iter"
	"math"
)

// Functions as packages of users have them, with methods and closures: bonds, calendars and options.

type domainCashFlow struct{ T, Amount float64 }
type domainBond struct {
	Face, Coupon float64
	Years, Freq  int
}

func (b domainBond) Flows() iter.Seq[domainCashFlow] {
	return func(yield func(domainCashFlow) bool) {
		n := b.Years * b.Freq
		for i := 1; i <= n; i++ {
			a := b.Face * b.Coupon / float64(b.Freq)
			if i == n {
				a += b.Face
			}
			if !yield(domainCashFlow{float64(i) / float64(b.Freq), a}) {
				return
			}
		}
	}
}

func (b domainBond) Price(y float64) float64 {
	p := 0.0
	for cf := range b.Flows() {
		p += cf.Amount * math.Exp(-y*cf.T)
	}
	return p
}

var domainErrNoYield = errors.New("no yield")

func DomainBondYield(face, coupon float64, years uint8, price float64) (float64, error) {
	b := domainBond{face, coupon, int(years%30) + 1, 2}
	lo, hi := -0.5, 1.0
	if b.Price(lo) < price || b.Price(hi) > price {
		return 0, domainErrNoYield
	}
	for range 60 {
		m := (lo + hi) / 2
		if b.Price(m) > price {
			lo = m
		} else {
			hi = m
		}
	}
	return (lo + hi) / 2, nil
}

type domainDate struct{ Y, M, D int }

func (d domainDate) days() int {
	a := (14 - d.M) / 12
	y := d.Y + 4800 - a
	m := d.M + 12*a - 3
	return d.D + (153*m+2)/5 + 365*y + y/4 - y/100 + y/400 - 32045
}

type domainDayCounter interface{ Fraction(a, b domainDate) float64 }
type domainAct365 struct{}
type domainThirty360 struct{}

func (domainAct365) Fraction(a, b domainDate) float64 { return float64(b.days()-a.days()) / 365 }
func (domainThirty360) Fraction(a, b domainDate) float64 {
	d1, d2 := min(a.D, 30), b.D
	if d2 == 31 && d1 == 30 {
		d2 = 30
	}
	return float64(360*(b.Y-a.Y)+30*(b.M-a.M)+d2-d1) / 360
}

func DomainYearFraction(conv uint8, a, b domainDate) float64 {
	var dc domainDayCounter = domainAct365{}
	if conv&1 == 1 {
		dc = domainThirty360{}
	}
	return dc.Fraction(a, b)
}

type domainRng struct{ s uint64 }

func (r *domainRng) next() uint64 {
	r.s ^= r.s << 13
	r.s ^= r.s >> 7
	r.s ^= r.s << 17
	return r.s
}
func (r *domainRng) float() float64 { return float64(r.next()>>11) / (1 << 53) }
func (r *domainRng) norm() float64 {
	u, v := 1-r.float(), r.float()
	return math.Sqrt(-2*math.Log(u)) * math.Cos(2*math.Pi*v)
}

// American put by Longstaff-Schwartz with a quadratic basis.
func DomainAmericanLSM(seed uint64, s0, k, r, sigma float64) float64 {
	const paths, steps = 16, 6
	g := &domainRng{seed | 1}
	dt := 1.0 / steps
	var path [paths][steps + 1]float64
	for i := range path {
		path[i][0] = s0
		for j := 1; j <= steps; j++ {
			path[i][j] = path[i][j-1] * math.Exp((r-sigma*sigma/2)*dt+sigma*math.Sqrt(dt)*g.norm())
		}
	}
	value := make([]float64, paths)
	for i := range value {
		value[i] = max(k-path[i][steps], 0)
	}
	for j := steps - 1; j > 0; j-- {
		var xs, ys []float64
		for i := range value {
			value[i] *= math.Exp(-r * dt)
			if path[i][j] < k {
				xs = append(xs, path[i][j])
				ys = append(ys, value[i])
			}
		}
		if len(xs) < 3 {
			continue
		}
		c, err := domainQuadFit(xs, ys)
		if err != nil {
			continue
		}
		for i := range value {
			if x := path[i][j]; x < k && k-x > c[0]+c[1]*x+c[2]*x*x {
				value[i] = k - x
			}
		}
	}
	sum := 0.0
	for _, v := range value {
		sum += v
	}
	return sum / paths * math.Exp(-r*dt)
}

var domainErrSingular = errors.New("singular")

func domainQuadFit(x, y []float64) ([3]float64, error) {
	var a [3][4]float64
	for i, v := range x {
		p := [3]float64{1, v, v * v}
		for r := range p {
			for c := range p {
				a[r][c] += p[r] * p[c]
			}
			a[r][3] += p[r] * y[i]
		}
	}
	for i := range a {
		p := i
		for r := i + 1; r < 3; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[p][i]) {
				p = r
			}
		}
		a[i], a[p] = a[p], a[i]
		if a[i][i] == 0 {
			return [3]float64{}, domainErrSingular
		}
		for r := i + 1; r < 3; r++ {
			f := a[r][i] / a[i][i]
			for c := i; c < 4; c++ {
				a[r][c] -= f * a[i][c]
			}
		}
	}
	var out [3]float64
	for i := 2; i >= 0; i-- {
		out[i] = a[i][3]
		for c := i + 1; c < 3; c++ {
			out[i] -= a[i][c] * out[c]
		}
		out[i] /= a[i][i]
	}
	return out, nil
}
