package golang

import (
	"cmp"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/program"
)

// Errors that wrap others, where errors.Is is asked. A place that wraps errors has a code for each set of errors
// that what it wraps is, and a table from the codes of what it may wrap to its own. errors.Is looks up, in a table for
// each error that is asked for, whether a code is that error. The tables have their elements when all codes are known.

// wrappings are the errors that wrap others.
type wrappings struct {
	asked bool                     // errors.Is, errors.As or errors.AsType is called somewhere
	as    bool                     // one of the latter two is
	is    map[int][]int            // the errors that a code wraps, for codes that do
	made  map[int]bool             // codes of places, which errors.Is cannot ask for
	sites []*wrapping              // whose errors differ from lane to lane in what they wrap
	tests map[int]*program.Uniform // by the error that is asked for
	// joins are places that join errors. Of each code, bits says which of the errors joinBits it is.
	joins    []*joining
	bits     *program.Uniform
	joinBits []int
	// unknown says why it is not known what some error is, "" if it is, and instead what to write, if that is known.
	unknown, instead string
	// types are those that values have which become errors, and typeOf has for codes of such which one, from 1 on.
	// untold says that there are others. See errors_types.go.
	types     []types.Type
	typeOf    map[int]int
	untold    bool
	typeTests []*typeTest
	// origins are those of codes. Tables tell which errors may be equal although their codes differ, and the other way
	// round; see errors_equal.go.
	origins  map[int]origin
	untolds  map[untold]*program.Uniform
	ofTypes  *program.Uniform
	ofPlaces *program.Uniform
}

// cannotTell says why it is not known what some error is, and what to write instead.
func (w *wrappings) cannotTell(why, instead string) { w.unknown, w.instead = why, instead }

// wrapping is a place that wraps errors.
type wrapping struct {
	in    ssa.Instruction
	text  string
	table *program.Uniform
}

// wrappedAs is what a code of a place that wraps errors is for.
type wrappedAs struct {
	in   ssa.Instruction
	text string
	is   string // the errors that it wraps
}

// maxErrorCodes bounds the tables.
const maxErrorCodes = 4096

// newWrappings prepares for the errors of a program.
func newWrappings(loaded *load.View) *wrappings {
	w := &wrappings{
		is: map[int][]int{}, made: map[int]bool{}, tests: map[int]*program.Uniform{}, typeOf: map[int]int{},
		origins: map[int]origin{}, untolds: map[untold]*program.Uniform{},
	}
	for _, p := range loaded.Packages {
		for _, o := range p.Info.Uses {
			if f, ok := o.(*types.Func); ok && f.Pkg() != nil && f.Pkg().Path() == "errors" {
				w.as = w.as || f.Name() == "As" || f.Name() == "AsType"
				w.asked = w.asked || w.as || f.Name() == "Is"
			}
		}
	}
	return w
}

// errorIs translates errors.Is.
func (b *body) errorIs(x, target program.Operand) {
	w := b.wraps
	switch {
	case w.unknown != "":
		b.fail("errors.Is is not available in batched code for %s; %s", w.unknown, cmp.Or(w.instead, "compare with =="))
	case target.IsLiteral() && w.made[int(target.Bits)] || !target.IsLiteral() && b.mayWrap():
		b.fail("errors.Is is available in batched code for a package-level error, as in errors.Is(err, ErrRange), " +
			"not for one that fmt.Errorf has made with %%w in the lane")
	case x.IsLiteral() && target.IsLiteral():
		is := x == target || slices.Contains(w.is[int(x.Bits)], int(target.Bits))
		b.requireEqualTold(truth(b.isUntold(int(x.Bits), int(target.Bits))))
		b.defineNumber(truth(is))
	case !b.mayWrap():
		b.defineNumber(b.sameErrors(x, target))
	default:
		b.requireToldOf(x, int(target.Bits), true)
		test := w.test(b.translator, int(target.Bits))
		b.limitJoined()
		b.defineNumber(b.ofCode(test, x))
	}
}

// mayWrap reports whether an error wraps another, as far as is known when analysing.
func (t *translator) mayWrap() bool { return len(t.wraps.is)+len(t.wraps.sites)+len(t.wraps.joins) > 0 }

// test is the table that says of each code whether it is an error.
func (w *wrappings) test(t *translator, target int) *program.Uniform {
	if w.tests[target] == nil {
		w.tests[target] = t.codeTable("is", program.Bool)
	}
	return w.tests[target]
}

