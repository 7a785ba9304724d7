package cases

import (
	"errors"
	"fmt"
	"math"
)

// What initialisers compute, with all of the language that they may use.

var initialised = initialisers()

// Initialised finds a value that differs, and InitialisedAll any.
func Initialised(i uint16) int { return initialised[int(i)%len(initialised)] }

func InitialisedAll() (h uint64, n int) {
	for _, v := range initialised {
		h = (h ^ uint64(v)) * 0x100000001b3
	}
	return h, len(initialised)
}

func initialisers() (out []int) {
	for _, f := range []func(yield func(int)){
		initNumbers, initFloats, initStrings, initSlices, initMaps, initClosures, initInterfaces, initPointers,
		initControl, initComplex, initErrors, initZeroKeys, initArraysBehindSlices,
	} {
		f(func(x int) { out = append(out, x) })
	}
	return out
}

func float(yield func(int), xs ...float64) {
	for _, x := range xs {
		yield(int(math.Float64bits(x)))
	}
}

func initNumbers(yield func(int)) {
	a, b := int8(127), uint16(3)
	a++
	b -= 5
	yield(int(a))
	yield(int(b))
	yield(int(a) / -7 % 5)
	for _, s := range []uint{0, 1, 31, 32, 63, 64, 100} {
		yield(1 << s)
		yield(-5 >> s)
		yield(int(int32(1) << s))
		yield(int(uint8(200) >> s))
	}
	x := uint32(1 << 31)
	yield(int(int32(x)))
	yield(int(x * 3))
	yield(^5 &^ 3)
	yield(int(int8(uint8(300 % 256))))
	yield(min(3, -2, 9))
	var u uint64 = math.MaxUint64
	yield(int(u >> 1))
	yield(int(u / 3))
}

func initFloats(yield func(int)) {
	x := 0.1
	for i := range 20 {
		x = float64(x*1.7) + float64(i)
		float(yield, x, math.Sqrt(x), math.Floor(-x), math.Mod(x, 3), float64(float32(x)), math.Max(x, 5))
		frac, exp := math.Frexp(x)
		float(yield, frac)
		yield(exp)
	}
	inf, nan := math.Inf(-1), math.NaN()
	yield(int(math.Float64bits(inf)))
	if nan != nan && !(nan < 1) && math.IsNaN(nan) && math.IsInf(inf, 0) && math.Signbit(math.Copysign(0, -1)) {
		yield(77)
	}
	yield(int(float32(16777217)))
	yield(int(1e18))
	float(yield, math.FMA(0.1, 10, -1), math.Round(2.5), math.Trunc(-2.7))
	f := math.Hypot
	float(yield, f(3, 4))
}

func initStrings(yield func(int)) {
	s := "héllo" + string(rune(8364))
	yield(len(s))
	for i, r := range s {
		yield(i)
		yield(int(r))
	}
	for i := range len(s) {
		yield(int(s[i]))
	}
	bs, rs := []byte(s), []rune(s)
	yield(len(bs) + len(rs)*100)
	bs[0] = 'H'
	if string(bs)[:1] == "H" && s[0] == 'h' && "abc" < "abd" && s[1:] > "a" {
		yield(5)
	}
	yield(len(fmt.Sprintf("%d %s %.2f", 12, "x", 1.5)))
	yield(len(string(rs[2:4])))
	bs = append(bs, "tail"...)
	yield(len(bs) + copy(bs, "zz") + int(bs[1]))
	if max("a", "b", s[:1]) == "h" {
		yield(6)
	}
}

func initSlices(yield func(int)) {
	a := make([]int, 3, 10)
	b := append(a, 1, 2)
	c := append(a, 7)
	b[0] = 9
	yield(a[0]*100 + b[3]*10 + c[3])
	d := a[1:2:4]
	d = append(d, 4, 5, 6)
	d[0] = 8
	yield(a[1] + d[1]*10 + cap(a[2:])*100)
	e := []int{1, 2, 3, 4, 5}
	yield(copy(e[1:], e))
	for _, v := range e {
		yield(v)
	}
	clear(e[3:])
	yield(e[2]*10 + e[4])
	var grid [3][4]int
	for i := range grid {
		for j := range grid[i] {
			grid[i][j] = i * j
		}
	}
	row := grid[2]
	row[3] = 100
	p := &grid[1]
	p[2] = 50
	yield(grid[2][3] + row[3] + grid[1][2] + len(grid[0]))
	type cell struct {
		v  int
		at [2]int
	}
	cells := []cell{{1, [2]int{2, 3}}, {v: 4}}
	cells[1].at[1] = 6
	copied := cells[0]
	copied.at[0] = 70
	cells = append(cells, copied, cells[0])
	cells[3].v = -1
	for _, k := range cells {
		yield(k.v*100 + k.at[0]*10 + k.at[1])
	}
	arr := [4]int(e[:4])
	arr[0] = 33
	yield(arr[0] + e[0])
	var none []int
	none = append(none, none...)
	if none == nil && e[:0] != nil {
		yield(len(none))
	}
}

