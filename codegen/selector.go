package codegen

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Loop is a kernel being made: a Func that runs over Unroll registers of Lanes
// lanes in each pass.
type Loop struct {
	Func   *Func
	Prefix string // of labels
	Lanes  int
	// Width is how many bytes an element of a mask has where masks are vectors: those of
	// the widest element, here or in the code around.
	Width  int
	Unroll int
	// Woven is whether the instances of the body are woven together, or else each is behind the one before.
	Woven bool
	// Constants is where the body's constants are, once it is made; nil if it
	// has none.
	Constants *Pool
}

// Unit returns how many lanes one pass does. The number of lanes is rounded up
// to it.
func (l *Loop) Unit() int { return l.Lanes * l.Unroll }

// Selector is what a target writes the code of a kernel with. It maps the
// values of the Func to registers, for one instance of the unrolled body after
// another.
type Selector struct {
	*Code
	*Loop
	Target Target
	Pool   *Pool
	// Instance is the number of the register in the unrolled body, from 0.
	Instance int
	// Results and Faults have the registers of the Func's result and fault
	// mask, one an instance so far.
	Results, Faults []Reg

	regs     []Reg // of the values, in this instance
	last     []int // the last use of each value, as an index into Func.Code
	mutable  []bool
	changes  map[Reg]bool     // registers of values that are mutable, in this instance
	values   map[Value]uint64 // of constants
	at       int
	consts   map[constantKey]Reg
	made     map[string]Reg // see Once
	lookedUp map[Value]bool // by AVX2 with a lookup before, in this instance
	whole    bool           // it is code of a whole program, see dropUnread
	inLanes  Reg            // see LanesOnce
	inRows   []string       // see rowOf: what was put into each scratch row last
	nextRow  int
	places   []placed // see placeIn
	frames   []frameLoad
	labels   int
	open     []region // open Ifs
	loops    []loop   // open Dos
}

// Of returns the register of a value.
//
//go:noinline
func (s *Selector) Of(v Value) Reg { return s.regs[v] }

// Type returns the type of a value.
func (s *Selector) Type(v Value) optab.Type { return s.Func.Types[v] }

// IsConst returns the bits of a constant.
func (s *Selector) IsConst(v Value) (bits uint64, ok bool) {
	bits, ok = s.values[v]
	return bits, ok
}

// Ends reports whether the current instruction is the last that uses a value,
// so that its register may be written over for nothing.
func (s *Selector) Ends(v Value) bool {
	return s.last[v] == s.at && !s.Regs[s.regs[v]].Home.Constant
}

// Set makes r the register of a value. A value that Merge changes gets a
// register of its own.
func (s *Selector) Set(v Value, r Reg) {
	if s.mutable[v] || s.isMutable(r) {
		own := s.NewReg(s.Regs[r].Class, s.Regs[r].Bytes)
		s.Move(r, own)
		r = own
	}
	s.share(v, r)
}

// share makes r the register of a value, which may be shared.
func (s *Selector) share(v Value, r Reg) {
	s.regs[v] = r
	if s.mutable[v] {
		s.changes[r] = true
	}
}

func (s *Selector) isMutable(r Reg) bool { return s.changes[r] }

// Bytes returns how much of a register a value of type t fills.
func (s *Selector) Bytes(t optab.Type) int {
	if t == optab.Bool {
		return s.Lanes * s.Width
	}
	return s.Lanes * t.Bits() / 8
}

// Vector adds a vector register for a value of type t.
func (s *Selector) Vector(t optab.Type) Reg { return s.NewReg(Vector, s.Bytes(t)) }

// Mask adds a mask register, of the class that the target has them in.
func (s *Selector) Mask() Reg {
	if hasMasks(s.Target) {
		return s.NewReg(Mask, 8)
	}
	return s.Vector(optab.Bool)
}

// New adds a register for a value of type t, a number or a mask.
func (s *Selector) New(t optab.Type) Reg {
	if t == optab.Bool {
		return s.Mask()
	}
	return s.Vector(t)
}

// Move copies a register.
func (s *Selector) Move(from, to Reg) {
	s.put(Move, s.Target.Move(s.Regs[from]), []Arg{use(from), def(to)})
}

// Tie returns a new register that begins as a copy of r, for an instruction
// that writes over an operand. There is no instruction for the copy if r ends
// here.
func (s *Selector) Tie(r Reg) Reg {
	to := s.NewReg(s.Regs[r].Class, s.Regs[r].Bytes)
	s.Move(r, to)
	return to
}

