package main

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/internal/measure"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// move is a function of package simd that moves lanes.
type move struct {
	name  string
	bytes float64 // that one lane reads and writes
	call  func()
}

// moves has the moves of numbers of 64 bits, under a mask that half of the
// lanes are in, at random.
func (b *bench) moves() []move {
	mask := unsafe.Slice((*uint64)(b.column(program.Bool)), b.lanes/64)
	src, dst := b.column(program.F64), b.column(program.F64)
	taking := float64(simd.PopCount(mask)) / float64(b.lanes)
	list := make([]int32, 0, b.lanes)
	var index []int64
	for i := range b.lanes {
		index = append(index, int64(i*37%256))
	}
	var wanted []move
	for _, m := range []move{
		{"Copy", 16, func() { simd.Copy(dst, src, 1, 8, b.lanes) }},
		{"MaskedMove", 16 * taking, func() { simd.MaskedMove(dst, src, 1, mask, 8, b.lanes) }},
		{"Pack", 16 * taking, func() { simd.Pack(dst, src, mask, 8) }},
		{"Unpack", 16 * taking, func() { simd.Unpack(dst, src, 1, mask, 8) }},
		{"LaneList", 4 * taking, func() { list = simd.LaneList(mask, list[:0]) }},
		{"PopCount", 1. / 8, func() { simd.PopCount(mask) }},
		{"GatherTable", 24, func() { simd.GatherTable(dst, src, 8, 1, 256, index) }},
	} {
		if b.wanted(m.name) {
			wanted = append(wanted, m)
		}
	}
	return wanted
}

// moveTable times the moves. Which implementation they use is a choice for the
// whole process, so here one implementation follows the other and the moves
// are interleaved.
func (b *bench) moveTable(moves []move) measure.Table {
	times := make([][]float64, len(moves))
	var calls []func()
	for _, m := range moves {
		calls = append(calls, m.call)
	}
	for _, impl := range b.impls {
		undo, _ := simd.Restrict(impl)
		for i, ns := range measure.Interleaved(b.rounds, calls...) {
			if simd.Moves() != impl {
				ns = 0
			}
			times[i] = append(times[i], ns)
		}
		undo()
	}
	t := measure.Table{Title: "Moves of 64-bit numbers, half of the lanes in the mask", Columns: b.columns("function")}
	for i, m := range moves {
		t.Row(b.cells(m.name, m.bytes, times[i])...)
	}
	return t
}
