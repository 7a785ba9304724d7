package cases

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// Package-level variables that functions give their values, before any lane runs.

var (
	crcTable       = makeCRC(0xedb88320)
	crcPointer     = pointerTo256(makeCRC(0x82f63b78))
	logTable       = sampled(64, func(x float64) float64 { return math.Log1p(x) / 3 })
	squares        = appended(20)
	binomials      = pascal(9)
	ragged         = [][]int32{{1}, nil, {2, 3, 4}, {}, {5, 6}}
	cuboid         = [][][]uint8{{{1, 2}, {3}}, {}, {{4, 5, 6}, nil}}
	firstOver, ok1 = firstAbove(logTable, 0.5)
	hilbert        = newDense(5, func(i, j int) float64 { return 1 / float64(i+j+1) })
	rules          = []quadRule{newRule(2), newRule(3), newRule(5)}
	rulePtrs       = []*quadRule{&rules[1], {order: 9, nodes: []float64{0.5, 7}}, &rules[1], &rules[0]}
	chosenRule     = &rules[2]
	names          = [...]string{"zero", "one", "two"}
	byName         = map[string]float64{"pi": math.Pi, "e": math.E, "third": 1.0 / 3}
	byNumber       = map[int]quadRule{2: newRule(2), 7: {order: 7}}
	byPoint        = map[gridPoint]int{{1, 2}: 3, {4, 5}: 6}
	nobody         map[string]int
	rootOf         = math.Sqrt
	halve          = func(x float64) float64 { return x / 2 }
	scaleBy        = scaledBy(2.5)
	ops            = [...]func(x, y float64) float64{math.Max, func(x, y float64) float64 { return x - y },
		math.Hypot}
	figure     figureOf = disc{2}
	figures             = [...]figureOf{disc{1}, tile{3}}
	emptyTable          = []float64{}
	nilTable   []float64
	unit       = complex(0, 1) * complex(0, 1)
	roots      = rootsOfUnity(8)
	filled     [16]uint64
	tally      []int
	lastFilled int
	collatz27  = collatzLength(27)
	fibs       = fibonacci(30)
	narrow     = wrapAll()
	shared     = shareBase[1:2]
	shareBase  = []int{1, 2, 3}
	deepest    = struct {
		Name  string
		Rows  [][]float64
		Inner *denseMatrix
		By    map[string]int
	}{"deep", [][]float64{{1, 2}, {3}}, hilbert, map[string]int{"a": 1}}
	ErrSmall         = errors.New("too small")
	ErrAlias         = ErrSmall
	ErrLarge         = fmt.Errorf("more than %d", limitOf("large"))
	ErrCode    error = codeError(7)
	errorTable       = []error{nil, ErrSmall, ErrLarge, ErrCode, ErrAlias}
)

type gridPoint struct{ X, Y int }

type quadRule struct {
	order int
	nodes []float64
}

type denseMatrix struct {
	n    int
	data []float64
}

type figureOf interface{ Area() float64 }
type disc struct{ R float64 }
type tile struct{ A float64 }

type codeError int

func (c codeError) Error() string { return fmt.Sprintf("code %d", int(c)) }

func (c disc) Area() float64 { return math.Pi * c.R * c.R }
func (s tile) Area() float64 { return s.A * s.A }

func (m *denseMatrix) at(i, j int) float64 { return m.data[i*m.n+j] }

func init() {
	for i := range filled {
		filled[i] = uint64(bits.Reverse16(uint16(i))) * 3
	}
	for i := 0; i < 10; i++ {
		tally = append(tally, i*i)
	}
}

func init() {
	lastFilled = len(tally) + int(filled[15]>>40)
	filled[3]++
}

func makeCRC(poly uint32) (t [256]uint32) {
	for i := range t {
		c := uint32(i)
		for range 8 {
			if c&1 == 1 {
				c = c>>1 ^ poly
			} else {
				c >>= 1
			}
		}
		t[i] = c
	}
	return t
}

func pointerTo256(t [256]uint32) *[256]uint32 { return &t }

func sampled(n int, f func(float64) float64) []float64 {
	t := make([]float64, n)
	for i := range t {
		t[i] = f(float64(i) / 8)
	}
	return t
}

func appended(n int) (s []int) {
	for i := range n {
		s = append(s, i*i)
	}
	return s
}

