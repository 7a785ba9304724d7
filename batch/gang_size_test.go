package batch

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSparseState: an array that a loop goes through one element at a time needs
// no room for a packed copy of it, and counts less for the size of a gang than
// the same array where a block reads all of it.
func TestSparseState(t *testing.T) {
	const head = `
program sweep lowered

var x : i64[600] register
var i : i64 register
var e : i64 temporary
var b : bool temporary
var y : i64[600] temporary

func main(x, i) -> (x, i) {
entry:
    e = index.i64 x, i
    x = insert.i64 x, e, 0
    i = sub.i64 i, 1
`
	const tail = `
    b = gt.i64 i, 0
    branch b, entry, halt
}
`
	sparse := compileText(t, head+tail)
	require.Equal(t, 8*600, sparse.sparseBytes)
	require.Less(t, sparse.StateBytes(), 8*600+100)

	whole := compileText(t, head+`
    y = add.i64 x, 1
    i = index.i64 y, 7
`+tail)
	require.Zero(t, whole.sparseBytes)
	require.Greater(t, whole.StateBytes(), 2*8*600)
	require.Less(t, whole.Gang(), sparse.Gang())
}