// codeTable declares a table with an element for each code.
func (t *translator) codeTable(name string, of program.Dtype) *program.Uniform {
	u := &program.Uniform{Name: t.names.Unique(name), Type: program.TensorType{Dtype: of}}
	t.addUniform(u)
	return u
}

// ofCode is the element of a table for a code.
func (b *coder) ofCode(u *program.Uniform, code program.Operand) program.Operand {
	return b.element(program.Ref(u.Name), known.Leaf{Dtype: u.Type.Dtype},
		[]program.Operand{b.op("convert_i64", program.I32, code)})
}

// wrapError gives the code of an error that fmt.Errorf makes with %w, and reports whether it is known what it wraps.
func (b *body) wrapError(in *ssa.Call, text string) bool {
	wrapped := wrappedOperands(in)
	if wrapped == nil {
		b.wraps.cannotTell("errors that fmt.Errorf wraps in another way than with %w of errors, in a format that is a "+
			"constant", "")
		return false
	}
	var codes []program.Operand
	for _, w := range wrapped {
		if w.box != nil {
			codes = append(codes, b.errorOf(w.box))
		} else {
			codes = append(codes, b.scalar(w.v))
		}
	}
	if len(codes) == 1 {
		b.defineNumber(b.wrapping(in, text, codes[0]))
	} else {
		code, _ := b.joining(in, text, codes)
		b.defineNumber(code)
	}
	return true
}

// wrapping is the code of an error that a place makes of another.
func (b *coder) wrapping(in ssa.Instruction, text string, inner program.Operand) program.Operand {
	if inner.IsLiteral() {
		return program.Lit(program.I32, uint64(b.wrapCode(in, text, b.isWhich(int(inner.Bits)))))
	}
	w := b.wraps
	i := slices.IndexFunc(w.sites, func(s *wrapping) bool { return s.in == in && s.text == text })
	if i < 0 {
		i = len(w.sites)
		w.sites = append(w.sites, &wrapping{in: in, text: text, table: b.codeTable("wrapped", program.I32)})
	}
	return b.ofCode(w.sites[i].table, inner)
}

// isWhich returns the errors that a code is: itself, unless it is that of a place that wraps others, and what it wraps.
// Where errors.As is asked, it returns the types of all of these as well, the k-th as -k.
func (t *translator) isWhich(code int) []int {
	is := slices.Clone(t.wraps.is[code])
	if code != 0 && !t.wraps.made[code] {
		is = append(is, code)
	}
	if k := t.wraps.typeOf[code]; k > 0 && t.wraps.as {
		is = append(is, -k)
	}
	slices.Sort(is)
	return slices.Compact(is)
}

// wrapCode is the code of an error that a place makes of what is some errors.
func (t *translator) wrapCode(in ssa.Instruction, text string, is []int) int {
	key := wrappedAs{in: in, text: text}
	for _, c := range is {
		key.is += itoa(c) + " "
	}
	code := int(t.errorCode(key, text, "").Bits)
	t.wraps.is[code], t.wraps.made[code] = is, true
	if box, ok := in.(*ssa.MakeInterface); ok {
		t.wraps.setType(code, box.X.Type())
	}
	return code
}

// fill gives the tables their elements. Codes of what a place wraps may be new ones, which places may wrap again. Only
// what is asked for tells them apart, so that they are few.
func (w *wrappings) fill(t *translator) program.ErrorList {
	if errs := w.startJoins(t); errs != nil {
		return errs
	}
	for code := 0; code <= len(t.out.Errors); code++ {
		if code > maxErrorCodes {
			return program.ErrorList{t.errorf(t.entry.Pos(), "fmt.Errorf wraps errors in too many ways for errors.Is; "+
				"wrap fewer of them, or compare with ==")}
		}
		is := slices.DeleteFunc(t.isWhich(code), func(c int) bool { return !w.asksFor(c) })
		for _, s := range w.sites {
			s.table.Data = append(s.table.Data, uint64(t.wrapCode(s.in, s.text, is)))
		}
		for target, u := range w.tests {
			yes := uint64(0)
			if code == target || slices.Contains(is, target) {
				yes = 1
			}
			u.Data = append(u.Data, yes)
		}
		w.fillBits(is)
		w.fillTypes(t, code)
		w.fillEqual(t, code)
	}
	for _, s := range w.sites {
		s.table.Type.Shape = []int{len(s.table.Data)}
	}
	for _, u := range w.tests {
		u.Type.Shape = []int{len(u.Data)}
	}
	return nil
}

