package functions

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// With this package every operation has a kernel.
func TestAll(t *testing.T) {
	for _, op := range program.Opcodes() {
		require.Equal(t, op.HasScalar(), !simd.Lookup(op.String()).IsZero(), "%s", op)
	}
}
