//go:build !purego

package simd

// The kernels of the implementations for amd64.
func init() {
	provide(levelNames[inAVX2],
		group{names: avx2NumberNames[:], codes: avx2NumberTable()[:]},
		group{names: avx2BitNames[:], codes: avx2BitTable()[:]},
		group{names: avx2FaultNames[:], codes: avx2FaultTable()[:]},
		group{names: avx2WordNames[:], codes: avx2WordTable()[:]},
		group{names: avx2FusedNames[:], codes: avx2FusedTable()[:]},
	)
	provide(levelNames[inAVX512],
		group{names: avx512NumberNames[:], codes: avx512NumberTable()[:]},
		group{names: avx512BitNames[:], codes: avx512BitTable()[:]},
		group{names: avx512FaultNames[:], codes: avx512FaultTable()[:]},
		group{names: avx512WordNames[:], codes: avx512WordTable()[:]},
		group{names: avx512FusedNames[:], codes: avx512FusedTable()[:]},
	)
}

// provideFunctions gives them those of mathematical functions.
func provideFunctions() {
	provide(levelNames[inAVX2],
		group{names: avx2MathNames[:], codes: avx2MathTable()[:]},
		group{names: avx2GomathNames[:], codes: avx2GomathTable()[:], guarded: true},
	)
	provide(levelNames[inAVX512],
		group{names: avx512MathNames[:], codes: avx512MathTable()[:]},
		group{names: avx512GomathNames[:], codes: avx512GomathTable()[:], guarded: true},
	)
}
