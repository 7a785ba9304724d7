package shared

import (
	"reflect"
	"slices"
	"unsafe"
)

// column is one uniform, with the elements that it has so far.
type column struct {
	name  string
	elem  reflect.Type // one of numbers, or of offsets
	shape []int        // without the axes of any length
	dims  []int        // of these axes
	data  bytes
}

// leaf is a part of a type that is not made of parts.
type leaf struct {
	path    string
	typ     *Type // of a part of a complex number, the float's
	shape   []int
	offsets []uintptr // in row-major order
}

// leavesOf returns the leaves of a type.
func leavesOf(t *Type) []leaf {
	switch t.Kind {
	case reflect.Struct:
		var all []leaf
		for i, f := range t.Fields {
			if f.Name == "_" {
				continue
			}
			for _, l := range leavesOf(f.Type) {
				l.path = "." + f.Name + l.path
				l.offsets = shifted(l.offsets, t.inMemory().Field(i).Offset)
				all = append(all, l)
			}
		}
		return all
	case reflect.Array:
		all := leavesOf(t.Elem)
		for k, l := range all {
			// An array without elements has room for one that nothing reads.
			all[k].shape = append([]int{max(t.Len, 1)}, l.shape...)
			all[k].offsets = nil
			for i := range t.Len {
				all[k].offsets = append(all[k].offsets, shifted(l.offsets, uintptr(i)*t.Elem.inMemory().Size())...)
			}
		}
		return all
	case reflect.Complex64, reflect.Complex128:
		part := number(reflect.Float64)
		if t.Kind == reflect.Complex64 {
			part = number(reflect.Float32)
		}
		return []leaf{
			{path: ".re", typ: part, offsets: []uintptr{0}},
			{path: ".im", typ: part, offsets: []uintptr{part.memory.Size()}},
		}
	}
	return []leaf{{typ: t, offsets: []uintptr{0}}}
}

func shifted(offsets []uintptr, by uintptr) []uintptr {
	out := slices.Clone(offsets)
	for i := range out {
		out[i] += by
	}
	return out
}

// Numbers are the types that columns are of, by kind: a column of a named type is one of these.
var Numbers = map[reflect.Kind]reflect.Type{
	reflect.Bool: reflect.TypeFor[bool](),
	reflect.Int8: reflect.TypeFor[int8](), reflect.Int16: reflect.TypeFor[int16](),
	reflect.Int32: reflect.TypeFor[int32](), reflect.Int64: reflect.TypeFor[int64](),
	reflect.Int:   reflect.TypeFor[int](),
	reflect.Uint8: reflect.TypeFor[uint8](), reflect.Uint16: reflect.TypeFor[uint16](),
	reflect.Uint32: reflect.TypeFor[uint32](), reflect.Uint64: reflect.TypeFor[uint64](),
	reflect.Uint:    reflect.TypeFor[uint](),
	reflect.Float32: reflect.TypeFor[float32](), reflect.Float64: reflect.TypeFor[float64](),
}

// refers reports whether values of a type are slices, strings, maps or pointers.
func refers(t *Type) bool {
	return hasLength(t) || t.Kind == reflect.Pointer || isMap(t)
}

// hasLength reports whether values of a type are slices or strings.
func hasLength(t *Type) bool { return t.Kind == reflect.Slice || t.Kind == reflect.String }

// maxKeyWords is of how many numbers a key is at most that lanes can look up.
const maxKeyWords = 16

// isMap reports whether values of a type are maps with keys that can be looked up.
func isMap(t *Type) bool {
	if t.Kind != reflect.Map {
		return false
	}
	words := 0
	for _, l := range leavesOf(t.Key) {
		if Numbers[l.typ.Kind] == nil && (l.typ.Kind != reflect.String || len(l.shape) > 0) {
			return false
		}
		words += len(l.offsets)
	}
	return words <= maxKeyWords
}

// elem is the type of what a slice, string, map or pointer refers to.
func elem(t *Type) *Type {
	switch t.Kind {
	case reflect.String:
		return number(reflect.Uint8)
	case reflect.Map:
		return t.laidOutAs()
	}
	return t.Elem
}

// maxMatrix bounds how deep slices of numbers are in one another that are a matrix;
// slices may be of themselves.
const maxMatrix = 8

// pooled reports whether what a type refers to is in a pool where a parameter or one
// of its fields has it.
func pooled(t *Type) bool {
	if t.Kind != reflect.Slice {
		return refers(t)
	}
	for depth := 1; t.Kind == reflect.Slice; depth++ {
		if t = t.Elem; depth > maxMatrix {
			return true
		}
	}
	return slices.ContainsFunc(leavesOf(t), func(l leaf) bool { return refers(l.typ) })
}

// Linked reports whether a parameter of a type has pools, or slices of structs, so that
// Columns is needed to lay it out.
func Linked(of reflect.Type) bool {
	t := TypeOf(of)
	if t.Kind == reflect.Pointer {
		if leadsToItself(t) {
			return true
		}
		t = t.Elem
	}
	return slices.ContainsFunc(leavesOf(t), func(l leaf) bool {
		if !refers(l.typ) || pooled(l.typ) {
			return refers(l.typ)
		}
		of := l.typ
		for of.Kind == reflect.Slice {
			of = of.Elem
		}
		parts := leavesOf(of)
		return len(parts) > 0 && parts[0].path != ""
	})
}

