package lockstep

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A table tells its texts from each other and from others, also where length and letters do not.
func TestTextTable(t *testing.T) {
	lists := [][]string{{}, {""}, {"a"}, {"call", "put", ""}, nil}
	for i := range 300 { // of one hash
		lists[4] = append(lists[4], fmt.Sprintf("a%03db%03dc", i, 299-i))
	}
	for _, texts := range lists {
		table := newTextTable(texts)
		for i, text := range texts {
			require.Equal(t, i, table.number(strings.Clone(text)), text)
			if text != "" {
				require.Equal(t, -1, table.number(text[1:]+"x"), text)
			}
		}
		require.Equal(t, -1, table.number("another"))
	}
}
