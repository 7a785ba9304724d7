package main

import (
	"runtime/debug"

	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
	_ "github.com/lockstep-simt/lockstep/simd/functions"
)

// A subject is a row of the op table that has machine kernels of its own with the bits
// of package math.
type subject struct {
	function string // in package internal/gomath, or in libm for exact results
	mnemonic string
	in       []optab.Type
	out      optab.Type
	math     simd.Kernel // calls package math, unless there is a reference
	exact    reference
	codes    []code
	// Arguments from one number to another are the usual ones.
	from, to float64
	// unbounded tells that an argument takes time in proportion to an order, so that those are small.
	unbounded bool
}

// A code is one of a subject's kernels.
type code struct {
	name   string // of the implementation
	kernel simd.Kernel
}

// names returns those of the implementations.
func (s *subject) names() []string {
	var list []string
	for _, c := range s.codes {
		list = append(list, c.name)
	}
	return list
}

// subjects returns all that this processor can run.
func subjects() []subject {
	impls := simd.Implementations()
	var list []subject
	for i := range optab.Table {
		op := &optab.Table[i]
		function, exact := op.Gomath, references[op.Name]
		if exact != nil {
			function = op.Libm
		}
		if op.Gomath == "" && exact == nil {
			continue
		}
		in, out, _ := op.Signature()
		for _, t := range op.TypeList() {
			s := subject{function: function, mnemonic: op.Name + "." + t.String(), out: out.Of(t), exact: exact,
				unbounded: op.Has(optab.Unbounded)}
			for _, c := range in {
				s.in = append(s.in, c.Of(t))
			}
			for _, impl := range impls {
				switch k := impl.Kernels[s.mnemonic]; {
				case k.IsZero() || !impl.Available:
				case impl.Name == simd.Portable && exact == nil:
					s.math = k
				default:
					s.codes = append(s.codes, code{impl.Name, k})
				}
			}
			if len(s.codes) > 0 {
				s.from, s.to = usual(function)
				list = append(list, s)
			}
		}
	}
	return list
}

// usual returns the arguments at which a function has its different results.
func usual(function string) (from, to float64) {
	r, ok := map[string][2]float64{
		"Exp": {-750, 715}, "Exp2": {-1080, 1026}, "Expm1": {-45, 45}, "Sinh": {-22, 22}, "Cosh": {-22, 22},
		"Tanh": {-2, 2},
		"Log":  {0, 10}, "Log2": {0, 10}, "Log10": {0, 10}, "Log1p": {-1, 3}, "Acosh": {1, 5}, "Atanh": {-1, 1},
		"Asin": {-1, 1}, "Acos": {-1, 1}, "Erf": {-7, 7}, "Erfc": {-7, 29}, "Erfinv": {-1, 1}, "Erfcinv": {0, 2},
		"Gamma": {-20, 172}, "Lgamma": {-20, 20}, "LgammaSign": {-20, 20}, "Pow": {0, 4},
	}[function]
	if !ok {
		return -10, 10
	}
	return r[0], r[1]
}

// level returns the GOAMD64 that this binary was built for.
func level() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" {
				return s.Value
			}
		}
	}
	return "unknown"
}
