package flow

// Room is memory that one analysis after the other works in. What was taken from it lasts until [Room.Empty]; a nil
// Room gives memory of its own.
type Room struct {
	ints  []int
	lists [][]int
	// How much of both is taken.
	int, list int
}

// Empty takes back all that was taken.
func (r *Room) Empty() { r.int, r.list = 0, 0 }

// Ints returns n zeros.
func (r *Room) Ints(n int) []int {
	if r == nil {
		return make([]int, n)
	}
	if len(r.ints)-r.int < n {
		r.ints, r.int = make([]int, max(n, 2*len(r.ints), 1<<10)), 0
	}
	part := r.ints[r.int : r.int+n : r.int+n]
	r.int += n
	clear(part)
	return part
}

// Lists returns n empty lists.
func (r *Room) Lists(n int) [][]int {
	if r == nil {
		return make([][]int, n)
	}
	if len(r.lists)-r.list < n {
		r.lists, r.list = make([][]int, max(n, 2*len(r.lists), 1<<8)), 0
	}
	part := r.lists[r.list : r.list+n : r.list+n]
	r.list += n
	clear(part)
	return part
}
