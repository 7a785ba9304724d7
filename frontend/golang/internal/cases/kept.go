package cases

// Memory that a loop makes and that is used after the round that made it.

// Rows of a table, each made in a loop.
func Pascal(n, k uint8) (int, int) {
	rows := make([][]int, n&15+1)
	for i := range rows {
		rows[i] = make([]int, i+1)
		rows[i][0], rows[i][i] = 1, 1
		for j := 1; j < i; j++ {
			rows[i][j] = rows[i-1][j-1] + rows[i-1][j]
		}
	}
	last := rows[len(rows)-1]
	return last[int(k)%len(last)], rows[k&15][0]
}

func product(a, b [][]float64) [][]float64 {
	c := make([][]float64, len(a))
	for i := range c {
		c[i] = make([]float64, len(b[0]))
		for j := range c[i] {
			for k := range b {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// Matrices that a function makes for its caller.
func MatrixPower(a, b, c, d float64, n uint8) (float64, float64) {
	m := [][]float64{{a, b}, {c, d}}
	p := product(m, m)
	if n > 5 {
		p = product(p, m)
	}
	p[0][1] += float64(n)
	return p[0][1], p[1][0]
}

// Rows that take turns.
func Distance(s, t [6]uint8, n, m uint8) int {
	a, b := s[:n%7], t[:m%7]
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			row[j+1] = min(row[j]+1, prev[j+1]+1)
			if a[i]&3 == b[j]&3 {
				row[j+1] = min(row[j+1], prev[j])
			} else {
				row[j+1] = min(row[j+1], prev[j]+1)
			}
		}
		prev = row
	}
	return prev[len(b)]
}

type link struct {
	v    float64
	next *link
}

// A list, from its last element to its first.
func List(x float64, n uint8) (sum float64, count int) {
	var head *link
	for i := range int(n & 31) {
		head = &link{v: x * float64(i), next: head}
	}
	for p := head; p != nil; p = p.next {
		sum = sum/2 + p.v
		count++
		if p.next != nil && p.next == head {
			count = -1
		}
	}
	return sum, count
}

type spot struct {
	at   [2]int8
	seen bool
}

// Pointers to what rounds made, of which some are left out.
func Spots(a, b int8, n uint8) (int, int8) {
	var spots []*spot
	for i := range n & 15 {
		s := &spot{at: [2]int8{a + int8(i), b - int8(i)}}
		if s.at[0]&1 == 0 {
			spots = append(spots, s)
		}
	}
	for i, s := range spots {
		s.seen = i%2 == 0
		s.at[1] += s.at[0]
	}
	count, last := 0, int8(0)
	for _, s := range spots {
		if s.seen {
			count++
			last = s.at[1]
		}
	}
	return count, last
}

// More rounds than there is room for are a fault of the lanes that need it.
func TooMany(n uint8, x float64) float64 {
	rows := make([][]float64, 0, 4)
	for i := range int(n) {
		row := make([]float64, 2)
		row[i&1] = x + float64(i)
		if i%60 == 59 {
			rows = append(rows, row)
		}
	}
	if len(rows) > 0 {
		return rows[0][1]
	}
	return x
}

// Variables of a round whose addresses are kept.
func FourCells(n uint8, x int) int {
	var all [4]*int
	for i := range all {
		c := x + i
		all[i] = &c
	}
	*all[n&3] += 10
	*all[n>>2&3] *= 2
	return *all[0] + *all[1]*3 + *all[2]*5 + *all[3]*7
}

// Rows that are appended to a slice that grows in place.
func Turned(a [4]int32, k uint8) (out [4]int32, sum int32) {
	m := [][]int32{a[:k&3], a[2:]}
	var turned [][]int32
	for i, r := range m {
		if i > 0 && len(r) >= len(turned) {
			continue
		}
		for len(turned) < len(r) {
			turned = append(turned, make([]int32, 2))
		}
		turned = turned[:len(r)]
	}
	for i, r := range m {
		for j := range turned {
			turned[j][i] = r[j]
		}
	}
	for j, r := range turned {
		sum = sum*5 + r[0] - r[1]
		out[2*j], out[2*j+1] = r[0], r[1]
	}
	return out, sum
}

// Pointers that are stored once there is room for them.
func Pushed(x float64, n uint8) (sum float64) {
	var all []*link
	for i := range int(n & 7) {
		all = append(all, nil)
		all[i] = &link{v: x / float64(i+1)}
	}
	for i, l := range all {
		sum += l.v * float64(i)
	}
	return sum
}

func twoOf(x float64) []float64 { return []float64{x, x + 1} }

// Rows that calls make.
func RowsOfCalls(x float64, n uint8) float64 {
	var rows [4][]float64
	for i := range rows {
		rows[i] = twoOf(x * float64(i))
	}
	rows[1][0] = 7
	return rows[n&3][0] + rows[1][1]
}
