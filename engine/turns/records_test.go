package turns

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTakesParts: whether tables are put side by side depends on all lanes of a call, so that a few of them tell what
// all take, and it is done once.
func TestTakesParts(t *testing.T) {
	rec := &Records{Name: "nodes", Words: 2, Fields: []RecordField{{"left", 0, 8}, {"right", 8, 8}}}
	l := Layout{Records: []*Records{rec}}
	left, right := []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9}, []uint64{11, 12, 13, 14, 15, 16, 17, 18, 19}
	tables := map[string]Table{"left": {left, []int{9}}, "right": {right, []int{9}}}
	require.False(t, l.Takes(&Run{Lanes: 2, Tables: tables}))
	require.True(t, l.Takes(&Run{Lanes: 3, Tables: tables}))
	call := &Call{Lanes: 10}
	first, second := &Run{Lanes: 2, Tables: tables, Call: call}, &Run{Lanes: 1, Tables: tables, Call: call}
	require.True(t, l.Takes(first))
	require.True(t, l.Takes(second))
	require.Same(t, &first.recordsMade(rec).Data.([]byte)[0], &second.recordsMade(rec).Data.([]byte)[0])
}
