package engine

import "math"

// How many rounds loops have, as far as their counters tell. It is a guess, for what to wait for and what not.

const (
	roundsGuess = 8       // of a loop whose counter is not known
	mostRounds  = 1 << 20 // what a counter tells of more is what it may count to, and not what it does
)

// roundsIn is about how many rounds the loop at a block has.
func (g *graph) roundsIn(header int) int {
	if n, ok := g.counted[header]; ok {
		return n
	}
	return roundsGuess
}

// findCounted finds the loops with a counter whose range is known: a variable that they add a number to in each round,
// and compare.
func (r *rangeFinder) findCounted() {
	r.counted = map[int]int{}
	for last := range r.blocks {
		for _, header := range r.succs[last] {
			if header > last || r.start[header] == nil {
				continue
			}
			if rounds := r.roundsOf(header, last); rounds < mostRounds {
				r.counted[header] = max(rounds, r.counted[header])
			}
		}
	}
}

// roundsOf is how many rounds a loop has at most, by its counters.
func (r *rangeFinder) roundsOf(header, last int) int {
	steps, compared, rounds := map[int]int64{}, map[int]bool{}, mostRounds
	for b := header; b <= last; b++ {
		for i := range r.code.blocks[b] {
			in := &r.code.blocks[b][i]
			if in.op == nil || len(in.in) != 2 || in.in[0].v < 0 {
				continue
			}
			switch v, by := in.in[0].v, in.in[1].all; in.op.Op.Info().Row.Name {
			case "add", "sub":
				if in.out[0].v == v && in.in[1].v < 0 && by.Lo == by.Hi && by.Lo != 0 {
					steps[v] = by.Lo
				}
			case "lt", "le", "gt", "ge", "eq", "ne":
				compared[v] = true
			}
		}
	}
	for i, v := range r.code.live[header] {
		if step := steps[v]; step != 0 && compared[v] {
			is := r.start[header][i]
			count := (float64(is.Hi)-float64(is.Lo))/math.Abs(float64(step)) + 1
			rounds = int(min(count, float64(rounds)))
		}
	}
	return rounds
}
