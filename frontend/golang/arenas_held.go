package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Who has slices of rows that grow (arenas_grow.go), beside the append that is next.

// rowsNames are the names of an arena's fields from rowsHeld on.
var rowsNames = [...]string{"held", "live", "copied", "torn"}

// rowElement is the type of the elements of the array that a literal of a slice, or a make of a constant
// capacity, allocates; nil for other instructions.
func rowElement(in ssa.Instruction) types.Type {
	a, ok := in.(*ssa.Alloc)
	if !ok || !a.Heap || a.Comment != "makeslice" && a.Comment != "slicelit" {
		return nil
	}
	return a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Elem()
}

// rowsFor is the arena with the row that an allocation takes, or nil.
func (k *keeping) rowsFor(in *ssa.Alloc) *arena {
	if elem := rowElement(in); elem != nil {
		return k.growing(elem)
	}
	return nil
}

// allocRow translates the allocation of the array of a slice whose memory is in an arena.
func (b *addressing) allocRow(in *ssa.Alloc, rows *arena, array *types.Array) {
	b.define(known.Value{b.newRow(rows, array)})
}

// newRow is a pointer to the elements of an array, in a row of their own.
func (b *heap) newRow(rows *arena, array *types.Array) known.Atom {
	if array.Len() > rows.room() && !b.emitting() {
		b.wantRows(array.Elem(), array.Len())
	}
	from, to := rows.region.Layout.Field(arenaPlaces)
	a := known.Atom{Kind: known.Pointer, Region: rows.region, From: from, To: to, Nums: []program.Operand{rows.noRow()}}
	if array.Len() > 0 {
		a = b.takeExact(rows)
		b.clearTaken(rows, a, known.Int64(array.Len()))
	}
	a.Elem = array
	return a
}

// takeArray moves an array that is sliced, and to which a is a pointer, to a row, if its arena takes such arrays and
// nothing reads or writes the array other than through the slice from then on.
func (b *slicing) takeArray(in *ssa.Slice, a known.Atom) known.Atom {
	array := gotypes.Pointee(in.X.Type()).Underlying().(*types.Array)
	rows := b.kept.growing(array.Elem())
	if rows == nil || !rows.takes || a.Region.Arena || array.Len() == 0 || !ssaflow.EndsAsSlice(in) {
		return a
	}
	all, n := a, known.Int64(array.Len())
	all.Kind, all.Elem = known.Slice, array.Elem()
	all.Nums = append(slices.Clone(a.Nums), known.Int64(0), n, n)
	row := b.newRow(rows, array)
	b.copyEach(sliceOfRow(row, array.Elem(), n, n), all, n)
	return row
}

// holdRows notes that memory has slices.
func (b *heap) holdRows(v known.Value) { b.eachRow(v, rowsHeld) }

// eachRow notes of what kind the slices of rows in a value are held.
func (b *heap) eachRow(v known.Value, kind int) {
	if len(b.kept.arenas) == 0 {
		return
	}
	for _, a := range v {
		if rows := b.kept.rowsIn(a); rows != nil && a.Kind == known.Slice {
			b.eachElement(a, b.numbersShape(a.Nums...), func(e known.Atom) { b.raiseReach(rows, kind, e) })
		}
		b.eachRow(a.Parts, kind)
	}
}

// eachElement does something with each slice of an array of slices, whose numbers have a shape.
func (b *heap) eachElement(a known.Atom, shape []int, do func(e known.Atom)) {
	if len(shape) == 0 {
		do(a)
		return
	}
	b.each(known.Int64(int64(shape[0])), func(i program.Operand) {
		b.eachElement(b.sliceAt(a, shape, i), shape[1:], do)
	})
}

// sliceAt is an element of an array of slices, whose numbers have a shape.
func (b *heap) sliceAt(a known.Atom, shape []int, i program.Operand) known.Atom {
	a.Nums = slices.Clone(a.Nums)
	for k, o := range a.Nums {
		if len(b.numbersShape(o)) > 0 {
			a.Nums[k] = b.element(o, known.Leaf{Dtype: program.I64, Shape: shape[1:]}, []program.Operand{i})
		}
	}
	return a
}

// mostBeyond is how many slices an array has at most that is used behind what looks at its rows one by one.
const mostBeyond = 64

// slicesOf are all elements of such an array.
func (b *heap) slicesOf(a known.Atom, shape []int) (all []known.Atom) {
	if len(shape) == 0 {
		return []known.Atom{a}
	}
	if program.Elements(shape) > mostBeyond {
		b.fail("an array of %d slices is used behind this, which may append to them; hand a slice of slices on, or "+
			"fewer", program.Elements(shape))
	}
	for i := range shape[0] {
		all = append(all, b.slicesOf(b.sliceAt(a, shape, known.Int64(int64(i))), shape[1:])...)
	}
	return all
}

