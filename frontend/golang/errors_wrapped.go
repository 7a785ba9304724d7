package golang

import (
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
	asked bool                     // errors.Is is called somewhere
	is    map[int][]int            // the errors that a code wraps, for codes that do
	made  map[int]bool             // codes of places, which errors.Is cannot ask for
	sites []*wrapping              // whose errors differ from lane to lane in what they wrap
	tests map[int]*program.Uniform // by the error that is asked for
	// unknown says why it is not known what some error is, "" if it is.
	unknown string
}

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
	w := &wrappings{is: map[int][]int{}, made: map[int]bool{}, tests: map[int]*program.Uniform{}}
	for _, p := range loaded.Packages {
		for _, o := range p.Info.Uses {
			if f, ok := o.(*types.Func); ok && f.Pkg() != nil && f.Pkg().Path() == "errors" && f.Name() == "Is" {
				w.asked = true
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
		b.fail("errors.Is is not available in batched code for %s; compare with ==", w.unknown)
	case target.IsLiteral() && w.made[int(target.Bits)] || !target.IsLiteral() && b.mayWrap():
		b.fail("errors.Is is available in batched code for a package-level error, as in errors.Is(err, ErrRange), " +
			"not for one that fmt.Errorf has made with %%w in the lane")
	case x.IsLiteral() && target.IsLiteral():
		is := x == target || slices.Contains(w.is[int(x.Bits)], int(target.Bits))
		b.defineNumber(truth(is))
	case !b.mayWrap():
		b.defineNumber(b.op("eq", program.I32, x, target))
	default:
		b.defineNumber(b.ofCode(w.test(b.translator, int(target.Bits)), x))
	}
}

// mayWrap reports whether an error wraps another, as far as is known when analysing.
func (t *translator) mayWrap() bool { return len(t.wraps.is)+len(t.wraps.sites) > 0 }

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
	v := wrappedOperand(in)
	if v == nil {
		b.wraps.unknown = "errors that fmt.Errorf wraps in another way than with one %w of an error"
		return false
	}
	inner := b.scalar(v)
	if inner.IsLiteral() {
		b.defineNumber(program.Lit(program.I32, uint64(b.wrapCode(in, text, b.isWhich(int(inner.Bits))))))
		return true
	}
	w := b.wraps
	i := slices.IndexFunc(w.sites, func(s *wrapping) bool { return s.in == in && s.text == text })
	if i < 0 {
		i = len(w.sites)
		w.sites = append(w.sites, &wrapping{in: in, text: text, table: b.codeTable("wrapped", program.I32)})
	}
	b.defineNumber(b.ofCode(w.sites[i].table, inner))
	return true
}

// isWhich returns the errors that a code is: itself, unless it is that of a place that wraps others, and what it wraps.
func (t *translator) isWhich(code int) []int {
	is := slices.Clone(t.wraps.is[code])
	if code != 0 && !t.wraps.made[code] {
		is = append(is, code)
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
	return code
}

// fill gives the tables their elements. Codes of what a place wraps may be new ones, which places may wrap again. Only
// what is asked for tells them apart, so that they are few.
func (w *wrappings) fill(t *translator) program.ErrorList {
	for code := 0; code <= len(t.out.Errors); code++ {
		if code > maxErrorCodes {
			return program.ErrorList{t.errorf(t.entry.Pos(), "fmt.Errorf wraps errors in too many ways for errors.Is; "+
				"wrap fewer of them, or compare with ==")}
		}
		is := slices.DeleteFunc(t.isWhich(code), func(c int) bool { return w.tests[c] == nil })
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
	}
	for _, s := range w.sites {
		s.table.Type.Shape = []int{len(s.table.Data)}
	}
	for _, u := range w.tests {
		u.Type.Shape = []int{len(u.Data)}
	}
	return nil
}

// wrappedOperand is the error that a call of fmt.Errorf wraps, or nil if the call is another, or wraps several, or it
// is not known which.
func wrappedOperand(in *ssa.Call) ssa.Value {
	fn, ok := in.Call.Value.(*ssa.Function)
	if !ok || pathOf(fn) != "fmt.Errorf" {
		return nil
	}
	format, isConst := in.Call.Args[0].(*ssa.Const)
	s, isSlice := in.Call.Args[1].(*ssa.Slice)
	if !isConst || !isSlice {
		return nil
	}
	at, ok := evaluate.Wrapped(constant.StringVal(format.Value))
	if !ok {
		return nil
	}
	for _, ref := range *s.X.Referrers() {
		place, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		if i, ok := place.Index.(*ssa.Const); !ok || i.Int64() != int64(at) {
			continue
		}
		for _, use := range *place.Referrers() {
			if st, ok := use.(*ssa.Store); ok {
				if v, ok := st.Val.(*ssa.ChangeInterface); ok && gotypes.IsError(v.X.Type()) {
					return v.X
				}
			}
		}
	}
	return nil
}

// checkIdentity notes an error that says itself what it is.
func (t *translator) checkIdentity(typ types.Type) {
	for _, name := range []string{"Is", "Unwrap"} {
		if gotypes.Selected(typ, name) != nil {
			t.wraps.unknown = "errors whose type has a method " + name
		}
	}
}
