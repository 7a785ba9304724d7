package golang

import (
	"go/types"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Slices of a lane's memory, of tables and of uniforms.

// sliceOf translates x[low:high:max].
func (b *body) sliceOf(in *ssa.Slice) {
	a := b.atom(in.X)
	bound := func(v ssa.Value) (program.Operand, bool) {
		if v == nil {
			return program.Operand{}, false
		}
		return b.index(v), true
	}
	low, hasLow := bound(in.Low)
	high, hasHigh := bound(in.High)
	most, hasMax := bound(in.Max)
	if !hasLow {
		low = litI64(0)
	}
	if a.kind == slice && a.reg.isGrown() && hasMax && most != litI64(0) && used(in) {
		b.fail("a slice with three indices: how much capacity append makes is up to the compiler, so nothing can depend on it; append to a copy, slices.Clone(s)")
	}
	var off, length, capacity program.Operand
	switch a.kind {
	case pointer:
		a = b.settled(a)
		b.notNilPointer(a)
		n := litI64(gotypes.Pointee(in.X.Type()).Underlying().(*types.Array).Len())
		off, length, capacity = litI64(0), n, n
		a.nums = append(slices.Clone(a.nums), off, n, n)
	case slice:
		n := len(a.nums)
		off, length, capacity = a.nums[n-3], a.nums[n-2], a.nums[n-1]
		a.nums = slices.Clone(a.nums)
	case nothing:
		if _, isArray := in.X.Type().Underlying().(*types.Pointer); isArray {
			b.nilDereference()
		}
		off, length, capacity = litI64(-1), litI64(0), litI64(0)
	case text:
		if low.IsLiteral() && a.known && (!hasHigh || high.IsLiteral()) {
			if !hasHigh {
				high = litI64(int64(len(a.text)))
			}
			if low.Bits <= high.Bits && high.Bits <= uint64(len(a.text)) {
				b.define(value{textOf(a.text[low.Bits:high.Bits], true)})
				return
			}
		}
		b.fail("%s", noStrings)
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
		high = b.bound(high, limit)
	}
	low = b.bound(low, high)
	if a.kind == nothing {
		// All bounds were 0, or the lane has faulted.
		b.define(value{a})
		return
	}
	n := len(a.nums)
	a.kind = slice
	a.nums[n-3], a.nums[n-2], a.nums[n-1] = b.sum(off, low), b.difference(high, low), b.difference(limit, low)
	a.elem = in.Type().Underlying().(*types.Slice).Elem()
	b.define(value{a})
}

// used reports whether anything reads a value.
func used(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		_, ref := in.(*ssa.DebugRef)
		return !ref
	})
}

// bound checks that x is at most y, as a bound of a slice. y is not negative.
func (b *body) bound(x, y program.Operand) program.Operand {
	if x == litI64(0) || x == y && x.IsLiteral() {
		return x
	}
	return b.op("checkslice", program.I64, x, y)
}

