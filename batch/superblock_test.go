package batch

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// TestSwapsInOrder: of variables that change places where lanes leave a superblock, what one
// becomes is put aside, in a value that is new.
func TestSwapsInOrder(t *testing.T) {
	var values []value
	for v := range 3 {
		values = append(values, value{kind: topValue, dtype: program.I64, elems: 1, v: v})
	}
	becomes := func(v, of int) commit { return commit{v: v, update: true, src: ref{id: of}} }
	for _, list := range [][]commit{
		{becomes(0, 1), becomes(1, 0)},
		{becomes(0, 1), becomes(1, 2), becomes(2, 0)},
		{becomes(2, 0), becomes(0, 1), becomes(1, 0)},
	} {
		all := values[:len(values):len(values)]
		got := map[int]int{} // which variable's old top each has
		now := []int{0, 1, 2}
		aside := map[int]int{}
		for _, c := range inOrder(list, &all, func(c *commit) {
			aside[len(all)] = now[all[c.src.id].v]
			c.src = ref{id: len(all)}
			all = append(all, value{kind: tempValue, dtype: program.I64, elems: 1})
		}) {
			old, ok := aside[c.src.id]
			if !ok {
				old = now[all[c.src.id].v]
			}
			got[c.v], now[c.v] = old, old
		}
		require.Len(t, got, len(list))
		for _, c := range list {
			require.Equal(t, c.src.id, got[c.v])
		}
	}
}
