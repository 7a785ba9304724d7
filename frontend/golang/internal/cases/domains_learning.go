package cases

import (
	"math"
	"slices"
)

// Functions as packages of users have them, with methods and closures: sequences, trees and games.

type domainOp byte

const (
	domainMatch domainOp = iota
	domainIns
	domainDel
)

func DomainAlign(a, b [8]uint8) (score int, path uint64) {
	const gap = -2
	n, m := len(a), len(b)
	dp := make([][]int, n+1)
	for i := range dp {
		dp[i] = make([]int, m+1)
		dp[i][0] = i * gap
	}
	for j := range dp[0] {
		dp[0][j] = j * gap
	}
	for i := 1; i <= n; i++ {
		for j := 1; j <= m; j++ {
			s := -1
			if a[i-1]&3 == b[j-1]&3 {
				s = 1
			}
			dp[i][j] = max(dp[i-1][j-1]+s, dp[i-1][j]+gap, dp[i][j-1]+gap)
		}
	}
	var ops []domainOp
	for i, j := n, m; i > 0 || j > 0; {
		switch {
		case i > 0 && j > 0 && (dp[i][j] == dp[i-1][j-1]+1 && a[i-1]&3 == b[j-1]&3 ||
			dp[i][j] == dp[i-1][j-1]-1 && a[i-1]&3 != b[j-1]&3):
			ops = append(ops, domainMatch)
			i, j = i-1, j-1
		case i > 0 && dp[i][j] == dp[i-1][j]+gap:
			ops = append(ops, domainDel)
			i--
		default:
			ops = append(ops, domainIns)
			j--
		}
	}
	slices.Reverse(ops)
	for _, o := range ops {
		path = path<<2 | uint64(o)
	}
	return dp[n][m], path
}

// domainHMM DomainViterbi
type domainHMM struct {
	Start [3]float64
	Trans [3][3]float64
	Emit  [3][4]float64
}

func (h *domainHMM) Viterbi(obs []uint8) (states []int, logp float64) {
	type cell struct {
		p    float64
		from int
	}
	var trellis [][3]cell
	for t, o := range obs {
		var row [3]cell
		for s := range row {
			if t == 0 {
				row[s] = cell{math.Log(h.Start[s]) + math.Log(h.Emit[s][o&3]), -1}
				continue
			}
			best := cell{math.Inf(-1), 0}
			for p, c := range trellis[t-1] {
				if q := c.p + math.Log(h.Trans[p][s]); q > best.p {
					best = cell{q, p}
				}
			}
			best.p += math.Log(h.Emit[s][o&3])
			row[s] = best
		}
		trellis = append(trellis, row)
	}
	last := 0
	for s, c := range trellis[len(trellis)-1] {
		if c.p > trellis[len(trellis)-1][last].p {
			last = s
		}
	}
	logp = trellis[len(trellis)-1][last].p
	states = make([]int, len(obs))
	for t := len(obs) - 1; t >= 0; t-- {
		states[t] = last
		last = trellis[t][last].from
	}
	return states, logp
}

func DomainViterbi(obs [10]uint8, bias float64) (int, float64) {
	b := 0.1 + 0.8*math.Abs(math.Sin(bias))
	h := &domainHMM{[3]float64{.5, .3, .2}, [3][3]float64{{b, 1 - b, .1}, {.2, .6, .2}, {.1, .3, .6}},
		[3][4]float64{{.4, .3, .2, .1}, {.1, .2, .3, .4}, {.25, .25, .25, .25}}}
	s, p := h.Viterbi(obs[:])
	code := 0
	for _, x := range s {
		code = code*3 + x
	}
	return code, p
}

// The likelihood of a phylogenetic tree that calls build.
type domainTree struct {
	left, right *domainTree
	len         float64
	base        uint8
}

func (t *domainTree) likelihood() [4]float64 {
	if t.left == nil {
		var l [4]float64
		l[t.base&3] = 1
		return l
	}
	l, r := t.left.along(), t.right.along()
	for i := range l {
		l[i] *= r[i]
	}
	return l
}

func (t *domainTree) along() [4]float64 {
	below := t.likelihood()
	same := .25 + .75*math.Exp(-4./3*t.len)
	other := .25 - .25*math.Exp(-4./3*t.len)
	var out [4]float64
	for i := range out {
		for j := range below {
			p := other
			if i == j {
				p = same
			}
			out[i] += p * below[j]
		}
	}
	return out
}

func DomainPhylo(tips [6]uint8, t float64) float64 {
	t = math.Abs(math.Sin(t))
	var nodes []*domainTree
	for i, b := range tips {
		nodes = append(nodes, &domainTree{len: t * float64(i+1) / 6, base: b})
	}
	for len(nodes) > 1 {
		a, b := nodes[0], nodes[1]
		nodes = append(nodes[2:], &domainTree{left: a, right: b, len: t})
	}
	l := nodes[0].likelihood()
	return math.Log((l[0] + l[1] + l[2] + l[3]) / 4)
}

type domainBoard [9]int8

func (b *domainBoard) winner() int8 {
	for _, l := range [...][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
		{0, 4, 8}, {2, 4, 6}} {
		if b[l[0]] != 0 && b[l[0]] == b[l[1]] && b[l[1]] == b[l[2]] {
			return b[l[0]]
		}
	}
	return 0
}

func (b *domainBoard) moves() []int {
	var m []int
	for i, c := range b {
		if c == 0 {
			m = append(m, i)
		}
	}
	return m
}

func domainMinimax(b *domainBoard, player int8) (best int, move int) {
	if w := b.winner(); w != 0 {
		return int(w) * int(player), -1
	}
	moves := b.moves()
	if len(moves) == 0 {
		return 0, -1
	}
	best, move = -2, -1
	for _, m := range moves {
		b[m] = player
		s, _ := domainMinimax(b, -player)
		b[m] = 0
		if -s > best {
			best, move = -s, m
		}
	}
	return best, move
}

func DomainTicTacToe(pos [9]int8, free uint8) (int, int) {
	var b domainBoard
	for i, p := range pos {
		b[i] = p%2 | 1
	}
	for i := range 3 {
		b[(int(free)+i*2)%9] = 0
	}
	return domainMinimax(&b, 1)
}
