package lockstep

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Rows turns a slice of structs, one for each lane, into columns: each parameter is the
// field of its name, or with its name in the tag `lockstep:"name"`. If no field has
// exactly that name, it is the one whose name differs only in upper and lower case. Fields
// that are not parameters are left out. A slice parameter is a field that is a slice, as
// long as Len says or at most as long as Cap does.
//
//	type Option struct{ Spot, Strike, Price float64 }
//
//	in, err := price.Rows(options) // of func Price(spot, strike float64) (price float64)
//	result, err := price.Run(ctx, in)
//	err = result.Into(options)
func (fn *Func) Rows(rows any) (Inputs, error) {
	v := reflect.ValueOf(rows)
	if v.Kind() != reflect.Slice || structUnder(v.Type().Elem()) == nil {
		return nil, fmt.Errorf("lockstep: rows: %T is not a slice of structs", rows)
	}
	in := Inputs{}
	seen := map[string]bool{}
	for _, e := range fn.in.fields {
		name, rest, _ := strings.Cut(e.Name, ".")
		field, err := fieldFor(structUnder(v.Type().Elem()), name)
		if err != nil {
			return nil, fmt.Errorf("lockstep: rows: %w, which parameter %s (%s) would be", err, e.Name, e.InGo())
		}
		if rest != "" && !seen[name] {
			seen[name] = true
			if err := noErrors(v, field); err != nil {
				return nil, fmt.Errorf("lockstep: rows: %w", err)
			}
		}
		if in[e.Name], err = gather(v, e, join(field, rest)); err != nil {
			return nil, fmt.Errorf("lockstep: rows: %w", err)
		}
	}
	return in, nil
}

// Into puts the results into the fields of a slice of structs, one for each lane: each into the
// field of its name, as in Func.Rows; results without a field are left out. Lanes that did
// not finish get zeros. An error goes into a field of type error, as Result.Errors has it, and a
// slice into memory of its own. It is an error if no result has a field.
func (r *Result) Into(rows any) error {
	v := reflect.ValueOf(rows)
	if v.Kind() != reflect.Slice || structUnder(v.Type().Elem()) == nil {
		return fmt.Errorf("lockstep: into: %T is not a slice of structs", rows)
	}
	if v.Len() != r.Lanes {
		return fmt.Errorf("lockstep: into: there are %d rows for %d lanes", v.Len(), r.Lanes)
	}
	found, made := 0, map[uintptr]bool{}
	for _, e := range r.out.fields {
		name, rest, _ := strings.Cut(e.Name, ".")
		field, err := fieldFor(structUnder(v.Type().Elem()), name)
		if err != nil {
			continue
		}
		found++
		if err := r.scatter(v, e, join(field, rest), made); err != nil {
			return fmt.Errorf("lockstep: into: %w", err)
		}
	}
	if found == 0 {
		return fmt.Errorf("lockstep: into: %v has no field for any of the results %s",
			v.Type().Elem(), strings.Join(paramNames(r.out.list()), ", "))
	}
	return nil
}

func join(field, rest string) []string {
	path := []string{field}
	if rest != "" {
		path = append(path, strings.Split(rest, ".")...)
	}
	return path
}

// structUnder returns the struct that a type is or points to, or nil.
func structUnder(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return t
}

// fieldFor returns the name of the field that stands for a parameter or result.
func fieldFor(t reflect.Type, name string) (string, error) {
	var alike []string
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("lockstep")
		switch {
		case tagged && tag == name, !tagged && f.Name == name:
			return f.Name, nil
		case !tagged && strings.EqualFold(f.Name, name):
			alike = append(alike, f.Name)
		}
	}
	switch len(alike) {
	case 0:
		return "", fmt.Errorf("%v has no field %s", t, name)
	case 1:
		return alike[0], nil
	}
	return "", fmt.Errorf("%v has the fields %s; the tag `lockstep:%q` says which is meant",
		t, strings.Join(alike, " and "), name)
}

// expand replaces the columns of structs, as in Inputs{"p": []Vec{…}}, by those of their fields.
func (e *ports) expand(in Inputs) (Inputs, error) {
	var whole []string
	for _, name := range sortedKeys(in) {
		if e.within(name) {
			whole = append(whole, name)
		}
	}
	if len(whole) == 0 {
		return in, nil
	}
	all := Inputs{}
	for name, column := range in {
		if !slices.Contains(whole, name) {
			all[name] = column
		}
	}
	for _, name := range whole {
		v := reflect.ValueOf(in[name])
		if v.Kind() != reflect.Slice {
			return nil, fmt.Errorf("lockstep: column %s: %T is not a slice with a struct for each lane", name, in[name])
		}
		if err := noErrors(v, ""); err != nil {
			return nil, fmt.Errorf("lockstep: column %s: %w", name, err)
		}
		for _, f := range e.fields {
			rest, ok := strings.CutPrefix(f.Name, name+".")
			if !ok {
				continue
			}
			if _, twice := all[f.Name]; twice {
				return nil, fmt.Errorf("lockstep: column %s is given, and so is %s, which has it", f.Name, name)
			}
			column, err := gather(v, f, strings.Split(rest, "."))
			if err != nil {
				return nil, fmt.Errorf("lockstep: column %s: %w", name, err)
			}
			all[f.Name] = column
		}
	}
	return all, nil
}

// within reports whether a name is that of a struct and not of a number.
func (e *ports) within(name string) bool {
	return slices.ContainsFunc(e.fields, func(f port) bool { return strings.HasPrefix(f.Name, name+".") })
}

// has reports whether there is a column of that name, or of a struct of that name.
func (e *ports) has(name string) bool {
	return e.within(name) || slices.ContainsFunc(e.fields, func(f port) bool { return f.Name == name })
}

// structs makes the column of a result that is a struct: a T for each lane. ok is false if no
// result is within the name.
func (r *Result) structs(name string, of reflect.Type) (column any, ok bool) {
	if !r.out.within(name) {
		return nil, false
	}
	rows, made := reflect.MakeSlice(reflect.SliceOf(of), r.Lanes, r.Lanes), map[uintptr]bool{}
	for _, f := range r.out.fields {
		rest, below := strings.CutPrefix(f.Name, name+".")
		if !below {
			continue
		}
		if err := r.scatter(rows, f, strings.Split(rest, "."), made); err != nil {
			panic(fmt.Sprintf("lockstep: result %s is not %v: %v", name, of, err))
		}
	}
	return rows.Interface(), true
}
