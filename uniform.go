package lockstep

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/program"
)

// uniformColumn makes a column of what WithUniform is given for the uniform of
// that name.
func (fn *Func) uniformColumn(name string, value any) (batch.Column, error) {
	var want []int
	if u := fn.source.Uniform(name); u != nil {
		want = u.Type.Shape
	}
	if c, ok := value.(batch.Column); ok {
		return c, nil
	}
	if flat := batch.SliceOf(value); batch.GoType(flat) != program.GoStored {
		return batch.Column{Data: flat}, nil
	}
	wrong := fmt.Errorf("%T is neither a number, a bool, a slice of them nor a slice of such slices", value)
	if value == nil {
		return batch.Column{}, wrong
	}
	v := reflect.ValueOf(value)
	switch elem := shared.Numbers[v.Kind()]; {
	case elem != nil: // of a named type
		return batch.Column{Data: batch.SliceOf(v.Convert(elem).Interface())}, nil
	case v.Kind() == reflect.Array:
		s := reflect.MakeSlice(reflect.SliceOf(v.Type().Elem()), v.Len(), v.Len())
		reflect.Copy(s, v)
		v = s
	case v.Kind() != reflect.Slice:
		return batch.Column{}, wrong
	}
	dims, err := dimensions(v, want)
	if err != nil {
		return batch.Column{}, err
	}
	flat, _, err := flatten(v.Interface(), Field{Shape: dims[1:]}, new(nestMemory))
	if err != nil {
		return batch.Column{}, wrong
	}
	if len(dims) == 1 {
		dims = nil // elements in row-major order, whatever the shape
	}
	return batch.Column{Data: flat, Shape: dims}, nil
}

// dimensions returns the lengths of a list of lists. Where there is no row that
// says how long rows are, they are as long as wanted.
func dimensions(v reflect.Value, want []int) ([]int, error) {
	dims := []int{v.Len()}
	t := v.Type().Elem()
	if !isList(t) {
		return dims, nil
	}
	want = want[min(1, len(want)):]
	if v.Len() == 0 {
		for ; isList(t); t = t.Elem() {
			d := 0
			switch k := len(dims) - 1; {
			case t.Kind() == reflect.Array:
				d = t.Len()
			case k < len(want):
				d = max(0, want[k])
			}
			dims = append(dims, d)
		}
		return dims, nil
	}
	var rows []int
	for i := range v.Len() {
		row, err := dimensions(v.Index(i), want)
		if err == nil && i > 0 && !slices.Equal(row, rows) {
			err = fmt.Errorf("rows must be equally long, but row %d has %d elements and row 0 has %d", i, row[0],
				rows[0])
		}
		if err != nil {
			return nil, err
		}
		rows = row
	}
	return append(dims, rows...), nil
}

func isList(t reflect.Type) bool {
	return t.Kind() == reflect.Slice || t.Kind() == reflect.Array
}

// expandUniforms replaces uniforms that are structs, or that refer to structs, by their
// parts.
func (fn *Func) expandUniforms(uniforms map[string]any) (map[string]any, error) {
	if len(uniforms) == 0 && len(fn.spared) == 0 {
		return nil, nil
	}
	all := map[string]any{}
	for _, u := range fn.spared {
		all[u.Name] = nothing(u)
	}
	for _, name := range sortedKeys(uniforms) {
		if fn.in.has(name) {
			return nil, fmt.Errorf("lockstep: each lane brings its own %s: compile the function with Uniform(%q) to "+
				"give one value with WithUniform, or give a column of one value", name, name)
		}
		v := reflect.ValueOf(uniforms[name])
		_, column := uniforms[name].(batch.Column)
		_, laid := uniforms[name].(shared.Laid)
		part := fn.partOf(name)
		whole := part == "" && fn.source.Uniform(name) != nil
		if laid || !column && !whole && v.IsValid() && shared.Linked(v.Type()) {
			parts, err := fn.linkedUniforms(name, uniforms[name])
			if err != nil {
				return nil, fmt.Errorf("lockstep: uniform %w", err)
			}
			maps.Copy(all, parts)
			continue
		}
		for v.Kind() == reflect.Pointer && !v.IsNil() {
			v = v.Elem()
		}
		if column || whole || v.Kind() != reflect.Struct {
			if part != "" && !column {
				return nil, fmt.Errorf("lockstep: uniform %s: a %T does not have the part %s", name, uniforms[name],
					part)
			}
			all[name] = uniforms[name]
			continue
		}
		for _, u := range fn.source.Uniforms {
			rest, ok := strings.CutPrefix(u.Name, name+".")
			if !u.IsInput() || !ok {
				continue
			}
			field, err := descend(v, strings.Split(rest, "."))
			if err != nil {
				return nil, fmt.Errorf("lockstep: uniform %s: %w", u.Name, err)
			}
			all[u.Name] = field
		}
	}
	return all, nil
}

