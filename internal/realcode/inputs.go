package realcode

import (
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/program"
)

// generator draws the arguments of one function. What lane n gets follows from
// the function's name and n.
type generator struct {
	f         *Function
	size      Sizes
	words     int
	constants []float64
	domain    domain
}

func newGenerator(f *Function, size Sizes, constants []float64) *generator {
	g := &generator{f: f, size: size, constants: constants, domain: domains[f.String()]}
	_, g.words = inputLeaves(f, size)
	return g
}

// The arguments of a lane are drawn in one of these ways. Most lanes are
// moderate, since where several numbers must fit together to reach the heart
// of a function, extremes only meet its guards.
const (
	edges    = iota // each number from the edges
	exponent        // one number has the next exponent
	constant        // one number is at or beside a constant of the package's source
	moderate        // and the ways from here on
	anyBits  = 7
	ways     = 8
)

// fill draws the rows of lanes first, first+1, ….
func (g *generator) fill(rows []uint64, first int) {
	h := fnv.New64a()
	h.Write([]byte(g.f.String()))
	seed := h.Sum64()
	for lane := first; len(rows) > 0 && g.words > 0; lane++ {
		g.row(rand.New(rand.NewPCG(seed, uint64(lane))), rows[:g.words], lane)
		rows = rows[g.words:]
	}
}

func (g *generator) row(rng *rand.Rand, row []uint64, lane int) {
	way, turn := lane%ways, lane/ways
	chosen := turn % len(row)
	turn /= len(row)
	common := rng.IntN(g.size.Len + 1)
	w := 0
	for _, p := range g.f.params {
		start := w
		for _, gr := range p.groups {
			n := len(gr.offs)
			if p.slice {
				n *= g.size.Len
			}
			for range n {
				at := moderate
				if way == edges || way == anyBits || w == chosen {
					at = way
				}
				row[w] = g.number(rng, p.name, gr.goType, at, turn)
				if p.name == g.domain.bit {
					row[w] &= 1
				}
				w++
			}
		}
		if p.slice && turn%2 == 0 && len(p.groups) == 1 {
			ascend(row[start:w], p.groups[0].goType)
		}
		if p.slice && g.size.Varying {
			// Most code wants slices that are equally long.
			if row[w] = uint64(common); rng.IntN(16) == 0 {
				row[w] = uint64(rng.IntN(g.size.Len + 1))
			}
			w++
		}
	}
}

// ascend sorts the numbers of a slice: much code wants sorted ones.
func ascend(row []uint64, goType program.GoType) {
	switch goType {
	case program.GoFloat64:
		slices.SortFunc(row, func(a, b uint64) int {
			return compare(math.Float64frombits(a), math.Float64frombits(b))
		})
	case program.GoInt:
		slices.SortFunc(row, func(a, b uint64) int { return compare(int64(a), int64(b)) })
	}
}

