package cases

import (
	"errors"
	"math"
	"slices"
)

// Functions as packages of users have them, with methods and closures: queues, reactions, matrices and texts.

type domainEvent struct {
	at   float64
	kind int
}
type domainQueue []domainEvent

func (q *domainQueue) Push(e domainEvent) {
	*q = append(*q, e)
	for i := len(*q) - 1; i > 0; {
		p := (i - 1) / 2
		if (*q)[p].at <= (*q)[i].at {
			return
		}
		(*q)[p], (*q)[i] = (*q)[i], (*q)[p]
		i = p
	}
}

func (q *domainQueue) Pop() (domainEvent, bool) {
	if len(*q) == 0 {
		return domainEvent{}, false
	}
	top := (*q)[0]
	n := len(*q) - 1
	(*q)[0] = (*q)[n]
	*q = (*q)[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && (*q)[c+1].at < (*q)[c].at {
			c++
		}
		if (*q)[i].at <= (*q)[c].at {
			break
		}
		(*q)[i], (*q)[c] = (*q)[c], (*q)[i]
		i = c
	}
	return top, true
}

func DomainMMC(seed uint64, lambda, mu float64, c uint8) (float64, int) {
	g := &domainRng{seed | 1}
	exp := func(rate float64) float64 { return -math.Log(1-g.float()) / rate }
	lambda, mu = .5+math.Abs(math.Sin(lambda)), .5+math.Abs(math.Sin(mu))
	q := &domainQueue{}
	q.Push(domainEvent{exp(lambda), 0})
	busy, waiting, served := 0, 0, 0
	now, area := 0.0, 0.0
	for served < 40 {
		e, ok := q.Pop()
		if !ok {
			break
		}
		area += float64(waiting) * (e.at - now)
		now = e.at
		switch e.kind {
		case 0:
			q.Push(domainEvent{now + exp(lambda), 0})
			if busy < int(c&3)+1 {
				busy++
				q.Push(domainEvent{now + exp(mu), 1})
			} else {
				waiting++
			}
		case 1:
			served++
			if waiting > 0 {
				waiting--
				q.Push(domainEvent{now + exp(mu), 1})
			} else {
				busy--
			}
		}
	}
	return area / now, served
}

// DomainGillespie with reactions as values
type domainReaction struct {
	rate  func(s []int) float64
	delta []int
}

func DomainGillespie(seed uint64, k float64) (int, int, float64) {
	g := &domainRng{seed | 1}
	k = .1 + math.Abs(math.Sin(k))
	rs := []domainReaction{
		{func(s []int) float64 { return k * float64(s[0]) }, []int{-1, 1}},
		{func(s []int) float64 { return .5 * float64(s[1]) }, []int{1, -1}},
		{func(s []int) float64 { return .1 * float64(s[1]) }, []int{0, -1}},
	}
	s := []int{20, 5}
	t := 0.0
	for range 30 {
		total := 0.0
		props := make([]float64, len(rs))
		for i, r := range rs {
			props[i] = r.rate(s)
			total += props[i]
		}
		if total == 0 {
			break
		}
		t -= math.Log(1-g.float()) / total
		u := g.float() * total
		for i, p := range props {
			if u -= p; u < 0 {
				for j, d := range rs[i].delta {
					s[j] += d
				}
				break
			}
		}
	}
	return s[0], s[1], t
}

type domainMatrix struct {
	n    int
	data []float64
}

func domainNewMatrix(n int) *domainMatrix       { return &domainMatrix{n, make([]float64, n*n)} }
func (m *domainMatrix) At(i, j int) float64     { return m.data[i*m.n+j] }
func (m *domainMatrix) Set(i, j int, v float64) { m.data[i*m.n+j] = v }
func (m *domainMatrix) Row(i int) []float64     { return m.data[i*m.n : (i+1)*m.n] }
func (m *domainMatrix) Clone() *domainMatrix    { return &domainMatrix{m.n, slices.Clone(m.data)} }

var domainErrNoSolution = errors.New("matrix is singular")

func (m *domainMatrix) Solve(b []float64) ([]float64, error) {
	a, x := m.Clone(), slices.Clone(b)
	for k := range a.n {
		p := k
		for i := k + 1; i < a.n; i++ {
			if math.Abs(a.At(i, k)) > math.Abs(a.At(p, k)) {
				p = i
			}
		}
		if a.At(p, k) == 0 {
			return nil, domainErrNoSolution
		}
		for j := range a.n {
			u, v := a.At(k, j), a.At(p, j)
			a.Set(k, j, v)
			a.Set(p, j, u)
		}
		x[k], x[p] = x[p], x[k]
		for i := k + 1; i < a.n; i++ {
			f := a.At(i, k) / a.At(k, k)
			ri, rk := a.Row(i), a.Row(k)
			for j := k; j < a.n; j++ {
				ri[j] -= f * rk[j]
			}
			x[i] -= f * x[k]
		}
	}
	for i := a.n - 1; i >= 0; i-- {
		for j := i + 1; j < a.n; j++ {
			x[i] -= a.At(i, j) * x[j]
		}
		x[i] /= a.At(i, i)
	}
	return x, nil
}

