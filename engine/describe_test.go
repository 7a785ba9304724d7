package engine

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/golden"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// waits is what waiting costs, which depends on the number of lanes.
var waits = regexp.MustCompile(`a group \d+ turns`)

// TestPhases compares what is said of programs with the golden file.
func TestPhases(t *testing.T) {
	skipWithout(t)
	file := golden.Open(t, "testdata/phases.txtar")
	names := file.Names()
	for i := 0; i < len(names); i += 2 {
		text := golang.File{Name: names[i], Text: file.Section(names[i])}
		p, err := golang.Compile([]golang.File{text}, "F", golang.Options{OurMath: true})
		require.NoError(t, err)
		p, err = lower.Lower(p)
		require.NoError(t, err)
		c, err := Compile(p, Options{Machine: usual()})
		require.NoError(t, err)
		got, err := c.Phases()
		require.NoError(t, err)
		first, rest, _ := strings.Cut(got, "\n")
		require.Contains(t, first, " phases, ")
		file.Expect(names[i+1], waits.ReplaceAllString(rest, "a group N turns"))
	}
}

// TestReturnsToTheEnd: a call behind which nothing is left to do returns to the end, which is not a block.
func TestReturnsToTheEnd(t *testing.T) {
	skipWithout(t)
	p, err := program.Parse("end.lockstep", `program end lowered

var n : i64  register
var r : i64  register
var c : bool temporary

func main(n) -> (r) {
start:
    r = copy 1
    pushgoto halt, f
f:
    c = gt.i64 n, 0
    n = sub.i64 n, 1
    branch c, f, done
done:
    r = add.i64 r, 1
    return
}
`)
	require.NoError(t, err)
	c, err := Compile(p, Options{Machine: usual()})
	require.NoError(t, err)
	text, err := c.Phases()
	require.NoError(t, err)
	require.Regexp(t, `calls return to +the end`, text)
}

// TestAnnotated: the text of code says which line each part is of, and is the code's otherwise.
func TestAnnotated(t *testing.T) {
	skipWithout(t)
	for name, text := range programs {
		c, err := Compile(lowered(t, text), Options{Machine: usual()})
		require.NoError(t, err)
		var code []string
		marks := map[string]bool{}
		for _, l := range c.Lines() {
			if strings.HasPrefix(l, "//") {
				marks[l] = true
			} else {
				code = append(code, l)
			}
		}
		require.Equal(t, c.shape.Load().made.Text(), code, name)
		if name == "one loop" {
			require.Contains(t, marks, "// F.for.body, a.go:2")
			require.Contains(t, marks, "// the end of a turn")
		}
	}
}
