package advise

import (
	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
)

// Prices of machine code, in nanoseconds, from the same measurements as those of kernels: how
// many times as fast as the loop each engine was, on one core of an AMD Zen 5 with AVX-512.
//
//	                              loop   lanes  scalar
//	Adds, Shifts        a round    0.34    2.0    1.0
//	mandelbrot          a round    1.3     5.7    0.9
//	gcd                 a round    3.4     3.3    1.1
//	Digits              a round    2.3     2.0    0.8
//	Table               a round    0.96    1.8    1.0
//	LargeTable          a round    1.1     1.3    0.9    a megabyte
//	Count16, Count64    a round    1.15    1.4    0.9
//	Count256            a round    1.2     1.15   0.9
//	Count1024           a round    1.7     0.65   0.75
//	Count4096           a round    2.2     0.4    0.6
//	fib                 a call     2.4     0.45   3.8
//	nqueens             a call     4.6     0.3    1.2
//	quadrature          a call    37       2.1    1.4
//	Wide                a call     5.5     0.4    1.0
//	Keeps               a call     5.0     –      1.1
//	Whole               a round   42       –      0.5
const (
	turnPrice      = 0.1 // a turn of a loop, for each lane
	arithInLanes   = 0.035
	mathInLanes    = 0.05
	divideInLanes  = 0.8
	constInLanes   = 0.5
	tableInLanes   = 0.4
	farInLanes     = 0.7 // of a table that is not in a cache of the core's own
	rowInLanes     = 0.1 // an element of an array at an index that lanes share
	callInLanes    = 2.5
	moveInLanes    = 0.6
	roundInScalar  = 0.05
	callInScalar   = 0.5
	slowerInScalar = 1.1 // the compiler's own code is better by so much
	mathInScalar   = 0.35

	// farTable is how large a table is that leaves the caches.
	farTable = 1 << 19
)

// codeArrayPrice is what an access to an array of a lane's own costs machine code, at an index
// that differs by lane: with many lanes, and with one.
func codeArrayPrice(bytes int) (lanes, scalar float64) {
	switch {
	case bytes <= 512:
		return 0.35, 0.35
	case bytes <= 4<<10:
		return 0.45, 0.4
	case bytes <= 16<<10:
		return 1.25, 0.85
	}
	return 2.7, 1.5
}

// machineCode is what an operation costs as machine code.
func (a *advisor) machineCode(in *program.PrimOp) (p price) {
	row := in.Op.Info().Row
	weight := float64(row.Weight())
	switch a.sortOf(in) {
	case free:
		return price{lanes: arithInLanes}
	case function:
		return price{lanes: mathInLanes * weight, scalar: mathInScalar * weight}
	case division:
		return price{lanes: divideInLanes, scalar: divideInLoop}
	case byConstant:
		return price{lanes: constInLanes, scalar: 1.5 * constInLoop}
	case table:
		if a.bytes(in.In[0].Name) > farTable {
			return price{lanes: farInLanes, scalar: memoryInLoop * slowerInScalar}
		}
		return price{lanes: tableInLanes, scalar: memoryInLoop * slowerInScalar}
	case array:
		p.lanes, p.scalar = codeArrayPrice(a.usedBytes(in.In[0].Name))
		if a.together[in] {
			p.lanes = rowInLanes
		}
		return p
	case whole:
		elems := a.wholeElements(in)
		return price{lanes: wholeInBatch * elems, scalar: wholeInBatch * elems}
	}
	elems := float64(a.elements(in.Out[0].Name))
	return price{lanes: arithInLanes * weight * elems, scalar: arithInLoop * slowerInScalar * weight * elems}
}

// findTogether finds the accesses to arrays whose index is the same for lanes that entered a
// loop together: rows of lanes.
func (a *advisor) findTogether() {
	a.together = map[*program.PrimOp]bool{}
	info := divergence.Of(a.p)
	for _, b := range a.p.Graph.Blocks {
		for i, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok || a.sortOf(op) != array {
				continue
			}
			same := true
			for k := op.Op.Form().FirstIndex(); k < len(op.In); k++ {
				same = same && info.Operand(b, i, k).Class != divergence.Varying
			}
			a.together[op] = same
		}
	}
}
