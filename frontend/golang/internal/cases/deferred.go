package cases

import "sync"

// Deferred calls.

type ledger struct {
	sync.Mutex
	rw    sync.RWMutex
	total int
	calls int
}

func (l *ledger) add(n int) int {
	l.Lock()
	defer l.Unlock()
	defer l.count(l.total)
	l.total += n
	if n < 0 {
		return -l.total
	}
	return l.total
}

func (l *ledger) count(before int) {
	l.rw.RLock()
	l.calls = l.calls*3 + before&7 + 1
	l.rw.RUnlock()
}

// DeferLocks locks what is the lane's own.
func DeferLocks(a, b int) (int, int, int) {
	var l ledger
	x := l.add(a)
	return x + l.add(b), l.total, l.calls
}

// DeferOrder runs what was deferred from the last to the first, with what it was given then.
func DeferOrder(n int8) (r int, log int) {
	if n == 5 {
		return -1, 0
	}
	note := func(k int) { log = log*10 + k }
	x := int(n & 7)
	defer note(x)
	x++
	defer func() {
		note(x)
		r += x * 2
	}()
	x *= 3
	if n < 0 {
		return x, 7
	}
	defer note(4)
	for x > 20 {
		x -= 5
	}
	return r + 1, 0
}

// DeferPanics may panic in what it has deferred.
func DeferPanics(a, b int8) (q int8) {
	defer func() { q = a / b }()
	if a > 100 && b != 0 {
		panic("large")
	}
	return 3
}

// DeferCounts is deferred in a recursion.
func DeferCounts(n uint8) int {
	steps := 0
	unwind(int(n%9), &steps)
	return steps
}

func unwind(n int, steps *int) {
	defer func(from int) { *steps += from*n + 1 }(*steps & 3)
	if n <= 1 {
		return
	}
	unwind(n-1, steps)
	unwind(n-3, steps)
}

// DeferredMakes gives captured variables memory that a deferred function makes, and another one that is deferred
// before it reads that.
func DeferredMakes(n int, c uint8) (r string, s int) {
	x, p, m := []int{n, 3}, &[2]int{n, 1}, map[int]int{1: n}
	defer func() {
		r += "!"
		s += x[0]*1000 + p[0]*10 + m[1] + len(x)
	}()
	defer func() {
		x = append(x, s)
		r = string(rune('a'+c%26)) + r
	}()
	defer func() {
		if n&1 == 1 {
			x, p, m = []int{9, int(c)}, &[2]int{8, 8}, map[int]int{1: 5}
			r += "odd"
		}
	}()
	return "", n
}

// outOfRange is an error that nothing asks for its text.
type outOfRange struct{ at int }

func (o outOfRange) Error() string { return "out of range" }

// PanicsItself panics with constants, and with a value whose text only its method knows.
func PanicsItself(n uint8) int {
	switch n % 5 {
	case 0:
		panic(outOfRange{4})
	case 1:
		panic(5)
	case 2:
		panic(struct{ outOfRange }{outOfRange{7}})
	}
	return int(n)
}
