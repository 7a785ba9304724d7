package cases

// Arrays whose elements have 8 and 16 bits, of lengths that are whole numbers of words and others.

func NarrowRead(b [21]uint8, i int8, w [9]int16, j uint8) (uint8, int8, int16, bool) {
	sum, last := uint8(0), int8(0)
	for _, x := range b {
		sum = sum*31 + x
		last = int8(x)
	}
	return sum ^ b[uint8(i)%21], last, w[j%9] - w[0], w[8] < w[1]
}

// NarrowFault panics where Go does.
func NarrowFault(b [7]int8, i int8) int {
	return int(b[i])*1000 + int(b[i/2])
}

func NarrowBools(b [19]bool, i uint8) (n int, other [19]bool) {
	for k, x := range b {
		if x {
			n += k
		}
		other[18-k] = x != b[i%19]
	}
	return
}

// NarrowChanged sorts what it is given.
func NarrowChanged(a [33]int8, b [17]uint16) ([33]int8, [17]uint16) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && a[j] < a[j-1]; j-- {
			a[j], a[j-1] = a[j-1], a[j]
		}
	}
	for i := range b {
		b[i] = b[i]<<3 | b[(i+5)%17]>>13
	}
	return a, b
}

func NarrowResults(n int16) (a [5]int8, b [3]uint8, c [40]uint16, d [2]int16) {
	for i := range a {
		a[i] = int8(n >> i)
	}
	for i := range b {
		b[i] = uint8(n) + uint8(i)
	}
	for i := range c {
		c[i] = uint16(n) * uint16(i)
	}
	return a, b, c, [2]int16{n, -n}
}

func weighed(b *[24]uint8, from int) int {
	if from >= len(b) {
		return 0
	}
	return int(b[from]) + 3*weighed(b, from+1+int(b[from]%3))
}

// NarrowRecursive hands an array down.
func NarrowRecursive(b [24]uint8, from uint8) int { return weighed(&b, int(from%26)) }

func least(b [10]int16, lo, hi int) int16 {
	if hi-lo == 1 {
		return b[lo]
	}
	m := (lo + hi) / 2
	return min(least(b, lo, m), least(b, m, hi))
}

// NarrowHalves hands two arrays to one function.
func NarrowHalves(a, b [10]int16) (int16, int16) { return least(a, 0, 10), least(b, 2, 9) }

// WideRead reads elements of arrays of all other widths.
func WideRead(a [6]float32, b [5]int64, c [4]uint32, d [3]float64, i uint8) (float32, int64, uint32, float64) {
	var s int64
	for _, x := range b {
		s += x
	}
	return a[i%6] - a[0], s ^ b[i%5], c[i%4] + c[3], d[i%3] * d[1]
}

// NarrowProducts adds products of 32 bits, which wrap, to numbers of 64.
func NarrowProducts(x, y uint32, z uint64, i int32) (a, b, c, d uint64, e int, f uint32) {
	a = uint64(x*8) + z
	b = z + uint64(y<<2) - uint64(x*5)
	c = uint64(x*y*2) + uint64(y*3)<<7
	d = uint64(uint8(x)*4) + uint64(uint16(y)<<3) + z
	e = int(i*8) + int(x*4)
	f = uint32(z*8) + y
	return
}