// findSpared finds the parts of uniforms that nothing reads: they need not be given.
func (fn *Func) findSpared() {
	read := readNames(fn.lowered)
	for _, u := range fn.lowered.Uniforms {
		if u.Def != nil {
			for _, name := range u.Def.Reads() {
				read[name] = true
			}
		}
	}
	for _, u := range fn.source.Uniforms {
		if u.IsInput() && strings.Contains(program.ColumnName(u.Name), ".") && !read[u.Name] {
			fn.spared = append(fn.spared, u)
		}
	}
}

// isSpared reports whether a uniform is a part that nothing reads.
func (fn *Func) isSpared(name string) bool {
	return slices.ContainsFunc(fn.spared, func(u *program.Uniform) bool { return u.Name == name })
}

// nothing is a value for a uniform that nothing reads.
func nothing(u *program.Uniform) batch.Column {
	shape := slices.Clone(u.Type.Shape)
	for i, n := range shape {
		shape[i] = max(n, 0)
	}
	c, _ := batch.NewColumn(program.GoTypeOf(u.Type.Dtype), 1, shape)
	return c
}

// partOf is the first of a parameter's uniforms, if it has several.
func (fn *Func) partOf(name string) string {
	for _, u := range fn.source.Uniforms {
		if u.IsInput() && strings.HasPrefix(program.ColumnName(u.Name), name+".") {
			return u.Name
		}
	}
	return ""
}

// linkedUniforms lays out a value that refers to structs, or to what refers to
// others, as the uniforms of a parameter. What is laid out has only to be named. An error begins with the name.
func (fn *Func) linkedUniforms(name string, value any) (map[string]any, error) {
	laid, is := value.(shared.Laid)
	if !is {
		var err error
		if laid, err = shared.Columns(name, value); err != nil {
			return nil, err
		}
	}
	parts := map[string]any{}
	for _, u := range fn.source.Uniforms {
		if !u.IsInput() || u.Name != name && !strings.HasPrefix(u.Name, name+".") {
			continue
		}
		if len(parts) == len(laid.Names) || !strings.HasPrefix(u.Name, laid.Names[len(parts)]) {
			return nil, fmt.Errorf("%s: a %T does not have the part %s", name, value, u.Name)
		}
		parts[u.Name] = laid.Columns[len(parts)]
	}
	if len(parts) < len(laid.Names) {
		return nil, fmt.Errorf("%s: %s has no part %s, as a %T has", name, fn.source.Name, laid.Names[len(parts)],
			value)
	}
	return parts, nil
}

// descend returns the field of a struct at the end of a path.
func descend(v reflect.Value, path []string) (any, error) {
	own := reflect.New(v.Type()).Elem() // which has an address, so that fields that are not exported can be read
	own.Set(v)
	v = own
	for _, name := range path {
		if v.Kind() != reflect.Struct || !v.FieldByName(name).IsValid() {
			return nil, fmt.Errorf("%v has no field %s that can be read; give it by itself", own.Type(), name)
		}
		v = v.FieldByName(name)
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	return v.Interface(), nil
}
