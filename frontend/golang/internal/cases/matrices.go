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

// Cubes makes slices of slices of slices, of rows that are not of one length.
func Cubes(a [6]int8, n, k uint8) (sum, cells, at int) {
	cube := make([][][]int, int(n%4)+1)
	for i := range cube {
		cube[i] = make([][]int, 3)
		for j := range cube[i] {
			cube[i][j] = make([]int, (i+j+int(k))%4)
			for l := range cube[i][j] {
				cube[i][j][l] = int(a[(i*j+l)%6]) - l
			}
		}
	}
	cube[0][1], cube[0][2] = cube[0][2], cube[0][1]
	for _, plane := range cube {
		for _, row := range plane {
			cells += len(row)
			for _, x := range row {
				sum = sum*3 + x
			}
		}
	}
	return sum, cells, cube[k%4][n%3][1]
}

// CubesGrown appends planes to a cube.
func CubesGrown(a [6]int8, n uint8) (sum int) {
	var cube [][][4]int8
	for i := range int(n % 5) {
		plane := make([][4]int8, 3)
		for j := range plane {
			plane[j] = [4]int8{a[i], a[j], int8(i), int8(j)}
		}
		cube = append(cube, plane)
	}
	for i, plane := range cube {
		for _, row := range plane {
			for _, x := range row {
				sum += int(x) * (i + 1)
			}
		}
	}
	return sum
}

// CubesOfTables looks into a table that is three deep.
func CubesOfTables(i, j, k int8) int { return cubes[i&3][j&1][k&1] + len(cubes[k&1]) }

var cubes = [][][]int{{{1, 2}, {3}}, {{4}}, {}, {{5, 6, 7}, nil}}
