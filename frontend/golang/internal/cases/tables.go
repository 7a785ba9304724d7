package cases

import "math"

const base = 10

var (
	weights          = [...]float64{0.5, -1, 1e300, base / 4.0, 5: math.Pi}
	primes           = []int{2, 3, 5, 7, 11, 13}
	small            = []int8{-128, 127, 'a', 1 << 3}
	floats           = [3]float32{0.1, 16777217, math.MaxFloat32}
	eps, scale       = 1e-9, float32(3)
	mask       uint8 = 0xf0
	on               = true
	zero       [4]int
	nowhere    float64
	special    = []float64{math.Inf(1), math.Inf(-1), math.NaN(), -0.0}
	grid2      = [2][3]int32{{1, 2, 3}, {4, 5}}
	jagged     = [][]float64{{1, 2}, {3, 4}, {5, 6}}
	rows       = [...][2]uint16{{1, 2}, 3: {7, 8}}
	nodes      = []node{{1, 2, 0.5}, {Left: -1, Value: 2}, {}}
	origin     = Vec{1, 2, 3}
	bodies     = [2]struct {
		V Vec
		K [2]int
	}{{Vec{1, 2, 3}, [2]int{4, 5}}, {V: Vec{Z: 9}}}
	days, months = 7, 12
)

type node struct {
	Left, Right int
	Value       float64
}

func Weight(i int) (float64, int) { return weights[i], len(weights) }
func Prime(i int) (int, int)      { return primes[i], len(primes) }
func PrimeConst() int             { return primes[3] }
func PrimeAt9(x int) int {
	if x > 0 {
		return x
	}
	return primes[9]
}
func Small(i uint8) int8  { return small[i] + 1 }
func Float(i int) float32 { return floats[i] * scale }
func Scalars(x float64, m uint8) (float64, uint8, bool, float64, int) {
	return x + eps, m & mask, on, nowhere, days * months
}
func Zero(i int) int        { return zero[i] + zero[2] }
func Special(i int) float64 { return special[i] }
func Grid2(i, j int) int32  { return grid2[i][j] }
func Jagged(i, j int) (float64, int) {
	return jagged[i][j], len(jagged[i])
}
func JaggedLen(i int) int          { return len(jagged[i]) }
func Rows(i int, j uint) uint16    { return rows[i][j] }
func RowCopy(i int) [2]uint16      { return rows[i] }
func Node(i int) (int, float64)    { return nodes[i].Right, nodes[i].Value }
func NodeCopy(i int) node          { return nodes[i] }
func Origin(v Vec) Vec             { return v.Add(origin) }
func OriginDot(k float64) float64  { return origin.Scale(k).Dot(origin) }
func Bodies(i int) (Vec, int)      { return bodies[i].V, bodies[i].K[1] }
func BodiesConst(i int) (x, y int) { return bodies[0].K[i], bodies[1].K[i] }

func SumTable() (s float64) {
	for i, w := range weights {
		s += w / float64(i+1)
	}
	return s
}

func SumSlice(n int) (s int) {
	for i, p := range primes {
		if p > n {
			return i
		}
		s += p
	}
	for i := range primes {
		s -= primes[i]
	}
	for range small {
		s++
	}
	return s
}

func SumRows() (s float64) {
	for i, r := range jagged {
		_ = i
		for _, v := range r {
			s += v
		}
	}
	for i := range jagged {
		for j := range jagged[i] {
			s += float64(jagged[i][j] * 10)
		}
	}
	return s
}

func Walk(x float64) (depth int) {
	i := 0
	for depth < 10 {
		n := nodes[i]
		if n.Left < 0 {
			break
		}
		i = n.Left
		if x < n.Value {
			i = n.Right
		}
		depth++
	}
	return depth
}

func LocalShadowsTable(primes int) int { weights := 3; return primes + weights }

var (
	nearRow = [3]float64{1, 2, 3}
	midRow  = [3]float64{4, 5, 6}
	farRow  = [3]float64{7, 8, 9}
)

