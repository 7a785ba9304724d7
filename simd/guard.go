package simd

import (
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/lockstep-simt/lockstep/internal/probe"
)

// Some machine kernels compute what package math computes by following its algorithms. They
// have its bits in the Go releases that they were written for. Elsewhere (another
// release, a switched-off processor feature) they may
// not. So they are guarded: before the first use of one in a process it is compared with the
// portable kernel, which calls package math, at some thousand arguments, and if it differs
// the portable kernel is used in its place.
//
// Where the compiler fuses products into sums (arm64, and amd64 from GOAMD64=v3 on) the
// kernels fuse where it does. In a build without optimisation it fuses less, which may
// change one result in a million, and so comparing is not enough: no such kernel is used.

// guardedKernel is what is known of a guarded kernel.
type guardedKernel struct {
	mnemonic, impl string
	kernel         Kernel
	compare        sync.Once
	differs        string
	doubted        atomic.Bool
}

// guards are those of all guarded kernels, by implementation and mnemonic.
var guards = map[[2]string]*guardedKernel{}

// Guarded is a function that package math computes, one lane at a time, in the place of a
// kernel.
type Guarded struct {
	Mnemonic string
	// Why says where they differ first, or what is missing.
	Why string
}

// addGuarded makes a guard of a machine kernel.
func addGuarded(impl, mnemonic string, kernel Kernel) {
	guards[[2]string{impl, mnemonic}] = &guardedKernel{mnemonic: mnemonic, impl: impl, kernel: kernel}
}

// Agrees reports whether the kernel of an implementation has the bits of package math in
// this process, which is found out by comparing when it is first asked. So has all machine
// code that is made of the same definition for the same instruction set. It is true of
// kernels that need not be compared, and false if there is none or the processor cannot run it.
func Agrees(impl, mnemonic string) bool {
	if _, needs := guardedTypes[mnemonic]; !needs {
		return true
	}
	g := guards[[2]string{impl, mnemonic}]
	return g != nil && g.agrees()
}

// Disagreeing returns those of some guarded mnemonics whose kernel, of the implementation
// in use, is not used, because it differs from package math or there is none.
func Disagreeing(mnemonics ...string) (list []Guarded) {
	for _, name := range mnemonics {
		_, needs := guardedTypes[name]
		switch g := guards[[2]string{Active(), name}]; {
		case g != nil && !g.agrees():
			list = append(list, Guarded{name, g.why()})
		case g == nil && needs:
			list = append(list, Guarded{name, "there is no " + Active() + " code of it"})
		}
	}
	return list
}

// GuardedMnemonics returns the mnemonics of all guarded kernels, sorted.
func GuardedMnemonics() []string { return slices.Sorted(maps.Keys(guardedTypes)) }

// Doubt makes the kernels of a mnemonic, and what depends on them, be as if they differed
// from package math, until undo is called. It is for tests, as [Restrict] is.
func Doubt(mnemonic string) (undo func()) {
	var changed []*guardedKernel
	for _, g := range guards {
		if g.mnemonic == mnemonic && !g.doubted.Swap(true) {
			changed = append(changed, g)
		}
	}
	return func() {
		for _, g := range changed {
			g.doubted.Store(false)
		}
	}
}

// agrees compares once.
func (g *guardedKernel) agrees() bool { return g.why() == "" }

// why says why the kernel is not used; it is empty if it is.
func (g *guardedKernel) why() string {
	if g.doubted.Load() {
		return "it is doubted"
	}
	g.compare.Do(func() {
		if i := slices.IndexFunc(implementations, func(impl Implementation) bool {
			return impl.Name == g.impl
		}); !implementations[i].Available {
			g.differs = "this processor cannot run it"
			return
		}
		if Form() != "amd64" && !fusesVariables {
			g.differs = "this build is without optimisation, and has another package math"
			return
		}
		g.differs = g.difference()
	})
	return g.differs
}

