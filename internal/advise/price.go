package advise

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Prices, in nanoseconds. They are rough: between AVX2 and AVX-512, on one core
// of an AMD Zen 5 at 4 GHz, which are some 1.4 apart, and on the careful side of
// what was measured. Ratios carry over to other machines.
//
// Where they come from: BenchmarkSlow of this room, and the workloads of bench.
// With AVX-512, in nanoseconds a round (or a call that is not a leaf):
//
//	                              loop   batch
//	fib                 a call     2.4     7.0   7 moves, 5 operations
//	hofstadter          a call     2.4     8.2   4 moves, 4 operations
//	nqueens             a call     4.6    33     13 moves, 24 operations
//	quadrature          a call    37      20     12 moves, of which 9 go together; work of 119 additions
//	Adds, Shifts        a round    0.34    0.28  one or two additions
//	mandelbrot          a round    1.3     0.6   work of 8 additions
//	gcd                 a round    3.4     1.5   a remainder
//	Digits              a round    2.3     2.7   quotient and remainder by a constant
//	Table               a round    0.96    1.4   a look-up in 8 KB that are shared
//	Count16, Count64    a round    1.0     2.9   read and write, up to 512 bytes a lane
//	Count256            a round    1.05    6.2   read and write, 2 KB a lane
//	Count1024           a round    1.25    8.5   read and write, 8 KB a lane
//	Count4096           a round    1.8    16     read and write, 32 KB a lane
//	Bessel              a call     4.5     5.7   without divergence
//	Wide                a call     5.5    19     17 moves, 29 operations
//	Keeps               a call     5.0    98     an array of 32 saved
//	Whole               a round   65     160     a comparison and a copy of arrays of 100
//
// The prices of machine code are in price_code.go.
const (
	// Lanes active in a gang, as seen in loops (53 to 83 %) and recursions (24 to
	// 52 %). Kernels compute all lanes, so what they cost is divided by this.
	loopShare      = 0.7
	recursionShare = 0.35

	blockPrice = 0.13 // choosing and sorting lanes: 130 ns a block and 1024 lanes

	// Saving or bringing back a value across a call, for each active lane: alone,
	// and together with others that the same block moves.
	movePrice     = 1.3
	moveTogether  = 0.5
	callInLoop    = 1.2 // call and return in compiled code
	tableInBatch  = 0.7
	memoryInLoop  = 0.3
	arithInBatch  = 0.06 // an addition, for each lane of the gang
	arithInLoop   = 0.15
	mathInBatch   = 0.045 // for each addition that a function of libm is worth
	mathInLoop    = 0.45
	divideInBatch = 0.5 // with the test for a fault
	divideInLoop  = 3.0
	constInLoop   = 0.6 // a product and a shift instead of a division
	wholeInBatch  = 0.5 // of an element
	wholeInLoop   = 0.2

	// Arrays of so few elements are numbers to machine code, and cost little as a whole.
	smallWhole = 64

	// A region is warned of if lockstep takes this many times as long as the loop:
	// the prices are not exact enough to say so of less.
	slower = 1.2
)

// arrayPrice is what one access to an array of a lane's own costs at an index
// that differs by lane, for each active lane: the larger the arrays of all
// lanes, the farther away.
func arrayPrice(bytes int) float64 {
	switch {
	case bytes <= 512:
		return 1.2
	case bytes <= 4<<10:
		return 3
	case bytes <= 16<<10:
		return 4.5
	}
	return 8
}

// price is what something costs: in the machine of kernels, as machine code with many lanes in
// registers and for one lane at a time, and in the compiled loop.
type price struct{ kernels, lanes, scalar, loop float64 }

func (p price) plus(q price) price {
	return price{p.kernels + q.kernels, p.lanes + q.lanes, p.scalar + q.scalar, p.loop + q.loop}
}

func (p price) times(x float64) price {
	return price{p.kernels * x, p.lanes * x, p.scalar * x, p.loop * x}
}

// batch is what the fastest of the engines takes that there are.
func (a *advisor) batch(p price) float64 {
	best := p.kernels
	if a.lanes {
		best = min(best, p.lanes)
	}
	if a.scalar {
		best = min(best, p.scalar)
	}
	return best
}

func (a *advisor) slow(p price) bool { return a.batch(p) > slower*p.loop }

// aRound says the prices of a round of a loop.
func (a *advisor) aRound(p price) string {
	return "about " + ns(a.batch(p)) + " ns a round in lockstep, " + ns(p.loop) + " ns in the compiled loop"
}

// sort is what the price of an operation depends on.
type sort uint8

const (
	free       sort = iota // moves, selects, logic of conditions: not in the source
	arithmetic             // the rest
	function               // of package libm
	division               // by what is not known before the run
	byConstant
	table // a look-up in a uniform at a varying index
	array // an access to a lane's array at a varying index
	whole // a copy of a large array, or what is done to all its elements
	sortEnd
)

