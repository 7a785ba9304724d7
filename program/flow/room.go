package flow

// Room is memory that one analysis after the other works in. What was taken from it lasts until [Room.Empty]; a nil
// Room gives memory of its own.
type Room struct {
	ints  slab[int]
	lists slab[[]int]
	sets  slab[Set]
	words slab[uint64]
}

// slab is memory that is taken piece by piece.
type slab[T any] struct {
	all   []T
	taken int
}

// take returns n zero values. The first piece of memory has room for least.
func (s *slab[T]) take(n, least int) []T {
	if len(s.all)-s.taken < n {
		s.all, s.taken = make([]T, max(n, 2*len(s.all), least)), 0
	}
	part := s.all[s.taken : s.taken+n : s.taken+n]
	s.taken += n
	clear(part)
	return part
}

// Empty takes back all that was taken.
func (r *Room) Empty() { r.ints.taken, r.lists.taken, r.sets.taken, r.words.taken = 0, 0, 0, 0 }

// Ints returns n zeros.
func (r *Room) Ints(n int) []int {
	if r == nil {
		return make([]int, n)
	}
	return r.ints.take(n, 1<<10)
}

// Lists returns n empty lists.
func (r *Room) Lists(n int) [][]int {
	if r == nil {
		return make([][]int, n)
	}
	return r.lists.take(n, 1<<8)
}

// Set returns an empty set for the numbers below n.
func (r *Room) Set(n int) Set {
	if r == nil {
		return NewSet(n)
	}
	return r.words.take((n+63)/64, 1<<7)
}

// Sets returns so many empty sets for the numbers below n.
func (r *Room) Sets(count, n int) []Set {
	words := (n + 63) / 64
	if r == nil {
		r = &Room{}
	}
	sets, store := r.sets.take(count, 1), Set(r.words.take(count*words, 1))
	for i := range sets {
		sets[i], store = store[:words:words], store[words:]
	}
	return sets
}

// Graph is NewGraph in a room. So is what is found out about the graph.
func (r *Room) Graph(succs [][]int) *Graph {
	g := &Graph{room: r}
	g.link(succs)
	return g
}
