package golang_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/assumed"
	"github.com/lockstep-simt/lockstep/internal/fingerprint"
	"github.com/lockstep-simt/lockstep/internal/resolve"
)

// The compiler and the running program find the same fingerprint of a value.
func TestFingerprint(t *testing.T) {
	variables := assumed.Variables()
	seen := map[string]bool{}
	for _, fn := range []string{"Number0", "Refers"} {
		_, err := golang.Compile([]golang.File{{Name: "assumed.go", Text: assumed.Source}}, fn, golang.Options{
			Import:         resolve.New("").Import,
			AssumeConstant: slices.Collect(maps.Keys(variables)),
			OnAssumed: func(a golang.Assumed) {
				seen[a.Name] = true
				require.NoError(t, a.Err, a.Name)
				want, err := fingerprint.Of(variables[a.Name])
				require.NoError(t, err, a.Name)
				assert.Equal(t, uint64(want), a.Fingerprint, a.Name)
			},
		})
		require.NoError(t, err)
	}
	assert.Len(t, seen, len(variables), "every variable is compared")
}

// A name that no variable has is told; of packages that are not at hand nothing is known.
func TestNobodyAssumed(t *testing.T) {
	for name, wrong := range map[string]string{
		"Numbr": "no package-level variable Numbr", "Number0": "no package-level variable Number0", "other.Number": "",
		"assumed.Numbr": "no package-level variable assumed.Numbr", "math/bits.Number": "no package-level variable",
		"Number": "", "assumed.Number": "", "errors.ErrUnsupported": "",
		"example.com/nowhere.X": "no package-level variable example.com/nowhere.X",
	} {
		names := append(slices.Collect(maps.Keys(assumed.Variables())), name)
		_, err := golang.Compile([]golang.File{{Name: "assumed.go", Text: assumed.Source}}, "Number0",
			golang.Options{Import: resolve.New("").Import, AssumeConstant: names})
		if wrong == "" {
			assert.NoError(t, err, name)
		} else {
			assert.ErrorContains(t, err, wrong)
		}
	}
}

// Without the option they are refused, since they are handed out.
func TestNotAssumed(t *testing.T) {
	_, err := golang.Compile([]golang.File{{Name: "assumed.go", Text: assumed.Source}}, "Number0",
		golang.Options{Import: resolve.New("").Import})
	assert.ErrorContains(t, err, "say so: -assume-constant Number")
}
