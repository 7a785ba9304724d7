package engine

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A program whose only numbers of 64 bits are small integers (an int that counts rounds, beside floats of 32 bits) is
// run as one with integers of 32 bits, in groups of twice as many lanes. That all fit is shown with the ranges that
// bounds are proven with, with two things more. Inputs and uniforms are looked at before lanes run, and code of 64 bits
// runs those of a call in which one is too large. And a number that small ones are added to, whose range nobody knows,
// is large only after many rounds. Each round costs fuel, and lanes that are older than so much fuel are given back.

const (
	// inputBits is of how many bits inputs are, and what else sums begin with.
	inputBits = 30
	// sumRoom is how much sums of small numbers may become besides. Twice as much would do, but for a few rounds
	// that no fuel is spent for.
	sumRoom = 1 << 29
	// smallStep is the largest number that is added.
	smallStep = 1 << 10
)

// errNotShort says that what operations are made of has 64 bits.
var errNotShort = errors.New("some operations on numbers of 32 bits take numbers of 64")

// shortTypes are the integers of 32 bits for those of 64.
var shortTypes = map[optab.Type]optab.Type{optab.I64: optab.I32, optab.U64: optab.U32}

// short is the type of what had a type.
func short(t optab.Type) optab.Type {
	if s, ok := shortTypes[t]; ok {
		return s
	}
	return t
}

// shortRange is which numbers of a type have the same number in 32 bits, whether that has a sign or not.
func shortRange(t optab.Type) ranges.Range {
	if t == optab.U64 {
		return ranges.Range{Lo: 0, Hi: math.MaxInt32, Step: 1}
	}
	return ranges.All(program.I32)
}

// inputRange is which numbers of a type inputs may be.
func inputRange(t optab.Type) ranges.Range {
	r := ranges.Range{Lo: 0, Hi: 1<<inputBits - 1, Step: 1}
	if t.IsSigned() {
		r.Lo = -1 << inputBits
	}
	return r
}

// shortener finds out whether the integers of a program are small.
type shortener struct {
	*graph
	kin   map[string]string // of variables that are copied to and from each other, one
	sums  map[string]bool   // variables whose numbers are sums of small ones
	steps int64             // of all such sums together, in a round
	wrote []wroteNumber
	fails bool
}

// wroteNumber is a number that a variable gets, and that another variable's and a small number make up, if that has a
// name.
type wroteNumber struct {
	to   string
	is   ranges.Range
	from string
	step int64
}

// shortened returns the program with integers of 32 bits for such of 64, and for how many units of fuel that holds,
// if it is not for any; nil if it has no integers of 64 bits, or they may be large, or it has floats of 64.
func (g *graph) shortened() (p *program.Program, rounds int64) {
	s := &shortener{graph: g, kin: map[string]string{}, sums: map[string]bool{}}
	if !s.mayBe() {
		return nil, 0
	}
	(&rangeFinder{graph: g, held: shortRange, see: s.see}).find()
	if s.fails {
		return nil, 0
	}
	s.findSums()
	for _, w := range s.wrote {
		if s.sums[s.one(w.to)] && !w.is.IsIn(inputRange(optab.I64)) {
			return nil, 0
		}
	}
	if s.steps > sumRoom {
		return nil, 0
	}
	if s.steps > 0 {
		rounds = sumRoom / s.steps
	}
	return s.write(), rounds
}

// mayBe reports whether only integers have 64 bits, and each operation on these has one on 32 bits.
func (s *shortener) mayBe() bool {
	some := false
	edge := slices.Concat(program.Variables(s.prog.VarsIn), program.Variables(s.prog.VarsOut))
	for _, d := range s.prog.VarDefs.All() {
		switch t := d.Type.Leaf(); {
		case t.Dtype.Size() < 8:
		case t.Dtype == optab.F64 || len(t.Shape) > 0 && slices.Contains(edge, d.Name):
			return false // numbers of columns are looked at one by one
		default:
			some = true
		}
	}
	for _, u := range s.prog.Uniforms {
		t := u.Type.Dtype
		large := func(bits uint64) bool { return !ranges.OfBits(t, bits).IsIn(inputRange(t)) }
		if t == optab.F64 || t.Size() == 8 && slices.ContainsFunc(u.Data, large) {
			return false // what is not known is looked at when a run begins
		}
	}
	if !some || len(s.hosts) > 0 {
		return false
	}
	for _, b := range s.blocks {
		switch b.Term.(type) {
		case program.GotoOp, program.BranchOp, program.SwitchOp:
		default:
			return false // it calls
		}
		for _, in := range b.Instrs {
			if op, ok := in.(*program.PrimOp); !ok || !s.hasShort(op) {
				return false
			}
		}
		if t, ok := b.Term.(program.SwitchOp); ok {
			typ := s.operandType(t.X)
			for _, v := range t.Values {
				if typ.Size() == 8 && !ranges.OfBits(typ, v).IsIn(shortRange(typ)) {
					return false
				}
			}
		}
	}
	return true
}

