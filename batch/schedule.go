package batch

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Schedule says which block a gang runs next. It never changes results, only
// how full the blocks run.
type Schedule struct {
	kind scheduleKind
	seed uint64
}

type scheduleKind uint8

const (
	auto scheduleKind = iota
	earliest
	mostLanes
	random
)

var (
	// Auto weighs how many lanes wait at a block against its cost, so that
	// costly blocks gather lanes while cheap ones run; a block's weight rises
	// while it waits, so none starves. It is the default.
	Auto = Schedule{kind: auto}
	// Earliest runs the first block in program order at which any lane waits.
	// Lanes that loop in early code hold back all later code, which makes the
	// later code run full.
	Earliest = Schedule{kind: earliest}
	// MostLanes runs the block at which most lanes wait, the earliest of
	// equals.
	MostLanes = Schedule{kind: mostLanes}
)

// Random picks any block at which lanes wait, reproducibly: it is for tests
// that show that no order changes a result.
func Random(seed uint64) Schedule { return Schedule{kind: random, seed: seed} }

// Schedules lists the named schedules.
func Schedules() []Schedule { return []Schedule{Auto, Earliest, MostLanes} }

func (s Schedule) String() string {
	switch s.kind {
	case earliest:
		return "earliest"
	case mostLanes:
		return "most-lanes"
	case random:
		return fmt.Sprintf("random(%d)", s.seed)
	}
	return "auto"
}

// ParseSchedule returns the schedule with the given name.
func ParseSchedule(name string) (Schedule, error) {
	for _, s := range Schedules() {
		if s.String() == name {
			return s, nil
		}
	}
	return Schedule{}, fmt.Errorf("no schedule is called %q; there are auto, earliest and most-lanes", name)
}

// chooser returns the function that picks the next block of a gang with at
// least one runnable block.
func (s Schedule) chooser() func(g *gang) int {
	switch s.kind {
	case earliest:
		return func(g *gang) int {
			for w, m := range g.nonempty {
				if m != 0 {
					return w<<6 + bits.TrailingZeros64(m)
				}
			}
			return g.code.exit
		}
	case mostLanes:
		return func(g *gang) int {
			best := g.code.exit
			most := 0
			g.eachRunnable(func(b int) {
				if g.count[b] > most {
					best, most = b, g.count[b]
				}
			})
			return best
		}
	case random:
		rng := rand.New(rand.NewPCG(s.seed, 0))
		return func(g *gang) int {
			var all []int
			g.eachRunnable(func(b int) { all = append(all, b) })
			return all[rng.IntN(len(all))]
		}
	}
	return chooseAuto
}

// ageing is how many blocks a gang runs until a waiting block's weight has
// doubled.
const ageing = 16

// chooseAuto picks the block with the greatest lanes/√cost, doubled for every
// ageing blocks that it has waited.
func chooseAuto(g *gang) int {
	best, most := g.code.exit, float32(-1)
	g.eachRunnable(func(b int) {
		age := float32(g.tick-g.lastRun[b])/ageing + 1
		if score := float32(g.count[b]) * g.code.blocks[b].urgency * age; score > most {
			best, most = b, score
		}
	})
	return best
}

// eachRunnable calls f for every block at which lanes wait, in program order.
func (g *gang) eachRunnable(f func(b int)) {
	for w, m := range g.nonempty {
		for ; m != 0; m &= m - 1 {
			if b := w<<6 + bits.TrailingZeros64(m); b != g.code.exit {
				f(b)
			}
		}
	}
}
