package realcode

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/interp"
)

// Outcome is what became of a function.
type Outcome struct {
	Function *Function
	// Refused is why it was not compiled, with the position; nil if it was.
	Refused error
	// Wrong is how the program differs from the compiled function, nil if it
	// does not.
	Wrong error
	// Len is the length of slices.
	Len     int
	Lanes   int
	Oracle  int // lanes that the oracle ran as well
	Panics  int
	Stats   lockstep.Stats
	GoNanos float64 // per lane, on one core
}

// String is a line about it.
func (o *Outcome) String() string {
	switch {
	case o.Refused != nil:
		return "refused: " + reason(o.Refused)
	case o.Wrong != nil:
		return "wrong: " + o.Wrong.Error()
	}
	return fmt.Sprintf("same: %d lanes, %d panics, utilisation %.2f, compiled Go %.1f ns a lane", o.Lanes, o.Panics, o.Stats.Utilisation(), o.GoNanos)
}

// Effort is how much is run.
type Effort struct {
	Lanes  int // of each function, by the machine
	Oracle int // by the oracle
}

// Lab tries functions of discovered packages.
type Lab struct {
	found     map[*Package]*Found
	user      map[*Package][]golang.File // wrappers
	constants map[*Package][]float64
	sources   func(path string) ([]golang.File, error) // of imported packages
}

