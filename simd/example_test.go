package simd_test

import (
	"fmt"
	"unsafe"

	"github.com/lockstep-simt/lockstep/simd"
)

// Dividing three lanes by a uniform, and by a vector with a zero in it.
func ExampleLookup() {
	div := simd.Lookup("div.i64")
	var x, y, dst [64]int64 // buffers are a multiple of 64 lanes
	x[0], x[1], x[2] = 10, 20, 30
	for i := range 8 {
		y[i] = 5
	}
	var fault uint64
	args := simd.Args{
		Dst: unsafe.Pointer(&dst), X: unsafe.Pointer(&x), Y: unsafe.Pointer(&y),
		SX: 1, SY: 0, // every lane reads the one number in y[:8]
		Fault: &fault,
	}
	div.Call(&args, 3)
	fmt.Println(dst[:3], fault)

	args.SY, y[1], y[2] = 1, 0, 7
	div.Call(&args, 3)
	fmt.Printf("%d %03b\n", dst[:3], fault)
	// Output:
	// [2 4 6] 0
	// [2 0 4] 010
}

// x*y - z, in one pass where there is a kernel for that. The bits are the same.
func ExampleFused() {
	var x, y, z, dst [64]float64
	x[0], y[0], z[0] = 3, 5, 1
	args := simd.Args{
		Dst: unsafe.Pointer(&dst), X: unsafe.Pointer(&x), Y: unsafe.Pointer(&y), Z: unsafe.Pointer(&z),
		SX: 1, SY: 1, SZ: 1,
	}
	if k := simd.Fused("mul.f64", "sub.f64", 0); !k.IsZero() {
		k.Call(&args, 1)
	} else {
		simd.Lookup("mul.f64").Call(&args, 1)
		args.X, args.Y = args.Dst, args.Z
		simd.Lookup("sub.f64").Call(&args, 1)
	}
	fmt.Println(dst[0])
	// Output: 14
}

// What a machine with few active lanes does: pack them, work on the packed
// ones, put the results back.
func ExampleCompress() {
	x := [64]uint64{5: 50, 9: 90}
	var packed [64]uint64
	lanes := simd.LaneList([]uint64{1<<5 | 1<<9}, nil)
	simd.Compress(unsafe.Pointer(&packed), unsafe.Pointer(&x), lanes, 8)
	for i := range lanes {
		packed[i]++
	}
	simd.Expand(unsafe.Pointer(&x), unsafe.Pointer(&packed), 1, lanes, 8)
	fmt.Println(lanes, x[5], x[9])
	// Output: [5 9] 51 91
}

// A masked move is how results reach lanes that ran, and no others.
func ExampleMaskedMove() {
	var dst, src [64]uint32
	for i := range src {
		src[i] = uint32(i)
	}
	simd.MaskedMove(unsafe.Pointer(&dst), unsafe.Pointer(&src), 1, []uint64{0b1010}, 4, 64)
	fmt.Println(dst[:6])
	// Output: [0 1 0 3 0 0]
}
