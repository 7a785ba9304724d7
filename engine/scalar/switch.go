package scalar

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
)

// jumpTable is a table of distances in the data, from itself to labels.
type jumpTable struct {
	off    int
	labels []string
}

// A switch with as many cases as leastCases goes by a table, if that has not more than
// sparse times as many places.
const (
	leastCases = 6
	sparse     = 4
)

// jumpByTable ends a block with a jump to the label of x, unless there are few cases or
// these are far from each other.
func (e *emitter) jumpByTable(t *term, x codegen.General, labels []string) bool {
	if len(t.values) < leastCases {
		return false
	}
	var cases []int
	for _, n := range t.values {
		cases = append(cases, signed(n, t.typ))
	}
	low, high := slices.Min(cases), slices.Max(cases)
	if places := high - low; places < 0 || places >= sparse*len(cases) || -low != int(int32(-low)) {
		return false
	}
	other := labels[t.to[len(cases)]]
	table := jumpTable{labels: slices.Repeat([]string{other}, high-low+1)}
	for i, n := range cases {
		table.labels[n-low] = labels[t.to[i]]
	}
	e.u.align(4)
	table.off = len(e.u.table)
	e.u.table = append(e.u.table, make([]byte, 4*len(table.labels))...)
	e.tables = append(e.tables, table)

	s, a, b := suffix(t.typ), reg(scratchA), reg(scratchB)
	at := codegen.Address{Base: scratchB, Index: x, Scale: 4}
	if low != 0 {
		e.put("LEA"+s, mem(codegen.Address{Base: x, Disp: -low}), a) // 32 bits fill the rest with zeros
		at.Index = scratchA
	}
	if t.among == (span{}) || t.among.lo < low || t.among.hi > high {
		e.put("CMP"+s, reg(at.Index), imm(high-low))
		e.put("JHI", e.to(other))
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

// jumpIn jumps where the number in a register is in an interval.
func (e *emitter) jumpIn(t *term, c interval, x codegen.General, label string) {
	s := suffix(t.typ)
	switch {
	case c.low == 0 && c.high == 0:
		e.put("TEST"+s, reg(x), reg(x))
	case c.low == c.high:
		e.put("CMP"+s, reg(x), e.source(arg{bits: uint64(c.low)}, t.typ))
	case c.low == 0:
		e.put("CMP"+s, reg(x), imm(c.high))
	default:
		e.put("LEA"+s, mem(codegen.Address{Base: x, Disp: -c.low}), reg(scratchB))
		e.put("CMP"+s, reg(scratchB), imm(c.high-c.low))
	}
	if c.low == c.high {
		e.put("JEQ", e.to(label))
		return
	}
	e.put("JLS", e.to(label)) // without a sign, what is below the interval is above it
}
