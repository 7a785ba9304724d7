package cases

import "math"

// Slices of slices as parameters and results.

// eliminate solves a system of linear equations in place, and reports whether it could.
func eliminate(a [][]float64, b []float64) bool {
	for k := range a {
		pivot := k
		for i := k + 1; i < len(a); i++ {
			if math.Abs(a[i][k]) > math.Abs(a[pivot][k]) {
				pivot = i
			}
		}
		if a[pivot][k] == 0 {
			return false
		}
		a[k], a[pivot] = a[pivot], a[k]
		b[k], b[pivot] = b[pivot], b[k]
		for i := k + 1; i < len(a); i++ {
			f := a[i][k] / a[k][k]
			for j := k; j < len(a[i]); j++ {
				a[i][j] -= float64(f * a[k][j])
			}
			b[i] -= float64(f * b[k])
		}
	}
	return true
}

func Eliminate(a [3][3]float64, b [3]float64) (ok bool, left [3][3]float64, right [3]float64) {
	rows := [][]float64{a[0][:], a[1][:], a[2][:]}
	ok = eliminate(rows, b[:])
	for i, r := range rows {
		copy(left[i][:], r)
	}
	return ok, left, b
}

type unevenRows [][]int32

// columns makes a row of each column that all rows have, and says how long the longest row
// is.
func (m unevenRows) columns(first int, more ...[]int32) (turned unevenRows, most int) {
	m = append(m[:len(m):len(m)], more...)
	for i, r := range m {
		most = max(most, len(r))
		if i == 0 || len(r) < len(turned) {
			for len(turned) < len(r) {
				turned = append(turned, make([]int32, len(m)))
			}
			turned = turned[:len(r)]
		}
	}
	for i, r := range m {
		for j := range turned {
			turned[j][i] = r[j] + int32(first)
		}
	}
	return turned, most
}

// UnevenColumns is unevenRows.columns.
var UnevenColumns = unevenRows.columns
