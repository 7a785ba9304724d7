//go:build !purego

package simd

import "github.com/klauspost/cpuid/v2"

// moves is the level of the functions of this package. It is written where
// implementations are chosen.
var moves level

func setLevel(l level) { moves = l }

// What the implementations for amd64 need of the processor. The bit
// manipulation of BMI is on every processor that has the vectors.
func init() {
	has := cpuid.CPU.Supports
	Register(Implementation{
		Name:      levelNames[inAVX2],
		Available: has(cpuid.AVX2, cpuid.FMA3, cpuid.BMI1, cpuid.BMI2, cpuid.POPCNT, cpuid.LZCNT),
	})
	Register(Implementation{
		Name: levelNames[inAVX512],
		Available: has(cpuid.AVX2, cpuid.FMA3, cpuid.BMI1, cpuid.BMI2, cpuid.POPCNT, cpuid.LZCNT,
			cpuid.AVX512F, cpuid.AVX512CD, cpuid.AVX512DQ, cpuid.AVX512VL, cpuid.AVX512BW),
	})
}
