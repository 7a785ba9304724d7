package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep"
)

// How much room lanes need for what they make: less of it is less memory to clear, to keep in caches and to copy.

// searching is for how long bench looks for the least room that is enough.
const searching = 4 * time.Second

// findRoom lists a batch with the least room that is enough among the ways, if that is less than what is given.
func (b *bench) findRoom(ctx context.Context) error {
	if b.function.assumed {
		return nil // and taken before; see takeRoom
	}
	with, err := b.leastRoom(ctx)
	if with != nil {
		b.ways = append(b.ways, &way{name: fmt.Sprintf("batch, -make-cap %d", b.room), compiled: with,
			engine: lockstep.EngineAuto})
	}
	return err
}

// takeRoom goes on with the least room that is enough, if no flag says how much there is.
func (b *bench) takeRoom(ctx context.Context, res *lockstep.Result) (*lockstep.Result, error) {
	if !b.function.assumed {
		return res, nil
	}
	with, err := b.leastRoom(ctx)
	if with == nil {
		return res, err
	}
	b.function.sizes = append(slices.Clip(b.function.sizes), lockstep.MakeCap(b.room))
	// Anew, for the time that it takes, and without what the search found out of its engines.
	b.compiling = b.timed(func() {
		defer collectSeldom()()
		if b.compiled, err = b.compile(b.flags.math); err == nil {
			b.compiled.Engines()
		}
	})
	if err != nil {
		return nil, err
	}
	return b.batch(ctx, b.compiled, lockstep.EngineAuto, b.table)
}

// leastRoom finds the least -make-cap for which none of the lanes faults, or one that is close if compiling takes long.
// It does not if the flag has no effect, nor if lanes have less room than they need already.
func (b *bench) leastRoom(ctx context.Context) (with *lockstep.Func, err error) {
	given := b.function.makeCap
	if given < 2 || b.outgrown {
		return nil, nil
	}
	began := time.Now()
	for low, high := 1, given-1; low <= high && time.Since(began) < searching; {
		room := (low + high) / 2
		b.status.show("%s: is -make-cap %d enough", b.compiled.Source().Name, room)
		compiled, err := b.compile(b.flags.math, lockstep.MakeCap(room))
		if err == nil && compiled.Source().String() == b.compiled.Source().String() {
			return nil, nil
		}
		if err == nil && b.runsWhole(ctx, compiled) {
			with, b.room, high = compiled, room, room-1
		} else {
			low = room + 1
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return with, nil
}

// runsWhole reports whether a function, compiled anew, runs all lanes without a fault.
func (b *bench) runsWhole(ctx context.Context, compiled *lockstep.Func) bool {
	res, err := b.batch(ctx, compiled, lockstep.EngineAuto, b.table)
	return err == nil && len(res.Faults) == 0
}

// roomText says what room there is if no flag does, and what is enough.
func (b *bench) roomText() string {
	switch {
	case b.room > 0 && b.function.assumed:
		return fmt.Sprintf("-make-cap %d was taken, as none is given: it is enough for these lanes", b.room)
	case b.function.assumed:
		return fmt.Sprintf("-make-cap %d was taken, as none is given", b.function.makeCap)
	case b.room > 0:
		return fmt.Sprintf("-make-cap %d is enough for these lanes, and less to clear and copy than %d", b.room,
			b.function.makeCap)
	}
	return ""
}
