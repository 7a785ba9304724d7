package simd

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// withRegistry runs f and forgets what it registered.
func withRegistry(t *testing.T, f func()) {
	t.Helper()
	before, selection := implementations, selected
	defer func() {
		implementations, selected = before, selection
		pickAll()
	}()
	require.NoError(t, Use(""))
	f()
}

func TestRegistry(t *testing.T) {
	withRegistry(t, func() {
		ours, product, called := len(Implementations()), Chosen("mul.f64"), ""
		fake := func(name string) Kernel { return Kernel{run: func(*Args, int) { called = name }} }
		register(Implementation{Name: "good", Available: true,
			Kernels: map[string]Kernel{"add.f64": fake("good"), "sub.f64": fake("good")}})
		register(Implementation{Name: "better", Available: true, Kernels: map[string]Kernel{"add.f64": fake("better")}})
		register(Implementation{Name: "absent", Available: false,
			Kernels: map[string]Kernel{"add.f64": fake("absent")}})

		require.Equal(t, "better", Chosen("add.f64"), "the last available one wins")
		require.Equal(t, "good", Chosen("sub.f64"), "what it lacks comes from before")
		require.Equal(t, product, Chosen("mul.f64"))
		Lookup("add.f64").Call(nil, 1)
		require.Equal(t, "better", called)

		undo, ok := Restrict("good")
		require.True(t, ok)
		require.Equal(t, "good", Chosen("add.f64"))
		undo()
		require.Equal(t, "better", Chosen("add.f64"))

		undo, ok = UpTo("good")
		require.True(t, ok)
		require.Equal(t, "good", Chosen("add.f64"))
		require.Equal(t, product, Chosen("mul.f64"), "what was registered before is there")
		undo()
		require.Equal(t, "better", Chosen("add.f64"))

		_, ok = Restrict("absent")
		require.False(t, ok)
		_, ok = UpTo("absent")
		require.False(t, ok)
		_, ok = Restrict("unheard of")
		require.False(t, ok)
		require.Len(t, Implementations(), ours+3)
	})
	require.Equal(t, Portable, Implementations()[0].Name)
}

func TestUse(t *testing.T) {
	withRegistry(t, func() {
		fake := Kernel{run: func(*Args, int) {}}
		register(Implementation{Name: "good", Available: true, Kernels: map[string]Kernel{"add.f64": fake}})
		register(Implementation{Name: "better", Available: true, Kernels: map[string]Kernel{"add.f64": fake}})
		register(Implementation{Name: "absent", Kernels: map[string]Kernel{"add.f64": fake}})
		require.Equal(t, "better", Active())

		require.NoError(t, Use("good"))
		require.Equal(t, "good", Active())
		require.Equal(t, "good", Chosen("add.f64"))
		require.NoError(t, Use(Portable))
		require.Equal(t, Portable, Active())
		require.Equal(t, Portable, Chosen("add.f64"))

		require.ErrorContains(t, Use("absent"), "cannot run")
		require.ErrorContains(t, Use("unheard of"), "portable, ")
		require.Equal(t, Portable, Active(), "an error changes nothing")

		t.Setenv(variable, "unheard of")
		selected = "unheard of"
		pickAll()
		require.Equal(t, "better", Active(), "what cannot be used is ignored")
		require.Contains(t, Features(), "LOCKSTEP_SIMD ignored")
	})
}

func TestRegisterRefuses(t *testing.T) {
	withRegistry(t, func() {
		require.Panics(t, func() { register(Implementation{Name: Portable}) })
		require.Panics(t, func() {
			register(Implementation{Name: "odd", Kernels: map[string]Kernel{"add.f16": {}}})
		})
	})
}

func TestLookupUnknown(t *testing.T) {
	require.True(t, Lookup("index.f64").IsZero(), "element access is not a kernel")
	require.Empty(t, Chosen("index.f64"))
}

func TestCPU(t *testing.T) {
	l1, l2 := CacheSizes()
	require.True(t, l1 >= 0 && l2 >= 0)
	t.Log(Features(), l1, l2)
}