// asksFor reports whether an error, or a type as -k, is asked for.
func (w *wrappings) asksFor(c int) bool {
	return w.tests[c] != nil || c > 0 && w.isAskedFor(c) || c < 0 && w.asksForType(c)
}

// wrappedOperand is an error that fmt.Errorf wraps, or the value and the conversion that makes it one.
type wrappedOperand struct {
	v   ssa.Value
	box *ssa.MakeInterface
}

// wrappedOperands are the errors that a call of fmt.Errorf wraps, in their order. There are none if the call is
// another, or if it is not known which they are.
func wrappedOperands(in *ssa.Call) (all []wrappedOperand) {
	fn, ok := in.Call.Value.(*ssa.Function)
	if !ok || pathOf(fn) != "fmt.Errorf" {
		return nil
	}
	format, isConst := in.Call.Args[0].(*ssa.Const)
	s, isSlice := in.Call.Args[1].(*ssa.Slice)
	if !isConst || !isSlice {
		return nil
	}
	which, _ := evaluate.Wrapped(constant.StringVal(format.Value))
	for _, at := range which {
		w, ok := wrappedAt(s.X, at)
		if !ok {
			return nil
		}
		all = append(all, w)
	}
	return all
}

// wrappedAt is the error that is stored as an operand, by the index of that.
func wrappedAt(operands ssa.Value, at int) (w wrappedOperand, ok bool) {
	for _, ref := range *operands.Referrers() {
		place, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		if i, ok := place.Index.(*ssa.Const); !ok || i.Int64() != int64(at) {
			continue
		}
		for _, use := range *place.Referrers() {
			st, ok := use.(*ssa.Store)
			if !ok {
				continue
			}
			switch v := st.Val.(type) {
			case *ssa.ChangeInterface:
				if gotypes.IsError(v.X.Type()) {
					return wrappedOperand{v: v.X}, true
				}
			case *ssa.MakeInterface:
				return wrappedOperand{v.X, v}, true
			}
		}
	}
	return wrappedOperand{}, false
}

// checkIdentity notes an error that says itself what it is, or what it wraps.
func (t *translator) checkIdentity(typ types.Type) {
	switch {
	case gotypes.Selected(typ, "Is") != nil:
		t.wraps.cannotTell("errors whose type has a method Is", "")
	case gotypes.Selected(typ, "Unwrap") != nil:
		t.wraps.cannotTell("errors whose method Unwrap does more than give a field", "")
	case t.wraps.as && gotypes.Selected(typ, "As") != nil:
		t.wraps.cannotTell("errors whose type has a method As", "")
	}
}

// wrappedField is the field of an error that a method Unwrap of its type gives, if the method does no more; the type
// has no method Is. The error may be a pointer to what has the field.
func (t *translator) wrappedField(typ types.Type) (field int, ok bool) {
	if !t.wraps.asked || gotypes.Selected(typ, "Is") != nil {
		return 0, false
	}
	fn := t.loaded.Method(typ, "Unwrap")
	if fn == nil || len(fn.Blocks) != 1 || fn.Signature.Results().Len() != 1 ||
		!gotypes.IsError(fn.Signature.Results().At(0).Type()) {
		return 0, false
	}
	receiver := ssa.Value(fn.Params[0])
	var own ssa.Value // the variable that has it
	for _, in := range fn.Blocks[0].Instrs {
		switch in := in.(type) {
		case *ssa.Alloc, *ssa.FieldAddr, *ssa.Field, *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if own != nil || in.Val != receiver {
				return 0, false
			}
			own = in.Addr
		case *ssa.Return:
			switch v := in.Results[0].(type) {
			case *ssa.Field:
				return v.Field, v.X == receiver
			case *ssa.UnOp:
				if at, ok := v.X.(*ssa.FieldAddr); ok {
					return at.Field, at.X == receiver || own != nil && at.X == own
				}
			}
		default:
			return 0, false
		}
	}
	return 0, false
}

// innerError is the code of the error that a value wraps whose field has it.
func (b *heap) innerError(v known.Value, typ types.Type, field int) (program.Operand, bool) {
	if _, ok := typ.Underlying().(*types.Pointer); ok {
		if len(v) != 1 || v[0].Kind != known.Pointer {
			return program.Operand{}, false
		}
		v, typ = b.read(b.derefAtom(v[0])), gotypes.Pointee(typ)
	}
	from, to := b.layouts.Of(typ).Field(field)
	if to != from+1 || len(v) < to || v[from].Kind != known.Number {
		return program.Operand{}, false
	}
	return v[from].Nums[0], true
}
