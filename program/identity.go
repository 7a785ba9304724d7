package program

import (
	"sync"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// identities are those that rows of the op table claim, by opcode.
var identities = sync.OnceValue(func() [][]optab.Identity {
	list := make([][]optab.Identity, opEnd)
	for _, op := range Opcodes() {
		if info := op.Info(); info.Row.Form == optab.Elementwise {
			list[op], _ = info.Row.IdentitiesFor(info.Type) // a test validates the table
		}
	}
	return list
})

// Identity returns what the op table says that an operation gives because an operand is a certain
// number or the same as another: constant returns the bits of an operand that is a constant, and same reports
// whether two operands are one value. Scalar operands are assumed. A NaN is as good as another.
func (op Opcode) Identity(
	constant func(i int) (bits uint64, ok bool), same func(i, j int) bool,
) (optab.Identity, bool) {
	return optab.Match(identities()[op], constant, same)
}

// Extreme returns the row, min or max, that a choice between two integers is that an ordered comparison of them
// decides: of its first operand if it holds, or of its second if exchanged is set.
func Extreme(comparison string, exchanged bool) (row string, ok bool) {
	less := comparison == "lt" || comparison == "le"
	if !less && comparison != "gt" && comparison != "ge" {
		return "", false
	}
	if less != exchanged {
		return "min", true
	}
	return "max", true
}
