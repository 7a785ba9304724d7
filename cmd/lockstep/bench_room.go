package main

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program/optab"
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
		b.ways = append(b.ways, &way{name: leastRoomName(b.room), compiled: with,
			engine: lockstep.EngineAuto})
	}
	return err
}

// mostRoom is how much room bench gives lanes by itself, and mostState how much memory of a lane that may come to: what
// holds rows or texts takes the square of the room.
const (
	mostRoom  = 1024
	mostState = 1 << 23
)

// giveRoom goes on with the function compiled for more room, if no flag says how much there is and fewer lanes fault
// then. Those lanes are of all that there are.
func (b *bench) giveRoom(ctx context.Context, all *dataio.Table, res *lockstep.Result) (*lockstep.Result, error) {
	if b.function.makeCap > 0 && !b.function.assumed || isProgram(b.path) {
		return res, nil
	}
	began, best, faults := time.Now(), 0, res.Faults
	for room := max(usualMakeCap, 2*b.function.makeCap); ; room *= 2 {
		first := b.function.makeCap == 0 && room == usualMakeCap
		if !needRoom(faults, first) || room > mostRoom || time.Since(began) > searching {
			break
		}
		b.status.show("%s: do fewer lanes fault with -make-cap %d", b.compiled.Source().Name, room)
		compiled, err := b.compile(b.flags.math, lockstep.MakeCap(room))
		if err != nil || compiled.Source().String() == b.compiled.Source().String() ||
			compiled.Code().StateBytes() > mostState {
			break
		}
		more, err := b.batch(ctx, compiled, lockstep.EngineAuto, b.table)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			break
		}
		if faults = more.Faults; len(faults) < len(res.Faults) {
			res, best = more, room
		}
	}
	if best == 0 {
		return res, nil
	}
	b.function.makeCap, b.function.assumed = best, true
	if err := b.compileFor(best); err != nil {
		return nil, err
	}
	b.table = all
	if err := b.chooseLanes(ctx); err != nil {
		return nil, err
	}
	return b.batch(ctx, b.compiled, lockstep.EngineAuto, b.table)
}

// needRoom reports whether some lanes fault that may not with more room: for what they make, or, if there is none yet,
// for what is left to Go without.
func needRoom(faults []lockstep.Fault, first bool) bool {
	return slices.ContainsFunc(faults, func(f lockstep.Fault) bool {
		return f.Code == optab.CapacityExceeded || first && f.Code == optab.NeedsGo
	})
}

// compileFor compiles the function anew, with so much room: for the time that it takes, and without what a search
// found out of its engines.
func (b *bench) compileFor(room int) (err error) {
	b.function.sizes = append(slices.Clip(b.function.sizes), lockstep.MakeCap(room))
	b.compiling = b.timed(func() {
		defer collectSeldom()()
		if b.compiled, err = b.compile(b.flags.math); err == nil {
			b.compiled.Engines()
		}
	})
	return err
}

// takeRoom goes on with the room that is fastest of the least that is enough and of some that are more, if no flag says
// how much there is: a power of two is quicker to address, and lanes that collect what is free do so seldom with more.
func (b *bench) takeRoom(ctx context.Context, res *lockstep.Result) (*lockstep.Result, error) {
	if !b.function.assumed {
		return res, nil
	}
	with, err := b.leastRoom(ctx)
	if with == nil {
		return res, err
	}
	best, fastest := b.room, time.Duration(math.MaxInt64)
	for _, room := range b.roomsToTry() {
		compiled := with
		if room != b.room {
			if compiled, err = b.compile(b.flags.math, lockstep.MakeCap(room)); err != nil {
				return nil, err
			}
		}
		for range roomRounds {
			var run error
			took := b.timed(func() { _, run = b.batch(ctx, compiled, lockstep.EngineAuto, b.table) })
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if run == nil && took < fastest*9/10 {
				best, fastest = room, took
			}
		}
	}
	b.function.makeCap = best
	if err := b.compileFor(best); err != nil {
		return nil, err
	}
	return b.batch(ctx, b.compiled, lockstep.EngineAuto, b.table)
}

// roomRounds is how often each room is tried: the first batch finds an engine.
const roomRounds = 3

// roomsToTry are the least room that is enough, the power of two behind it, and what is given.
func (b *bench) roomsToTry() []int {
	rooms := []int{b.room}
	for _, room := range []int{1 << bits.Len(uint(b.room-1)), min(2*usualMakeCap, b.function.makeCap)} {
		if room > rooms[len(rooms)-1] {
			rooms = append(rooms, room)
		}
	}
	return rooms
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
	case b.room > 0 && b.function.assumed && b.room < b.function.makeCap:
		return fmt.Sprintf("-make-cap %d was taken, as none is given: %d would be enough for these lanes, but is "+
			"slower", b.function.makeCap, b.room)
	case b.room > 0 && b.function.assumed:
		return fmt.Sprintf("-make-cap %d was taken, as none is given: it is enough for these lanes", b.room)
	case b.function.assumed:
		return fmt.Sprintf("-make-cap %d was taken, as none is given", b.function.makeCap)
	case b.room > 0:
		return fmt.Sprintf("-make-cap %d is enough for these lanes, and %s than %d", b.room, b.withLeast(),
			b.function.makeCap)
	}
	return ""
}

// withLeast says how fast a batch is with the least room that is enough, against one with what is given.
func (b *bench) withLeast() string {
	var given, least float64 // nanoseconds of a lane
	for _, w := range b.ways {
		switch w.name {
		case "batch":
			given = b.perLane(w)
		case leastRoomName(b.room):
			least = b.perLane(w)
		}
	}
	if least < given {
		return "faster"
	}
	return "not faster"
}

func leastRoomName(room int) string { return fmt.Sprintf("batch, -make-cap %d", room) }