// Constant returns a register with the same element everywhere.
func (s *Selector) Constant(t optab.Type, bits uint64) Reg {
	return s.ConstantBytes(bits, t.Bits()/8, s.Bytes(t))
}

// ConstantBytes returns a register of bytes filled with an element of a size.
func (s *Selector) ConstantBytes(bits uint64, size, bytes int) Reg {
	if size == 4 {
		bits &= 1<<32 - 1
	}
	return s.constant(constantKey{bits: bits, size: size, bytes: bytes}, bytes,
		func() Home { return s.Target.Constant(s.Pool, bits, size) })
}

// Whole returns a register that holds b.
func (s *Selector) Whole(b []byte) Reg {
	return s.constant(constantKey{whole: string(b)}, len(b), func() Home { return Home{Addr: s.Pool.Whole(b)} })
}

// constantKey is what a register of a constant has: an element of a size, repeated, or bytes.
type constantKey struct {
	bits        uint64
	size, bytes int
	whole       string
}

func (s *Selector) constant(key constantKey, bytes int, home func() Home) Reg {
	r, ok := s.consts[key]
	if !ok {
		h := home()
		h.Constant = true
		r = s.NewHome(bytes, h)
		s.consts[key] = r
	}
	return r
}

// Label returns a new label.
func (s *Selector) Label(name string) string {
	s.labels++
	return s.Prefix + name + strconv.Itoa(s.labels)
}

type region struct {
	label string
	made  map[string]Reg // before
}

// Once returns what was made of a register under the same name before, on each
// path to here and for this instance, or makes it.
func (s *Selector) Once(name string, of Reg, make func() Reg) Reg {
	if s.isMutable(of) {
		return make()
	}
	key := madeOf(name, of)
	r, ok := s.made[key]
	if !ok {
		r = make()
		s.made[key] = r
	}
	return r
}

// madeOf is what Once remembers something by.
func madeOf(name string, of Reg) string { return name + " " + strconv.Itoa(int(of)) }

// know notes what a register was made from, in the code of whole programs. Instructions may then read that instead, and
// if all do, the register is not made.
func (s *Selector) know(name string, of, from Reg) {
	if s.whole && !s.isMutable(of) && !s.isMutable(from) {
		s.made[madeOf(name, of)] = from
	}
}

// known returns what was noted.
func (s *Selector) known(name string, of Reg) (from Reg, ok bool) {
	from, ok = s.made[madeOf(name, of)]
	return from, ok && !s.isMutable(of)
}

// LanesOnce makes the code that puts the lanes of a register into general
// registers, unless they are there. The target keeps some for this alone.
func (s *Selector) LanesOnce(of Reg, put func()) {
	if s.inLanes != of || s.isMutable(of) {
		put()
		s.inLanes = of
	}
}

// Jump adds the jump of an If: op with the operands and the label, after which the
// allocator knows two paths.
func (s *Selector) Jump(op string, args ...Arg) {
	name := s.Label("skip")
	s.open = append(s.open, region{name, maps.Clone(s.made)})
	s.put(Skip, op, append(args, s.To(name)))
}

// Land adds the label of the innermost Jump.
func (s *Selector) Land() {
	r := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	s.made, s.inLanes, s.places, s.frames = r.made, NoReg, nil, nil
	s.label(Join, r.label)
}

// loop is the beginning of a loop: its label, and how many registers and instructions there
// were.
type loop struct {
	label       string
	regs, insts int
}

// Begin adds the label of a loop. What was made before may not be there in its next round.
func (s *Selector) Begin() {
	l := loop{s.Label("again"), len(s.Regs), len(s.Insts)}
	s.loops = append(s.loops, l)
	s.made, s.inLanes, s.places, s.frames = map[string]Reg{}, NoReg, nil, nil
	s.label(Round, l.label)
}

// Back adds the jump back to the label of the innermost Begin: op with the operands and the
// label. What the loop reads of before is kept until there.
func (s *Selector) Back(op string, args ...Arg) {
	l := s.loops[len(s.loops)-1]
	s.loops = s.loops[:len(s.loops)-1]
	body := s.Insts[l.insts:]
	s.put(Again, "", nil)
	s.Put(op, append(args, s.To(l.label))...)
	s.keepRead(body, Reg(l.regs))
}

// keepRead keeps the registers from before a loop that its instructions read: they are read
// again in the next round.
func (s *Selector) keepRead(body []Inst, before Reg) {
	seen := map[Reg]bool{}
	var read []Arg
	for _, in := range body {
		for _, arg := range in.Args {
			if arg.Role != Given && arg.Reg < before && !seen[arg.Reg] {
				seen[arg.Reg] = true
				read = append(read, useElem(arg.Reg))
			}
		}
	}
	s.put(Keep, "", read)
}

