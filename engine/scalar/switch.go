package scalar

import (
	"encoding/binary"
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
	if places := high - low; places < 0 || places >= sparse*len(cases) || low != int(int32(low)) {
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
