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
			for at := table.Start(Hash(strconv.Itoa(i))); table.Has(at); at = table.Next(at) {
				found = found || table.At(at) == i
			}
			require.True(t, found, "%d of %d", i, n)
		}
	}
	require.False(t, Table(nil).Has(Table(nil).Start(7)), "an empty table has a number")
}

// Numbers under one hash come in the order in which they were added.
func TestOrder(t *testing.T) {
	table := New(3)
	for i := range 3 {
		table.Add(7, i)
	}
	var found []int
	for at := table.Start(7); table.Has(at); at = table.Next(at) {
		found = append(found, table.At(at))
	}
	require.Equal(t, []int{0, 1, 2}, found)
}