// MaybeNil has a pointer to one of several tables, or to none.
func MaybeNil(x float64, n int) float64 {
	var row *[3]float64
	if x > 8 {
		row = &farRow
	} else if x > 4 {
		row = &midRow
	} else if x > 2 {
		row = &nearRow
	}
	switch {
	case n > 5 && row == nil:
		return -1
	case n > 3:
		return row[0] + row[1]*x
	case n > 2:
		return rowSum(row[1:])
	case n > 1 && row != &midRow:
		return row[n]
	}
	return row[2]
}

func rowSum(row []float64) (s float64) {
	for _, x := range row {
		s += x
	}
	return s
}

// LocalTables looks into tables of several lengths that stand in the function, one of which is changed
// before it is read, and one that a loop makes anew.
func LocalTables(i, k int, x float64) (float64, int, int) {
	one := [1]float64{2.5}
	eight := [8]float64{1, -1, 0.5, math.Pi, math.Inf(1), -0.25, 1e300, 3}
	nine := [9]float64{0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 1}
	sixteen := [16]int{1 << 40, -3, 5, -1 << 60, 7: 9, 15: 11}
	seventeen := [17]uint64{1 << 63, 16: 1<<64 - 1}
	changed := nine
	changed[3] = x
	copied := sixteen
	copied[4] = 12
	lo, hi := 0, 8
	for hi-lo > 1 {
		if m := (lo + hi) / 2; nine[m] <= x {
			lo = m
		} else {
			hi = m
		}
	}
	s, n := 0, 0
	for j := range k & 3 {
		anew := [3]int{6, 5, 7}
		again := [3]int{4, 2: 8}
		s += anew[(i+j)&1] + again[(i^j)&1]
		n += copied[(i*j)&15]
	}
	y := one[i&1>>1] + eight[i&7] + changed[lo+i&1]
	return y, sixteen[i&15] + s, int(seventeen[k&15+i&1]) + n + copied[k]
}

// LocalTables32 has numbers of 32 bits alone, of which more are in a register.
func LocalTables32(i int32, x float32) (float32, int32) {
	floats := [17]float32{0.5, -1, 2: 1e30, 16: 7}
	numbers := [32]int32{1 << 30, -1 << 31, 5: 9, 31: -7}
	wide := [33]uint32{1 << 31, 32: 5}
	return floats[i&15] + floats[(i>>4&15)+1] + x, numbers[i&31] + int32(wide[i>>5&31]) + numbers[i]
}

type primitive interface{ at(x float64) float64 }

type orb struct{ r float64 }
type plane struct{ d, slope float64 }

func (b *orb) at(x float64) float64   { return b.r - x }
func (w *plane) at(x float64) float64 { return w.d + float64(w.slope*x) }

var primitives = []primitive{&orb{1}, &orb{2.5}, &plane{-1, 0.5}, &orb{0.25}}

// TableScene goes over interfaces that hold pointers, and takes the first and one of a lane's.
func TableScene(x float64, k uint8) (least float64, kinds int) {
	least = primitives[0].at(x)
	for i, s := range primitives {
		least = min(least, s.at(float64(x)-float64(i)))
		if b, ok := s.(*orb); ok && b.r > x {
			kinds++
		}
	}
	s := primitives[k%4]
	if w, ok := s.(*plane); ok {
		return w.d, -kinds
	}
	return least + s.at(2), kinds
}

var bySex = map[string]*orb{"m": {3}, "f": {5.5}}

var gaps = [...]*orb{0: {1}, 2: {7}, 3: {0.5}, 5: nil}

// TableNil has pointers of which some are nil: those of keys that a map does not have, and elements of an array.
func TableNil(x float64, k uint8) (float64, int) {
	n := 0
	if b, ok := bySex[[]string{"m", "f", "w", ""}[k&3]]; ok {
		n = int(b.r)
		x += b.at(1)
	}
	last := gaps[(k>>2)%6]
	for i := 0; i < 4; i++ {
		next := gaps[(int(k)+i)%6]
		switch {
		case next == nil:
			n += 10
		case next == last:
			n += 100
			fallthrough
		default:
			x += next.at(x)
			last = next
		}
	}
	if last == nil {
		return x, -n
	}
	if k > 250 {
		last = gaps[k%5]
	}
	own := gaps[k%5]
	if own == nil {
		own = &orb{x}
	}
	return x + last.at(2) + own.at(3), n
}
