package cases

// Loops over maps whose entries point to objects, which rounds change, and loops that call function literals which add
// to variables.

type ember struct {
	heat, age int
	at        struct{ x, y int }
	last      [2]int
}

func newEmber(heat int) *ember { return &ember{heat: heat} }

// MapEntries changes what entries point to, and deletes some.
func MapEntries(a, b uint8, rounds uint8) (left, heat, ages int) {
	m := map[uint8]*ember{}
	for i := range 4 {
		k := (a >> i) & 7
		p := m[k]
		if p == nil {
			p = &ember{heat: int(b >> i & 7)}
			m[k] = p
		}
		p.age += i
		if m[b&7] == nil {
			m[b&7] = newEmber(i)
		}
	}
	for range rounds % 4 {
		for k, p := range m {
			p.heat--
			p.at.x += int(k)
			p.last[k&1] = p.heat - p.at.x
			if p.heat <= 0 {
				delete(m, k)
				ages += p.age - p.last[0]
			}
		}
	}
	for k := range m {
		heat += int(k+1) * (m[k].heat + 3*m[k].at.x + m[k].last[1])
	}
	return len(m), heat, ages
}

// hearth has such a map.
type hearth struct {
	embers map[int]*ember
	out    int
}

func (h *hearth) light(k, heat int) { h.embers[k] = newEmber(heat) }

func (h *hearth) cool(by int) {
	for k, p := range h.embers {
		if p.heat -= by; p.heat < 0 {
			delete(h.embers, k)
			h.out++
		}
	}
}

// MapEntriesMethods has the map in a struct, and another pointer to one of the objects.
func MapEntriesMethods(a, b uint8) (n, out, kept int) {
	h := &hearth{embers: map[int]*ember{}}
	var some *ember
	for i := range 4 {
		h.light(int(a>>i&3), int(b>>i&7))
		if a>>i&4 != 0 {
			some = h.embers[int(a>>i&3)]
		}
	}
	h.cool(1 + int(b&1))
	h.light(9, 2)
	h.cool(2)
	if some != nil {
		kept = some.heat
	}
	return len(h.embers), h.out, kept
}

// MapCapturedSums adds to variables in a function literal, and raises them.
func MapCapturedSums(a, b uint8) (total, bits, most, least, low int, floor int8) {
	m := map[int]int{}
	for i := range 4 {
		m[int(a>>i&7)] += int(b >> i & 15)
	}
	factor := 3 - int(a&3)
	most, least, low, floor = -5, 100, 7, int8(b)
	visit := func(k, n int) int {
		total += n * factor
		bits ^= k << 3
		most = max(most, n-k)
		if k < least {
			least = k
		}
		if low >= n {
			low = n
		}
		if d := int8(n - 9*k); d != 4 && floor > d {
			floor = d
		}
		return n & 1
	}
	odd := 0
	for k, n := range m {
		odd += visit(k, n)
		if k&1 == 0 {
			visit(k+1, n)
		}
		total += k
	}
	return total + 100*odd, bits, most, least, low, floor
}

func visitEntries(m map[int]int, visit func(k, n int)) {
	for k, n := range m {
		visit(k, n)
	}
}

// MapVisited hands function literals to a function that calls them for each entry, another one in other lanes.
func MapVisited(a, b uint8) (sum, last int) {
	m := map[int]int{3: int(a)}
	for i := range 4 {
		m[int(a>>i&7)] += int(b >> i & 15)
	}
	visit := func(k, n int) { sum += k * n }
	if b > 100 {
		visit = func(k, n int) { sum -= n }
	}
	visitEntries(m, visit)
	visitEntries(m, func(k, _ int) { last = max(last, k) })
	return sum, last
}
