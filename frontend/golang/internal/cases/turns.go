package cases

import (
	"slices"
	"strconv"
)

// Memory that a loop makes anew, while a few variables keep what earlier rounds made.

// TurnsRow makes the next row of Pascal's triangle, modulo 251, each round.
func TurnsRow(n, k int) int {
	n, k = n&31, len(rooms[:k&15])
	row := make([]int, k+1)
	row[0] = 1
	for range n {
		next := make([]int, k+1)
		next[0] = 1
		for j := 1; j <= k; j++ {
			next[j] = (row[j-1] + row[j]) % 251
		}
		row = next
	}
	return row[k]
}

// TurnsZero makes rows that are not filled, so that what is in them is zero.
func TurnsZero(x, n int) (s int) {
	last := make([]int, 5)
	for i := range n & 31 {
		row := make([]int, 5)
		row[i%5] = x + last[(i+3)%5]
		s = s*3 + row[0] + row[4]
		last = row
	}
	return s + last[1]
}

// TurnsDropped keeps what a round makes in some rounds only.
func TurnsDropped(x, n int) int {
	best := make([]int, 3)
	for i := range n & 31 {
		try := make([]int, 3)
		for k := range try {
			try[k] = best[k] + (x>>(i&7+k))&3 - 1
		}
		if try[0]+try[1] >= best[0]+best[1] {
			best = try
		}
	}
	return best[0]*100 + best[1]*10 + best[2]
}

// TurnsTwo keeps what was made last and the best of all.
func TurnsTwo(x uint32, n int) (a, b int) {
	cur := make([]int, 4)
	best := cur
	for range n & 63 {
		next := make([]int, 4)
		copy(next, cur)
		x = x*1664525 + 1013904223
		next[x>>30] += int(x >> 20 & 7)
		next[x>>28&3] -= int(x >> 16 & 7)
		if next[0]*next[1] > best[0]*best[1] {
			best = next
		}
		if x>>12&1 == 1 {
			cur = next
		}
	}
	return best[0]*100 + best[1], cur[2]*100 + cur[3]
}

// TurnsClone is TurnsTwo with clones, and of some that a function changes.
func TurnsClone(x uint32, n int) (a, b int) {
	cur := []int{3, 1, 4, 1, 5}
	best := slices.Clone(cur)
	for range n & 63 {
		next := slices.Clone(cur)
		x = x*1664525 + 1013904223
		turnsSwap(next, int(x>>29), int(x>>26&7))
		if next[0]*next[1]-next[4] > best[0]*best[1]-best[4] {
			best = next
		}
		if x>>12&3 != 0 {
			cur = next
		}
	}
	for k := range best {
		a, b = a*10+best[k], b*10+cur[k]
	}
	return a, b
}

func turnsSwap(s []int, i, j int) {
	i, j = min(i, len(s)-1), min(j, len(s)-1)
	s[i], s[j] = s[j], s[i]
}

// TurnsNeighbour keeps what a function gives that makes a changed copy.
func TurnsNeighbour(x uint32, n int) (a int) {
	cur := make([]int, 6)
	for k := range cur {
		cur[k] = k
	}
	cost := 1 << 30
	for range n & 63 {
		x = x*1664525 + 1013904223
		next := turnsReversed(cur, int(x>>28%6), int(x>>24%6))
		c := 0
		for k, v := range next {
			c += k * (v ^ 5)
		}
		if c < cost || x&0xf00 == 0 {
			cur, cost = next, c
		}
	}
	for _, v := range cur {
		a = a*6 + v
	}
	return a
}

func turnsReversed(s []int, i, j int) []int {
	t := append([]int(nil), s...)
	if i > j {
		i, j = j, i
	}
	slices.Reverse(t[i:j])
	return t
}

// TurnsAppend copies by appending to nil, with lengths that differ, and nothing now and then.
func TurnsAppend(x, n int) (s int) {
	var held []uint8
	for i := range n & 31 {
		var part [7]uint8
		for k := range part {
			part[k] = uint8(x + i*k)
		}
		next := append([]uint8(nil), part[:(x+i)&7]...)
		if next == nil {
			s += 1000
		}
		if len(held) > 2 && len(next) > 2 {
			s += int(held[2]) - int(next[1])
		}
		if i%3 != 1 {
			held = next
		}
	}
	return s + len(held)
}

