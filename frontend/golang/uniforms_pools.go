package golang

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// What slices and pointers inside of a uniform refer to, as in an ensemble of
// trees, is in pools: all values that a type of slice or pointer refers to, one
// behind the other. A slice is then two numbers, where it begins in the pool and
// how long it is, and a pointer one, the index of what it points to; both are -1
// for nil. A string is a slice of bytes, in a pool of all strings, which has the
// eight bytes from each byte on as a number too; and a map is a pointer that is
// never nil, see maps_shared.go. Pools are of one parameter and of one type, however
// often the type occurs, so that types which contain themselves have pools too.
// Package shared says which uniforms there are, in which order, and makes them of a
// Go value.

// pools are those of one uniform parameter.
type pools struct {
	*translator
	regions map[string]*known.Region // by the type of the slice or pointer
	sizes   map[string]int           // how much is in each, if that is known
	all     bool                     // strings and maps are in pools as well
	leaves  int
}

func (t *translator) newPools() *pools {
	return &pools{translator: t, regions: map[string]*known.Region{}}
}

// parameterPools are those of a parameter, which has its strings and maps.
func (t *translator) parameterPools() *pools {
	ps := t.newPools()
	ps.all = true
	return ps
}

// holds reports whether there are pools of what a type refers to.
func (ps *pools) holds(typ types.Type) bool {
	return isPooled(typ) || ps.all && (gotypes.IsString(typ) || gotypes.IsMap(typ))
}

// maxMatrix bounds how deep slices of numbers are in one another that are a matrix;
// slices may be of themselves.
const maxMatrix = 8

// pooled reports whether what a type refers to is in a pool: slices of no more
// than numbers, and matrices, are uniforms by themselves where a parameter or one
// of its fields has them.
func (t *translator) pooled(typ types.Type) bool {
	s, ok := typ.Underlying().(*types.Slice)
	if !ok {
		return isPooled(typ)
	}
	elem := s.Elem()
	for depth := 1; gotypes.IsSlice(elem); depth++ {
		if elem = referredTo(elem); depth > maxMatrix {
			return true
		}
	}
	return slices.ContainsFunc(t.layouts.Of(elem).Leaves, func(lf known.Leaf) bool {
		return lf.Ref != nil && isPooled(lf.Ref)
	})
}

// isPooled reports whether a type is one of which there are pools.
func isPooled(typ types.Type) bool {
	return gotypes.IsPointer(typ) || gotypes.IsSlice(typ)
}

// inRows reports whether slices of a type that are in one another are in pools, rather than a matrix of any
// lengths.
func (ps *pools) inRows(typ types.Type) bool {
	elem := typ
	for depth := 0; gotypes.IsSlice(elem) && depth < maxMatrix; depth++ {
		elem = referredTo(elem)
	}
	return ps.pooled(typ) || slices.ContainsFunc(ps.layouts.Of(elem).Leaves, func(lf known.Leaf) bool {
		return lf.Ref != nil && ps.holds(lf.Ref)
	})
}

// referredTo is the type of what a slice, string, map or pointer refers to.
func referredTo(typ types.Type) types.Type {
	switch u := typ.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Map:
		return sharedMapType(u)
	case *types.Basic: // a string
		return types.Typ[types.Uint8]
	}
	return gotypes.Pointee(typ)
}

// poolKey names the pool of what a type of slice or pointer refers to, whatever the
// type itself is called.
func poolKey(typ types.Type) string {
	switch {
	case gotypes.IsSlice(typ):
		return "[]" + gotypes.Key(referredTo(typ))
	case gotypes.IsString(typ):
		return "string"
	case gotypes.IsMap(typ):
		return gotypes.Key(typ.Underlying())
	}
	return "*" + gotypes.Key(referredTo(typ))
}

// ref declares a slice, string, map or pointer in a uniform, with axes in front.
func (ps *pools) ref(name string, lf known.Leaf, shape []int) *known.PoolRef {
	if !ps.holds(lf.Ref) {
		return &known.PoolRef{Why: whyNot(lf.Ref)}
	}
	elem := referredTo(lf.Ref)
	why := tooLarge(elem)
	if m, ok := lf.Ref.Underlying().(*types.Map); ok && why == "" {
		why = ps.sharedMapWhyNot(m)
	}
	if why != "" {
		return &known.PoolRef{Why: why}
	}
	number := func(suffix string) string {
		u := &program.Uniform{
			Name: ps.names.Unique(name + suffix),
			Type: program.TensorType{Dtype: program.I64, Shape: slices.Concat(shape, lf.Shape)},
		}
		ps.addUniform(u)
		return u.Name
	}
	ref := &known.PoolRef{}
	if hasLength(lf.Ref) {
		ref.First, ref.Length = number(".off"), number(".len")
		ref.Pool = ps.of(name, lf.Ref, elem)
	} else {
		ref.First = number(".at")
		ref.Pool = ps.of(name, lf.Ref, elem)
		ref.Pool.Nilable = gotypes.IsPointer(lf.Ref)
	}
	return ref
}

// hasLength reports whether a type that refers is of slices or strings.
func hasLength(typ types.Type) bool { return gotypes.IsSlice(typ) || gotypes.IsString(typ) }

