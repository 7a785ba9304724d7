package reshape

import (
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A processor that cannot foresee whether a number is one of a few does no better on two branches than on one, and a
// single branch around next to nothing may be a select (pass choose). Go's compiler joins the same branches.

// within makes two branches one that ask whether an integer is from one literal to another, which its distance from the
// first tells as a number without a sign; or whether it is one of two literals that differ in one bit, or by one.
func within(p *program.Program) (*program.Program, error) {
	names := edit.NewVarNamer(p)
	for _, b := range edit.Bodies(p) {
		w := &withinJoiner{p: p, g: b.Graph, names: names}
		for w.joinOne() {
			edit.DropBlocks(b.Graph)
		}
	}
	return p, nil
}

type withinJoiner struct {
	p     *program.Program
	g     *program.ControlFlowGraph
	names *edit.Namer
	shape *program.Shape
}

// asked is what a branch asks of an integer where it goes one way: that it is at least a literal, at most, or not it.
type asked struct {
	of   program.Operand
	typ  optab.Type
	row  string // "ge", "le" or "ne"
	than int64
}

// joinOne joins two branches, and reports whether it did.
func (w *withinJoiner) joinOne() bool {
	w.shape = program.NewShape(w.g)
	for _, blk := range w.g.Blocks {
		t, ok := blk.Term.(program.BranchOp)
		if !ok || t.Then == t.Else {
			continue
		}
		if w.join(blk, t, t.Then, t.Else, true) || w.join(blk, t, t.Else, t.Then, false) {
			return true
		}
	}
	return false
}

// join makes the branch of a block, which leads to another that only asks where its condition is as enter says, that of
// both.
func (w *withinJoiner) join(blk *program.Block, t program.BranchOp, to, aside string, enter bool) bool {
	next := w.shape.Index(to)
	if next == w.shape.Exit() || len(w.shape.Preds[next]) != 1 || w.shape.Blocks[next] == blk {
		return false
	}
	second := w.shape.Blocks[next]
	u, ok := second.Term.(program.BranchOp)
	if !ok || len(second.Instrs) != 1 || w.reads(u.Cond.Name) != 1 {
		return false
	}
	on, sense := u.Then, true
	if w.areAlike(on, aside) {
		on, sense = u.Else, false
	} else if !w.areAlike(u.Else, aside) {
		return false
	}
	x, ok := ask(blk, t.Cond, enter)
	y, ok2 := ask(second, u.Cond, sense)
	if !ok || !ok2 || x.of != y.of || x.typ != y.typ {
		return false
	}
	cond, holds, ok := w.both(blk, x, y, t.Pos)
	if !ok {
		return false
	}
	if !holds {
		on, aside = aside, on
	}
	blk.Term = program.BranchOp{Cond: cond, Then: on, Else: aside, Pos: t.Pos}
	return true
}

// both appends to a block what asks both. holds says what the condition is where both are so.
func (w *withinJoiner) both(blk *program.Block, x, y asked, pos program.Pos) (cond program.Operand, holds, ok bool) {
	emit := func(op program.Opcode, in ...program.Operand) program.Operand {
		out := w.names.Fresh(blk.Name + ".within")
		w.p.VarDefs.Add(out, program.Of(program.Scalar(op.Info().Out)))
		blk.Instrs = append(blk.Instrs, &program.PrimOp{Op: op, In: in, Out: []program.Output{{Name: out}}, Pos: pos})
		return program.Ref(out)
	}
	literal := func(t optab.Type, n int64) program.Operand {
		if t.Bits() == 32 {
			n = int64(uint32(n))
		}
		return program.Lit(t, uint64(n))
	}
	if y.row == "ge" {
		x, y = y, x
	}
	differ := uint64(x.than) ^ uint64(y.than)
	switch {
	case x.row == "ne" && y.row == "ne" && bits.OnesCount64(differ) == 1:
		z := emit(program.OpcodeFor("or", x.typ), x.of, literal(x.typ, int64(differ)))
		return emit(program.OpcodeFor("eq", x.typ), z, literal(x.typ, x.than|y.than)), false, true
	case x.row == "ne" && y.row == "ne" && (x.than == y.than+1 || y.than == x.than+1):
		x.than, y.than = min(x.than, y.than), max(x.than, y.than)
	case x.row != "ge" || y.row != "le" || x.than > y.than:
		return cond, false, false
	}
	holds = x.row == "ge"
	unsigned := optab.U64
	if x.typ.Bits() == 32 {
		unsigned = optab.U32
	}
	distance := x.of
	if x.than != 0 {
		distance = emit(program.OpcodeFor("sub", x.typ), distance, literal(x.typ, x.than))
	}
	if unsigned != x.typ {
		distance = emit(program.OpcodeFor("convert_"+unsigned.String(), x.typ), distance)
	}
	return emit(program.OpcodeFor("le", unsigned), distance, literal(unsigned, y.than-x.than)), holds, true
}

// farOff is how far from zero literals may be, so that distances between them are small.
const farOff = 1 << 30

// ask is what a condition that a block computes asks of an integer, where it is as holds says.
func ask(blk *program.Block, cond program.Operand, holds bool) (a asked, ok bool) {
	at := len(blk.Instrs) - 1
	for at >= 0 && !slices.Contains(program.Writes(blk.Instrs[at], nil), cond.Name) {
		at--
	}
	if at < 0 || !isComparison(blk.Instrs[at]) {
		return a, false
	}
	op := blk.Instrs[at].(*program.PrimOp)
	row := op.Op.Info().Row.Name
	a.typ = op.Op.Info().Type
	x, y := op.In[0], op.In[1]
	if x.IsLiteral() {
		x, y = y, x
		row, _ = optab.Mirrored(row)
	}
	written := slices.ContainsFunc(blk.Instrs[at:], func(in program.Instr) bool {
		return slices.Contains(program.Writes(in, nil), x.Name)
	})
	if !a.typ.IsInt() || a.typ == optab.Bool || x.IsLiteral() || !y.IsLiteral() || written {
		return a, false
	}
	if !holds {
		row, _ = optab.Opposite(row, a.typ)
	}
	a.of, a.row, a.than = x, row, int64(y.Bits)
	switch a.typ {
	case optab.I32:
		a.than = int64(int32(y.Bits))
	case optab.U32:
		a.than = int64(uint32(y.Bits))
	}
	if a.than > farOff || a.than < -farOff || a.than < 0 && !a.typ.IsSigned() {
		return a, false
	}
	switch row {
	case "gt":
		a.row = "ge"
		a.than++
	case "lt":
		a.row = "le"
		a.than--
	}
	return a, a.row != "eq" && (a.than >= 0 || a.typ.IsSigned())
}

// reads is how often a variable is read.
func (w *withinJoiner) reads(name string) (n int) {
	for _, blk := range w.g.Blocks {
		for _, in := range blk.Instrs {
			for _, read := range program.Reads(in, nil) {
				if read == name {
					n++
				}
			}
		}
		if o, ok := program.TermOperand(blk.Term); ok && o.Name == name {
			n++
		}
	}
	return n
}

// areAlike reports whether two labels are one, or of blocks that do the same: copies, on their way to one block.
func (w *withinJoiner) areAlike(x, y string) bool {
	if x == y {
		return true
	}
	a, b := w.shape.Index(x), w.shape.Index(y)
	if a == w.shape.Exit() || b == w.shape.Exit() {
		return false
	}
	s, t := w.shape.Blocks[a], w.shape.Blocks[b]
	from, ok := s.Term.(program.GotoOp)
	to, ok2 := t.Term.(program.GotoOp)
	return ok && ok2 && from.Target == to.Target && slices.EqualFunc(s.Instrs, t.Instrs, func(a, b program.Instr) bool {
		x, ok := a.(*program.PrimOp)
		y, ok2 := b.(*program.PrimOp)
		return ok && ok2 && x.Op == program.OpCopy && y.Op == program.OpCopy && slices.Equal(x.In, y.In) &&
			slices.Equal(x.Out, y.Out)
	})
}
