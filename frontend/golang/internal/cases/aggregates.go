package cases

type Vec struct{ X, Y, Z float64 }

func (v Vec) Add(w Vec) Vec           { return Vec{v.X + w.X, v.Y + w.Y, v.Z + w.Z} }
func (v Vec) Scale(k float64) Vec     { return Vec{X: v.X * k, Y: v.Y * k, Z: v.Z * k} }
func (v Vec) Dot(w Vec) float64       { return float64(v.X*w.X) + float64(v.Y*w.Y) + float64(v.Z*w.Z) }
func (v Vec) withX(x float64) Vec     { v.X = x; return v }
func (v Vec) pick(i int) float64      { return [3]float64{v.X, v.Y, v.Z}[i] }
func VecSum(a, b Vec) Vec             { return a.Add(b).Scale(2).withX(a.Dot(b)) }
func VecPick(a Vec, i int) float64    { return a.pick(i) }
func VecEqual(a, b Vec) (bool, bool)  { return a == b, a != b }
func VecZero(a Vec) bool              { return a == Vec{} }
func VecSelf(a Vec) (bool, Vec)       { return a == a, a }
func VecSwap(a, b Vec) (Vec, Vec)     { a, b = b, a; a.X, a.Y = a.Y, a.X; return a, b }
func VecNamed(a Vec) (out Vec, n int) { out = a; out.Z++; n = int(out.X); return }

type Body struct {
	Pos, Vel Vec
	Mass     float32
	Alive    bool
	Tag      int8
	_        int32
}

func Step(b Body, dt float64) Body {
	b.Pos = b.Pos.Add(b.Vel.Scale(dt))
	b.Vel.Y -= float64(9.81 * dt)
	if b.Pos.Y < 0 {
		b.Alive = false
		b.Tag++
	}
	return b
}

func BodyEqual(a, b Body) bool { return a == b }

type outer struct {
	Vec
	n int
}

func Embedded(v Vec, n int) (float64, int) {
	o := outer{v, n}
	o.X++
	o.n *= 2
	p := o
	p.Vec.Y = 7
	return o.Dot(p.Vec) + o.Y, p.n
}

func StructLoop(n uint8) Vec {
	var s Vec
	for i := range n % 10 {
		t := Vec{X: float64(i)}
		if i&1 == 1 {
			t.Y = s.X
		}
		s = s.Add(t)
	}
	return s
}

func PhiStruct(a, b Vec, c bool) Vec {
	r := a
	if c {
		r = b
	}
	return r
}

type celsius float64
type kelvin float64

func Named(c celsius) kelvin { return kelvin(c) + 273.15 }

type pairA struct{ A, B int }
type pairB struct{ A, B int }

func ConvertStruct(a, b int) (int, int) {
	p := pairB(pairA{a, b})
	p.A += p.B
	return p.A, p.B
}

func ArraySum(a [4]float64) (s float64) {
	for _, v := range a {
		s += v
	}
	return s
}

func ArrayIndex(a [5]int16, i int) int16     { return a[i] }
func ArrayIndexU8(a [5]int16, i uint8) int16 { return a[i] }
func ArrayIndexI8(a [5]int16, i int8) int16  { return a[i] }
func ArrayIndexU64(a [5]int, i uint64) int   { return a[i] }
func ArraySet(a [3]int32, i int, v int32) [3]int32 {
	a[i] = v
	return a
}

func ArrayRangeCopy(a [4]int) (s int) {
	for i, v := range a {
		a[(i+1)%4] = 100
		s = s*3 + v
	}
	return s + a[0]
}

func ArrayRangeIndex(a [4]int) (s int) {
	for i := range a {
		a[(i+1)%4] += a[i]
		s += a[i]
	}
	return s
}

func ArraySwap(a [4]int, i, j uint8) [4]int {
	a[i%4], a[j%4] = a[j%4], a[i%4]
	return a
}

func ArrayEqual(a, b [3]float64) (bool, bool) { return a == b, a != b }

func ArrayZeroed(n uint8) (s int) {
	for i := range int(n % 5) {
		var a [3]int
		a[i%3] += i + 1
		s = s*7 + a[0] + 2*a[1] + 3*a[2]
	}
	return s
}

