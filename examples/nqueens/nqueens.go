// Package nqueens counts placements of queens by recursion inside a loop, the
// board being three bit masks. Each input fixes the first two queens: the
// usual way to cut such a search into independent pieces.
package nqueens

// Completions returns in how many ways n queens can stand on an n×n board
// without attacking each other, the first row's queen being in column first
// and the second row's in column second. It is zero if a column is not on the
// board; n may be from 2 to 31.
func Completions(n, first, second int) int {
	if n < 2 || n > 31 || first < 0 || first >= n || second < 0 || second >= n {
		return 0
	}
	a, b := uint32(1)<<first, uint32(1)<<second
	if b&(a|a<<1|a>>1) != 0 {
		return 0
	}
	return place(uint32(1)<<n-1, a|b, (a<<1|b)<<1, (a>>1|b)>>1)
}

// place counts the ways to fill the remaining rows. A set bit is a column that
// is taken, or attacked along a diagonal that moves left or right a column a
// row; all has a bit for each column of the board.
func place(all, taken, left, right uint32) int {
	if taken == all {
		return 1
	}
	count := 0
	free := all &^ (taken | left | right)
	for free != 0 {
		queen := free & -free
		free ^= queen
		count += place(all, taken|queen, (left|queen)<<1, (right|queen)>>1)
	}
	return count
}
