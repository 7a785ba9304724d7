package simd

import "unsafe"

// Args are the operands of one kernel call, and one link of a chain.
//
// Numbers lie contiguously, one lane after another: elements of the
// operation's type, in a buffer that is a multiple of 64 lanes long. Booleans
// are bitmaps: bit i%64 of 64-bit word i/64 is lane i.
//
// A stride is 1 for a vector. It is 0 for a uniform, which every lane reads: one
// number, or for a bool one word of all ones or all zeros, repeated to fill 64
// bytes.
//
// Dst may be the same buffer as an operand of the same element size. Buffers
// must not overlap in any other way.
//
// Machine kernels know the offsets of the fields; see chain_amd64.s.
type Args struct {
	code         uintptr // where the machine kernel begins, or chainStop
	Dst, X, Y, Z unsafe.Pointer
	SX, SY, SZ   int // strides of X, Y and Z
	// Fault is the bitmap into which a faulting kernel ORs the lanes that
	// fault; it clears none. Other kernels do not look at it.
	Fault *uint64
	run   func(a *Args, n int) // the kernel in Go, if code is chainStop
}

// Kernel is an operation over lanes: for every i below n,
//
//	Dst[i] = op(X[i*SX], Y[i*SY], Z[i*SZ])
//
// Operands the operation does not have are not looked at. The zero Kernel does
// nothing.
type Kernel struct {
	code uintptr
	run  func(a *Args, n int)
}

// IsZero reports whether there is no kernel.
func (k Kernel) IsZero() bool { return k.code == 0 && k.run == nil }

// Set makes the kernel the one that a link of a chain runs.
func (a *Args) Set(k Kernel) {
	a.code, a.run = k.code, k.run
	if a.code == 0 {
		a.code = stopCode
	}
}

// Run runs a chain over n lanes: the kernels of the links, one after another.
// The last link must be one that was Set to the zero Kernel; it ends the chain
// and is not run. Machine kernels that follow each other in a
// chain jump from one to the next and do not come back to Go in between.
func Run(chain []Args, n int) {
	if n <= 0 {
		return
	}
	for i := 0; ; i++ {
		i += runChain(&chain[i], n)
		if chain[i].run == nil {
			return
		}
		chain[i].run(&chain[i], n)
	}
}

// Call runs one kernel over n lanes.
func (k Kernel) Call(a *Args, n int) {
	if k.run != nil {
		k.run(a, n)
		return
	}
	two := [2]Args{*a}
	two[0].Set(k)
	two[1].Set(Kernel{})
	Run(two[:], n)
}

// ld returns element i of an array at p. An index of a uniform is ANDed with
// the negated stride before: i&-1 is i and i&-0 is 0.
func ld[T any](p unsafe.Pointer, i int) T {
	var v T
	return *(*T)(unsafe.Add(p, i*int(unsafe.Sizeof(v))))
}

// st sets element i of an array at p.
func st[T any](p unsafe.Pointer, i int, v T) {
	*(*T)(unsafe.Add(p, i*int(unsafe.Sizeof(v)))) = v
}

// bit returns 1 for true. The compiler makes it a SETcc, not a branch.
func bit(v bool) uint64 {
	var b uint64
	if v {
		b = 1
	}
	return b
}

// raise ORs the faulting lanes of word w into the fault bitmap.
func raise(fault *uint64, w int, lanes uint64) {
	if lanes != 0 {
		p := unsafe.Pointer(fault)
		st(p, w, ld[uint64](p, w)|lanes)
	}
}

// choose is the select kernel for numbers of the size of T:
//
//	dst[i] = y[i] where bit i of x is set, else z[i]
//
// It selects by masking, since whether a lane takes y is seldom predictable.
func choose[T uint32 | uint64](a *Args, n int) {
	dst, x, y, z := a.Dst, a.X, a.Y, a.Z
	mx, my, mz := -a.SX, -a.SY, -a.SZ
	for base := 0; base < n; base += 64 {
		m := ld[uint64](x, base>>6&mx)
		end := min(base+64, n)
		for i := base; i < end; i++ {
			v := ld[T](z, i&mz)
			st(dst, i, v^(v^ld[T](y, i&my))&-T(m&1))
			m >>= 1
		}
	}
}