func compare[T int64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (g *generator) number(rng *rand.Rand, name string, goType program.GoType, way, turn int) uint64 {
	switch goType {
	case program.GoBool:
		return rng.Uint64() & 1
	case program.GoFloat64:
		x := g.float(rng, way, turn)
		for g.domain.exceeded(name, x) {
			x = g.float(rng, moderate, turn)
		}
		return math.Float64bits(x)
	case program.GoFloat32:
		if way == anyBits {
			return uint64(rng.Uint32())
		}
		return uint64(math.Float32bits(float32(g.float(rng, way, turn))))
	case program.GoInt, program.GoInt64, program.GoUint, program.GoUint64:
		return g.integer(rng, goType, 64)
	case program.GoInt32, program.GoUint32:
		return g.integer(rng, goType, 32) & math.MaxUint32
	case program.GoInt16, program.GoUint16:
		return g.integer(rng, goType, 16) & math.MaxUint16
	case program.GoInt8, program.GoUint8:
		return rng.Uint64() & math.MaxUint8
	}
	panic("bug: no numbers of type " + goType.String())
}

// integer draws an integer of any size, but for an int, which code counts up
// to, a small one.
func (g *generator) integer(rng *rand.Rand, goType program.GoType, bits int) uint64 {
	if goType == program.GoInt && !g.domain.wide {
		if rng.IntN(8) == 0 {
			return uint64(rng.IntN(300)) - 50
		}
		return uint64(rng.IntN(16)) - 3
	}
	var x uint64
	switch rng.IntN(4) {
	case 0:
		x = uint64(rng.IntN(80)) - 8
	case 1:
		x = 1<<rng.IntN(bits) + uint64(rng.IntN(3)) - 1
	default:
		x = rng.Uint64() >> (64 - bits + rng.IntN(bits))
	}
	if rng.IntN(3) == 0 {
		x = -x
	}
	return x
}

func (g *generator) float(rng *rand.Rand, way, turn int) float64 {
	sign := float64(1 - 2*rng.IntN(2))
	switch way {
	case edges:
		return sign * edgeFloats[rng.IntN(len(edgeFloats))]
	case exponent:
		bits := uint64(turn%2048)<<52 | [4]uint64{0, 1<<52 - 1, 1, rng.Uint64() >> 12}[turn/2048%4]
		return math.Copysign(math.Float64frombits(bits), sign)
	case constant:
		x := g.constants[turn%len(g.constants)]
		switch rng.IntN(5) {
		case 0:
			x = math.Nextafter(x, math.Inf(1))
		case 1:
			x = math.Nextafter(x, math.Inf(-1))
		case 2:
			x += float64(rng.IntN(5)-2) / 2
		}
		if rng.IntN(3) == 0 {
			x = -x
		}
		return x
	case anyBits:
		return math.Float64frombits(rng.Uint64())
	}
	switch rng.IntN(10) {
	case 0, 1:
		return rng.Float64()
	case 2:
		return sign * rng.Float64()
	case 3:
		return 10 * rng.Float64()
	case 4:
		return sign * 10 * rng.Float64()
	case 5:
		return float64(rng.IntN(40) - 10)
	case 6:
		return float64(rng.IntN(80)-20) / 4
	case 7:
		return 200 * rng.Float64()
	case 8:
		return sign * 1000 * rng.Float64()
	}
	return sign * math.Exp2(60*rng.Float64()-30)
}

// edgeFloats are where operations change what they do, without their signs.
var edgeFloats = []float64{
	0, 5e-324, 1e-323, 1e-310, 0x1p-1022, math.Nextafter(0x1p-1022, 0), 0x1p-1021, 1e-300, 1e-100, 0x1p-54, 0x1p-53,
	0x1p-52, 0x1p-28, 0x1p-27,
	0.25, math.Nextafter(0.5, 0), 0.5, math.Nextafter(0.5, 1), 0.75, math.Nextafter(1, 0), 1, math.Nextafter(1, 2), 1.5,
	2, math.Nextafter(2, 3), 2.5, 3, 3.5, 4, 5, 7,
	8, 9, 10, 11, 16, 17, 20, 22, 25, 30, 32, 33, 50, 56, 64, 100, 127, 128, 170, 171, 172, 200, 255, 256, 709, 710,
	745, 746, 1000, 1023, 1024, 1074, 1075,
	math.Pi, math.Pi / 2, math.Pi / 4, 2 * math.Pi, math.E, math.Ln2, math.Log2E, math.Sqrt2, 1e5, 1 << 15, 1 << 16,
	1 << 20, 1 << 24, 1 << 25, 1 << 26, 1e9, 1<<31 - 1, 1 << 31, 1 << 32, 1 << 52, 1<<52 + 1,
	1<<53 - 1, 1 << 53, 1<<53 + 2, 1e17, 1 << 62, 1 << 63, 1 << 64, 0x1p127, math.MaxFloat32, 0x1p302, 1e100, 1e153,
	1.4e154, 0x1p511, 0x1p512, 1e300, 0x1p1023,
	math.Nextafter(math.MaxFloat64, 0), math.MaxFloat64, math.Inf(1), math.NaN(),
}

// constantsOf collects the numbers that are written in the Go files of a
// directory and in the internal packages below it. It is around those that the
// code takes another branch.
func constantsOf(dir string) ([]float64, error) {
	var paths []string
	for _, pattern := range []string{"*.go", "internal/*/*.go"} {
		match, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		paths = append(paths, match...)
	}
	all := map[float64]bool{1: true}
	for _, path := range paths {
		if ok, err := filepath.Match("*_test.go", filepath.Base(path)); ok || err != nil {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return nil, err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && (l.Kind == token.FLOAT || l.Kind == token.INT) {
				if x, err := strconv.ParseFloat(l.Value, 64); err == nil {
					all[x] = true
				} else if n, err := strconv.ParseUint(l.Value, 0, 64); err == nil {
					all[float64(n)] = true
					all[math.Float64frombits(n)] = true
				}
			}
			return true
		})
	}
	var constants []float64
	for x := range all {
		if x == x {
			constants = append(constants, x)
		}
	}
	slices.Sort(constants)
	return constants, nil
}

