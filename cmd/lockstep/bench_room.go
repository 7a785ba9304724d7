package main

import (
	"context"
	"fmt"
	"time"

	"github.com/lockstep-simt/lockstep"
)

// How much room lanes need for what they make: less of it is less memory to clear, to keep in caches and to copy.

// searching is for how long bench looks for the least room that is enough.
const searching = 4 * time.Second

// findRoom finds the least -make-cap for which none of the lanes faults, or one that is close if compiling takes long,
// and lists a batch with it among the ways. It does not if the flag has no effect, nor if lanes have less room than
// they need already.
func (b *bench) findRoom(ctx context.Context) error {
	given := b.flags.sizes.makeCap
	if given < 2 || b.outgrown {
		return nil
	}
	began := time.Now()
	var with *lockstep.Func
	for low, high := 1, given-1; low <= high && time.Since(began) < searching; {
		room := (low + high) / 2
		b.status.show("%s: is -make-cap %d enough", b.compiled.Source().Name, room)
		compiled, err := b.compile(b.flags.math, lockstep.MakeCap(room))
		if err == nil && compiled.Source().String() == b.compiled.Source().String() {
			return nil
		}
		if err == nil && b.runsWhole(ctx, compiled) {
			with, b.room, high = compiled, room, room-1
		} else {
			low = room + 1
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if with != nil {
		b.ways = append(b.ways, &way{name: fmt.Sprintf("batch, -make-cap %d", b.room), compiled: with,
			engine: lockstep.EngineAuto})
	}
	return nil
}

// runsWhole reports whether a function, compiled anew, runs all lanes without a fault.
func (b *bench) runsWhole(ctx context.Context, compiled *lockstep.Func) bool {
	res, err := b.batch(ctx, compiled, lockstep.EngineAuto, b.table)
	return err == nil && len(res.Faults) == 0
}

// roomText says what room is enough.
func (b *bench) roomText() string {
	return fmt.Sprintf("-make-cap %d is enough for these lanes, and less to clear and copy than %d", b.room,
		b.flags.sizes.makeCap)
}
