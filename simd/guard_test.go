package simd

import (
	"math"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestGuards: each guarded kernel has the bits of package math in the builds that it was
// written for, or is not used.
func TestGuards(t *testing.T) {
	for key, g := range guards {
		require.Contains(t, guardedTypes, key[1])
		if !g.agrees() {
			t.Logf("%s: %s", key, g.why())
			undo, ok := Restrict(key[0])
			if ok {
				require.Equal(t, Portable, Chosen(key[1]), "%s", key)
			}
			undo()
		}
		require.True(t, g.agrees() || !available(key[0]), "%s: %s", key, g.why())
	}
	if Active() != Portable {
		require.Empty(t, Disagreeing(GuardedMnemonics()...))
	}
}

func available(name string) bool {
	for _, impl := range Implementations() {
		if impl.Name == name {
			return impl.Available
		}
	}
	return false
}

// TestGuardsDiffer: a kernel that gives something else is found out.
func TestGuardsDiffer(t *testing.T) {
	off := guardedKernel{mnemonic: "go_exp.f64", impl: Portable, kernel: Kernel{run: func(a *Args, n int) {
		portable["go_exp.f64"].Call(a, n)
		st(a.Dst, n/2, math.Nextafter(ld[float64](a.Dst, n/2), 9))
	}}}
	require.Contains(t, off.why(), "package math gives")
	same := guardedKernel{mnemonic: "go_exp.f64", impl: Portable, kernel: portable["go_exp.f64"]}
	require.True(t, same.agrees())
}

// TestDoubt: what is doubted is not used until it is again.
func TestDoubt(t *testing.T) {
	const name = "go_exp.f64"
	before := Chosen(name)
	undo := Doubt(name)
	require.Equal(t, Portable, Chosen(name))
	require.False(t, Agrees(Active(), name))
	if before != Portable {
		require.Equal(t, []Guarded{{name, "it is doubted"}}, Disagreeing("add.f64", name))
	}
	undo()
	require.Equal(t, before, Chosen(name))
	require.True(t, Agrees(Active(), "add.f64"))
}

// BenchmarkGuard is what the first use of a function costs a process.
func BenchmarkGuard(b *testing.B) {
	for key, g := range guards {
		if available(key[0]) {
			b.Run(key[0]+"/"+key[1], func(b *testing.B) {
				for b.Loop() {
					_ = g.difference()
				}
			})
		}
	}
}

// TestGuardWithoutFMA: package math's Exp is another where the processor's fused operations
// are switched off, which a process notices.
func TestGuardWithoutFMA(t *testing.T) {
	const name, variable = "go_exp.f64", "LOCKSTEP_TEST_WITHOUT_FMA"
	if os.Getenv(variable) != "" {
		if !fuses { // else nothing switches them off
			require.Equal(t, Portable, Chosen(name))
		}
		dst, x := [64]float64{}, [64]float64{}
		for i := range x {
			x[i] = float64(i) / 7
		}
		Lookup(name).Call(&Args{Dst: unsafe.Pointer(&dst), X: unsafe.Pointer(&x), SX: 1}, len(x))
		for i := range x {
			require.Equal(t, math.Exp(x[i]), dst[i])
		}
		return
	}
	if Chosen(name) == Portable || runtime.GOARCH != "amd64" {
		t.Skip("there is no machine code of it, or no switch: that is one of amd64")
	}
	c := exec.Command(os.Args[0], "-test.run=^TestGuardWithoutFMA$")
	c.Env = append(os.Environ(), variable+"=1", "GODEBUG=cpu.fma=off")
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
