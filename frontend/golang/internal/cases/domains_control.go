package cases

import (
	"container/heap"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Functions as people write them: codes, networks, filters, controllers and learning.

// Code lengths of Huffman, by a heap.

type huffNode struct{ weight, index int }

type huffHeap []huffNode

func (h huffHeap) Len() int { return len(h) }
func (h huffHeap) Less(i, j int) bool {
	return h[i].weight < h[j].weight || h[i].weight == h[j].weight && h[i].index < h[j].index
}
func (h huffHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *huffHeap) Push(x any)   { *h = append(*h, x.(huffNode)) }
func (h *huffHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

func DomainHuffman(counts [6]uint8) (bits int, deepest int) {
	var parent [11]int
	h := huffHeap{}
	for i, c := range counts {
		if c > 0 {
			h = append(h, huffNode{int(c), i})
		}
	}
	heap.Init(&h)
	next := len(counts)
	for h.Len() > 1 {
		a, b := heap.Pop(&h).(huffNode), heap.Pop(&h).(huffNode)
		parent[a.index], parent[b.index] = next, next
		heap.Push(&h, huffNode{a.weight + b.weight, next})
		next++
	}
	for i, c := range counts {
		depth := 0
		for at := i; parent[at] != 0; at = parent[at] {
			depth++
		}
		bits += depth * int(c)
		deepest = max(deepest, depth)
	}
	return bits, deepest
}

// A flow through a small network.

type network struct {
	capacity [5][5]int
	augment  func(at int, limit int, seen *[5]bool) int
}

func DomainMaxFlow(edges [10]uint8) (flow int, rounds int) {
	var n network
	for i, e := range edges {
		from, to := i%5, (i+1+int(e&3))%5
		if from != to && to != 0 {
			n.capacity[from][to] += int(e >> 4)
		}
	}
	n.augment = func(at, limit int, seen *[5]bool) int {
		if at == 4 {
			return limit
		}
		seen[at] = true
		for to := range 5 {
			if seen[to] || n.capacity[at][to] == 0 {
				continue
			}
			if pushed := n.augment(to, min(limit, n.capacity[at][to]), seen); pushed > 0 {
				n.capacity[at][to] -= pushed
				n.capacity[to][at] += pushed
				return pushed
			}
		}
		return 0
	}
	for {
		var seen [5]bool
		pushed := n.augment(0, math.MaxInt, &seen)
		if pushed == 0 {
			return flow, rounds
		}
		flow += pushed
		rounds++
	}
}

// Sets that edges join.

type unionFind[T ~uint8 | ~int] struct {
	parent []T
	size   []int
}

func newUnionFind[T ~uint8 | ~int](n T) *unionFind[T] {
	u := &unionFind[T]{make([]T, n), make([]int, n)}
	for i := range u.parent {
		u.parent[i], u.size[i] = T(i), 1
	}
	return u
}

func (u *unionFind[T]) find(x T) T {
	for u.parent[x] != x {
		u.parent[x] = u.parent[u.parent[x]]
		x = u.parent[x]
	}
	return x
}

func (u *unionFind[T]) union(a, b T) bool {
	a, b = u.find(a), u.find(b)
	if a == b {
		return false
	}
	if u.size[a] < u.size[b] {
		a, b = b, a
	}
	u.parent[b] = a
	u.size[a] += u.size[b]
	return true
}

func DomainUnion(edges [12]uint8) (sets, largest int) {
	u := newUnionFind(uint8(10))
	sets = 10
	for i := 0; i+1 < len(edges); i += 2 {
		if u.union(edges[i]%10, edges[i+1]%10) {
			sets--
		}
	}
	return sets, slices.Max(u.size)
}

// A filter of two states, with matrices.

type matrix2 [2][2]float64

func (a matrix2) mul(b matrix2) (c matrix2) {
	for i := range a {
		for j := range b {
			c[i][j] = a[i][0]*b[0][j] + a[i][1]*b[1][j]
		}
	}
	return c
}

func (a matrix2) transposed() matrix2 { return matrix2{{a[0][0], a[1][0]}, {a[0][1], a[1][1]}} }

var errDiverged = errors.New("kalman: diverged")

type kalman struct {
	x [2]float64
	p matrix2
}

func (k *kalman) step(z, dt, noise float64) error {
	f := matrix2{{1, dt}, {0, 1}}
	k.x = [2]float64{k.x[0] + dt*k.x[1], k.x[1]}
	k.p = f.mul(k.p).mul(f.transposed())
	k.p[0][0] += noise
	k.p[1][1] += noise
	s := k.p[0][0] + 1
	if !(s > 0) || math.IsInf(s, 0) {
		return fmt.Errorf("variance %g: %w", s, errDiverged)
	}
	gain := [2]float64{k.p[0][0] / s, k.p[1][0] / s}
	y := z - k.x[0]
	k.x[0] += gain[0] * y
	k.x[1] += gain[1] * y
	k.p = matrix2{{1 - gain[0], 0}, {-gain[1], 1}}.mul(k.p)
	return nil
}

func DomainKalman(z [6]int8, noise int8) (at, speed float64, diverged bool) {
	k := kalman{p: matrix2{{10, 0}, {0, 10}}}
	for _, m := range z {
		if err := k.step(float64(m), 0.1, float64(noise)/10); err != nil {
			return k.x[0], k.x[1], errors.Is(err, errDiverged)
		}
	}
	return k.x[0], k.x[1], false
}

// A controller that is kept in closures.

type controller struct {
	limit func(float64) float64
	terms []func(err float64) float64
}

func pid(kp, ki, kd float64) *controller {
	sum, last := 0.0, 0.0
	return &controller{
		limit: func(u float64) float64 { return max(-5, min(5, u)) },
		terms: []func(float64) float64{
			func(e float64) float64 { return kp * e },
			func(e float64) float64 { sum += e * 0.05; return ki * sum },
			func(e float64) float64 { d := (e - last) / 0.05; last = e; return kd * d },
		},
	}
}

func (c *controller) output(e float64) (u float64) {
	for _, term := range c.terms {
		u += term(e)
	}
	return c.limit(u)
}

func DomainPID(target int8, kp, ki uint8, steps uint8) (x, v float64) {
	c := pid(float64(kp)/64, float64(ki)/128, 0.1)
	for range int(steps % 40) {
		v += (c.output(float64(target)-x) - 0.3*v) * 0.05
		x += v * 0.05
	}
	return x, v
}

// A bandit that learns which arm is best.

type arm struct {
	mean, sum float64
	pulls     int
}

func (a *arm) pull(seed *uint32) float64 {
	*seed ^= *seed << 13
	*seed ^= *seed >> 17
	*seed ^= *seed << 5
	reward := a.mean + float64(*seed>>24)/256
	a.pulls++
	a.sum += reward
	return reward
}

func DomainBandit(seed uint32, means [3]uint8, rounds uint8) (best int, regret float64) {
	arms := make([]*arm, 0, len(means))
	for _, m := range means {
		arms = append(arms, &arm{mean: float64(m) / 255})
	}
	seed |= 1
	for t := range int(rounds % 50) {
		chosen, bound := 0, math.Inf(-1)
		for i, a := range arms {
			if a.pulls == 0 {
				chosen = i
				break
			}
			if ucb := a.sum/float64(a.pulls) + math.Sqrt(2*math.Log(float64(t+1))/float64(a.pulls)); ucb > bound {
				chosen, bound = i, ucb
			}
		}
		regret -= arms[chosen].pull(&seed)
	}
	for i, a := range arms {
		if a.pulls > arms[best].pulls {
			best = i
		}
	}
	return best, regret
}

// A table that learns the way through a corridor.

type action int

const (
	left action = iota
	right
	stay
)

func (a action) String() string {
	switch a {
	case left:
		return "left"
	case right:
		return "right"
	}
	return "stay"
}

type learner struct {
	q     [6][3]float64
	alpha float64
}

func (l *learner) greedy(s int) (best action) {
	for a := left; a <= stay; a++ {
		if l.q[s][a] > l.q[s][best] {
			best = a
		}
	}
	return best
}

func DomainQLearning(seed uint32, episodes uint8) (value float64, way uint32) {
	l := learner{alpha: 0.5}
	func() {
		defer func(old float64) { l.alpha = old }(l.alpha)
		l.alpha = 0.25
	}()
	seed |= 1
episode:
	for range int(episodes % 12) {
		s := 2
		for range 30 {
			seed = seed*1664525 + 1013904223
			a := l.greedy(s)
			if seed>>30 == 0 {
				a = action(seed >> 16 % 3)
			}
			to := s
			switch a % 3 {
			case left:
				to--
			case right:
				to++
			}
			reward := -0.1
			switch to {
			case 0:
				reward = -1
			case 5:
				reward = 1
			}
			l.q[s][a%3] += l.alpha * (reward + 0.9*slices.Max(l.q[to][:]) - l.q[s][a%3])
			if to == 0 || to == 5 {
				continue episode
			}
			s = to
		}
	}
	for s := range l.q {
		value += l.q[s][l.greedy(s)]
		way = way*31 + uint32(len(l.greedy(s).String()))
	}
	return value, way
}
