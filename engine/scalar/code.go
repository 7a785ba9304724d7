package scalar

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
)

// Frame says where things are in a worker's frame, at R8. What the code has for itself is
// behind the columns.
type Frame struct {
	vector codegen.Target

	// Next is the next lane, and Limit the first that is not the worker's. Fuel is how many
	// cycles, roughly, until the code is left.
	Next, Limit, Fuel int
	// Faults counts the lanes in the list of those that faulted, at List.
	Faults, List int
	// Columns is where the addresses of columns are, then the uniforms.
	Columns int

	// own places, behind these
	stack  int // the stack's end, where it begins
	bottom int // what it may not grow below
	saved  int // the stack pointer of a lane that waits, or 0
	goSP   int // Go's stack pointer
	goG    int // Go's R14
	passed int // arguments and results that have no register
	// scratch is what routines have for registers, then a row for a result
	scratch int
	bytes   int
}

// Table is a uniform whose address is in the frame, at At; then come its dimensions.
type Table struct {
	Name string
	At   int
	Size int // of an element; bools have 4 bytes
	Dims int
}

// own places what the code has for itself, behind columns and so many words of uniforms.
func (at Frame) own(columns, words int) Frame {
	at.stack = at.Columns + 8*(columns+words)
	at.bottom, at.saved, at.goSP = at.stack+8, at.stack+16, at.stack+24
	at.goG, at.passed = at.stack+32, at.stack+40
	at.scratch = (at.passed + 8*maxPassed + 63) &^ 63
	at.bytes = at.scratch + codegen.FramedSlots + 64
	return at
}

// maxPassed is how many arguments or results may have no register.
const maxPassed = 256

// Code is machine code that runs one lane after the other.
type Code struct {
	// Code is the machine code, and Lines its instructions.
	Code  []byte
	Lines []codegen.Line
	// Marks has the marks of Lines.
	Marks []Mark
	// Labels has the names of labels in Lines.
	Labels *codegen.Labels
	// In and Out are the columns, Given the uniforms in the frame.
	In, Out []Column
	Given   []string
	// Tables are the uniforms that have many elements and come with the run.
	Tables []Table
	// Bytes is how large a frame is.
	Bytes int
	// Stack and Bottom are where the frame has the addresses of the end of the stack that
	// the code uses, and of the lowest byte to which it may grow. Below that are Margin
	// bytes more.
	Stack, Bottom, Margin int
}

// Compile makes machine code of a program with calls. What scalar instructions do not have is
// code of the instruction set vector. A switch of leastTable cases and more goes by a table of jumps. The error says
// why there is no code.
func Compile(p *program.Program, vector codegen.Target, at Frame, leastTable int) (*Code, error) {
	at.vector = vector
	u, err := newUnit(p, at)
	if err != nil {
		return nil, err
	}
	at = u.at
	total, per := 0, 1
	for _, f := range u.fns {
		if len(f.vars) > maxVars {
			return nil, fmt.Errorf("%s has %d variables; there may be %d", f.name, len(f.vars), maxVars)
		}
		f.returnInPlace()
		f.webs()
		if f.unswitch() {
			f.webs()
		}
		f.splitRemainders()
		f.dropRepeats()
		f.shortCircuit()
		u.lookUp(f)
		f.dropFills()
		f.compareAgain()
		f.fuse()
		f.passAsked()
	}
	u.findRanges()
	for _, f := range u.fns {
		u.copyAtOnce(f)
		u.searchAtOnce(f)
		u.together(f)
		f.askOneByOne()
		f.storeUncut()
		f.pairTwins()
		f.bitsOfRemainders()
		f.saveAcrossCalls()
		f.webs()
		f.scaleSums()
		f.keepBases()
		f.allocateSplit()
		f.place()
		f.weighOnce()
		if len(f.params) > maxPassed || len(f.results) > maxPassed {
			return nil, fmt.Errorf("%s has %d parameters and %d results; there may be %d",
				f.name, len(f.params), len(f.results), maxPassed)
		}
		total += f.frame + 8
	}
	u.trackWritten()
	at = u.at
	for _, f := range u.fns {
		if f.weigh(); f.recursive {
			per = max(per, (f.frame+8+f.weight-1)/f.weight)
		}
	}
	if total > maxFrames {
		return nil, fmt.Errorf("its arrays take %d bytes; there may be %d", total, maxFrames)
	}
	e := &emitter{u: u, at: at, x: codegen.NewX86(), consts: map[[2]uint64]int{}, rows: map[uint64]int{},
		leastTable: leastTable}
	e.x.VEX = len(vector.Registers(codegen.Mask)) == 0
	e.write(bits.Len(uint(per - 1)))
	if e.err != nil {
		return nil, e.err
	}
	return &Code{
		Code: e.x.Code, Lines: e.lines, Marks: u.marks, Labels: &e.names, In: u.in, Out: u.out, Given: u.given,
		Tables: u.bound, Bytes: at.bytes,
		Stack: at.stack, Bottom: at.bottom, Margin: (total + margin + frameAlign - 1) &^ (frameAlign - 1),
	}, e.err
}

const (
	// maxVars is how many variables of a function there is code for.
	maxVars = 6000
	// maxFrames is how many bytes a frame of each function may take, together.
	maxFrames = 4 << 20
	// margin is the part of the stack for what a lane that waits keeps there.
	margin = 1 << 10
	// leastDepth is for how much fuel the stack must have room, at least.
	leastDepth = 64
)

