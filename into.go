package lockstep

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/program"
)

// Into gives a result the memory that it is to be in, as a loop has that writes into a slice: a
// slice of the result's Go type with an element for each lane; for an array [n]T also a []T with
// all elements of lane 0, then of lane 1, and so on; for a slice whose length each lane brings a
// Padded; for an error a []int32 of its codes; for a string an []int64 of its numbers in Field.Texts.
// [Result.Column] then returns that memory, but of errors and strings. The run writes all of it:
// lanes that do not finish get zeros. It must not overlap the inputs.
//
// Of a function that takes a few nanoseconds, new memory for the results is most of what a run
// costs. Memory that is used again and again stays in the caches.
//
//	y := make([]float64, len(x))
//	for … {
//		_, err := square.Run(ctx, lockstep.Inputs{"x": x}, lockstep.Into("y", y))
//	}
func Into(name string, column any) RunOption {
	return func(r *runOptions) { r.into = append(r.into, given{name, column}) }
}

// IntoResult has the results of a run take the memory of an earlier run of the same function over
// as many lanes, whose results are then gone; see [Into].
func IntoResult(r *Result) RunOption {
	var list []given
	for _, f := range r.Columns() {
		switch {
		case f.Slice != "":
			list = append(list, given{f.Name, r.Padded(f.Name)})
		case f.Type == program.GoError:
			list = append(list, given{f.Name, Column[int32](r, f.Name)})
		case f.Room > 0:
			p := r.out.named(f.Name)
			list = append(list, given{f.Name, textColumns{r.run.Cols[p.col], r.run.Cols[p.text.Len]}})
		case f.Type == program.GoString:
			list = append(list, given{f.Name, Column[int64](r, f.Name)})
		default:
			list = append(list, given{f.Name, r.Column(f.Name)})
		}
	}
	return func(r *runOptions) { r.into = append(r.into, list...) }
}

// textColumns are the memory of strings of any text, which only an earlier run has.
type textColumns struct{ bytes, lens batch.Column }

// given is memory for a result.
type given struct {
	name   string
	column any
}

// resultColumns returns the columns for the results of so many lanes, those that are given
// among them.
func (fn *Func) resultColumns(list []given, lanes int) ([]batch.Column, error) {
	if len(list) == 0 {
		return fn.code.NewColumns(lanes), nil
	}
	cols := make([]batch.Column, fn.out.columns)
	for _, g := range list {
		f := fn.out.named(g.name)
		switch {
		case f == nil:
			return nil, fmt.Errorf("lockstep: into: there is no result %s; the results are %s",
				g.name, strings.Join(paramNames(fn.out.list()), ", "))
		case cols[f.col].Data != nil:
			return nil, fmt.Errorf("lockstep: into: %s is given twice", g.name)
		}
		if f.text != nil {
			texts, ok := g.column.(textColumns)
			if !ok {
				return nil, fmt.Errorf("lockstep: into: %s is a string of any text, which has no memory that is "+
					"given; leave it out", f.Name)
			}
			cols[f.col], cols[f.text.Len] = texts.bytes, texts.lens
			continue
		}
		data, err := f.memory(g.column, lanes, cols, &fn.out)
		if err != nil {
			return nil, fmt.Errorf("lockstep: into: %w", err)
		}
		cols[f.col] = batch.Column{Data: data, Shape: f.Shape}
	}
	if err := fn.code.FillColumns(cols, lanes); err != nil {
		return nil, fmt.Errorf("lockstep: into: %s", strings.TrimPrefix(err.Error(), "batch: "))
	}
	return cols, nil
}

// memory returns the flat slice that a column is, and puts the lengths of a slice into the columns.
func (f *port) memory(column any, lanes int, cols []batch.Column, of *ports) (any, error) {
	if f.Slice != "" {
		p, ok := column.(Padded)
		switch {
		case !ok:
			return nil, fmt.Errorf("%s is %s; give it a Padded, not %T", f.Name, f.InGo(), column)
		case len(p.Lens) != lanes:
			return nil, fmt.Errorf("%s has %d lengths for %d lanes", f.Name, len(p.Lens), lanes)
		}
		if lens := &cols[of.slices[f.slice].Len]; lens.Data == nil {
			lens.Data = p.Lens
		}
		return p.Data, nil
	}
	if batch.GoType(column) != program.GoStored {
		return column, nil
	}
	v := reflect.ValueOf(column)
	if v.Kind() == reflect.Slice && f.Type != program.GoError {
		if elem, together := nesting(v.Type().Elem(), f.Field); elem != nil && together == 0 {
			n := v.Len() * program.Elements(f.Shape)
			return reflect.SliceAt(elem, v.UnsafePointer(), n).Interface(), nil
		}
		if elem := shared.Numbers[v.Type().Elem().Kind()]; elem != nil { // of a named type
			return reflect.SliceAt(elem, v.UnsafePointer(), v.Len()).Interface(), nil
		}
	}
	return nil, fmt.Errorf("%T has not one %s for each lane", column, f.InGo())
}

// named returns the result of a name, or nil.
func (e *ports) named(name string) *port {
	for i := range e.fields {
		if e.fields[i].Name == name {
			return &e.fields[i]
		}
	}
	return nil
}

// clear zeroes what the lanes that did not finish have in columns that were given.
func (r *Result) clear(list []given) {
	if len(r.Faults) == 0 && r.Stats.Lanes == int64(r.Lanes) {
		return
	}
	for _, g := range list {
		f := r.out.named(g.name)
		cols := []int{f.col}
		if f.slice >= 0 {
			cols = append(cols, r.out.slices[f.slice].Len)
		}
		if f.text != nil {
			cols = append(cols, f.text.Len)
		}
		for _, col := range cols {
			c := r.run.Cols[col]
			data, per := reflect.ValueOf(c.Data), program.Elements(c.Shape)
			for lane := range r.Lanes {
				if !r.Finished(lane) {
					data.Slice(lane*per, (lane+1)*per).Clear()
				}
			}
		}
	}
}
