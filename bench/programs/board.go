package programs

// Board counts the ways to place n queens, at most 8, on a board of n by n, if the
// first stands in a given column. Columns that are taken are kept in an array.
func Board(n, first int) int {
	var columns [8]int
	columns[0] = first
	return place(&columns, n, 1)
}

func place(columns *[8]int, n, row int) int {
	if row == n {
		return 1
	}
	count := 0
	for c := 0; c < n; c++ {
		if free(columns, row, c) {
			columns[row] = c
			count += place(columns, n, row+1)
		}
	}
	return count
}

// free reports whether no queen of the rows above attacks a square.
func free(columns *[8]int, row, column int) bool {
	for r := 0; r < row; r++ {
		c := columns[r]
		if c == column || c-column == row-r || column-c == row-r {
			return false
		}
	}
	return true
}
