package golang

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/program"
)

// ErrorTexts makes the texts of errors that have values of a lane in them, as that of
// fmt.Errorf("no root in [%g, %g]", a, b). A program has the format alone. The function is run again for one lane, as
// initialisers of package-level variables are when compiling: some thousand times as slow as a lane.
type ErrorTexts struct {
	mu sync.Mutex
	t  *translator
}

// ErrorTexts prepares the texts of the errors of a function that is accepted with these options.
func (s *Source) ErrorTexts(fn string, opts Options) (*ErrorTexts, error) {
	with, fn, err := s.whereIs(fn)
	if err != nil {
		return nil, err
	}
	var t *translator
	errs := guard(func() (errs program.ErrorList) {
		t, errs = with.accept(fn, opts)
		return errs
	})
	if errs != nil {
		return nil, errs
	}
	return &ErrorTexts{t: t}, nil
}

// Of returns the texts of the errors that the function returns for a lane, by the names of the result's columns,
// with one for each element and an empty one for nil. Column gives what the lane has brought: the elements of the
// column or uniform of that name, as bits of the type that stores them, or nil if there is none. The function runs for
// at most so many steps; left are those that it did not take. There are no texts where it cannot be run.
func (e *ErrorTexts) Of(column func(name string) []uint64, steps int) (texts map[string][]string, left int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	texts, left = map[string][]string{}, steps
	errs := guard(func() program.ErrorList {
		lane := laneData{t: e.t, column: column}
		args := make([]evaluate.Datum, len(e.t.entry.Params))
		for i, p := range e.t.entry.Params {
			args[i] = lane.parameter(e.t.paramName(p, i), p.Type())
		}
		result, rest, ok := e.t.evaluator.Again(e.t.entry, args, steps)
		if left = rest; !ok {
			return nil
		}
		results := e.t.entry.Signature.Results()
		for i := range results.Len() {
			d := result
			if results.Len() > 1 {
				d = result.Ref.(evaluate.Aggregate)[i]
			}
			e.collect(texts, e.t.columnBase(i), d, results.At(i).Type())
		}
		for i, p := range e.t.entry.Params {
			if to, ok := args[i].Ref.(*evaluate.Datum); ok {
				e.collect(texts, e.t.paramName(p, i)+".out", *to, p.Type().Underlying().(*types.Pointer).Elem())
			}
		}
		return nil
	})
	if errs != nil {
		return nil, left
	}
	return texts, left
}

// paramName is what the columns of a parameter of the compiled function are called after.
func (t *translator) paramName(p *ssa.Parameter, i int) string {
	if sp := t.opts.spread; sp != nil {
		return sp.Params[i]
	}
	if name := p.Name(); name != "_" && name != "" {
		return name
	}
	return "p" + itoa(i)
}

// collect adds the texts of the errors in a value, by the paths to them.
func (e *ErrorTexts) collect(texts map[string][]string, path string, d evaluate.Datum, typ types.Type) {
	switch u := typ.Underlying().(type) {
	case *types.Struct:
		fields, _ := d.Ref.(evaluate.Aggregate)
		for i := range fields {
			e.collect(texts, path+"."+u.Field(i).Name(), fields[i], u.Field(i).Type())
		}
	case *types.Array:
		elements, _ := d.Ref.(evaluate.Aggregate)
		for _, x := range elements {
			e.collect(texts, path, x, u.Elem())
		}
	case *types.Interface:
		text := ""
		if _, poison := d.Ref.(*evaluate.Poison); d.Ref != nil && !poison {
			if said, exact := e.t.evaluator.ErrorText(d); exact {
				text = said
			}
		}
		texts[path] = append(texts[path], text)
	}
}

// laneData makes the arguments of a call of what a lane has brought.
type laneData struct {
	t      *translator
	column func(name string) []uint64
}

// parameter makes an argument: a value, or a pointer to one.
func (l *laneData) parameter(name string, typ types.Type) evaluate.Datum {
	if p, ok := typ.Underlying().(*types.Pointer); ok {
		d := l.value(name, p.Elem(), 0)
		return evaluate.Datum{Ref: &d}
	}
	return l.value(name, typ, 0)
}

// value makes the value whose numbers are element number at of the columns called after name. What is not in
// columns must not be used.
func (l *laneData) value(name string, typ types.Type, at int) evaluate.Datum {
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		bits, def := l.column(name), l.t.out.VarDefs.Def(name)
		texts := def.Texts
		switch {
		case def.Text && at == 0:
			if n, ok := l.length(name, typ); ok && n <= len(bits) {
				text := make([]byte, n)
				for i := range text {
					text[i] = byte(bits[i])
				}
				return evaluate.Datum{Ref: string(text)}
			}
		case at >= len(bits):
		case len(texts) == 0:
			return evaluate.Datum{Bits: bits[at]}
		case bits[at] < uint64(len(texts)):
			return evaluate.Datum{Ref: texts[bits[at]]}
		}
		if re, im := l.column(name+".re"), l.column(name+".im"); at < len(re) && at < len(im) {
			return evaluate.Datum{Ref: evaluate.ComplexPair{re[at], im[at]}}
		}
	case *types.Struct:
		fields := make(evaluate.Aggregate, u.NumFields())
		for i := range fields {
			if f := u.Field(i); f.Name() != "_" {
				fields[i] = l.value(name+"."+f.Name(), f.Type(), at)
			} else {
				fields[i] = evaluate.ZeroDatum(f.Type())
			}
		}
		return evaluate.Datum{Ref: fields}
	case *types.Array:
		elements := make(evaluate.Aggregate, u.Len())
		for i := range elements {
			elements[i] = l.value(name, u.Elem(), at*len(elements)+i)
		}
		return evaluate.Datum{Ref: elements}
	case *types.Slice:
		if n, ok := l.length(name, u.Elem()); ok && at == 0 {
			elements := make(evaluate.Elements, n)
			for i := range elements {
				elements[i] = l.value(name, u.Elem(), i)
			}
			return evaluate.Datum{Ref: elements}
		}
	case *types.Interface:
		if gotypes.IsError(typ) {
			return evaluate.Datum{} // a lane that brings one is refused
		}
	}
	return evaluate.Datum{Ref: &evaluate.Poison{Why: "is given " + name + ", which has no column"}}
}

// length is how many elements a slice has: in a column of its own, or from how many numbers there are.
func (l *laneData) length(name string, elem types.Type) (n int, ok bool) {
	if lens := l.column(name + ".len"); len(lens) == 1 {
		return int(lens[0]), true
	}
	for _, lf := range l.t.layouts.Of(elem).Leaves {
		if bits := l.column(name + lf.Path); lf.Ref == nil && bits != nil {
			return len(bits) / program.Elements(lf.Shape), true
		}
	}
	return 0, false
}