// sortOf classifies an operation.
func (a *advisor) sortOf(in *program.PrimOp) sort {
	row := in.Op.Info().Row
	switch {
	case a.wholeElements(in) > smallWhole:
		return whole
	case !slices.ContainsFunc(in.In, func(o program.Operand) bool { return !o.IsLiteral() }):
		return free // the compiler knows the result
	case in.Op == program.OpCopy, row.Form == optab.Const, row.Form == optab.Reshape, row.Name == "select":
		return free
	case in.Op.Info().Type == program.Bool:
		return free
	case strings.HasPrefix(row.Name, "check"), row.Name == "shiftcount":
		return free // what may fault is a test and a branch never taken in compiled code
	case row.Form == optab.Index && a.varying(in.In[row.Form.FirstIndex():]):
		if a.isUniform(in.In[0].Name) {
			return table
		}
		return array
	case row.Form == optab.Insert && a.varying(in.In[row.Form.FirstIndex():]):
		return array
	case row.Form == optab.Index, row.Form == optab.Insert:
		return free
	case row.Has(optab.Math) && row.Weight() > 1:
		return function
	case row.Name == "div", row.Name == "rem":
		if in.In[1].IsLiteral() || a.isUniform(in.In[1].Name) {
			return byConstant
		}
		return division
	case row.Name == "divwide", row.Name == "remwide":
		return division
	}
	return arithmetic
}

// priceOf returns what an operation costs a lane. What kernels do is divided by
// the share of lanes that are active.
func (a *advisor) priceOf(in *program.PrimOp, share float64) price {
	row := in.Op.Info().Row
	weight := float64(row.Weight())
	p := a.machineCode(in)
	switch a.sortOf(in) {
	case free:
		if in.Op == program.OpCopy {
			return price{}
		}
		p.kernels = arithInBatch / share
	case function:
		p.kernels, p.loop = mathInBatch*weight/share, mathInLoop*weight
	case division:
		p.kernels, p.loop = divideInBatch/share, divideInLoop
	case byConstant:
		p.kernels, p.loop = divideInBatch/share, constInLoop
	case table:
		p.kernels, p.loop = tableInBatch/share, memoryInLoop
	case array:
		p.kernels, p.loop = arrayPrice(a.bytes(in.In[0].Name)), memoryInLoop
	case whole:
		elems := a.wholeElements(in)
		p.kernels, p.loop = wholeInBatch*elems, wholeInLoop*elems
	default:
		elems := float64(a.elements(in.Out[0].Name))
		p.kernels, p.loop = arithInBatch*weight*elems/share, arithInLoop*weight*elems
	}
	return p
}

// wholeElements is how many elements an operation on an array as a whole has, or 0.
func (a *advisor) wholeElements(in *program.PrimOp) float64 {
	if form := in.Op.Form(); form == optab.Index || form == optab.Insert {
		return 0
	}
	most := 1
	for _, o := range in.In {
		if !o.IsLiteral() && !a.isUniform(o.Name) {
			most = max(most, a.elements(o.Name))
		}
	}
	if most == 1 {
		return 0 // an array is made of one number, which clears it
	}
	return float64(most)
}

// varying reports whether an index may differ by lane.
func (a *advisor) varying(index []program.Operand) bool {
	for _, i := range index {
		if !i.IsLiteral() && !a.isUniform(i.Name) {
			return true
		}
	}
	return false
}

func (a *advisor) isUniform(name string) bool { return name != "" && !a.p.VarDefs.Has(name) }

// elements returns how many numbers a variable has.
func (a *advisor) elements(name string) int {
	if t, ok := a.p.TensorTypeOf(name); ok {
		return t.Elements()
	}
	return 1
}

// bytes returns the size of a variable of one lane.
func (a *advisor) bytes(name string) int {
	if t, ok := a.p.TensorTypeOf(name); ok {
		return t.Elements() * t.Dtype.Size()
	}
	return 0
}

// usedBytes is how much of a variable lanes are expected to touch: of one with room for all that append may
// make, or with room that is a guess, a small part.
func (a *advisor) usedBytes(name string) int {
	if a.p.VarDefs.Has(name) && a.p.VarDefs.Def(name).Sparse || a.isGuess(name) {
		return min(a.bytes(name), smallPart)
	}
	return a.bytes(name)
}

// isGuess reports whether an axis of an array is as long as what is made has room for, which is a guess.
func (a *advisor) isGuess(name string) bool {
	t, ok := a.p.TensorTypeOf(name)
	return ok && a.m.Room > 0 && slices.Contains(t.Shape, a.m.Room)
}

// smallPart is how many bytes such a part has, about.
const smallPart = 512
