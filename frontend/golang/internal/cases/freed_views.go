package cases

// Rows that nobody sees any more, though the array that they were in is still read: of that, only the elements of
// slices count which are read yet.

func rowOfTwo(x, y int) []int { return []int{x, y} }

func turned(y []int) []int { return []int{y[1], -y[0]} }

// FreedQueue keeps the last two rows. Those before them are in front of the slice, where nobody gets to.
func FreedQueue(a, n int) int {
	y := []int{a, 1}
	hist := [][]int{turned(y), turned(y)}
	for range n & 31 {
		next := make([]int, 2)
		for i := range next {
			next[i] = y[i] + 3*hist[1][i] - hist[0][i]
		}
		y = next
		hist = append(hist[1:], turned(y))
	}
	return y[0] + 7*hist[0][1] + 31*hist[1][0]
}

// FreedOverlaps has two slices of one array, with elements in common that move once, and at times a third.
func FreedOverlaps(a, n int) int {
	all := make([][]int, 6)
	for i := range all {
		all[i] = rowOfTwo(a+i, i)
	}
	front, back, other := all[:4], all[2:], all[1:2]
	s := 0
	for k := range n & 15 {
		front[k&3] = rowOfTwo(back[k&1][0]+k, s)
		back[(k+1)&3] = rowOfTwo(front[3][1]^k, front[(k+2)&3][0])
		if k%5 == 2 {
			front, back = back, front
		}
		if k%3 == 1 {
			other = back[k&3:][:1]
		}
		s += 3*front[2][0] + back[1][1] - other[0][0]
	}
	return s
}

// FreedPopulation replaces a table by one that keeps some of its rows.
func FreedPopulation(a, n int) int {
	pop := make([][]int, 4)
	for i := range pop {
		pop[i] = rowOfTwo(a*i, i)
	}
	best := 0
	for k := range n & 7 {
		next := make([][]int, 4)
		for i := range pop {
			v := turned(pop[(i+k)&3])
			v[k&1] ^= pop[best][i&1] & 63
			if v[0]+v[1] > pop[i][1] {
				next[i] = v
			} else {
				next[i] = pop[i]
			}
			if next[i][1] > pop[best][1] {
				best = i
			}
		}
		pop = next
	}
	return pop[0][0] + 3*pop[1][1] + 5*pop[2][0] + 7*pop[best][0]
}

// FreedBehind reads elements behind the end of what a slice was in the round before: within its capacity.
func FreedBehind(a, n int) int {
	rows := make([][]int, 3)
	for i := range rows {
		rows[i] = rowOfTwo(a, i)
	}
	s := 0
	for k := range n & 15 {
		row := append(rowOfTwo(s&255, k), a)
		if k%4 == 1 {
			rows = rows[:1]
		} else {
			rows = rows[:3]
			s += 3*rows[2][0] + rows[1][1]
		}
		rows[0] = row
		if k%3 == 0 {
			rows = rows[:cap(rows)]
			rows[1+k&1] = rowOfTwo(k, s&127)
		}
		s ^= len(rows)
	}
	return s
}

// FreedGrown does so with what append has made: behind the end of a slice that was cut, elements come back.
func FreedGrown(a, n int) int {
	rows := make([][]int, 0, 1)
	for i := range 3 {
		rows = append(rows, rowOfTwo(a+i, i))
	}
	s := 0
	for k := range n & 15 {
		rows = rows[:1+k&1]
		rows[0] = rowOfTwo(s&255, k)
		all := rows[:3]
		s += all[1][0] + 5*all[2][1] - rows[0][0]
		if k%5 == 3 {
			rows = append(rows, rowOfTwo(k, a&15))
		}
		if k%4 == 2 {
			all[2] = rowOfTwo(s&31, k)
		}
	}
	return s
}

// FreedGiven gives its rows back, and its caller reads those that are behind the end of the slice.
func FreedGiven(a, n int) int {
	given := func() [][]int {
		rows := make([][]int, 0, 1)
		for i := range 4 {
			rows = append(rows, rowOfTwo(a+i, 3))
		}
		for k := range n & 7 {
			if len(rows) == 4 {
				rows[3], rows[2] = rowOfTwo(k, 1), rowOfTwo(a, k)
				rows = rows[:2]
			}
			rows[k&1] = rowOfTwo(k, a)
			if k > 2 {
				rows[0], rows[1] = rowOfTwo(k, 5), rows[0]
			}
		}
		return rows
	}
	rows := given()
	if len(rows) == 4 {
		return rows[3][0]
	}
	rows = rows[:4]
	return rows[0][1] + 3*rows[1][0] + 5*rows[2][1] + 7*rows[3][0]
}
