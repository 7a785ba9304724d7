package cases

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sort"
)

// Functions as packages of users have them, with methods and closures: clusters, trees, nets and filters.

func DomainKMeansStep(x [12]float64, c0, c1, c2 float64) (out [3]float64, moved float64) {
	c := []float64{c0, c1, c2}
	clusters := make([][]float64, len(c))
	for _, v := range x {
		k := 0
		for j := range c {
			if math.Abs(v-c[j]) < math.Abs(v-c[k]) {
				k = j
			}
		}
		clusters[k] = append(clusters[k], v)
	}
	for k, cl := range clusters {
		if len(cl) == 0 {
			out[k] = c[k]
			continue
		}
		for _, v := range cl {
			out[k] += v
		}
		out[k] /= float64(len(cl))
		moved += math.Abs(out[k] - c[k])
	}
	return out, moved
}

type domainSample struct{ x, y float64 }
type domainDnode struct {
	cut, val    float64
	left, right *domainDnode
}

func domainMean(s []domainSample) float64 {
	t := 0.0
	for _, v := range s {
		t += v.y
	}
	return t / float64(len(s))
}

func domainGrow(s []domainSample, depth int) *domainDnode {
	if depth == 0 || len(s) < 3 {
		return &domainDnode{val: domainMean(s)}
	}
	slices.SortFunc(s, func(a, b domainSample) int { return cmp.Compare(a.x, b.x) })
	best, at := math.Inf(1), 0
	for i := 1; i < len(s); i++ {
		l, r := domainMean(s[:i]), domainMean(s[i:])
		e := 0.0
		for _, v := range s[:i] {
			e += (v.y - l) * (v.y - l)
		}
		for _, v := range s[i:] {
			e += (v.y - r) * (v.y - r)
		}
		if e < best {
			best, at = e, i
		}
	}
	if at == 0 {
		return &domainDnode{val: domainMean(s)}
	}
	return &domainDnode{cut: (s[at-1].x + s[at].x) / 2, left: domainGrow(s[:at], depth-1),
		right: domainGrow(s[at:], depth-1)}
}

func (n *domainDnode) predict(x float64) float64 {
	for n.left != nil {
		if x < n.cut {
			n = n.left
		} else {
			n = n.right
		}
	}
	return n.val
}

func DomainDecisionTree(xs, ys [10]float64, q float64) float64 {
	var s []domainSample
	for i := range xs {
		s = append(s, domainSample{xs[i], ys[i]})
	}
	return domainGrow(s, 3).predict(q)
}

type domainLayer struct {
	w   [][]float64
	act func(float64) float64
}

func domainNewLayer(in, out int, g *domainRng, act func(float64) float64) *domainLayer {
	l := &domainLayer{act: act}
	for range out {
		row := make([]float64, in)
		for i := range row {
			row[i] = g.float() - .5
		}
		l.w = append(l.w, row)
	}
	return l
}

func (l *domainLayer) forward(x []float64) []float64 {
	out := make([]float64, 0, len(l.w))
	for _, row := range l.w {
		s := 0.0
		for i, w := range row {
			s += w * x[i]
		}
		out = append(out, l.act(s))
	}
	return out
}

func DomainSmallNet(seed uint64, a, b float64) float64 {
	g := &domainRng{seed | 1}
	layers := []*domainLayer{domainNewLayer(2, 4, g, math.Tanh), domainNewLayer(4, 3, g,
		func(x float64) float64 { return max(x, 0) }), domainNewLayer(3, 1, g, func(x float64) float64 { return x })}
	x := []float64{a, b}
	for _, l := range layers {
		x = l.forward(x)
	}
	return x[0]
}

func DomainFFT(re, im [16]float64) (float64, float64) {
	a := make([]complex128, 16)
	for i := range a {
		a[i] = complex(re[i], im[i])
	}
	domainFft(a)
	s, t := 0.0, 0.0
	for i, c := range a {
		s += real(c) * float64(i)
		t += imag(c)
	}
	return s, t
}

