package instance

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the goldens of this package")

func TestTranscripts(t *testing.T) {
	n := Tagged{"n", typed("i64")}
	for name, c := range map[string]struct {
		root Operator
		in   Tagged
	}{
		"fib":          {fibOperator(), n},
		"fib_constant": {fibOperator(), Tagged{"n", konst(10)}},
		"three":        {ring(3)[0], n},
		"endless":      {endless(), n},
	} {
		t.Run(name, func(t *testing.T) {
			var s strings.Builder
			_, err := New(Options{Log: &s}).Run(c.root, bundle(t, c.in))
			if err != nil {
				s.WriteString(err.Error() + "\n")
			}
			file := filepath.Join("testdata", name+".txt")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(s.String()), 0o666))
			}
			golden, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(golden), s.String())
		})
	}
}
