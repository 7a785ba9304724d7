package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/simd"
)

// The reason stands beside the kernels that are used.
func TestWriteKernels(t *testing.T) {
	for selected, want := range map[string]string{
		"":            "(the best that this processor can run)",
		simd.Active(): "(LOCKSTEP_SIMD asks for them)",
		"mmx":         "(the best that this processor can run; LOCKSTEP_SIMD=mmx is none of those available)",
	} {
		var b strings.Builder
		writeKernels(&b, selected)
		require.Contains(t, b.String(), "kernels: "+simd.Active()+" "+want+"\n")
	}
}