// makeSlice translates make of a slice whose capacity is known.
func (b *body) makeSlice(in *ssa.MakeSlice) {
	elem := in.Type().Underlying().(*types.Slice).Elem()
	length, capacity := b.index(in.Len), b.index(in.Cap)
	most, known := limit(capacity)
	varies := !capacity.IsLiteral()
	if made := b.regions[b.sites[in]]; b.emitting() && made != nil {
		most, known = made.typ.(*types.Array).Len(), !made.open
	}
	switch {
	case known && most > program.MaxElements:
		b.fail("make of %d elements: a lane has at most %d", most, program.MaxElements)
	case !known && b.opts.MakeCap <= 0:
		b.failAll("make: how long this slice gets is not known when compiling, and a lane's memory has a fixed size; say how many elements are enough (-make-cap N, lockstep.MakeCap), or make([]%s, n, N) with a constant N, and n at most N",
			types.TypeString(elem, (*types.Package).Name))
	case !known:
		most = max(most, int64(b.opts.MakeCap))
		capacity = b.op("checklen", program.I64, capacity, litI64(math.MaxInt64))
		capacity = b.op("checkcap", program.I64, capacity, litI64(most))
	case !capacity.IsLiteral() || int64(capacity.Bits) < 0:
		most = max(most, 0)
		capacity = b.op("checklen", program.I64, capacity, litI64(most))
	}
	switch {
	case in.Len == in.Cap:
		length = capacity
	case !length.IsLiteral() || !capacity.IsLiteral() || length.Bits > capacity.Bits:
		length = b.op("checklen", program.I64, length, capacity)
	}
	r := b.sized(in, elem, most)
	r.open, r.varies = r.open || !known, r.varies || varies
	b.make(r, nil, "made")
	b.define(value{{
		kind: slice, reg: r, to: len(r.layout.leaves), elem: elem,
		nums: []program.Operand{litI64(0), length, capacity},
	}})
}

// length translates len and cap.
func (b *body) length(in *ssa.Call, name string) {
	x := in.Call.Args[0]
	t := x.Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	if at, ok := t.(*types.Array); ok {
		b.defineNumber(litI64(at.Len()))
		return
	}
	a := b.atom(x)
	n := len(a.nums)
	switch {
	case a.kind == slice && name == "len":
		b.defineNumber(a.within(a.nums[n-2]))
	case a.kind == slice && a.reg.isGrown() && !b.ofSlices():
		b.fail("cap: how much capacity append makes is up to the compiler, so nothing can depend on it; use len")
	case a.kind == slice:
		b.defineNumber(a.within(a.nums[n-1]))
	case a.kind == nothing:
		b.defineNumber(litI64(0))
	case a.kind == text && a.known:
		b.defineNumber(litI64(int64(len(a.text))))
	case a.kind == mapping:
		b.defineNumber(litI64(int64(len(a.reg.table.m.index))))
	default:
		b.refuseKind(a, x.Type())
	}
}

// within gives the length or capacity of a slice the limit that its memory has,
// if it has none of its own.
func (a atom) within(o program.Operand) program.Operand {
	if _, known := limit(o); known || !isVarying(o) {
		return o
	}
	if n, known := a.reg.extent(a.from, len(a.nums)-3); known {
		return atMost(n)
	}
	return o
}

// extent is how many elements an axis of a leaf has at most, if that is known.
func (r *region) extent(leaf, axis int) (n int64, known bool) {
	switch r.kind {
	case laneRegion:
		if r.grown || r.varies {
			// Else memory that is made for what it holds and more would grow
			// without end.
			return 0, false
		}
		if leaf < len(r.layout.leaves) && axis < len(r.layout.leaves[leaf].shape) {
			return int64(r.layout.leaves[leaf].shape[axis]), true
		}
	case choiceRegion:
		for _, o := range r.options {
			m, known := o.reg.extent(leaf+o.from, axis-1)
			if !known {
				return 0, false
			}
			n = max(n, m)
		}
		return n, true
	}
	return 0, false
}

// elementAt is the place of an element that is known to be there.
func (b *body) elementAt(a atom, i program.Operand) place {
	n := len(a.nums)
	index := append(slices.Clone(a.nums[:n-3]), b.sum(a.nums[n-3], i))
	return place{a.reg, a.from, a.to, index, a.elem}
}

// copySlice translates the built-in copy.
func (b *body) copySlice(in *ssa.Call) {
	dst, src := b.atom(in.Call.Args[0]), b.atom(in.Call.Args[1])
	zero := litI64(0)
	for _, a := range []atom{dst, src} {
		if a.kind == nothing {
			b.defineNumber(zero)
			return
		}
		if a.kind != slice {
			b.refuseKind(a, in.Call.Args[0].Type())
		}
	}
	n := b.op("min", program.I64, dst.nums[len(dst.nums)-2], src.nums[len(src.nums)-2])
	if b.emitting() {
		b.checkRead(rangeOf(dst))
	}
	if b.emitting() && dst.reg.overlaps(src.reg) {
		// What is read is a copy.
		src.reg = b.snapshot(src)
	}
	b.each(n, func(i program.Operand) {
		v := b.read(b.elementAt(src, i))
		b.write(b.elementAt(dst, i), v)
	})
	b.defineNumber(n)
}

