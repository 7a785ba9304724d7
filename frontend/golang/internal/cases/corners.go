package cases

import (
	m "math"
	. "math/bits"
	"unsafe"
)

// Names that mean something else here.

func Shadowed(x, max int) int {
	len, min := 3, func2(max)
	if true := x > 2; true {
		len++
	}
	return len + min + clampName(x)
}

func func2(n int) int { return n / 2 }

func clampName(clampName int) int { return clampName + 1 }

func Imports(x float64, n uint8) (float64, int) { return m.Floor(x), OnesCount8(n) + UintSize }

func Unnamed(float64, int8) (int, bool) { return 1, true }

func (Vec) unit() Vec            { return Vec{1, 0, 0} }
func (_ Vec) axis(i int) int     { return i * 2 }
func Receivers(v Vec) (Vec, int) { return v.unit(), v.axis(3) }

type alias = Vec
type temps [3]celsius
type row [2]int32

func (t temps) mean() (c celsius) {
	for _, v := range t {
		c += v / 3
	}
	return
}

func Types(a alias, t temps) (kelvin, float64, bool) {
	type local struct {
		alias
		k [2]row
	}
	l := local{alias: a}
	l.k[1][0] = 7
	u := l
	u.k[1] = row([2]int32{7, 0})
	return Named(t.mean()), l.X, l == u
}

func Anonymous(x int) int {
	p := struct {
		A int
		B struct{ C [2]int }
	}{A: x}
	p.B.C[1] = p.A + 1
	q := p
	q.B.C[0]++
	return q.B.C[0] + q.B.C[1] + p.B.C[0]
}

// Arrays through φs.

func PhiArray(a, b [3]int, c bool, n uint8) [3]int {
	r := a
	if c {
		r = b
	}
	for i := range n % 4 {
		r, a = a, r
		if i == 1 {
			r = [3]int{}
		}
	}
	return r
}

func ArrayBranch(a, b [3]int, c bool, i uint8) (x int) {
	if c {
		a = b
		a[i%3]++
	} else {
		b[i%3]--
	}
	return a[0]*3 + b[i%3]
}

func Nest3(i, j, k uint8) (n int) {
	var t [2][3][2]pairA
	for a := range t {
		for b := range t[a] {
			for c := range t[a][b] {
				t[a][b][c].A = a*100 + b*10 + c
			}
		}
	}
	plane := t[i%2]
	line := plane[j%3]
	line[0].A = -1
	t[i%2][2] = line
	return t[i%2][2][k%2].A + plane[j%3][k%2].A
}

// Code that ends early, or never starts.

func Unreachable(x int) int {
	x = max(x, -20)
	if x > 5 {
		return 1
	}
	for {
		x += 3
		if x > 5 {
			panic("end")
		}
		if x == 4 {
			return x
		}
		x--
	}
}

func DeadFault(a [3]int, i int) int {
	_ = a[i]
	b := a
	_ = b[i]
	return 1
}

func FaultOrder(a [2]int, i, d int) int {
	x := a[i]
	y := 10 / d
	return x + y
}

func DivAssign(a [3]int, i uint8, d int) [3]int {
	a[i&3] /= d
	return a
}

func BigSwitch(u uint64) int {
	switch u {
	case 1<<64 - 1:
		return 1
	case 1 << 63:
		return 2
	case 0:
		return 3
	case 'x':
		return 4
	}
	return 5
}

var codes = [3]int8{4, -128, 9}

func TableSwitch(x int) (int, int) {
	a, b := x, x
	switch codes[1] {
	case 1, 2, 4:
		a++
	case -128:
		a--
	}
	switch codes[2] {
	case 1:
		b = 1
	case 2:
		b = 2
	case 3:
		b = 3
	default:
		b *= 2
	}
	return a, b
}

const (
	red = iota
	green
	_
	blue
	many = "four"
)

func Iota(x int) int {
	switch x {
	case red, green:
		return blue
	}
	if many == "four" {
		return len(many)
	}
	return 0
}

func Untyped(x float64, n int, k uint8) (float64, int, float64) {
	return x * 3 / 2, 7 / 2 * n, float64(1<<3) + float64(uint8(1)<<k)
}

func MultiAssign(a [4]int, i int) ([4]int, int) {
	i &= 3
	i, a[i] = a[i]&3, i
	a[0], a[i], i = i, a[1], a[0]
	return a, i
}

func Struct2(n uint8) (out pairA) {
	var acc pairA
	for acc.A < int(n%20) {
		acc.A += 2
		acc.B += acc.A
		if acc.B > 30 {
			acc = pairA{B: acc.A, A: acc.A + 1}
		}
	}
	return acc
}