func Matrix(a, b [2][3]float64) (c [2][2]float64) {
	for i := range 2 {
		for j := range c[i] {
			for k := 0; k < 3; k++ {
				c[i][j] += float64(a[i][k] * b[j][k])
			}
		}
	}
	return c
}

func MatrixRow(a [3][4]int, i int, j int) (row [4]int, e int) {
	row = a[i]
	row[j] = -1
	a[1] = row
	return a[i], a[1][j]
}

func MatrixEqual(a, b [2][3]int8) bool { return a == b }

func Particles(p [3]Vec, i uint8) (out [3]Vec, v Vec, x float64) {
	p[i%3].Y += 1
	p[(i+1)%3] = p[i%3].Scale(2)
	v = p[2]
	v.X = 5
	for _, q := range p {
		x += q.X
	}
	return p, v, x
}

type grid struct {
	cell [2][2]pairA
	n    int
}

func Nested(i, j uint8, v int) (int, int, bool) {
	var g grid
	g.cell[i&1][j&1].B = v
	g.cell[j&1][i&1].A -= v
	h := g
	h.cell[1] = g.cell[0]
	h.n++
	return h.cell[i&1][0].B, h.cell[1][j&1].A, g == h
}

func StackMachine(ops [6]uint8) (top int, depth int) {
	var stack [4]int
	for _, op := range ops {
		switch op % 4 {
		case 0:
			stack[depth] = int(op)
			depth++
		case 1:
			depth--
			stack[depth-1] += stack[depth]
		case 2:
			stack[depth-1] *= 2
		}
	}
	return stack[0], depth
}

func ArrayLiteral(i int) (int, string2) {
	a := [...]int{5: 1, 2, 0: 7}
	return a[i&7], string2{len(a), [2]int{i, 1}}
}

type string2 struct {
	N int
	P [2]int
}

func LenCall(x int) int { return len(mk(x)) + len([3]int{}) }
func mk(x int) [5]int {
	if x == 5 {
		panic("five")
	}
	return [5]int{x}
}

func ArrayCall(a [3]int) int { return total(a) + total([3]int{1, 2}) + total([3]int{}) }
func total(a [3]int) (s int) {
	for i := range len(a) {
		s += a[i]
		a[i] = 0
	}
	return s
}

func ArrayReturn(n int) int { return seq(n)[2] + first(seq(n+1)) }
func seq(n int) (a [3]int) {
	for i := range a {
		a[i] = n * i
	}
	return
}
func first(a [3]int) int { return a[1] }

func Empty(x int) int {
	var e struct{}
	return id(e, x)
}
func id(_ struct{}, x int) int { return x }

func Bools(a [3]bool, i int) (n int, b [3]bool) {
	for k, v := range a {
		if v {
			n |= 1 << k
		}
		b[2-k] = !v
	}
	b[i] = true
	return
}

func Floats32(a [2]float32, k int8) (s float32) {
	for _, v := range a {
		s += v
	}
	a[k] = s
	return a[0] - a[1]
}

func LoopCarried(n uint8, v Vec) Vec {
	prev, cur := v, Vec{1, 2, 3}
	for range n % 8 {
		prev, cur = cur, prev.Add(cur)
	}
	return cur
}

func Temp(a [3]int, i uint8) (x, y int) {
	x = a[i%3]
	a[i%3] = 9
	y = a[i%3]
	b := a
	b[0], a[0] = x, y
	return x + b[0], y + a[0]
}

// ComparesArrays compares arrays of one axis and of several, short ones and others.
func ComparesArrays(a, b, c int8, x float64) (n int) {
	short := [3][2]int8{{a, b}, {b, c}, {c, a}}
	was := short
	short[0], short[1] = short[1], short[0]
	if short == was {
		n = 1
	}
	deep := [2][3][2]int8{short, was}
	deep[1][a&1][b&1] = c
	if deep[1] == deep[0] {
		n += 2
	}
	var long, other [9][3]int8
	long[uint8(a)%9][uint8(b)%3] = c
	other[8][1] = c
	if long == other {
		n += 4
	}
	var row, copied [12]float64
	row[uint8(c)%12] = x
	copied[3] = x
	if row == copied {
		n += 8
	}
	if y := [2]float64{x, 1}; y == [2]float64{x, float64(a)} { // not if x is NaN
		n += 16
	}
	if none := [0]int8{}; none == [0]int8{} {
		n += 32
	}
	return n
}
