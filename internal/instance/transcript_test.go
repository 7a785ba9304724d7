package instance

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/lockstep-simt/lockstep/internal/golden"
)

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
			golden.Text(t, filepath.Join("testdata", name+".txt"), s.String())
		})
	}
}
