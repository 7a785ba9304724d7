package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/bench/internal/made"
)

// TestDocs: the table in the documents is that of the last results.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/functions.md")
	require.NoError(t, err)
	want, err := docs(string(text), "../results")
	require.NoError(t, err)
	require.Equal(t, want, string(text), "go run ./bench/functions -docs docs/functions.md makes it again")
	for _, name := range []string{"Exp", "Pow", "Erfinv", "Jn"} {
		require.Contains(t, string(text), "\n| `"+name+"` |")
	}
	require.NotContains(t, string(text), "LgammaSign")
}

// TestDocsTable makes the table of results that are few.
func TestDocsTable(t *testing.T) {
	dir := t.TempDir()
	_, err := docsTable(dir)
	require.ErrorContains(t, err, "has no functions-DATE.md")
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	const head = "| function | arguments | package math | avx2 | avx512 | × math | go avx2 | × math | go avx512 | × " +
		"math | max ulp | math's |\n|---|\n"
	write("functions-2026-01-01.md", "# functions, 2026-01-01 10:00\n\n## float64\n\n"+head+
		"| exp | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 |\n")
	write("functions-2026-01-02.md", "# functions, 2026-01-02 10:00\n\n## float64\n\n"+head+
		"| exp | 0…1 | 5 | 1 | 0.5 | 10 | 2 | 5 | 1.5 | 3 | 0.719 | 3e+15 |\n| logb | 0…1 | – | 1 | 0.5 | 10 | – | – "+
		"| – | – | | |\n"+
		"| j0 | 0…1 | 9 | – | – | – | 4 | 2 | 3 | 3 | | |\n\n## float32\n\n"+head+
		"| exp | 0…1 | 5 | 1 | 0.5 | 10 | | | | | 0.8 | |\n")
	write("parity-2026-01-01.md", "## 2026-01-01, go1.26, GOAMD64=v1\n\n`parity -n 3e7`\n\n| row | arguments | "+
		"compared | results that differ | time |\n|---|\n"+
		"| go_exp.f64 | 30065536 | avx2 | none | 1s |\n| j0.f64 | 1000065536 | avx2 | 2: J0(1) | 1s |\n\n"+
		"## 2026-01-01, go1.26, GOAMD64=v1\n\n`parity -all32`\n\n| go_exp.f64 | 4294967296 | avx2 | none | 1s |\n\n"+
		"## 2026-01-01, go1.26, GOAMD64=v3\n\n`parity -n 1e9`\n\n| go_exp.f64 | 1000065536 | avx2 | none | 1s |\n")
	table, err := docsTable(dir)
	require.NoError(t, err)
	lines := strings.Split(table, "\n")
	require.Equal(t, "Recorded on 2026-01-02:", lines[0])
	require.Equal(t, []string{
		"| `Exp` | 5 | 2 | 1.5 | 3·10⁷, all `float32` | 1 | 0.5 | 0.72 | 0.80 | > 100 |",
		"| `J0` | 9 | 4 | 3 | 0 |  |  |  |  |  |", "",
	}, lines[4:])

	_, err = docs("nothing", dir)
	require.ErrorContains(t, err, "no place")
	with, err := docs("a\n"+made.Begin(docsCommand)+"old\n"+made.End+"b\n", dir)
	require.NoError(t, err)
	require.Equal(t, "a\n"+made.Begin(docsCommand)+table+made.End+"b\n", with)
}
