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

// Slices that grow and are kept: rows of a table that append makes, subsets that are collected, children
// of nodes. Their memory is an arena of rows (arenas.go): each slice of a type that make, a literal or
// append makes takes a row, and the number of the row tells whose memory a slice has.
//
// The capacity of a slice is what Go is sure to have given it: what make was asked for, and after an append
// the length. Within it append writes in place, in Go and here. A row that make or a literal gave is left by
// an append beyond it, in Go and here. Beyond the capacity of what an append made, Go may write in place or
// move the slice; here it goes on in its row, and a lane in which that could be seen is left to Go:
//
//   - if another slice has elements there already: one that memory refers to (rowsHeld), one of a call
//     that has not returned (rowsLive), or a value of this function.
//   - if elements are written (rowsTorn) that the slice has in common with another one of the same row,
//     where Go may have moved one of the two.

// The fields of an arena whose rows grow, after arenaTaken and arenaPlaces: how far the slices of each row
// reach. The last place of each stands for the memory of slices without any, such as s[:0:0].
const (
	rowsHeld   = iota + arenaPlaces + 1 // that memory has, or exactRow
	rowsLive                            // that calls have which have not returned
	rowsCopied                          // that two places in memory may have
	rowsTorn                            // that had elements in common with one that append may have moved
	rowsFields
)

// exactRow is how far slices of a row reach whose capacity is exact: further than any append.
const exactRow = math.MaxInt64

// Why lanes are left to Go.
const (
	mayShare = "append: another slice may be of the same memory, and whether append writes to that is up to the " +
		"compiler: append to a copy, slices.Clone(s)"
	mayHaveRoom = "a slice beyond the length of what append made: whether there is memory is up to the compiler"
	outgrows    = "append to a slice without room, where the capacity of slices is asked for or said: how much it " +
		"then gets is up to the compiler: append to a copy with room, make([]T, n, N)"
	notTold     = "whether a slice that a lane brings is nil, as it has no elements: ask len(s) == 0"
	carriesMore = "what an error carries besides its text: ask for the error itself, errors.Is(err, ErrX)"
	mayBeEqual  = "whether errors are equal that carry values of a lane: compare what they carry"
	mayOverflow = "what is sorted by a difference, which may overflow: compare with cmp.Compare"
)

// LeavesSome reports whether the message of an [optab.NeedsGo] fault is about what a lane did or brought: other lanes
// that get to the same place go on.
func LeavesSome(msg string) bool {
	return slices.Contains([]string{mayShare, mayHaveRoom, outgrows, notTold, mayOverflow, carriesMore, mayBeEqual,
		textVaries}, msg)
}

// wantGrowing notes that slices of some elements need an arena in which they grow, and reports whether
// they can have one.
func (b *cursor) wantGrowing(elem types.Type) bool {
	if b.opts.MakeCap <= 0 || b.kept.growing(elem) != nil || len(b.layouts.Of(elem).Leaves) == 0 {
		return false
	}
	n := int64(b.opts.MakeCap)
	if rows := b.kept.rowsOf(elem); rows != nil {
		n = max(n, rows.room())
	}
	row := types.NewArray(elem, n)
	b.kept.wanted[gotypes.Key(row)] = &arena{elem: row, rows: true, grows: true}
	return true
}

// wantTaking is wantGrowing where some of the slices are of array variables. If their elements have such an arena
// already, it takes what is in these arrays as well.
func (b *cursor) wantTaking(elem types.Type) {
	if b.wantGrowing(elem) {
		return
	}
	if rows := b.kept.growing(elem); rows != nil && !rows.takes {
		b.kept.wanted[gotypes.Key(rows.elem)] = &arena{elem: rows.elem, rows: true, grows: true, takes: true}
	}
}

// growing is the arena of slices that grow, or nil.
func (k *keeping) growing(elem types.Type) *arena {
	if rows := k.rowsOf(elem); rows != nil && rows.grows {
		return rows
	}
	return nil
}

// room is how many elements a row has.
func (a *arena) room() int64 { return a.elem.(*types.Array).Len() }

// noRow is the number of the row without memory.
func (a *arena) noRow() program.Operand {
	return known.Int64(int64(a.region.Layout.Fields[arenaPlaces].Len))
}

