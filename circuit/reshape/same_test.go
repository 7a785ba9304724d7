package reshape

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// requireSame runs a lane of two programs, which must have the same results or fault.
func requireSame(t *testing.T, p, q *program.Program, in ...interp.Value) {
	t.Helper()
	want, wantFault, err := interp.Run(p, in)
	require.NoError(t, err)
	got, fault, err := interp.Run(q, in)
	require.NoError(t, err)
	require.Equal(t, want, got, "%v in %s", in, q)
	require.Equal(t, wantFault, fault, "%v in %s", in, q)
}
