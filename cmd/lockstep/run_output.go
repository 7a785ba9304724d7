package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// output is where the results go.
type output struct {
	format dataio.Format
	path   string
	stdout io.Writer
	errors []program.ErrorText // that lanes may return
	file   *dataio.File        // nil: standard output
}

// create opens the output before the run, so that a place where nothing can be
// written is not found only after it.
func (f *runFlags) create(e *env, k *lockstep.Kernel) (*output, error) {
	format, err := dataio.FormatOf(f.out)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, r := range k.Results() {
		names = append(names, r.Name)
		if n := r.Slice + ".len"; r.Slice != "" && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if err := format.CanHold(f.out, names); err != nil {
		return nil, err
	}
	o := &output{format: format, path: f.out, stdout: e.stdout, errors: k.Source().Errors}
	if f.out != dataio.Stdio {
		if o.file, err = dataio.Create(f.out); err != nil {
			return nil, pathProblem(err)
		}
	}
	return o, nil
}

// abort drops a file that was not written.
func (o *output) abort() {
	if o.file != nil {
		o.file.Abort()
	}
}

// write writes everything and puts the file in its place.
func (o *output) write(res *lockstep.Result) error {
	r := &dataio.Results{Lanes: res.Lanes, Faults: laneFaults(res)}
	for _, f := range res.Columns() {
		c := dataio.Column{Field: column(f)}
		switch {
		case f.Slice != "":
			p := res.Padded(f.Name)
			c.Data, c.Lens = p.Data, p.Lens
		case f.Type == program.GoError:
			c.Data = lockstep.Column[int32](res, f.Name)
			for _, e := range o.errors {
				c.Texts = append(c.Texts, e.Text)
			}
		default:
			c.Data = res.Column(f.Name)
		}
		r.Columns = append(r.Columns, c)
	}
	if o.file == nil {
		return o.problem(o.format.Write(o.stdout, r))
	}
	if err := o.format.Write(o.file, r); err != nil {
		return o.problem(err)
	}
	return o.problem(o.file.Commit())
}

func (o *output) problem(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: the results cannot be written: %w", o.path, err)
}

// codeUnfinished is the code of lanes that the end of the run stopped. No
// fault has it.
const codeUnfinished = math.MaxUint8

// laneFaults returns the lanes without results: those that faulted and those
// that did not finish.
func laneFaults(res *lockstep.Result) []dataio.Fault {
	type reason struct {
		code program.Code
		pos  program.Pos
		msg  string
	}
	texts := map[reason]string{} // a million lanes share few reasons
	rest := res.Faults
	var out []dataio.Fault
	if int64(res.Lanes) == res.Stats.Lanes {
		out = make([]dataio.Fault, 0, len(rest))
	}
	for lane := range res.Lanes {
		switch {
		case len(rest) > 0 && rest[0].Lane == int64(lane):
			f := rest[0]
			rest = rest[1:]
			why := reason{f.Code, f.Pos, f.Msg}
			text, ok := texts[why]
			if !ok {
				text = f.String()
				texts[why] = text
			}
			out = append(out, dataio.Fault{Lane: lane, Code: uint8(f.Code), Text: text})
		case !res.Finished(lane):
			out = append(out, dataio.Fault{Lane: lane, Code: codeUnfinished, Text: "not finished"})
		}
	}
	return out
}

// shownFaults is how many faulted lanes are told one by one.
const shownFaults = 5

// reportFaults tells how many lanes faulted, why, and which were the first.
func reportFaults(e *env, res *lockstep.Result) {
	if len(res.Faults) == 0 {
		return
	}
	e.notef("%d of %s faulted: %s", len(res.Faults), lanes(res.Lanes), countCodes(res.Faults))
	for i, f := range res.Faults {
		if i == shownFaults {
			fmt.Fprintln(e.stderr, "  …")
			break
		}
		fmt.Fprintf(e.stderr, "  lane %d: %s\n", f.Lane, f)
	}
}

// countCodes formats how many faults there are of each code: "2 stack
// overflow, 1 panic".
func countCodes(faults []lockstep.Fault) string {
	count := map[program.Code]int{}
	for _, f := range faults {
		count[f.Code]++
	}
	var parts []string
	for _, c := range optab.Codes() {
		if n := count[c]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+c.String())
		}
	}
	return strings.Join(parts, ", ")
}

func lanes(n int) string {
	if n == 1 {
		return "1 lane"
	}
	return strconv.Itoa(n) + " lanes"
}
