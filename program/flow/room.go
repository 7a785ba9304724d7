package flow

import "github.com/lockstep-simt/lockstep/internal/slab"

// Room is memory that one analysis after the other works in. What was taken from it lasts until [Room.Empty]; a nil
// Room gives memory of its own.
type Room struct {
	ints       slab.Of[int]
	lists      slab.Of[[]int]
	sets       slab.Of[Set]
	words      slab.Of[uint64]
	graphs     slab.Of[Graph]
	dominators slab.Of[Dominators]
	lives      slab.Of[Live]
	versions   slab.Of[Versions]
	loops      slab.Of[Loop]
	loopOf     slab.Of[*Loop]
	// Of versions: the steps of blocks, and their merges.
	stepsOf  slab.Of[[][]int]
	merged   slab.Of[Merge]
	mergedOf slab.Of[[]Merge]
}

// Empty takes back all that was taken.
func (r *Room) Empty() {
	r.ints.Empty()
	r.lists.Empty()
	r.sets.Empty()
	r.words.Empty()
	r.graphs.Empty()
	r.dominators.Empty()
	r.lives.Empty()
	r.versions.Empty()
	r.loops.Empty()
	r.loopOf.Empty()
	r.stepsOf.Empty()
	r.merged.Empty()
	r.mergedOf.Empty()
}

// orOwn returns the room, or one that has nothing in it if there is none: memory of its own.
func (r *Room) orOwn() *Room {
	if r == nil {
		return &Room{}
	}
	return r
}

// Ints returns n zeros.
func (r *Room) Ints(n int) []int { return r.orOwn().ints.Zeros(n) }

// Lists returns n empty lists.
func (r *Room) Lists(n int) [][]int { return r.orOwn().lists.Zeros(n) }

// Slots returns n lists, which may be anything: for who sets all of them. Clearing pointers is dear while memory is
// being collected.
func (r *Room) Slots(n int) [][]int { return r.orOwn().lists.Cut(n) }

// Set returns an empty set for the numbers below n.
func (r *Room) Set(n int) Set { return r.orOwn().words.Zeros((n + 63) / 64) }

// Sets returns so many empty sets for the numbers below n.
func (r *Room) Sets(count, n int) []Set {
	r, words := r.orOwn(), (n+63)/64
	sets, store := r.sets.Zeros(count), r.words.Zeros(count*words)
	for i := range sets {
		sets[i], store = store[:words:words], store[words:]
	}
	return sets
}

func (r *Room) tables(n int) [][][]int     { return r.orOwn().stepsOf.Zeros(n) }
func (r *Room) merges(n int) []Merge       { return r.orOwn().merged.Zeros(n) }
func (r *Room) mergeLists(n int) [][]Merge { return r.orOwn().mergedOf.Zeros(n) }
func (r *Room) loop() *Loop                { return &r.orOwn().loops.Zeros(1)[0] }
func (r *Room) loopsOf(n int) []*Loop      { return r.orOwn().loopOf.Zeros(n) }

// Graph is NewGraph in a room. So is what is found out about the graph.
func (r *Room) Graph(succs [][]int) *Graph {
	g := &r.orOwn().graphs.Zeros(1)[0]
	g.room = r
	g.link(succs)
	return g
}
