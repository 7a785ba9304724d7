package asmgen

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A product without a conversion is fused into the sums that it is an operand of, as a
// build of Go does it: see codegen.Build. It is not an instruction until something else than a
// sum needs it, and then it is rounded. So it is where it is given to a function, or is the
// result of one.

// In returns the library as a build of a form compiles it: in its functions products may
// stand without conversions, and the variables fuses and onARM64, which say what the build is,
// are constants.
func (l *Library) In(form codegen.Build) *Library {
	in := *l
	in.form = &form
	return &in
}

// builds are the variables that say what a build is.
var builds = map[string]func(codegen.Build) bool{
	"fuses":   func(f codegen.Build) bool { return f != codegen.Unfused },
	"onARM64": func(f codegen.Build) bool { return f == codegen.ARM64 },
}

// build returns the value of a variable that says what the build is.
func (t *translator) build(name string) (v codegen.Value, ok bool) {
	is, ok := builds[name]
	if !ok || t.lib.form == nil {
		return codegen.NoValue, false
	}
	if is(*t.lib.form) {
		return t.Constant(optab.Bool, 1), true
	}
	return t.Constant(optab.Bool, 0), true
}

// A product is x*y, or minus that, which is not rounded yet.
type product struct {
	x, y     codegen.Value
	negative bool
}

// multiply translates x*y without a conversion, of float64. What the compiler makes a
// simpler operation, it does not fuse.
func (t *translator) multiply(x, y codegen.Value) codegen.Value {
	simple := *t.lib.form == codegen.Unfused || t.isLoaded(x) || t.isLoaded(y)
	x, y = t.rounded(x), t.rounded(y)
	if simple || t.isSimple(x, y) || t.isSimple(y, x) {
		return t.Emit(optab.F64, "mul.f64", x, y)
	}
	return t.unrounded(product{x: x, y: y})
}

// isSimple tells whether the product of x and c is not a product for the compiler: with 1, -1
// and 2, and of constants.
func (t *translator) isSimple(x, c codegen.Value) bool {
	bits, ok := t.IsConst(c)
	if !ok {
		return false
	}
	_, both := t.IsConst(x)
	f := math.Float64frombits(bits)
	return both || f == 1 || f == -1 || f == 2
}

// unrounded returns a value that stands for a product.
func (t *translator) unrounded(p product) codegen.Value {
	v := t.F.NewValue(optab.F64)
	t.products[v] = p
	return v
}

// load returns a value that the compiler takes from memory where it adds or multiplies, by
// an instruction that fuses nothing.
func (t *translator) load(x codegen.Value) codegen.Value {
	if *t.lib.form != codegen.FusedSums {
		return x
	}
	v := t.F.NewValue(optab.F64)
	t.loads[v] = x
	return v
}

func (t *translator) isLoaded(v codegen.Value) bool {
	_, ok := t.loads[v]
	return ok
}

// rounded returns a value that is not a product waiting to be fused.
func (t *translator) rounded(v codegen.Value) codegen.Value {
	if x, ok := t.loads[v]; ok {
		return x
	}
	p, ok := t.products[v]
	if !ok {
		return v
	}
	r := t.Builder.Emit(optab.F64, "mul.f64", p.x, p.y)
	if p.negative {
		r = t.Builder.Emit(optab.F64, "neg.f64", r)
	}
	return r
}

func (t *translator) allRounded(list []codegen.Value) []codegen.Value {
	list = slices.Clone(list)
	for i, v := range list {
		list[i] = t.rounded(v)
	}
	return list
}

// Emit, Copy and Merge are those of the builder, for which products are rounded.

func (t *translator) Emit(typ optab.Type, op string, args ...codegen.Value) codegen.Value {
	return t.Builder.Emit(typ, op, t.allRounded(args)...)
}

func (t *translator) Copy(v codegen.Value) codegen.Value { return t.Builder.Copy(t.rounded(v)) }

func (t *translator) Merge(cond, into, v codegen.Value) {
	t.Builder.Merge(cond, into, t.rounded(v))
}

// negative translates -x. On arm64 minus a product is fused like a product.
func (t *translator) negative(typ optab.Type, x codegen.Value) codegen.Value {
	if p, ok := t.products[x]; ok && *t.lib.form == codegen.ARM64 {
		p.negative = !p.negative
		return t.unrounded(p)
	}
	return t.Emit(typ, "neg."+typ.String(), x)
}

// sum translates x + y of float64.
func (t *translator) sum(x, y codegen.Value) codegen.Value {
	p, ofX := t.products[x]
	q, ofY := t.products[y]
	if t.isLoaded(x) || t.isLoaded(y) {
		return t.Emit(optab.F64, "add.f64", x, y)
	}
	first := ofX
	if ofX && ofY && *t.lib.form == codegen.ARM64 {
		first = q.negative && !p.negative
	}
	switch {
	case first:
		return t.fused(p, t.rounded(y))
	case ofY:
		return t.fused(q, t.rounded(x))
	}
	return t.Emit(optab.F64, "add.f64", x, y)
}

// difference translates x - y of float64.
func (t *translator) difference(x, y codegen.Value) codegen.Value {
	if t.lib.form != nil && *t.lib.form == codegen.ARM64 {
		if q, ok := t.products[y]; ok {
			q.negative = !q.negative
			return t.fused(q, t.rounded(x))
		}
		if p, ok := t.products[x]; ok {
			return t.fused(p, t.Emit(optab.F64, "neg.f64", y))
		}
	}
	return t.Emit(optab.F64, "sub.f64", x, y)
}

// fused is p + z, rounded once.
func (t *translator) fused(p product, z codegen.Value) codegen.Value {
	x := p.x
	if p.negative {
		x = t.Emit(optab.F64, "neg.f64", x)
	}
	return t.Emit(optab.F64, "fma.f64", x, p.y, z)
}
