package golang

import (
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Slices of a lane's memory, of tables and of uniforms.

// sliceOf translates x[low:high:max].
func (b *slicing) sliceOf(in *ssa.Slice) {
	a := b.atom(in.X)
	bound := func(v ssa.Value) (program.Operand, bool) {
		if v == nil {
			return known.Int64(0), false
		}
		return b.index(v), true
	}
	low, _ := bound(in.Low)
	high, hasHigh := bound(in.High)
	most, hasMax := bound(in.Max)
	if a.Kind == known.Slice && hasMax && most != known.Int64(0) && ssaflow.Used(in) {
		b.checkMax(a, most)
	}
	if a.IsText() {
		if b.sliceOfText(a, low, high, hasHigh) {
			return
		}
		a = b.textBytes(a)
	}
	var off, length, capacity program.Operand
	switch a.Kind {
	case known.Pointer:
		a = b.wholeOf(in, a)
		fallthrough
	case known.Slice:
		n := len(a.Nums)
		off, length, capacity = a.Nums[n-3], a.Nums[n-2], a.Nums[n-1]
		a.Nums = slices.Clone(a.Nums)
	case known.Nothing:
		if _, isArray := in.X.Type().Underlying().(*types.Pointer); isArray {
			b.nilDereference()
		}
		off, length, capacity = known.Int64(-1), known.Int64(0), known.Int64(0)
	default:
		b.refuseKind(a, in.X.Type())
	}
	if !hasHigh {
		high = length
	}
	limit := capacity
	if hasMax {
		most = b.bound(most, capacity)
		limit = most
	}
	made, _ := in.X.(*ssa.Alloc)
	switch {
	case made != nil && made.Comment == "makeslice":
		// make of a constant capacity, as package ssa writes it.
		high = b.op("checklen", program.I64, high, limit)
	case hasHigh || hasMax:
		b.checkResliced(a, high, capacity)
		high = b.bound(b.uncounted(in.High, high), limit)
	}
	low = b.bound(low, high)
	if a.Kind == known.Nothing {
		// All bounds were 0, or the lane has faulted.
		b.define(known.Value{a})
		return
	}
	n := len(a.Nums)
	a.Kind = known.Slice
	length = b.cut(high, low)
	if n, ok := ssaflow.Span(in); ok {
		length = known.Int64(n)
	}
	if capacity = length; !hasMax || in.Max != in.High {
		capacity = b.cut(limit, low)
	}
	a.Nums[n-3], a.Nums[n-2], a.Nums[n-1] = b.sum(off, low), length, capacity
	if s, ok := in.Type().Underlying().(*types.Slice); ok { // not a string, whose bytes it is of
		a.Elem = s.Elem()
	}
	if rows := b.kept.rowsIn(a); rows != nil && hasMax && most == known.Int64(0) {
		a.Nums[0] = rows.noRow() // its capacity is 0, and certain to be that
	}
	b.define(known.Value{a})
}

// uncounted is a number without a limit that holds for the first rounds of a loop only, in which a counter is little:
// what is cut there would seem to get longer all the time.
func (b *slicing) uncounted(v ssa.Value, n program.Operand) program.Operand {
	if _, counts := v.(*ssa.Phi); counts && !b.emitting() && !n.IsLiteral() {
		return known.Varying()
	}
	return n
}

// checkMax is for a slice whose capacity is said: of what append made, it must be sure that there is so much.
func (b *slicing) checkMax(a known.Atom, most program.Operand) {
	switch {
	case a.Region.HasCapacity():
	case b.kept.rowsIn(a) != nil && b.opts.spread == nil:
		b.checkResliced(a, most, a.Nums[3])
	default:
		if b.opts.spread == nil { // the rows of a matrix that is brought stay where they are
			b.wantTaking(a.Elem) // its rows tell which slices may be of the same memory
		}
		b.kept.capacity = true
		b.fail("a slice with three indices: how much capacity append makes is up to the compiler, so nothing can " +
			"depend on it; append to a copy, slices.Clone(s)")
	}
}

// wholeOf is all of the array that is sliced, to which a is a pointer.
func (b *slicing) wholeOf(in *ssa.Slice, a known.Atom) known.Atom {
	a = b.settled(a)
	b.notNilPointer(a)
	a = b.takeArray(in, a)
	n := known.Int64(gotypes.Pointee(in.X.Type()).Underlying().(*types.Array).Len())
	a.Nums = append(slices.Clone(a.Nums), known.Int64(0), n, n)
	return a
}

// cut is a length less what is cut off at the front, which is not negative: it has the same limit, at least.
func (b *slicing) cut(length, front program.Operand) program.Operand {
	left := b.difference(length, front)
	if most, bounded := known.Limit(length); left == known.Varying() && bounded {
		return known.AtMost(most)
	}
	return left
}

// bound checks that x is at most y, as a bound of a slice. y is not negative.
func (b *coder) bound(x, y program.Operand) program.Operand {
	if x == known.Int64(0) || x == y && x.IsLiteral() {
		return x
	}
	checked := b.op("checkslice", program.I64, x, y)
	if x.IsLiteral() {
		return x // what is made of it is known, or has a limit
	}
	return checked
}

// makeSlice translates make of a slice whose capacity is known.
func (b *slicing) makeSlice(in *ssa.MakeSlice) {
	elem := in.Type().Underlying().(*types.Slice).Elem()
	length, capacity := b.index(in.Len), b.index(in.Cap)
	if b.tellsRoom(in) {
		b.op("checkcap", program.I64, length, known.Int64(int64(b.opts.MakeCap)))
		b.define(b.zero(in.Type()))
		return
	}
	if rows := b.kept.rowsOf(elem); rows != nil {
		b.makeRow(in, rows, length, capacity)
		return
	}
	if isLeast(in.Cap) && !b.emitting() && !capacity.IsLiteral() {
		capacity = known.Varying() // until it is known how large its operands are, which decides about the memory
	}
	most, bounded := known.Limit(capacity)
	if !bounded {
		most, bounded = b.mostOf(in.Cap)
	}
	varies := !capacity.IsLiteral()
	if made := b.regions[b.sites[in]]; b.emitting() && made != nil {
		most, bounded = b.roomOf(in, made), !made.Open
	}
	switch {
	case bounded && most > program.MaxElements:
		b.fail("make of %d elements: a lane has at most %d", most, program.MaxElements)
	case !bounded && b.opts.MakeCap <= 0:
		b.failAll("make: how long this slice gets is not known when compiling, and a lane's memory has a fixed size; "+
			"say how many elements are enough (-make-cap N, lockstep.MakeCap), or make([]%s, n, N) with a constant "+
			"N, and n at most N", b.typeName(elem))
	case !bounded:
		most = max(most, int64(b.opts.MakeCap))
		capacity = b.op("checklen", program.I64, capacity, known.Int64(math.MaxInt64))
		capacity = b.op("checkcap", program.I64, capacity, known.Int64(most))
	case !capacity.IsLiteral() || int64(capacity.Bits) < 0:
		most = max(most, 0)
		capacity = b.op("checklen", program.I64, capacity, known.Int64(most))
	}
	switch {
	case in.Len == in.Cap:
		length = capacity
	case !length.IsLiteral() || !capacity.IsLiteral() || length.Bits > capacity.Bits:
		length = b.op("checklen", program.I64, length, capacity)
	}
	r := b.sized(in, elem, max(most, b.outgrown(in)))
	r.Open, r.Varies = r.Open || !bounded, r.Varies || varies
	nums := []program.Operand{known.Int64(0), length, capacity}
	if b.placesOf(in) > 0 {
		nums = append([]program.Operand{b.takePlace(in, r)}, nums...)
	} else {
		b.make(r, nil, "made")
	}
	a := known.Atom{Kind: known.Slice, Region: r, To: len(r.Layout.Leaves), Elem: elem, Nums: nums}
	if b.takesTurns(in) {
		b.zeroElements(a, b.readable(in, r, capacity))
	}
	b.define(known.Value{a})
}

// length translates len and cap.
func (b *slicing) length(in *ssa.Call, name string) {
	x := in.Call.Args[0]
	t := x.Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	if at, ok := t.(*types.Array); ok {
		b.defineNumber(known.Int64(at.Len()))
		return
	}
	a := b.atom(x)
	n := len(a.Nums)
	switch {
	case a.Kind == known.Slice && name == "len":
		b.defineNumber(a.Within(a.Nums[n-2]))
	case a.Kind == known.Slice && !a.Region.HasCapacity() && (a.Region.Arena || !b.ofSlices()):
		b.kept.capacity = true
		b.fail("cap: how much capacity append makes is up to the compiler, so nothing can depend on it; use len")
	case a.Kind == known.Slice:
		b.defineNumber(a.Within(a.Nums[n-1]))
	case a.Kind == known.Nothing:
		b.defineNumber(known.Int64(0))
	case a.IsText():
		b.defineNumber(b.lengthOfText(a))
	default:
		b.refuseKind(a, x.Type())
	}
}

// elementAt is the place of an element that is known to be there.
func (b *coder) elementAt(a known.Atom, i program.Operand) place {
	n := len(a.Nums)
	index := append(slices.Clone(a.Nums[:n-3]), b.sum(a.Nums[n-3], i))
	return place{a.Region, a.From, a.To, index, a.Elem, true}
}

// copySlice translates the built-in copy.
func (b *slicing) copySlice(in *ssa.Call) {
	dst, src := b.atom(in.Call.Args[0]), b.bytesOf(b.atom(in.Call.Args[1]))
	zero := known.Int64(0)
	for _, a := range []known.Atom{dst, src} {
		if a.Kind == known.Nothing {
			b.defineNumber(zero)
			return
		}
		if a.Kind != known.Slice {
			b.refuseKind(a, in.Call.Args[0].Type())
		}
	}
	one, to, from := known.Int64(1), dst.Nums[len(dst.Nums)-2], src.Nums[len(src.Nums)-2]
	n := b.op("min", program.I64, to, from)
	if b.emitting() {
		b.checkRead(rangeOf(dst))
	}
	b.checkElements(dst)
	b.copyElementRows(src, n)
	if to == one || from == one { // as where slices.Insert is given one element
		b.when(b.op("lt", program.I64, zero, n), func() { b.move(dst, src, one) })
	} else {
		b.move(dst, src, n)
	}
	b.defineNumber(n)
}

// move copies n elements of what may be the same memory. Where it may be other than element by element, what is read
// is a copy of the memory. Otherwise it begins with the last element if the elements go backwards.
func (b *heap) move(dst, src known.Atom, n program.Operand) {
	b.between(dst, src, n, func(dst, src known.Atom, n program.Operand) {
		down := truth(false)
		if b.emitting() && dst.Region.Overlaps(src.Region) {
			k := len(dst.Nums)
			if known.SameElements(dst, src) {
				down = b.op("gt", program.I64, dst.Nums[k-3], src.Nums[k-3])
			} else {
				src.Region = b.snapshot(src)
			}
		}
		last := n
		if down != truth(false) {
			last = b.difference(n, known.Int64(1))
		}
		b.each(n, func(i program.Operand) {
			if down != truth(false) {
				i = b.op("select", program.I64, down, b.difference(last, i), i)
			}
			v := b.read(b.elementAt(src, i))
			b.write(b.elementAt(dst, i), v)
		})
	})
}

// mostBetween is how many loops there are at most for what moves between memories of which some are chosen.
const mostBetween = 4

// between calls do with the memories that two slices may be of, and with how many elements there are to move between
// them: n in the lanes that mean them, and none in others. So no round of a loop asks which memory it is.
func (b *heap) between(dst, src known.Atom, n program.Operand, do func(dst, src known.Atom, n program.Operand)) {
	if !b.emitting() || n.IsLiteral() && int64(n.Bits) <= maxUnrolled ||
		dst.Region.Kind != known.ChoiceRegion && src.Region.Kind != known.ChoiceRegion {
		do(dst, src, n)
		return
	}
	for _, r := range slices.Concat(dst.Region.Options, src.Region.Options) {
		if r.Region.Kind == known.LaneRegion {
			b.ensure(r.Region)
		}
	}
	to, from := b.memoriesOf(dst), b.memoriesOf(src)
	if len(to) > mostBetween {
		to = []memoryOf{wholeOf(dst)}
	}
	alike := dst.Region.Kind == src.Region.Kind && dst.Nums[0] == src.Nums[0]
	if !alike && len(to)*len(from) > mostBetween {
		from = []memoryOf{wholeOf(src)}
	}
	for i, p := range to {
		for j, q := range from {
			if alike && i != j && len(to) == len(from) {
				continue
			}
			is := b.both(p.is, q.is)
			if is != truth(true) {
				is = b.op("select", program.I64, is, n, known.Int64(0))
			} else {
				is = n
			}
			do(p.slice(dst), q.slice(src), is)
		}
	}
}

// appendSlice translates the built-in append. Where there is room for more it
// writes in place; where Go would move the elements to a larger array, see grow.
func (b *slicing) appendSlice(in *ssa.Call) {
	dst, src := b.atom(in.Call.Args[0]), b.bytesOf(b.atom(in.Call.Args[1]))
	if src.Kind == known.Nothing || src.Kind == known.Slice && src.Nums[len(src.Nums)-2] == known.Int64(0) {
		b.define(known.Value{dst})
		return
	}
	switch {
	case dst.Kind != known.Slice && dst.Kind != known.Nothing:
		b.refuseKind(dst, in.Type())
	case src.Kind != known.Slice:
		b.refuseKind(src, in.Call.Args[1].Type())
	}
	if !ssaflow.AreOperands(in.Call.Args[1]) { // those have been stored to their list
		b.copyElementRows(src, src.Nums[len(src.Nums)-2])
	}
	length, n := known.Int64(0), len(dst.Nums)
	if dst.Kind == known.Slice {
		length = dst.Nums[n-2]
	}
	more := src.Nums[len(src.Nums)-2]
	if !b.emitting() {
		more = src.Within(more) // numbers have lost their limits once they have names
	}
	longer := b.sum(length, more)
	b.askForRoom(in, dst, longer)
	if b.growRow(in, dst, src, longer) || b.growElement(in, dst, src, longer) || b.growMade(in, dst, src, longer) ||
		b.grow(in, dst, src, longer) {
		return
	}
	if dst.Kind == known.Slice && b.mayOutgrow(in, dst, longer) {
		b.growSome(in, dst, src, longer)
		return
	}
	before := dst
	dst.Nums = slices.Clone(dst.Nums)
	capacity := dst.Nums[n-1]
	if b.emitting() {
		b.checkRead(rangeOf(dst))
	}
	begins := false
	if dst.Region.IsGrown() {
		if b.emitting() {
			b.checkOld(in, dst.Region)
		}
		if begins = dst.Region.Kind == known.LaneRegion || dst.Region.OnlyGrown(); begins {
			b.beginNil(in, &dst)
			capacity = dst.Nums[n-1]
		} else {
			b.wantGrowing(dst.Elem) // a nil one cannot begin in it
		}
	} else if b.emitting() {
		b.checkOldGrown(in, dst.Region)
	}
	if begins {
		b.slide(in, &dst, &src, longer)
		capacity = dst.Nums[n-1]
	}
	if most, bounded := b.limitOf(in, longer); !bounded || !capacity.IsLiteral() || most > int64(capacity.Bits) {
		if b.kept.within && !b.kept.short && !begins {
			b.require(b.op("le", program.I64, longer, capacity), optab.NeedsGo, outgrows)
		}
		longer = b.op("checkcap", program.I64, longer, capacity)
	}
	b.fill(dst, length, src)
	dst.Nums[n-2] = longer
	if begins {
		b.endNil(before, longer, &dst)
	}
	b.define(b.asAnalysed(known.Value{dst}))
}

// snapshot copies what a slice is of.
func (b *heap) snapshot(a known.Atom) *known.Region {
	if a.Region.Kind == known.ChoiceRegion {
		copies := make([]known.Option, len(a.Region.Options))
		for i, o := range a.Region.Options {
			copies[i] = o
			if o.Region.Kind == known.LaneRegion {
				copies[i].Region = b.snapshot(known.Atom{Region: o.Region, From: o.From, To: o.From + a.To})
			}
		}
		return known.NewChoice(copies, a.Region.Nilable)
	}
	m := b.memory(a.Region)
	r := &known.Region{Name: b.names.Unique(a.Region.Name + ".copy"), Type: a.Region.Type, Layout: a.Region.Layout,
		What: a.Region.What}
	c := &memory{reg: r, names: make([][]string, len(m.names)), atoms: m.atoms.Clone()}
	var to []string
	var from []program.Operand
	for k := a.From; k < a.To; k++ {
		for _, o := range (c.atoms[k : k+1]).Flat(nil) {
			if o.IsLiteral() || !slices.Contains(m.names[k], o.Name) {
				continue
			}
			n := b.like(o.Name, o.Name)
			to, from = append(to, n), append(from, *o)
			*o = program.Ref(n)
			c.names[k] = append(c.names[k], n)
		}
	}
	b.mem[r.Name] = c
	b.copy(to, from)
	return r
}

// clearSlice translates the built-in clear.
func (b *slicing) clearSlice(in *ssa.Call) {
	a := b.atom(in.Call.Args[0])
	if a.Kind == known.Nothing {
		return
	}
	if a.Kind != known.Slice {
		b.refuseKind(a, in.Call.Args[0].Type())
	}
	b.checkElements(a)
	b.zeroElements(a, a.Nums[len(a.Nums)-2])
}

// zeroElements writes zeros to the first elements of a slice.
func (b *heap) zeroElements(a known.Atom, n program.Operand) {
	b.between(a, a, n, func(a, _ known.Atom, n program.Operand) {
		b.each(n, func(i program.Operand) {
			p := b.elementAt(a, i)
			b.write(p, b.zero(p.elem))
		})
	})
}

// copyElements copies the first elements of a slice to memory that is new. What is behind them there is nobody's value:
// so where both begin their memories, and these are short and of one length, all is copied at once, without a loop.
func (b *heap) copyElements(to, from known.Atom, n program.Operand) {
	if b.emitting() && !n.IsLiteral() {
		x, y := b.wholeArray(to), b.wholeArray(from)
		if x != "" && y != "" && b.leafOf(x).Equal(b.leafOf(y)) {
			b.copy([]string{x}, []program.Operand{program.Ref(y)})
			return
		}
	}
	b.copyEach(to, from, n)
}

// copyEach copies the first elements of a slice to another, one after the other.
func (b *heap) copyEach(to, from known.Atom, n program.Operand) {
	b.between(to, from, n, func(to, from known.Atom, n program.Operand) {
		b.each(n, func(i program.Operand) { b.write(b.elementAt(to, i), b.read(b.elementAt(from, i))) })
	})
}

// maxWhole is how many elements are copied at once although there may be fewer.
const maxWhole = 64

// wholeArray is the variable that has a short memory of numbers which a slice begins; it is empty for others.
func (b *heap) wholeArray(a known.Atom) string {
	if a.Region.Kind != known.LaneRegion || a.Region.Family != nil || len(a.Nums) != 3 || a.Nums[0] != known.Int64(0) ||
		a.To != a.From+1 {
		return ""
	}
	m := b.memory(a.Region)
	if m.frozen != nil && m.frozen[a.From] || len(m.names[a.From]) != 1 {
		return ""
	}
	name := m.names[a.From][0]
	if shape := b.leafOf(name).Shape; len(shape) != 1 || shape[0] > maxWhole {
		return ""
	}
	return name
}

func (b *heap) leafOf(variable string) program.TensorType {
	return b.out.VarDefs.Def(variable).Type.Flatten()[0]
}

// maxUnrolled is how many elements are copied without a loop.
const maxUnrolled = 8

// each does something for 0 ≤ i < n.
func (b *coder) each(n program.Operand, do func(i program.Operand)) {
	if !b.emitting() {
		do(known.Varying())
		return
	}
	if n.IsLiteral() && int64(n.Bits) <= maxUnrolled {
		for i := range int64(n.Bits) {
			do(known.Int64(i))
		}
		return
	}
	i := b.names.Unique(b.f.name + ".i")
	b.declare(i, known.Leaf{Dtype: program.I64})
	b.copy([]string{i}, []program.Operand{known.Int64(0)})
	before := b.block
	head, inner, after := b.newBlock("each"), b.newBlock("each.body"), b.newBlock("each.done")
	before.Term = program.GotoOp{Target: head.Name, Pos: b.at}
	b.block = head
	head.Term = program.BranchOp{Cond: b.op("lt", program.I64, program.Ref(i), n), Then: inner.Name, Else: after.Name,
		Pos: b.at}
	b.block = inner
	do(program.Ref(i))
	b.set(i, program.OpcodeFor("add", program.I64), program.Ref(i), known.Int64(1))
	b.block.Term = program.GotoOp{Target: head.Name, Pos: b.at}
	b.block = after
}

const (
	faultPanic = optab.Panic
	faultIndex = optab.IndexOutOfRange
	faultNil   = optab.NilDereference
)
