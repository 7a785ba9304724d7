package codegen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// toy is a target with few registers and instructions that an interpreter
// understands: MIX computes its definitions from all it reads.
type toy struct {
	Target
	vectors int
}

func (t toy) Registers(c Class) []int {
	if c == Mask {
		return nil
	}
	list := make([]int, t.vectors)
	for i := range list {
		list[i] = 100 + i // not the index
	}
	return list
}

func (toy) Slot(i int) Address        { return Address{Base: CX, Disp: i} }
func (toy) Load(RegInfo, Home) string { return "LOAD" }
func (toy) Store(RegInfo) string      { return "STORE" }
func (toy) Move(RegInfo) string       { return "MOVE" }

// Where constants and operands are.
func constantAt(i int) Address { return Address{Base: AX, Disp: i} }
func operandAt(i int) Address  { return Address{Base: BX, Disp: i} }

// readWritten marks an operand that is read and written, for the interpreter.
var readWritten = Operand{Form: Elements, At: Address{Base: DX}}

// mix stands for any computation.
func mix(values ...uint64) uint64 {
	h := uint64(len(values))
	for _, v := range values {
		h = (h ^ v) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// randomCode makes code of MIX instructions with moves, skips, loops, constants and
// values with homes. It returns the number of skips.
func randomCode(rng *rand.Rand) (c *Code, skips int) {
	c = &Code{}
	var live []Reg // may be read
	for i := range 6 {
		live = append(live, c.NewHome(8, Home{Addr: constantAt(i), Constant: true}))
	}
	for i := range 3 {
		live = append(live, c.NewHome(8, Home{Addr: operandAt(i)}))
	}
	var own []Reg       // may be written again
	var outside [][]Reg // of each open skip; nil for an open loop
	var begins []loop   // open loops
	loops := 0
	inside := func() int { return len(outside) - loops }
	closeLoop := func() {
		l := begins[len(begins)-1]
		begins, outside, loops = begins[:len(begins)-1], outside[:len(outside)-1], loops-1
		read := Inst{Kind: Keep, Op: "KEEP"}
		for _, in := range c.Insts[l.insts:] {
			for _, arg := range in.Args {
				if arg.Role != Given && arg.Reg < Reg(l.regs) {
					read.Args = append(read.Args, useElem(arg.Reg))
				}
			}
		}
		c.Insts = append(c.Insts, Inst{Kind: Again, Op: "AGAIN"})
		c.Put("BACK")
		c.Insts = append(c.Insts, read)
	}
	pick := func(list []Reg) Reg { return list[rng.IntN(len(list))] }
	for range 20 + rng.IntN(25) {
		switch k := rng.IntN(12); {
		case k == 0 && len(outside) < 4 && rng.IntN(2) == 0:
			outside, begins, loops = append(outside, nil), append(begins,
				loop{regs: len(c.Regs), insts: len(c.Insts)}), loops+1
			c.Insts = append(c.Insts, Inst{Kind: Round, Op: "ROUND"})
		case k == 1 && len(outside) > 0 && outside[len(outside)-1] == nil:
			closeLoop()
		case k == 0 && inside() < 3:
			outside = append(outside, slices.Clone(live))
			c.Insts = append(c.Insts, Inst{Kind: Skip, Op: "SKIP"})
			skips++
		case k == 1 && len(outside) > 0:
			live = outside[len(outside)-1]
			outside = outside[:len(outside)-1]
			c.Insts = append(c.Insts, Inst{Kind: Join, Op: "JOIN"})
		case k == 2:
			from, to := pick(live), c.NewReg(Vector, 8)
			c.Insts = append(c.Insts, Inst{Kind: Move, Op: "MOVE", Args: []Arg{use(from), def(to)}})
			live = append(live, to)
			if inside() == 0 {
				own = append(own, to)
			}
		case k <= 4 && len(own) > 0:
			c.Put("MIX", use(pick(live)), both(pick(own)))
		default:
			d := c.NewReg(Vector, 8)
			define := []func(Reg) Arg{def, early}[rng.IntN(2)]
			c.Put("MIX", useMem(pick(live)), use(pick(live)), imm(0), define(d))
			live = append(live, d)
		}
	}
	for len(outside) > 0 {
		if outside[len(outside)-1] == nil {
			closeLoop()
			continue
		}
		c.Insts = append(c.Insts, Inst{Kind: Join, Op: "JOIN"})
		live, outside = outside[len(outside)-1], outside[:len(outside)-1]
	}
	for i := range live {
		if rng.IntN(2) == 0 {
			c.Put("MIX", use(live[i]), def(c.NewReg(Vector, 8))) // a result nobody reads
			c.Put("OUT", use(live[i]))
		}
	}
	return c, skips
}

// machine interprets instructions. Registers, virtual or not, and memory are
// cells by name; reading a cell that was never written is a failure.
type machine struct {
	t     *testing.T
	cells map[string]uint64
	taken []bool // whether each skip is taken, in order
	out   []uint64
}

func newMachine(t *testing.T, taken []bool) *machine {
	m := &machine{t: t, cells: map[string]uint64{}, taken: taken}
	for i := range uint64(6) {
		m.cells[fmt.Sprint(constantAt(int(i)))] = mix(1, i)
		m.cells[fmt.Sprint(operandAt(int(i)))] = mix(2, i)
	}
	return m
}

func (m *machine) read(cell string) uint64 {
	v, ok := m.cells[cell]
	require.True(m.t, ok, "%s is read and was not written", cell)
	return v
}

// step runs one instruction on cells: what it reads, then what it writes.
func (m *machine) step(op string, reads, writes []string) {
	var values []uint64
	for _, cell := range reads {
		values = append(values, m.read(cell))
	}
	v := mix(values...)
	switch op {
	case "MOVE", "LOAD", "STORE":
		v = values[0]
	case "OUT":
		m.out = append(m.out, values[0])
	}
	for _, cell := range writes {
		m.cells[cell] = v
	}
}

// run interprets a list of instructions, each loop twice. It makes the same choices in the
// list before allocation, which has Again and Keep, and behind.
func (m *machine) run(kinds []Kind, ops []string, step func(i int)) {
	number, skips := make([]int, len(kinds)), 0
	for i, k := range kinds {
		if k == Skip {
			number[i] = skips
			skips++
		}
	}
	type open struct{ at, rounds int }
	var loops []open
	for i := 0; i < len(kinds); i++ {
		switch {
		case kinds[i] == Skip:
			depth := 0
			if m.taken[number[i]] {
				depth = 1
			}
			for depth > 0 {
				i++
				switch kinds[i] {
				case Skip:
					depth++
				case Join:
					depth--
				}
			}
		case kinds[i] == Round:
			loops = append(loops, open{at: i})
		case ops[i] == "BACK":
			l := &loops[len(loops)-1]
			if l.rounds++; l.rounds == 1 {
				i = l.at
			} else {
				loops = loops[:len(loops)-1]
			}
		case kinds[i] == Again, kinds[i] == Keep, kinds[i] == Join:
		default:
			step(i)
		}
	}
}

func (m *machine) runVirtual(c *Code) {
	cell := func(r Reg) string {
		if addr := c.Regs[r].Home.Addr; addr != (Address{}) {
			return fmt.Sprint(addr)
		}
		return fmt.Sprint("virtual ", r)
	}
	var kinds []Kind
	var ops []string
	for _, in := range c.Insts {
		kinds, ops = append(kinds, in.Kind), append(ops, in.Op)
	}
	m.run(kinds, ops, func(i int) {
		var reads, writes []string
		for _, a := range c.Insts[i].Args {
			if a.Role.Reads() {
				reads = append(reads, cell(a.Reg))
			}
			if a.Role.Writes() {
				writes = append(writes, cell(a.Reg))
			}
		}
		m.step(c.Insts[i].Op, reads, writes)
	})
}

func (m *machine) runLines(lines []Line) {
	cell := func(o Operand) string {
		if o.Form == Memory {
			return fmt.Sprint(o.At)
		}
		return fmt.Sprint("register ", o.Num)
	}
	var kinds []Kind
	var ops []string
	for _, l := range lines {
		kinds, ops = append(kinds, l.Kind), append(ops, l.Op)
	}
	m.run(kinds, ops, func(i int) {
		l := lines[i]
		var operands []string
		for _, a := range l.Args {
			if a.Form != Immediate {
				operands = append(operands, cell(a))
			}
		}
		last := len(operands) - 1
		switch {
		case l.Op == "OUT":
			m.step(l.Op, operands, nil)
		case l.Op == "MIX" && slices.ContainsFunc(l.Args, func(a Operand) bool { return a.Form == Immediate }),
			l.Op != "MIX":
			m.step(l.Op, operands[:last], operands[last:])
		case len(operands) == 2 && l.Args[1].Form == Elements:
			m.step(l.Op, operands, operands[last:])
		default:
			m.step(l.Op, operands[:last], operands[last:])
		}
	})
}

// TestAllocateKeepsMeaning interprets random code before and after allocation
// to few registers, along both paths of each skip and through two rounds of each loop. (An operand that is read and
// written is marked by an Index, for the interpreter.)
func TestAllocateKeepsMeaning(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	spilled := 0
	for round := range 3000 {
		c, skips := randomCode(rng)
		for i := range c.Insts {
			for k := range c.Insts[i].Args {
				if a := &c.Insts[i].Args[k]; a.Role == Both {
					a.Given = readWritten
				}
			}
		}
		target := toy{vectors: 4 + rng.IntN(8)}
		a, err := allocate(target, c)
		require.NoError(t, err)
		for range 4 {
			taken := make([]bool, skips)
			for i := range taken {
				taken[i] = rng.IntN(2) == 0
			}
			before, after := newMachine(t, taken), newMachine(t, taken)
			before.runVirtual(c)
			for _, l := range a.Before {
				after.runLines([]Line{l})
			}
			after.runLines(a.Body)
			require.Equal(t, before.out, after.out, "round %d", round)
		}
		for _, l := range a.Body {
			if l.Op == "STORE" {
				spilled++
				break
			}
		}
	}
	require.Greater(t, spilled, 1000, "the test must force values out of registers")
}

// TestAllocateForgetsSlots: a value that was saved before a loop and changes in it is saved
// again when it is given up in a round, since what its slot has is of before the loop.
func TestAllocateForgetsSlots(t *testing.T) {
	c := &Code{}
	constant := c.NewHome(8, Home{Addr: constantAt(0), Constant: true})
	fill := func(n int) (list []Reg) { // n values that are alive together
		for range n {
			d := c.NewReg(Vector, 8)
			c.Put("MIX", useMem(constant), imm(0), def(d))
			list = append(list, d)
		}
		return list
	}
	read := func(list ...Reg) {
		for _, r := range list {
			c.Put("OUT", use(r))
		}
	}
	x := c.NewReg(Vector, 8)
	c.Put("MIX", useMem(constant), imm(0), def(x))
	read(fill(4)...) // x is given up,
	read(x)          // and is in a register again.
	c.Insts = append(c.Insts, Inst{Kind: Round, Op: "ROUND"})
	others := fill(4)
	read(others...)
	c.Put("MIX", useMem(constant), Arg{Role: Both, Reg: x, Given: readWritten})
	c.Insts = append(c.Insts, Inst{Kind: Again, Op: "AGAIN"})
	c.Put("BACK")
	c.Insts = append(c.Insts, Inst{Kind: Keep, Op: "KEEP", Args: []Arg{useElem(x)}})
	read(x)
	a, err := allocate(toy{vectors: 4}, c)
	require.NoError(t, err)
	before, after := newMachine(t, nil), newMachine(t, nil)
	before.runVirtual(c)
	after.runLines(slices.Concat(a.Before, a.Body))
	require.Equal(t, before.out, after.out)
}

// TestAllocateKeepsPinned: a pinned value that is read for the last time early in a round, and
// that a region gives up later on, has a slot that no other value is in then.
func TestAllocateKeepsPinned(t *testing.T) {
	c := &Code{}
	constant := c.NewHome(8, Home{Addr: constantAt(0), Constant: true})
	made := 0
	fill := func(n int) (list []Reg) { // n values that are alive together, all different
		for range n {
			made++
			d := c.NewReg(Vector, 8)
			c.Put("MIX", append(slices.Repeat([]Arg{useMem(constant)}, made), imm(0), def(d))...)
			list = append(list, d)
		}
		return list
	}
	read := func(list ...Reg) {
		for _, r := range list {
			c.Put("OUT", use(r))
		}
	}
	pinned := fill(1)
	c.Pinned = pinned
	c.Insts = append(c.Insts, Inst{Kind: Round, Op: "ROUND"})
	read(pinned...)
	values := fill(6) // more than there are registers
	c.Insts = append(c.Insts, Inst{Kind: Skip, Op: "SKIP"})
	read(fill(4)...) // the pinned one is given up
	c.Insts = append(c.Insts, Inst{Kind: Join, Op: "JOIN"})
	read(values...)
	c.Insts = append(c.Insts, Inst{Kind: Again, Op: "AGAIN"})
	c.Put("BACK")
	a, err := allocate(toy{vectors: 4}, c)
	require.NoError(t, err)
	for _, taken := range []bool{false, true} {
		before, after := newMachine(t, []bool{taken}), newMachine(t, []bool{taken})
		before.runVirtual(c)
		after.runLines(slices.Concat(a.Before, a.Body))
		require.Equal(t, before.out, after.out, "%t", taken)
	}
}

// TestAllocateHoists shows that constants stay in registers while there are
// some, those used most first, and else are memory operands.
func TestAllocateHoists(t *testing.T) {
	code := func() *Code {
		c := &Code{}
		x := c.NewHome(8, Home{Addr: operandAt(0)})
		for i := range 3 {
			k := c.NewHome(8, Home{Addr: constantAt(i), Constant: true})
			for range i + 1 {
				d := c.NewReg(Vector, 8)
				c.Put("MIX", useMem(k), use(x), imm(0), def(d))
				x = d
			}
		}
		c.Put("OUT", use(x))
		return c
	}
	print := func(registers int) string {
		a, err := allocate(toy{vectors: registers}, code())
		require.NoError(t, err)
		var b strings.Builder
		for _, l := range slices.Concat(a.Before, a.Body) {
			fmt.Fprint(&b, l.Op)
			for _, o := range l.Args {
				switch {
				case o.Form == Memory && o.At.Base == AX:
					fmt.Fprint(&b, " constant ", o.At.Disp)
				case o.Form == Memory:
					fmt.Fprint(&b, " operand ", o.At.Disp)
				case o.Form == VectorRegister:
					fmt.Fprint(&b, " register ", o.Num)
				}
			}
			fmt.Fprintln(&b)
		}
		return b.String()
	}
	require.True(t, strings.HasPrefix(print(8), "LOAD constant 2 register 107\nLOAD constant 1 register 106\n"+
		"LOAD constant 0 register 105\n"), "%s", print(8))
	require.True(t, strings.HasPrefix(print(5), "LOAD constant 2 register 104\nLOAD operand"), "%s", print(5))
	require.Contains(t, print(5), "MIX constant 1")
}

// TestAllocateRefuses: too few registers for one instruction is an error.
func TestAllocateRefuses(t *testing.T) {
	c := &Code{}
	x, y := c.NewReg(Vector, 8), c.NewReg(Vector, 8)
	c.Put("MIX", imm(0), def(x))
	c.Put("MIX", imm(0), def(y))
	c.Put("MIX", use(x), use(y), imm(0), early(c.NewReg(Vector, 8)))
	_, err := allocate(toy{vectors: 2}, c)
	require.ErrorContains(t, err, "more than 2 registers")
	c.Put("OUT", use(c.NewReg(Vector, 8)))
	_, err = allocate(toy{vectors: 8}, c)
	require.ErrorContains(t, err, "bug: ")
}

// To fetch one operand of an instruction never gives up another one, which would have to be fetched again.
func TestAllocateKeepsOperands(t *testing.T) {
	c := &Code{}
	value := func() Reg {
		d := c.NewReg(Vector, 8)
		c.Put("MIX", imm(0), def(d))
		return d
	}
	early := value()
	used := []Reg{value(), value(), value()}
	last := value() // early is given up for it, as it is read behind those
	read := func() {
		for _, r := range used {
			c.Put("OUT", use(r))
		}
	}
	read()
	c.Put("OUT", use(early), use(last)) // early needs a register, and last is not read again
	read()
	a, err := allocate(toy{vectors: 4}, c)
	require.NoError(t, err)
	text := ""
	for _, l := range a.Body {
		text += l.Op + " "
	}
	require.Equal(t, "MIX MIX MIX MIX STORE MIX OUT OUT OUT STORE LOAD OUT OUT LOAD OUT OUT ", text)
}
