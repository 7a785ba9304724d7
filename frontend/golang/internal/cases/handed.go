package cases

import "math"

// Memory of package-level variables that a function hands on to itself: a method returns its
// receiver, a struct of the function's keeps a slice.

type surface interface {
	meet(o, d float64) met
	weight() float64
}

type met struct {
	by surface
	at float64
}

type coin struct{ r float64 }

type slab struct{ from, to float64 }

func (c *coin) meet(o, d float64) met {
	if x := float64(c.r*c.r) - float64(o*o); x > 0 {
		return met{c, d - math.Sqrt(x)}
	}
	return met{nil, math.Inf(1)}
}

func (c *coin) weight() float64 { return c.r }

func (s *slab) meet(o, d float64) met {
	if s.from < o && o < s.to {
		return met{s, d - s.from}
	}
	return met{nil, math.Inf(1)}
}

func (s *slab) weight() float64 { return s.to - s.from }

var unitCoin = &coin{1}

var coins = []*coin{{0.5}, {3}, {2}, {1}}

func MeetCoin(o, d float64) float64 { return unitCoin.meet(o, d).at }

func MeetCoins(o, d float64) float64 {
	mine := [4]coin{{0.5}, {3}, {2}, {1}}
	at := math.Inf(1)
	for i := range mine {
		if m := mine[i].meet(o, d); m.at < at {
			at = m.at
		}
	}
	return at
}

// firstCoin returns which coin is met first.
func firstCoin(o, d float64) (by *coin, at float64) {
	at = math.Inf(1)
	for _, c := range coins {
		if m := c.meet(o, d); m.at < at {
			by, at = c, m.at
		}
	}
	return by, at
}

func FirstCoin(o, d float64) (float64, float64) {
	by, at := firstCoin(o, d)
	if by == nil {
		return 0, at
	}
	return by.weight(), at
}

var slabs = [2]slab{{-1, 1}, {0.5, 4}}

func MeetSlabs(o, d float64) (near float64) {
	near = math.Inf(1)
	for i := range slabs {
		if m := slabs[i].meet(o, d); m.at < near {
			near = m.at
		}
	}
	return near
}

var gridKnots = [4]float64{0, 1, 2.5, 4}

var gridValues = []float64{3, -1, 0.5, 2}

type knotted struct{ xs, ys []float64 }

func (c *knotted) fit(xs, ys []float64) { c.xs, c.ys = xs, ys }

func (c *knotted) at(x float64) float64 {
	for i, k := range c.xs {
		if x < k {
			return c.ys[i]
		}
	}
	return -1
}

func FitCurve(x float64) float64 {
	var c knotted
	c.fit(gridKnots[:], gridValues)
	return c.at(x)
}

// Memory that is used again if it is large enough, and made otherwise.

type scratchpad struct{ data []float64 }

func useCleared(xs []float64, n int) []float64 {
	if n <= cap(xs) {
		xs = xs[:n]
		clear(xs)
		return xs
	}
	return make([]float64, n)
}

func (s *scratchpad) reuse(n int) {
	if len(s.data) == 0 {
		s.data = useCleared(s.data, n)
	}
}

func Reuse(n, i uint8, x float64) float64 {
	old := make([]float64, 4)
	s := scratchpad{data: old[:0]}
	old[i&3] = x
	s.reuse(int(n & 7))
	s.data[i&7] += 2
	return s.data[i&3] + old[i&3]
}
