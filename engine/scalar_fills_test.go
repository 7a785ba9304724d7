package engine

import (
	"strings"
	"testing"
)

// Programs that write arrays: a function F each, and how many registers are cleared to fill some.
var fills = map[string]copyingProgram{
	"each element": {`func F(a, b int) (s int) { var x [5]int
		for i := range x { x[i] = a*i ^ b }
		for i := range x { s = s*3 + x[(i+a)&3] }; return s }`, 0},
	"all but one": {`func F(a, b int) (s int) { var x [5]int
		for i := range 4 { x[i] = a*i ^ b }
		for i := range x { s = s*3 + x[(i+a)&3+i&1] }; return s }`, 0},
	"one is read before": {`func F(a, b int) (s int) { var x [5]int
		x[0], x[1] = a, b; s = x[a&3+1]; x[2], x[3], x[4] = s + b, s, a-b
		for i := range x { s = s*3 + x[(i+a)&3+i&1] }; return s }`, 1},
	"in each round": {`func F(a, b int) (s int) {
		for k := range a & 7 { var x [3]int
			x[0], x[1], x[2] = a+k, b-k, k; x[b&1] += 5
			for i := range x { s = s*3 + x[(i+k)%3] } }
		return s }`, 0},
	"of two dimensions": {`func F(a, b int) (s int) { var x [2][2]int
		x[0][0], x[0][1], x[1][0], x[1][1] = a, b, a*b, a-b
		for i := range 5 { s = s*3 + x[(i+a)&1][i&1] }; return s }`, 1},
}

// TestScalarFills compares them with the machine, and counts what fills arrays.
func TestScalarFills(t *testing.T) { compareCounting(t, fills, `^VXORPD`) }

// TestScalarFillsParts compares programs that make parts of arrays zeros.
func TestScalarFillsParts(t *testing.T) {
	const use = `func F(a, b int) (s int) {
		nodes := make([]node, 1, 9)
		for i := range 7 {
			nodes = append(nodes, node{})
			nodes[i+1].c[(a+i)&LAST%len(nodes[0].c)] = TYPE(b + i)
			nodes[i+1].e = i > a
			if b&3 == i { nodes[i>>1] = node{} }
		}
		for _, n := range nodes {
			for _, x := range n.c { s = s*3 + int(x) }
			if n.e { s++ }
		}
		return s
	}
	type node struct { c [COUNT]TYPE; e bool }`
	programs := map[string]string{}
	for _, typ := range []string{"int8", "uint16", "int32", "int", "float32", "float64"} {
		for _, count := range []string{"1", "3", "7", "26", "140"} { // the longest take a loop
			programs[count+" of "+typ] = strings.NewReplacer("TYPE", typ, "COUNT", count, "LAST", "127").Replace(use)
		}
	}
	compareScalar(t, programs)
}
