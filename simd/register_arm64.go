//go:build !purego

package simd

// The kernels of the implementation for arm64, whose processors all have
// Advanced SIMD.
func init() {
	Register(Implementation{Name: "neon", Available: true})
	provide("neon",
		group{neonNumberNames[:], neonNumberTable()[:]},
		group{neonBitNames[:], neonBitTable()[:]},
		group{neonFaultNames[:], neonFaultTable()[:]},
		group{neonWordNames[:], neonWordTable()[:]},
		group{neonMathNames[:], neonMathTable()[:]},
		group{neonFusedNames[:], neonFusedTable()[:]},
	)
}