func DomainSolveMatrix(v [16]float64, b [4]float64) (float64, error) {
	m := domainNewMatrix(4)
	for i, x := range v {
		m.data[i] = x
	}
	x, err := m.Solve(b[:])
	if err != nil {
		return 0, err
	}
	return x[0] + 2*x[1] + 3*x[2] + 4*x[3], nil
}

func DomainJacobiEigen(v [10]float64) ([4]float64, int) {
	var a [4][4]float64
	k := 0
	for i := range a {
		for j := 0; j <= i; j++ {
			a[i][j], a[j][i] = v[k], v[k]
			k++
		}
	}
	sweeps := 0
	for ; sweeps < 20; sweeps++ {
		off := 0.0
		for i := range a {
			for j := range i {
				off += a[i][j] * a[i][j]
			}
		}
		if off < 1e-18 {
			break
		}
		for p := 0; p < 3; p++ {
			for q := p + 1; q < 4; q++ {
				if a[p][q] == 0 {
					continue
				}
				theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
				t := math.Copysign(1, theta) / (math.Abs(theta) + math.Sqrt(theta*theta+1))
				c := 1 / math.Sqrt(t*t+1)
				s := t * c
				for r := range a {
					a[r][p], a[r][q] = c*a[r][p]-s*a[r][q], s*a[r][p]+c*a[r][q]
				}
				for r := range a {
					a[p][r], a[q][r] = c*a[p][r]-s*a[q][r], s*a[p][r]+c*a[q][r]
				}
			}
		}
	}
	e := [4]float64{a[0][0], a[1][1], a[2][2], a[3][3]}
	slices.Sort(e[:])
	return e, sweeps
}

// DomainLSTM cell
type domainGate struct {
	w, u [][]float64
	b    []float64
}

func (g domainGate) apply(x, h []float64, act func(float64) float64) []float64 {
	out := slices.Clone(g.b)
	for i := range out {
		for j, v := range x {
			out[i] += g.w[i][j] * v
		}
		for j, v := range h {
			out[i] += g.u[i][j] * v
		}
		out[i] = act(out[i])
	}
	return out
}

func domainSigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func domainRandGate(g *domainRng, n, m int) domainGate {
	mat := func(r, c int) [][]float64 {
		out := make([][]float64, r)
		for i := range out {
			out[i] = make([]float64, c)
			for j := range out[i] {
				out[i][j] = g.float() - .5
			}
		}
		return out
	}
	return domainGate{mat(n, m), mat(n, n), make([]float64, n)}
}

func DomainLSTM(seed uint64, x [3]float64) float64 {
	r := &domainRng{seed | 1}
	f, i, o, c := domainRandGate(r, 2, 1), domainRandGate(r, 2, 1), domainRandGate(r, 2, 1), domainRandGate(r, 2, 1)
	h, s := make([]float64, 2), make([]float64, 2)
	for _, v := range x {
		in := []float64{v}
		fg, ig := f.apply(in, h, domainSigmoid), i.apply(in, h, domainSigmoid)
		og, cg := o.apply(in, h, domainSigmoid), c.apply(in, h, math.Tanh)
		for k := range s {
			s[k] = fg[k]*s[k] + ig[k]*cg[k]
			h[k] = og[k] * math.Tanh(s[k])
		}
	}
	return h[0] + h[1]
}

func DomainLevenshtein(a, b [8]uint8, n, m uint8) int {
	s, t := a[:n%9], b[:m%9]
	prev := make([]int, len(t)+1)
	for j := range prev {
		prev[j] = j
	}
	for i, c := range s {
		cur := append(make([]int, 0, len(t)+1), i+1)
		for j, d := range t {
			cost := 1
			if c&3 == d&3 {
				cost = 0
			}
			cur = append(cur, min(prev[j]+cost, prev[j+1]+1, cur[j]+1))
		}
		prev = cur
	}
	return prev[len(t)]
}

// DomainLetters appends and copies strings.
func DomainLetters(n uint8, k int8) (sum int, buf [6]byte) {
	kinds := [...]string{"alpha", "", "be", "gamma"}
	var b []byte
	for i := range int(n & 3) {
		b = append(b, kinds[(i+int(n))&3]...)
		b = append(b, "-x"...)
	}
	for i, c := range b {
		sum += int(c) * (i + 1)
	}
	m := copy(buf[1:], kinds[k&3])
	return sum + m, buf
}
