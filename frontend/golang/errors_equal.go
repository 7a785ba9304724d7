package golang

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Whether two errors are equal. Codes tell it for errors that are known when compiling, and for those that places make
// which run once. They do not where a lane's value has become an error, which may be that of a constant, of a variable
// or of another place; nor of a place that makes one error after another. Lanes in which such are compared are left to
// Go. An integer that becomes an error is told from the constants of its type, so that the usual enumerations of errors
// are compared here.

// origin is how a code is made.
type origin struct {
	made  bool       // by a place, in the lane
	again bool       // which may make several that differ
	any   bool       // of any type
	fresh *ssa.Alloc // it is the address of this variable
	not   []int      // codes of errors of its type that it is not
}

// originOf returns how the code of a key is made.
func (t *translator) originOf(key any) (o origin) {
	var in ssa.Instruction
	switch key := key.(type) {
	case madeHere:
		in = key.in
	case wrappedAs:
		in = key.in
	case ssa.Instruction:
		in = key
	default:
		return o
	}
	o.made, o.again = true, !t.runsOnce(in)
	switch in := in.(type) {
	case *ssa.MakeInterface:
		o.fresh, _ = in.X.(*ssa.Alloc)
		o.again = o.again || slices.ContainsFunc(t.layouts.Of(in.X.Type()).Leaves, func(lf known.Leaf) bool {
			return lf.Dtype.IsFloat() // which may not be equal to itself
		})
	case *ssa.ChangeInterface:
		o.any, o.again = true, true
	}
	return o
}

// runsOnce reports whether a lane runs an instruction once at most, as far as is seen at a glance.
func (t *translator) runsOnce(in ssa.Instruction) bool {
	fn := in.Parent()
	if fn != t.entry || ssaflow.Cycles(fn)[in.Block().Index] {
		return false
	}
	return !ssaflow.IsRecursive(fn)
}

// mayEqual reports whether errors of two codes may be equal although their codes differ, or the other way round.
func (w *wrappings) mayEqual(x, y int) bool {
	if x == 0 || y == 0 {
		return false
	}
	a, b := w.origins[x], w.origins[y]
	switch {
	case x == y:
		return a.again
	case a.any || b.any:
		return true
	case !a.made && !b.made, w.typeOf[x] == 0 || w.typeOf[x] != w.typeOf[y]:
		return false
	case a.fresh != b.fresh && (a.fresh != nil || !a.made) && (b.fresh != nil || !b.made):
		return false
	}
	return !slices.Contains(a.not, y) && !slices.Contains(b.not, x)
}

// isUntold reports whether it is not told if an error of a code is a target, or wraps it.
func (t *translator) isUntold(code, target int) bool {
	may := t.wraps.mayEqual(code, target)
	if code == target {
		return may
	}
	is := t.isWhich(code)
	return !slices.Contains(is, target) && (may || slices.ContainsFunc(is, func(c int) bool {
		return c > 0 && t.wraps.mayEqual(c, target)
	}))
}

// sameErrors tells whether errors are equal.
func (b *coder) sameErrors(x, y program.Operand) program.Operand {
	same := b.op("eq", program.I32, x, y)
	if x.IsLiteral() && !y.IsLiteral() {
		x, y = y, x
	}
	w := b.wraps
	switch {
	case y.IsLiteral() && x.IsLiteral():
		b.requireEqualTold(truth(w.mayEqual(int(x.Bits), int(y.Bits))))
	case y.IsLiteral():
		b.requireToldOf(x, int(y.Bits), false)
	default:
		types, places := b.originTables()
		alike := b.op("eq", program.I32, b.ofCode(types, x), b.ofCode(types, y))
		made := b.op("max", program.I32, b.ofCode(places, x), b.ofCode(places, y))
		lit := func(x uint64) program.Operand { return program.Lit(program.I32, x) }
		enough := b.op("select", program.I32, alike, lit(madeOne), lit(madeAny))
		b.requireEqualTold(b.op("ge", program.I32, made, enough))
	}
	return same
}

// originTables are a table that tells which errors may be equal, by a number for them, and one of how codes are made.
func (b *coder) originTables() (types, places *program.Uniform) {
	w := b.wraps
	if w.ofTypes == nil {
		w.ofTypes, w.ofPlaces = b.codeTable("type_of", program.I32), b.codeTable("made", program.I32)
	}
	return w.ofTypes, w.ofPlaces
}

// How a code is made: by a place, and if so of any type.
const (
	madeOne = 1 + iota
	madeAny
)