// TurnsPointers makes a struct each round.
func TurnsPointers(x float64, n int) (float64, int) {
	type state struct {
		p, v float64
		n    [3]int
	}
	cur := &state{p: x, v: 1}
	far := cur
	for i := range n & 31 {
		next := &state{p: cur.p + float64(cur.v*0.125), v: cur.v - float64(cur.p*0.125)}
		next.n[i%3] = cur.n[(i+1)%3] + i
		if next.p > far.p {
			far = next
		}
		cur = next
	}
	return far.p + cur.v, far.n[0]*10 + cur.n[1]
}

// TurnsInner makes rows in two loops. The inner one keeps the outer one's.
func TurnsInner(x, n int) (s int) {
	outer := make([]int, 3)
	for i := range n & 7 {
		row := make([]int, 3)
		inner := row
		for j := range (x + i) & 7 {
			next := make([]int, 3)
			for k := range next {
				next[k] = inner[k]*2 + outer[k] + j
			}
			inner = next
		}
		row[i%3] = inner[2] % 1000
		s += inner[0]%1000 + row[1]
		outer = row
	}
	return s + outer[0]
}

// TurnsFaults leaves the loop by a fault in some lanes, at an index outside of the row but inside the memory.
func TurnsFaults(n, at int) int {
	row := make([]int, 4)
	for i := range n & 15 {
		next := make([]int, 4)
		next[at&7-i/4] = row[i&3] + i
		row = next
	}
	return row[0] + row[3]
}

// TurnsOld keeps two generations.
func TurnsOld(x int32, n int) int32 {
	a, b := make([]int32, 3), make([]int32, 3)
	b[0], b[1] = x, 1
	for i := range n & 31 {
		c := make([]int32, 3)
		for k := range c {
			c[k] = a[k] ^ b[(k+i)%3]*3
		}
		a, b = b, c
	}
	return a[0] + b[1]
}

// TurnsStored keeps what rounds make in a struct too, so that all of it needs a place.
func TurnsStored(x, n int) int {
	var keep struct{ first, last []int }
	for i := range n & 3 {
		row := make([]int, 2)
		row[i&1] = x + i
		if i == 0 {
			keep.first = row
		}
		keep.last = row
	}
	if keep.first == nil {
		return -1
	}
	return keep.first[0]*10 + keep.last[1]
}

// TurnsTexts copies a text's bytes each round, and changes one.
func TurnsTexts(x, n int) string {
	text := strconv.Itoa(x & 0xfff)
	held := []byte(text)
	for i := range n & 15 {
		next := []byte(text)
		next[i%len(next)] = held[(i+1)%len(held)] ^ byte(i&1)
		held = next
	}
	return string(held)
}

// TurnsSelf gives in some rounds what it was given, which is not copied then.
func TurnsSelf(x, n int) int {
	cur := []int{x & 7, 1}
	old := cur
	for i := range n & 15 {
		next := turnsMaybe(cur, i+x)
		next[0]++
		old[1] += next[0] & 3
		cur = next
	}
	return old[0]*100 + old[1]*10 + cur[0]
}

func turnsMaybe(s []int, x int) []int {
	if x&3 == 0 {
		return s
	}
	t := make([]int, len(s))
	copy(t, s)
	return t
}

// TurnsResliced cuts what rounds make, and goes on with a part.
func TurnsResliced(x, n int) (s int) {
	part := make([]int, 6)
	for i := range n & 31 {
		next := make([]int, 6)
		for k, v := range part {
			next[5-k] = v + x + i*k
		}
		low := (x + i) & 3
		part = next[low : low+2+i&1]
		s += part[0] & 255
	}
	return s + len(part)
}

// TurnsGrown appends to what each round makes, up to what it has room for and beyond.
func TurnsGrown(x, n int) (s int) {
	cur := make([]int, 3)
	for i := range n & 15 {
		next := make([]int, 0, 2+i&1)
		for k := range 2 + (x+i)&3 {
			next = append(next, x+cur[k%len(cur)]*2+k)
		}
		s ^= next[len(next)-1]
		if s&1 == 0 {
			cur = next
		}
	}
	return s + cur[0]
}

// TurnsGrownBeyond slices what has grown up to where there may be no more, which is zero then.
func TurnsGrownBeyond(x, n int) (s int) {
	cur := make([]int, 0, 4)
	cur = append(cur, x)
	for i := range n & 15 {
		next := make([]int, 0, 4)
		for k := range 1 + (x+i)&1 {
			next = append(next, k+x+i)
		}
		all := next[:4]
		s = s*3 + all[3] + cur[0]
		all[3] = x
		cur = next
	}
	return s
}