// domain restricts or widens what a function's arguments may be.
type domain struct {
	wide bool    // an int may be anything: the function does not count up to it
	max  float64 // of a float's magnitude: beyond it the function takes for ever
	min  float64 // below it, too, but for zero
	of   string  // the parameter that both are about; all if it is empty
	bit  string  // a parameter that must be 0 or 1
}

// exceeded reports whether a number is not for the parameter. Where there are
// limits, a NaN is beyond them.
func (d domain) exceeded(name string, x float64) bool {
	if d.max == 0 || d.of != "" && d.of != name || x == 0 {
		return false
	}
	return !(math.Abs(x) <= d.max && math.Abs(x) >= d.min)
}

var domains = map[string]domain{
	"math.Ldexp": {wide: true},
	"math.ldexp": {wide: true},
	"math.Pow10": {wide: true},
	"math.Inf":   {wide: true},
	"math.IsInf": {wide: true},

	// The documentation leaves other carries open, and compiled Go takes its
	// own instruction for them.
	"math/bits.Add":   {bit: "carry"},
	"math/bits.Add32": {bit: "carry"},
	"math/bits.Add64": {bit: "carry"},
	"math/bits.Sub":   {bit: "borrow"},
	"math/bits.Sub32": {bit: "borrow"},
	"math/bits.Sub64": {bit: "borrow"},

	// An intermediate value overflows and the loop waits for a number larger
	// than infinity.
	"gonum.org/v1/gonum/mathext.EllipticE":  {max: 1e150},
	"gonum.org/v1/gonum/mathext.EllipticF":  {max: 1e150},
	"gonum.org/v1/gonum/mathext.EllipticRF": {max: 1e300},

	// Sums that begin at an argument and go on to a constant.
	"gonum.org/v1/gonum/mathext.Zeta":     {max: 1e4, of: "q"},
	"gonum.org/v1/gonum/mathext.Hypergeo": {max: 100, min: 1e-2},

	// A bracket that is sought where there is none.
	"gonum.org/v1/gonum/mathext.GammaIncRegCompInv":        {max: 1e6, min: 1e-6},
	"gonum.org/v1/gonum/mathext.GammaIncRegInv":            {max: 1e6, min: 1e-6},
	"gonum.org/v1/gonum/stat/distuv.Chi.Median":            {max: 1e6, min: 1e-6},
	"gonum.org/v1/gonum/stat/distuv.Chi.Quantile":          {max: 1e6, min: 1e-6},
	"gonum.org/v1/gonum/stat/distuv.ChiSquared.Quantile":   {max: 1e6, min: 1e-6},
	"gonum.org/v1/gonum/stat/distuv.Gamma.Quantile":        {max: 1e6, min: 1e-6},
	"gonum.org/v1/gonum/stat/distuv.InverseGamma.Quantile": {max: 1e6, min: 1e-6},

	// It follows the sign of a NaN, which Go leaves open.
	"gonum.org/v1/gonum/stat/distuv.NoncentralT.Quantile": {max: 100, min: 1e-2},
}