// write writes all of the code. A unit of fuel is enough for so many bytes of the stack
// that shift is their logarithm.
func (e *emitter) write(shift int) {
	around := func(what string) { e.mark = e.u.mark(what, program.Pos{}) }
	around("the lane that waits, or the next one")
	e.enter()
	for _, f := range e.u.fns {
		around(f.name)
		e.function(f)
	}
	around("lanes that fault, and the way out")
	e.faulted()
	around("the fuel is out")
	e.pause(shift)
	around("routines of vector code")
	e.writeRoutines()
	around("copies of memory")
	e.writeMemmove()
	e.x.Align(rowAlign)
	e.x.Shorten()
	data := len(e.x.Code)
	e.x.Code = append(e.x.Code, e.u.table...)
	e.fillTables(data)
	if err := e.x.Finish([]int{data}); err != nil && e.err == nil {
		e.err = err
	}
}

// enter begins: with the lane that waits, or with the next one.
func (e *emitter) enter() {
	e.put("PUSHQ", reg(codegen.BP))
	e.put("MOVQ", reg(codegen.SP), mem(inFrame(e.at.goSP)))
	e.put("MOVQ", reg(laneReg), mem(inFrame(e.at.goG)))
	e.put("MOVQ", mem(inFrame(e.at.Next)), reg(laneReg))
	e.put("XORL", reg(fuelReg), reg(fuelReg))
	e.put("MOVQ", mem(inFrame(e.at.saved)), reg(codegen.AX))
	e.put("TESTQ", reg(codegen.AX), reg(codegen.AX))
	e.put("JNE", e.to("resume"))
	e.put("MOVQ", mem(inFrame(e.at.stack)), reg(codegen.SP))
}

// faulted lists the lane, and goes on with the next; then comes the way out.
func (e *emitter) faulted() {
	e.here("fault")
	e.put("MOVQ", mem(inFrame(e.at.stack)), reg(codegen.SP))
	e.grow(e.u.fns[0].frame)
	e.put("MOVQ", mem(inFrame(e.at.List)), reg(codegen.AX))
	e.put("MOVQ", mem(inFrame(e.at.Faults)), reg(codegen.BX))
	e.put("MOVQ", reg(laneReg), mem(codegen.Address{Base: codegen.AX, Index: codegen.BX, Scale: 8}))
	e.put("ADDQ", imm(1), mem(inFrame(e.at.Faults)))
	e.put("ADDQ", imm(1), reg(laneReg))
	e.put("JMP", e.to("lane"))
	e.here("done")
	e.put("XORL", reg(codegen.AX), reg(codegen.AX))
	e.put("MOVQ", reg(codegen.AX), mem(inFrame(e.at.saved)))
	e.here("leave")
	e.put("MOVQ", reg(laneReg), mem(inFrame(e.at.Next)))
	e.put("MOVQ", mem(inFrame(e.at.goG)), reg(laneReg))
	e.put("MOVQ", mem(inFrame(e.at.goSP)), reg(codegen.SP))
	e.put("POPQ", reg(codegen.BP))
	e.put("VZEROUPPER")
	e.put("RET")
}

// keptWhile are the registers that a lane that waits keeps, after AX and BX.
var keptWhile = []codegen.General{
	codegen.CX, codegen.DX, codegen.SI, codegen.DI, codegen.BP, codegen.R9, codegen.R10, codegen.R12, codegen.R13,
	codegen.R15,
}

// pause is called when the fuel is out. What there is of it is given out in parts, each
// enough for as much of the stack as is left: so one look is enough for both. Without any,
// all registers go to the stack, and the code is left; when it is entered again, they come
// back.
func (e *emitter) pause(shift int) {
	ax, bx, sp := reg(codegen.AX), reg(codegen.BX), reg(codegen.SP)
	e.here("pause")
	e.put("PUSHQ", ax)
	e.put("PUSHQ", bx)
	e.here("refuel")
	e.put("MOVQ", mem(inFrame(e.at.Fuel)), ax)
	e.put("TESTQ", ax, ax)
	e.put("JLE", e.to("wait"))
	e.put("MOVQ", sp, bx)
	e.put("SUBQ", mem(inFrame(e.at.bottom)), bx)
	if shift > 0 {
		e.put("SARQ", imm(shift), bx)
	}
	e.put("CMPQ", bx, imm(leastDepth))
	e.put("JLT", e.to("fault"))
	e.put("CMPQ", ax, bx)
	e.put("CMOVQGT", bx, ax)
	e.put("SUBQ", ax, mem(inFrame(e.at.Fuel)))
	e.put("MOVQ", ax, reg(fuelReg))
	e.put("POPQ", bx)
	e.put("POPQ", ax)
	e.put("RET")

	e.here("wait")
	for _, r := range keptWhile {
		e.put("PUSHQ", reg(r))
	}
	e.grow(8 * 16)
	for i := range 16 {
		e.put("VMOVSD", xmm(i), xmem(inStack(8*i)))
	}
	e.put("MOVQ", sp, mem(inFrame(e.at.saved)))
	e.put("JMP", e.to("leave"))

	e.here("resume")
	e.put("MOVQ", ax, sp)
	for i := range 16 {
		e.put("VMOVSD", xmem(inStack(8*i)), xmm(i))
	}
	e.grow(-8 * 16)
	for _, r := range slices.Backward(keptWhile) {
		e.put("POPQ", reg(r))
	}
	e.put("JMP", e.to("refuel"))
}