// appendSlice translates the built-in append. Where there is room for more it
// writes in place; where Go would move the elements to a larger array, see grow.
func (b *body) appendSlice(in *ssa.Call) {
	dst, src := b.atom(in.Call.Args[0]), b.atom(in.Call.Args[1])
	if src.kind == nothing || src.kind == slice && src.nums[len(src.nums)-2] == litI64(0) {
		b.define(value{dst})
		return
	}
	switch {
	case dst.kind != slice && dst.kind != nothing:
		b.refuseKind(dst, in.Type())
	case src.kind != slice:
		b.refuseKind(src, in.Call.Args[1].Type())
	}
	length, n := litI64(0), len(dst.nums)
	if dst.kind == slice {
		length = dst.nums[n-2]
	}
	longer := b.sum(length, src.nums[len(src.nums)-2])
	if b.grow(in, dst, src, longer) {
		return
	}
	if dst.kind == slice && b.mayOutgrow(in, dst, longer) {
		b.growSome(in, dst, src, longer)
		return
	}
	before := dst
	dst.nums = slices.Clone(dst.nums)
	capacity := dst.nums[n-1]
	if b.emitting() {
		b.checkRead(rangeOf(dst))
	}
	if dst.reg.isGrown() {
		if b.emitting() {
			b.checkOld(in, dst.reg)
		}
		if dst.reg.kind == laneRegion {
			// A nil one begins here.
			dst.nums[n-3] = b.op("max", program.I64, dst.nums[n-3], litI64(0))
			capacity = b.difference(litI64(int64(b.shapeOf(dst.reg, dst.from)[n-3])), dst.nums[n-3])
			dst.nums[n-1] = capacity
		}
	}
	if most, known := b.limitOf(in, longer); !known || !capacity.IsLiteral() || most > int64(capacity.Bits) {
		longer = b.op("checkcap", program.I64, longer, capacity)
	}
	if b.emitting() && dst.reg.overlaps(src.reg) {
		src.reg = b.snapshot(src)
	}
	b.fill(dst, length, src)
	dst.nums[n-2] = longer
	if dst.reg.isGrown() && dst.reg.kind == laneRegion {
		dst.nums[n-3] = b.nilOffset(before, longer, dst.nums[n-3])
	}
	b.define(value{dst})
}

// overlaps reports whether two slices may have elements in common that a lane
// can write.
func (r *region) overlaps(s *region) bool {
	switch {
	case r.kind == choiceRegion:
		return slices.ContainsFunc(r.options, func(o option) bool { return o.reg.overlaps(s) })
	case s.kind == choiceRegion:
		return s.overlaps(r)
	}
	return r.name == s.name && r.kind == laneRegion
}

// snapshot copies what a slice is of.
func (b *body) snapshot(a atom) *region {
	if a.reg.kind == choiceRegion {
		copies := make([]option, len(a.reg.options))
		for i, o := range a.reg.options {
			copies[i] = o
			if o.reg.kind == laneRegion {
				copies[i].reg = b.snapshot(atom{reg: o.reg, from: o.from, to: o.from + a.to})
			}
		}
		return newChoice(copies, a.reg.nilable)
	}
	m := b.memory(a.reg)
	r := &region{name: b.names.unique(a.reg.name + ".copy"), typ: a.reg.typ, layout: a.reg.layout, what: a.reg.what}
	c := &memory{reg: r, names: make([][]string, len(m.names)), atoms: m.atoms.clone()}
	var to []string
	var from []program.Operand
	for k := a.from; k < a.to; k++ {
		for _, o := range (c.atoms[k : k+1]).flat(nil) {
			if o.IsLiteral() || !slices.Contains(m.names[k], o.Name) {
				continue
			}
			n := b.like(o.Name, o.Name)
			to, from = append(to, n), append(from, *o)
			o.Name = n
			c.names[k] = append(c.names[k], n)
		}
	}
	b.mem[r.name] = c
	b.copy(to, from)
	return r
}

