package codegen

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/sorting"
)

// The allocator walks once through straight-line code and keeps values in
// registers for as long as it can. When it needs a register and has none, it
// gives up the value whose next use is farthest (Belady, "A study of
// replacement algorithms for a virtual-storage computer", 1966). A value that is
// given up is in memory: in its home if it has one, else it is stored to a slot.
//
// Constants that are used much get registers for the whole loop. A region that
// may be jumped over is rare code: it may give up anything, but it ends by
// putting everything back where the other path has it.

// allocation is code with registers.
type allocation struct {
	Before []Line // loads of constants that stay in registers, before the loop
	Body   []Line
	cost   float64
	buffers
}

// buffers are what lines are collected in.
type buffers struct {
	lines    []Line
	operands []Operand
}

// allocate gives code registers of a target. It tries how many constants are
// best kept in registers throughout the loop.
func allocate(t Target, c *Code) (*allocation, error) { return allocateStep(t, c, 1) }

// allocateStep is allocate that tries only each step-th number of constants, which takes
// so much less time, and with a step stops soon after the best: what more constants cost
// falls first and then rises.
func allocateStep(t Target, c *Code, step int) (*allocation, error) {
	constants, places := constantsByUses(c), placesOf(c)
	var best *allocation
	var failed error
	var spare buffers // of an attempt that was no better
	worse := 0        // since the best
	for n := 0; n <= len(constants) && (step == 1 || worse < 2); n += step {
		a := newAllocator(t, c, places, spare)
		spare = buffers{}
		a.pinAll()
		if !a.hoist(constants[:n]) {
			break
		}
		if best != nil {
			a.limit = best.cost
		}
		switch got, err := a.run(); {
		case errors.Is(err, errWorse):
			worse, spare = worse+1, a.buffers
		case err != nil:
			failed, spare = err, a.buffers
		default:
			if best != nil {
				spare = best.buffers
			}
			best, worse = got, 0
		}
	}
	if best == nil {
		return nil, failed
	}
	return best, nil
}

// constantsByUses lists the registers whose homes are constant, most used
// first.
func constantsByUses(c *Code) []Reg {
	uses := make([]float64, len(c.Regs))
	depth := 0
	for _, in := range c.Insts {
		depth += nesting(in)
		for _, arg := range in.Args {
			if arg.Role.only() {
				uses[arg.Reg] += weight(depth)
			}
		}
	}
	var list []Reg
	for r, info := range c.Regs {
		if info.Home.Constant && uses[r] > 0 {
			list = append(list, Reg(r))
		}
	}
	sorting.By(list, func(a, b Reg) int { return cmp.Compare(uses[b], uses[a]) })
	return list
}

// nesting returns by how much an instruction changes the number of regions
// around.
func nesting(in Inst) int {
	switch in.Kind {
	case Skip:
		return 1
	case Join:
		return -1
	}
	return 0
}

// weight is how often code runs that may be jumped over, against the rest.
func weight(depth int) float64 {
	if depth > 0 {
		return 1. / 16
	}
	return 1
}

// nowhere stands for no machine register.
const nowhere = -1

type allocator struct {
	t    Target
	code *Code
	*places
	resident []bool // constants that have a machine register throughout
	repeats  bool   // a memory operand may be one element, repeated
	state
	files   [classEnd][]int  // the machine registers of each class
	pinned  [classEnd][]bool // machine registers that the current instruction reads or writes
	slotted []bool           // registers that were ever saved
	before  []Line
	buffers
	paths  []held // at each open Skip
	rounds []held // at each open Round
	at     int
	mark   int // of the lines that are added
	cost   float64
	limit  float64 // what the cost must be below
}

// errWorse says that other code is better.
var errWorse = errors.New("no better")

// state is where values are.
type state struct {
	where  []int           // the machine register that holds each, or nowhere
	saved  []bool          // whether its slot holds it too
	holder [classEnd][]Reg // of each machine register
}

// held is what machine registers hold at a place.
type held struct {
	holder [classEnd][]Reg
	saved  [classEnd][]bool // whether the slots of the holders have their values too
}

// held returns what the machine registers hold now.
func (s *state) held() held {
	var h held
	for class := range classEnd {
		h.holder[class] = slices.Clone(s.holder[class])
		h.saved[class] = make([]bool, len(h.holder[class]))
		for i, r := range h.holder[class] {
			h.saved[class][i] = r != NoReg && s.saved[r]
		}
	}
	return h
}

// places is where the registers of code occur.
type places struct {
	reads [][]int // positions at which each register is read, ascending
	last  []int   // last position at which it occurs
	first []int   // position of the first definition
	count int     // of operands
}

func placesOf(c *Code) *places {
	n := len(c.Regs)
	p := &places{reads: make([][]int, n), last: slices.Repeat([]int{nowhere}, n),
		first: slices.Repeat([]int{math.MaxInt}, n)}
	counts, sum := make([]int, n), 0
	for _, in := range c.Insts {
		p.count += len(in.Args)
		for _, arg := range in.Args {
			if arg.Role.Reads() {
				counts[arg.Reg]++
				sum++
			}
		}
	}
	all := make([]int, sum)
	for r, count := range counts {
		p.reads[r], all = all[:0:count], all[count:]
	}
	for i, in := range c.Insts {
		for _, arg := range in.Args {
			if arg.Role == Given {
				continue
			}
			if arg.Role.Reads() {
				p.reads[arg.Reg] = append(p.reads[arg.Reg], i)
			}
			if arg.Role.Writes() {
				p.first[arg.Reg] = min(p.first[arg.Reg], i)
			}
			p.last[arg.Reg] = i
		}
	}
	return p
}

