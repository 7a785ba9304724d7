package cases

import (
	"math"
	"slices"
)

// Memory that loops and recursions make, with few places in use at a time: the rounds before, and calls that have
// returned, have left theirs.

func freedAxpy(y []float64, h float64, k []float64) []float64 {
	out := make([]float64, len(y))
	for i := range y {
		out[i] = y[i] + float64(h*k[i])
	}
	return out
}

func freedStep(f func(t float64, y []float64) []float64, t float64, y []float64, h float64) []float64 {
	k1 := f(t, y)
	k2 := f(t+h/2, freedAxpy(y, h/2, k1))
	k3 := f(t+h/2, freedAxpy(y, h/2, k2))
	k4 := f(t+h, freedAxpy(y, h, k3))
	out := make([]float64, len(y))
	for i := range y {
		out[i] = y[i] + float64(h/6*(k1[i]+float64(2*k2[i])+float64(2*k3[i])+k4[i]))
	}
	return out
}

// FreedDoubling takes a step and two halves of it, and goes on from what was better, if that is good enough.
func FreedDoubling(mu, x float64) (float64, int) {
	mu, x = math.Abs(math.Mod(mu, 3)), math.Mod(x, 2)
	f := func(t float64, y []float64) []float64 {
		return []float64{y[1], float64(mu*(1-float64(y[0]*y[0]))*y[1]) - y[0]}
	}
	y := []float64{x, 0}
	t, h, rounds := 0.0, 0.5, 0
	for t < 2 && rounds < 40 {
		big := freedStep(f, t, y, h)
		small := freedStep(f, t+h/2, freedStep(f, t, y, h/2), h/2)
		err := 0.0
		for i := range big {
			err = max(err, math.Abs(small[i]-big[i]))
		}
		if err < 1e-3 || h < 1e-2 {
			y = small
			t += h
			h *= 1.5
		} else {
			h /= 2
		}
		rounds++
	}
	return y[0], rounds
}

var freedTableau = [][]float64{{}, {0.2}, {0.075, 0.225}, {0.3, -0.9, 1.2}}

func freedStages(f func(y []float64) []float64, y []float64, h float64) (next []float64, err float64) {
	var k [4][]float64
	for s, row := range freedTableau {
		at := append([]float64(nil), y...)
		for j, a := range row {
			for i := range at {
				at[i] += float64(h * a * k[j][i])
			}
		}
		k[s] = f(at)
	}
	next = append([]float64(nil), y...)
	for i := range y {
		for s := range k {
			next[i] += float64(h / 4 * k[s][i])
		}
		err = max(err, math.Abs(float64(h*(k[3][i]-k[0][i]))))
	}
	return next, err
}

// FreedStages keeps the stages of a step in an array, which is gone when it returns.
func FreedStages(w, x float64) (float64, int) {
	w, x = math.Mod(w, 4), math.Mod(x, 2)
	y := []float64{x, 0, 1}
	h, rounds := 0.5, 0
	for t := 0.0; t < 3 && rounds < 60; rounds++ {
		next, err := freedStages(func(y []float64) []float64 {
			return []float64{y[1], -float64(w * y[0]), float64(y[2] * y[0])}
		}, y, h)
		if err < 0.1 || h < 1e-2 {
			y = next
			t += h
		}
		h *= min(1.5, max(0.3, 0.05/max(err, 1e-9)))
	}
	return y[0] + y[2], rounds
}

// FreedHistory carries three slices from round to round, which may be the same one.
func FreedHistory(a, b, n int) int {
	older, old, now := []int{a, b}, []int{b}, []int(nil)
	next := func(x []int, y []int, k int) []int {
		out := make([]int, 0, len(x)+1)
		for _, v := range x {
			out = append(out, v+k)
		}
		if len(out) > 3 {
			return y
		}
		return append(out, len(y))
	}
	for i := 0; i < n&31; i++ {
		made := next(old, older, i)
		switch (a + i) & 3 {
		case 0:
			older, old = old, now
		case 1:
			now = made
		case 2:
			older, old, now = now, made, made
		default:
			old = older
		}
		for j := range now {
			now[j] ^= i
		}
	}
	s := 0
	for _, x := range [][]int{older, old, now} {
		s = s*7 + len(x)
		for _, v := range x {
			s = s*3 + v
		}
	}
	return s
}