// rowsIn is the arena that a slice is of, if that grows.
func (k *keeping) rowsIn(a known.Atom) *arena {
	if a.Kind != known.Slice && a.Kind != known.Pointer || !a.Region.Arena {
		return nil
	}
	for _, r := range k.arenas {
		if r.region.Name == a.Region.Name && r.grows {
			return r
		}
	}
	return nil
}

// reach reads how far slices of a row reach, of a kind.
func (b *heap) reach(rows *arena, kind int, row program.Operand) program.Operand {
	return b.read(rows.reachOf(kind, row))[0].Nums[0]
}

// setReach writes that.
func (b *heap) setReach(rows *arena, kind int, row, n program.Operand) {
	p := rows.reachOf(kind, row)
	b.write(p, known.Value{known.NumberAtom(b.layouts.Of(types.Typ[types.Int]).Leaves[0], n)})
}

func (a *arena) reachOf(kind int, row program.Operand) place {
	from, to := a.region.Layout.Field(kind)
	return place{reg: a.region, from: from, to: to, index: []program.Operand{row}, elem: types.Typ[types.Int]}
}

// raiseReach notes that slices of a row reach as far as one does.
func (b *heap) raiseReach(rows *arena, kind int, s known.Atom) {
	before := b.reach(rows, kind, s.Nums[0])
	b.setReach(rows, kind, s.Nums[0], b.op("max", program.I64, before, b.endOf(s)))
}

// endOf is where a slice of a row ends; nil ends before it begins.
func (b *coder) endOf(s known.Atom) program.Operand { return b.sum(s.Nums[1], s.Nums[2]) }

// takeExact takes a row for what make or a literal makes.
func (b *heap) takeExact(rows *arena) known.Atom {
	a := b.takeRow(rows)
	if rows.grows {
		b.setReach(rows, rowsHeld, a.Nums[0], known.Int64(exactRow))
	}
	return a
}

// takeRow takes a row that no slice has yet.
func (b *heap) takeRow(rows *arena) known.Atom {
	a := b.takeArena(rows.region, rows.elem)
	if rows.grows && b.kept.frees {
		for kind := rowsHeld; kind < rowsFields; kind++ {
			b.setReach(rows, kind, a.Nums[0], known.Int64(0))
		}
	}
	return a
}

// rowOfText takes a row for a slice that a string is converted to. What capacity Go gives it is up to the compiler, as
// after an append.
func (b *heap) rowOfText(rows *arena, elem types.Type, length program.Operand) known.Atom {
	if most, bounded := known.Limit(length); bounded && most > rows.room() && !b.emitting() {
		b.wantRows(elem, most)
	}
	length = b.op("checkcap", program.I64, length, known.Int64(rows.room()))
	return sliceOfRow(b.takeRow(rows), elem, length, length)
}

// growRow translates an append to a slice in an arena whose rows grow, or to nil or to what has to be moved
// there, and reports whether it did.
func (b *slicing) growRow(in *ssa.Call, dst, src known.Atom, longer program.Operand) bool {
	elem := in.Type().Underlying().(*types.Slice).Elem()
	rows := b.kept.growing(elem)
	if rows == nil {
		return false
	}
	if inRow := b.kept.rowsIn(dst) == rows; !inRow && !certain(dst, longer) {
		return false
	} else if !inRow {
		b.moveToRow(in, rows, dst, src, longer)
		return true
	}
	row, from, length, capacity := dst.Nums[0], dst.Nums[1], dst.Nums[2], dst.Nums[3]
	isNil := b.op("lt", program.I64, from, known.Int64(0))
	out := known.Atom{Kind: known.Slice, Region: rows.region, From: dst.From, To: dst.To, Elem: elem}
	out.Nums = []program.Operand{b.variable("row", row),
		b.variable("off", b.op("max", program.I64, from, known.Int64(0))), length, b.variable("cap", capacity)}
	outgrows := b.op("lt", program.I64, capacity, longer)
	b.when(outgrows, func() {
		held := b.reach(rows, rowsHeld, row)
		leaves := b.op("or", program.Bool, b.op("eq", program.I64, held, known.Int64(exactRow)),
			b.op("or", program.Bool, isNil, b.op("eq", program.I64, row, rows.noRow())))
		b.when(leaves, func() {
			to := b.takeRow(rows).Nums[0]
			fresh := out
			fresh.Nums = []program.Operand{to, known.Int64(0), length, longer}
			b.copyMovedRows(in, dst, length)
			b.copyEach(fresh, dst, length)
			b.reassign(out.Nums[0], to)
			b.reassign(out.Nums[1], known.Int64(0))
		})
		b.when(b.op("not", program.Bool, leaves), func() { b.checkShared(in, rows, dst, held) })
		b.op("checkcap", program.I64, longer, b.difference(known.Int64(rows.room()), out.Nums[1]))
		b.reassign(out.Nums[3], longer)
	})
	torn := b.op("lt", program.I64, b.sum(out.Nums[1], length), b.reach(rows, rowsTorn, out.Nums[0]))
	b.leaveToGo(b.op("and", program.Bool, torn, b.op("not", program.Bool, outgrows)))
	b.fill(out, length, src)
	out.Nums[1] = b.op("select", program.I64, b.op("eq", program.I64, longer, known.Int64(0)), from, out.Nums[1])
	out.Nums[2] = longer
	b.define(known.Value{out})
	return true
}

