package scalar

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/codegen"
)

// Selects and branches by one condition, or by several comparisons of the same numbers, follow each other with moves
// between them. Moves leave the flags as they are, so a comparison that was the last to change them, of what has not
// been written since, need not be made again.

// compared notes what an instruction leaves of the last comparison, and reports whether the instruction is the same
// comparison once more.
func (e *emitter) compared(op string, args []codegen.Operand) (again bool) {
	switch last := &e.flags; {
	case isCompare(op):
		if last.Op == op && slices.Equal(last.Args, args) {
			return true
		}
		*last = codegen.Line{Op: op, Args: append(last.Args[:0], args...)}
	case last.Op == "":
	case !keepsFlags(op), op[0] != 'J' && mayChange(last.Args, args[len(args)-1]):
		last.Op = ""
	}
	return false
}

func isCompare(op string) bool {
	return strings.HasPrefix(op, "CMPQ") || strings.HasPrefix(op, "CMPL") || strings.HasPrefix(op, "TEST") ||
		strings.HasPrefix(op, "VUCOMIS")
}

// keepsFlags reports whether an instruction leaves the flags as they are: it moves numbers, computes an address, or
// may jump.
func keepsFlags(op string) bool {
	for _, prefix := range []string{"MOV", "CMOV", "LEA", "SET", "VMOVS", "VMOVAP", "VMOVUP", "J"} {
		if strings.HasPrefix(op, prefix) {
			return true
		}
	}
	return false
}

// mayChange reports whether operands may be others when one is written: slots are at addresses of their own.
func mayChange(operands []codegen.Operand, to codegen.Operand) bool {
	return slices.ContainsFunc(operands, func(o codegen.Operand) bool {
		switch {
		case o.Form == codegen.Immediate:
			return false
		case isMem(o) && isMem(to):
			return o.At.Base != codegen.SP || to.At.Base != codegen.SP || o.At.Index != codegen.NoGeneral ||
				to.At.Index != codegen.NoGeneral || max(o.At.Disp-to.At.Disp, to.At.Disp-o.At.Disp) < maxMove
		case isMem(o):
			return isReg(to) && (o.At.Base == to.General() || o.At.Index == to.General())
		}
		return o.Form == to.Form && o.Num == to.Num && (!isReg(o) || o.General() == to.General())
	})
}

// maxMove is how many bytes an instruction moves to memory at most.
const maxMove = 64
