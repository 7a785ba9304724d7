package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program"
)

const (
	severityError   = "error"
	severityWarning = "warning"
)

// Codes of problems that are not package advise's.
const (
	codeRefused   = "refused"
	codeSyntax    = "syntax"
	codeInternal  = "internal"
	codeSlowCheck = "slow-check"
	// codeNotChecked is of a function that may be accepted or not.
	codeNotChecked = "unfinished"
	codeNeedsGo    = "needs-go"
	codeRoom       = "room"
)

// needsGo is what a warning of that code says behind the reason.
const needsGo = ": a lane that gets here faults, or is run by the compiled function in what lockstep gen writes"

// outgrows is what a warning of codeRoom says.
const outgrows = "a lane faults here if what it makes or appends to has no room for so much; give it room for N " +
	"elements (-make-cap N, lockstep.MakeCap)"

// problem is one thing to say about a place, as -json prints it.
type problem struct {
	File      string   `json:"file"`
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	Severity  string   `json:"severity"`
	Code      string   `json:"code"`
	Message   string   `json:"message"`
	Functions []string `json:"functions,omitempty"` // that were checked and have it
}

// checked is a function that was checked, as -json prints it.
type checked struct {
	Name      string `json:"name"`
	Package   string `json:"package"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	Signature string `json:"signature,omitempty"`
	Accepted  bool   `json:"accepted"`
	// Part says that it is not accepted by itself, and runs as a part of functions that are.
	Part bool `json:"part,omitempty"`
	// Unfinished says that it took too long to find out.
	Unfinished bool `json:"unfinished,omitempty"`
	// Flags are those with which it is accepted.
	Flags   []string `json:"flags,omitempty"`
	Seconds float64  `json:"seconds"`
}

// codeOf tells syntax errors, and bugs that the frontend caught, from what is
// refused.
func codeOf(p *program.Error) string {
	switch {
	case strings.HasPrefix(p.Msg, "syntax error: "):
		return codeSyntax
	case strings.HasPrefix(p.Msg, "the Go frontend gave up"):
		return codeInternal
	}
	return codeRefused
}

// problem makes a problem of this unit. A position without a directory is in
// the unit's.
func (u *unit) problem(at program.Pos, severity, code, message string) problem {
	return problem{File: u.path(at.File), Line: at.Line, Column: at.Col, Severity: severity, Code: code,
		Message: message}
}

func (u *unit) path(file string) string {
	if file == "" || strings.Contains(file, "/") {
		return file
	}
	return filepath.Join(u.dir, file)
}

func (p problem) String() string {
	at := fmt.Sprintf("%s:%d:%d: ", p.File, p.Line, p.Column)
	if p.File == "" {
		at = "lockstep: "
	}
	if p.Severity == severityWarning {
		return fmt.Sprintf("%swarning: %s [%s]", at, p.Message, p.Code)
	}
	return at + p.Message
}

// report is everything that check found.
type report struct {
	units    []*unit
	jobs     []*job
	problems []problem
	parts    map[*job]bool // what is not accepted by itself, and runs as a part of what is
}

// newReport puts together what was found of each function and problems of packages as a whole.
func newReport(units []*unit, jobs []*job, problems []problem) *report {
	r := &report{units: units, jobs: jobs, problems: problems, parts: partsOf(jobs)}
	for _, j := range jobs {
		if !r.parts[j] {
			r.add(j)
		}
	}
	r.finish()
	return r
}

// partsOf returns the functions that are refused by themselves and run as a part of others that are accepted.
func partsOf(jobs []*job) map[*job]bool {
	type place struct {
		unit *unit
		pos  program.Pos
	}
	runs := map[place]bool{}
	for _, j := range jobs {
		if j.outcome.accepted {
			for _, pos := range j.outcome.runs {
				runs[place{j.unit, pos}] = true
			}
		}
	}
	parts := map[*job]bool{}
	for _, j := range jobs {
		if !j.outcome.accepted && runs[place{j.unit, j.fn.Pos}] {
			parts[j] = true
		}
	}
	return parts
}

// add adds a function's problems to those of the others.
func (r *report) add(j *job) {
	for _, p := range j.problems {
		if j.fn.Name != "" {
			p.Functions = []string{j.fn.Name}
		}
		r.problems = append(r.problems, p)
	}
}

// finish puts the problems in the order of the source, each once: functions
// share what they call.
func (r *report) finish() {
	same := func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Code, b.Code))
	}
	slices.SortStableFunc(r.problems, func(a, b problem) int {
		// Of errors at one place each is of its own kind; the numbers in a warning
		// depend on the function from which the place is reached.
		if c := same(a, b); c != 0 || a.Severity == severityWarning {
			return c
		}
		return cmp.Compare(a.Message, b.Message)
	})
	kept := r.problems[:0]
	for _, p := range r.problems {
		if n := len(kept); n > 0 && same(kept[n-1], p) == 0 &&
			(p.Severity == severityWarning || kept[n-1].Message == p.Message) {
			for _, fn := range p.Functions {
				if !slices.Contains(kept[n-1].Functions, fn) {
					kept[n-1].Functions = append(kept[n-1].Functions, fn)
				}
			}
			continue
		}
		kept = append(kept, p)
	}
	r.problems = kept
}

func (r *report) errors() int { return count(r.problems, severityError) }

// unfinished reports whether there are functions that were not checked to the end.
func (r *report) unfinished() bool {
	return slices.ContainsFunc(r.jobs, func(j *job) bool { return j.outcome.late && !r.parts[j] })
}

func count(problems []problem, severity string) int {
	n := 0
	for _, p := range problems {
		if p.Severity == severity {
			n++
		}
	}
	return n
}

// shown returns the problems that text has: not what is left to Go of one function where
// another is refused for the same reason.
func (r *report) shown() []problem {
	errors := map[string]bool{}
	at := func(p problem, reason string) string {
		return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, reason)
	}
	for _, p := range r.problems {
		if p.Severity == severityError {
			reason, _, _ := strings.Cut(p.Message, "; ")
			errors[at(p, reason)] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(r.problems), func(p problem) bool {
		return p.Code == codeNeedsGo && errors[at(p, strings.TrimSuffix(p.Message, needsGo))]
	})
}

// writeJSON prints the report as one object.
func (r *report) writeJSON(w io.Writer) {
	out := struct {
		Problems  []problem `json:"problems"`
		Functions []checked `json:"functions"`
	}{append([]problem{}, r.problems...), []checked{}}
	for _, j := range r.jobs {
		out.Functions = append(out.Functions, checked{
			Name: j.fn.Name, Package: j.unit.name, File: j.unit.path(j.fn.Pos.File), Line: j.fn.Pos.Line,
			Column:    j.fn.Pos.Col,
			Signature: j.fn.Signature, Accepted: j.outcome.accepted, Part: r.parts[j],
			Unfinished: j.outcome.late && !r.parts[j],
			Flags:      flagWords(j.outcome.flags), Seconds: j.outcome.took.Seconds(),
		})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	enc.Encode(out)
}

// writeText prints a line for each problem to one writer and how many functions
// were accepted to the other.
func (r *report) writeText(w, summary io.Writer) {
	problems := r.shown()
	for _, p := range problems {
		fmt.Fprintln(w, p)
	}
	var accepted, parts, refused, late, plain []string
	for _, u := range r.units {
		var yes, part, no, open []string
		for _, j := range r.jobs {
			switch {
			case j.unit != u:
			case j.outcome.accepted:
				if yes = append(yes, j.fn.Name); len(j.outcome.flags) == 0 {
					plain = append(plain, j.fn.Name)
				}
			case r.parts[j]:
				part = append(part, j.fn.Name)
			case j.outcome.late:
				open = append(open, j.fn.Name)
			default:
				no = append(no, j.fn.Name)
			}
		}
		if len(r.units) > 1 && len(yes)+len(no)+len(open) > 0 {
			fmt.Fprintf(summary, "%s: %s\n", u.name, tally(u.noun(), len(yes), len(part), len(no), len(open), 0))
		}
		accepted, parts, refused = append(accepted, yes...), append(parts, part...), append(refused, no...)
		late = append(late, open...)
	}
	if len(r.jobs) == 0 {
		return
	}
	lists := len(r.units) == 1 && len(accepted) > 0 && len(parts)+len(refused)+len(late) > 0
	if lists && len(plain) > 0 {
		fmt.Fprintf(summary, "accepted: %s\n", someOf(plain))
	}
	for _, line := range r.conditions() {
		fmt.Fprintln(summary, line)
	}
	if lists && len(parts) > 0 {
		fmt.Fprintf(summary, "accepted as parts of these: %s\n", someOf(parts))
	}
	if lists && len(refused) > 0 {
		fmt.Fprintf(summary, "refused: %s\n", someOf(refused))
	}
	if lists && len(late) > 0 {
		fmt.Fprintf(summary, "not checked to the end: %s\n", someOf(late))
	}
	if generic := r.generic(); len(generic) > 0 {
		fmt.Fprintf(summary, "with type parameters, so checked where they are called: %s (or name the types, as in "+
			"-func '%s[float64]')\n", someOf(generic), generic[0])
	}
	fmt.Fprintln(summary, tally(r.noun(), len(accepted), len(parts), len(refused), len(late),
		count(problems, severityWarning)-len(late)))
}

// generic lists the functions with type parameters, if functions were not named.
func (r *report) generic() (names []string) {
	for _, u := range r.units {
		names = append(names, u.generic...)
	}
	return names
}

// mostConditions is how many choices of flags get a line each.
const mostConditions = 10

// conditions says which functions were accepted with which flags, a line for each
// choice of flags, and one for the rest.
func (r *report) conditions() []string {
	by := map[string][]string{}
	for _, j := range r.jobs {
		if j.outcome.accepted && len(j.outcome.flags) > 0 {
			flags := strings.Join(flagWords(j.outcome.flags), " ")
			by[flags] = append(by[flags], j.fn.Name)
		}
	}
	var lines, rest []string
	for _, flags := range slices.Sorted(maps.Keys(by)) {
		if len(lines) < mostConditions {
			lines = append(lines, "accepted with "+flags+": "+someOf(by[flags]))
			continue
		}
		rest = append(rest, by[flags]...)
	}
	if len(rest) > 0 {
		lines = append(lines, "accepted with other flags, which check -func NAME tells: "+someOf(rest))
	}
	return lines
}

func (u *unit) noun() string {
	if u.text {
		return "program"
	}
	return "function"
}

// noun is what was checked: programs count as functions where both are.
func (r *report) noun() string {
	if slices.ContainsFunc(r.units, func(u *unit) bool { return !u.text }) {
		return "function"
	}
	return "program"
}

// tally is "13 functions: 7 accepted, 2 as parts of these, 3 refused, 1 not checked to the end, 2 warnings".
func tally(noun string, accepted, parts, refused, late, warnings int) string {
	all := accepted + parts + refused + late
	text := counted.Of(all, noun) + ": "
	switch all {
	case accepted:
		text += "accepted"
	case refused:
		text += "refused"
	case late:
		text += "not checked to the end"
	default:
		text += fmt.Sprintf("%d accepted", accepted)
		for _, more := range []struct {
			n    int
			what string
		}{{parts, "as parts of these"}, {refused, "refused"}, {late, "not checked to the end"}} {
			if more.n > 0 {
				text += fmt.Sprintf(", %d %s", more.n, more.what)
			}
		}
	}
	if warnings > 0 {
		text += ", " + counted.Of(warnings, "warning")
	}
	return text
}

// someOf lists names, but not hundreds of them.
func someOf(names []string) string {
	const most = 20
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