// FreedWindow carries two slices of one row, which begin and end elsewhere.
func FreedWindow(a, n int) int {
	build := func(k int) []int {
		out := []int{k, a, k + 1}
		return append(out, a&k, 5)
	}
	all := build(1)
	tail := all[2:]
	for i := 0; i < n&31; i++ {
		more := build(i + tail[0]&15)
		if (a+i)%3 != 0 {
			all = more
			tail = more[1:4]
		} else {
			tail = append([]int{tail[1], build(i)[2]}, all[1:3]...)[1:]
		}
		tail[1]++
	}
	s := len(all)
	for _, v := range all {
		s = s*5 + v
	}
	for _, v := range tail {
		s = s*3 + v
	}
	return s + len(tail)
}

type freedSolver struct {
	y, best []float64
	t       float64
	steps   int
}

func (s *freedSolver) step(h float64, f func(y []float64) []float64) bool {
	next := freedAxpy(s.y, h, f(s.y))
	s.steps++
	if math.Abs(next[0]-s.y[0]) > 0.5 {
		return false
	}
	s.y = next
	s.t += h
	if s.best == nil || next[1] > s.best[1] {
		s.best = next
	}
	return true
}

// FreedFields keeps the state in the fields of a struct.
func FreedFields(w, x float64) (float64, float64, int) {
	w = math.Mod(w, 3)
	s := &freedSolver{y: []float64{math.Mod(x, 2), 1}}
	h := 0.4
	for s.t < 2 && s.steps < 50 {
		if !s.step(h, func(y []float64) []float64 { return []float64{float64(w * y[1]), -y[0]} }) {
			h /= 2
		}
	}
	if s.best == nil {
		return s.y[0], -1, s.steps
	}
	return s.y[0], s.best[1], s.steps
}

type freedState struct {
	pos, vel [2]float64
	n        int
}

func (s *freedState) moved(h float64) *freedState {
	half := &freedState{pos: s.pos, vel: s.vel, n: s.n + 1}
	for i := range half.pos {
		half.pos[i] += float64(h * s.vel[i])
	}
	out := &freedState{n: half.n}
	for i := range out.pos {
		out.pos[i] = half.pos[i]
		out.vel[i] = half.vel[i] - float64(h*half.pos[i])
	}
	return out
}

// FreedObjects goes from object to object, and keeps the best one.
func FreedObjects(x, h float64) (float64, float64, int) {
	h = math.Abs(math.Mod(h, 0.5)) + 0.01
	s := &freedState{pos: [2]float64{math.Mod(x, 3), 0}, vel: [2]float64{0, 1}}
	best := s
	for range 40 {
		next := s.moved(h)
		if next.pos[0] > 2 {
			h /= 2
			next = next.moved(h).moved(h)
		}
		if next.pos[1] > best.pos[1] {
			best = next
		}
		if next.vel[0] < 1 {
			s = next
		}
	}
	return s.pos[0], best.pos[1], s.n + best.n
}

func freedSort(x []int) []int {
	if len(x) < 2 {
		return x
	}
	l, r := freedSort(x[:len(x)/2]), freedSort(x[len(x)/2:])
	out := make([]int, 0, len(x))
	for len(l) > 0 && len(r) > 0 {
		if r[0] < l[0] {
			out, r = append(out, r[0]), r[1:]
		} else {
			out, l = append(out, l[0]), l[1:]
		}
	}
	out = append(out, l...)
	return append(out, r...)
}

// FreedSort merges what its recursions made, which they leave behind.
func FreedSort(a, b int) int {
	x := make([]int, 24)
	for i := range x {
		a = a*1103515245 + 12345 + b
		x[i] = a >> 16 & 255
	}
	s := 0
	for i, v := range freedSort(x) {
		s += v * (i + 1)
	}
	return s
}

// FreedDigits multiplies numbers of many digits, each a new slice.
func FreedDigits(n, m int) int {
	digits := []int{1}
	times := func(x []int, k int) []int {
		var out []int
		carry := 0
		for _, d := range x {
			carry += d * k
			out = append(out, carry%10)
			carry /= 10
		}
		for carry > 0 {
			out = append(out, carry%10)
			carry /= 10
		}
		return out
	}
	for k := 2; k <= n&15+2; k++ {
		if k&m == 5 {
			continue
		}
		digits = times(times(digits, k), 3)
	}
	s := len(digits)
	for _, d := range digits {
		s = s*11 + d
	}
	return s
}