func (s *shortener) operandType(o program.Operand) optab.Type {
	if o.IsLiteral() {
		return o.Dtype
	}
	return s.readType(o.Name)
}

// hasShort reports whether there is an operation on numbers of 32 bits in the place of one.
func (s *shortener) hasShort(op *program.PrimOp) bool {
	for _, o := range op.In {
		if o.IsLiteral() && o.Dtype.Size() == 8 &&
			(o.Dtype == optab.F64 || !ranges.OfBits(o.Dtype, o.Bits).IsIn(shortRange(o.Dtype))) {
			return false
		}
	}
	if op.Op == program.OpCopy || isCount(op.Op) {
		return true
	}
	to, ok := shortOp(op.Op)
	if !ok || to == program.OpCopy || op.Op.Form() != optab.Elementwise {
		return ok
	}
	if row := to.Info().Row.Name; row == "shl" || row == "shr" {
		return true // how far is of 32 bits as well
	}
	in := to.Info().In
	for i, o := range op.In {
		if in[min(i, len(in)-1)].Size() == 8 && !o.IsLiteral() {
			return false
		}
	}
	return true
}

// shortRows are the operations whose results for small integers, if they are small, do not depend on how many bits
// these have.
var shortRows = map[string]bool{
	"add": true, "sub": true, "mul": true, "div": true, "rem": true, "neg": true, "abs": true,
	"and": true, "or": true, "xor": true, "andnot": true, "not": true, "shl": true, "shr": true,
	"eq": true, "ne": true, "lt": true, "le": true, "gt": true, "ge": true,
	"min": true, "max": true, "select": true,
	"checkindex": true, "checkslice": true, "checklen": true, "checkcap": true,
}

// shortOp is the operation on numbers of 32 bits for one; a copy, if it is a conversion between numbers that are the
// same then.
func shortOp(op program.Opcode) (program.Opcode, bool) {
	info := op.Info()
	switch {
	case info.Out.Size() < 8 && info.Type.Size() < 8:
		return op, true
	case info.Row.Form == optab.Index || info.Row.Form == optab.Insert:
		return program.OpcodeFor(info.Row.Name, short(info.Type)), true
	case info.Row.Form != optab.Elementwise:
		return 0, false
	}
	row, typ := info.Row.Name, short(info.Type)
	if to, ok := strings.CutPrefix(row, "convert_"); ok {
		if to == "i64" || to == "u64" {
			to = strings.Replace(to, "64", "32", 1)
		}
		if to == typ.String() {
			return program.OpCopy, true
		}
		row = "convert_" + to
	} else if !shortRows[row] {
		return 0, false
	}
	to := program.OpcodeFor(row, typ)
	return to, to.IsValid()
}

// see looks at what an operation does with numbers, and in which ranges its results are.
func (s *shortener) see(op *program.PrimOp, operands, results spans) {
	for k, out := range op.Out {
		t := s.typeOf(out.Name)
		if t.Size() < 8 {
			continue
		}
		if from := passed(op, k); from != nil {
			for _, o := range from {
				if o.IsLiteral() {
					s.wrote = append(s.wrote, wroteNumber{to: out.Name, is: ranges.OfBits(o.Dtype, o.Bits)})
				} else {
					s.join(out.Name, o.Name)
				}
			}
			continue
		}
		w := wroteNumber{to: out.Name, is: results[k]}
		w.step, w.from = sum(op, operands)
		if !w.is.IsIn(shortRange(t)) {
			s.fails = s.fails || w.from == ""
			s.addSum(w)
			continue
		}
		s.wrote = append(s.wrote, w)
	}
}

// addSum notes that a number is a sum.
func (s *shortener) addSum(w wroteNumber) {
	if w.from != "" {
		s.join(w.to, w.from)
		s.sums[s.one(w.to)] = true
		s.steps += w.step
	}
}

// findSums takes numbers that fit for sums all the same, where they go on into sums that do not and are too large for
// what these begin with.
func (s *shortener) findSums() {
	for found := true; found; {
		found = false
		s.wrote = slices.DeleteFunc(s.wrote, func(w wroteNumber) bool {
			is := w.from != "" && s.sums[s.one(w.to)] && !w.is.IsIn(inputRange(optab.I64))
			if is {
				s.addSum(w)
			}
			found = found || is
			return is
		})
	}
}