// copyRows notes that a value that is stored may be in other memory as well.
func (b *operands) copyRows(v, to ssa.Value, stored known.Value) {
	if ssaflow.HasMeanwhile(to) {
		return
	}
	var key ssa.Value
	if update, ok := b.cur.(*ssa.MapUpdate); ok {
		key = update.Key
	}
	if elsewhere(v, to, key, map[*ssa.Call]bool{}) || ssaflow.StoredTwice(v, b.cur.(ssa.Instruction)) {
		b.eachRow(stored, rowsCopied)
	}
}

// copyElementRows notes that the first elements of a slice are copied, so that slices in them are in two places.
func (b *operands) copyElementRows(of known.Atom, n program.Operand) {
	for _, rows := range b.kept.arenas {
		if rows.grows && b.mayHaveRows(of.Elem, rows) {
			b.each(n, func(i program.Operand) { b.eachRow(b.read(b.elementAt(of, i)), rowsCopied) })
			return
		}
	}
}

// copyMovedRows is copyElementRows for the elements that an append takes to other memory, if what it appends to may
// still be seen.
func (b *operands) copyMovedRows(in *ssa.Call, of known.Atom, n program.Operand) {
	arg := in.Call.Args[0]
	_, isLoad := arg.(*ssa.UnOp)
	_, isParameter := arg.(*ssa.Parameter)
	if isLoad && ssaflow.Elements(in) == nil || isParameter || ssaflow.LiveAfter(arg, in) || ssaflow.IsKept(arg) {
		b.copyElementRows(of, n)
	}
}

// elsewhere reports whether memory other than at an address, or at the key of a map that is updated, may have what a
// value is a slice of. Calls that are looked at are seen.
func elsewhere(v, at, key ssa.Value, seen map[*ssa.Call]bool) bool {
	return slices.ContainsFunc(ssaflow.Origins(v), func(from ssa.Value) bool {
		switch from := from.(type) {
		case *ssa.Const, *ssa.MakeSlice, *ssa.Alloc:
			return false
		case *ssa.Call:
			return !seen[from] && givesElsewhere(from, at, key, seen)
		case *ssa.UnOp:
			a, ok := from.X.(*ssa.Alloc)
			return !(ok && ssaflow.OnlyFills(a)) && !ssaflow.SamePlace(from.X, at)
		case *ssa.Lookup:
			return !ssaflow.SamePlace(from.X, at) || !ssaflow.SameNumber(from.Index, key)
		}
		return true
	})
}

// givesElsewhere is elsewhere for what a call gives: what the function makes and keeps nowhere, or what it is given.
func givesElsewhere(call *ssa.Call, at, key ssa.Value, seen map[*ssa.Call]bool) bool {
	seen[call] = true
	fn := call.Call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || fn.Signature.Results().Len() != 1 || len(fn.FreeVars) > 0 {
		return true
	}
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			return false
		}
		return ssaflow.IsKept(ret.Results[0]) ||
			slices.ContainsFunc(ssaflow.Origins(ret.Results[0]), func(from ssa.Value) bool {
				switch from := from.(type) {
				case *ssa.Const, *ssa.MakeSlice, *ssa.Alloc:
					return false
				case *ssa.Parameter:
					return elsewhere(call.Call.Args[slices.Index(fn.Params, from)], at, key, seen)
				case *ssa.Call: // or of a recursion
					return seen[from] || givesElsewhere(from, at, key, seen)
				}
				return true
			})
	})
}

// checkWritten is checkElements for a place that is stored to, unless it is in what a literal or make of this
// function gave: append keeps away from that.
func (b *operands) checkWritten(addr ssa.Value, p place) {
	for {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			addr = v.X
			continue
		case *ssa.IndexAddr:
			addr = v.X
			continue
		case *ssa.Alloc, *ssa.MakeSlice:
			return
		}
		break
	}
	b.checkElements(known.Atom{Kind: known.Pointer, Region: p.reg, From: p.from, To: p.to, Nums: p.index})
}

// checkResliced leaves lanes to Go that slice what append made up to where only Go knows if there is memory.
func (b *slicing) checkResliced(a known.Atom, high, capacity program.Operand) {
	rows := b.kept.rowsIn(a)
	if rows == nil || a.Kind != known.Slice {
		return
	}
	same := high == a.Nums[2] && (high.IsLiteral() || b.emitting()) // two numbers that vary look the same until then
	if !same {
		beyond := b.op("lt", program.I64, capacity, high)
		held := b.reach(rows, rowsHeld, a.Nums[0])
		unsure := b.op("lt", program.I64, held, known.Int64(exactRow))
		b.require(b.op("not", program.Bool, b.op("and", program.Bool, beyond, unsure)), optab.NeedsGo, mayHaveRoom)
	}
}