func pascal(n int) [][]int {
	rows := make([][]int, n)
	for i := range rows {
		rows[i] = make([]int, i+1)
		rows[i][0], rows[i][i] = 1, 1
		for j := 1; j < i; j++ {
			rows[i][j] = rows[i-1][j-1] + rows[i-1][j]
		}
	}
	return rows
}

func firstAbove(t []float64, x float64) (int, bool) {
	for i, v := range t {
		if v > x {
			return i, true
		}
	}
	return 0, false
}

func newDense(n int, f func(i, j int) float64) *denseMatrix {
	m := &denseMatrix{n: n}
	for i := range n {
		for j := range n {
			m.data = append(m.data, f(i, j))
		}
	}
	return m
}

func newRule(order int) quadRule {
	r := quadRule{order: order}
	for i := range order {
		r.nodes = append(r.nodes, math.Cos(math.Pi*(float64(i)+0.75)/(float64(order)+0.5)))
	}
	return r
}

func scaledBy(k float64) func(float64) float64 { return func(x float64) float64 { return x * k } }

func rootsOfUnity(n int) []complex128 {
	var out []complex128
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out = append(out, complex(c, s))
	}
	return out
}

func collatzLength(n int) int {
	if n == 1 {
		return 0
	}
	if n%2 == 0 {
		return 1 + collatzLength(n/2)
	}
	return 1 + collatzLength(3*n+1)
}

func fibonacci(n int) map[int]int {
	m := map[int]int{}
	var f func(int) int
	f = func(n int) int {
		if n < 2 {
			return n
		}
		if v, ok := m[n]; ok {
			return v
		}
		m[n] = f(n-1) + f(n-2)
		return m[n]
	}
	f(n)
	delete(m, 7)
	return m
}

func wrapAll() (out []int16) {
	x, y := int16(32767), uint8(250)
	for i := range 5 {
		x += int16(i * 1000)
		y += uint8(i) << 1
		out = append(out, x, int16(y), x/int16(i+1), int16(int8(y)))
	}
	return out
}

func limitOf(name string) int {
	switch name[:3] {
	case "lar":
		return 100
	}
	return 0
}

func CRCByte(crc uint32, b uint8) (x, y uint32) {
	return crcTable[uint8(crc)^b] ^ crc>>8, crcPointer[b] + crcPointer[3]
}

func LogTable(i int) (float64, int) { return logTable[i&63], len(logTable) }
func Squares(i int) (int, int, int) { return squares[i], len(squares), cap(squares) }

func Binomial(n, k int) int {
	if n < 0 || n > 12 {
		return -1
	}
	return binomials[n][k]
}

func BinomialSum(n int) (s int) {
	for _, b := range binomials[n&7] {
		s += b
	}
	for i := range binomials {
		s += len(binomials[i]) * cap(binomials[i])
	}
	return s + binomials[4][2]
}

func Ragged(i int, j uint8) (int32, int, bool) {
	row := ragged[i]
	if int(j) >= len(row) {
		return -1, len(row), row == nil
	}
	return row[j], len(row), row == nil
}

func RaggedFault(i, j int) int32 { return ragged[i&3][j&3] }

func Cube(i, j, k int) (uint8, int) {
	i &= 3
	if i < len(cuboid) && len(cuboid[i]) > 0 {
		j &= 1
		row := cuboid[i][j]
		if len(row) == 0 {
			return 0, -1
		}
		return row[k%3&3], len(row)
	}
	return 0, len(cuboid)
}