// prepare finds out what the code of the Func needs to know.
func (s *Selector) prepare() {
	f := s.Func
	s.last = make([]int, len(f.Types))
	s.mutable = make([]bool, len(f.Types))
	s.values = map[Value]uint64{}
	for i, in := range f.Code {
		for _, v := range in.Args {
			s.last[v] = i
		}
		if in.Op == Const {
			s.values[in.Dst] = in.Const
		}
		if in.Op == Merge {
			s.mutable[in.Dst] = true
			s.last[in.Dst] = i
		}
	}
	s.extendOverLoops()
	for _, v := range append([]Value{f.Result, f.Fault}, f.Results...) {
		if v != NoValue {
			s.last[v] = len(f.Code)
		}
	}
}

// extendOverLoops makes what a loop uses of before be used by its end too.
func (s *Selector) extendOverLoops() {
	code := s.Func.Code
	defined := make([]int, len(s.Func.Types))
	for i, in := range slices.Backward(code) { // the first definition counts
		if in.Dst != NoValue {
			defined[in.Dst] = i
		}
	}
	for _, v := range s.Func.Params {
		defined[v] = -1
	}
	for end, in := range code {
		if !closes(in.Op) {
			continue
		}
		begin := doOf(code, end)
		use := func(v Value) {
			if v != NoValue && defined[v] < begin {
				s.last[v] = max(s.last[v], end)
			}
		}
		for _, in := range code[begin:end] {
			use(in.Dst)
			for _, v := range in.Args {
				use(v)
			}
		}
	}
}

// instance adds the code of the Func for parameters in registers.
func (s *Selector) instance(param func(k int) Reg) error {
	s.regs, s.changes = slices.Repeat([]Reg{NoReg}, len(s.Func.Types)), map[Reg]bool{}
	s.made, s.inLanes, s.places, s.frames, s.lookedUp = map[string]Reg{}, NoReg, nil, nil, map[Value]bool{}
	for k, v := range s.Func.Params {
		s.regs[v] = param(k)
	}
	for i, in := range s.Func.Code {
		s.at = i
		from := len(s.Insts)
		if err := s.instruction(in); err != nil {
			return fmt.Errorf("%s: %w", in.Op, err)
		}
		for k := from; k < len(s.Insts); k++ {
			s.Insts[k].Mark = in.Mark
		}
	}
	s.at = len(s.Func.Code)
	return nil
}

// body adds the code of the whole unrolled body.
func (s *Selector) body() error {
	if s.Woven {
		return s.wovenBody()
	}
	f := s.Func
	s.prepare()
	for s.Instance = range s.Unroll {
		if err := s.instance(func(k int) Reg { return s.Target.Param(s, k) }); err != nil {
			return err
		}
		s.Results = append(s.Results, s.Of(f.Result))
		if f.Fault != NoValue {
			s.Faults = append(s.Faults, s.Of(f.Fault))
		}
		s.Target.Finish(s)
	}
	return nil
}

// wovenBody adds the code of the whole unrolled body, with its instances woven together.
func (s *Selector) wovenBody() error {
	f := s.Func
	var params []Reg
	for s.Instance = range s.Unroll {
		for k := range f.Params {
			params = append(params, s.Target.Param(s, k))
		}
	}
	one := *f
	one.Results = []Value{f.Result}
	woven := Weave(&one, s.Unroll)
	s.Func = woven
	s.prepare()
	if err := s.instance(func(k int) Reg { return params[k] }); err != nil {
		return err
	}
	s.Func = f
	for s.Instance = range s.Unroll {
		s.Results = append(s.Results, s.Of(woven.Results[s.Instance]))
		s.Target.Finish(s)
	}
	return nil
}

// instruction adds the code of an instruction: here of those that are the same
// for all targets.
func (s *Selector) instruction(in Instr) error {
	switch in.Op {
	case Const:
		if t := s.Type(in.Dst); t != optab.Bool {
			s.Set(in.Dst, s.Constant(t, in.Const))
			return nil
		}
	case Copy:
		s.share(in.Dst, s.Tie(s.Of(in.Args[0])))
		return nil
	case Merge:
		if len(in.Args) == 1 {
			to := s.Of(in.Dst)
			s.Put(s.Target.Move(s.Regs[to]), use(s.Of(in.Args[0])), both(to))
			return nil
		}
	case End:
		s.Land()
		return nil
	case Do:
		s.Begin()
		return nil
	}
	return s.Target.Select(s, in)
}
