package cases

// Methods and functions that make memory and keep it in structs of their callers.

type holder struct {
	xs []float64
	n  int
}

func (h *holder) fill(k int, x float64) {
	h.xs = make([]float64, 3)
	h.xs[0], h.xs[2] = float64(k), x
	h.n++
}

func (h *holder) sum() (s float64) {
	for i, x := range h.xs {
		s += x * float64(i+1)
	}
	return s
}

func FillField(x float64) float64 {
	var h holder
	h.fill(2, x)
	return h.sum() + float64(h.n)
}

func FillTwice(x float64) (float64, int) {
	var h holder
	h.fill(2, x)
	first := h.sum()
	old := h.xs
	h.fill(3, x+1)
	old[1] = 7
	return first + h.sum() + old[1]*float64(h.xs[1]), h.n
}

func FillEitherWay(x float64) float64 {
	h := &holder{n: 1}
	if x > 0 {
		h.fill(1, x)
	} else {
		h.fill(2, -x)
	}
	h.xs[1] += 2
	return h.sum()
}

func FillPerhaps(x float64) (float64, int) {
	var h holder
	if x > 0 {
		h.fill(1, x)
	}
	return h.sum(), len(h.xs)
}

func FillEachRound(x float64, n int) (s float64) {
	for i := range n & 7 {
		var h holder
		h.fill(i, x)
		s += h.sum()
	}
	return s
}

type pairOfHolders struct {
	a holder
	b *holder
	c [2]holder
}

func (p *pairOfHolders) fill(x float64, i int) {
	p.a.fill(1, x)
	p.b.fill(2, x+1)
	p.c[1].fill(i, x+2)
}

func FillNested(x float64, i int) float64 {
	p := pairOfHolders{b: &holder{n: 5}}
	p.fill(x, i&15)
	return p.a.sum() + float64(2*p.b.sum()) + float64(3*p.c[1].sum()) + float64(p.b.n) + float64(len(p.c[0].xs))
}

type fitter interface {
	Fit(xs, ys [4]float64)
	Predict(x float64) float64
}

type linear struct {
	w []float64
	b float64
}

func (l *linear) Fit(xs, ys [4]float64) {
	l.w = make([]float64, 2)
	for i := range xs {
		l.w[0] += float64(xs[i] * ys[i])
		l.w[1] += ys[i]
	}
	l.b = l.w[0] / 4
}

func (l *linear) Predict(x float64) float64 { return float64(l.w[0]*x) + l.w[1] + l.b }

func FitPredict(xs, ys [4]float64, x float64) float64 {
	var f fitter = &linear{}
	f.Fit(xs, ys)
	return f.Predict(x)
}

func fitted(f fitter, xs, ys [4]float64) fitter {
	f.Fit(xs, ys)
	f.Fit(ys, xs)
	return f
}

func FitReturned(xs, ys [4]float64, x float64) float64 {
	return fitted(new(linear), xs, ys).Predict(x) + fitted(&linear{b: x}, ys, xs).Predict(x)
}

func FillByClosure(x float64) float64 {
	var h holder
	make4 := func() { h.xs = []float64{x, 2, x, 4} }
	make4()
	h.xs[1] = float64(len(h.xs))
	return h.sum()
}

// FillMaybeForced is filled only where nothing was there.
func FillMaybeForced(x float64, force bool) float64 {
	h := holder{xs: []float64{x, 1, 2}}
	if force {
		h.xs = nil
	}
	h.fillIfEmpty(x)
	h.fillIfEmpty(x + 1)
	return h.sum()
}

func (h *holder) fillIfEmpty(x float64) {
	if h.xs == nil {
		h.fill(4, x)
	}
	h.xs[1]++
}
