package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/advise"
	"github.com/lockstep-simt/lockstep/internal/counted"
)

// shownLines is how many lines of the source are listed, and leastWork what share of the time the
// least of them has.
const (
	shownLines = 10
	leastWork  = 0.01
)

// tell prints what was measured.
func (f *benchFlags) tell(e *env, benches []*bench) (status, error) {
	st := statusOK
	for _, b := range benches {
		switch {
		case b.differing > 0:
			st = statusDiffer
		case b.unbuilt && st == statusOK:
			st = statusBad
		}
	}
	if f.json {
		list := make([]benchJSON, len(benches))
		for i, b := range benches {
			list[i] = b.json()
		}
		enc := json.NewEncoder(e.stdout)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return st, enc.Encode(map[string]any{"functions": list})
	}
	for i, b := range benches {
		if i > 0 {
			fmt.Fprintln(e.stdout)
		}
		b.write(e.stdout)
	}
	return st, nil
}

// write prints the tables of a function.
func (b *bench) write(w io.Writer) {
	t := newTable(w)
	t.AppendRow(table.Row{"function", fmt.Sprintf("%s of %s, -math %s", b.compiled.Source().Name, b.path,
		b.flags.math)})
	t.AppendRow(table.Row{"inputs", b.inputsText()})
	for i, r := range b.faults {
		name := ""
		if i == 0 {
			name = "faulted"
		}
		t.AppendRow(table.Row{name, fmt.Sprintf("%s: %s", counted.Of(r.Lanes, "lane"), r.Why)})
	}
	if b.faulted > b.table.Lanes {
		t.AppendRow(table.Row{"", "most lanes are left out, so that the figures are of the few that remain"})
	}
	t.AppendRow(table.Row{"checked", b.checkedText()})
	measured := "processor time of one core"
	if b.byClock {
		measured = "time by the clock, one core"
	}
	t.AppendRow(table.Row{"measured", fmt.Sprintf("%s, median of %s in turn", measured,
		counted.Of(b.flags.rounds, "round"))})
	t.Render()
	fmt.Fprintln(w)

	t = newTable(w)
	header := table.Row{"way", "time of a lane", "loop ÷ it", ""}
	if b.loop == nil {
		header = table.Row{"way", "time of a lane", "", ""}
	}
	t.AppendHeader(header)
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, Align: text.AlignRight}, {Number: 3, Align: text.AlignRight}})
	for _, way := range b.ways {
		faster := ""
		if b.loop != nil {
			faster = figures(b.speedup(way))
		}
		t.AppendRow(table.Row{way.name, nanoseconds(b.perLane(way)), faster, way.noteText()})
	}
	t.Render()
	fmt.Fprintln(w)

	t = newTable(w)
	if room := b.roomText(); room != "" {
		t.AppendRow(table.Row{"room", room})
	}
	if b.loop != nil {
		t.AppendRow(table.Row{"break-even", b.breakEvenText()})
	}
	t.AppendRow(table.Row{"utilisation", b.utilisationText()})
	t.Render()
	b.writeLines(w)
}

func (b *bench) inputsText() string {
	text := counted.Of(b.table.Lanes, "lane")
	if left := b.given - b.table.Lanes - b.faulted; left > 0 {
		text = fmt.Sprintf("%d of %s, enough to measure", b.table.Lanes, counted.Of(b.given, "lane"))
	}
	text += ", " + b.from
	if b.faulted > 0 {
		text += fmt.Sprintf("; %s that faulted left out", counted.Of(b.faulted, "lane"))
	}
	return text
}

func (b *bench) checkedText() string {
	switch {
	case b.loop == nil && b.differing > 0:
		return fmt.Sprintf("%s of %d differ from the compiled function; %s",
			counted.Of(b.differing, "lane"), b.table.Lanes+b.faulted,
			b.difference)
	case b.loop == nil:
		return "nothing: there is no loop to compare with: " + b.noLoop
	case b.flags.math != mathGo:
		return "nothing: -math ours has its own bits"
	case b.differing > 0:
		text := fmt.Sprintf("%d of %s differ from the compiled function; %s",
			b.differing, counted.Of(b.table.Lanes+b.faulted, "lane"),
			b.difference)
		if !strings.Contains(b.loop.Compiler, "GOAMD64=v1") && !strings.Contains(b.loop.Compiler, "GOAMD64=v2") {
			text += "\n(this compiler may make one rounding of x*y + z; float64(x*y) + z never is)"
		}
		return text
	}
	return "every result has the bits of the compiled function" + b.unchecked()
}

