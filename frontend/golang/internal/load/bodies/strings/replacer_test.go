package strings_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	bodies "github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/strings"
)

// TestReplacer compares replacers of drawn pairs with the package's: of bytes by bytes, of bytes by texts, of one text
// and of several, with texts that begin others, come twice or have no bytes.
func TestReplacer(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	kinds := [][2][]string{
		{{"a", "b", "c", " "}, {"x", "b", "é"[:1], "-"}},
		{{"a", "b", "<", "&"}, {"&lt;", "", "long", "b"}},
		{{"", "a", "ab", "abc", "bc", "é", "\xff", "ba"}, {"", "X", "a", "ab", "é", "[]"}},
	}
	for range 5000 {
		kind := kinds[rng.IntN(len(kinds))]
		var pairs []string
		for range 1 + rng.IntN(4) {
			pairs = append(pairs, kind[0][rng.IntN(len(kind[0]))], kind[1][rng.IntN(len(kind[1]))])
		}
		s := ""
		for range rng.IntN(10) {
			s += []string{"a", "b", "c", "ab", "é", "\xff", "<", "&", " "}[rng.IntN(9)]
		}
		require.Equal(t, strings.NewReplacer(pairs...).Replace(s), bodies.NewReplacer(pairs...).Replace(s),
			"%q in %q", pairs, s)
	}
	require.PanicsWithValue(t, "strings.NewReplacer: odd argument count", func() { bodies.NewReplacer("a") })
}
