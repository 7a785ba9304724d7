//go:build !purego

package simd

// The kernels of the implementations for amd64.
func init() {
	provide(levelNames[inAVX2],
		group{avx2NumberNames[:], avx2NumberTable()[:]},
		group{avx2BitNames[:], avx2BitTable()[:]},
		group{avx2FaultNames[:], avx2FaultTable()[:]},
		group{avx2WordNames[:], avx2WordTable()[:]},
		group{avx2MathNames[:], avx2MathTable()[:]},
		group{avx2FusedNames[:], avx2FusedTable()[:]},
	)
	provide(levelNames[inAVX512],
		group{avx512NumberNames[:], avx512NumberTable()[:]},
		group{avx512BitNames[:], avx512BitTable()[:]},
		group{avx512FaultNames[:], avx512FaultTable()[:]},
		group{avx512WordNames[:], avx512WordTable()[:]},
		group{avx512MathNames[:], avx512MathTable()[:]},
		group{avx512FusedNames[:], avx512FusedTable()[:]},
	)
}
