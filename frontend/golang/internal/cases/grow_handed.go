package cases

import "slices"

// Slices that begin with a literal or make, to which other functions append, beside others of the same memory.

type handed struct{ items []int }

func (h *handed) push(x int) { h.items = append(h.items, x) }

func handOn(list []int, x int) []int { return append(list, x) }

// handedSum adds up a list so that the order counts.
func handedSum(t int, list []int) int {
	for _, v := range list {
		t = t*31 + v
	}
	return t
}

// HandedNil appends in a method to nil, or to what is used afterwards.
func HandedNil(x, n int) int {
	a := []int{x}
	for i := range n & 3 {
		a = append(a, x+i)
	}
	var h handed
	if n&4 == 4 {
		h.items = append([]int(nil), a...)
	}
	h.push(99)
	return handedSum(handedSum(0, a), h.items)
}

// HandedSame appends in a method to nil or to what is used afterwards, in lanes in which that has no room.
func HandedSame(x, n int) int {
	a := []int{x, n}
	for i := range n & 1 * 2 {
		a = append(a, x+i)
	}
	var h handed
	if n&4 == 4 {
		h.items = a
	}
	h.push(99)
	h.push(98)
	return handedSum(handedSum(0, a), h.items)
}

// HandedKept has the memory in a field, while nil is appended to.
func HandedKept(x, n int) int {
	a := []int{}
	for i := range n & 3 {
		a = append(a, x+i)
	}
	var h, keep handed
	keep.items = a
	if n&4 == 4 {
		h.items = []int{1}
	}
	h.push(x)
	h.push(n)
	return handedSum(handedSum(0, keep.items), h.items)
}

// HandedOn goes on with what another function has appended to.
func HandedOn(x, n int) int {
	list := []int{x}
	for i := range n & 7 {
		list = append(list, i)
		list = handOn(list, x-i)
	}
	if len(list) > 3 {
		list = handOn(list[1:], n)
	}
	return handedSum(0, list)
}

// HandedQueue loses elements at the front, where another function appends.
func HandedQueue(x, n int) (s int) {
	queue := []int{n & 7}
	queue = append(queue, x&3)
	for rounds := 0; len(queue) > 0 && rounds < 30; rounds++ {
		v := queue[0]
		queue = queue[1:]
		s = s*7 + v
		if v > 1 {
			queue = handOn(queue, v-1)
			queue = append(queue, v/2)
		}
	}
	return s
}

// HandedTurns collects what is for the next round here and in another function.
func HandedTurns(x, n int) (s int) {
	level := []int{x & 15}
	for range n & 3 {
		next := []int{}
		for i, v := range level {
			next = append(next, v+i)
			if v&1 == 1 && len(next) < 12 {
				next = handOn(next, v/2)
			}
		}
		level = next
	}
	return handedSum(s, level)
}

// HandedMade is made with room for n elements, and nil in some lanes.
func HandedMade(x, n int) int {
	a := make([]int, 0, len(rooms[:n&3]))
	for i := range n & 7 {
		a = append(a, x+i)
	}
	var h handed
	if n&8 == 8 {
		h.items = a
		a = nil
	}
	h.push(5)
	return handedSum(handedSum(0, a), h.items)
}

// HandedClosure appends in a closure that has the slice.
func HandedClosure(x, n int) int {
	list := []int{x}
	add := func(v int) { list = append(list, v) }
	for i := range n & 7 {
		list = append(list, i*i)
		add(x ^ i)
	}
	old := list[:1]
	if n&8 == 8 {
		add(n)
	}
	return handedSum(handedSum(0, old), list)
}

// HandedReplaced has memory that grew before package slices asks for its capacity, and reads it as it was where it has
// no room.
func HandedReplaced(x, n int) int {
	list := make([]int, 0, 8)
	for i := range 2 + n&1 {
		list = append(list, x+i)
	}
	list = slices.Insert(list, n>>1&1, list...)
	list = slices.Replace(list, 1, 2, list[1:]...)
	return handedSum(0, list)
}
