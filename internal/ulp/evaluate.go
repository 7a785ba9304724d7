package main

import (
	"fmt"
	"unsafe"

	"github.com/lockstep-simt/lockstep/simd"
	_ "github.com/lockstep-simt/lockstep/simd/functions"
)

// An evaluator calls a function for arguments, which for one of two arguments are
// pairs. Arguments and results of float32 functions are float64s, too.
type evaluator func(arguments, got []float64)

// evaluator returns one that calls the definition, or the chosen kernel.
func (s *subject) evaluator(kernel bool) (evaluator, error) {
	if kernel {
		return s.kernel()
	}
	if s.twoArguments() {
		return func(arguments, got []float64) {
			for i := range got {
				got[i] = s.call(arguments[2*i], arguments[2*i+1])
			}
		}, nil
	}
	return func(arguments, got []float64) {
		for i, x := range arguments {
			got[i] = s.call(x, 0)
		}
	}, nil
}

// kernel returns an evaluator for at most blockSize calls that calls the kernel
// of package simd.
func (s *subject) kernel() (evaluator, error) {
	if s.isSingle() {
		return kernelOf[float32](s, s.oracleName()+".f32")
	}
	return kernelOf[float64](s, s.oracleName()+".f64")
}

func kernelOf[T float32 | float64](s *subject, mnemonic string) (evaluator, error) {
	k := simd.Lookup(mnemonic)
	if k.IsZero() {
		return nil, fmt.Errorf("there is no kernel %s", mnemonic)
	}
	width := 1
	if s.twoArguments() {
		width = 2
	}
	var in [2][]T
	for i := range in {
		in[i] = make([]T, blockSize)
	}
	out := make([]T, blockSize)
	a := &simd.Args{
		Dst: unsafe.Pointer(&out[0]), X: unsafe.Pointer(&in[0][0]), Y: unsafe.Pointer(&in[1][0]), SX: 1, SY: 1,
	}
	return func(arguments, got []float64) {
		for i, x := range arguments {
			in[i%width][i/width] = T(x)
		}
		k.Call(a, len(got))
		for i := range got {
			got[i] = float64(out[i])
		}
	}, nil
}
