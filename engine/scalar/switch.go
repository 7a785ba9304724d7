package scalar

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// jumpTable is a table of distances in the data, from itself to labels.
type jumpTable struct {
	off    int
	labels []string
}

// sparse is how many times as many places as cases a table may have.
const sparse = 4

// atOnce is how many intervals are looked at one after the other; of more, a comparison tells first in which half the
// number is.
const atOnce = 7

// choice is a switch, or some of its cases: intervals, in order of their numbers if there are many, and what the number
// may be there.
type choice struct {
	typ    optab.Type
	x      codegen.General
	list   []interval
	among  span
	labels []string
	other  int  // the block for all other numbers
	next   int  // the block that is written behind the switch
	looked bool // the flags are those of a comparison with the first number of the list
}

// choose ends a block with a switch.
func (e *emitter) choose(t *term, labels []string, next int) {
	c := choice{
		typ: t.typ, x: e.inReg(t.in[0], t.typ, scratchA), list: t.cases(), among: t.signs(), labels: labels,
		other: t.to[len(t.values)], next: next,
	}
	if len(c.list) > atOnce {
		sorting.By(c.list, func(a, b interval) int { return cmp.Compare(a.low, b.low) })
	}
	e.search(c)
}

// signs is what a switch may be of, with a sign.
func (t *term) signs() span {
	switch all := spanOf(t.typ); {
	case t.typ.Bits() == 32 && t.among.hi > math.MaxInt32:
		return spanOf(optab.I32)
	case t.among == (span{}):
		return all
	}
	return t.among
}

// search jumps to where the number's case is: by a table, or by a look at each interval, or it looks in which half of
// them the number is, which is the upper one without a jump.
func (e *emitter) search(c choice) {
	if e.jumpByTable(c) {
		return
	}
	if len(c.list) > atOnce {
		lower, upper := c, c
		half := len(c.list) / 2
		first := c.list[half].low
		lower.list, upper.list, upper.looked = c.list[:half], c.list[half:], true
		lower.among.hi, upper.among.lo = min(c.among.hi, first-1), max(c.among.lo, first)
		below := e.label("below")
		e.put("CMP"+suffix(c.typ), reg(c.x), e.source(arg{bits: uint64(first)}, c.typ))
		e.put("JLT", e.to(below))
		upper.next, lower.looked = -1, false
		e.search(upper)
		e.here(below)
		e.search(lower)
		return
	}
	for i, in := range c.list {
		e.jumpIn(&c, in, i == 0 && c.looked)
	}
	if c.other != c.next {
		e.put("JMP", e.to(c.labels[c.other]))
	}
}

// jumpByTable ends a block with a jump to the label of the number, unless there are few cases or
// these are far from each other.
func (e *emitter) jumpByTable(c choice) bool {
	cases := 0
	for _, in := range c.list {
		cases += in.high - in.low + 1
	}
	if cases < e.leastTable {
		return false
	}
	low, high := c.list[0].low, c.list[0].high
	for _, in := range c.list {
		low, high = min(low, in.low), max(high, in.high)
	}
	if places := high - low; places < 0 || places >= sparse*cases || -low != int(int32(-low)) {
		return false
	}
	table := jumpTable{labels: slices.Repeat([]string{c.labels[c.other]}, high-low+1)}
	for _, in := range c.list {
		for n := in.low; n <= in.high; n++ {
			table.labels[n-low] = c.labels[in.to]
		}
	}
	e.u.align(4)
	table.off = len(e.u.table)
	e.u.table = append(e.u.table, make([]byte, 4*len(table.labels))...)
	e.tables = append(e.tables, table)

	s, a, b := suffix(c.typ), reg(scratchA), reg(scratchB)
	at := codegen.Address{Base: scratchB, Index: c.x, Scale: 4}
	if low != 0 {
		e.put("LEA"+s, mem(codegen.Address{Base: c.x, Disp: -low}), a) // 32 bits fill the rest with zeros
		at.Index = scratchA
	}
	if c.among.lo < low || c.among.hi > high {
		e.put("CMP"+s, reg(at.Index), imm(high-low))
		e.put("JHI", e.to(c.labels[c.other]))
	}
	e.put("LEAQ", mem(inData(table.off)), b)
	e.put("MOVLQSX", mem(at), a)
	e.put("ADDQ", b, a)
	e.put("JMP", a)
	return true
}

// fillTables fills in the distances, in the code whose data is at a place.
func (e *emitter) fillTables(data int) {
	for _, t := range e.tables {
		for i, l := range t.labels {
			to, ok := e.x.Label(e.names.Number(l))
			if !ok {
				panic("bug: scalar: no label " + l)
			}
			binary.LittleEndian.PutUint32(e.x.Code[data+t.off+4*i:], uint32(to-data-t.off))
		}
	}
}

// interval is numbers next to each other for which a switch goes to the same block.
type interval struct{ low, high, to int }

// cases are the intervals of a switch, in the order of their first numbers in it.
func (t *term) cases() (list []interval) {
	for i, n := range t.values {
		x := signed(n, t.typ)
		same := slices.IndexFunc(list, func(c interval) bool {
			return c.to == t.to[i] && (c.high == x-1 || c.low == x+1) && min(c.low, x) > math.MinInt32 &&
				max(c.high, x) <= math.MaxInt32 // so that differences are small numbers
		})
		if same < 0 {
			list = append(list, interval{x, x, t.to[i]})
			continue
		}
		list[same].low, list[same].high = min(list[same].low, x), max(list[same].high, x)
	}
	return list
}

// jumpIn jumps where the number is in an interval. Where it is not known from what the number is among, looked says
// whether the flags are those of a comparison with the interval's first number.
func (e *emitter) jumpIn(c *choice, in interval, looked bool) {
	s, to, jump := suffix(c.typ), e.to(c.labels[in.to]), "JEQ"
	look := func(n int) {
		switch {
		case looked && n == in.low:
		case n == 0:
			e.put("TEST"+s, reg(c.x), reg(c.x))
		default:
			e.put("CMP"+s, reg(c.x), e.source(arg{bits: uint64(n)}, c.typ))
		}
	}
	switch {
	case in.low == in.high:
		look(in.low)
	case in.low <= c.among.lo:
		look(in.high)
		jump = "JLE"
	case in.high >= c.among.hi:
		look(in.low)
		jump = "JGE"
	default:
		jump = "JLS" // without a sign, what is below the interval is above it
		if in.low == 0 {
			e.put("CMP"+s, reg(c.x), imm(in.high))
			break
		}
		e.put("LEA"+s, mem(codegen.Address{Base: c.x, Disp: -in.low}), reg(scratchB))
		e.put("CMP"+s, reg(scratchB), imm(in.high-in.low))
	}
	e.put(jump, to)
}
