package golang

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What is left to Go is tried with what was found to be kept when it was refused, but not with what was only looked
// for.
func TestFirstKeeping(t *testing.T) {
	o := Options{learnt: map[sharing]*keeping{}}
	first := o.firstKeeping()
	first.places["p.F s1"] = 4
	first.wanted["p.Node"] = &arena{}
	first.atLeast("p.F s2", 3)
	first.judging = true
	again := o.firstKeeping()
	require.Same(t, first, again)
	require.Equal(t, map[string]int64{"p.F s1": 4}, again.places)
	require.Empty(t, again.wanted)
	require.Empty(t, again.more)
	require.False(t, again.judging)
	o.sharing = sharesFlat
	require.NotSame(t, first, o.firstKeeping(), "other parameters are shared")
}

// Memory that grew again and again begins anew with each analysis, and what grew less does not.
func TestForgetGrowing(t *testing.T) {
	k := newKeeping()
	k.room = map[string]int64{"a": 32, "a" + timesSuffix: 1, "b": 500, "b" + timesSuffix: often,
		"a" + outgrownSuffix: 8}
	k.forgetGrowing()
	require.Equal(t, map[string]int64{"a": 32, "a" + timesSuffix: 1, "a" + outgrownSuffix: 8}, k.room)
}