// leadsToItself reports whether what a slice or pointer refers to leads to other
// slices or pointers of its type.
func leadsToItself(t *Type) bool {
	seen := map[*Type]bool{}
	var leads func(u *Type) bool
	leads = func(u *Type) bool {
		if seen[u] {
			return false
		}
		seen[u] = true
		switch u.Kind {
		case reflect.Pointer, reflect.Slice:
			return u.Kind == t.Kind && u.Elem == t.Elem || leads(u.Elem)
		case reflect.Map:
			return leads(elem(u))
		case reflect.Array:
			return leads(u.Elem)
		case reflect.Struct:
			return slices.ContainsFunc(u.Fields, func(f Field) bool { return leads(f.Type) })
		}
		return false
	}
	return leads(elem(t))
}

// table is a value of several: those of a pool, a slice of a parameter or the
// parameter.
type table struct {
	elem   *Type
	leaves []tableLeaf
	// Of a pool: how many values it has, and where slices and pointers begin.
	count  int
	begins map[span]int
	work   []span
	maps   map[unsafe.Pointer]unsafe.Pointer // what those that were met are laid out as
	// Of a pool of strings: where each begins, and the eight bytes from each byte on.
	texts map[string]int
	heads *column
}

// tableLeaf is a leaf of a table: a column of numbers; a slice, string, map or pointer, with the
// columns of its offset and length; a slice that has a table of its own; or nothing.
type tableLeaf struct {
	leaf
	column *column
	length *column
	pool   *table
	own    *table
	depth  int // of the slices in one another that the table of its own is of
}

// layout is the uniforms of a parameter.
type layout struct {
	columns []*column
	pools   map[referring]*table
	order   []*table
	root    *table
}

// referring tells the types that refer to a pool from those that refer to another, whatever the type itself is called.
type referring struct {
	kind      reflect.Kind
	elem, key *Type
}

func (l *layout) column(name string, elem reflect.Type, shape []int) *column {
	c := &column{name: name, elem: elem, shape: shape}
	l.columns = append(l.columns, c)
	return c
}

// declare gives a parameter of a type its uniforms.
func declare(name string, t *Type) *layout {
	l := &layout{pools: map[referring]*table{}}
	l.root = &table{elem: t}
	if t.Kind == reflect.Pointer {
		if leadsToItself(t) {
			l.root.leaves = []tableLeaf{l.ref(name, leaf{typ: t, offsets: []uintptr{0}})}
			return l
		}
		l.root.elem = t.Elem
	}
	for _, lf := range leavesOf(l.root.elem) {
		l.root.leaves = append(l.root.leaves, l.parameterLeaf(name+lf.path, lf))
	}
	return l
}

// parameterLeaf gives a leaf of a parameter its uniforms.
func (l *layout) parameterLeaf(name string, lf leaf) tableLeaf {
	switch {
	case Numbers[lf.typ.Kind] != nil:
		return tableLeaf{leaf: lf, column: l.column(name, Numbers[lf.typ.Kind], lf.shape)}
	case !refers(lf.typ):
		return tableLeaf{leaf: lf}
	case !lf.hasOwn():
		return l.ref(name, lf)
	}
	depth, of := ownElem(lf.typ)
	own := &table{elem: of}
	l.elements(own, name)
	return tableLeaf{leaf: lf, own: own, depth: depth}
}

// ownElem is the type of the elements of a slice that has uniforms of its own, and of how many slices in one another
// these are.
func ownElem(t *Type) (depth int, of *Type) {
	depth, of = 1, t.Elem
	if !pooled(t) {
		for of.Kind == reflect.Slice {
			depth, of = depth+1, of.Elem
		}
	}
	return depth, of
}

// hasOwn reports whether a leaf of a parameter is a slice with uniforms of its own.
func (l leaf) hasOwn() bool {
	return l.typ.Kind == reflect.Slice && len(l.shape) == 0 && !leadsToItself(l.typ)
}

// elements gives the elements of a table their uniforms.
func (l *layout) elements(t *table, name string) {
	for _, lf := range leavesOf(t.elem) {
		switch {
		case Numbers[lf.typ.Kind] != nil:
			t.leaves = append(t.leaves, tableLeaf{leaf: lf,
				column: l.column(name+lf.path, Numbers[lf.typ.Kind], lf.shape)})
		case !refers(lf.typ):
			t.leaves = append(t.leaves, tableLeaf{leaf: lf})
		case lf.path == "":
			t.leaves = append(t.leaves, l.ref(name+".each", lf))
		default:
			t.leaves = append(t.leaves, l.ref(name+lf.path, lf))
		}
	}
}

// ref gives a slice, string, map or pointer its uniforms, and its pool those of it if it is met for
// the first time.
func (l *layout) ref(name string, lf leaf) tableLeaf {
	out := tableLeaf{leaf: lf}
	index := Numbers[reflect.Int64]
	if hasLength(lf.typ) {
		out.column, out.length = l.column(name+".off", index, lf.shape), l.column(name+".len", index, lf.shape)
	} else {
		out.column = l.column(name+".at", index, lf.shape)
	}
	key := referring{lf.typ.Kind, lf.typ.Elem, lf.typ.Key}
	if out.pool = l.pools[key]; out.pool == nil {
		out.pool = &table{elem: elem(lf.typ), begins: map[span]int{}}
		l.pools[key] = out.pool
		l.order = append(l.order, out.pool)
		l.elements(out.pool, name)
		if lf.typ.Kind == reflect.String {
			out.pool.texts = map[string]int{}
			out.pool.heads = l.column(name+".head", Numbers[reflect.Uint64], nil)
		}
	}
	return out
}
