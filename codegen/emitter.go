package codegen

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Emitter makes machine code of straight-line functions and of what stands around
// them: instructions one by one, regions that are jumped over, loops. It is for code
// that runs at once; kernels are made as text.
type Emitter struct {
	*Code
	Target Target
	// Lanes is how many lanes a register has, and Width the bytes of the widest element;
	// narrower ones fill a part of a register.
	Lanes, Width int

	// Quick has Assemble spend less time on which constants stay in registers.
	Quick bool
	// Once tells that the code has no loop around it, for which constants would be kept in registers.
	Once bool

	pool     *Pool
	consts   map[constantKey]Reg
	labelled int
}

// NewEmitter returns an emitter of code over elements of a width.
func NewEmitter(t Target, width int) *Emitter {
	return &Emitter{
		Code: &Code{}, Target: t, Lanes: t.RegBytes() / width, Width: width,
		pool: newPool("data"), consts: map[constantKey]Reg{},
	}
}

// Temp adds a register for values of a type.
func (e *Emitter) Temp(t optab.Type) Reg {
	switch {
	case t != optab.Bool:
		return e.NewReg(Vector, e.Lanes*t.Size())
	case hasMasks(e.Target):
		return e.NewReg(Mask, 8)
	}
	return e.NewReg(Vector, e.Lanes*e.Width)
}

// Pin adds a register that keeps its machine register throughout.
func (e *Emitter) Pin(t optab.Type) Reg {
	r := e.Temp(t)
	e.Pinned = append(e.Pinned, r)
	return r
}

// InMemory adds a register whose value is at an address, and stays there until the
// register was used last. elem is the size of an element that is repeated, or 0.
func (e *Emitter) InMemory(t optab.Type, a Address, elem int) Reg {
	r := e.Temp(t)
	e.Regs[r].Home = Home{Addr: a, Elem: elem}
	return r
}

// Fixed adds a register whose value is one element at an address, repeated, which does
// not change while the code runs.
func (e *Emitter) Fixed(t optab.Type, a Address) Reg {
	r := e.InMemory(t, a, t.Size())
	e.Regs[r].Home.Constant = true
	return r
}

// Constant returns a register with the same element everywhere, of the full width.
func (e *Emitter) Constant(bits uint64) Reg {
	return e.selector(nil).ConstantBytes(bits, e.Width, e.Lanes*e.Width)
}

// Row returns a register with the elements.
func (e *Emitter) Row(elems []uint64) Reg {
	return e.selector(nil).Whole(elements(elems, e.Width))
}

// Data returns the address of elements of 8 bytes in read-only data.
func (e *Emitter) Data(elems []uint64) Address { return e.pool.Table(elems, 8) }

// Label returns a new label.
func (e *Emitter) Label(name string) string {
	e.labelled++
	return name + strconv.Itoa(e.labelled)
}

// MaskFor returns a mask of lanes as instructions on elements of a type take it: where
// masks are vectors, of elements of that size.
func (e *Emitter) MaskFor(mask Reg, t optab.Type) Reg {
	s := e.selector(&Loop{Lanes: e.Lanes})
	if e.Target.Arch() == "arm64" {
		return neonNarrowMask(s, mask, t)
	}
	return s.maskFor(mask, e.Lanes*t.Size())
}

// selector returns one that adds to the code.
func (e *Emitter) selector(loop *Loop) *Selector {
	return &Selector{Code: e.Code, Loop: loop, Target: e.Target, Pool: e.pool, consts: e.consts, whole: true}
}

// Expand prepares a Func for Call.
func Expand(f *Func, t Target) *Func { return expand(f, t) }

// Call adds the code of a Func, which Expand gave, for parameters in registers, and
// returns the registers of its results. The error says that the target has no code for
// an instruction.
func (e *Emitter) Call(f *Func, params []Reg) ([]Reg, error) {
	s := e.selector(&Loop{Func: f, Prefix: e.Label("f"), Lanes: e.Lanes, Width: e.Width, Unroll: 1})
	s.prepare()
	if err := s.instance(func(k int) Reg { return params[k] }); err != nil {
		return nil, err
	}
	var results []Reg
	for _, v := range f.Results {
		results = append(results, s.Of(v))
	}
	return results, nil
}

// The operands of instructions that Put adds.

// In is a register that is read.
func In(r Reg) Arg { return use(r) }

// InAny is a register that is read, or the memory that it is in.
func InAny(r Reg) Arg { return useElem(r) }

// Out is a register that is written.
func Out(r Reg) Arg { return def(r) }

// InOut is a register that is read and written.
func InOut(r Reg) Arg { return both(r) }

// InLow is the first 16 bytes of a register that is read.
func InLow(r Reg) Arg { return lower(r, 16) }

// Vec is the first 16 bytes of a machine register, of which the code knows nothing else.
func Vec(n int) Arg { return fixed(VectorOf(n, 16)) }

// Imm is an immediate.
func Imm(n int) Arg { return imm(n) }

// Gen is a general register.
func Gen(g General) Arg { return gen(g) }

// Mem is memory.
func Mem(a Address) Arg { return mem(a) }

// Indexed is memory at the elements of a register, each times a scale.
func Indexed(base General, scale int, index Reg) Arg {
	return indexed(Address{Base: base, Scale: uint8(scale)}, index)
}

// Mark says what the instructions that Put adds from now on are of; see Instr.
func (e *Emitter) Mark(mark int) { e.mark = mark }

