package cases

// What objects of a loop have: memory that is made with each, and is each one's own.

type keeper struct {
	xs   []int
	at   *[2]int
	next *keeper
	f    func() int
}

// KeptInside fills objects that a loop makes with slices, arrays and functions of the same round.
func KeptInside(k int8) (int, int, int, int) {
	var ps [3]*keeper
	for i := range ps {
		c := i * int(k)
		ps[i] = &keeper{xs: []int{i + int(k), 7}, at: &[2]int{i, int(k)}, f: func() int { c++; return c }}
	}
	ps[1].xs[1]++
	ps[0].at[1] += 5
	return ps[0].xs[0]*10 + ps[1].xs[0]*100 + ps[2].xs[1], ps[0].at[1]*10 + ps[1].at[1] + ps[2].at[0],
		ps[0].f() + ps[0].f()*10 + ps[1].f()*100, ps[1].xs[1] - ps[0].xs[1]
}

// KeptLinked links objects to others that the same round makes.
func KeptLinked(k int8) int {
	var head *keeper
	for i := range 4 {
		head = &keeper{xs: make([]int, 2), next: &keeper{xs: []int{i}, next: head}}
		head.xs[i&1] = i * int(k)
	}
	sum := 0
	for h := head; h != nil; h = h.next {
		for _, x := range h.xs {
			sum = sum*7 + x
		}
	}
	return sum
}

// KeptMaps has objects with maps, which outlive the round that makes them.
func KeptMaps(k int8) int {
	type counter struct{ of map[int8]int }
	var all []*counter
	for i := range int8(3) {
		c := &counter{map[int8]int{}}
		for j := range i + 2 {
			c.of[(k+j)&3] += int(i) + 1
		}
		all = append(all, c)
	}
	sum := 0
	for _, c := range all {
		sum = sum*11 + c.of[0]*3 + c.of[2] + len(c.of)
	}
	return sum
}

type digitsOf struct {
	d  []byte
	nd int
}

// NilBefore hands over a struct whose slice is made behind the call, in lanes that do not get there.
func NilBefore(x uint8, n uint8) (uint8, int) {
	var buf [4]byte
	return lastDigit(buf[:0], x, int(n%3))
}

func lastDigit(dst []byte, x uint8, n int) (uint8, int) {
	var digits digitsOf
	if x%5 == 0 {
		return digit(dst, digits, n)
	}
	if n > 0 {
		var buf [24]byte
		digits.d = buf[:]
		fillDigit(&digits, x)
	}
	return digit(dst, digits, n)
}

func fillDigit(d *digitsOf, x uint8) {
	d.d[0] = '1' + x%9
	d.nd = 1
}

func digit(dst []byte, d digitsOf, n int) (uint8, int) {
	ch := byte('0')
	if d.nd != 0 {
		ch = d.d[0]
	}
	dst = append(dst, ch)
	return dst[0], n*10 + len(d.d)
}
