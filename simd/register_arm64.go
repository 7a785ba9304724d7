//go:build !purego

package simd

// The kernels of the implementation for arm64, whose processors all have
// Advanced SIMD.
func init() {
	register(Implementation{Name: "neon", Available: true})
	provide("neon",
		group{names: neonNumberNames[:], codes: neonNumberTable()[:]},
		group{names: neonBitNames[:], codes: neonBitTable()[:]},
		group{names: neonFaultNames[:], codes: neonFaultTable()[:]},
		group{names: neonWordNames[:], codes: neonWordTable()[:]},
		group{names: neonFusedNames[:], codes: neonFusedTable()[:]},
	)
}

// provideFunctions gives it those of mathematical functions.
func provideFunctions() {
	provide("neon",
		group{names: neonMathNames[:], codes: neonMathTable()[:]},
		group{names: neonGomathNames[:], codes: neonGomathTable()[:], guarded: true},
	)
}
