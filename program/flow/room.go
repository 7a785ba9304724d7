package flow

// Room is memory that one analysis after the other works in. What was taken from it lasts until [Room.Empty]; a nil
// Room gives memory of its own.
type Room struct {
	ints       slab[int]
	lists      slab[[]int]
	sets       slab[Set]
	words      slab[uint64]
	graphs     slab[Graph]
	dominators slab[Dominators]
	lives      slab[Live]
	versions   slab[Versions]
	loops      slab[Loop]
	loopOf     slab[*Loop]
	// Of versions: the steps of blocks, and their merges.
	stepsOf  slab[[][]int]
	merged   slab[Merge]
	mergedOf slab[[]Merge]
}

// slab is memory that is taken piece by piece.
type slab[T any] struct {
	all   []T
	taken int
}

// take returns n zero values.
func (s *slab[T]) take(n int) []T {
	part := s.cut(n)
	clear(part)
	return part
}

// cut returns n values, which may be anything.
func (s *slab[T]) cut(n int) []T {
	if len(s.all)-s.taken < n {
		s.all, s.taken = make([]T, max(n, 2*len(s.all))), 0
	}
	part := s.all[s.taken : s.taken+n : s.taken+n]
	s.taken += n
	return part
}

// Empty takes back all that was taken.
func (r *Room) Empty() {
	r.ints.taken, r.lists.taken, r.sets.taken, r.words.taken = 0, 0, 0, 0
	r.graphs.taken, r.dominators.taken, r.lives.taken, r.versions.taken = 0, 0, 0, 0
	r.loops.taken, r.loopOf.taken = 0, 0
	r.stepsOf.taken, r.merged.taken, r.mergedOf.taken = 0, 0, 0
}

// orOwn returns the room, or one that has nothing in it if there is none: memory of its own.
func (r *Room) orOwn() *Room {
	if r == nil {
		return &Room{}
	}
	return r
}

// Ints returns n zeros.
func (r *Room) Ints(n int) []int { return r.orOwn().ints.take(n) }

// Lists returns n empty lists.
func (r *Room) Lists(n int) [][]int { return r.orOwn().lists.take(n) }

// Slots returns n lists, which may be anything: for who sets all of them. Clearing pointers is dear while memory is
// being collected.
func (r *Room) Slots(n int) [][]int { return r.orOwn().lists.cut(n) }

// Set returns an empty set for the numbers below n.
func (r *Room) Set(n int) Set { return r.orOwn().words.take((n + 63) / 64) }

// Sets returns so many empty sets for the numbers below n.
func (r *Room) Sets(count, n int) []Set {
	r, words := r.orOwn(), (n+63)/64
	sets, store := r.sets.take(count), r.words.take(count*words)
	for i := range sets {
		sets[i], store = store[:words:words], store[words:]
	}
	return sets
}

func (r *Room) tables(n int) [][][]int     { return r.orOwn().stepsOf.take(n) }
func (r *Room) merges(n int) []Merge       { return r.orOwn().merged.take(n) }
func (r *Room) mergeLists(n int) [][]Merge { return r.orOwn().mergedOf.take(n) }
func (r *Room) loop() *Loop                { return &r.orOwn().loops.take(1)[0] }
func (r *Room) loopsOf(n int) []*Loop      { return r.orOwn().loopOf.take(n) }

// Graph is NewGraph in a room. So is what is found out about the graph.
func (r *Room) Graph(succs [][]int) *Graph {
	g := &r.orOwn().graphs.take(1)[0]
	g.room = r
	g.link(succs)
	return g
}
