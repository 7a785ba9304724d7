package cases

import (
	"hash/adler32"
	"hash/fnv"
	"image"
	"time"
	"unicode"
)

// Corners of the language that need no memory.

func MinMaxClear(a, b, c int, x, y float64, n uint8) (int, int, float64, float64, uint8) {
	return min(a, b, c, 5), max(a, b), min(x, y, 0), max(x, y), max(n, 3) - min(n, 7)
}

func NegativeShift(x int, n int8) (int, uint8) {
	y := x << n
	return y >> (n / 2), uint8(x) >> n
}

func ArrayByValue(a [2][3]int, i uint8) ([2][3]int, int) {
	b := a
	b[i%2][1] = 9
	c := changeRow(b[0], 5)
	d := change2(b)
	if d != a {
		d[1] = c
	}
	return d, a[0][1] + b[0][1] + c[1]
}

func changeRow(r [3]int, k int) [3]int { r[1] += k; return r }

func change2(a [2][3]int) [2][3]int {
	for i := range a {
		for j := range a[i] {
			a[i][j] += i + j
		}
	}
	return a
}

type key struct {
	id   int
	pos  [2]float64
	flag bool
}

func CompareStructs(x float64, n int, b bool) (bool, bool, bool) {
	k := key{n, [2]float64{x, 1}, b}
	l := k
	same := k == l
	l.pos[1]++
	keys := [2]key{k, l}
	return same, k != l, keys == [2]key{k, k}
}

func GotoLoop(n uint8) (s int) {
	i := 0
again:
	if i < int(n%20) {
		i++
		if i%3 == 0 {
			goto again
		}
		s += i
		if s > 60 {
			goto done
		}
		goto again
	}
	s = -s
done:
	return
}

func Fallthroughs(x int8) (r int) {
	switch {
	case x > 100:
		r++
		fallthrough
	case x > 50:
		r += 10
	case x < -100:
		r = -1
		fallthrough
	default:
		r += 100
	}
	switch x & 3 {
	case 0, 1:
		if x == 4 {
			break
		}
		r += 1000
	case 2:
		r -= 1000
	}
	return r
}

func divide(a, b int) (q, r int) {
	q = a / b
	r = a - q*b
	return
}

func MultipleResults(a, b int) (int, int, int) {
	x, y := divide(a, b)
	y, x = divide(y, 3)
	return sum3(divide2(x, y)), x, y
}

func divide2(a, b int) (int, int, int) { return a, b, a - b }
func sum3(a, b, c int) int             { return a + 2*b + 3*c }

func Discards(a, b int) int {
	_ = a / (b | 1)
	_, r := divide(a, 7)
	var _ = r
	return r
}

type weekday uint8

const (
	monday weekday = iota
	tuesday
	friday weekday = 4 + iota
)

func (d weekday) next() weekday {
	switch d {
	case monday:
		return tuesday
	case friday:
		return monday
	}
	return d + 1
}

func Weekdays(d uint8) (weekday, bool) { return weekday(d).next().next(), weekday(d) == friday }

func BigConstants(x float64) (float64, int64, uint64) {
	const huge = 1 << 100
	const ratio = huge / 3 >> 80
	return x * (huge >> 98), ratio + 1, 1<<64 - 1
}

type lcg struct{ state uint64 }

func (g *lcg) next() uint64 {
	g.state = g.state*6364136223846793005 + 1442695040888963407
	x := g.state
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	return x ^ x>>29
}

func (g *lcg) float() float64 { return float64(g.next()>>11) / (1 << 53) }

func (g *lcg) intn(n int) int { return int(g.next() % uint64(n)) }

func (g *lcg) shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, g.intn(i+1))
	}
}

func MonteCarlo(seed uint64, n uint8) (float64, [5]int8) {
	g := lcg{seed}
	in := 0
	for range n {
		x, y := g.float(), g.float()
		if float64(x*x)+float64(y*y) < 1 {
			in++
		}
	}
	a := [5]int8{0, 1, 2, 3, 4}
	g.shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
	return float64(in) / float64(n), a
}

func pcgStep(state *[2]uint64) (r uint64) {
	lo, hi := state[0], state[1]
	hi += lo
	if hi < lo {
		state[0]++
	}
	state[0] ^= hi << 13
	state[1] = hi
	defer0(&r, hi)
	return
}

func defer0(r *uint64, x uint64) { *r = x ^ *r }

func Generators(a, b uint64) (uint64, uint64) {
	s := [2]uint64{a, b}
	t := s
	return pcgStep(&s) + pcgStep(&s), pcgStep(&t)
}

// Packages of the standard library that are arithmetic on their own types.
func Standard(d time.Duration, r, s [4]int8, c uint16) (float64, int, bool, uint64) {
	a := image.Rect(int(r[0]), int(r[1]), int(r[2]), int(r[3]))
	b := image.Rect(int(s[0]), int(s[1]), int(s[2]), int(s[3]))
	a = a.Intersect(b)
	h := fnv.New64a()
	h.Write([]byte{byte(c), byte(r[0]), 3})
	return float64(d.Hours()) + d.Round(time.Second).Seconds() +
			float64(d.Truncate(7*time.Millisecond).Microseconds()), a.Dx() * a.Dy(),
		unicode.IsUpper(rune(c)) || unicode.IsDigit(rune(c)), h.Sum64() +
			uint64(adler32.Checksum(append(make([]byte, 0, 3), 7, byte(c), 9)))
}
