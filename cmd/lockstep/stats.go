package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
)

// shownBlocks is how many blocks -stats lists.
const shownBlocks = 12

// writeStats prints what a run did, in up to three tables.
func writeStats(w io.Writer, r ran) {
	s := &r.res.Stats
	writeSummary(w, r)
	writeBlocks(w, r.compiled, s)
	writeStacks(w, s)
}

func newTable(w io.Writer) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SuppressTrailingSpaces()
	style := table.StyleLight
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	return t
}

func writeSummary(w io.Writer, r ran) {
	compiled, res := r.compiled, r.res
	s := &res.Stats
	var compacted int64
	for _, b := range s.Blocks {
		compacted += b.Compacted
	}
	t := newTable(w)
	t.AppendRow(table.Row{"program", compiled.Source().Name})
	t.AppendRow(table.Row{"lanes", res.Lanes})
	if unfinished := int64(res.Lanes) - s.Lanes; unfinished > 0 {
		t.AppendRow(table.Row{"not finished", unfinished})
	}
	if len(res.Faults) > 0 {
		t.AppendRow(table.Row{"faulted", fmt.Sprintf("%d: %s", s.Faults, countCodes(res.Faults))})
	}
	t.AppendRow(table.Row{"workers", s.Workers})
	switch s.Engine {
	case string(lockstep.EngineLanes):
		t.AppendRow(table.Row{"engine",
			strings.TrimSuffix(fmt.Sprintf("lanes: machine code, %d lanes at a time: %s", s.Gang, s.Why), ": ")})
	case string(lockstep.EngineScalar):
		t.AppendRow(table.Row{"engine", strings.TrimSuffix("scalar: machine code, one lane at a time: "+s.Why, ": ")})
	default:
		t.AppendRow(table.Row{"engine", strings.TrimSuffix(s.Engine+": "+s.Why, ": ")})
		if s.Executors != "" {
			t.AppendRow(table.Row{"executors", strings.ReplaceAll(s.Executors, "; ", "\n")})
		}
		t.AppendRow(table.Row{"gang", s.Gang})
		t.AppendRow(table.Row{"schedule", s.Schedule})
		t.AppendRow(table.Row{"blocks run", s.Steps()})
		t.AppendRow(table.Row{"utilisation", percent(s.Utilisation())})
		t.AppendRow(table.Row{"compacted", percent(ratio(compacted, s.Steps())) + " of the blocks run"})
	}
	if s.Hosted > 0 {
		t.AppendRow(table.Row{"without code",
			fmt.Sprintf("%d times a lane's operations, which Go ran; the code was left %d times for them", s.Hosted,
				s.HostExits)})
	}
	if lonely := lonelyMath(compiled.Lowered()); len(lonely) > 0 {
		t.AppendRow(table.Row{"package math", "one lane at a time: " + lonelyText(lonely)})
	}
	if r.copied != nil {
		t.AppendRow(table.Row{"arrays copied", r.copied})
	}
	if r.math != "" {
		t.AppendRow(table.Row{"mathematics", r.math})
	}
	t.AppendRow(table.Row{"time", s.Elapsed.Round(time.Microsecond)})
	if seconds := s.Elapsed.Seconds(); seconds > 0 {
		t.AppendRow(table.Row{"throughput", fmt.Sprintf("%.4g lanes/s", float64(s.Lanes)/seconds)})
	}
	t.Render()
}

// writeBlocks lists the blocks that were run most often.
func writeBlocks(w io.Writer, compiled *lockstep.Func, s *batch.Stats) {
	blocks := slices.DeleteFunc(slices.Clone(s.Blocks), func(b batch.BlockStats) bool { return b.Runs == 0 })
	if len(blocks) == 0 {
		return
	}
	slices.SortStableFunc(blocks, func(a, b batch.BlockStats) int { return cmp.Compare(b.Runs, a.Runs) })
	t := newTable(w)
	t.AppendHeader(table.Row{"block", "runs", "lanes/run", "compacted", "source"})
	t.SetColumnConfigs([]table.ColumnConfig{
		{Number: 2, Align: text.AlignRight}, {Number: 3, Align: text.AlignRight}, {Number: 4, Align: text.AlignRight},
	})
	for i, b := range blocks {
		if i == shownBlocks {
			t.AppendRow(table.Row{fmt.Sprintf("and %d more", len(blocks)-i)})
			break
		}
		t.AppendRow(table.Row{b.Name, b.Runs, fmt.Sprintf("%.1f", ratio(b.Lanes, b.Runs)),
			percent(ratio(b.Compacted, b.Runs)), b.Pos.In(compiled.Lowered().File)})
	}
	fmt.Fprintln(w)
	t.Render()
}

// writeStacks lists the variables that were pushed, deepest first.
func writeStacks(w io.Writer, s *batch.Stats) {
	stacks := slices.DeleteFunc(slices.Clone(s.Stacks), func(st batch.StackStats) bool { return st.High == 0 })
	if len(stacks) == 0 {
		return
	}
	slices.SortStableFunc(stacks, func(a, b batch.StackStats) int { return cmp.Compare(b.High, a.High) })
	t := newTable(w)
	t.AppendHeader(table.Row{"stack", "deepest"})
	for _, st := range stacks {
		t.AppendRow(table.Row{st.Name, st.High})
	}
	fmt.Fprintln(w)
	t.Render()
}

func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
