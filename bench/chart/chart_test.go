package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/bench/internal/made"
)

// The picture and the tables of the documents are those of the last table.
func TestDocs(t *testing.T) {
	files, err := documents("../results", "../..")
	require.NoError(t, err)
	require.Len(t, files, 3)
	for _, f := range files {
		got, err := os.ReadFile(f.path)
		require.NoError(t, err)
		if string(got) != f.text {
			t.Errorf("%s is not what the last table of bench/results makes: go run ./bench/chart makes it again",
				f.path)
		}
	}
}

func TestTables(t *testing.T) {
	_, err := speedTable(&Table{Name: "workloads-2026-01-02.md"})
	require.ErrorContains(t, err, "workloads-2026-01-02.md has no row blackscholes-f64")
	_, err = made.Put("no place", command, "")
	require.ErrorContains(t, err, "no place for the table")
	cells, err := cellsFor(&Table{Rows: []Row{
		{Workload: "a", Math: "ours", Ratio: 12.345, Engine: "lanes"},
		{Workload: "a", Math: "go", Ratio: 8.04, Kernels: 2, Engine: "lanes"},
		{Workload: "b", Ratio: 0.954, Kernels: 0.125, Engine: "scalar"},
	}}, kind{"both", []string{"a", "b"}})
	require.NoError(t, err)
	require.Equal(t, docsCells{"8 / 0.95", "12", "lanes / scalar", "2 / 0.12"}, cells)
}

func TestLast(t *testing.T) {
	dir := t.TempDir()
	_, err := Last(dir)
	require.ErrorContains(t, err, "has no workloads-DATE.md")
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	write("workloads-2026-01-01.md", "# workloads, 2026-01-01 10:00\n")
	_, err = Last(dir)
	require.ErrorContains(t, err, "no rows")

	const head = "\n| workload | group | math | auto |\n|---|--:|--:|--:|\n"
	write("workloads-2026-01-02.md", "# workloads, 2026-01-02 10:00\n"+head+"| old | uniform | | 9 |\n\n"+
		"# workloads, 2026-01-02 11:00\n"+head+"| fast | uniform | go | 8.04 |\n| slow | recursive |  | 0.5 |\n\n| "+
		"mean | 4 |\n")
	got, err := Last(dir)
	require.NoError(t, err)
	require.Equal(t, &Table{Name: "workloads-2026-01-02.md", Date: "2026-01-02", Rows: []Row{
		{Workload: "fast", Group: "uniform", Math: "go", Ratio: 8.04},
		{Workload: "slow", Group: "recursive", Ratio: 0.5},
	}}, got)
	require.Equal(t, 2, strings.Count(SVG(got), "fill=\"#222222\">8<")+strings.Count(SVG(got), ">0.5<"))

	write("workloads-2026-01-02.md", "# workloads, 2026-01-02 10:00\n"+head+"| fast | uniform | go | 8.04 |\n\n"+
		"# workloads, 2026-01-02 11:00\n\n* linux/amd64, go1.26, kernels avx2\n"+head+"| fast | uniform | go | 3 |\n")
	got, err = Last(dir)
	require.NoError(t, err)
	require.Equal(t, []Row{{Workload: "fast", Group: "uniform", Math: "go", Ratio: 8.04}}, got.Rows,
		"not the table for comparison")

	write("workloads-2026-01-03.md", "# workloads, 2026-01-03 10:00\n"+head+"| bad | uniform | go | fast |\n")
	_, err = Last(dir)
	require.ErrorContains(t, err, "workloads-2026-01-03.md:5: column auto")
}