// Costs in units of an instruction.
const (
	costLoad    = 1
	costStore   = 1
	costMove    = 0.5
	costMem     = 0.25 // a memory operand
	costOutside = 0.02 // a load before the loop
)

func newAllocator(t Target, c *Code, p *places, b buffers) *allocator {
	n := len(c.Regs)
	a := &allocator{
		t: t, code: c, places: p, repeats: hasMasks(t), resident: make([]bool, n), slotted: make([]bool, n),
		state:   state{where: slices.Repeat([]int{nowhere}, n), saved: make([]bool, n)},
		buffers: buffers{b.lines[:0], b.operands[:0]}, limit: math.Inf(1),
	}
	if a.lines == nil {
		a.lines = make([]Line, 0, len(c.Insts)+len(c.Insts)/4)
		a.operands = make([]Operand, 0, p.count+p.count/4)
	}
	for class := range classEnd {
		a.files[class] = t.Registers(class)
		a.holder[class] = slices.Repeat([]Reg{NoReg}, len(a.files[class]))
		a.pinned[class] = make([]bool, len(a.files[class]))
	}
	return a
}

// pinAll gives registers that are pinned the first machine registers.
func (a *allocator) pinAll() {
	for _, r := range a.code.Pinned {
		class := a.code.Regs[r].Class
		num := slices.Index(a.holder[class], NoReg)
		a.resident[r] = true
		a.where[r], a.holder[class][num] = num, r
	}
}

// hoist gives constants machine registers throughout. It reports whether some
// are left for the rest.
func (a *allocator) hoist(constants []Reg) bool {
	const reserve = 4 // for the operands of one instruction
	for i, r := range constants {
		class := a.code.Regs[r].Class
		num := len(a.files[class]) - 1 - i
		if num < reserve || a.holder[class][num-reserve] != NoReg {
			return false
		}
		a.resident[r] = true
		a.where[r], a.holder[class][num] = num, r
		a.before = append(a.before, a.load(r))
		a.cost += costOutside
	}
	return true
}

// current returns the operand of a register that is in a machine register.
func (a *allocator) current(r Reg) Operand {
	info := &a.code.Regs[r]
	o := VectorOf(a.files[info.Class][a.where[r]], info.Bytes)
	if info.Class == Mask {
		o.Form = MaskRegister
	}
	return o
}

// home returns where a register's value is in memory; the zero Home if it is
// not.
func (a *allocator) home(r Reg) Home {
	if a.saved[r] {
		return Home{Addr: slotOf(r)}
	}
	return a.code.Regs[r].Home
}

// memory returns the operand of a register that is in memory.
func (a *allocator) memory(r Reg) Operand {
	home := a.home(r)
	o := MemoryOf(home.Addr, a.code.Regs[r].Bytes)
	o.Num = uint8(home.Elem)
	return o
}

// load returns the line that loads a register into its machine register.
func (a *allocator) load(r Reg) Line {
	return Line{Op: a.t.Load(a.code.Regs[r], a.home(r)), Args: a.pair(a.memory(r), a.current(r))}
}

// room is memory for the operands of a line.
func (a *allocator) room(n int) []Operand {
	if len(a.operands)+n > cap(a.operands) {
		a.operands = make([]Operand, 0, n+cap(a.operands))
	}
	from := len(a.operands)
	a.operands = a.operands[:from+n]
	return a.operands[from : from+n : from+n]
}

// pair are two operands.
func (a *allocator) pair(from, to Operand) []Operand {
	args := a.room(2)
	args[0], args[1] = from, to
	return args
}

// run allocates. The error says what does not fit.
func (a *allocator) run() (*allocation, error) {
	for i := range a.code.Insts {
		a.at = i
		if err := a.step(a.code.Insts[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", a.code.Insts[i].Op, err)
		}
		if a.cost >= a.limit {
			return nil, errWorse
		}
	}
	return a.finish()
}

// finish gives slots to the values that were saved.
func (a *allocator) finish() (*allocation, error) {
	slots, err := a.slots()
	if err != nil {
		return nil, err
	}
	for _, l := range a.lines {
		for i, arg := range l.Args {
			if arg.At.Base == unplaced {
				l.Args[i].At = slots[arg.At]
			}
		}
	}
	return &allocation{Before: a.before, Body: a.lines, cost: a.cost, buffers: a.buffers}, nil
}

// slots gives each value that was saved a slot of the scratch memory, which
// values that are not live together share. Those that are pinned are live throughout: their
// values cross loops, whose rounds the order of the code does not show. The result is by
// slotOf.
func (a *allocator) slots() (map[Address]Address, error) {
	var spilled []Reg
	for r, s := range a.slotted {
		if s {
			spilled = append(spilled, Reg(r))
		}
	}
	from := func(r Reg) int {
		if a.resident[r] {
			return 0
		}
		return a.first[r]
	}
	sorting.By(spilled, func(x, y Reg) int { return from(x) - from(y) })
	count := scratchSlots
	if t, ok := a.t.(framed); ok {
		count = t.slots()
	}
	busy := make([]int, count) // until which position
	addrs := map[Address]Address{}
	for _, r := range spilled {
		free := slices.IndexFunc(busy, func(until int) bool { return until <= from(r) })
		if free < 0 {
			return nil, fmt.Errorf("needs more than %d slots", count)
		}
		if busy[free] = a.last[r] + 1; a.resident[r] {
			busy[free] = len(a.code.Insts)
		}
		addrs[slotOf(r)] = a.t.Slot(free)
	}
	return addrs, nil
}

// scratchSlots is how many slots of 64 bytes the scratch memory of kernels has.
const scratchSlots = 2048 / 64