// clearSlice translates the built-in clear.
func (b *body) clearSlice(in *ssa.Call) {
	a := b.atom(in.Call.Args[0])
	if a.kind == nothing {
		return
	}
	if a.kind != slice {
		b.refuseKind(a, in.Call.Args[0].Type())
	}
	b.each(a.nums[len(a.nums)-2], func(i program.Operand) {
		p := b.elementAt(a, i)
		b.write(p, b.zero(p.elem))
	})
}

// maxUnrolled is how many elements are copied without a loop.
const maxUnrolled = 8

// each does something for 0 ≤ i < n.
func (b *body) each(n program.Operand, do func(i program.Operand)) {
	if !b.emitting() {
		do(varying())
		return
	}
	if n.IsLiteral() && int64(n.Bits) <= maxUnrolled {
		for i := range int64(n.Bits) {
			do(litI64(i))
		}
		return
	}
	i := b.names.unique(b.f.name + ".i")
	b.declare(i, leaf{dtype: program.I64})
	b.copy([]string{i}, []program.Operand{litI64(0)})
	before := b.block
	head, inner, after := b.newBlock("each"), b.newBlock("each.body"), b.newBlock("each.done")
	before.Term = program.GotoOp{Target: head.Name, Pos: b.at}
	b.block = head
	head.Term = program.BranchOp{Cond: b.op("lt", program.I64, program.Ref(i), n), Then: inner.Name, Else: after.Name, Pos: b.at}
	b.block = inner
	do(program.Ref(i))
	b.set(i, program.OpcodeFor("add", program.I64), program.Ref(i), litI64(1))
	b.block.Term = program.GotoOp{Target: head.Name, Pos: b.at}
	b.block = after
}

const (
	faultPanic = optab.Panic
	faultIndex = optab.IndexOutOfRange
	faultNil   = optab.NilDereference
)

// checkLoop refuses a region that is made again while what it was before may
// still be read: there is one in a lane, not one for each time.
func (b *body) checkLoop(r *region) { b.checkMade(r, liveAt) }

// checkMade is checkLoop with what decides whether a value is still read.
func (b *body) checkMade(r *region, live func(ssa.Value, ssa.Instruction) bool) {
	in, ok := b.cur.(ssa.Instruction)
	if !ok || !b.loops[in.Block().Index] {
		return
	}
	refuse := func() {
		// The rest of the function may have more to say.
		b.failed = append(b.failed, &program.Error{Pos: b.ops[b.opOf[in]].Pos, Instr: -1, Msg: "this memory is made in a loop and used beyond the round that made it; in batched code it is the same memory in each round: make it before the loop, as large as all rounds need"})
	}
	for k, op := range b.instrs {
		v, ok := op.(ssa.Value)
		if !ok || op == in {
			continue
		}
		if got, ok := b.e.Operand(k, 0).(value); ok && got.refersTo(r.name) && live(v, in) {
			refuse()
		}
	}
	for _, h := range b.holders(r) {
		if !b.madeAgain(h, in.Block()) && b.liveRegion(h, in, map[*region]bool{}) {
			refuse()
		}
	}
	if b.callerHolds(r) {
		refuse()
	}
}

