package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/bench"
)

func TestRun(t *testing.T) {
	s := settings{lanes: 500, rounds: 1, schedule: "auto", engine: "off,auto"}
	r, err := run([]string{"fib", "blackscholes-f32"}, s)
	require.NoError(t, err)
	require.Len(t, r.Tables, 2)
	table := r.Tables[0]
	require.Equal(t, []string{
		"workload", "group", "math", "inputs", "loop ns/lane", "off", "auto", "auto takes", "utilisation", "ns/block",
	}, table.Columns)
	var rows [][]string
	for _, row := range table.Rows {
		require.Len(t, row, len(table.Columns))
		rows = append(rows, row[:4])
	}
	require.Equal(t, [][]string{
		{"fib", "recursive", "", "500"},
		{"blackscholes-f32", "uniform", "ours", "500"},
		{"blackscholes-f32", "uniform", "go", "500"},
	}, rows)
	require.Empty(t, r.After)

	for _, bad := range []struct{ workload, schedule, engine, message string }{
		{"fob", "auto", "", `"fob"`},
		{"fib", "never", "", "never"},
		{"fib", "auto", "off,steam", `"steam"`},
	} {
		s.schedule, s.engine = bad.schedule, bad.engine
		_, err := run([]string{bad.workload}, s)
		require.ErrorContains(t, err, bad.message)
	}
}

// Every engine has a column, the choice between them the last.
func TestEngines(t *testing.T) {
	require.ElementsMatch(t, lockstep.EngineModes(), engines())
	require.Equal(t, lockstep.EngineAuto, engines()[len(engines())-1])
}

// What an engine refuses has no ratio, does not count in its mean, and is told of once a
// reason.
func TestRefusals(t *testing.T) {
	modes := []lockstep.EngineMode{lockstep.EngineOff, lockstep.EngineLanes}
	rows := func(name, refused string) bench.Ratio {
		r := bench.Ratio{Workload: bench.Workload{Name: name, Group: bench.Uniform, Lanes: 10}, Loop: 300}
		r.Ways = []bench.Timed{
			{Way: bench.Way{Engine: lockstep.EngineOff}, Time: 100},
			{Way: bench.Way{Engine: lockstep.EngineLanes, Refused: refused}, Time: 50},
		}
		return r
	}
	ratios := []bench.Ratio{rows("a", ""), rows("b", "no"), rows("c", "no")}
	r := report(ratios, modes, "")
	require.Equal(t, []string{"6.00", "–", "–"}, column(r.Tables[0].Columns, r.Tables[0].Rows, "lanes"))
	require.Equal(t, []string{"6.00 of 1", "6.00 of 1"}, column(r.Tables[1].Columns, r.Tables[1].Rows, "lanes"))
	require.Equal(t, []string{"3.00", "3.00"}, column(r.Tables[1].Columns, r.Tables[1].Rows, "off"))
	require.Equal(t, []string{"engine lanes refuses b, c: no"}, r.After)
}

func column(names []string, rows [][]string, name string) []string {
	var cells []string
	for _, row := range rows {
		cells = append(cells, row[slices.Index(names, name)])
	}
	return cells
}
