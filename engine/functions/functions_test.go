package functions

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/simd"
)

func TestAll(t *testing.T) {
	require.NotNil(t, codegen.Library("exp.f64", codegen.ThisBuild))
	require.False(t, simd.Lookup("exp.f64").IsZero())
}
