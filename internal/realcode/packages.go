package realcode

// Package is a package whose functions are tried.
type Package struct {
	Path string
	// Bodies: the package's files are compiled under another import path,
	// unexported functions included. Where a machine has its own code for a
	// function of package math, its body is not what a call of the package
	// runs.
	Bodies bool
	// Extra: the package is more than was promised; its functions run over
	// fewer inputs unless all are asked for.
	Extra bool
}

// Packages are tried in this order.
var Packages = []*Package{
	{Path: "math", Bodies: true},
	{Path: "gonum.org/v1/gonum/mathext"},
	{Path: "gonum.org/v1/gonum/optimize/functions"},
	{Path: "github.com/lockstep-simt/lockstep/internal/realcode/use", Bodies: true, Extra: true},
	{Path: "math/bits", Extra: true},
	{Path: "math/cmplx", Extra: true},
	{Path: "math/rand/v2", Extra: true},
	{Path: "sort", Extra: true},
	{Path: "image/color", Extra: true},
	{Path: "unicode/utf8", Extra: true},
	{Path: "gonum.org/v1/gonum/cmplxs/cscalar", Extra: true},
	{Path: "gonum.org/v1/gonum/diff/fd", Extra: true},
	{Path: "gonum.org/v1/gonum/dsp/window", Extra: true},
	{Path: "gonum.org/v1/gonum/mathext/prng", Extra: true},
	{Path: "gonum.org/v1/gonum/floats", Extra: true},
	{Path: "gonum.org/v1/gonum/floats/scalar", Extra: true},
	{Path: "gonum.org/v1/gonum/integrate", Extra: true},
	{Path: "gonum.org/v1/gonum/num/dual", Extra: true},
	{Path: "gonum.org/v1/gonum/num/dualcmplx", Extra: true},
	{Path: "gonum.org/v1/gonum/num/dualquat", Extra: true},
	{Path: "gonum.org/v1/gonum/num/hyperdual", Extra: true},
	{Path: "gonum.org/v1/gonum/num/quat", Extra: true},
	{Path: "gonum.org/v1/gonum/spatial/curve", Extra: true},
	{Path: "gonum.org/v1/gonum/spatial/r2", Extra: true},
	{Path: "gonum.org/v1/gonum/spatial/r3", Extra: true},
	{Path: "gonum.org/v1/gonum/stat", Extra: true},
	{Path: "gonum.org/v1/gonum/stat/combin", Extra: true},
	{Path: "gonum.org/v1/gonum/stat/distuv", Extra: true},
	{Path: "github.com/chewxy/math32", Extra: true},
}

// tags choose what is written in Go over assembly, as the frontend does: the
// compiled functions have to be the same source.
const tags = "noasm,purego,appengine,safe"
