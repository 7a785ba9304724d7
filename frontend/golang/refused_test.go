package golang_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/program"
)

// TestRefused compiles Fn of each file. A comment "// error: 4: a|20: b" asks for
// one error on its line at column 4 that contains a, and one at column 20 that
// contains b; there must be no other errors, all come in one run, and in the
// order of the source. A file that begins "// With -make-cap." has room for slices.
func TestRefused(t *testing.T) {
	paths, err := filepath.Glob("testdata/refused/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			var opts golang.Options
			if strings.HasPrefix(string(text), "// With -make-cap.") {
				opts.MakeCap = makeCap
			}
			_, err = golang.Compile([]golang.File{{Name: path, Text: string(text)}}, "Fn", opts)
			require.Error(t, err)
			byLine := map[int][]string{}
			last := program.Pos{}
			for _, e := range program.Errors(err) {
				require.Equal(t, filepath.Base(path), e.Pos.File, e.Msg)
				assert.True(t, e.Pos.Line > last.Line || e.Pos.Line == last.Line && e.Pos.Col > last.Col, "order: %v",
					e)
				last = e.Pos
				byLine[last.Line] = append(byLine[last.Line], fmt.Sprintf("%d: %s", e.Pos.Col, e.Msg))
			}
			for i, line := range strings.Split(string(text), "\n") {
				_, want, _ := strings.Cut(line, "// error: ")
				got := byLine[i+1]
				var wanted []string
				if want != "" {
					wanted = strings.Split(want, "|")
				}
				ok := len(got) == len(wanted)
				for k := 0; ok && k < len(got); k++ {
					col, says, _ := strings.Cut(wanted[k], ": ")
					ok = strings.HasPrefix(got[k], col+": ") && strings.Contains(got[k], says)
				}
				if !ok {
					t.Errorf("%s:%d: want %q, got\n\t%s", path, i+1, wanted, strings.Join(got, "\n\t"))
				}
			}
		})
	}
}

// TestMissing: errors that have no place in the source say what there is.
func TestMissing(t *testing.T) {
	src := []golang.File{{Name: "a.go", Text: "package a\nfunc F(x int) int { return x }\ntype T int\nfunc (t T) M() " +
		"T { return t }"}}
	for _, c := range []struct {
		files []golang.File
		fn    string
		opts  golang.Options
		want  string
	}{
		{src, "G", golang.Options{}, "there is no function G; the source has F, T.M"},
		{nil, "G", golang.Options{}, "no Go files"},
		{src, "", golang.Options{}, "no function (no name given)"},
		{src, "F", golang.Options{Uniform: []string{"y"}}, "F has no parameter y to make uniform"},
		{src, "F", golang.Options{Len: map[string]int{"x": 3}}, "x is a number; only a slice has a length"},
		{src, "F", golang.Options{Cap: map[string]int{"x": 3}}, "x is a number; only a slice has a capacity"},
		{[]golang.File{{Name: "e.go"}}, "F", golang.Options{}, "e.go:1:1: syntax error"},
		{[]golang.File{{Name: "e.go", Text: "package a"}}, "F", golang.Options{}, "the source has none"},
	} {
		_, err := golang.Compile(c.files, c.fn, c.opts)
		assert.ErrorContains(t, err, c.want, fmt.Sprint(c.fn))
	}
}