func FirstAbove() (int, bool)  { return firstOver, ok1 }
func Hilbert(i, j int) float64 { return hilbert.at(i&7, j&3) + float64(hilbert.n) }
func RuleSum(i int) (s float64, n int) {
	r := rules[i&3]
	for k, x := range r.nodes {
		s += x * float64(k+1)
	}
	return s, r.order
}
func RulePtr(i int) (float64, int)    { return rulePtrs[i&3].nodes[1], rulePtrs[i&3].order }
func ChosenRule(i int) (float64, int) { return chosenRule.nodes[i&3], len(chosenRule.nodes) }
func Names(x float64) (float64, int) {
	if names[1] == "one" && len(names[2]) == 3 {
		x += byName["pi"] + byName["third"]*2
	}
	v, ok := byName["none"]
	if ok {
		return -1, 0
	}
	return x + v, len(byName)
}
func ByNumber(i int) (float64, int, int) {
	r, ok := byNumber[2]
	none, no := byNumber[3]
	if !ok || no {
		return 0, 0, 0
	}
	return r.nodes[i&1], byNumber[7].order + none.order + nobody["x"], len(none.nodes) + len(nobody) +
		byPoint[gridPoint{4, 5}]
}
func FuncVars(x, y float64) (a, b, c, d float64) {
	return rootOf(x), halve(y), scaleBy(x), ops[1](x, y) + ops[2](3, 4) + ops[0](x, 1)
}
func Figures(x float64) (a, b float64) {
	return figure.Area() + x, figures[0].Area() + figures[1].Area()
}
func EmptyTables(x int) (int, bool, bool) {
	for _, v := range emptyTable {
		x += int(v)
	}
	return x + len(nilTable) + cap(emptyTable), nilTable == nil, emptyTable == nil
}
func EmptyFault(i int) float64 {
	if i > 3 {
		return emptyTable[i]
	}
	return 1
}
func Complexes(i int) (a, b, c, d float64) {
	z := roots[i&7] * unit
	return real(z), imag(z), real(unit), imag(roots[2])
}
func Filled(i int) (uint64, int, int) { return filled[i&15], tally[i&7], lastFilled }
func ComputedScalars() (int, int, int, bool) {
	v, ok := fibs[7]
	return collatz27, fibs[30], v, ok
}
func Narrow(i int) (int16, int)    { return narrow[i&15], len(narrow) }
func Shared(i int) (int, int, int) { return shareBase[i%3&3], shared[0], cap(shared) }
func Deepest(i, j int) (float64, int) {
	return deepest.Rows[i&1][j&1] + deepest.Inner.at(0, j&3), deepest.By["a"] + len(deepest.Name)
}

// ConstantCalls goes through calls whose arguments are constants.
func ConstantCalls(x int) (int, float64, int) {
	return x + collatzLength(97), halve(3) + polynomialAt(1.5, 4), safeDiv(x, 0)
}

func polynomialAt(x float64, n int) (s float64) {
	for i := range n {
		s = float64(s*x) + float64(i)
	}
	return s
}

func safeDiv(a, b int) int {
	if b == 0 {
		return quotientOf(7, 2) + a
	}
	return a / b
}

func quotientOf(a, b int) int { return a / b }

// ConstantFault faults where Go does, although the arguments are constants.
func ConstantFault(x int) int {
	if x > 5 {
		return quotientOf(x, 1) + quotientOf(1, 0)
	}
	return quotientOf(8, 3)
}

// bigTable has more elements than a lane may.
var bigTable = func() (t [1<<20 + 9]uint8) {
	for i := range 4000 {
		t[i*257] = uint8(i)
	}
	return t
}()

func BigTable(i uint32) uint8 { return bigTable[i%(1<<20)/257*257+i%3/2] }

func Sentinels(i int) (a, b, c error) {
	switch i & 7 {
	case 0:
		a = ErrAlias
	case 1:
		a = ErrLarge
	case 2:
		a = ErrCode
	}
	b = errorTable[i&3]
	if a == ErrSmall || b == ErrCode {
		c = errorTable[4]
	}
	return a, b, c
}

var sameRows = [2][3]float64{{1, 2, 3}, {4, 5, 6}}
var otherRow, thirdRow = [3]float64{7, 8, 9}, [3]float64{1, 2, 3}

// WhichRow compares pointers that may be to several variables.
func WhichRow(x float64, i int) (n int) {
	p := &thirdRow
	if x > 1 {
		p = &otherRow
	}
	if p == &otherRow {
		n++
	}
	q := &sameRows[i&1]
	if q == &sameRows[1] {
		n += 2
	}
	return n
}

type slopes struct{ w, u float64 }

func (v slopes) apply(x float64) float64 { return float64(v.w*x) + v.u }
func (v *slopes) look() float64          { return v.u }

type stratum struct{ slopes }

var strata = [2]stratum{{slopes{1, 2}}, {slopes{3, 4}}}

// PromotedOfTable calls methods of what a table's elements embed, and takes
// them as values.
func PromotedOfTable(x float64, n int) float64 {
	f, g := strata[n&1].apply, strata[1].look
	return f(x) + strata[n>>1&1].apply(x) + strata[n&1].look() + g()
}
