package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Errors whose type is asked for: by an assertion, a type switch, or errors.As. What type the value has that a code is
// for is known where the code is made. A table for each type that is asked for says which codes it has. What the value
// carries stays behind: lanes in which somebody reads it are left to Go.

// typeTest is a type that is asked for.
type typeTest struct {
	typ     types.Type
	wrapped bool // what an error wraps has it, as well: errors.As
	table   *program.Uniform
}

// holds reports whether an error of a type passes the test.
func (t *typeTest) holds(typ types.Type) bool {
	if iface, ok := t.typ.Underlying().(*types.Interface); ok {
		return types.Implements(typ, iface)
	}
	return types.Identical(typ, t.typ)
}

// setType notes the type of the value that a code is for. Codes without one are for what package errors or fmt makes,
// whose types nobody can name and which have the method Error alone, but for Unwrap, for which nobody can ask.
func (w *wrappings) setType(code int, typ types.Type) {
	if w.typeOf[code] == 0 {
		w.typeOf[code] = w.typeNumber(typ)
	}
}

// typeNumber numbers a type from 1.
func (w *wrappings) typeNumber(typ types.Type) int {
	i := slices.IndexFunc(w.types, func(t types.Type) bool { return types.Identical(t, typ) })
	if i < 0 {
		i = len(w.types)
		w.types = append(w.types, typ)
	}
	return i + 1
}

// passes reports whether a code passes a test. Among what a code is, -k stands for the k-th type.
func (w *wrappings) passes(test *typeTest, t *translator, code int) bool {
	typ := types.Universe.Lookup("error").Type()
	if k := w.typeOf[code]; k > 0 {
		typ = w.types[k-1]
	}
	if code != 0 && test.holds(typ) {
		return true
	}
	return test.wrapped && slices.ContainsFunc(t.isWhich(code), func(c int) bool {
		return c < 0 && test.holds(w.types[-c-1])
	})
}

// asksForType reports whether errors.As asks for one of the types, which is -c.
func (w *wrappings) asksForType(c int) bool {
	return slices.ContainsFunc(w.typeTests, func(t *typeTest) bool { return t.wrapped && t.holds(w.types[-c-1]) })
}

// fillTypes gives the tables of types their elements for the next code.
func (w *wrappings) fillTypes(t *translator, code int) {
	for _, test := range w.typeTests {
		test.table.Data = append(test.table.Data, truth(w.passes(test, t, code)).Bits)
		test.table.Type.Shape = []int{len(test.table.Data)}
	}
}

// hasType tells whether an error has a type, or wraps one that has it.
func (b *coder) hasType(err program.Operand, typ types.Type, wrapped bool) program.Operand {
	w := b.wraps
	if iface, ok := typ.Underlying().(*types.Interface); ok && gotypes.Selected(iface, "Unwrap") != nil {
		b.fail("whether an error wraps others is not available in batched code; ask for the error that is meant, " +
			"errors.Is(err, ErrX)")
	}
	switch {
	case w.untold:
		b.fail("the type of an error is not available in batched code where errors come from other interfaces; " +
			"compare with the error that is meant (err == ErrX, or errors.Is)")
	case wrapped && w.unknown != "":
		why := w.unknown
		if w.instead != "" {
			why += "; " + w.instead
		}
		b.fail("errors.As is not available in batched code for %s", why)
	}
	test := &typeTest{typ: typ, wrapped: wrapped}
	if err.IsLiteral() {
		return truth(w.passes(test, b.translator, int(err.Bits)))
	}
	i := slices.IndexFunc(w.typeTests, func(t *typeTest) bool {
		return t.wrapped == wrapped && types.Identical(t.typ, typ)
	})
	if i < 0 {
		i, test.table = len(w.typeTests), b.codeTable("has_type", program.Bool)
		w.typeTests = append(w.typeTests, test)
	}
	b.limitJoined()
	return b.ofCode(w.typeTests[i].table, err)
}

// leaveCarrying leaves lanes to Go in which somebody reads what an error carries. In others it does not have that type.
func (b *coder) leaveCarrying(has program.Operand) program.Operand {
	b.require(b.op("not", program.Bool, has), optab.NeedsGo, carriesMore)
	return truth(false)
}

// assertError translates a type assertion on an error.
func (b *boxing) assertError(in *ssa.TypeAssert, err program.Operand) {
	if !in.CommaOk {
		b.fail("a type assertion on an error that may fail is not available in batched code; "+
			"ask with e, ok := err.(%s)", b.typeName(in.AssertedType))
	}
	has := b.hasType(err, in.AssertedType, false)
	if extractUsed(in, 0) {
		has = b.leaveCarrying(has)
	}
	b.define(append(b.zero(in.AssertedType), known.ScalarOf(program.Bool, has)...))
}

// extractUsed reports whether anybody reads the k-th value of a tuple.
func extractUsed(tuple ssa.Value, k int) bool {
	return slices.ContainsFunc(ssaflow.Uses(tuple), func(use ssa.Instruction) bool {
		x, ok := use.(*ssa.Extract)
		return ok && x.Index == k && ssaflow.Used(x)
	})
}

// errorAs translates errors.As.
func (b *body) errorAs(common *ssa.CallCommon) {
	target, ok := common.Args[1].(*ssa.MakeInterface)
	if !ok {
		b.fail("errors.As is available in batched code for the address of a variable, as in errors.As(err, &e)")
	}
	has := b.hasType(b.scalar(common.Args[0]), gotypes.Pointee(target.X.Type()), true)
	if variable, ok := target.X.(*ssa.Alloc); !ok || len(ssaflow.Uses(variable)) > 1 { // who reads others is not known
		has = b.leaveCarrying(has)
	}
	b.defineNumber(has)
}

// errorAsType translates errors.AsType.
func (b *body) errorAsType(common *ssa.CallCommon, typ types.Type) {
	has := b.hasType(b.scalar(common.Args[0]), typ, true)
	if extractUsed(b.cur.(*ssa.Call), 0) {
		has = b.leaveCarrying(has)
	}
	b.define(append(b.zero(typ), known.ScalarOf(program.Bool, has)...))
}
