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
		"mmx":         "(the best that this processor can run; LOCKSTEP_SIMD=mmx is not one of those available)",
	} {
		var b strings.Builder
		writeKernels(&b, selected)
		require.Contains(t, b.String(), "kernels: "+simd.Active()+" "+want+"\n")
	}
}

// A LOCKSTEP_SIMD that cannot be followed is not passed over in silence.
func TestNoteIgnored(t *testing.T) {
	for _, c := range []struct{ flag, selected, want string }{
		{"", "", ""},
		{"", simd.Active(), ""},
		{"portable", "mmx", ""},
		{"", "mmx", "LOCKSTEP_SIMD=mmx is not one of the kernels available"},
	} {
		var b strings.Builder
		noteIgnored(&env{stderr: &b}, c.flag, c.selected)
		if c.want == "" {
			require.Empty(t, b.String())
		} else {
			require.Contains(t, b.String(), c.want)
		}
	}
}