func initMaps(yield func(int)) {
	type key struct {
		a int8
		b string
	}
	m := map[key]int{{1, "x"}: 5}
	m[key{1, "x"}]++
	m[key{2, "y"}] += 3
	v, ok := m[key{3, "z"}]
	yield(m[key{1, "x"}]*100 + m[key{2, "y"}]*10 + v + len(m))
	if !ok {
		yield(1)
	}
	delete(m, key{1, "x"})
	yield(len(m))
	f := map[float64]string{0: "zero"}
	yield(len(f[math.Copysign(0, -1)]))
	lists := map[int][]int{}
	for i := range 10 {
		lists[i%3] = append(lists[i%3], i)
	}
	for i := range 3 {
		for _, x := range lists[i] {
			yield(x)
		}
	}
	set := map[any]bool{1: true, "a": true, key{1, "q"}: true}
	if set[1] && !set[int8(1)] && set["a"] && set[key{1, "q"}] {
		yield(len(set))
	}
	shared := m
	shared[key{9, ""}] = 1
	clear(f)
	yield(len(m) + len(f))
}

func initClosures(yield func(int)) {
	count := 0
	next := func() int { count++; return count }
	yield(next() + next()*10 + count*100)
	var fs []func() int
	for i := range 4 {
		fs = append(fs, func() int { i += 10; return i })
	}
	yield(fs[0]() + fs[3]() + fs[3]())
	var even, odd func(int) bool
	even = func(n int) bool { return n == 0 || odd(n-1) }
	odd = func(n int) bool { return n != 0 && even(n-1) }
	if even(10) && !odd(4) {
		yield(4)
	}
	add := Vec.Add
	v := Vec{1, 2, 3}
	scale := v.Scale
	v = add(v, scale(2))
	float(yield, v.X, v.Y, v.Z)
	yield(twice(func(x int) int { return x * count }, 7))
}

func twice[T any](f func(T) T, x T) T { return f(f(x)) }

func initInterfaces(yield func(int)) {
	for _, x := range []any{1, int8(2), "three", 4.5, nil, disc{2}, &disc{3}, errors.New("e"), []int{1}} {
		switch v := x.(type) {
		case int:
			yield(v)
		case int8, string:
			yield(len(fmt.Sprint(v)))
		case float64:
			float(yield, v)
		case figureOf:
			float(yield, v.Area())
		case error:
			yield(len(v.Error()))
		case nil:
			yield(-1)
		default:
			yield(-2)
		}
		if s, ok := x.(interface{ Scale(float64) Vec }); ok || s != nil {
			yield(-3)
		}
	}
	var a, b any = disc{1}, disc{1}
	var f figureOf = disc{1}
	if a == b && a != any(disc{2}) && f == (disc{1}) && a == any(f) {
		yield(8)
	}
}

func initPointers(yield func(int)) {
	type list struct {
		v    int
		next *list
	}
	var head *list
	for i := range 5 {
		head = &list{i, head}
	}
	head.next.v = 40
	for p := head; p != nil; p = p.next {
		yield(p.v)
	}
	a, b := new(int), new(int)
	*a = 3
	swap := &a
	*swap = b
	*b = 6
	yield(*a)
	if a == b && head != head.next {
		yield(1)
	}
	m := newDense(3, func(i, j int) float64 { return float64(i - j) })
	for i := range m.n {
		float(yield, m.at(i, 2))
	}
}

func initControl(yield func(int)) {
outer:
	for i := 0; ; i++ {
		for j := range 5 {
			switch {
			case i*j == 6:
				break outer
			case j > i:
				continue outer
			case j == 2:
				fallthrough
			case j == 3:
				yield(i*10 + j)
			}
		}
	}
	n := 3
again:
	if n > 0 {
		n--
		goto again
	}
	yield(n)
	q, r := func(a, b int) (q, r int) { q, r = a/b, a%b; return }(17, 5)
	q, r = r, q
	yield(q*10 + r)
	for x := range upTo(3) {
		yield(x)
	}
}

func upTo(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i * i) {
				return
			}
		}
	}
}

func initComplex(yield func(int)) {
	z := complex(1.5, -2)
	w := z*z + 1i
	w /= complex(0.5, 3)
	zs := []complex128{z, w, -z}
	zs[0] *= 2
	for _, c := range zs {
		float(yield, real(c), imag(c))
	}
	var s struct{ c complex64 }
	s.c = complex64(w)
	t := s
	s.c++
	float(yield, float64(real(t.c)), float64(real(s.c)))
	if z == zs[0]/2 && t != s {
		yield(3)
	}
}

func initErrors(yield func(int)) {
	err := fmt.Errorf("%w: %d", ErrSmall, 5)
	yield(len(err.Error()))
	if err != nil && ErrAlias == ErrSmall && ErrSmall != ErrLarge {
		yield(2)
	}
	var none error
	if none == nil {
		yield(len(ErrCode.Error()))
	}
}

// A key that is there already is replaced by an equal one: a zero by one of another sign.
func initZeroKeys(yield func(int)) {
	m := map[float64]int{0: 1}
	m[math.Copysign(0, -1)] = 2
	n := 0
	for k, v := range m {
		if math.Signbit(k) {
			n += 10 * v
		}
	}
	yield(n)
}

// Conversions of one slice point to one array.
func initArraysBehindSlices(yield func(int)) {
	array := [4]int{1, 2, 3, 4}
	s := array[:]
	if (*[4]int)(s) == &array {
		yield(1)
	}
	if p, q := (*[2]int)(s), (*[2]int)(s[1:]); p != q && p == (*[2]int)(s[:3]) {
		q[0] = 7
		yield(p[1])
	}
	root := math.Sqrt
	float(yield, root(2))
}
