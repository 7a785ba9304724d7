package realcode

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/resolve"
	"github.com/lockstep-simt/lockstep/program"
)

// Outcome is what became of a function.
type Outcome struct {
	Function *Function
	// Refused is why it was not compiled, with the position; nil if it was.
	Refused error
	// Wrong is how the program differs from the compiled function, nil if it
	// does not.
	Wrong error
	Size  Sizes
	// Varying is the same again with slices of which each lane brings the
	// length; nil if there are no slices, or if fixed ones were refused.
	Varying *Outcome
	Lanes   int
	Limits  int // lanes that faulted at a limit that Go does not have
	Panics  int
	Stats   batch.Stats
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
	line := ""
	if v := o.Varying; v != nil {
		line = "; own lengths " + v.String()
	}
	return fmt.Sprintf("same: %d lanes, %d panics, utilisation %.2f, compiled Go %.1f ns a lane", o.Lanes, o.Panics,
		o.Stats.Utilisation(), o.GoNanos) + line
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
	// imports are what a package sees; what this project does is under nil.
	imports map[*Package]*resolve.Resolver
}

// NewLab collects what trying needs to know of the packages. Functions of a
// user's package import what the module in the folder root does.
func NewLab(root string, found map[*Package]*Found) (*Lab, error) {
	l := &Lab{found: found, user: map[*Package][]golang.File{}, constants: map[*Package][]float64{},
		imports: map[*Package]*resolve.Resolver{nil: resolve.New(root)}}
	for p, f := range found {
		l.imports[p] = resolve.New(f.Dir)
		l.user[p] = []golang.File{{Name: "user.go", Text: userSource(f)}}
		var err error
		if l.constants[p], err = constantsOf(f.Dir); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// Try compiles a function and compares it with the compiled one in the
// process. A function of slices is compiled for slices of one length, and for
// slices of which each lane brings the length.
func (l *Lab) Try(f *Function, proc *Process, e Effort) *Outcome {
	size := Sizes{Len: l.sliceLen(f, proc)}
	o := l.try(f, size, proc, e)
	if f.takesSlices() && o.Refused == nil {
		size.Varying = true
		o.Varying = l.try(f, size, proc, e)
	}
	return o
}

func (l *Lab) try(f *Function, size Sizes, proc *Process, e Effort) (o *Outcome) {
	o = &Outcome{Function: f, Size: size}
	defer func() {
		if r := recover(); r != nil {
			o.Wrong = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	files, opts := l.sources(f)
	if size.Varying {
		opts.Cap = lengths(f, size)
	} else {
		opts.Len = lengths(f, size)
	}
	p, err := golang.Compile(files, f.entry(), opts)
	if err != nil {
		o.Refused = err
		return o
	}
	compiled, err := lockstep.FromProgram(p)
	if err != nil {
		o.Wrong = fmt.Errorf("the program is not accepted: %w", err)
		return o
	}
	o.Wrong = l.compare(o, compiled, proc, e)
	return o
}

// sources are the files of a function, and how they are compiled.
func (l *Lab) sources(f *Function) ([]golang.File, golang.Options) {
	if f.wrapper != "" {
		return l.user[f.Package], golang.Options{Import: l.imports[nil].Import}
	}
	return l.found[f.Package].Files, golang.Options{Path: f.Package.Path, Import: l.imports[f.Package].Import}
}

// lengths are those of the slices among a function's parameters.
func lengths(f *Function, size Sizes) map[string]int {
	all := map[string]int{}
	for _, p := range f.params {
		if p.slice {
			all[p.name] = size.Len
		}
	}
	return all
}

// maxSteps ends a lane that compiled Go ends in much fewer steps.
const maxSteps = 20_000_000

// maxWords bounds the memory for arguments and results of all lanes.
const maxWords = 30_000_000

// compare runs the batch, the oracle and compiled Go over the same rows.
func (l *Lab) compare(o *Outcome, compiled *lockstep.Func, proc *Process, e Effort) error {
	f := o.Function
	g := newGenerator(f, o.Size, l.constants[f.Package])
	if g.words == 0 {
		e.Lanes = 1
	}
	results, left, wide := outputs(f, o.Size)
	e.Lanes = min(e.Lanes, maxWords/(g.words+wide))
	rows := make([]uint64, e.Lanes*g.words)
	g.fill(rows, 0)
	in, _ := inputLeaves(f, o.Size)
	want, err := proc.run(f, rows, e.Lanes, g.words, wide, o.Size)
	if late, ok := errors.AsType[*stuck](err); ok {
		j := judge{in: in, rows: rows, width: g.words}
		return fmt.Errorf("%w%s", err, j.args(late.lane))
	}
	if err != nil {
		return err
	}
	o.Lanes, o.GoNanos = e.Lanes, float64(want.spent)/float64(e.Lanes)
	for _, p := range want.panics {
		if p != 0 {
			o.Panics++
		}
	}
	have := paramsOf(compiled.Source(), compiled.Source().VarsIn)
	if len(have) != len(in) {
		return fmt.Errorf("the program takes %d columns, not %d", len(have), len(in))
	}
	var cols []batch.Column
	for i, p := range in {
		if err := p.matches(have[i]); err != nil {
			return err
		}
		cols = append(cols, p.column(have[i].Type, rows, g.words))
	}
	out, err := pair(paramsOf(compiled.Source(), compiled.Source().VarsOut), results, left)
	if err != nil {
		return err
	}
	j := judge{name: f.String(), compiled: compiled, in: in, out: out, rows: rows, width: g.words, want: want,
		wide: wide}
	got, err := compiled.Code().Run(context.Background(), cols, batch.Workers(1), batch.MaxSteps(maxSteps))
	if err != nil {
		return err
	}
	o.Stats = got.Stats
	if err := j.batch(got, e.Lanes); err != nil {
		return err
	}
	o.Limits = j.limits
	return j.oracle(min(e.Oracle, e.Lanes), e.Lanes)
}

// reason shortens why a function was refused to its first cause.
func reason(err error) string {
	var list program.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return list[0].Error()
	}
	return err.Error()
}
