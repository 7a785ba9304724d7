package evaluate

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/program"
)

// Host is what the evaluator asks of those who compile.
type Host struct {
	View    *load.View
	Layouts known.Layouts
	// Arithmetic gives numbers their meaning.
	Arithmetic Arithmetic
	// IsTable reports whether nothing changes a package-level variable once the
	// program runs.
	IsTable func(v *types.Var) bool
	// IsWatched reports whether that is so only if lanes do not, which the evaluator does
	// not look at.
	IsWatched func(v *types.Var) bool
}

// Arithmetic emits the operations that instructions on numbers are, so that they
// have one meaning.
type Arithmetic interface {
	// IsOperation reports whether a function that has no source is operations on
	// numbers.
	IsOperation(name string) bool
	// Emit begins a function of whose values some have variables.
	Emit(fn *ssa.Function, vals map[ssa.Value]known.Value) Emitter
}

// Emitter emits operations of one function.
type Emitter interface {
	// Instruction emits an instruction and gives what it results in. why says why it
	// is refused.
	Instruction(in ssa.Instruction) (ops []program.Instr, out known.Value, why string)
	// Operation emits what a function without source is.
	Operation(name string, in []program.Operand) (ops []program.Instr, out []program.Operand)
}
