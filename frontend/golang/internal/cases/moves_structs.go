package cases

import "slices"

// Structs that are moved in slices, forwards and backwards, between memories of which one is chosen.

type moved struct {
	at   float64
	id   int32
	kind uint8
	on   bool
}

func movedSum(list []moved) (sum float64) {
	for i, m := range list {
		sum += float64(m.at*float64(i+1)) + float64(m.id)*0.5 + float64(m.kind)
		if m.on {
			sum++
		}
	}
	return sum
}

func movedList(x [9]int16, n int) []moved {
	list := make([]moved, n)
	for i := range list {
		v := x[i%9] + int16(i)
		list[i] = moved{float64(v), int32(v) * 3, uint8(v), v&2 == 2}
	}
	return list
}

// MoveStructs copies structs within a slice, further than they are apart, and not as far.
func MoveStructs(x [9]int16, from, to, n uint8) float64 {
	list := movedList(x, 21)
	f, t := int(from%21), int(to%21)
	k := copy(list[t:], list[f:min(f+int(n%21), 21)])
	list[0].id += int32(k)
	copy(list[1:], list)
	copy(list, list[5:])
	return movedSum(list)
}

// MoveStructsIn keeps structs in order, of which some are taken out again.
func MoveStructsIn(x [9]int16, n uint8) (sum float64) {
	var list []moved
	for i, m := range movedList(x, 20+int(n%8)) {
		k := len(list)
		for k > 0 && list[k-1].at > m.at {
			k--
		}
		list = slices.Insert(list, k, m)
		if i%5 == 4 {
			sum += list[k/2].at
			list = slices.Delete(list, k/2, k/2+1+i%2)
		}
	}
	return sum + movedSum(list)
}

// MoveStructsEither inserts to an array of the caller, and goes on in another one where that has no room.
func MoveStructsEither(x [9]int16, n, at uint8) float64 {
	array := [12]moved(movedList(x, 12))
	list := array[: n%9 : 5+n%8]
	for i := range int(n>>4) + 1 {
		list = slices.Insert(list, int(at)%(len(list)+1), moved{at: float64(i), id: int32(at)})
		at = at*5 + 3
	}
	sum := movedSum(list)
	if len(list) > 3 {
		list = append(list[:1], list[1+at%3:]...)
	}
	return sum + movedSum(list)
}

type movedQueue struct {
	list []moved
	of   *movedQueue
}

// MoveTakesOut takes elements out of a slice in a field, in three ways.
func MoveTakesOut(x [9]int16, at, n uint8) float64 {
	q := movedQueue{of: &movedQueue{list: movedList(x, 10+int(n%8))}}
	sum := 0.0
	for len(q.of.list) > 4 {
		k := int(at) % (len(q.of.list) - 2)
		switch sum += q.of.list[k].at; at % 3 {
		case 0:
			q.of.list = append(q.of.list[:k], q.of.list[k+2:]...)
		case 1:
			q.of.list = append(q.of.list[:0], q.of.list[1:]...)
		default:
			q.of.list = slices.Delete(q.of.list, k, k+1)
		}
		at = at*5 + 7
	}
	return sum + movedSum(q.of.list)
}

// MoveTwice appends a part of a slice to a part of it that may end behind that, so that it may need a new array.
func MoveTwice(x [9]int16, i, j, n uint8) float64 {
	list := movedList(x, 6+int(n%9))
	a, b := int(i)%len(list), int(j)%len(list)
	next := append(list[:a], list[b:]...)
	sum := movedSum(next)
	next = append(next, next[len(next)/2:]...)
	clear(next[:len(next)/3])
	return sum + movedSum(next)
}

// MovePastStore takes out of two slices, of which one is stored in between.
func MovePastStore(x [9]int16, at, n uint8) float64 {
	q := &movedQueue{list: movedList(x, 5+int(n%8))}
	front := q.list[:at%5]
	q.list = movedList(x, 7)
	next := append(front, q.list[at%5:]...)
	return movedSum(next) + movedSum(q.list)
}
