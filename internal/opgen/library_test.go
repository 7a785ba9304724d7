package opgen

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/codegen"
	_ "github.com/lockstep-simt/lockstep/engine/functions"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// TestLibraryKernels requires code for every function of packages libm and gomath on every
// target. (A row that has none is left to the portable kernel without a word,
// which is right for odd operations and would be a loss here.)
func TestLibraryKernels(t *testing.T) {
	var want []string
	for _, o := range opcodes(optab.Table) {
		if o.Libm != "" {
			want = append(want, o.mnemonic())
		}
	}
	for _, target := range []codegen.Target{codegen.AVX512, codegen.AVX2, codegen.NEON} {
		t.Run(target.Name(), func(t *testing.T) {
			funcs, err := libraryFuncs(target, optab.Table)
			require.NoError(t, err)
			file, err := codegen.Kernels(target, codegen.Group{Name: "math"}, funcs, "")
			require.NoError(t, err)
			require.Equal(t, want, file.Names)
			for _, form := range []codegen.Build{codegen.Unfused, codegen.FusedSums, codegen.ARM64} {
				funcs, err := gomathFuncs(form)(target, optab.Table)
				require.NoError(t, err)
				file, err := codegen.Kernels(target, codegen.Group{Name: "gomath"}, funcs, "")
				require.NoError(t, err)
				require.Len(t, file.Names, len(funcs))
			}
		})
	}
}

// TestLibraryData: the library in package codegen is what was translated.
func TestLibraryData(t *testing.T) {
	funcs, err := libraryFuncs(codegen.AVX512, optab.Table)
	require.NoError(t, err)
	target := codegen.Target(codegen.AVX512)
	if codegen.ThisBuild == codegen.ARM64 {
		target = codegen.NEON
	}
	exact, err := boundedFuncs(codegen.ThisBuild, target, optab.Table)
	require.NoError(t, err)
	for _, f := range exact {
		if base, _, _ := strings.Cut(f.Name, "."); optab.Lookup(base).Has(optab.Unbounded) {
			require.NotEqual(t, codegen.NoValue, f.Fault, f.Name)
		}
	}
	for _, o := range opcodes(optab.Table) {
		if o.Gomath != "" {
			require.NotNil(t, codegen.Library(o.mnemonic(), codegen.ThisBuild), o.mnemonic())
		}
	}
	for _, f := range append(funcs, exact...) {
		got := codegen.Library(f.Name, codegen.ThisBuild)
		require.NotNil(t, got, f.Name)
		require.Equal(t, f.String(), got.String())
		require.Equal(t, f.Params, got.Params)
		require.Equal(t, f.Types, got.Types, f.Name)
		require.Equal(t, []codegen.Value{f.Result, f.Fault}, []codegen.Value{got.Result, got.Fault}, f.Name)
	}
}
