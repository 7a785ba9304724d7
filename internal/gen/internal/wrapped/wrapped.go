package wrapped

import (
	"errors"
	"fmt"
	"math"

	"github.com/lockstep-simt/lockstep/internal/gen/internal/wrapped/geom"
)

// Numbers has numbers of many types, named results among them.
func Numbers(a int8, b uint16, c bool, d float32, e int, f uint) (small int8, flag bool, _ float32, g uint) {
	if c {
		return a + 100, b > 7, d * 2, f << 1
	}
	return a, e < 0, d + float32(b), f % 3
}

// Celsius is a temperature.
type Celsius float64

// Warm has named types of its own.
func Warm(t, by Celsius) Celsius { return t + 2*by }

// Turn has types of another package.
func Turn(p geom.Point, by geom.Angle) geom.Point {
	s, c := math.Sincos(float64(by))
	return geom.Point{X: float64(p.X*c) - float64(p.Y*s), Y: float64(p.X*s) + float64(p.Y*c)}
}

// Cross has arrays.
func Cross(a, b [3]float64) [3]float64 {
	return [3]float64{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

// Trace has a matrix, of which one index is computed; some lanes leave it.
func Trace(m [2][3]int32, k int) (int32, [2][2]int16) {
	return m[0][k] + m[1][k], [2][2]int16{{int16(m[0][0]), int16(m[0][1])}, {int16(m[1][0]), int16(m[1][1])}}
}

// Vec is a vector in a plane.
type Vec struct{ X, Y float64 }

// Body is a struct of structs and of an array of structs.
type Body struct {
	Pos, Vel Vec
	_        int
	mass     Celsius
	tags     [2]tag
}

type tag struct {
	On bool
	N  [2]int
}

// Step is a method that takes and returns a struct.
func (b Body) Step(dt float64) Body {
	b.Pos.X += float64(dt * b.Vel.X)
	b.Pos.Y += float64(dt * b.Vel.Y)
	b.tags[0].On = !b.tags[1].On
	b.tags[1].N[1]++
	b.mass++
	return b
}

// tagged is a method without parameters.
func (b Body) tagged() bool { return b.tags[0].On || b.tags[1].N[0] > 2 }

// Names has the names that a wrapper uses itself.
func Names(ctx, opts, err, n, lo, hi, at, i, ok, lane, len, c0, chunk int) (r0, iter, context, cols int) {
	return ctx + opts + err + n, lo - hi - at, i * ok * lane, len + c0 + chunk
}

func hypotenuse(a, b float32) float32 { return float32(a*a) + float32(b*b) }

// Line has a uniform number.
func Line(x, slope float64) float64 { return float64(slope*x) + 1 }

// Lookup has a uniform slice of any length; some lanes leave it.
func Lookup(table []int32, i int) int32 { return table[i] * int32(len(table)) }

// Net is a struct of slices.
type Net struct {
	Weights []float64
	Bias    float64
	Cells   [][]float32
}

// Weigh has a uniform struct of slices.
func Weigh(net Net, x float64, row int) float64 {
	sum := net.Bias
	for _, w := range net.Weights {
		sum += float64(w * x)
	}
	return sum + float64(net.Cells[row][len(net.Cells[row])-1])
}

// Nearest has a uniform slice of structs.
func Nearest(points []geom.Point, x, y float64) (best int, distance float64) {
	distance = math.Inf(1)
	for i, p := range points {
		d := float64((p.X-x)*(p.X-x)) + float64((p.Y-y)*(p.Y-y))
		if d < distance {
			best, distance = i, d
		}
	}
	return best, distance
}

// Tree is a decision tree, in slices of which each has an element a node.
type Tree struct {
	Feature, Left, Right []int
	Threshold, Value     []float64
	Depth                uint8
}

// Predict has a uniform that is behind a pointer.
func (t *Tree) Predict(x [2]float64) float64 {
	i := 0
	for range t.Depth {
		if t.Left[i] < 0 {
			break
		}
		if x[t.Feature[i]] <= t.Threshold[i] {
			i = t.Left[i]
		} else {
			i = t.Right[i]
		}
	}
	return t.Value[i]
}

// Shift has a pointer to an array, of which an element is chosen by the lane.
func Shift(x float64, k int, by *[3]uint8) float64 { return x + float64(by[k]) }

// Affine has a uniform array of arrays.
func Affine(m [2][3]float64, p Vec) Vec {
	return Vec{
		X: float64(m[0][0]*p.X) + float64(m[0][1]*p.Y) + m[0][2],
		Y: float64(m[1][0]*p.X) + float64(m[1][1]*p.Y) + m[1][2],
	}
}

// Sum has a slice of one length and one of several.
func Sum(v []float64, x []Celsius) float64 {
	sum := v[0] + v[1] + v[2]
	for _, t := range x {
		sum += float64(t)
	}
	return sum
}

// Scale changes the slice that it is given.
func Scale(x []float64, by float64) {
	for i := range x {
		x[i] *= by
	}
	if by == 0 {
		panic("nothing is left")
	}
}

// Sorted returns a slice.
func Sorted(v []float64) []float64 {
	s := make([]float64, 3)
	copy(s, v)
	for i := range s {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
	return s
}

// Advance is a method that changes what it is called on, in part.
func (b *Body) Advance(dt float64) (x float64) {
	b.Pos.X += float64(dt * b.Vel.X)
	b.tags[1].N[0]++
	return 1000 / float64(int(b.Pos.X)/int(dt))
}

// Weight only reads what it is called on.
func (b *Body) Weight() float64 { return 2 * float64(b.mass) }

// Bump changes what its parameter points to and a slice of structs.
func Bump(p *float64, a *[2]int, tags []tag) {
	*p++
	a[1] = a[0]
	for i := range tags {
		tags[i].On = true
	}
}

// word has a field that is called like the number of words.
type word struct{ code, len uint16 }

// Longer has a slice of words both ways.
func Longer(words []word, than int) (some []word, all int) {
	for i, w := range words {
		words[i].len++
		if int(w.len) > than {
			return words[i:], i
		}
	}
	return words[:0], len(words)
}

// Least is variadic.
func Least(x ...float64) float64 {
	least := x[0]
	for _, v := range x {
		least = min(least, v)
	}
	return least
}

// Gradient writes to one slice what it computes of another, and returns a value.
func Gradient(grad, at []float64) float64 {
	grad[0] = 2 * at[0]
	grad[1] = float64(at[1]*at[1]) + grad[1]
	return at[0] - at[1]
}

// Walk has loops that exclude each other and read tables at one index, so that its assembly is stages that
// have the tables side by side.
func Walk(up, down []int, gain []float64, from int, x float64) (end int, sum float64) {
	end = from
	if x < 0 {
		for up[end] > end {
			sum -= gain[end]
			end = up[end]
		}
		return end, sum
	}
	for steps := 0; steps < 20 && down[end] != end; steps++ {
		if sum += gain[end] * x; sum > 100 {
			break
		}
		end = down[end]
	}
	return end, sum
}

// ErrNegative is returned as it is.
var ErrNegative = errors.New("negative")

// Root returns errors of every kind.
func Root(x int) (root int, err error) {
	switch {
	case x < 0:
		return 0, ErrNegative
	case x > 1000:
		return 0, geom.ErrFar
	case x == 7:
		return -1, errors.New("seven")
	}
	for root*root < x {
		root++
	}
	if root*root != x {
		return root, fmt.Errorf("%d is not a square, but %d is", x, root*root)
	}
	return root, nil
}

// Check returns an error and nothing else.
func Check(x float64) error {
	if math.IsNaN(x) {
		return ErrNegative
	}
	return nil
}

// Divide panics now and then.
func Divide(x, y int) int { return x / y }

// Wave calls functions of package math, whose bits assembly has too.
func Wave(x float64, y float32) (float64, float32) {
	return float64(math.Exp(-math.Abs(x))*math.Sin(x)) - math.Atan2(x, 2), float32(math.Log(float64(y)))
}

// Decay calls a mathematical function.
func Decay(x float64) float64 { return math.Exp(-x) }

// Halve has a slice that grows; some lanes need more room than there is.
func Halve(n uint16) (steps int, sum float64) {
	var path []uint16
	for ; n > 0; n /= 2 {
		path = append(path, n)
	}
	for _, x := range path {
		sum += 1 / float64(x%7)
	}
	return len(path), sum / float64(100%len(path))
}

// Rates that SetRate may change, but not while lanes run.
var rates = [3]float64{0.25, 0.5, 1}

func SetRate(i int, rate float64) { rates[i] = rate }

func Toll(km float64, class int) float64 { return km * rates[uint(class)%3] }

func Levy(x float64) float64 { return x * rates[1] }

// Side is exact with a text of bits where rounding leaves the sign open; those
// lanes are left to Go.
func Side(a, b float64) int {
	if d := a - b; math.Abs(d) > 0.125 {
		return int(math.Copysign(1, d))
	}
	return len(fmt.Sprintf("%b", a))
}

// Settle counts in an int beside floats of 32 bits: its assembly has 32 bits of that, if the given number is small.
func Settle(x float32, most int) (float32, int) {
	n := 0
	for n < most && (x > 1 || x < -1) {
		x = float32(x*0.75) - 0.125
		n++
	}
	return x, n
}

// Bits counts in an int that is never large.
func Bits(x uint32) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}
