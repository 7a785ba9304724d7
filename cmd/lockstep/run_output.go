package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// results is where the results go.
type results struct {
	format dataio.Format
	path   string // in errors
	stdout io.Writer
	errors []program.ErrorText // that lanes may return
	file   *dataio.File        // nil: standard output
}

// create opens the output before the run, so that a place where nothing can be
// written is not found only after it.
func (f *runFlags) create(e *env, k *lockstep.Kernel, i *interrupts) (*results, error) {
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
	r := &results{format: format, path: f.out, stdout: e.stdout, errors: k.Source().Errors}
	if f.out == dataio.Stdio || f.out == "/dev/stdout" {
		r.path = "standard output"
		if isClosed(e.stdout) {
			return nil, fmt.Errorf("standard output is closed, or %s open for reading: name a file with -out; "+
				"-out %[1]s drops the results", os.DevNull)
		}
		return r, nil
	}
	if r.file, err = dataio.NewFile(f.out); err == nil {
		i.drops(r.file)
		err = r.file.Create()
	}
	if err != nil {
		return nil, pathProblem(err)
	}
	return r, nil
}

// isClosed reports whether standard output was closed when the process began.
// Go opens /dev/null in its place, for reading and writing, so that results
// would be lost in silence; a shell that sends them there opens it for writing
// only. A program that opens it as Go does cannot be told from one that closed
// it, so only a run looks, whose results somebody wants.
func isClosed(w io.Writer) bool {
	o, ok := w.(*output)
	if !ok || o.w != os.Stdout || runtime.GOOS == "windows" {
		return false
	}
	out, err := os.Stdout.Stat()
	null, err2 := os.Stat(os.DevNull)
	if err != nil || err2 != nil || !os.SameFile(out, null) {
		return false
	}
	_, err = os.Stdout.Read(make([]byte, 1))
	return err == io.EOF
}

// abort drops a file that was not written.
func (r *results) abort() {
	if r.file != nil {
		r.file.Abort()
	}
}

// write writes everything and puts the file in its place.
func (r *results) write(res *lockstep.Result) error {
	t := &dataio.Results{Lanes: res.Lanes, Faults: laneFaults(res)}
	for _, f := range res.Columns() {
		c := dataio.Column{Field: column(f)}
		switch {
		case f.Slice != "":
			p := res.Padded(f.Name)
			c.Data, c.Lens = p.Data, p.Lens
		case f.Type == program.GoError:
			c.Data = lockstep.Column[int32](res, f.Name)
			for _, e := range r.errors {
				c.Texts = append(c.Texts, e.Text)
			}
		default:
			c.Data = res.Column(f.Name)
		}
		t.Columns = append(t.Columns, c)
	}
	if r.file == nil {
		return r.problem(r.format.Write(r.stdout, t))
	}
	if err := r.format.Write(r.file, t); err != nil {
		return r.problem(err)
	}
	return r.problem(r.file.Commit())
}

func (r *results) problem(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: the results cannot be written: %w", r.path, cause(err))
}

// cause returns an error without the system call and the file, which may be a
// temporary one, that it was of.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
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

// unfinished says how many lanes did not finish.
func unfinished(n int64, all int) string {
	if n == 1 {
		return "1 of " + lanes(all) + " is not finished"
	}
	return fmt.Sprintf("%d of %s are not finished", n, lanes(all))
}

func lanes(n int) string {
	if n == 1 {
		return "1 lane"
	}
	return strconv.Itoa(n) + " lanes"
}