// holders returns the regions of this function that may refer to another one, in
// the order of their names.
func (b *body) holders(r *region) []*region {
	var holders []*region
	for _, name := range slices.Sorted(maps.Keys(b.regions)) {
		if h := b.regions[name]; h != r && b.holds(h, r) {
			holders = append(holders, h)
		}
	}
	return holders
}

func (b *body) holds(h, r *region) bool {
	for k := range h.layout.leaves {
		if v, ok := b.e.Cell(cellKey{h.name, k}).(value); ok && v.refersTo(r.name) {
			return true
		}
	}
	return false
}

// callerHolds reports whether memory of the caller may refer to a region.
func (b *body) callerHolds(r *region) bool {
	return slices.ContainsFunc(b.callerRegions(), func(c contents) bool { return b.holds(c.reg, r) })
}

// madeAgain reports whether a region is made anew between any two times that a
// block is run.
func (b *body) madeAgain(r *region, blk *ssa.BasicBlock) bool {
	made := false
	site, _, _ := strings.Cut(r.name, ".")
	for in, s := range b.sites {
		if s != site {
			continue
		}
		if in.Block() != blk && !passes(blk, in.Block()) {
			return false
		}
		made = true
	}
	return made
}

// liveRegion reports whether what a region of this function held before an
// instruction may be read by it or after it: whether something that is live
// refers to it, itself or through other regions.
func (b *body) liveRegion(r *region, at ssa.Instruction, seen map[*region]bool) bool {
	if seen[r] {
		return false
	}
	seen[r] = true
	for k, op := range b.instrs {
		v, ok := op.(ssa.Value)
		if !ok {
			continue
		}
		if got, ok := b.e.Operand(k, 0).(value); ok && got.refersTo(r.name) && liveAt(v, at) {
			return true
		}
	}
	for _, h := range b.holders(r) {
		if b.liveRegion(h, at, seen) {
			return true
		}
	}
	return b.callerHolds(r)
}

// refersTo reports whether a value may refer to a region.
func (v value) refersTo(region string) bool {
	for _, a := range v {
		if a.reg != nil && a.reg.isOrMayBe(region) || a.parts.refersTo(region) {
			return true
		}
	}
	return false
}

func (r *region) isOrMayBe(name string) bool {
	return r.name == name || slices.ContainsFunc(r.options, func(o option) bool { return o.reg.name == name })
}

// liveAt reports whether what a value was before an instruction may be read by
// it or after it.
func liveAt(v ssa.Value, at ssa.Instruction) bool { return live(v, at, false) }

// live is liveAt, or without the instruction itself.
func live(v ssa.Value, at ssa.Instruction, after bool) bool {
	def, blk := v.(ssa.Instruction), at.Block()
	before := func(x, y ssa.Instruction) bool {
		return slices.Index(blk.Instrs, x) < slices.Index(blk.Instrs, y)
	}
	if def.Block() == blk && !before(def, at) {
		// What it was comes from another round, and only to a φ.
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	var work []*ssa.BasicBlock
	// reach notes that v is live at the end of a block.
	reach := func(b *ssa.BasicBlock) {
		if !seen[b] {
			seen[b] = true
			work = append(work, b)
		}
	}
	// into notes that v is live at the start of a block.
	into := func(b *ssa.BasicBlock) {
		if b == def.Block() {
			return
		}
		for _, p := range b.Preds {
			reach(p)
		}
	}
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.DebugRef); ok {
			continue
		}
		if phi, ok := r.(*ssa.Phi); ok {
			for i, e := range phi.Edges {
				if e == v {
					reach(phi.Block().Preds[i])
				}
			}
			continue
		}
		if r == at && after {
			continue
		}
		if r.Block() == blk && !before(r, at) {
			return true
		}
		into(r.Block())
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == blk {
			return true
		}
		into(b)
	}
	return false
}

// passes reports whether every way from a block back to itself goes through
// another one.
func passes(blk, through *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{through: true}
	work := slices.Clone(blk.Succs)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == blk {
			return false
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return true
}