func domainFft(a []complex128) {
	n := len(a)
	shift := 64 - uint(bits.Len(uint(n-1)))
	for i := range a {
		if j := int(bits.Reverse64(uint64(i)) >> shift); j > i {
			a[i], a[j] = a[j], a[i]
		}
	}
	for size := 2; size <= n; size *= 2 {
		sn, cs := math.Sincos(-2 * math.Pi / float64(size))
		w := complex(cs, sn)
		for lo := 0; lo < n; lo += size {
			t := complex(1, 0)
			for k := lo; k < lo+size/2; k++ {
				u, v := a[k], a[k+size/2]*t
				a[k], a[k+size/2] = u+v, u-v
				t *= w
			}
		}
	}
}

type domainBiquad struct{ b0, b1, b2, a1, a2, z1, z2 float64 }

func (f *domainBiquad) Process(x float64) float64 {
	y := f.b0*x + f.z1
	f.z1 = f.b1*x - f.a1*y + f.z2
	f.z2 = f.b2*x - f.a2*y
	return y
}

type domainFilter interface{ Process(float64) float64 }
type domainChain []domainFilter

func (c domainChain) Process(x float64) float64 {
	for _, f := range c {
		x = f.Process(x)
	}
	return x
}

func DomainIIR(x [16]float64, q float64) float64 {
	q = .1 + math.Abs(math.Sin(q))
	c := domainChain{&domainBiquad{b0: .2, b1: .4, b2: .2, a1: -q, a2: .1}, &domainBiquad{b0: 1, b1: -q}, domainGain(2)}
	y := 0.0
	for _, v := range x {
		y = c.Process(v)
	}
	return y
}

type domainGain float64

func (g domainGain) Process(x float64) float64 { return float64(g) * x }

type domainPt struct{ X, Y float64 }

func domainCross(o, a, b domainPt) float64 { return (a.X-o.X)*(b.Y-o.Y) - (a.Y-o.Y)*(b.X-o.X) }

func DomainConvexHull(xs, ys [10]float64) (int, float64) {
	var pts []domainPt
	for i := range xs {
		pts = append(pts, domainPt{xs[i], ys[i]})
	}
	sort.Slice(pts, func(i, j int) bool {
		return pts[i].X < pts[j].X || pts[i].X == pts[j].X && pts[i].Y < pts[j].Y
	})
	var hull []domainPt
	for _, p := range pts {
		for len(hull) >= 2 && domainCross(hull[len(hull)-2], hull[len(hull)-1], p) <= 0 {
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, p)
	}
	lower := len(hull) + 1
	for i := len(pts) - 2; i >= 0; i-- {
		for len(hull) >= lower && domainCross(hull[len(hull)-2], hull[len(hull)-1], pts[i]) <= 0 {
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, pts[i])
	}
	area := 0.0
	for i := range hull {
		j := (i + 1) % len(hull)
		area += hull[i].X*hull[j].Y - hull[j].X*hull[i].Y
	}
	return len(hull) - 1, area / 2
}

type domainMT struct {
	state [32]uint32
	i     int
}

func domainNewMT(seed uint32) *domainMT {
	m := &domainMT{i: 32}
	m.state[0] = seed
	for i := uint32(1); i < 32; i++ {
		m.state[i] = 1812433253*(m.state[i-1]^m.state[i-1]>>30) + i
	}
	return m
}

func (m *domainMT) Next() uint32 {
	if m.i == len(m.state) {
		for k := range m.state {
			y := m.state[k]&0x80000000 | m.state[(k+1)%32]&0x7fffffff
			m.state[k] = m.state[(k+17)%32] ^ y>>1
			if y&1 == 1 {
				m.state[k] ^= 0x9908b0df
			}
		}
		m.i = 0
	}
	y := m.state[m.i]
	m.i++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

func DomainTwister(seed uint32, n uint8) uint32 {
	m := domainNewMT(seed)
	var x uint32
	for range n {
		x = m.Next()
	}
	return x
}

func DomainRoman(n uint16) int {
	n = n % 4000
	type sym struct {
		v uint16
		s string
	}
	var out []byte
	for _, r := range []sym{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"},
		{90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for n >= r.v {
			out = append(out, r.s...)
			n -= r.v
		}
	}
	h := 0
	for _, c := range out {
		h = h*31 + int(c)
	}
	return h
}
