package programs

import "math"

// Solve solves a system of five linear equations by elimination with pivoting. Rows and
// the whole system are handed on as pointers.
func Solve(a [5][5]float64, b [5]float64) [5]float64 {
	for k := 0; k < 5; k++ {
		exchange(&a, &b, k, pivot(&a, k))
		for i := k + 1; i < 5; i++ {
			f := a[i][k] / a[k][k]
			subtract(&a[i], &a[k], f, k)
			b[i] -= float64(f * b[k])
		}
	}
	substitute(&a, &b)
	return b
}

// pivot is the row at or below k whose element in column k is largest.
func pivot(a *[5][5]float64, k int) int {
	p := k
	for i := k + 1; i < 5; i++ {
		if math.Abs(a[i][k]) > math.Abs(a[p][k]) {
			p = i
		}
	}
	return p
}

func exchange(a *[5][5]float64, b *[5]float64, i, j int) {
	a[i], a[j] = a[j], a[i]
	b[i], b[j] = b[j], b[i]
}

// subtract takes f times a row from another, from column k on.
func subtract(row, from *[5]float64, f float64, k int) {
	for j := k; j < 5; j++ {
		row[j] -= float64(f * from[j])
	}
}

func substitute(a *[5][5]float64, b *[5]float64) {
	for i := 4; i >= 0; i-- {
		for j := i + 1; j < 5; j++ {
			b[i] -= float64(a[i][j] * b[j])
		}
		b[i] /= a[i][i]
	}
}
