package codegen

import (
	"fmt"
	"strings"
)

// wordOps are the ops from bools to a bool on a word of 64 lanes. The operands
// are at (AX), (BX) and (CX), the result is in R13. Words in general registers
// are fast enough: a gang has few of them.
var wordOps = map[string][]string{
	"and.bool":    {"MOVQ (AX), R13", "ANDQ (BX), R13"},
	"or.bool":     {"MOVQ (AX), R13", "ORQ (BX), R13"},
	"xor.bool":    {"MOVQ (AX), R13", "XORQ (BX), R13"},
	"andnot.bool": {"MOVQ (BX), R13", "ANDNQ (AX), R13, R13"},
	"not.bool":    {"MOVQ (AX), R13", "NOTQ R13"},
	"eq.bool":     {"MOVQ (AX), R13", "XORQ (BX), R13", "NOTQ R13"},
	"ne.bool":     {"MOVQ (AX), R13", "XORQ (BX), R13"},
	"select.bool": {"MOVQ (AX), R13", "MOVQ (BX), R15", "ANDQ R13, R15", "ANDNQ (CX), R13, R13", "ORQ R15, R13"},
}

// Words returns the instructions of a kernel from bools to a bool, a word at a time.
func (t amd64) Words(f *Func) (asm string, ok bool) {
	if len(f.Code) != 1 || wordOps[f.Code[0].Op] == nil {
		return "", false
	}
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, "\t"+format+"\n", args...) }
	b.WriteString(t.Enter(&Loop{Func: f, Lanes: 64, Unroll: 1}))
	b.WriteString("\nloop:\n")
	for _, line := range wordOps[f.Code[0].Op] {
		put("%s", line)
	}
	put("MOVQ R13, (R10)")
	for k := range f.Params {
		put("ADDQ %s, %s", amd64Operands[k].step.amd64(), amd64Operands[k].pointer.amd64())
	}
	b.WriteString(t.Leave(&Loop{Func: f, Lanes: 64, Unroll: 1}))
	return b.String(), true
}
