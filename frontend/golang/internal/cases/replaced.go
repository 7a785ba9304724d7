package cases

// Functions make memory that refers to other memory, and callers replace some of these references and look at none:
// where the others lead is then not known when compiling, and nobody asks.

// pebble is what slices point to.
type pebble struct{ n int }

func pebblesOf(n int) []*pebble {
	s := make([]*pebble, n)
	for i := range s {
		s[i] = &pebble{}
	}
	return s
}

// ReplacedPebbles replaces an element of a slice of pointers.
func ReplacedPebbles(x int) int {
	t := pebblesOf(3)
	t[1] = &pebble{n: x}
	return x + len(t)
}

func rowsMade(n int) [][]int {
	s := make([][]int, n)
	for i := range s {
		s[i] = make([]int, i+1)
	}
	return s
}

// ReplacedRows replaces a row of a slice of slices.
func ReplacedRows(x int, wide bool) int {
	t := rowsMade(4)
	t[2] = []int{x, 7}
	if wide {
		t[x&3] = make([]int, 9)
	}
	return x - len(t)
}

// rack has what is replaced in fields.
type rack struct {
	one  *pebble
	row  []int
	any  any
	each [2]*pebble
	call func(int) int
}

func rackOf(n int) (h *rack, all []rack) {
	h = &rack{}
	for i := range n {
		own := &pebble{n: i}
		h.one, h.row, h.any, h.each[i&1] = own, make([]int, n), own, own
		h.call = func(x int) int { own.n += x; return own.n }
		all = append(all, *h)
	}
	return h, all
}

// ReplacedFields replaces what fields refer to.
func ReplacedFields(x int) int {
	h, all := rackOf(3)
	h.one, h.row, h.any, h.each[1] = &pebble{}, []int{x}, &pebble{n: 1}, &pebble{}
	h.call = func(y int) int { return x + y }
	all[1] = rack{one: &pebble{n: x}}
	return x ^ len(all)
}

// relight replaces some of what its caller has.
func relight(to []*pebble, n int) {
	for i := range to {
		to[i] = &pebble{n: n}
	}
}

// ReplacedByCall has another function replace elements, in some lanes.
func ReplacedByCall(x int, second bool) int {
	t := pebblesOf(3)
	t[0] = &pebble{n: 5}
	if second {
		relight(t[1:], x)
	}
	return len(t) + x
}
