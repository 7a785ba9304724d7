package places

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTable(t *testing.T) {
	for n := range 200 {
		table := New(n)
		require.True(t, table.HasRoom(n))
		for i := range n {
			table.Add(Hash(strconv.Itoa(i)), i)
		}
		for i := range n {
			found := false
			for k := range table.From(Hash(strconv.Itoa(i))) {
				found = found || k == i
			}
			require.True(t, found, "%d of %d", i, n)
		}
	}
	for range Table(nil).From(0) {
		t.Fatal("an empty table has a number")
	}
}

// Numbers under one hash come in the order in which they were added.
func TestOrder(t *testing.T) {
	table := New(3)
	for i := range 3 {
		table.Add(7, i)
	}
	var found []int
	for i := range table.From(7) {
		found = append(found, i)
	}
	require.Equal(t, []int{0, 1, 2}, found)
}