// unchecked names the results that the loop does not note.
func (b *bench) unchecked() string {
	var names []string
	for _, r := range b.compiled.Results() {
		if !b.loop.Notes(r.Name) {
			names = append(names, r.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; not compared: " + strings.Join(names, ", ")
}

// perLane returns the nanoseconds of a lane.
func (b *bench) perLane(w *way) float64 { return float64(w.time) / float64(b.table.Lanes) }

// speedup returns how many times as fast as the loop a way is.
func (b *bench) speedup(w *way) float64 { return float64(b.ways[0].time) / float64(max(1, w.time)) }

// noteText says what ran.
func (w *way) noteText() string {
	if w.note != "" || w.compiled == nil {
		return w.note
	}
	ran := lockstep.EngineMode(w.stats.Engine)
	if w.engine == lockstep.EngineAuto && ran != "" {
		return "ran by " + string(ran)
	}
	return ""
}

func (b *bench) breakEvenText() string {
	from := b.fasterFrom()
	if from == 0 {
		return fmt.Sprintf("none: the loop is faster for all numbers of lanes up to %d", b.table.Lanes)
	}
	text := fmt.Sprintf("once compiled, a batch is faster from %s on", counted.Of(from, "lane"))
	if from == 1 {
		text = "once compiled, a batch is faster for any number of lanes"
	}
	text += fmt.Sprintf(";\ncompiling it when a program runs takes %s", nanoseconds(float64(b.compiling)))
	if pays := b.paysFrom(); pays > 0 {
		text += fmt.Sprintf(", which pays from about %s lanes on", roughly(pays))
	}
	return text
}

// roughly is a number of lanes as far as it is known, which is from times: two digits.
func roughly(n int) string {
	scale := 1
	for n/scale >= 100 {
		scale *= 10
	}
	n = (n + scale/2) / scale * scale
	if n >= 1_000_000 {
		return strconv.FormatFloat(float64(n)/1e6, 'f', -1, 64) + " million"
	}
	return strconv.Itoa(n)
}

func (b *bench) utilisationText() string {
	text := percent(b.parting.utilisation) + " of the lanes in flight do something at a time, by kernels"
	if b.parting.low(lowUtilisation) {
		text += ";\n" + b.parting.where() + ";\n" + partingAdvice
	}
	return text
}

// writeLines lists where the time goes.
func (b *bench) writeLines(w io.Writer) {
	sources := map[string][]string{}
	t := newTable(w)
	t.AppendHeader(table.Row{"source line", "work", "lanes", ""})
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, Align: text.AlignRight}, {Number: 3, Align: text.AlignRight}})
	rows := 0
	for _, l := range b.parting.profile.Lines {
		if rows == shownLines || l.Work < leastWork {
			break
		}
		if !l.Pos.IsValid() {
			continue
		}
		rows++
		t.AppendRow(table.Row{lineOf(l.Pos), whole(l.Work), whole(l.Lanes), sourceLine(sources, b.path, l)})
	}
	if rows > 0 {
		fmt.Fprintln(w)
		t.Render()
	}
}

// sourceLine returns the text of a line, if its file is the user's.
func sourceLine(sources map[string][]string, path string, l advise.Line) string {
	name := l.Pos.File
	if _, ok := sources[name]; !ok {
		file := path
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			file = filepath.Join(path, filepath.Base(name))
		} else if filepath.Base(path) != filepath.Base(name) {
			file = ""
		}
		if content, err := os.ReadFile(file); err == nil {
			sources[name] = strings.Split(string(content), "\n")
		} else {
			sources[name] = nil
		}
	}
	if lines := sources[name]; l.Pos.Line <= len(lines) {
		return text.Snip(strings.TrimSpace(lines[l.Pos.Line-1]), 60, "…")
	}
	return ""
}