func Compare3(a [2]Body) (bool, bool) {
	b := a
	b[1].Tag++
	return a == b, a[0] == b[0]
}

func RangeCall(n int) (s int) {
	for i, v := range seq(n) {
		s += i * v
	}
	return
}

func RangeAssign(a [3]int8) (i int, v int8) {
	for i, v = range a {
		if v > 3 {
			break
		}
	}
	return
}

func MinMaxMixed(a int8, x float32) (int8, float32) {
	return max(a, 3, -4), min(x, 2, 1.5)
}

func SignedShiftCount(x int32, k int16) (int32, uint16) {
	if k > 40 {
		k = 40
	}
	return x >> k, uint16(x) << k
}

func StringOnlyConst(x int) int {
	const s = "abc"
	return x + len(s)
}

// A branch on what is known of memory: an array that nothing changes.

func ZeroBranch(n int, i uint8) (int, bool) {
	var zero [3]bool
	if zero[2] {
		n++
	}
	if zero[i&3] {
		n += 2
	}
	return n, zero[1]
}

// A number that might be an address is a number.
func Offsets(p, n uintptr, i int32, x float64) (uintptr, bool, float64, int) {
	q := p + n*unsafe.Sizeof(x) - uintptr(i)
	if q < p || offsetTable[n%3] == q {
		q >>= n
	}
	return q, ^q > p, float64(q), int(q) + int(uintptr(x))
}

var offsetTable = [3]uintptr{1, 1 << 63, ^uintptr(0)}

// NilInLoop faults in every round that gets to its end.
func NilInLoop(n int) (out float64) {
	if n > 8 {
		for j := 0; j < 1; j++ {
			var none []float64
			switch {
			case always > 0:
				out += out / none[2]
				out += 2
			}
			n ^= j
		}
	}
	return out / 4
}

var always = 3

// Sums that wrap: where from and p change alike, their sum is -10, but only modulo 2^64.
func BalancedWraps(i int, k uint8) (t int) {
	from, p := 0, -10
	s := [16]int{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3}
	for n := 0; n < int(k); n++ {
		if from >= 0 && i <= 0 && i < p && from+i >= 0 {
			t += s[from+i]
		}
		from -= farSteps[k%4]
		p += farSteps[k%4]
	}
	return t
}

var farSteps = [4]int{1, -5, 1<<62 + 3, 1<<62 + 1}

// CheckedBefore loads b[i] where a[i] was loaded before, on each way: what shows that it exists is on that way.
func CheckedBefore(a, c, b [5]float64, i int8, x, y bool) (s float64) {
	at := int(i) << (i & 63) // far away, often
	if x {
		s = a[at]
		if y {
			s += b[at]
		} else {
			s -= b[at] * 2
		}
	} else {
		s = c[at] * 3
		if y {
			s += b[at] * 5
		} else {
			s -= b[at]
		}
	}
	return s
}

// What is known of an index where it is needed is not known before the loop, although the same is loaded in each round.

func ReducedIndex(x uint32, n uint8) (s float64) {
	for i := range int(n) {
		if x < 6000 {
			s += float64(farTable[x/16%512] * float64(i))
		}
	}
	return s
}

func DecidedIndex(x int16, n uint8) (s float64) {
	for i := range int(n) {
		if x >= 0 && x < 300 {
			at := 0
			if x < 400 {
				at = int(x)
			}
			s += float64(farTable[at+7] * float64(i))
		}
	}
	return s
}

func CheckedIndex(x int, n uint8) (s float64) {
	part := farTable[10:200]
	for i := range int(n) {
		if x >= 0 && x < len(part) {
			s += part[x] + float64(farTable[x+2]*float64(i))
		}
	}
	return s
}

func SmallestIndex(x uint64, n uint8) (s float64) {
	for i := range int(n) {
		if x < 2000 {
			s += farTable[min(uint32(x), 500)] + float64(farTable[min(x, 511)]*float64(i))
		}
	}
	return s
}

var farTable = func() (t [512]float64) {
	for i := range t {
		t[i] = float64(i*i%1000) / 8
	}
	return t
}()

// SmallBeside multiplies small numbers on two ways; what is 3*(x+1) of the second is not 3*x of the first, plus 3.
func SmallBeside(x uint64, y uint32) (a, b uint64, c uint32) {
	if y&3 == 0 {
		x = m.MaxUint64
	}
	if x <= 100 {
		a = x * 3
	}
	if x+1 <= 100 {
		b = (x + 1) % 200 * 3
	}
	if y < 1<<20 {
		c = y / 3
	} else if y-7 < 1<<20 {
		c = (y - 7) % (1 << 21) / 3
	}
	return a, b, c
}
