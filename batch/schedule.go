package batch

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/lockstep-simt/lockstep/internal/settings"
)

// Schedule says which block a gang runs next. It never changes results, only
// how full the blocks run.
type Schedule uint8

const (
	// Auto weighs how many lanes wait at a block against its cost, so that
	// costly blocks gather lanes while cheap ones run; a block's weight rises
	// while it waits, so none starves. It is the default.
	Auto = Schedule(settings.Auto)
	// Earliest runs the first block in program order at which any lane waits.
	// Lanes that loop in early code hold back all later code, which makes the
	// later code run full.
	Earliest = Schedule(settings.Earliest)
	// MostLanes runs the block at which most lanes wait, the earliest of
	// equals.
	MostLanes = Schedule(settings.MostLanes)
)

// Schedules lists the named schedules.
func Schedules() []Schedule { return []Schedule{Auto, Earliest, MostLanes} }

// String returns the name by which [ParseSchedule] knows the schedule.
func (s Schedule) String() string {
	switch s {
	case Earliest:
		return "earliest"
	case MostLanes:
		return "most-lanes"
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
	return Auto, fmt.Errorf("no schedule is called %q; there are auto, earliest and most-lanes", name)
}

// chooser returns the function that picks the next block of a gang with at
// least one runnable block.
func (o *options) chooser() func(g *gang) int {
	if o.Random != 0 {
		rng := rand.New(rand.NewPCG(o.Random, 0))
		return func(g *gang) int {
			var all []int
			g.eachRunnable(func(b int) { all = append(all, b) })
			return all[rng.IntN(len(all))]
		}
	}
	switch Schedule(o.Schedule) {
	case Earliest:
		return func(g *gang) int {
			for w, m := range g.nonempty {
				if m != 0 {
					return w<<6 + bits.TrailingZeros64(m)
				}
			}
			return g.code.exit
		}
	case MostLanes:
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
