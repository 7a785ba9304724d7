package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
)

// function writes a function. Its frame is what it takes of the stack: slots, then arrays.
func (e *emitter) function(f *fn) {
	e.f = f
	e.here(e.entry(f))
	e.grow(f.frame)
	if f.spends && !f.main {
		e.spend(f.weight)
	}
	if f.main {
		e.beginArrays()
		e.here("lane")
		e.put("CMPQ", reg(laneReg), mem(inFrame(e.at.Limit)))
		e.put("JGE", e.to("done"))
		e.spend(f.weight)
	}
	var steps []step
	for i, from := range passes(f, f.params) {
		if f.vars[f.params[i]].isArray() {
			continue
		}
		steps = append(steps, step{to: e.spotOf(f.params[i]), from: from, typ: f.vars[f.params[i]].typ})
	}
	e.moveAll(steps)
	labels := make([]string, len(f.blocks))
	for i := range labels {
		labels[i] = e.label(f.name + ".")
	}
	f.arrange()
	ends, gone := f.knownAtEnd(), make([]bool, len(f.blocks))
	e.copied = 0
	for at, i := range f.order {
		blk := f.blocks[i]
		if gone[i] {
			continue
		}
		if f.beginsLoop(at) {
			e.x.AlignLoop(loopAlign)
		}
		e.here(labels[i])
		e.blockCode(i)
		next := len(f.blocks)
		if at+1 < len(f.order) {
			next = f.order[at+1]
		}
		e.mark = blk.term.mark
		if blk.term.kind == jump {
			if way := f.thread(blk.term.to[0], ends[i]); len(way) > 0 && e.copied < allThreaded {
				for k, from := 0, i; k < len(way) && slices.Equal(f.blocks[way[k].block].preds, []int{from}); k++ {
					from = way[k].block
					gone[from] = true // it was this way's alone
				}
				if to := e.again(way, labels); to != next {
					e.put("JMP", e.to(labels[to]))
				}
				continue
			}
			if round := f.nextRound(i); len(round) > 0 && blk.term.to[0] != next && e.copied < allThreaded {
				e.put("JMP", e.to(labels[e.again(round, labels)]))
				continue
			}
		}
		e.end(i, next, labels)
	}
	e.leftOut(gone, labels)
	e.mark = e.u.mark(f.name+", rare ways", program.Pos{})
	for _, write := range e.late {
		write()
	}
	e.late = e.late[:0]
}

// leftOut writes the blocks that were left out, being one way's alone, where a copy of what leads to them is another
// way's.
func (e *emitter) leftOut(gone []bool, labels []string) {
	for again := true; again; {
		again = false
		for i, is := range gone {
			if !is || !e.x.Awaits(e.names.Number(labels[i])) {
				continue
			}
			gone[i], again = false, true
			e.here(labels[i])
			e.blockCode(i)
			e.mark = e.f.blocks[i].term.mark
			e.end(i, len(e.f.blocks), labels)
		}
	}
}

// blockCode writes what a block has before its end.
func (e *emitter) blockCode(b int) {
	if w := e.f.blocks[b].spends; w > 0 {
		e.spend(w)
	}
	code := e.f.blocks[b].code
	for k := range code {
		e.mark = code[k].mark
		e.instruction(&code[k])
	}
}

// Loops begin at multiples of loopAlign bytes, which processors fetch at once: at multiples of 64, what is skipped
// takes longer where a loop inside others is entered often. Data begins at multiples of rowAlign, the longest vector.
const (
	loopAlign = 32
	rowAlign  = 64
)

// entry is the label of a function.
func (e *emitter) entry(f *fn) string { return f.name + "()" }

// spend takes fuel for what is ahead; without any, the code waits for more.
func (e *emitter) spend(weight int) {
	slow, back := e.label("slow"), e.label("go")
	e.put("SUBQ", imm(weight), reg(fuelReg))
	e.put("JLT", e.to(slow))
	e.here(back)
	e.late = append(e.late, func() {
		e.here(slow)
		e.put("CALL", e.to("pause"))
		e.put("JMP", e.to(back))
	})
}

// grow takes bytes of the stack, or gives them back.
func (e *emitter) grow(bytes int) {
	switch {
	case bytes > 0:
		e.put("SUBQ", imm(bytes), reg(codegen.SP))
	case bytes < 0:
		e.put("ADDQ", imm(-bytes), reg(codegen.SP))
	}
}