// rowsBeyond returns the slices of an arena that values of this function have which are used after an
// instruction, but for one value and what the instruction gives.
func (b *operands) rowsBeyond(rows *arena, in ssa.Instruction, but ssa.Value) (found []known.Atom) {
	if !b.emitting() {
		return nil
	}
	var collect func(v known.Value)
	collect = func(v known.Value) {
		for _, a := range v {
			if a.Kind == known.Slice && b.kept.rowsIn(a) == rows {
				found = append(found, b.slicesOf(a, b.numbersShape(a.Nums...))...)
			}
			collect(a.Parts)
		}
	}
	for _, v := range b.liveBeyond(rows, in) {
		if v != but {
			collect(b.value(v))
		}
	}
	return found
}

// liveBeyond returns the values of this function that may have slices of an arena, by their types, and that are
// used after an instruction.
func (b *operands) liveBeyond(rows *arena, in ssa.Instruction) (live []ssa.Value) {
	consider := func(v ssa.Value) {
		if b.mayHaveRows(v.Type(), rows) && ssaflow.LiveAfter(v, in) {
			live = append(live, v)
		}
	}
	for _, p := range b.fn.Params {
		consider(p)
	}
	for _, op := range b.instrs {
		if v, ok := op.(ssa.Value); ok && op != in {
			consider(v)
		}
	}
	return live
}

// mayHaveRows reports whether values of a type are, or have, slices of the elements of an arena.
func (b *operands) mayHaveRows(t types.Type, rows *arena) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Basic:
		return false
	}
	for _, lf := range b.layouts.Of(t).Leaves {
		if lf.Ref == nil {
			continue
		}
		switch ref := lf.Ref.Underlying().(type) {
		case *types.Slice:
			if types.Identical(ref.Elem(), rows.elem.(*types.Array).Elem()) {
				return true
			}
		case *types.Interface, *types.Signature:
			return true
		}
	}
	return false
}

// handBack lets a function append to slices whose place in memory is to have what it gives, as if that place had none
// while it runs. The function itself must not look there: canRead tells.
func (b *operands) handBack(canRead func(place known.Atom) bool) {
	in, ok := b.cur.(*ssa.Call)
	if !ok {
		return
	}
	for _, arg := range in.Call.Args {
		load, ok := ssaflow.HandedBack(in, arg)
		if !ok {
			continue
		}
		a := b.value(arg)
		rows := b.kept.rowsIn(a[0])
		switch {
		case len(a) != 1 || a[0].Kind != known.Slice || rows == nil:
		case !b.emitting(): // what it will do
			b.setReach(rows, rowsHeld, known.Varying(), b.reach(rows, rowsHeld, known.Varying()))
		case !canRead(b.value(load.X)[0]):
			row := a[0].Nums[0]
			held, copied := b.reach(rows, rowsHeld, row), b.reach(rows, rowsCopied, row)
			only := b.op("and", program.Bool, b.op("eq", program.I64, copied, known.Int64(0)),
				b.op("ne", program.I64, held, known.Int64(exactRow)))
			b.setReach(rows, rowsHeld, row, b.op("select", program.I64, only, known.Int64(0), held))
		}
	}
}

// keepLive notes whose rows the slices of this function are while it calls what may append to slices. What it
// returns takes that back.
func (b *operands) keepLive(in *ssa.Call) (release func()) {
	if b.graph == nil { // only numbers are computed, when compiling
		return func() {}
	}
	var taken []func()
	for _, rows := range b.kept.arenas {
		if !rows.grows || len(b.liveBeyond(rows, in)) == 0 ||
			!ssaflow.MayAppend(&in.Call, rows.elem.(*types.Array).Elem()) {
			continue
		}
		live := b.rowsBeyond(rows, in, nil)
		if !b.emitting() { // what it will do
			b.setReach(rows, rowsLive, known.Varying(), b.reach(rows, rowsLive, known.Varying()))
		}
		for _, s := range live {
			before := b.reach(rows, rowsLive, s.Nums[0])
			b.setReach(rows, rowsLive, s.Nums[0], b.op("max", program.I64, before, b.endOf(s)))
			taken = append(taken, func() { b.setReach(rows, rowsLive, s.Nums[0], before) })
		}
	}
	return func() {
		for k := len(taken) - 1; k >= 0; k-- {
			taken[k]()
		}
	}
}
