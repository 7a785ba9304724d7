//go:build !purego

package simd

// The kernels of the implementations for amd64.
func init() {
	provide(levelNames[inAVX512],
		group{avx512NumberNames[:], avx512NumberTable()[:]},
		group{avx512BitNames[:], avx512BitTable()[:]},
		group{avx512FaultNames[:], avx512FaultTable()[:]},
		group{avx512WordNames[:], avx512WordTable()[:]},
		group{avx512MathNames[:], avx512MathTable()[:]},
		group{avx512FusedNames[:], avx512FusedTable()[:]},
	)
}
