package cases

func Gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func Collatz(n uint32) (steps int) {
	for m := uint64(n%10000 + 1); m != 1; steps++ {
		if m&1 == 0 {
			m >>= 1
		} else {
			m = 3*m + 1
		}
	}
	return steps
}

func Rotate3(a, b, c int64, n uint8) (int64, int64, int64) {
	for range n % 16 {
		a, b, c = b, c, a
	}
	return a, b, c
}

func SwitchInt(k int8) (r int) {
	switch k {
	case -1:
		r = 1
	case 0, 2, 4:
		r = 2
	case 1:
		r = 3
		fallthrough
	case 5:
		r += 10
	case -128, 127:
		return 99
	default:
		r = int(k) * 2
	}
	return r + 1
}

func SwitchUint16(k uint16) int {
	switch k {
	case 0:
		return 1
	case 65535:
		return 2
	case 7:
		return 3
	case 8:
		return 4
	}
	return 5
}

func IfChain(x int64) int64 {
	if x == 1 {
		return 10
	} else if x == 2 {
		return 20
	} else if x == 1 {
		return 30
	} else if 3 == x {
		return 40
	}
	return 50
}

func SwitchTrue(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	case x != x:
		return 2
	}
	return 0
}

func SwitchInit(x int) int {
	switch y := x & 7; y {
	default:
		return -y
	case 3, 4:
		if x > 100 {
			break
		}
		return y * 2
	case 6:
	}
	return 1000
}

func Labels(n, m uint8) (count int) {
outer:
	for i := 0; i < int(n%20); i++ {
		for j := 0; ; j++ {
			switch {
			case j > int(m%20):
				continue outer
			case i*j == 42:
				break outer
			case (i+j)%5 == 0:
				continue
			}
			count += i ^ j
		}
	}
	return count
}

func Goto(n int) int {
	i, sum := 0, 0
	n &= 31
loop:
	if i < n {
		sum += i * i
		i++
		goto loop
	}
	if sum > 1000 {
		goto big
	}
	return sum
big:
	return -sum
}

func GotoFirst(n int) int {
again:
	if n > 100 {
		n = n / 2
		goto again
	}
	return n
}

func RangeInt(n int16) (s int16) {
	for i := range n % 50 {
		s += i
	}
	for i := range 3 {
		s += int16(i)
	}
	return s
}

func AndOr(a, b, c bool, x, y int) (bool, bool, int) {
	n := 0
	if a && (b || x/y > 2) {
		n = 1
	}
	if !(a || b) && c {
		n += 2
	}
	return a && b || c, a != b, n
}

func BoolOps(a, b bool) (eq, ne, not, and, or bool) { return a == b, a != b, !a, a && b, a || b }

func EarlyReturn(x int) (r int, ok bool) {
	defer1 := x * 2
	if x < 0 {
		return
	}
	if x > 100 {
		r = 5
		return r + 1, true
	}
	r = defer1
	return r, r > 50
}

func Shadow(x int) int {
	y := x
	{
		x := y + 1
		y := x * 2
		x += y
		if x := x + 1; x > 10 {
			return x
		}
	}
	return x + y
}

func ConstCond(x int) int {
	const debug = false
	if debug {
		return 0
	}
	for true {
		x++
		if x&3 == 0 {
			break
		}
	}
	return x
}

func Panics(x int) int {
	if x < 0 {
		panic("negative input")
	}
	const msg = "too " + "large"
	if x > 1000 {
		panic(msg)
	}
	return 1000 / x
}

func Unused(x, _ int, _ float64) int {
	_ = x / (x - 3)
	return x
}

func Spin(n uint8) (x uint8) {
	x = 1
	for i := n; i < 250; i++ {
		x = x*5 + i
	}
	return
}
