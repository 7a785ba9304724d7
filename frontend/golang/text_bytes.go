package golang

import (
	"bytes"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Strings of any text. What a lane brings or makes is a slice of bytes that nothing writes to, so that parts of it are
// of the same memory, as in Go. Strings that are known become such slices where another way brings one: of one
// uniform that has the bytes of all.

// spelledTexts are the bytes of the strings that are known and taken for slices.
type spelledTexts struct {
	bytes   []byte
	uniform *program.Uniform // once the program reads it
}

// textBytes gives a string as its bytes.
func (b *coder) textBytes(a known.Atom) known.Atom {
	if a.Kind == known.Slice {
		return a
	}
	return a.AsBytes(b.selectText(a, b.spell), b.lengthOfText(a))
}

// spell is where the bytes of a string begin.
func (t *translator) spell(text string) int64 {
	s := &t.spelled
	if at := bytes.Index(s.bytes, []byte(text)); at >= 0 {
		return int64(at)
	}
	s.bytes = append(s.bytes, text...)
	s.update()
	return int64(len(s.bytes) - len(text))
}

// update gives the uniform all bytes.
func (s *spelledTexts) update() {
	if s.uniform == nil {
		return
	}
	if len(s.bytes) == 0 {
		s.bytes = []byte{0} // lanes that mean other memory read the first one
	}
	for _, c := range s.bytes[len(s.uniform.Data):] {
		s.uniform.Data = append(s.uniform.Data, uint64(c))
	}
	s.uniform.Type.Shape = []int{len(s.uniform.Data)}
}

// readTexts reads a byte of the strings that are known.
func (b *coder) readTexts(i program.Operand) known.Atom {
	lf := known.Leaf{Dtype: program.U32, GoType: program.GoUint8}
	s := &b.spelled
	switch {
	case i.IsLiteral() && i.Bits < uint64(len(s.bytes)):
		return known.NumberAtom(lf, program.Lit(program.U32, uint64(s.bytes[i.Bits])))
	case !b.emitting():
		return known.NumberAtom(lf, known.Varying())
	case s.uniform == nil:
		s.uniform = &program.Uniform{Type: program.TensorType{Dtype: program.U32}}
		s.update()
		b.define("texts", "texts", s.uniform)
	}
	return known.NumberAtom(lf, b.element(program.Ref(s.uniform.Name), lf, []program.Operand{i}))
}

// lengthOfBytes is len of a string that is a slice.
func lengthOfBytes(a known.Atom) program.Operand { return a.Nums[len(a.Nums)-2] }

// byteOf reads a byte that is known to be there.
func (b *heap) byteOf(a known.Atom, i program.Operand) program.Operand {
	return b.read(b.elementAt(a, i))[0].Nums[0]
}

// unrolledText is how long a string is at most that is compared byte by byte without a loop.
const unrolledText = 16

// compareBytes compares strings of which one is a slice.
func (b *heap) compareBytes(op token.Token, x, y known.Atom) program.Operand {
	if x.Kind != known.Slice {
		x, y, op = y, x, mirrored(op)
	}
	if op != token.EQL && op != token.NEQ {
		return b.op(rows[op], program.I64, b.orderOfBytes(x, b.textBytes(y)), known.Int64(0))
	}
	var same program.Operand
	isKnown := y.Kind == known.Text && y.Known
	switch {
	case isKnown && x.Region.Heads != "" && len(y.Text) <= 8*unrolledText:
		same = b.isSharedText(x, y.Text)
	case isKnown && len(y.Text) <= unrolledText:
		same = b.isText(x, y.Text)
	case x.Region.Heads != "" && y.Kind == known.Slice && y.Region.Heads != "":
		same = b.sameShared(x, y)
	case y.Kind == known.Slice && x.Region.Heads != "" && roomInWords(y) > 0:
		same = b.isShared(x, y)
	case y.Kind == known.Slice && y.Region.Heads != "" && roomInWords(x) > 0:
		same = b.isShared(y, x)
	default:
		same = b.sameBytes(x, b.textBytes(y))
	}
	if op == token.NEQ {
		same = b.op("not", program.Bool, same)
	}
	return same
}

// mirrored is the comparison of operands that have changed places.
func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// isText compares the bytes of a string with one that is known.
func (b *heap) isText(x known.Atom, text string) program.Operand {
	sameLength := b.op("eq", program.I64, lengthOfBytes(x), known.Int64(int64(len(text))))
	if text == "" || sameLength == truth(false) {
		return sameLength
	}
	same := b.variableOf(program.Bool, "same", truth(false))
	b.when(sameLength, func() {
		all := truth(true)
		for i := range len(text) {
			is := b.op("eq", program.U32, b.byteOf(x, known.Int64(int64(i))), program.Lit(program.U32, uint64(text[i])))
			all = b.both(all, is)
		}
		b.reassign(same, all)
	})
	return same
}

// sameBytes compares two strings for equality, up to the first byte that differs.
func (b *heap) sameBytes(x, y known.Atom) program.Operand {
	n := lengthOfBytes(x)
	same := b.variableOf(program.Bool, "same", b.op("eq", program.I64, n, lengthOfBytes(y)))
	i := b.variable("i", known.Int64(0))
	b.while(func() program.Operand {
		return b.op("and", program.Bool, same, b.op("lt", program.I64, i, n))
	}, func() {
		b.reassign(same, b.op("eq", program.U32, b.byteOf(x, i), b.byteOf(y, i)))
		b.reassign(i, b.op("add", program.I64, i, known.Int64(1)))
	})
	return same
}

// orderOfBytes is a number below, above or equal to 0, as one string is before, behind or equal to the other.
func (b *heap) orderOfBytes(x, y known.Atom) program.Operand {
	nx, ny := lengthOfBytes(x), lengthOfBytes(y)
	n := b.op("min", program.I64, nx, ny)
	i, order := b.variable("i", known.Int64(0)), b.variable("order", known.Int64(0))
	b.while(func() program.Operand {
		alike := b.op("eq", program.I64, order, known.Int64(0))
		return b.op("and", program.Bool, alike, b.op("lt", program.I64, i, n))
	}, func() {
		cx, cy := b.op("convert_i64", program.U32, b.byteOf(x, i)), b.op("convert_i64", program.U32, b.byteOf(y, i))
		b.reassign(order, b.op("sub", program.I64, cx, cy))
		b.reassign(i, b.op("add", program.I64, i, known.Int64(1)))
	})
	alike := b.op("eq", program.I64, order, known.Int64(0))
	return b.op("select", program.I64, alike, b.op("sub", program.I64, nx, ny), order)
}

// isGivenAway reports whether bytes that an instruction makes are a slice that a function is called with, which may
// append to it.
func isGivenAway(in ssa.Instruction) bool {
	calls := func(use ssa.Instruction) bool {
		call, ok := use.(*ssa.Call)
		return ok && call.Call.StaticCallee() != nil
	}
	made, ok := in.(*ssa.Convert)
	return ok && gotypes.IsSlice(made.Type()) && slices.ContainsFunc(ssaflow.Uses(made), calls)
}

// roomForText gives the memory of a string that an instruction makes room for some elements, and checks that there is
// so much.
func (b *heap) roomForText(in ssa.Instruction, elem types.Type, length program.Operand) (r *known.Region,
	checked program.Operand) {
	most, bounded := known.Limit(length)
	if r := b.regions[b.sites[in]]; b.emitting() && r != nil {
		most, bounded = b.roomOf(in, r), !r.Open
	}
	switch {
	case bounded:
		if most = max(most, 1); isGivenAway(in) {
			most = max(most, int64(b.opts.MakeCap))
		}
	case b.opts.MakeCap <= 0:
		b.failAll("how long this string gets is not known when compiling, and a lane's memory has a fixed size; say " +
			"how many bytes are enough (-make-cap N, lockstep.MakeCap)")
	default:
		most = b.enough(in, max(most, int64(b.opts.MakeCap)))
	}
	r = b.sized(in, elem, most)
	r.Open = r.Open || !bounded
	if gotypes.IsString(in.(ssa.Value).Type()) {
		r.Longest = max(r.Longest, int(most))
	}
	if !bounded {
		length = b.op("checkcap", program.I64, length, known.Int64(most))
	}
	return r, length
}

// newText makes the memory of a string, or of a slice made of one, of some elements that an instruction makes; goesOn
// says that it may be what the instruction made before, which has the same bytes in front.
func (b *heap) newText(in ssa.Instruction, elem types.Type, length program.Operand, goesOn bool) known.Atom {
	if rows := b.kept.growing(elem); rows != nil && gotypes.IsSlice(in.(ssa.Value).Type()) {
		return b.rowOfText(rows, elem, length)
	}
	if a := b.textsHere(); a != nil && gotypes.IsString(in.(ssa.Value).Type()) {
		return b.textInArena(a, length)
	}
	r, length := b.roomForText(in, elem, length)
	nums := []program.Operand{known.Int64(0), length, length}
	if b.placesOf(in) > 0 {
		nums = append([]program.Operand{b.takePlace(in, r)}, nums...)
	} else if b.emitting() {
		if b.ensure(r); !goesOn {
			b.checkLoop(r)
		}
	}
	return known.Atom{Kind: known.Slice, Region: r, To: len(r.Layout.Leaves), Elem: elem, Nums: nums}
}

// joinTexts translates x+y.
func (b *operands) joinTexts(in *ssa.BinOp, x, y known.Atom) {
	for _, a := range []known.Atom{x, y} {
		switch {
		case a.Kind == known.Conflict:
			b.define(known.Value{a})
			return
		case a.IsText() && len(a.Texts()) == 0:
			joined := known.TextOf("", false)
			joined.Why = a.Why
			b.define(known.Value{joined})
			return
		}
	}
	few := x.IsText() && y.IsText() && len(x.Texts())*len(y.Texts()) <= maxJoined
	if few && !b.growsDown(in) {
		b.define(known.Value{b.joinedTexts(x, y)})
		return
	}
	x, y = b.textBytes(x), b.textBytes(y)
	first, more := lengthOfBytes(x), lengthOfBytes(y)
	deep := max(b.joinedFor(x), b.joinedFor(y))
	if !b.emitting() && deep < known.MostJoined {
		first, more = x.Within(first), y.Within(more) // numbers have lost their limits once they have names
	}
	maker, isThere := b.joinedIn(in, x)
	if isThere {
		r, longer := b.roomForText(maker, types.Typ[types.Uint8], b.sum(first, more))
		r.Joined = max(r.Joined, deep)
		out := withLength(x, longer)
		if b.emitting() && y.Region.Overlaps(out.Region) {
			y.Region = b.snapshot(y)
		}
		b.fill(out, first, y)
		b.define(b.asAnalysed(b.keptText(known.Value{out})))
		return
	}
	site := b.sites[maker]
	goesOn := b.placesOf(maker) == 0 && (x.Region.IsOrMayBe(site) || y.Region.IsOrMayBe(site))
	if b.emitting() && goesOn {
		b.checkOldText(in, site)
	}
	out := b.newText(maker, types.Typ[types.Uint8], b.sum(first, more), goesOn)
	if !out.Region.Arena {
		out.Region.Joined = max(out.Region.Joined, deep)
	}
	if b.emitting() && !out.Region.Arena {
		if y.Region.Overlaps(out.Region) {
			y.Region = b.snapshot(y)
		}
		if x.Region.Overlaps(out.Region) && b.placesOf(maker) > 0 {
			x.Region = b.snapshot(x)
		}
	}
	if out.Region.Arena || x.Region.Name != out.Region.Name || x.Nums[0] != known.Int64(0) || b.placesOf(maker) > 0 {
		b.copyEach(out, x, first)
	}
	b.fill(out, first, y)
	b.define(b.keptText(known.Value{out}))
}

// growsDown reports whether a string that is joined in a recursion is what that was given, with more: each level may
// pass another one on, so it is not known although its parts are.
func (b *heap) growsDown(in *ssa.BinOp) bool {
	return b.isRecursive() && ssaflow.IsGivenIn(in)
}

// joinedFor is how many functions have joined strings to make a part of one that this function makes, with itself. A
// string that gets longer at each level of a recursion has no limit: else there would be an instance for each length.
func (b *heap) joinedFor(part known.Atom) (n uint8) {
	for _, r := range part.Region.All() {
		of := r.Joined
		if _, own := b.makers[r.Name]; !own {
			of++
		}
		n = max(n, of)
	}
	return min(n, known.MostJoined)
}

// joinedIn returns whose memory x+y gets: that of x, where this was joined of strings itself and is used for nothing
// else, as in a+b+c. It reports whether x is there already.
func (b *operands) joinedIn(in *ssa.BinOp, x known.Atom) (maker *ssa.BinOp, isThere bool) {
	first := ssaflow.FirstJoined(in)
	isThere = first != in && x.Region.Name == b.sites[first]
	if !b.emitting() {
		b.joined[in] = isThere
	}
	if !b.joined[in] {
		return in, false
	}
	return first, isThere
}

// checkOldText refuses to join strings where an earlier one, of the same memory, is used afterwards.
func (b *heap) checkOldText(in *ssa.BinOp, site string) {
	for _, r := range b.regions {
		if r.Name != site || !b.usedAfter(r, in) && !b.heldElsewhere(r, in, known.CellKey{}) {
			continue
		}
		if b.opts.MakeCap > 0 {
			b.keep(r)
		}
		b.failed = append(b.failed, &program.Error{Pos: b.ops[b.opOf[in]].Pos, Instr: -1,
			Msg: "this string is made in a loop and used beyond the round that made it; in batched code it is the " +
				"same memory in each round: collect the bytes in a slice, or say how many strings there are at most " +
				"(-make-cap N, lockstep.MakeCap)"})
	}
}

// convertText translates a conversion from or to a string, and reports whether it is one.
func (b *operands) convertText(in *ssa.Convert) bool {
	from, to := in.X.Type().Underlying(), in.Type().Underlying()
	elem := func(t types.Type) types.Type { return t.(*types.Slice).Elem() }
	switch {
	case gotypes.IsString(from) && gotypes.IsString(to):
		b.define(b.value(in.X))
	case gotypes.IsString(from) && gotypes.IsSlice(to) && isByte(elem(to)) && ssaflow.OnlyRead(in):
		a := b.textBytes(b.atom(in.X))
		a.Elem = elem(to)
		b.define(known.Value{a})
	case gotypes.IsString(from) && gotypes.IsSlice(to) && isByte(elem(to)):
		b.define(known.Value{b.copyOfText(in, b.textBytes(b.atom(in.X)), elem(to))})
	case gotypes.IsString(from) && gotypes.IsSlice(to):
		b.define(known.Value{b.runesOf(in, b.textBytes(b.atom(in.X)), elem(to))})
	case gotypes.IsString(to) && gotypes.IsSlice(from):
		a := b.atom(in.X)
		switch {
		case a.Kind == known.Nothing:
			b.define(known.Value{known.TextOf("", true)})
		case a.Kind != known.Slice:
			b.refuseKind(a, in.X.Type())
		case isByte(elem(from)) && ssaflow.HandsOver(in):
			a.Elem = types.Typ[types.Uint8]
			b.define(b.keptText(known.Value{withLength(a, lengthOfBytes(a))}))
		case isByte(elem(from)):
			b.define(b.keptText(known.Value{b.copyOfText(in, a, types.Typ[types.Uint8])}))
		default:
			b.define(b.keptText(known.Value{b.textOfRunes(in, a)}))
		}
	case gotypes.IsString(to):
		if x, ok := from.(*types.Basic); !ok || x.Info()&types.IsInteger == 0 {
			return false
		}
		out := b.newText(in, types.Typ[types.Uint8], known.AtMost(maxWidth), false)
		d, _ := known.DtypeOf(from.(*types.Basic))
		wide := b.scalar(in.X)
		if d != program.I64 {
			wide = b.op("convert_i64", d, wide)
		}
		out = b.withLength(out, b.encode(wide, out, known.Int64(0)))
		b.define(b.keptText(known.Value{out}))
	default:
		return false
	}
	return true
}

// isByte reports whether a type is bytes.
func isByte(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.Uint8
}

// withLength is a string or slice with another length.
func withLength(a known.Atom, length program.Operand) known.Atom {
	n := len(a.Nums)
	a.Nums = slices.Clone(a.Nums)
	a.Nums[n-2], a.Nums[n-1] = length, length
	return a
}

// copyOfText copies bytes to new memory. How much capacity a slice gets that is made of a string is up to the compiler.
func (b *heap) copyOfText(in *ssa.Convert, a known.Atom, elem types.Type) known.Atom {
	length := lengthOfBytes(a)
	if !b.emitting() {
		length = a.Within(length)
	}
	out := b.newText(in, elem, length, false)
	if gotypes.IsSlice(in.Type()) {
		out.Region.Grown = true
	}
	if b.emitting() && !out.Region.Arena && a.Region.Overlaps(out.Region) {
		a.Region = b.snapshot(a)
	}
	b.copyElements(out, a, lengthOfBytes(a))
	return out
}
