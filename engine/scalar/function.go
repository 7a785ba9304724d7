package scalar

import (
	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// function writes a function. Its frame is what it takes of the stack: slots, then arrays.
func (e *emitter) function(f *fn) {
	e.f = f
	e.here(e.entry(f))
	if f.recursive {
		e.spend(f.weight)
	}
	e.grow(f.frame)
	if f.main {
		e.here("lane")
		e.put("MOVQ", mem(inFrame(e.at.Next)), reg(scratchA))
		e.put("CMPQ", reg(scratchA), mem(inFrame(e.at.Limit)))
		e.put("JGE", to("done"))
		e.spend(f.weight)
	}
	var steps []step
	for i, from := range passes(f, f.params) {
		steps = append(steps, step{to: e.spotOf(f.params[i]), from: from, typ: f.vars[f.params[i]].typ})
	}
	e.moveAll(steps)
	labels := make([]string, len(f.blocks))
	for i := range labels {
		labels[i] = e.label(f.name + ".")
	}
	for i, blk := range f.blocks {
		e.here(labels[i])
		if blk.head {
			e.spend(f.loopWeight(i))
		}
		for k := range blk.code {
			e.instruction(&blk.code[k])
		}
		e.end(&blk.term, i+1, labels)
	}
	for _, s := range e.slow {
		e.here(s.label)
		e.put("CALL", to("pause"))
		e.put("JMP", to(s.back))
	}
	e.slow = e.slow[:0]
}

// entry is the label of a function.
func (e *emitter) entry(f *fn) string { return f.name + "()" }

// spend takes fuel for what is ahead; without any, the code waits for more.
func (e *emitter) spend(weight int) {
	s := slowPath{e.label("slow"), e.label("go")}
	e.slow = append(e.slow, s)
	e.put("SUBQ", imm(weight), reg(fuelReg))
	e.put("JLT", to(s.label))
	e.here(s.back)
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
	switch in.kind {
	case prim:
		e.native(in)
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
	case call:
		e.call(in)
	case routine:
		e.routine(in)
	case input:
		e.column(in.n)
		v := in.out[0]
		e.element(v, e.f.vars[v].typ, true)
	case output:
		e.column(len(e.u.in) + in.n)
		v := in.in[0].v
		e.element(v, e.f.vars[v].typ, false)
	}
}

// call calls a function: its arguments go where it expects them, its results come from
// where it leaves them.
func (e *emitter) call(in *ins) {
	f := in.fn
	var steps []step
	for i, to := range passes(f, f.params) {
		steps = append(steps, e.stepOf(to, in.in[i], f.vars[f.params[i]].typ))
	}
	e.moveAll(steps)
	e.put("CALL", to(e.entry(f)))
	steps = nil
	for i, from := range passes(f, f.results) {
		steps = append(steps, step{to: e.spotOf(in.out[i]), from: from, typ: f.vars[f.results[i]].typ})
	}
	e.moveAll(steps)
}

// column loads where a column begins, and the lane's number.
func (e *emitter) column(n int) {
	e.put("MOVQ", mem(inFrame(e.at.Columns+8*n)), reg(scratchA))
	e.put("MOVQ", mem(inFrame(e.at.Next)), reg(scratchB))
}

// element loads or stores the lane's element of the column.
func (e *emitter) element(v val, t optab.Type, load bool) {
	a := codegen.Address{Base: scratchA, Index: scratchB, Scale: uint8(t.Size())}
	l := e.f.alloc.of(v)
	switch {
	case classOf(t) == vector && load:
		d := e.targetX(v)
		e.put("VMOV"+fsuffix(t), xmem(a), xmm(d))
		e.giveX(v, d)
	case classOf(t) == vector:
		e.put("VMOV"+fsuffix(t), xmm(e.inRegX(of(v), t, scratchX)), xmem(a))
	case load:
		d := e.target(v)
		e.put("MOV"+suffix(t), mem(a), reg(d))
		e.give(v, d)
	case l.inSlot: // there is no third register for use here
		e.put("LEAQ", mem(a), reg(scratchA))
		e.put("MOV"+suffix(t), mem(slotAddress(l.n)), reg(scratchB))
		e.put("MOV"+suffix(t), reg(scratchB), mem(codegen.Address{Base: scratchA}))
	default:
		e.put("MOV"+suffix(t), reg(number(l.n)), mem(a))
	}
}

// end ends a block, before block next.
func (e *emitter) end(t *term, next int, labels []string) {
	f := e.f
	goTo := func(b int) {
		if b != next {
			e.put("JMP", to(labels[b]))
		}
	}
	switch t.kind {
	case jump:
		goTo(t.to[0])
	case branch:
		o, _ := e.condition(t.test, t.in)
		if t.to[0] == next {
			e.jumpIf(o, false, labels[t.to[1]])
			return
		}
		e.jumpIf(o, true, labels[t.to[0]])
		goTo(t.to[1])
	case choose:
		x := e.inReg(t.in[0], t.typ, scratchA)
		for i, n := range t.values {
			e.put("CMP"+suffix(t.typ), reg(x), e.source(arg{bits: n}, t.typ, scratchB))
			e.put("JEQ", to(labels[t.to[i]]))
		}
		goTo(t.to[len(t.values)])
	case fault:
		e.put("JMP", to("fault"))
	case leave:
		if f.main {
			e.put("ADDQ", imm(1), mem(inFrame(e.at.Next)))
			e.put("JMP", to("lane"))
			return
		}
		var steps []step
		for i, to := range passes(f, f.results) {
			steps = append(steps, step{to: to, from: e.spotOf(f.results[i]), typ: f.vars[f.results[i]].typ})
		}
		e.moveAll(steps)
		e.grow(-f.frame)
		e.put("RET")
	}
}

// weigh estimates the cycles of an instruction, for the fuel.
func (in *ins) weigh() int {
	switch in.kind {
	case routine:
		return 60
	case prim:
		switch in.op.Info().Row.Name {
		case "div", "rem", "quo", "sqrt":
			return 12
		}
	}
	return 1
}

// weigh estimates the cycles of a function's code, run once from front to end.
func (f *fn) weigh() {
	for _, blk := range f.blocks {
		f.weight += blk.weigh()
	}
}

func (b *block) weigh() int {
	n := 1
	for i := range b.code {
		n += b.code[i].weigh()
	}
	return n
}

// loopWeight estimates the cycles of the loop that a block begins.
func (f *fn) loopWeight(head int) int {
	seen := map[int]bool{head: true}
	var work []int
	for _, p := range f.blocks[head].preds {
		if p >= head {
			work = append(work, p)
		}
	}
	n := f.blocks[head].weigh()
	for len(work) > 0 {
		b := work[len(work)-1]
		if work = work[:len(work)-1]; !seen[b] {
			seen[b] = true
			n += f.blocks[b].weigh()
			work = append(work, f.blocks[b].preds...)
		}
	}
	return n
}

// place gives the arrays of a function their places in its frame.
func (f *fn) place() {
	f.frame = 8 * f.slots
	for v := range f.vars {
		if x := &f.vars[v]; x.isArray() {
			x.off = f.frame
			n := sizeOf(x.typ)
			for _, d := range x.shape {
				n *= d
			}
			f.frame += (n + 7) &^ 7
		}
	}
}
