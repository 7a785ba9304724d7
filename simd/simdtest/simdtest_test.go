package simdtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/simd"
	"github.com/lockstep-simt/lockstep/simd/simdtest"
)

func TestEach(t *testing.T) {
	before := simd.Chosen("add.f64")
	ran := 0
	simdtest.Each(t, func(*testing.T) { ran++ })
	require.NotZero(t, ran)
	require.Equal(t, before, simd.Chosen("add.f64"))
}
