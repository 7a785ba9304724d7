package batch

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// kernel runs one operation over lanes.
type kernel = simd.Kernel

// kernelFor returns the chosen kernel of an opcode.
func kernelFor(op program.Opcode) kernel {
	k := simd.Lookup(op.String())
	if k.IsZero() {
		panic("bug: batch: no kernel for " + op.String())
	}
	return k
}