// fuses is whether this build rounds x*y+z once, and fusesVariables whether it does if the
// product is a variable, which it is not without optimisation.
var (
	fuses          = mulAdd(1+0x1p-30, 1+0x1p-30, -1-0x1p-29) != 0
	fusesVariables = mulThenAdd(1+0x1p-30, 1+0x1p-30, -1-0x1p-29) != 0
)

//go:noinline
func mulAdd(x, y, z float64) float64 { return x*y + z }

//go:noinline
func mulThenAdd(x, y, z float64) float64 {
	p := x * y
	return p + z
}

// Form is the form of build that guarded kernels are for here, as package codegen names it:
// amd64, amd64.v3 (and later), or arm64.
func Form() string {
	if runtime.GOARCH == "amd64" && fuses {
		return "amd64.v3"
	}
	return runtime.GOARCH
}

// guardArguments is how many arguments are compared: more in releases of Go that the kernels
// were not proved with.
var guardArguments = map[bool]int{true: 2048, false: 8192}[strings.HasPrefix(runtime.Version(), provedWith)]

// provedWith begins the names of the releases that they were.
const provedWith = "go1.26"

// difference compares the kernel with the portable one, and says where they differ first;
// it is empty if they do not.
func (g *guardedKernel) difference() string {
	words := strings.Fields(guardedTypes[g.mnemonic])
	in, out := words[:len(words)-1], words[len(words)-1]
	operands := guardOperands(in)
	run := func(k Kernel) []uint64 {
		dst := make([]uint64, guardArguments)
		a := Args{Dst: unsafe.Pointer(&dst[0]), SX: 1, SY: 1}
		a.X = unsafe.Pointer(&operands[0][0])
		if len(in) > 1 {
			a.Y = unsafe.Pointer(&operands[1][0])
		}
		k.Call(&a, guardArguments)
		return dst
	}
	want, got := run(portable[g.mnemonic]), run(g.kernel)
	for i := range guardArguments {
		a, b := element(out, want, i), element(out, got, i)
		if a == b || isNaN(out, a) && isNaN(out, b) {
			continue
		}
		var at []string
		for k, typ := range in {
			at = append(at, inWords(typ, element(typ, operands[k], i)))
		}
		return fmt.Sprintf("at %s package math gives %s, and the %s code %s", strings.Join(at, ", "), inWords(out, a),
			g.impl, inWords(out, b))
	}
	return ""
}

// guardOperands returns buffers of arguments for operands of types.
func guardOperands(in []string) [][]uint64 {
	x := probe.Floats(guardArguments)
	y := x
	if len(in) > 1 && in[1] != "i64" {
		x, y = probe.Pairs(guardArguments)
	}
	var list [][]uint64
	for k, typ := range in {
		values := [][]float64{x, y}[k]
		buffer := make([]uint64, guardArguments)
		p := unsafe.Pointer(&buffer[0])
		for i, v := range values {
			switch typ {
			case "f64":
				st(p, i, v)
			case "f32":
				st(p, i, float32(v))
			}
		}
		if typ == "i64" {
			for i, v := range probe.Orders(guardArguments) {
				st(p, i, v)
			}
		}
		list = append(list, buffer)
	}
	return list
}

// element returns the bits of an element of a buffer.
func element(typ string, buffer []uint64, i int) uint64 {
	if typ == "f32" {
		return uint64(ld[uint32](unsafe.Pointer(&buffer[0]), i))
	}
	return buffer[i]
}

func isNaN(typ string, bits uint64) bool {
	switch typ {
	case "f64":
		return math.IsNaN(math.Float64frombits(bits))
	case "f32":
		return math.IsNaN(float64(math.Float32frombits(uint32(bits))))
	}
	return false
}

// inWords is an element for a message.
func inWords(typ string, bits uint64) string {
	switch typ {
	case "f64":
		return fmt.Sprint(math.Float64frombits(bits))
	case "f32":
		return fmt.Sprint(math.Float32frombits(uint32(bits)))
	}
	return fmt.Sprint(int64(bits))
}
