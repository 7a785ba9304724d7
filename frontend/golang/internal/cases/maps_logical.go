package cases

// Loops over maps that leave a truth behind, whichever entry is first.

// MapLogical combines what it finds of entries in several ways.
func MapLogical(d [5]uint8, k int) (pair, triple, small, none bool) {
	m := make(map[uint8]int)
	for _, v := range d {
		m[v&7]++
	}
	small, none = true, k > 0
	for v, n := range m {
		pair = pair || n == 2
		triple = n == 3 && v > 1 || triple
		small = small && (n < 3 || int(v) == k&7)
		if v&1 == 0 {
			none = none && n != 4
		}
	}
	return
}

func ofAKind(n int) func(map[uint8]int) bool {
	return func(m map[uint8]int) bool {
		for _, c := range m {
			if c >= n {
				return true
			}
		}
		return false
	}
}

var handRules = []func(map[uint8]int) bool{ofAKind(2), ofAKind(3), ofAKind(4)}

// MapCaptured ends loops over a map by a number that a closure has.
func MapCaptured(d [5]uint8) (n int) {
	m := make(map[uint8]int)
	for _, v := range d {
		m[v&3]++
	}
	for i, of := range handRules {
		if of(m) {
			n |= 1 << i
		}
	}
	return n
}
