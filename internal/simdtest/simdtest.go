// Package simdtest runs a test under every implementation of the kernels.
//
// It is for tests that look kernels up, in this and other rooms, and keeps
// package testing out of simd. It does not compare implementations: the test
// it is given knows what is right.
//
// Invariant: after Each, Lookup chooses as it did before.
//
// Read first: [Each].
//
// Imports: simd, simd/functions.
package simdtest

import (
	"testing"

	"github.com/lockstep-simt/lockstep/simd"
	_ "github.com/lockstep-simt/lockstep/simd/functions"
)

// Each runs f as a subtest under each registered implementation, over the
// portable one. One that this processor cannot run is skipped, by name. The
// subtests must not run in parallel with anything that looks kernels up.
func Each(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	for _, impl := range simd.Implementations() {
		t.Run(impl.Name, func(t *testing.T) {
			undo, ok := simd.Restrict(impl.Name)
			if !ok {
				t.Skipf("this processor cannot run %s kernels", impl.Name)
			}
			defer undo()
			f(t)
		})
	}
}