// NewLab collects what trying needs to know of the packages.
func NewLab(found map[*Package]*Found) (*Lab, error) {
	l := &Lab{found: found, user: map[*Package][]golang.File{}, constants: map[*Package][]float64{}, sources: sources()}
	for p, f := range found {
		l.user[p] = []golang.File{{Name: "user.go", Text: userSource(f)}}
		var err error
		if l.constants[p], err = constantsOf(f.Dir); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// Try compiles a function and compares it with the compiled one in the
// process.
func (l *Lab) Try(f *Function, proc *Process, e Effort) *Outcome {
	o := &Outcome{Function: f}
	defer func() {
		if r := recover(); r != nil {
			o.Wrong = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	o.Len = l.sliceLen(f, proc)
	files, opts := l.found[f.Package].Files, golang.Options{GoMath: true, Path: f.Package.Path, Import: l.sources}
	if f.wrapper != "" {
		files, opts.Path = l.user[f.Package], ""
	}
	p, err := golang.Compile(files, f.entry(), opts)
	if err != nil {
		o.Refused = err
		return o
	}
	k, err := lockstep.FromProgram(p)
	if err != nil {
		o.Wrong = fmt.Errorf("the program is not accepted: %w", err)
		return o
	}
	o.Wrong = l.compare(o, k, proc, e)
	return o
}

// maxSteps ends a lane that compiled Go ends in much fewer steps.
const maxSteps = 20_000_000

// compare runs the kernel, the oracle and compiled Go over the same rows.
func (l *Lab) compare(o *Outcome, k *lockstep.Kernel, proc *Process, e Effort) error {
	f := o.Function
	g := newGenerator(f, o.Len, l.constants[f.Package])
	if g.words == 0 {
		e.Lanes = 1
	}
	rows := make([]uint64, e.Lanes*g.words)
	g.fill(rows, 0)
	params := leavesOf(f.params, o.Len, 0)
	results, left, width := outcomeLeaves(f, o.Len)
	want, err := proc.run(f, rows, e.Lanes, g.words, width, o.Len)
	if err != nil {
		return err
	}
	o.Lanes, o.GoNanos = e.Lanes, float64(want.spent)/float64(e.Lanes)
	for _, p := range want.panics {
		if p != 0 {
			o.Panics++
		}
	}
	in := k.Params()
	if len(in) != len(params) {
		return fmt.Errorf("the program takes %d columns, not %d", len(in), len(params))
	}
	inputs := lockstep.Inputs{}
	for i, p := range params {
		if err := p.matches(in[i]); err != nil {
			return err
		}
		inputs[in[i].Name] = p.column(in[i].Type, rows, g.words).Data
	}
	out, err := pair(k.Results(), results, left)
	if err != nil {
		return err
	}
	j := judge{f: f, k: k, params: params, out: out, rows: rows, width: g.words, want: want, wide: width}
	for i, l := range left {
		if !j.has(l) {
			j.unchanged = append(j.unchanged, [2]leaf{l, writable(f, o.Len)[i]})
		}
	}
	got, err := k.Run(context.Background(), inputs, lockstep.Workers(1), lockstep.MaxSteps(maxSteps))
	if err != nil {
		return err
	}
	o.Stats = got.Stats
	if err := j.batch(got, e.Lanes); err != nil {
		return err
	}
	o.Oracle = min(e.Oracle, e.Lanes)
	return j.oracle(o.Oracle, e.Lanes)
}

// writable lists the leaves of what a function can write, as parameters.
func writable(f *Function, n int) []leaf {
	var leaves []leaf
	word := 0
	for _, p := range f.params {
		if p.slice {
			leaves = append(leaves, leavesOf([]value{p}, n, word)...)
		}
		word += p.words(n)
	}
	return leaves
}

// outcomeLeaves lists the leaves of the results, then of what is left in what
// the function can write, and how many words they are.
func outcomeLeaves(f *Function, n int) (results, left []leaf, width int) {
	results = leavesOf(f.results, n, 0)
	for _, r := range f.results {
		width += r.words(n)
	}
	for _, l := range writable(f, n) {
		l.word = width
		left = append(left, l)
		width += l.elements()
	}
	return results, left, width
}

// pair finds the leaf of each of a program's results: the results first, then
// those parameters that it writes.
func pair(have []lockstep.Field, results, left []leaf) ([]leaf, error) {
	if len(have) < len(results) {
		return nil, fmt.Errorf("the program gives %d columns, not %d", len(have), len(results))
	}
	out := append([]leaf{}, results...)
	for _, h := range have[len(results):] {
		found := false
		for _, l := range left {
			if h.Name == l.name+".out" {
				out, found = append(out, l), true
			}
		}
		if !found {
			return nil, fmt.Errorf("the program gives %s, which Go does not", h.Name)
		}
	}
	for i, l := range out {
		if err := l.matches(have[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// judge compares lanes with what compiled Go gave.
type judge struct {
	f      *Function
	k      *lockstep.Kernel
	params []leaf
	out    []leaf // of the program's results, among the words that Go left
	// unchanged are parameters that the program says it does not write: where
	// their words are in Go's rows, and in the inputs.
	unchanged [][2]leaf
	rows      []uint64
	width     int // of rows
	want      *answer
	wide      int // of want.rows
}

func (j *judge) has(l leaf) bool {
	for _, o := range j.out {
		if o.word == l.word {
			return true
		}
	}
	return false
}

// lane compares a lane: fault is "" or the text of its fault, get gives the
// program's results.
func (j *judge) lane(who string, lane int, fault string, get func(result, element int) uint64) error {
	panicked := j.want.text(j.want.panics[lane])
	switch {
	case panicked != "" && fault == "":
		return fmt.Errorf("%s: no fault, but Go panics %q%s", who, panicked, j.args(lane))
	case panicked == "" && fault != "":
		return fmt.Errorf("%s: fault %q, but Go returns%s", who, fault, j.args(lane))
	case panicked != "":
		if !strings.Contains(panicked, fault) {
			return fmt.Errorf("%s: fault %q, but Go panics %q%s", who, fault, panicked, j.args(lane))
		}
		return nil
	}
	row := j.want.rows[lane*j.wide : (lane+1)*j.wide]
	for r, l := range j.out {
		for i := range l.elements() {
			got, want := get(r, i), row[l.word+i]
			if l.goType == "error" {
				if g, w := j.errorText(got), j.want.text(want); g != w {
					return fmt.Errorf("%s: error %q, want %q%s", who, g, w, j.args(lane))
				}
				continue
			}
			if !sameNumber(l.goType, got, want) {
				return fmt.Errorf("%s: result %d[%d] is %s, want %s%s", who, r, i, show(l.goType, got), show(l.goType, want), j.args(lane))
			}
		}
	}
	for _, u := range j.unchanged {
		for i := range u[0].elements() {
			if was, is := j.rows[lane*j.width+u[1].word+i], row[u[0].word+i]; was != is {
				return fmt.Errorf("%s: Go changes %s[%d], the program does not%s", who, u[0].name, i, j.args(lane))
			}
		}
	}
	return nil
}

// errorText is the text of an error result.
func (j *judge) errorText(code uint64) string { return fmt.Sprint("error ", code) }

// args writes the arguments of a lane.
func (j *judge) args(lane int) string {
	var b strings.Builder
	fmt.Fprintf(&b, " (lane %d:", lane)
	for _, l := range j.params {
		for i := range min(l.elements(), 12) {
			b.WriteString(" " + l.name + "=" + show(l.goType, j.rows[lane*j.width+l.word+i]))
		}
	}
	return b.String() + ")"
}

// maxWrong is how many differing lanes are counted before a comparison ends.
const maxWrong = 1000

// batch compares a run of the machine.
func (j *judge) batch(got *lockstep.Result, lanes int) error {
	var cols []any
	for _, f := range got.Columns() {
		cols = append(cols, got.Column(f.Name))
	}
	faults := map[int]string{}
	for _, f := range got.Faults {
		faults[int(f.Lane)] = faultText(f.Code, f.Msg)
	}
	var first error
	wrong := 0
	for lane := 0; lane < lanes && wrong < maxWrong; lane++ {
		err := j.lane("batch", lane, faults[lane], func(r, i int) uint64 {
			return word(cols[r], lane*j.out[r].elements()+i)
		})
		if err != nil {
			wrong++
			if first == nil {
				first = err
			}
		}
	}
	if wrong > 1 {
		return fmt.Errorf("%d lanes differ; the first: %w", wrong, first)
	}
	return first
}

// oracle compares n lanes, spread over all.
func (j *judge) oracle(n, lanes int) error {
	p := j.k.Source()
	o, err := interp.New(p)
	if err != nil {
		return err
	}
	var types []program.TensorType
	for _, name := range program.Variables(p.VarsIn) {
		types = append(types, p.VarDefs.Def(name).Type.Flatten()...)
	}
	for i := range n {
		lane := i * lanes / n
		var in []interp.Value
		for k, l := range j.params {
			in = append(in, l.oracleValue(j.rows[lane*j.width:(lane+1)*j.width], types[k]))
		}
		got, fault, err := o.Run(in, interp.MaxSteps(maxSteps))
		if err != nil {
			return err
		}
		text := ""
		if fault != nil {
			text = faultText(fault.Code, fault.Msg)
		}
		err = j.lane("oracle", lane, text, func(r, i int) uint64 {
			return oracleWord(j.out[r].goType, got[r].Bits[i])
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// faultText is what Go's panic says in other words around it.
func faultText(code program.Code, msg string) string {
	if msg != "" {
		return msg
	}
	return code.String()
}

// reason shortens why a function was refused to its first cause.
func reason(err error) string {
	var list program.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return list[0].Error()
	}
	return err.Error()
}
