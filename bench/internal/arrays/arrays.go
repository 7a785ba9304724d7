package arrays

// Matrix is a 3×3 matrix.
type Matrix [3][3]float64

// Power returns the trace of a to the power of n, by n products.
func Power(a Matrix, n int) float64 {
	p := Matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for range n {
		p = product(p, a)
	}
	return p[0][0] + p[1][1] + p[2][2]
}

func product(a, b Matrix) (c Matrix) {
	for i := range 3 {
		for j := range 3 {
			s := 0.0
			for k := range 3 {
				s += float64(a[i][k] * b[k][j]) // not fused, as in a batch
			}
			c[i][j] = s
		}
	}
	return c
}

// Median returns the median of eight numbers, which it sorts by insertion.
func Median(x [8]float64) float64 {
	for i := 1; i < len(x); i++ {
		for j := i; j > 0 && x[j] < x[j-1]; j-- {
			x[j], x[j-1] = x[j-1], x[j]
		}
	}
	return (x[3] + x[4]) / 2
}
