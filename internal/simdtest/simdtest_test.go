package simdtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/simdtest"
	"github.com/lockstep-simt/lockstep/simd"
)

func TestEach(t *testing.T) {
	before := simd.Chosen("add.f64")
	ran := 0
	simdtest.Each(t, func(*testing.T) { ran++ })
	require.NotZero(t, ran)
	require.Equal(t, before, simd.Chosen("add.f64"))
}
