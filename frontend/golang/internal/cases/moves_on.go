package cases

import "math"

// Slices that lanes bring and that go on as ones that loops make. The test gives them slices of up to three elements.

// MovesOn are the functions.
var MovesOn = map[string]any{
	"movesOn":        movesOn,
	"movesOnWritten": movesOnWritten,
	"movesOnGiven":   movesOnGiven,
	"movesOnBoth":    movesOnBoth,
	"movesOnAsked":   movesOnAsked,
	"movesOnRest":    movesOnRest,
	"movesOnQueue":   movesOnQueue,
	"movesOnBehind":  movesOnBehind,
}

func relaxed(y []float64, by float64) []float64 {
	next := make([]float64, len(y))
	for i := range y {
		next[i] = float64(y[i]*0.5) + by
	}
	return next
}

// movesOn only reads what it is given.
func movesOn(y []float64, n int8) (sum float64) {
	for i := range int(n) % 5 {
		if next := relaxed(y, float64(i)); len(next) > 0 && next[0] > 0.5 {
			y = next
		}
	}
	for _, v := range y {
		sum += v
	}
	return sum
}

// movesOnWritten writes to what it is given, in some lanes before it goes on as another one.
func movesOnWritten(y []float64, n int8) (sum float64) {
	for i := range int(n) % 4 {
		y[i] = float64(i) + 0.25
		if n > 0 && y[len(y)-1] < 2 {
			y = relaxed(y, 3)
		}
	}
	for _, v := range y {
		sum += v
	}
	return sum
}

// movesOnGiven gives out what it has come to, which may be what it is given.
func movesOnGiven(y []float64, n int8) []float64 {
	for i := range int(n) % 4 {
		if next := relaxed(y, float64(i)); i%2 == 1 {
			y = next
		}
	}
	return y
}

// movesOnBoth lets two slices take turns with a third.
func movesOnBoth(y, z []float64, n int8) (a, b int, sum float64) {
	for i := range int(n) % 5 {
		if i%2 == 0 {
			y, z = z, append(relaxed(y, 1), 2)
		} else {
			y, z = z, y
		}
	}
	for _, v := range z {
		sum += v
	}
	return len(y), len(z), sum
}

// movesOnAsked asks whether it has something at all.
func movesOnAsked(y []float64, n int8) (sum float64) {
	for i := range int(n) % 4 {
		if y == nil {
			return -1
		}
		if i%2 == 1 {
			y = relaxed(y, 1)
		}
	}
	return float64(len(y))
}

// movesOnRest is given its elements one by one, and calls a function that it does not know.
func movesOnRest(n int8, ys ...float64) (sum float64) {
	f := func(y []float64) float64 { return y[0] }
	if n%2 == 0 {
		f = func(y []float64) float64 { y[0]++; return math.Abs(y[0]) }
	}
	for range int(n) % 4 {
		if sum += f(ys); sum < 4 {
			ys = relaxed(ys, 2)
		}
	}
	return sum
}

// movesOnQueue takes what is first, and puts some of it behind the others.
func movesOnQueue(y []float64, n int8) (sum float64, left int) {
	for steps := 0; len(y) > 1 && steps < int(n)%7; steps++ {
		x := y[0]
		if y = y[1:]; x > 1 {
			y = append(y, x/2)
		}
		sum = float64(sum*0.5) + x
	}
	return sum, len(y)
}

// movesOnBehind appends to the end of what it is given, and behind its first element, where the second one is.
func movesOnBehind(y []float64, n int8) (sum float64) {
	first := y[:min(len(y), 1)]
	for len(y) > int(n&3) {
		y = y[1:]
	}
	z := append(y, 7)
	if n < 0 {
		first = append(first, float64(n))
	}
	for _, v := range z {
		sum += v
	}
	return float64(sum*8) + float64(len(first))
}

// MatricesOn are functions of matrices that go on as ones that loops make.
var MatricesOn = map[string]func(m [][]float64, n int8) float64{
	"matricesPower":   matricesPower,
	"matricesWritten": matricesWritten,
	"matricesBehind":  matricesBehind,
	"matricesAsked":   matricesAsked,
	"matricesRow":     matricesRow,
}

// doubledRows may have rows of another length, and panics where a row is empty.
func doubledRows(a [][]float64) [][]float64 {
	c := make([][]float64, len(a))
	for i := range c {
		c[i] = make([]float64, 2)
		c[i][0], c[i][1] = float64(a[i][0]*2), a[i][len(a[i])-1]
	}
	return c
}

func totalOfRows(a [][]float64) (sum float64) {
	for i, row := range a {
		for k, x := range row {
			sum += float64(x * float64(1+i+2*k))
		}
	}
	return sum
}

// matricesPower only reads what it is given.
func matricesPower(m [][]float64, n int8) float64 {
	a := m
	for range int(n) % 4 {
		a = doubledRows(a)
	}
	return totalOfRows(a)
}

// matricesWritten writes to the elements that it is given before it goes on.
func matricesWritten(m [][]float64, n int8) float64 {
	for _, row := range m {
		for k := range row {
			row[k]++
		}
	}
	a := m
	for range int(n) % 4 {
		a = doubledRows(a)
	}
	return totalOfRows(a) + float64(3*totalOfRows(m))
}

// matricesBehind writes to what it is given in some lanes, and gives it other rows in others.
func matricesBehind(m [][]float64, n int8) float64 {
	a := m
	for i := range int(n) % 4 {
		if len(a) > 1 && len(a[0]) > 0 {
			a[0][0] = float64(i) + 0.5
			a[1] = []float64{float64(i)}
		}
		if n > 50 {
			a = doubledRows(a)
		}
	}
	return totalOfRows(a)
}

// matricesAsked can tell rows that are nil.
func matricesAsked(m [][]float64, n int8) (sum float64) {
	for range int(n) % 4 {
		m = doubledRows(m)
	}
	for _, row := range m {
		if row == nil {
			sum += 1000
		}
		sum += float64(len(row))
	}
	return sum
}

// matricesRow gives what it is given a row of what it makes.
func matricesRow(m [][]float64, n int8) float64 {
	a := m
	for range int(n) % 4 {
		a = doubledRows(a)
		if len(m) > 0 {
			m[0] = a[len(a)-1]
		}
	}
	return totalOfRows(a) + float64(7*totalOfRows(m))
}
