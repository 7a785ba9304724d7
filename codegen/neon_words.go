package codegen

import (
	"fmt"
	"strings"
)

// neonWordOps are the ops from bools to a bool on a word of 64 lanes: the
// operands are in R12, R13 and R14, the result is in R12.
var neonWordOps = map[string][]string{
	"and.bool":    {"AND R13, R12, R12"},
	"or.bool":     {"ORR R13, R12, R12"},
	"xor.bool":    {"EOR R13, R12, R12"},
	"andnot.bool": {"BIC R13, R12, R12"},
	"not.bool":    {"MVN R12, R12"},
	"eq.bool":     {"EON R13, R12, R12"},
	"ne.bool":     {"EOR R13, R12, R12"},
	"select.bool": {"AND R12, R13, R13", "BIC R12, R14, R14", "ORR R13, R14, R12"},
}

// Words returns the instructions of a kernel from bools to a bool, a word at a
// time.
func (t neon) Words(f *Func) (asm string, ok bool) {
	if len(f.Code) != 1 || neonWordOps[f.Code[0].Op] == nil {
		return "", false
	}
	loop := &Loop{Func: f, Lanes: 64, Unroll: 1}
	var b strings.Builder
	b.WriteString(t.Enter(loop))
	b.WriteString("\nloop:\n")
	for k := range f.Params {
		fmt.Fprintf(&b, "\tMOVD (R%d), R%d\n", neonOperands[k].pointer, 12+k)
	}
	for _, line := range neonWordOps[f.Code[0].Op] {
		b.WriteString("\t" + line + "\n")
	}
	b.WriteString("\tMOVD R12, (R9)\n")
	b.WriteString(t.Leave(loop))
	return b.String(), true
}
