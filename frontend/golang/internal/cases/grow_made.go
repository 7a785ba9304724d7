package cases

// Slices that make gives with a capacity, and that may outgrow it.

// madeRoom is sliced for lengths that are known to be 20 at most.
var madeRoom [20]bool

// MadeFilter has room for what it appends.
func MadeFilter(a [9]int8, n uint8) (int, int8) {
	xs := a[:n%10]
	out := make([]int8, 0, len(xs))
	for _, x := range xs {
		if x&1 == 0 {
			out = append(out, x)
		}
	}
	var sum int8
	for i, x := range out {
		sum = sum*3 + x - int8(i)
	}
	return len(out), sum
}

// MadeOutgrown has room for a part of it in some lanes.
func MadeOutgrown(a [9]int8, n, m uint8) (int, int8) {
	out := make([]int8, m%3, len(madeRoom[:m%3+n%7]))
	for i, x := range a {
		if x != 3 {
			out = append(out, x)
		}
		if i == 4 {
			out = append(out, out[len(out)/2:]...)
		}
	}
	var sum int8
	for _, x := range out {
		sum = sum*3 + x
	}
	return len(out), sum
}

// MadeStack grows and shrinks.
func MadeStack(x uint16, n uint8) (top, depth int) {
	stack := make([]int, 0, len(madeRoom[:n%4]))
	for i := range 16 {
		if x>>i&1 == 1 || len(stack) == 0 {
			stack = append(stack, i)
			depth = max(depth, len(stack))
		} else {
			stack = stack[:len(stack)-1]
		}
	}
	if len(stack) > 0 {
		top = stack[len(stack)-1]
	}
	return top, depth
}

// MadeSeen looks at the slice as it was before: then it has the memory that it had.
func MadeSeen(x int, n uint8) (int, int) {
	first := make([]int, 1, len(madeRoom[:n%4])+1)
	second := append(first, x)
	second[0] = 7
	third := second
	for i := range int(n % 5) {
		third = append(third, i)
	}
	return len(first) + second[1], third[len(third)-1]
}

// MadeSliced slices up to the capacity, or faults beyond it.
func MadeSliced(x int, n, m uint8) (int, int) {
	s := make([]int, 0, len(madeRoom[:n%6])+2)
	s = append(s, x)
	s = append(s, x+1)
	all := s[:m%10]
	return len(all), all[0]
}

// MadeEach makes one in each round.
func MadeEach(a [6]int16, n uint8) (sum int16) {
	for r := range 3 {
		out := make([]int16, 0, len(madeRoom[:n%5]))
		for _, x := range a[r:] {
			if x > int16(r)*7 {
				out = append(out, x)
			}
		}
		for _, x := range out {
			sum = sum*5 + x
		}
	}
	return sum
}

// MadeMerged merges recursively, as a merge sort does.
func MadeMerged(a [7]int32, n uint8) (int32, int32) {
	s := madeSorted(a[:n%7+1])
	return s[0], s[len(s)/2]
}

func madeSorted(xs []int32) []int32 {
	if len(xs) < 2 {
		return xs
	}
	a, b := madeSorted(xs[:len(xs)/2]), madeSorted(xs[len(xs)/2:])
	out := make([]int32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] <= b[0] {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// MadeReturned is appended to by who gets it.
func MadeReturned(x int, n uint8) (int, int) {
	s := madePrefix(x, n)
	t := len(s)
	for i := range int(n % 11) {
		s = append(s, i*x)
	}
	return t, s[len(s)-1]
}

func madePrefix(x int, n uint8) []int {
	s := make([]int, 0, len(madeRoom[:n%3])+1)
	for i := range int(n%2) + 1 {
		s = append(s, x+i)
	}
	return s
}

// SharesOfCallee appends twice to what another function's append made: whether both are of one memory, the language
// leaves open.
func SharesOfCallee(x int, n uint8) (int, int) {
	s := sharesOfCallee(x, n)
	a := append(s, 100)
	b := append(s, 200)
	return a[len(a)-1], b[len(b)-1]
}

func sharesOfCallee(x int, n uint8) (s []int) {
	for i := range int(n % 8) {
		s = append(s, i^x)
	}
	return s
}

// SharesOfMade appends twice to a slice that has outgrown its make in some lanes.
func SharesOfMade(x int, n, m uint8) (int, int) {
	s := sharesOfMade(x, n, m)
	a := append(s, 100)
	b := append(s, 200)
	return a[len(a)-1], b[len(b)-1]
}

func sharesOfMade(x int, n, m uint8) []int {
	s := make([]int, 0, len(madeRoom[:m%6]))
	for i := range int(n % 8) {
		s = append(s, i^x)
	}
	return s
}

// SharesStored keeps the slice as it was, in a struct.
func SharesStored(x int, n, m uint8) (int, int) {
	var was struct{ s []int }
	s := make([]int, 0, len(madeRoom[:m%6]))
	for i := range int(n % 8) {
		s = append(s, i^x)
	}
	was.s = s
	s = append(s, 100)
	was.s = append(was.s, 200)
	return s[len(s)-1], was.s[len(was.s)-1]
}
