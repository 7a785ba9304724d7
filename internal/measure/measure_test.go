package measure

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestMarkdown(t *testing.T) {
	table := Table{Columns: []string{"function", "ns"}}
	table.Row("exp", "0.5")
	table.Row("überlang", "12.25")
	require.Equal(t, ""+
		"| function |    ns |\n"+
		"|----------|------:|\n"+
		"| exp      |   0.5 |\n"+
		"| überlang | 12.25 |\n", table.markdown())
}

// A report is appended to the file of its day.
func TestEmit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	r := Report{Name: "functions", Notes: []string{"a note"}, Tables: []Table{{Title: "f64", Columns: []string{"a"}}}}
	require.NoError(t, r.Emit(dir))
	require.NoError(t, r.Emit(dir))
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(filepath.Join(dir, files[0].Name()))
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(text), "# functions, "))
	require.Contains(t, string(text), "* a note\n\n## f64\n")
	require.Contains(t, files[0].Name(), time.Now().Format("2006-"))
}

func TestProcessorTime(t *testing.T) {
	before, err := ProcessorTime()
	if err != nil {
		t.Skip(err)
	}
	for after := before; after == before; {
		CyclesPerNanosecond()
		after, err = ProcessorTime()
		require.NoError(t, err)
		require.GreaterOrEqual(t, after, before)
	}
}

// No test depends on a time; this one only sees that there is one.
func TestInterleaved(t *testing.T) {
	calls := 0
	times := Interleaved(3, func() { calls++ }, nil)
	require.Positive(t, times[0])
	require.Zero(t, times[1])
	require.Positive(t, calls)
	require.Positive(t, CyclesPerNanosecond())
}