// moveToRow translates an append that moves a slice of other memory, or nil, to a row.
func (b *slicing) moveToRow(in *ssa.Call, rows *arena, dst, src known.Atom, longer program.Operand) {
	elem := in.Type().Underlying().(*types.Slice).Elem()
	from, to := rows.region.Layout.Field(arenaPlaces)
	out := known.Atom{Kind: known.Slice, Region: rows.region, From: from, To: to, Elem: elem}
	row, off := b.variable("row", rows.noRow()), b.variable("off", known.Int64(-1))
	if dst.Kind == known.Slice {
		b.reassign(off, dst.Nums[len(dst.Nums)-3])
	}
	length := known.Int64(0)
	if dst.Kind == known.Slice {
		length = dst.Nums[len(dst.Nums)-2]
	}
	b.when(b.op("lt", program.I64, known.Int64(0), longer), func() {
		b.reassign(row, b.takeRow(rows).Nums[0])
		b.reassign(off, known.Int64(0))
		b.op("checkcap", program.I64, longer, known.Int64(rows.room()))
	})
	out.Nums = []program.Operand{row, off, longer, longer}
	if dst.Kind == known.Slice {
		b.copyMovedRows(in, dst, length)
		b.copyEach(out, dst, length)
	}
	b.fill(out, length, src)
	b.define(known.Value{out})
}

// checkShared is for an append that goes on in a row, where Go may have moved the slice.
func (b *slicing) checkShared(in *ssa.Call, rows *arena, dst known.Atom, held program.Operand) {
	end, row := b.endOf(dst), dst.Nums[0]
	live := b.reach(rows, rowsLive, row)
	b.leaveToGo(b.op("lt", program.I64, end, b.op("max", program.I64, held, live)))
	others := b.op("max", program.I64, live, b.reach(rows, rowsCopied, row))
	if ssaflow.Elements(in) == nil {
		others = b.op("max", program.I64, others, held)
	}
	shared := b.op("lt", program.I64, known.Int64(0), others)
	if ssaflow.LiveAfter(in.Call.Args[0], in) {
		shared = truth(true)
	}
	for _, s := range b.rowsBeyond(rows, in, in.Call.Args[0]) {
		same := b.op("eq", program.I64, s.Nums[0], row)
		b.leaveToGo(b.op("and", program.Bool, same, b.op("lt", program.I64, end, b.endOf(s))))
		shared = b.op("or", program.Bool, shared, same)
	}
	b.when(shared, func() { b.raiseReach(rows, rowsTorn, dst) })
}

// leaveToGo leaves the lanes in which a condition holds to Go.
func (b *coder) leaveToGo(cond program.Operand) {
	b.require(b.op("not", program.Bool, cond), optab.NeedsGo, mayShare)
}

// checkTorn leaves lanes to Go that write to an element of a row that another slice may have, or not.
func (b *heap) checkTorn(rows *arena, row, at program.Operand) {
	b.leaveToGo(b.op("lt", program.I64, at, b.reach(rows, rowsTorn, row)))
}

// checkElements is checkTorn for what is at a pointer or slice and behind it, if those are elements of a row.
func (b *heap) checkElements(a known.Atom) {
	if rows := b.kept.rowsIn(a); rows != nil && len(a.Nums) > 1 {
		b.checkTorn(rows, a.Nums[0], a.Nums[1])
	}
}
