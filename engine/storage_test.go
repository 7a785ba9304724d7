package engine

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStorage: each variable that is kept has a home, and what the code does with memory adds up.
func TestStorage(t *testing.T) {
	skipWithout(t)
	number := regexp.MustCompile(`(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$`)
	for name, text := range map[string]string{
		"straight": programs["straight line"], "loop": programs["escape"], "sorted": proofs["sorted"],
		"fib":         callers["fib"],
		"many floats": callers["many floats"],
	} {
		for _, set := range Machines() {
			c, err := Compile(lowered(t, text), Options{Machine: set, Groups: 1})
			require.NoError(t, err)
			shown, err := c.Storage()
			require.NoError(t, err)
			require.Contains(t, shown, "machine code for "+set+", 1 group of ")
			made := c.shape.Load().made
			for _, v := range made.state {
				require.Regexp(t, "(?m)^"+regexp.QuoteMeta(v)+" .* (registers|rows of the frame|"+
					"a register for all groups|a row of the frame for all groups)$", shown)
			}
			sums := make([]int, 5)
			for line := range strings.Lines(shown) {
				for i, n := range number.FindStringSubmatch(strings.TrimSpace(line)) {
					if v, err := strconv.Atoi(n); err == nil && i > 0 {
						sums[i-1] += v
					}
				}
			}
			instructions := 0
			for _, l := range made.Text() {
				if !strings.HasSuffix(l, ":") {
					instructions++
				}
			}
			require.Equal(t, instructions, sums[0], name)
			require.Positive(t, sums[4], "columns at least")
			if name == "many floats" {
				require.Positive(t, sums[3])
				require.Positive(t, sums[1], "there is not room for all in registers")
				require.Positive(t, sums[2])
			}
		}
	}
	c, err := CompileScalar(lowered(t, programs["one loop"]), Options{})
	if err == nil {
		_, err = c.Storage()
		require.ErrorContains(t, err, "one lane at a time")
	}
}
