package realcode

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/realcode/worker"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// inputLeaves lists the leaves of the parameters and how many words they are.
func inputLeaves(f *Function, size Sizes) (leaves []leaf, width int) {
	for _, p := range f.params {
		of := leavesOf(p, size.Len, width)
		width += p.words(size.Len)
		if p.slice && size.Varying {
			of = append(of, leaf{name: p.name, goType: program.GoLen, word: width})
			width++
		}
		leaves = append(leaves, of...)
	}
	return leaves, width
}

// output is a leaf that compiled Go leaves in a row.
type output struct {
	leaf
	slice bool
	len   int // the word with the slice's length
	// before is where the argument has the numbers, -1 for a result.
	before int

	// In the program: the columns of the numbers and of the slice's length, -1
	// for none, and how many elements have room.
	column, lenColumn, room int
}

// outputs lists the leaves of the results, result by result, and of what is
// left in slices, and how many words they are.
func outputs(f *Function, size Sizes) (results [][]output, left []output, width int) {
	take := func(v value, n int) []output {
		at := width
		if v.slice {
			width++
		}
		var outs []output
		for _, l := range leavesOf(v, n, width) {
			outs = append(outs, output{leaf: l, slice: v.slice, len: at, before: -1, column: -1, lenColumn: -1})
		}
		width += v.words(n)
		return outs
	}
	for _, r := range f.results {
		results = append(results, take(r, worker.ResultCap))
	}
	word := 0
	for _, p := range f.params {
		if p.slice {
			first := len(left)
			left = append(left, take(p, size.Len)...)
			for i, l := range leavesOf(p, size.Len, word) {
				left[first+i].before = l.word
			}
		}
		word += p.words(size.Len)
		if p.slice && size.Varying {
			word++
		}
	}
	return results, left, width
}

// pair finds the columns of a program's results: the results first, then
// those parameters that it writes. What it does not write has no column.
func pair(have []program.Field, results [][]output, left []output) ([]output, error) {
	at := 0
	var all []output
	for _, r := range results {
		for i := range r {
			if at >= len(have) {
				return nil, fmt.Errorf("the program gives %d columns only", len(have))
			}
			if err := r[i].found(have, at); err != nil {
				return nil, err
			}
			at++
		}
		if len(r) > 0 && r[0].slice && at < len(have) && have[at].Type == program.GoLen {
			for i := range r {
				r[i].lenColumn = at
			}
			at++
		}
		all = append(all, r...)
	}
	for ; at < len(have); at++ {
		if have[at].Type == program.GoLen {
			continue // of a parameter, whose length cannot change
		}
		i := slices.IndexFunc(left, func(o output) bool {
			out := o.name + ".out"
			return o.column < 0 && (have[at].Name == out || strings.HasPrefix(have[at].Name, out+"."))
		})
		if i < 0 {
			return nil, fmt.Errorf("the program gives %s, which Go does not", have[at].Name)
		}
		if err := left[i].found(have, at); err != nil {
			return nil, err
		}
	}
	return append(all, left...), nil
}

// found says that a column is the output's.
func (o *output) found(have []program.Field, at int) error {
	want := o.leaf
	o.column = at
	if o.slice {
		if len(have[at].Shape) == 0 {
			return fmt.Errorf("%s is not a slice in the program", have[at].Name)
		}
		o.room = have[at].Shape[0]
		want.dims = append([]int{o.room}, want.dims[1:]...)
	}
	return want.matches(have[at])
}

// judge compares lanes with what compiled Go gave.
type judge struct {
	name     string // of the function
	compiled *lockstep.Func
	in       []leaf
	out      []output
	rows     []uint64
	width    int // of rows
	want     *answer
	wide     int // of want.rows
	// limits counts lanes that faulted at a limit that Go does not have, or are left to Go.
	limits int
}

// limit is the fault of a lane whose slice would have to move to grow.
var limit = optab.CapacityExceeded.String()

// lane compares a lane: fault is "" or the text of its fault, get gives the
// program's results.
func (j *judge) lane(who string, lane int, fault string, get func(column, element int) uint64) error {
	panicked := j.want.text(j.want.panics[lane])
	switch {
	case fault == limit, golang.LeavesSome(fault): // whatever Go does behind that
		j.limits++
		return nil
	case panicked != "" && fault == "":
		return fmt.Errorf("%s: no fault, but Go panics %q%s", who, panicked, j.args(lane))
	case panicked == "" && fault != "":
		return fmt.Errorf("%s: fault %q, but Go returns%s", who, fault, j.args(lane))
	case panicked != "":
		if !regexp.MustCompile(pattern(fault)).MatchString(panicked) {
			return fmt.Errorf("%s: fault %q, but Go panics %q%s", who, fault, panicked, j.args(lane))
		}
		return nil
	}
	row := j.want.rows[lane*j.wide : (lane+1)*j.wide]
	for _, o := range j.out {
		if err := j.output(&o, lane, row, get); err != nil {
			return fmt.Errorf("%s: %w%s", who, err, j.args(lane))
		}
	}
	return nil
}

