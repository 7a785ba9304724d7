package tiers

import (
	"context"
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/batch"
)

// Rival is an engine that could run lanes that another ran.
type Rival struct {
	Engine string
	Lane   float64 // about what a lane takes in it, in nanoseconds
}

// Rivals are the engines that could run again what an engine ran, the machine first: what it runs went through the
// fewest passes.
func (p *Program) Rivals(engine string) (list []Rival) {
	c := &p.choices
	c.mu.Lock()
	defer c.mu.Unlock()
	fastest := math.Inf(1)
	for _, t := range c.engines {
		fastest = min(fastest, t.likely(firstSlice))
	}
	for _, t := range c.engines {
		ns := t.expected(0)
		if t.engine == off && ns == 0 {
			ns = c.unlooked(t, fastest)
		}
		switch {
		case t.engine == engine, t.engine == Blocks, ns == 0, math.IsInf(ns, 1):
		case t.engine == off:
			list = slices.Insert(list, 0, Rival{off, ns})
		default:
			list = append(list, Rival{t.engine, ns})
		}
	}
	return list
}

// Again runs lanes lo to hi of columns once more, with an engine, on one worker.
func (p *Program) Again(ctx context.Context, engine string, cols, out []batch.Column, lo, hi int,
	o Options) (*batch.Result, error) {
	o.Workers, o.Progress, o.Call = 1, nil, nil
	return p.runAll(ctx, engine, Part(cols, lo, hi), out, hi-lo, o)
}
