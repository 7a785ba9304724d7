//go:build !purego

package simd

import (
	"sync/atomic"

	"github.com/klauspost/cpuid/v2"
)

// chosen is the level of the functions of this package. It is written where
// implementations are chosen, which may be while others run: what they compute does
// not depend on it.
var chosen atomic.Uint32

func moves() level { return level(chosen.Load()) }

func setLevel(l level) { chosen.Store(uint32(l)) }

// What the implementations for amd64 need of the processor. The bit
// manipulation of BMI is on every processor that has the vectors.
func init() {
	has := cpuid.CPU.Supports
	register(Implementation{
		Name:      levelNames[inAVX2],
		Available: has(cpuid.AVX2, cpuid.FMA3, cpuid.BMI1, cpuid.BMI2, cpuid.POPCNT, cpuid.LZCNT),
	})
	register(Implementation{
		Name: levelNames[inAVX512],
		Available: has(cpuid.AVX2, cpuid.FMA3, cpuid.BMI1, cpuid.BMI2, cpuid.POPCNT, cpuid.LZCNT,
			cpuid.AVX512F, cpuid.AVX512CD, cpuid.AVX512DQ, cpuid.AVX512VL, cpuid.AVX512BW),
	})
}