// Copy copies a register.
func (e *Emitter) Copy(from, to Reg) {
	e.put(Move, e.Target.Move(e.Regs[from]), []Arg{use(from), def(to)})
}

// Rename makes one register another: what was written to from is written to to. It reports
// false, and nothing is changed, if to is read or written after from first is.
func (e *Emitter) Rename(from, to Reg) bool {
	is, becomes := &e.Regs[from], &e.Regs[to]
	if is.Home != (Home{}) || is.Class != becomes.Class || is.Bytes != becomes.Bytes {
		return false
	}
	first := 0
	for first < len(e.Insts) && !writes(&e.Insts[first], from) {
		first++
	}
	if first == len(e.Insts) {
		return false
	}
	for i := range e.Insts[first:] {
		for _, arg := range e.Insts[first+i].Args {
			mine := arg.Role != Given && arg.Reg == to
			if mine && (i > 0 || !arg.Role.only()) || i == 0 && arg.Reg == from && arg.Role == DefEarly {
				return false
			}
		}
	}
	for i := range e.Insts[first:] {
		args := e.Insts[first+i].Args
		for k := range args {
			if args[k].Role != Given && args[k].Reg == from {
				args[k].Reg = to
			}
		}
	}
	return true
}

// Skip adds a jump over what comes before Join.
func (e *Emitter) Skip(jump, name string) {
	e.put(Skip, jump, []Arg{e.To(name)})
}

// Join ends the region that Skip jumps over.
func (e *Emitter) Join(name string) { e.label(Join, name) }

// Top begins a loop.
func (e *Emitter) Top(name string) { e.label(Top, name) }

// Assembled is machine code that can be placed anywhere.
type Assembled struct {
	Code []byte
	// Cost is what the allocator added, in instructions.
	Cost  float64
	Lines []Line
	// Target is whose code it is.
	Target Target
	Names  Names

	starts []int // where the code of each line begins, and where that of the last ends
}

// Text is the instructions as the Go assembler writes them, one a line.
func (a *Assembled) Text() (text []string) {
	for _, l := range a.Lines {
		text = append(text, strings.TrimSpace(a.Target.Print(l, a.Names)))
	}
	return text
}

// Assemble gives registers and returns the machine code, its data behind it.
func (e *Emitter) Assemble() (*Assembled, error) {
	step := 4 // time to compile is a user's
	switch {
	case e.Once:
		step = math.MaxInt // no constants are kept
	case e.Quick:
		step = 16
	}
	e.Code.dropUnread()
	a, err := allocateStep(e.Target, e.Code, step)
	if err != nil {
		return nil, err
	}
	x := e.Target.assembler()
	lines := slices.Concat(a.Before, a.Body)
	var starts []int
	for _, l := range lines {
		starts = append(starts, len(*x.bytes()))
		if err := x.Line(l); err != nil {
			return nil, err
		}
	}
	starts = append(starts, len(*x.bytes()))
	code := x.bytes()
	var data []int // where each symbol begins
	for _, size := range e.pool.sizes {
		align := 8
		if size > 8 {
			align = 64
		}
		for len(*code)%align != 0 {
			*code = append(*code, 0xcc)
		}
		data = append(data, len(*code))
		*code = append(*code, e.pool.data[size]...)
	}
	if err := x.Finish(data); err != nil {
		return nil, err
	}
	return &Assembled{Code: *code, Cost: a.cost, Lines: lines, Target: e.Target, Names: Names{&e.Labels, e.pool},
		starts: starts}, nil
}

// assembler makes machine code of lines.
type assembler interface {
	// Line adds an instruction or a label.
	Line(Line) error
	// Finish resolves jumps, and references to the data, whose symbols begin at these
	// places of the code.
	Finish(data []int) error
	bytes() *[]byte
}

// newX86 makes machine code of x86, of AVX2 if vex is set.
func newX86(vex bool) assembler {
	x := NewX86()
	x.VEX = vex
	return x
}

func (x *X86) bytes() *[]byte { return &x.Code }
func (x *A64) bytes() *[]byte { return &x.Code }

// Upper is a target whose code leaves the first 16 vector registers alone if there are more, and
// reports whether there are.
func Upper(t Target) (Target, bool) {
	if all := t.Registers(Vector); len(all) > lowerRegisters {
		return upper{t, all[lowerRegisters:]}, true
	}
	return t, false
}

const lowerRegisters = 16

type upper struct {
	Target
	vectors []int
}

func (t upper) Registers(c Class) []int {
	if c == Vector {
		return t.vectors
	}
	return t.Target.Registers(c)
}

// Framed is a target whose scratch memory is at an address: of code that has no stack
// of its own.
func Framed(t Target, at Address) Target { return framed{t, at} }

type framed struct {
	Target
	at Address
}

// Slot has the size of a register.
func (t framed) Slot(i int) Address { return t.at.Plus(t.RegBytes() * i) }

// slots is how many registers may be saved at once.
func (t framed) slots() int { return 64 * framedSlots / t.RegBytes() }

// scratchRow is a row of the selector's.
func (t framed) scratchRow(i int) Address { return t.at.Plus(64 * (framedSlots + i)) }

// Of the scratch memory of code without a stack, some slots of 64 bytes are for registers;
// behind them are scratchRows rows of the selector's.
const framedSlots = 128

// FramedSlots is how many bytes that memory has. The first FramedSaved of them are for registers
// that are saved.
const (
	FramedSlots = 64 * (framedSlots + scratchRows)
	FramedSaved = 64 * framedSlots
)
