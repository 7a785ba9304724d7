package engine

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/lower"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing them")

// TestPhases compares what is said of programs with the golden file.
func TestPhases(t *testing.T) {
	skipWithout(t)
	const path = "testdata/phases.txtar"
	golden, err := txtar.ParseFile(path)
	require.NoError(t, err)
	for i := 0; i < len(golden.Files); i += 2 {
		text, want := golden.Files[i], &golden.Files[i+1]
		p, err := golang.Compile([]golang.File{{Name: text.Name, Text: string(text.Data)}}, "F", golang.Options{OurMath: true})
		require.NoError(t, err)
		p, err = lower.Lower(p)
		require.NoError(t, err)
		c, err := Compile(p, Options{Machine: usual()})
		require.NoError(t, err)
		got, err := c.Phases()
		require.NoError(t, err)
		first, rest, _ := strings.Cut(got, "\n")
		require.Contains(t, first, " phases, ")
		if *update {
			want.Data = []byte(rest)
		}
		require.Equal(t, string(want.Data), rest, want.Name)
	}
	if *update {
		require.NoError(t, os.WriteFile(path, txtar.Format(golden), 0o644))
	}
}

// TestAnnotated: the text of code says which line each part is of, and is the code's otherwise.
func TestAnnotated(t *testing.T) {
	skipWithout(t)
	for name, text := range programs {
		c, err := Compile(lowered(t, text), Options{Machine: usual()})
		require.NoError(t, err)
		var code []string
		places := map[string]bool{}
		for _, l := range c.Lines() {
			if strings.HasPrefix(l, "//") {
				places[l] = true
			} else {
				code = append(code, l)
			}
		}
		require.Equal(t, c.shape.Load().made.Text(), code, name)
		if name == "one loop" {
			require.Contains(t, places, "// F.for.body, a.go:2")
			require.Contains(t, places, "// the end of a turn")
		}
	}
}
