package golang

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/program"
)

// What slices and pointers inside of a uniform refer to, as in an ensemble of
// trees, is in pools: all values that a type of slice or pointer refers to, one
// behind the other. A slice is then two numbers, where it begins in the pool and
// how long it is, and a pointer one, the index of what it points to; both are -1
// for nil. Pools are of one parameter and of one type, however often the type
// occurs, so that types which contain themselves have pools too. Package shared
// says which uniforms there are, in which order, and makes them of a Go value.

// pools are those of one uniform parameter.
type pools struct {
	*translator
	regions map[string]*region // by the type of the slice or pointer
	leaves  int
}

func (t *translator) newPools() *pools { return &pools{translator: t, regions: map[string]*region{}} }

// poolRef is a slice or pointer in a uniform.
type poolRef struct {
	pool *region
	// first is a slice's offset, or a pointer's index, and length that of a slice.
	first, length string
	// why says why the leaf cannot be used, if it has no pool.
	why string
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
	for depth := 1; isSlice(elem); depth++ {
		if elem = referredTo(elem); depth > maxMatrix {
			return true
		}
	}
	return slices.ContainsFunc(t.layouts.of(elem).leaves, func(lf leaf) bool { return lf.ref != nil && isPooled(lf.ref) })
}

// isPooled reports whether a type is one of which there are pools.
func isPooled(typ types.Type) bool {
	_, isPointer := typ.Underlying().(*types.Pointer)
	return isPointer || isSlice(typ)
}

func isSlice(typ types.Type) bool {
	_, ok := typ.Underlying().(*types.Slice)
	return ok
}

// referredTo is the type of what a slice or pointer refers to.
func referredTo(typ types.Type) types.Type {
	if s, ok := typ.Underlying().(*types.Slice); ok {
		return s.Elem()
	}
	return gotypes.Pointee(typ)
}

// poolKey names the pool of what a type of slice or pointer refers to, whatever the
// type itself is called.
func poolKey(typ types.Type) string {
	if isSlice(typ) {
		return "[]" + gotypes.Key(referredTo(typ))
	}
	return "*" + gotypes.Key(referredTo(typ))
}

// ref declares a slice or pointer in a uniform, with axes in front.
func (ps *pools) ref(name string, lf leaf, shape []int) *poolRef {
	if !isPooled(lf.ref) {
		return &poolRef{why: whyNot(lf.ref)}
	}
	elem := referredTo(lf.ref)
	if why := tooLarge(elem); why != "" {
		return &poolRef{why: why}
	}
	number := func(suffix string) string {
		u := &program.Uniform{
			Name: ps.names.unique(name + suffix),
			Type: program.TensorType{Dtype: program.I64, Shape: slices.Concat(shape, lf.shape)},
		}
		ps.addUniform(u)
		return u.Name
	}
	ref := &poolRef{}
	if isSlice(lf.ref) {
		ref.first, ref.length = number(".off"), number(".len")
		ref.pool = ps.of(name, lf.ref, elem)
	} else {
		ref.first = number(".at")
		ref.pool = ps.of(name, lf.ref, elem)
		ref.pool.nilable = true
	}
	return ref
}

// of declares the pool of what a type of slice or pointer refers to, once.
func (ps *pools) of(name string, typ, elem types.Type) *region {
	key := poolKey(typ)
	if r := ps.regions[key]; r != nil {
		return r
	}
	r := &region{name: "u:" + name, kind: uniformRegion, typ: elem, layout: new(layout), what: name, repeats: isSlice(typ)}
	ps.regions[key] = r
	ps.fill(r, name, elem, []int{program.AnyLength})
	return r
}

// fill declares the uniforms of a region: those of an element's leaves, with axes in
// front. The region's leaves have the names of the uniforms as their paths.
func (ps *pools) fill(r *region, name string, elem types.Type, shape []int) {
	leaves := ps.layouts.of(elem).leaves
	if ps.leaves += len(leaves); ps.leaves > maxLeaves {
		leaves = nil // the parameter is refused; see uniformParameter
	}
	r.refs = make([]*poolRef, len(leaves))
	r.layout.leaves = slices.Clone(leaves)
	for k, lf := range leaves {
		at := &r.layout.leaves[k]
		at.shape = slices.Concat(shape, lf.shape)
		switch {
		case lf.goTyp == goError:
			r.refs[k] = &poolRef{why: errorParameter}
		case lf.ref == nil:
			u := &program.Uniform{Name: ps.names.unique(name + lf.path), Type: at.tensor()}
			ps.addUniform(u)
			at.path = u.Name
		case lf.path == "":
			r.refs[k] = ps.ref(name+".each", lf, shape)
			at.path = r.refs[k].first
		default:
			r.refs[k] = ps.ref(name+lf.path, lf, shape)
			at.path = r.refs[k].first
		}
	}
}

// whyNot says why a parameter with a slice or pointer cannot be uniform, or "".
func (ps *pools) whyNot(ref *poolRef) string {
	switch {
	case ps.leaves > maxLeaves:
		return fmt.Sprintf("it refers to values with more than %d parts in all; take what is needed of it as parameters", maxLeaves)
	case ref != nil:
		return ref.why
	}
	return ""
}

// atom is a slice or pointer that is a parameter, or a field of one.
func (ref *poolRef) atom(elem types.Type) atom {
	a := atom{kind: pointer, reg: ref.pool, to: len(ref.pool.layout.leaves), elem: elem, nums: []program.Operand{program.Ref(ref.first)}}
	if ref.length != "" {
		n := program.Ref(ref.length)
		a.kind, a.nums = slice, append(a.nums, n, n)
	}
	return a
}

// readPoolRef reads a slice or pointer at the indices of its leading axes.
func (b *body) readPoolRef(p place, k int) atom {
	ref, lf := p.reg.refs[k], p.reg.layout.leaves[k]
	if ref.pool == nil {
		return conflictOf("%s: %s", p.reg.what, ref.why)
	}
	number := leaf{dtype: program.I64, shape: lf.shape[len(p.index):]}
	elem := ref.pool.typ
	a := ref.atom(elem)
	first := b.element(a.nums[0], number, p.index)
	a.nums = []program.Operand{first}
	if ref.length != "" {
		n := b.element(program.Ref(ref.length), number, p.index)
		a.nums = append(a.nums, n, n)
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
	if !slices.ContainsFunc(t.layouts.of(held).leaves, func(lf leaf) bool { return lf.ref != nil && t.pooled(lf.ref) }) {
		return false
	}
	t.linked = true
	return t.opts.sharing == sharesLinked
}

// isFlat reports whether all leaves are numbers and slices of numbers.
func (t *translator) isFlat(l *layout) bool {
	return !slices.ContainsFunc(l.leaves, func(lf leaf) bool {
		switch {
		case lf.goTyp == goError:
			return true
		case lf.ref == nil:
			return false
		case len(lf.shape) > 0 || !isSlice(lf.ref) || t.pooled(lf.ref):
			return true
		}
		elem := referredTo(lf.ref)
		for isSlice(elem) {
			elem = referredTo(elem)
		}
		leaves := t.layouts.of(elem).leaves
		return len(leaves) == 0 || slices.ContainsFunc(leaves, func(lf leaf) bool { return lf.ref != nil || lf.goTyp == goError })
	})
}