// instruction writes one instruction.
func (e *emitter) instruction(in *ins) {
	if in.kind != copies && in.kind != also {
		e.looked = outcome{} // which its flags, if any, are not of
	}
	switch in.kind {
	case prim:
		e.native(in)
	case lowest:
		t := e.f.vars[in.out[0]].typ
		d := e.target(in.out[0])
		r := e.inReg(in.in[0], t, scratchB)
		e.forget(d, r)
		e.put("BLSI"+suffix(t), reg(r), reg(d))
		e.give(in.out[0], d)
	case scaled:
		e.scaledSum(in)
	case also:
		e.selectInt(in, in.op.Info().Type)
	case copies:
		var steps []step
		for i, v := range in.out {
			if !e.f.vars[v].isArray() {
				steps = append(steps, e.stepOf(e.spotOf(v), in.in[i], e.f.vars[v].typ))
			}
		}
		e.moveAll(steps)
	case save:
		v := in.in[0].v
		e.moveAll([]step{{to: spot{e.f.class(v), inSlot, in.n}, from: e.spotOf(v), typ: e.f.vars[v].typ}})
	case restore:
		v := in.out[0]
		e.moveAll([]step{{to: e.spotOf(v), from: spot{e.f.class(v), inSlot, in.n}, typ: e.f.vars[v].typ}})
	case address:
		e.loadBase(in)
	case call:
		e.call(in)
	case routine:
		e.routine(in)
	case input:
		e.input(in)
	case output:
		e.output(in)
	case assign:
		v := &e.f.vars[in.out[0]]
		bytes := v.bytes()
		if in.in[0].kind == variable {
			bytes = v.room() // which both have
		}
		e.block(e.home(in.in[0], scratchB), v.home(), bytes)
	case fill:
		if x := &e.f.vars[in.out[0]]; !x.kept {
			e.fill(in.in[0], x)
		}
	case load:
		v := in.out[0]
		array := e.arrayOf(in.in[0], e.f.vars[v].typ)
		e.loadElement(v, e.home(in.in[0], scratchB).Plus(in.n*array.element()), array)
	case store:
		x := &e.f.vars[in.out[0]]
		e.noteWritten(x, x.home().Plus(in.n*x.element()))
		e.storeElement(x.home().Plus(in.n*x.element()), in.in[1], x)
	case offset:
		e.offset(in)
	case index:
		e.index(in)
	case insert:
		e.insert(in)
	case part:
		e.part(in)
	case insertPart:
		e.insertPart(in)
	case memmove:
		e.memmove(in)
	case search:
		e.searchElements(in)
	}
}

// forget clears a register that the next instruction writes and does not read: some processors
// wait for what is in it all the same, and so for what the lane before does with it.
func (e *emitter) forget(d, from codegen.General) {
	if d != from {
		e.put("XORL", reg(d), reg(d))
	}
}

// call calls a function: its arguments go where it expects them, its results come from
// where it leaves them.
func (e *emitter) call(in *ins) {
	f := in.fn
	// The callee's frame is behind the return address. Arrays are written there before it
	// has it: nobody else uses the stack.
	frame := -8 - f.frame
	var steps []step
	for i, to := range passes(f, f.params) {
		if x := &f.vars[f.params[i]]; x.isArray() {
			e.block(e.home(in.in[i], scratchB), x.below(frame), x.bytes())
			continue
		}
		steps = append(steps, e.stepOf(to, in.in[i], f.vars[f.params[i]].typ))
	}
	e.moveAll(steps)
	e.put("CALL", e.to(e.entry(f)))
	steps = nil
	for i, from := range passes(f, f.results) {
		if x := &f.vars[f.results[i]]; x.isArray() {
			e.block(x.below(frame), e.f.vars[in.out[i]].home(), x.bytes())
			continue
		}
		steps = append(steps, step{to: e.spotOf(in.out[i]), from: from, typ: f.vars[f.results[i]].typ})
	}
	e.moveAll(steps)
}

// end ends a block, before block next.
func (e *emitter) end(from, next int, labels []string) {
	f := e.f
	t := &f.blocks[from].term
	goTo := func(b int) {
		if b != next && e.copied < allThreaded {
			if way := f.firstRound(from, b, next); len(way) > 0 {
				b = e.again(way, labels)
			}
		}
		if b != next {
			e.put("JMP", e.to(labels[b]))
		}
	}
	switch t.kind {
	case jump:
		goTo(t.to[0])
	case branch:
		o, _ := e.condition(t.test, t.inverse, t.in)
		if t.to[0] == next {
			e.jumpIf(o, false, labels[t.to[1]])
			return
		}
		way := f.likelier(from)
		if t.to[1] == next {
			way = 0
		}
		e.jumpIf(o, way == 0, labels[t.to[way]])
		goTo(t.to[1-way])
	case choose:
		e.choose(t, labels, next)
	case fault:
		e.put("JMP", e.to("fault"))
	case leave:
		if f.main {
			e.put("ADDQ", imm(1), reg(laneReg))
			e.put("JMP", e.to("lane"))
			return
		}
		var steps []step
		for i, to := range passes(f, f.results) {
			if f.vars[f.results[i]].isArray() {
				continue
			}
			steps = append(steps, step{to: to, from: e.spotOf(f.results[i]), typ: f.vars[f.results[i]].typ})
		}
		e.moveAll(steps)
		e.grow(-f.frame)
		e.put("RET")
	}
}

// frameAlign is to a multiple of how many bytes the stack begins, and the frame of the main graph ends: as much as a
// register has. Large arrays are at such multiples there.
const frameAlign = 32

// place gives the arrays of a function their places in its frame.
func (f *fn) place() {
	f.frame = 8 * f.slots
	up := func() {
		if f.main {
			f.frame = (f.frame + frameAlign - 1) &^ (frameAlign - 1)
		}
	}
	for v := range f.vars {
		if x := &f.vars[v]; x.isArray() && !x.shared {
			if x.bytes() >= leastWide {
				up()
			}
			x.off = f.frame
			f.frame += x.room()
			if x.bytes() >= leastTracked { // its last line ends behind it
				f.frame = x.off + (x.room()+lineBytes-1)&^(lineBytes-1)
			}
		}
	}
	up()
}