// of declares the pool of what a type of slice or pointer refers to, once.
func (ps *pools) of(name string, typ, elem types.Type) *known.Region {
	key := poolKey(typ)
	if r := ps.regions[key]; r != nil {
		return r
	}
	r := &known.Region{
		Name: "u:" + name, Kind: known.UniformRegion, Type: elem, Layout: new(known.Layout), What: name,
		Repeats: hasLength(typ), Made: known.Made{Text: gotypes.IsString(typ)},
	}
	ps.regions[key] = r
	size := program.AnyLength
	if n, ok := ps.sizes[key]; ok {
		size = n
	}
	ps.fill(r, name, elem, []int{size})
	if r.Text {
		u := &program.Uniform{Name: ps.names.Unique(name + ".head"),
			Type: program.TensorType{Dtype: program.U64, Shape: []int{size}}}
		ps.addUniform(u)
		r.Heads = u.Name
	}
	return r
}

// fill declares the uniforms of a region: those of an element's leaves, with axes in
// front. The region's leaves have the names of the uniforms as their paths.
func (ps *pools) fill(r *known.Region, name string, elem types.Type, shape []int) {
	leaves := ps.layouts.Of(elem).Leaves
	if ps.leaves += len(leaves); ps.leaves > maxLeaves {
		leaves = nil // the parameter is refused; see uniformParameter
	}
	r.Refs = make([]*known.PoolRef, len(leaves))
	r.Layout.Leaves = slices.Clone(leaves)
	for k, lf := range leaves {
		at := &r.Layout.Leaves[k]
		at.Shape = slices.Concat(shape, lf.Shape)
		switch {
		case lf.GoType == program.GoError:
			r.Refs[k] = &known.PoolRef{Why: errorParameter}
		case lf.Ref == nil:
			u := &program.Uniform{Name: ps.names.Unique(name + lf.Path), Type: at.Tensor()}
			ps.addUniform(u)
			at.Path = u.Name
		case lf.Path == "":
			r.Refs[k] = ps.ref(name+".each", lf, shape)
			at.Path = r.Refs[k].First
		default:
			r.Refs[k] = ps.ref(name+lf.Path, lf, shape)
			at.Path = r.Refs[k].First
		}
	}
}

// whyNot says why a parameter with a slice or pointer cannot be uniform, or "".
func (ps *pools) whyNot(ref *known.PoolRef) string {
	switch {
	case ps.leaves > maxLeaves:
		return fmt.Sprintf("it refers to values with more than %d parts in all; take what is needed of it as "+
			"parameters", maxLeaves)
	case ref != nil:
		return ref.Why
	}
	return ""
}

// readPoolRef reads a slice or pointer at the indices of its leading axes.
func (b *tables) readPoolRef(p place, k int) known.Atom {
	ref, lf := p.reg.Refs[k], p.reg.Layout.Leaves[k]
	if ref.Pool == nil {
		return known.ConflictOf("%s: %s", p.reg.What, ref.Why)
	}
	number := known.Leaf{Dtype: program.I64, Shape: lf.Shape[len(p.index):]}
	elem := ref.Pool.Type
	a := ref.Atom(elem)
	first := b.element(a.Nums[0], number, p.index)
	a.Nums = []program.Operand{first}
	if ref.Length != "" {
		n := b.element(program.Ref(ref.Length), number, p.index)
		a.Nums = append(a.Nums, n, n)
	}
	return a
}

// leadsToItself reports whether what a slice or pointer refers to leads to other
// slices or pointers of its type.
func leadsToItself(typ types.Type) bool {
	seen := map[string]bool{}
	var leads func(t types.Type) bool
	leads = func(t types.Type) bool {
		key := gotypes.Key(t)
		if seen[key] {
			return false
		}
		seen[key] = true
		switch u := t.Underlying().(type) {
		case *types.Pointer, *types.Slice:
			return poolKey(t) == poolKey(typ) || leads(referredTo(t))
		case *types.Map:
			return poolKey(t) == poolKey(typ) || leads(referredTo(t))
		case *types.Array:
			return leads(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				if leads(f.Type()) {
					return true
				}
			}
		}
		return false
	}
	return leads(referredTo(typ))
}

// sharing is which parameters are uniform although nothing says so.
type sharing uint8

const (
	sharesNone   sharing = iota
	sharesFlat           // pointers to numbers and slices of numbers
	sharesLinked         // what would have pools
)

// sharesPools reports whether a parameter is uniform because it would have pools, and
// notes that it would.
func (t *translator) sharesPools(typ types.Type) bool {
	held := typ
	if p, ok := typ.Underlying().(*types.Pointer); ok {
		held = p.Elem()
	}
	pooled := func(lf known.Leaf) bool { return lf.Ref != nil && t.pooled(lf.Ref) }
	if !gotypes.IsMap(typ) && !slices.ContainsFunc(t.layouts.Of(held).Leaves, pooled) {
		return false
	}
	t.linked = true
	return t.opts.sharing == sharesLinked
}

// isFlat reports whether all leaves are numbers and slices of numbers.
func (t *translator) isFlat(l *known.Layout) bool {
	return !slices.ContainsFunc(l.Leaves, func(lf known.Leaf) bool {
		switch {
		case lf.GoType == program.GoError:
			return true
		case lf.Ref == nil:
			return false
		case len(lf.Shape) > 0 || !gotypes.IsSlice(lf.Ref) || t.pooled(lf.Ref):
			return true
		}
		elem := referredTo(lf.Ref)
		for gotypes.IsSlice(elem) {
			elem = referredTo(elem)
		}
		leaves := t.layouts.Of(elem).Leaves
		return len(leaves) == 0 || slices.ContainsFunc(leaves, func(lf known.Leaf) bool {
			return lf.Ref != nil || lf.GoType == program.GoError
		})
	})
}