// passed returns the operands that result k is chosen from; nil if it is computed.
func passed(op *program.PrimOp, k int) []program.Operand {
	if op.Op == program.OpCopy {
		return op.In[k : k+1]
	}
	switch op.Op.Form() { // an array is one variable
	case optab.Index:
		return op.In[:1]
	case optab.Insert:
		return op.In[1:2]
	}
	switch op.Op.Info().Row.Name {
	case "select":
		return op.In[1:]
	case "min", "max":
		return op.In
	}
	return nil
}

// sum returns the variable to which an operation adds a small number, and how large that is, or whose sign it changes;
// no name if it does something else.
func sum(op *program.PrimOp, operands spans) (step int64, from string) {
	row := op.Op.Info().Row.Name
	switch {
	case op.Op.Info().Type != optab.I64:
		return 0, ""
	case row == "neg", row == "abs":
		return 0, op.In[0].Name
	case row != "add" && row != "sub":
		return 0, ""
	}
	isStep := func(k int) bool { return operands[k].Within(-smallStep, smallStep) }
	to, by := 0, 1
	if !isStep(by) { // or one is taken off a small number, which changes the sign as well
		to, by = by, to
	}
	if op.In[to].IsLiteral() || !isStep(by) {
		return 0, ""
	}
	return max(operands[by].Hi, -operands[by].Lo), op.In[to].Name
}

// one is the same for all variables that are joined.
func (s *shortener) one(name string) string {
	for s.kin[name] != "" {
		name = s.kin[name]
	}
	return name
}

func (s *shortener) join(x, y string) {
	if x, y = s.one(x), s.one(y); x != y {
		s.kin[x] = y
		s.sums[y] = s.sums[y] || s.sums[x]
	}
}

// write writes the program with short numbers.
func (s *shortener) write() *program.Program {
	q := s.prog.Clone()
	for _, d := range s.prog.VarDefs.All() {
		if t := d.Type.Leaf().Dtype; t.Size() == 8 {
			leaf := d.Type.Leaf()
			leaf.Dtype = short(t)
			q.VarDefs.Add(d.Name, program.Of(leaf))
		}
	}
	q.Uniforms = slices.Clone(q.Uniforms)
	for i, u := range q.Uniforms {
		if u.Type.Dtype.Size() == 8 {
			to := *u
			to.Type.Dtype = short(u.Type.Dtype)
			to.Data = slices.Clone(u.Data)
			for k, bits := range to.Data {
				to.Data[k] = uint64(uint32(bits))
			}
			q.Uniforms[i] = &to
		}
	}
	c := &counter{prog: q}
	for _, b := range q.Graph.Blocks {
		c.list = nil
		for _, in := range b.Instrs {
			if op := in.(*program.PrimOp); isCount(op.Op) {
				c.count(op)
			} else {
				c.list = append(c.list, shortInstr(op))
			}
		}
		b.Instrs = c.list
		switch t := b.Term.(type) {
		case program.BranchOp:
			t.Cond = shortOperand(t.Cond)
			b.Term = t
		case program.SwitchOp:
			if s.operandType(t.X).Size() == 8 {
				values := make([]uint64, len(t.Values))
				for i, v := range t.Values {
					values[i] = uint64(uint32(v))
				}
				t.X, t.Values = shortOperand(t.X), values
				b.Term = t
			}
		}
	}
	return q
}

// shortInstr is an operation on short numbers. What is known of its operands is of use to quotients only.
func shortInstr(op *program.PrimOp) *program.PrimOp {
	to := *op
	if op.Op != program.OpCopy {
		to.Op, _ = shortOp(op.Op)
	}
	if name := op.Op.Info().Row.Name; to.Op != op.Op && name != "div" && name != "rem" {
		to.Within = program.Span{}
	}
	to.In = make([]program.Operand, len(op.In))
	for i, o := range op.In {
		if to.In[i] = shortOperand(o); to.Op != program.OpCopy && o.IsLiteral() { // how far bits are shifted
			if in := to.Op.Info().In; in[min(i, len(in)-1)].Size() == 8 {
				to.In[i] = o
			}
		}
	}
	return &to
}

// shortOperand is an operand of 32 bits for one of 64.
func shortOperand(o program.Operand) program.Operand {
	if o.IsLiteral() && o.Dtype.Size() == 8 {
		return program.Lit(short(o.Dtype), uint64(uint32(o.Bits)))
	}
	return o
}
