package main

import (
	"compress/gzip"
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
	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// results is where the results go.
type results struct {
	format   dataio.Format
	path     string // in errors
	compress bool
	stdout   io.Writer
	file     *dataio.File // nil: standard output
	// nameFiles is the name of the column that has each lane's file; "" is none.
	nameFiles string
}

// create opens the output before the run, so that a place where nothing can be
// written is not found only after it.
func (f *runFlags) create(e *env, in *inputs, functions []*function, i *interrupts) (*results, error) {
	format, err := dataio.FormatOf(f.out)
	if err != nil {
		return nil, err
	}
	r := &results{format: format, path: f.out, compress: dataio.Compressed(f.out), stdout: e.stdout}
	names, err := f.columnNames(functions)
	if err != nil {
		return nil, err
	}
	if len(in.files) > 1 && format != dataio.Npy {
		for r.nameFiles = "file"; slices.Contains(names, r.nameFiles); {
			r.nameFiles = "_" + r.nameFiles
		}
		names = append(names, r.nameFiles)
	}
	if err := format.CanHold(f.out, names); err != nil {
		return nil, err
	}
	if dataio.IsStdio(f.out) || f.out == "/dev/stdout" {
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

// columnNames returns the names of the columns to keep and of the results, and
// refuses two of one name.
func (f *runFlags) columnNames(functions []*function) ([]string, error) {
	names := slices.Clone([]string(f.keep))
	for _, j := range functions {
		prefix := j.prefix(len(functions) > 1)
		for _, r := range j.compiled.Results() {
			if name := prefix + r.Name; slices.Contains(f.keep, name) {
				return nil, usagef("run", "-keep %s: the results have a column of that name", name)
			}
			names = append(names, prefix+r.Name)
			if n := prefix + r.Slice + ".len"; r.Slice != "" && !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names, nil
}

// prefix is what stands before the names of a function's results where there are several functions.
func (j *function) prefix(several bool) string {
	if several {
		return j.fn + "."
	}
	return ""
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
func (r *results) write(o *outcomes, in *dataio.Table) error {
	t := &dataio.Results{Kept: in.Kept, Lanes: in.Lanes}
	if r.nameFiles != "" {
		names := dataio.Column{Field: dataio.Field{Name: r.nameFiles, Type: program.GoString},
			Data: o.in.fileNames(in.Lanes)}
		t.Kept = append([]dataio.Column{names}, t.Kept...)
	}
	for i, ran := range o.list {
		p := ran.part(o.several)
		if i == 0 {
			t.Columns, t.Faults, t.FaultName = p.Columns, p.Faults, p.FaultName
		} else {
			t.More = append(t.More, p)
		}
	}
	if r.file == nil {
		return r.problem(r.encode(r.stdout, t))
	}
	if err := r.encode(r.file, t); err != nil {
		return r.problem(err)
	}
	return r.problem(r.file.Commit())
}

func (r *results) encode(w io.Writer, t *dataio.Results) error {
	if !r.compress {
		return r.format.Write(w, t)
	}
	packed := gzip.NewWriter(w)
	if err := r.format.Write(packed, t); err != nil {
		return err
	}
	return packed.Close()
}

// part is the results of a function as they are written.
func (r ran) part(several bool) dataio.Part {
	prefix := r.prefix(several)
	p := dataio.Part{Faults: laneFaults(r.res)}
	if several {
		p.FaultName = prefix + "fault"
	}
	for _, f := range r.res.Columns() {
		c := dataio.Column{Field: f}
		switch {
		case f.Slice != "":
			padded := r.res.Padded(f.Name)
			c.Data, c.Lens = padded.Data, padded.Lens
			c.Slice = prefix + c.Slice
			c.Errors = r.errorTexts()
			if f.Type == program.GoString {
				c.Data = stringsOf(f, padded.Data.([]int64))
			}
		case f.Type == program.GoError:
			c.Data, c.Errors = r.errors(f.Name)
		default:
			c.Data = r.res.Column(f.Name)
		}
		c.Name = prefix + c.Name
		p.Columns = append(p.Columns, c)
	}
	return p
}

// stringsOf are the strings whose numbers the elements of slices are.
func stringsOf(f lockstep.Field, numbers []int64) []string {
	texts := make([]string, len(numbers))
	for i, k := range numbers {
		if k >= 0 && k < int64(len(f.Texts)) {
			texts[i] = f.Texts[k]
		}
	}
	return texts
}

// errorTexts are the texts of the program's errors.
func (r ran) errorTexts() (texts []string) {
	for _, e := range r.compiled.Source().Errors {
		texts = append(texts, e.Text)
	}
	return texts
}

// errors are a column of errors as numbers, and their texts: first those of the program, and then those that
// single lanes have.
func (r ran) errors(name string) (codes []int32, texts []string) {
	texts, own := r.errorTexts(), map[string]int32{}
	codes = slices.Clone(lockstep.Column[int32](r.res, name))
	for i, err := range r.res.Errors(name) {
		returned, ok := err.(lockstep.ReturnedError)
		if !ok || returned.Text == r.compiled.Source().ErrorText(codes[i]) {
			continue
		}
		code, ok := own[returned.Text]
		if !ok {
			texts = append(texts, returned.Text)
			code = int32(len(texts))
			own[returned.Text] = code
		}
		codes[i] = code
	}
	return codes, texts
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
		case len(rest) > 0 && rest[0].Lane == lane:
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
func reportFaults(e *env, o *outcomes, r ran) {
	faults := r.res.Faults
	if len(faults) == 0 {
		return
	}
	of := ""
	if o.several {
		of = r.fn + ": "
	}
	e.notef("%s%d of %s faulted: %s", of, len(faults), counted.Of(r.res.Lanes, "lane"), countCodes(faults))
	for i, f := range faults {
		if i == shownFaults {
			fmt.Fprintln(e.stderr, "  …")
			break
		}
		fmt.Fprintf(e.stderr, "  lane %d (%s): %s\n", f.Lane, o.in.place(f.Lane), f)
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
		return "1 of " + counted.Of(all, "lane") + " is not finished"
	}
	return fmt.Sprintf("%d of %s are not finished", n, counted.Of(all, "lane"))
}