// place is which of these an origin is, or 0.
func (o *origin) place() uint64 {
	switch {
	case o.any:
		return madeAny
	case o.made:
		return madeOne
	}
	return 0
}

// requireToldOf leaves lanes to Go where it is not told whether an error is a target, or wraps it.
func (b *coder) requireToldOf(err program.Operand, target int, wrapped bool) {
	w := b.wraps
	if target == 0 || !w.origins[target].made && w.typeOf[target] == 0 {
		return // nothing else is equal to an error that package errors made before the program
	}
	key := untold{target, wrapped}
	if w.untolds[key] == nil {
		w.untolds[key] = b.codeTable("untold", program.Bool)
	}
	b.requireEqualTold(b.ofCode(w.untolds[key], err))
}

// untold is what a table tells of each code: that it is not known whether an error is a target, or wraps it too.
type untold struct {
	target  int
	wrapped bool
}

// requireEqualTold leaves lanes to Go where something is not told of two errors.
func (b *coder) requireEqualTold(not program.Operand) {
	if not != truth(false) {
		b.require(b.op("not", program.Bool, not), optab.NeedsGo, mayBeEqual)
	}
}

// requireKeyTold leaves lanes to Go that have a key of a map with an error which a place has made.
func (b *coder) requireKeyTold(leaves []known.Leaf, key known.Value) {
	for i, lf := range leaves {
		if lf.GoType != program.GoError {
			continue
		}
		if len(lf.Shape) > 0 {
			b.fail("arrays of errors are not available as keys in batched code")
		}
		code := key[i].Nums[0]
		if code.IsLiteral() {
			b.requireEqualTold(truth(b.wraps.origins[int(code.Bits)].made))
			continue
		}
		_, places := b.originTables()
		b.requireEqualTold(b.op("ge", program.I32, b.ofCode(places, code), program.Lit(program.I32, madeOne)))
	}
}

// enumerated gives the code of an integer that becomes an error: those of its type's constants are errors of their own.
// It reports whether there are constants.
func (b *operands) enumerated(in *ssa.MakeInterface, says string, v known.Value) (code program.Operand, ok bool) {
	t, named := in.X.Type().(*types.Named)
	if !named || t.Obj().Pkg() == nil {
		return code, false
	}
	if basic, ok := t.Underlying().(*types.Basic); !ok || basic.Info()&types.IsInteger == 0 {
		return code, false
	}
	d := v[0].Leaf.Dtype
	var all []uint64
	scope := t.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t) {
			if bits := evaluate.ConstBits(constant.ToInt(c.Val()), d); !slices.Contains(all, bits) {
				all = append(all, bits)
			}
		}
	}
	if len(all) == 0 || len(all) > maxEnumerated {
		return code, false
	}
	code = b.errorCode(in, says, "")
	rest := int(code.Bits)
	b.wraps.setType(rest, t)
	o := b.wraps.origins[rest]
	o.not = o.not[:0]
	for _, bits := range all {
		one := b.codeOf(evaluate.Datum{Ref: &evaluate.Dynamic{Type: t, Val: evaluate.Datum{Bits: bits}}})
		o.not = append(o.not, int(one))
		is := b.op("eq", d, v[0].Nums[0], program.Lit(d, bits))
		code = b.op("select", program.I32, is, program.Lit(program.I32, one), code)
	}
	b.wraps.origins[rest] = o
	return code, true
}

// maxEnumerated is of how many constants a number is told that becomes an error.
const maxEnumerated = 32

// isAskedFor reports whether it is asked for an error that one of a code may be.
func (w *wrappings) isAskedFor(code int) bool {
	for key := range w.untolds {
		if key.wrapped && w.mayEqual(code, key.target) {
			return true
		}
	}
	return false
}

// fillEqual gives the tables of this file their elements for the next code.
func (w *wrappings) fillEqual(t *translator, code int) {
	add := func(u *program.Uniform, x uint64) {
		u.Data = append(u.Data, x)
		u.Type.Shape = []int{len(u.Data)}
	}
	for key, u := range w.untolds {
		untold := w.mayEqual(code, key.target)
		if key.wrapped {
			untold = t.isUntold(code, key.target)
		}
		add(u, truth(untold).Bits)
	}
	if w.ofTypes == nil {
		return
	}
	// Those without a type are like themselves alone.
	o, typ := w.origins[code], w.typeOf[code]
	if typ == 0 || o.any {
		typ = len(w.types) + 1 + code
	}
	add(w.ofTypes, uint64(typ))
	add(w.ofPlaces, o.place())
}