func whole(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// figures writes a number with two digits at least, and no more than help.
func figures(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

func nanoseconds(ns float64) string {
	for _, unit := range []struct {
		name string
		ns   float64
	}{{"s", 1e9}, {"ms", 1e6}, {"µs", 1e3}} {
		if ns >= unit.ns {
			return figures(ns/unit.ns) + " " + unit.name
		}
	}
	return figures(ns) + " ns"
}

// benchJSON is what -json says of a function.
type benchJSON struct {
	Function string `json:"function"`
	Path     string `json:"path"`
	Math     string `json:"math"`
	Lanes    int    `json:"lanes"`
	Given    int    `json:"lanes_given"`
	Faulted  int    `json:"lanes_faulted"`
	// Faults are the most frequent reasons.
	Faults      []faultReason `json:"faults,omitempty"`
	Inputs      string        `json:"inputs"`
	Compared    bool          `json:"compared"`
	Differing   int           `json:"lanes_differing"`
	Difference  string        `json:"difference,omitempty"`
	NoLoop      string        `json:"no_loop,omitempty"`
	Compiler    string        `json:"compiler,omitempty"`
	ByClock     bool          `json:"by_clock,omitempty"`
	Compiling   float64       `json:"compile_seconds"`
	Ways        []wayJSON     `json:"ways"`
	MakeCap     int           `json:"enough_make_cap,omitempty"`
	Assumed     int           `json:"assumed_make_cap,omitempty"`
	FasterFrom  int           `json:"faster_from_lanes,omitempty"`
	PaysFrom    int           `json:"pays_from_lanes,omitempty"`
	Utilisation float64       `json:"utilisation"`
	Lines       []lineJSON    `json:"lines"`
	Parting     []lineJSON    `json:"parting,omitempty"`
	Even        []pointJSON   `json:"break_even,omitempty"`
}

type wayJSON struct {
	Name        string  `json:"name"`
	Ran         string  `json:"ran,omitempty"`
	Nanoseconds float64 `json:"ns_per_lane"`
	Speedup     float64 `json:"speedup,omitempty"`
}

type lineJSON struct {
	File  string  `json:"file"`
	Line  int     `json:"line"`
	Work  float64 `json:"work"`
	Lanes float64 `json:"lanes"`
}

type pointJSON struct {
	Lanes int     `json:"lanes"`
	Batch float64 `json:"batch_ns"`
	Loop  float64 `json:"loop_ns"`
}

func (b *bench) json() benchJSON {
	out := benchJSON{
		Function: b.compiled.Source().Name, Path: b.path, Math: b.flags.math, Lanes: b.table.Lanes, Given: b.given,
		Faulted: b.faulted, Faults: b.faults,
		Inputs: b.from, Differing: b.differing, Difference: b.difference, NoLoop: b.noLoop, ByClock: b.byClock,
		Compiling: b.compiling.Seconds(), MakeCap: b.room, Utilisation: b.parting.utilisation, Lines: []lineJSON{},
	}
	if b.function.assumed {
		out.Assumed = b.function.makeCap
	}
	for _, w := range b.ways {
		j := wayJSON{Name: strings.TrimSpace(w.name), Ran: w.stats.Engine, Nanoseconds: b.perLane(w)}
		if b.loop != nil {
			j.Speedup = b.speedup(w)
		}
		out.Ways = append(out.Ways, j)
	}
	if b.loop != nil {
		out.Compiler, out.Compared = b.loop.Compiler, b.flags.math == mathGo
		out.FasterFrom, out.PaysFrom = b.fasterFrom(), b.paysFrom()
		for _, p := range b.even {
			out.Even = append(out.Even, pointJSON{p.lanes, float64(p.batch), float64(p.loop)})
		}
	}
	out.Lines, out.Parting = linesJSON(b.parting.profile.Lines), linesJSON(b.parting.profile.Parting)
	return out
}

// linesJSON lists the lines that have a place and mean something.
func linesJSON(lines []advise.Line) []lineJSON {
	found := []lineJSON{}
	for _, l := range lines {
		if l.Pos.IsValid() && l.Work >= leastWork {
			found = append(found, lineJSON{l.Pos.File, l.Pos.Line, round(l.Work), round(l.Lanes)})
		}
	}
	return found
}

// round leaves what means something of a share.
func round(share float64) float64 { return math.Round(1e4*share) / 1e4 }
