package lockstep

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A table tells its texts from each other and from others, also where length and letters do not.
func TestTextTable(t *testing.T) {
	lists := [][]string{{}, {""}, {"a"}, {"call", "put", ""}, {"abcd", "abcde", "abcabcd", "abcdabcd"},
		{"twelve and more", "twelve or more", "twelve, five and some more", "twelve, four and some more"}, nil}
	for i := range 300 { // of one length, some of one hash
		lists[6] = append(lists[6], fmt.Sprintf("a%03db%03dc", i, 299-i))
	}
	for _, texts := range lists {
		table := newTextTable(texts)
		for i, text := range texts {
			to := []int64{-1}
			require.Equal(t, 1, table.numbers([]string{strings.Clone(text)}, to), text)
			require.EqualValues(t, i, to[0], text)
			if text != "" {
				require.Equal(t, 0, table.numbers([]string{text[1:] + "x"}, to), text)
			}
		}
		twice := append(slices.Clone(texts), texts...)
		to := make([]int64, len(twice)+2)
		require.Equal(t, len(twice), table.numbers(append(twice, "another", "a"), to), "the first that is unknown")
	}
}
