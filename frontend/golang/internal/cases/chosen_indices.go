package cases

// Pointers and slices of a variable in some lanes, and of an element of a table in others.

type star struct {
	mass float64
	rgb  [3]float64
}

var sun = star{1, [3]float64{0.5, 0.25, 0.125}}

var stars = [3]star{{2, [3]float64{1, 2, 3}}, {3, [3]float64{4, 5, 6}}, {5, [3]float64{7, 8, 9}}}

var starsByName = [4]*star{&stars[1], {8, [3]float64{1, 1, 2}}, nil, &sun}

// ChosenElement is of an element of a table or of a variable.
func ChosenElement(i, k int) float64 {
	p := &sun
	if i&3 < len(stars) {
		p = &stars[i&3]
	}
	return p.mass + p.rgb[k&3]
}

// ChosenOwn is of an element of a table of pointers, which may be nil, of a variable, or of what the lane makes.
func ChosenOwn(i, k int, x float64) float64 {
	p := starsByName[i&3]
	switch {
	case p == nil:
		p = &sun
	case x > 0.5:
		p = &star{mass: x, rgb: [3]float64{x, 2, float64(k)}}
	}
	q := p
	if k == 2 {
		q = &stars[2]
	}
	if p.mass == q.mass {
		return q.rgb[2]
	}
	return p.rgb[k&1] - q.mass
}

// ChosenSame compares pointers that are elements of one table, or what the lane makes.
func ChosenSame(i, k int, x float64) float64 {
	p, q := starsByName[i&3], starsByName[k&3]
	if p == nil || x > 0.75 {
		p = &star{mass: x}
	}
	if q == nil && x > 0.5 {
		q = p
	}
	switch {
	case p == q:
		return p.mass
	case q == nil:
		return -p.mass
	}
	return p.mass - q.mass
}

var curves = [][]float64{{1, 2, 3}, {4, 5, 6}}

var onlyCurve = []float64{7, 8, 9}

// ChosenRow is of a row of a table, of a table of one row, or of a slice that the lane makes.
func ChosenRow(i, n int, x float64) (sum float64) {
	row := onlyCurve[1:]
	switch i & 3 {
	case 0:
		row = curves[n&1]
	case 1:
		own := make([]float64, n&7)
		for k := range own {
			own[k] = x + float64(k)
		}
		row = own
	case 2:
		row = curves[1][n&1 : 2]
	}
	for k, v := range row {
		sum += float64(v * float64(k+1))
	}
	return sum + float64(10*len(row)) + float64(cap(row[:0:len(row)]))
}

var chances = [][]float64{{0.75, 0.25}, {0.5, 0.5}}

type chainModel struct{ trans [][]float64 }

func (m *chainModel) after(n int) [][]float64 {
	p := m.trans
	for ; n > 1; n-- {
		next := make([][]float64, len(p))
		for i := range next {
			next[i] = make([]float64, len(m.trans[0]))
			for j := range next[i] {
				for k := range m.trans {
					next[i][j] += float64(p[i][k] * m.trans[k][j])
				}
			}
		}
		p = next
	}
	return p
}

// ChosenMatrix is a table at first, and then made anew in each round.
func ChosenMatrix(n, i int) float64 {
	m := &chainModel{trans: chances}
	return m.after(n & 7)[i&1][1]
}