// FreedLate declares a variable in the loop whose address stays in it, and one before it that the rounds share.
func FreedLate(a, n int) int {
	var kept []int
	pair := func(x, y int) []int { return []int{x, y, x ^ y} }
	total := 0
	for i := 0; i < n&31; i++ {
		var two [2][]int
		two[0], two[1] = pair(i, a), pair(a, total)
		if two[i&1][2]&1 == 0 {
			kept = two[i&1]
		}
		for _, v := range kept {
			total += v
		}
		if len(kept) > 0 {
			kept[0]++
		}
	}
	return total
}

// FreedMaps makes a map of the one before in each round.
func FreedMaps(n int) int {
	m := map[int]int{n & 3: 1, 5: 2}
	for range n & 15 {
		next := map[int]int{}
		for k, v := range m {
			if k == 3 {
				next[0] += v
			} else {
				next[k+1] += v & 1023
			}
		}
		m = next
	}
	s := 0
	for k, v := range m {
		s += (k + 1) * v
	}
	return s
}

func freedRows(y []float64, h float64) (out []float64, e float64) {
	k := make([][]float64, 3)
	for i := range k {
		k[i] = make([]float64, len(y))
		k[i][0], k[i][1] = y[1], -y[0]
	}
	out = slices.Clone(y)
	for d := range out {
		for i := range k {
			out[d] += float64(h * k[i][d])
			e += k[i][d]
		}
	}
	return out, e
}

// FreedRows has stages that are rows, and goes on from a step in some rounds.
func FreedRows(x float64) float64 {
	st := []float64{math.Mod(x, 9), 1}
	for t := 0.0; t < 2; t += 0.1 {
		if next, e := freedRows(st, 0.1); e < 10 {
			st = next
		}
	}
	return st[0]
}

type freedHolder struct {
	made []int
	n    int
}

// FreedHeld looks at what the round before made through an object that is stored to once.
func FreedHeld(a, n int) int {
	mk := func(k int) []int { return append([]int{k, a}, k^a) }
	var before *freedHolder
	total, last := 0, []int{a}
	for i := 0; i < n&31; i++ {
		if before != nil {
			t := mk(i * 3)
			t[1] += total
			for _, v := range before.made {
				total = total*3 + v
			}
			if t[0]&1 == 0 {
				last = t
			}
		}
		h := &freedHolder{made: mk(i), n: i}
		before = h
	}
	return total + last[0] + last[len(last)-1]
}

func freedMix(a, b []int, x int) []int {
	t := append([]int{x, len(a)}, x^3)
	switch {
	case x&3 == 0:
		return a
	case x&3 == 1:
		return append(append([]int(nil), b[:1]...), t...)
	case len(b) > 3:
		return b[1:]
	}
	return t
}

// FreedHeldByOne is FreedHeld with slices of several memories.
func FreedHeldByOne(a, n int) int {
	var before *freedHolder
	total, last := 0, []int{a}
	for i := 0; i < n&31; i++ {
		if before != nil {
			t := freedMix(last, last, i*3+a)
			for _, v := range before.made {
				total = (total*3 + v) & 0xffff
			}
			if t[0]&1 == 0 {
				last = t
			}
		}
		before = &freedHolder{made: freedMix(last, last, i), n: i}
	}
	return total + last[0] + last[len(last)-1]
}

type collected struct {
	n  int
	of []int
}

// FreedBesideArray has an array that refers to rows from before a loop, and stays as it is in it.
func FreedBesideArray(n int) (s int) {
	p := collected{n: n, of: []int{n, 2}}
	pair := [2]collected{{n: n}, p}
	for k := range 6 {
		for i, c := range pair {
			s = s*3 + c.n + len(pair[i].of)
		}
		p.of = append([]int(nil), 7, s, k)
		if n&1 == 1 {
			p.of = append(p.of, s)
		}
		s += p.of[1] + len(p.of)
	}
	return s + pair[1].of[0]
}
