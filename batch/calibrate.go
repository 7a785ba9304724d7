package batch

import (
	"sync"
	"time"
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// moveCost is c in the rule for compaction, measured once in a process: the
// time to take one element into or out of compacted form, in additions of one
// dense lane. It is about 2 with portable kernels and grows as arithmetic gets
// faster. It decides how a block runs and never what it computes.
var moveCost = sync.OnceValue(func() int {
	const lanes = 512
	var rows [3][lanes]float64
	row := func(i int) unsafe.Pointer { return unsafe.Pointer(&rows[i][0]) }
	half := make([]int32, 0, lanes/2)
	for l := int32(0); l < lanes; l += 2 {
		half = append(half, l)
	}
	add := kernelFor(program.OpAddF64)
	// In a chain, as blocks run it: a call by itself costs more than the kernel.
	const links = 8
	var chain [links + 1]simd.Args
	for i := range links {
		chain[i] = simd.Args{Dst: row(2), X: row(0), Y: row(1), SX: 1, SY: 1}
		chain[i].Set(add)
	}
	chain[links].Set(kernel{})
	additions := fastest(func() { simd.Run(chain[:], lanes) }) / (links * lanes)
	moves := fastest(func() {
		simd.Compress(row(2), row(0), half, 8)
		simd.Expand(row(1), row(2), 1, half, 8)
	}) / float64(2*len(half))
	if additions <= 0 {
		return 2
	}
	return min(max(1, int(moves/additions+.5)), 32)
})

// fastest returns the shortest time of several rounds, in nanoseconds a call.
func fastest(f func()) float64 {
	const rounds, repeat = 5, 8
	best := time.Duration(1 << 62)
	for range rounds {
		start := time.Now()
		for range repeat {
			f()
		}
		best = min(best, time.Since(start))
	}
	return float64(best.Nanoseconds()) / float64(repeat)
}

// compactPays reports whether a block of weight k, with l elements to move in
// and out, runs cheaper over only the n active lanes of a gang: if
// k·(1/ρ − 1) > c·l for the density ρ = n/lanes.
func compactPays(k, l, n, lanes, c int) bool {
	return n < lanes && k*(lanes-n) > c*l*n
}
