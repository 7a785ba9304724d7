package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The picture in docs is that of the last table.
func TestPicture(t *testing.T) {
	last, err := Last("../results")
	require.NoError(t, err)
	got, err := os.ReadFile("../../docs/speed.svg")
	require.NoError(t, err)
	require.Equal(t, SVG(last), string(got), "go run ./bench/chart draws it again")
}

// The figures of README.md are those of the last table, with two digits.
func TestReadme(t *testing.T) {
	last, err := Last("../results")
	require.NoError(t, err)
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	require.Contains(t, string(readme), "| loop ÷ batch, "+last.Date+" |")
	for label, workload := range map[string]string{
		"Black–Scholes, `float64`":            "blackscholes-f64",
		"adaptive Runge–Kutta with `pow`":     "rk45",
		"recursive quadrature of `exp`·`cos`": "quadrature",
	} {
		row := regexp.MustCompile(regexp.QuoteMeta("| "+label+" |") +
			` (\S+) \| (\S+) \|`).FindStringSubmatch(string(readme))
		require.NotNil(t, row, label)
		for i, math := range []string{"go", "ours"} {
			want, ok := last.Ratio(workload, math)
			require.True(t, ok, "%s %s", workload, math)
			require.Equal(t, rounded(want), row[1+i], "%s with %s", label, math)
		}
	}
}

func rounded(x float64) string {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 2, 64), 64)
	return strconv.FormatFloat(short, 'f', -1, 64)
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
