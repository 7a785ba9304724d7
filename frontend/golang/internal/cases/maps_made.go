package cases

// Maps that functions make which loops and recursions call: those of the nodes of a trie.

type mapNode struct {
	kids map[uint8]*mapNode
	ends int
}

// insert makes the maps of nodes when they are needed.
func (t *mapNode) insert(word []uint8) {
	for _, c := range word {
		if t.kids == nil {
			t.kids = map[uint8]*mapNode{}
		}
		if t.kids[c] == nil {
			t.kids[c] = &mapNode{}
		}
		t = t.kids[c]
	}
	t.ends++
}

func (t *mapNode) count() int {
	n := t.ends
	for _, k := range t.kids {
		n = n*2 + k.count()
	}
	return n
}

// MadeLazily has nodes without a map, and asks maps that are nil.
func MadeLazily(a, b [3]uint8, n uint8) (int, int, bool) {
	root := &mapNode{}
	for i, w := range [][3]uint8{a, b, {1, 2}}[:n%4] {
		for k := range w {
			w[k] %= 3
		}
		root.insert(w[:int(n/4+uint8(i))%4])
	}
	at, depth := root, 0
	for at != nil && depth < 5 {
		at = at.kids[1]
		depth++
	}
	_, has := root.kids[2]
	return len(root.kids)*10 + depth, root.ends, has
}

type mapBag struct {
	of   map[int]int
	next *mapBag
}

func newMapBag(next *mapBag) *mapBag { return &mapBag{of: map[int]int{}, next: next} }

// MadeByCalls has a list of objects with a map each, which a function makes.
func MadeByCalls(a, n uint8) (sum int) {
	var list *mapBag
	for i := range int(n % 6) {
		list = newMapBag(list)
		for j := range i {
			list.of[(int(a)*j)%7] += i
		}
	}
	for b := list; b != nil; b = b.next {
		sum = sum*3 + len(b.of)
		for k, v := range b.of {
			sum += k * v
		}
	}
	return sum
}

func countedBy(xs [5]uint8, by int) map[uint8]int {
	m := map[uint8]int{}
	for i, x := range xs {
		if i%by == 0 {
			m[x%4]++
		}
	}
	return m
}

// MadeAnew has a map of the round before and of the best round, of many that are made.
func MadeAnew(xs [5]uint8, n uint8) (int, int, int) {
	best, last, changes := map[uint8]int(nil), map[uint8]int(nil), 0
	for i := range int(n) % 30 {
		xs[i%5] += n
		m := countedBy(xs, i%3+1)
		if len(m) > len(best) {
			best = m
		}
		if last[1] != m[1] {
			changes++
		}
		last = m
	}
	return len(best)*100 + best[2], len(last), changes
}

type multimap struct{ of map[uint8][]int }

func (m *multimap) add(k uint8, v int) {
	if m.of == nil {
		m.of = make(map[uint8][]int)
	}
	m.of[k] = append(m.of[k], v)
}

// MadeOfRows has a map that is made when it is needed, of slices that grow.
func MadeOfRows(xs [6]uint8, n uint8) (sum, keys int) {
	var m multimap
	for i := range int(n % 7) {
		m.add(xs[i]%4, i)
	}
	for k, l := range m.of {
		for _, v := range l {
			sum += v * int(k+1)
		}
	}
	return sum, len(m.of)
}
