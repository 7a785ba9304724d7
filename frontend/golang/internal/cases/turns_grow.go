package cases

// Slices that grow from a literal or from nil, while a few variables keep what earlier rounds made.

// TurnsLevels goes through a graph level by level. Each level begins as nil.
func TurnsLevels(adj [24]uint8, from uint8) (far, last int) {
	var seen [12]bool
	cur := []int{int(from % 12)}
	seen[from%12] = true
	for far = 0; len(cur) > 0; far++ {
		var next []int
		for _, u := range cur {
			for _, v := range adj[2*u : 2*u+2] {
				if w := int(v) % 12; !seen[w] {
					seen[w] = true
					next = append(next, w)
				}
			}
			last = last*13 + u
		}
		cur = next
	}
	return far, last
}

// TurnsSurvivors keeps a part of what the last round left, and at most two rounds leave all.
func TurnsSurvivors(x uint32, n uint8) (rounds int, sum int64) {
	alive := []int64{}
	for i := range int64(n % 20) {
		alive = append(alive, i*i-7)
	}
	for stay := 0; len(alive) > 1 && stay < 2; rounds++ {
		rest := []int64{}
		for i, a := range alive {
			if x>>(i+rounds)&1 == 1 {
				rest = append(rest, a+int64(i))
			}
		}
		if len(rest) == len(alive) {
			stay++
		}
		alive = rest
	}
	for _, a := range alive {
		sum = sum*31 + a
	}
	return rounds, sum
}

// TurnsThree keeps the last round, the one before, and the best of all.
func TurnsThree(x uint32, n uint8) (s uint32) {
	var last, older, best []uint32
	for i := range uint32(n % 12) {
		var now []uint32
		for k := range x >> i & 7 {
			now = append(now, x>>k+uint32(len(last))*i)
		}
		if len(older) > 0 && len(now) > 0 {
			now[0] += older[0]
		}
		if len(now) > len(best) || x>>i&31 == 3 {
			best = now
		}
		older, last = last, now
	}
	for _, v := range last {
		s = s*31 + v
	}
	for _, v := range older {
		s = s*37 + v
	}
	for _, v := range best {
		s = s*41 + v
	}
	return s*7 + uint32(len(best)-len(older))
}

// TurnsNilKept asks whether a round has left anything, which nil says.
func TurnsNilKept(x uint16, n uint8) (empty, sum int) {
	var cur []int
	for i := range int(n % 9) {
		var next []int
		for k := range 4 {
			if x>>(k+i)&3 == 3 {
				next = append(next, k+len(cur))
			}
		}
		if next == nil {
			empty++
		}
		cur = next
	}
	for _, v := range cur {
		sum = sum*5 + v
	}
	return empty, sum
}

// TurnsNilOrMade begins as nil in some rounds, and with room in others.
func TurnsNilOrMade(x uint16, n uint8) (sum int) {
	cur := []int{1}
	for i := range int(n % 9) {
		var next []int
		if x>>i&1 == 1 {
			next = make([]int, 1, 2)
		}
		for k, v := range cur {
			if x>>(k%8+i)&1 == 1 || k == 0 {
				next = append(next, v+k, i)
			}
		}
		if len(next) > 12 {
			next = next[len(next)-3:]
		}
		cur = next
	}
	for _, v := range cur {
		sum = sum*5 + v
	}
	return sum
}

// TurnsCut reads behind what was appended, where what an earlier round had there is zero.
func TurnsCut(x uint16, n uint8) (sum int) {
	cur := []int{1, 2, 3, 4}
	for i := range int(n % 9) {
		next := make([]int, 0, 4)
		for k, v := range cur {
			if x>>(k+i)&1 == 1 {
				next = append(next, v+k)
			}
		}
		cur = next[:4]
	}
	for _, v := range cur {
		sum = sum*5 + v
	}
	return sum
}

// LiteralStack grows from one element, and shrinks.
func LiteralStack(x uint32, depth uint8) (count, most int) {
	stack := []int{int(depth % 6)}
	for len(stack) > 0 && count < 40 {
		d := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		count++
		if d > 0 {
			stack = append(stack, d-1)
			if x>>d&1 == 1 {
				stack = append(stack, d-2)
			}
		}
		most = max(most, len(stack))
	}
	return count, most
}

// LiteralNil has a literal in some lanes only.
func LiteralNil(x [5]int8, n int) (isNil bool, s int) {
	var list []int8
	if n&1 == 1 {
		list = []int8{7}
	}
	for _, v := range x {
		if v > int8(n&7) {
			list = append(list, v)
		}
	}
	for _, v := range list {
		s = s*3 + int(v)
	}
	return list == nil, s
}

// LiteralOld uses what a literal gave beside what was appended to it.
func LiteralOld(x, n int) (s int) {
	old := []int{x, n, 3}
	list := append(old[:n&1+1], 5)
	longer := append(list, x)
	longer[0]++
	for _, v := range old {
		s = s*7 + v
	}
	for _, v := range list {
		s = s*7 + v
	}
	return s + len(longer)
}

// LiteralRound makes a literal each round, which is used in that round alone.
func LiteralRound(x uint16, n uint8) (s int) {
	for i := range int(n % 7) {
		list := []int{i, s}
		for k := range 5 {
			if x>>(k+i)&1 == 1 {
				list = append(list, list[len(list)-2]+k)
			}
		}
		s += list[len(list)-1] + len(list)
	}
	return s
}

// MadeOfMasked is as long as a mask and a remainder allow, which nobody else says.
func MadeOfMasked(n, m int) (s int) {
	list := make([]int, n&7, n&7+m%4+3)
	for i := range list {
		list[i] = i * m
	}
	for range m&3 + n&3 {
		list = append(list, m)
	}
	for _, v := range list {
		s = s*3 + v
	}
	return s
}