// output compares one leaf of a lane's results.
func (j *judge) output(o *output, lane int, row []uint64, get func(column, element int) uint64) error {
	n := o.elements()
	if o.slice {
		n = int(row[o.len])
		have := o.room
		if o.lenColumn >= 0 {
			have = int(get(o.lenColumn, 0))
		}
		if o.before < 0 && have != n {
			return fmt.Errorf("%s has %d elements, want %d", o.name, have, n)
		}
		n = min(n, o.dims[0])
	}
	for i := range n {
		want := row[o.word+i]
		if o.column < 0 {
			if j.rows[lane*j.width+o.before+i] != want {
				return fmt.Errorf("Go changes element %d of %s, the program does not", i, o.name)
			}
			continue
		}
		got := get(o.column, i)
		if o.goType == program.GoError {
			if g, w := j.compiled.Source().ErrorText(int32(got)), j.want.text(want); !sameError(g, w) {
				return fmt.Errorf("column %d is the error %q, want %q", o.column, g, w)
			}
		} else if !sameNumber(o.goType, got, want) && !j.isSignOfNaN(o.goType, got, want) {
			return fmt.Errorf("column %d, element %d, is %s, want %s", o.column, i, show(o.goType, got),
				show(o.goType, want))
		}
	}
	return nil
}

// signsOfNaN are functions whose results have the sign that math.Copysign takes of a NaN, which is not promised
// (docs/gotchas.md): the real part of cmplx.Tan for an infinite imaginary part is a zero with the sign of
// math.Sin(±Inf).
var signsOfNaN = map[string]bool{"math/cmplx.Tan": true}

// isSignOfNaN reports whether a number differs from another in a sign that is not promised.
func (j *judge) isSignOfNaN(goType program.GoType, got, want uint64) bool {
	return signsOfNaN[j.name] && goType == program.GoFloat64 && got<<1 == 0 && want<<1 == 0
}

// sameError reports whether a program's error is Go's.
func sameError(got, want string) bool {
	return regexp.MustCompile("^" + pattern(got) + "$").MatchString(want)
}

// pattern matches what Go says where the program says a text. Where Go writes values into a text, the
// program has the format.
func pattern(text string) string {
	parts := verb.Split(text, -1)
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return "(?s)" + strings.Join(parts, ".*")
}

var verb = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z]`)

// args writes the arguments of a lane.
func (j *judge) args(lane int) string {
	var b strings.Builder
	fmt.Fprintf(&b, " (lane %d:", lane)
	for _, l := range j.in {
		for i := range min(l.elements(), 12) {
			b.WriteString(" " + l.name + "=" + show(l.goType, j.rows[lane*j.width+l.word+i]))
		}
	}
	return b.String() + ")"
}

// maxWrong is how many differing lanes are counted before a comparison ends.
const maxWrong = 1000

// batch compares a run of the machine.
func (j *judge) batch(got *batch.Result, lanes int) error {
	var cols []any
	var per []int
	for _, c := range got.Cols {
		cols = append(cols, c.Data)
		per = append(per, program.Elements(c.Shape))
	}
	faults := map[int]string{}
	for _, f := range got.Faults {
		faults[f.Lane] = faultText(f.Code, f.Msg)
	}
	var first error
	wrong := 0
	for lane := 0; lane < lanes && wrong < maxWrong; lane++ {
		err := j.lane("batch", lane, faults[lane], func(c, i int) uint64 { return word(cols[c], lane*per[c]+i) })
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

// oraclePatience is for how long the oracle runs lanes of a function, once it
// has run some: where each takes milliseconds, a few have to do.
const (
	oraclePatience = 500 * time.Millisecond
	oracleAtLeast  = 10
)

// oracle compares n lanes at most, spread over all.
func (j *judge) oracle(n, lanes int) error {
	start := time.Now()
	p := j.compiled.Source()
	o, err := interp.New(p)
	if err != nil {
		return err
	}
	types, out := p.Flat(p.VarsIn), p.Flat(p.VarsOut)
	for i := range n {
		if i >= oracleAtLeast && time.Since(start) > oraclePatience {
			break
		}
		// A prime, so that all ways to draw arguments have their turn.
		lane := i * 7919 % lanes
		var in []interp.Value
		for k, l := range j.in {
			in = append(in, l.oracleValue(j.rows[lane*j.width:(lane+1)*j.width], types[k].Type.Leaf()))
		}
		got, fault, err := o.Run(in, interp.MaxSteps(maxSteps))
		if err != nil {
			return err
		}
		text := ""
		if fault != nil {
			text = faultText(fault.Code, fault.Msg)
		}
		err = j.lane("oracle", lane, text, func(c, i int) uint64 { return oracleWord(out[c].Go, got[c].Bits[i]) })
		if err != nil {
			return err
		}
	}
	return nil
}

// faultText is what Go's panic says with other words around it.
func faultText(code program.Code, msg string) string {
	if msg != "" {
		return msg
	}
	return code.String()
}
