package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/program"
)

// Errors that errors.Join joins, or fmt.Errorf wraps with several %w, where errors.Is or errors.As is asked. A table
// says of each code which of the errors and types that are asked for it is, with a bit for each, and a place that joins
// errors has a code for each set of bits. Where the errors that errors.Join joins are in a slice, and not the arguments
// of the call, it is not known which they are.

// joining is a place that joins errors, or wraps several.
type joining struct {
	in    ssa.Instruction
	text  string
	table *program.Uniform // of codes, by the bits of the errors that are joined
}

// maxJoinedBits bounds how many errors and types are asked for where errors are joined.
const maxJoinedBits = 8

// joinText is the text of an error that errors.Join makes, where nobody makes that of a lane.
const joinText = "errors.Join"

// joinsErrors translates a call of errors.Join, and reports whether that is called and it is known what is joined.
func (b *body) joinsErrors() bool {
	call, ok := b.cur.(*ssa.Call)
	if !ok || !b.wraps.asked {
		return false
	}
	values, ok := joinedErrors(call)
	if !ok {
		return false
	}
	var some []program.Operand // that may not be nil
	for _, v := range values {
		if code := b.scalar(v); !code.IsLiteral() || code.Bits != 0 {
			some = append(some, code)
		}
	}
	none := program.Lit(program.I32, 0)
	if len(some) == 0 {
		b.defineNumber(none)
		return true
	}
	code, isSome := b.joining(call, joinText, some)
	b.defineNumber(b.op("select", program.I32, isSome, code, none))
	return true
}

// joinedErrors returns the errors that a call joins. It reports whether it is one of what is compiled in the place of
// errors.Join and these are known.
func joinedErrors(call *ssa.Call) (errs []ssa.Value, ok bool) {
	fn, isStatic := call.Call.Value.(*ssa.Function)
	if !isStatic || fn.Pkg == nil || !load.JoinsErrors(fn.Pkg.Pkg.Path()) || fn.Name() != "Join" {
		return nil, false
	}
	return elementsOf(call.Call.Args[0])
}

// elementsOf returns the elements of a slice that is made for a call, of its last arguments.
func elementsOf(v ssa.Value) (elements []ssa.Value, ok bool) {
	s, isSlice := v.(*ssa.Slice)
	if !isSlice || s.Low != nil || s.High != nil || s.Max != nil {
		return nil, false
	}
	array, isAlloc := s.X.(*ssa.Alloc)
	if !isAlloc {
		return nil, false
	}
	t, isArray := gotypes.Pointee(array.Type()).Underlying().(*types.Array)
	if !isArray {
		return nil, false
	}
	elements = make([]ssa.Value, t.Len())
	for _, ref := range *array.Referrers() {
		place, isPlace := ref.(*ssa.IndexAddr)
		if !isPlace {
			continue
		}
		at, isConst := place.Index.(*ssa.Const)
		for _, use := range *place.Referrers() {
			st, isStore := use.(*ssa.Store)
			if !isConst || !isStore || elements[at.Int64()] != nil {
				return nil, false
			}
			elements[at.Int64()] = st.Val
		}
	}
	return elements, !slices.Contains(elements, nil)
}

// joining is the code of an error that a place makes of others, and whether any of them is none that is nil.
func (b *coder) joining(in ssa.Instruction, text string, errs []program.Operand) (code, some program.Operand) {
	if !slices.ContainsFunc(errs, func(e program.Operand) bool { return !e.IsLiteral() }) {
		var is []int
		for _, e := range errs {
			is = append(is, b.isWhich(int(e.Bits))...)
			some = truth(some.Bits != 0 || e.Bits != 0)
		}
		slices.Sort(is)
		return program.Lit(program.I32, uint64(b.wrapCode(in, text, slices.Compact(is)))), some
	}
	w := b.wraps
	i := slices.IndexFunc(w.joins, func(j *joining) bool { return j.in == in && j.text == text })
	if i < 0 {
		if w.bits == nil {
			w.bits = b.codeTable("bits", program.I64)
		}
		i = len(w.joins)
		w.joins = append(w.joins, &joining{in: in, text: text, table: b.codeTable("joined", program.I32)})
	}
	bits, some := known.Int64(0), truth(false)
	for _, e := range errs {
		bits = b.op("or", program.I64, bits, b.ofCode(w.bits, e))
		some = b.either(some, b.op("ne", program.I32, e, program.Lit(program.I32, 0)))
	}
	at := []program.Operand{bits}
	return b.element(program.Ref(w.joins[i].table.Name), known.Leaf{Dtype: program.I32}, at), some
}

// asksTooMuch reports whether more is asked for than there are bits.
func (w *wrappings) asksTooMuch() bool {
	return len(w.joins) > 0 && len(w.tests)+len(w.typeTests) > maxJoinedBits
}

// limitJoined refuses to ask what an error is where too much is asked for.
func (b *coder) limitJoined() {
	if w := b.wraps; w.asksTooMuch() {
		b.fail("errors.Is and errors.As ask for %d errors and types where some are joined, and there may be "+
			"%d; ask for fewer, or compare with ==", len(w.tests)+len(w.typeTests), maxJoinedBits)
	}
}

// startJoins gives the tables of places that join errors their elements, before others have theirs: all codes that an
// error may be without wrapping it are there by now, and so are the types of all others.
func (w *wrappings) startJoins(t *translator) program.ErrorList {
	if len(w.joins) == 0 {
		return nil
	}
	for _, s := range w.sites {
		if box, ok := s.in.(*ssa.MakeInterface); ok {
			w.typeNumber(box.X.Type())
		}
	}
	for k := range w.types {
		if w.asksFor(-k - 1) {
			w.joinBits = append(w.joinBits, -k-1)
		}
	}
	for code := 1; code <= len(t.out.Errors); code++ {
		if !w.made[code] && w.asksFor(code) {
			w.joinBits = append(w.joinBits, code)
		}
	}
	if w.asksTooMuch() {
		w.joinBits = nil // nobody reads them
	}
	if len(w.joinBits) > maxJoinedBits {
		return program.ErrorList{t.errorf(t.entry.Pos(), "errors.Is and errors.As ask for %d errors where some "+
			"are joined, and there may be %d; ask for fewer, or compare with ==", len(w.joinBits), maxJoinedBits)}
	}
	slices.Sort(w.joinBits)
	for _, j := range w.joins {
		for set := range 1 << len(w.joinBits) {
			var is []int
			for k, c := range w.joinBits {
				if set>>k&1 != 0 {
					is = append(is, c)
				}
			}
			j.table.Data = append(j.table.Data, uint64(t.wrapCode(j.in, j.text, is)))
		}
		j.table.Type.Shape = []int{len(j.table.Data)}
	}
	return nil
}

// fillBits gives the table of bits its element for the next code, of what the code is.
func (w *wrappings) fillBits(is []int) {
	if w.bits == nil {
		return
	}
	set := uint64(0)
	for k, c := range w.joinBits {
		if slices.Contains(is, c) {
			set |= 1 << k
		}
	}
	w.bits.Data = append(w.bits.Data, set)
	w.bits.Type.Shape = []int{len(w.bits.Data)}
}
