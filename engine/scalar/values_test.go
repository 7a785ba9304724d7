package scalar

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A block may have got variables since it was found out which are alive behind it: those are not.
func TestValuesOfNewVariables(t *testing.T) {
	blk := &block{code: []ins{{out: []val{3}}, {out: []val{70}}}}
	after := newSet(64)
	after.add(3)
	v := (&fn{}).valuesOf(blk, after)
	require.Equal(t, []int{many, 0}, v.reads)
}
