package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

func itoa(i int) string { return strconv.Itoa(i) }

// body is one instance of a function. The same code that translates an
// instruction does it twice: while package instance analyses the instance, it
// computes with what is known (a literal stays a literal, everything else is
// varying) and emits nothing; once all that is known has settled, it emits the
// instance's function. So what the analysis found is what the code relies on.
//
// What a body knows and does is in parts, each of which has those before it and
// knows nothing of those after: cursor, coder, tables, heap with history, operands; see
// parts.go. Instructions are translated by the kinds beside each other, which share
// the operands; calls are translated here, as they are of all kinds.
type body struct {
	operands
	calculation
	slicing
	addressing
	hashing
	boxing
	flow
}

// newBody returns a body whose kinds of instructions share its operands.
func newBody(o operands) *body {
	b := &body{operands: o}
	b.joined = map[*ssa.BinOp]bool{}
	shared := &b.operands
	b.calculation, b.addressing = calculation{shared}, addressing{shared}
	b.hashing, b.boxing, b.flow = hashing{shared}, boxing{shared}, flow{shared}
	b.slicing = slicing{operands: shared, outgrows: map[*ssa.Call]bool{}, inMade: map[*ssa.Call]bool{},
		longest: map[*ssa.Call]int64{}}
	return b
}

var _ instance.Body = (*body)(nil)

// Operations returns the operations of the function.
func (b *body) Operations() []instance.Operation { return b.ops }

// refusal is what fail panics with. A silent one follows from another.
type refusal struct {
	err    *program.Error
	silent bool
}

// Run analyses one operation.
func (b *body) Run(c *instance.Context, op int, in []instance.Operand) (out []instance.Operand, err error) {
	b.ctx, b.curOp, b.curIn = c, op, in
	b.cur = b.instrs[op]
	if b.cur == nil {
		if b.blocks[op].Index == 0 {
			b.receive()
		}
		return []instance.Operand{control{}}, nil
	}
	if len(b.kept.wanted) > 0 {
		return nil, nil // all is analysed anew
	}
	b.at = b.ops[op].Pos
	b.curOut = nil
	defer func() {
		switch r := recover().(type) {
		case nil:
		case waiting:
			out = nil
		case *refusal:
			if b.opts.leaving {
				b.refused[op] = b.reasonOf(r)
				out = nil
				return
			}
			if !r.silent {
				b.refused[op] = r.err
			}
			// In a loop a refused operation comes to depend on itself.
			if e := b.refused[op]; e != nil {
				err = e
			}
			out = b.afterRefusal()
		default:
			panic(&positioned{b.at, r})
		}
	}()
	b.instruction(b.cur)
	if b.opts.leaving {
		delete(b.refused, op)
	}
	return b.curOut, nil
}

// afterRefusal is what a refused operation gives, so that what follows is
// judged as well.
func (b *body) afterRefusal() []instance.Operand {
	switch in := b.cur.(type) {
	case *ssa.If, *ssa.Jump:
		return []instance.Operand{control{}, control{}}[:len(in.Block().Succs)]
	case ssa.Value:
		n := len(b.layouts.Of(in.Type()).Leaves)
		v := make(known.Value, n)
		for i := range v {
			v[i] = known.BrokenAtom()
		}
		return []instance.Operand{v}
	}
	return nil
}

// lost returns the reasons of refusals that no operation gives any more. What
// an operation gave once is broken for good, even if it was accepted since.
func (b *history) lost() (errs program.ErrorList) {
	for op := range b.ops {
		err := b.refused[op]
		if err == nil {
			continue
		}
		if v, ok := b.e.Operand(op, 0).(known.Value); ok &&
			slices.ContainsFunc(v, func(a known.Atom) bool { return a.Kind == known.Broken }) {
			errs = append(errs, err)
		}
	}
	return errs
}

// fail refuses the current instruction. It does not return.
func (b *cursor) fail(format string, args ...any) {
	panic(&refusal{err: &program.Error{Pos: b.at.In(b.out.File), Instr: -1, Msg: fmt.Sprintf(format, args...)}})
}

// failAt is fail at another place.
func (b *cursor) failAt(p token.Pos, format string, args ...any) {
	if at := b.pos(p); at.IsValid() {
		b.at = at
	}
	b.fail(format, args...)
}

// giveUp ends an instruction that depends on a refused one.
func (b *cursor) giveUp() { panic(&refusal{silent: true}) }

// waiting is what wait panics with.
type waiting struct{}

// wait ends the run of an operation that reads what is not there yet. It will
// be run again.
func (b *cursor) wait() { panic(waiting{}) }

// define gives the current instruction its value.
func (b *operands) define(v known.Value) {
	if !b.emitting() {
		b.curOut = []instance.Operand{b.abstract(v)}
		return
	}
	if in, ok := b.cur.(ssa.Value); ok { // nobody sees what a deferred call gives
		b.vals[in] = v
	}
}

// defineNumber is define for one number, of the instruction's type.
func (b *operands) defineNumber(o program.Operand) {
	b.define(b.numberOf(b.cur.(ssa.Value).Type(), o))
}

// numberOf is a number as a value of a type that has one leaf.
func (b *coder) numberOf(t types.Type, o program.Operand) known.Value {
	return known.Value{known.NumberAtom(b.layouts.Of(t).Leaves[0], o)}
}

// value returns what is known of an operand of the current instruction.
func (b *operands) value(v ssa.Value) known.Value {
	got, ok := b.find(v)
	if !ok {
		b.fail("%s has no value here in any lane: what would give it one always faults, as using a pointer that is "+
			"always nil does; leave out what is never reached", named(v))
	}
	for _, a := range got {
		if a.Kind == known.Broken {
			b.giveUp()
		}
	}
	return got
}

func (b *operands) find(v ssa.Value) (known.Value, bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return b.constant(v), true
	case *ssa.Function:
		return known.Value{{Kind: known.Function, Func: v}}, true
	case *ssa.Global:
		return b.globalAddress(v), true
	case *ssa.Builtin:
		b.fail("%s is not available as a value in batched code", v.Name())
	}
	if b.emitting() {
		got, ok := b.vals[v]
		return got, ok
	}
	// The first operand is control.
	i := 1
	for _, o := range b.graph.operands(b.cur) {
		if *o == nil || !carried(*o) {
			continue
		}
		if *o == v {
			got, ok := b.curIn[i].(known.Value)
			return got, ok
		}
		i++
	}
	return nil, false
}

// named is what a user calls a value.
func named(v ssa.Value) string {
	name := v.Name()
	switch v := v.(type) {
	case *ssa.Phi:
		name = v.Comment
	case *ssa.Alloc:
		name = v.Comment
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
	default:
		name = ""
	}
	if !token.IsIdentifier(name) {
		return "what is used"
	}
	return name
}

// carried reports whether a value comes over a carrier: the others are known
// from the text.
func carried(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.Builtin:
		return false
	}
	return true
}

// atom returns a value that has one leaf.
func (b *operands) atom(v ssa.Value) known.Atom {
	got := b.value(v)
	if len(got) != 1 {
		b.fail("%s is not available here in batched code", v.Type())
	}
	return got[0]
}

// scalar returns the operand of a number.
func (b *operands) scalar(v ssa.Value) program.Operand {
	a := b.atom(v)
	if a.Kind != known.Number {
		b.refuseKind(a, v.Type())
	}
	return a.Nums[0]
}

// refuseKind says why an atom cannot be used as it is.
func (b *cursor) refuseKind(a known.Atom, t types.Type) {
	if a.Kind == known.Conflict {
		b.noteMixed(a)
		switch u := t.Underlying().(type) {
		case *types.Slice:
			if a.Elem != nil {
				b.wantTaking(a.Elem)
			}
		case *types.Map:
			b.wantMaps(u)
		case *types.Basic:
			if !b.wantTexts(false) { // the functions that recursions call make some as well
				b.wantTexts(true)
			}
		default:
			if a.Elem != nil {
				b.wantArenaOf(a.Elem)
			}
		}
		why := unknown(a, t)
		if strings.HasPrefix(why, "parameter ") {
			b.failAll("%s", why)
		}
		b.fail("%s", why)
	}
	if why := whyNot(t); why != "" {
		b.fail("%s", why)
	}
	b.fail("%s is not available here in batched code", t)
}

// mustBeKnown is what a refusal of a value says between what it is and why.
const mustBeKnown = " must be known when compiling: "

// unknown explains a conflict.
func unknown(a known.Atom, t types.Type) string {
	if strings.Contains(a.Why, "; ") || strings.HasPrefix(a.Why, "parameter ") {
		return a.Why // it says what to write instead
	}
	what, instead := "this value", ""
	switch t.Underlying().(type) {
	case *types.Slice:
		what, instead = "which memory this slice is of",
			"; use each where it is chosen, or choose with an index into one array"
	case *types.Pointer:
		what, instead = "what this pointer points to", "; use each where it is chosen, or choose with an index "+
			"into one array"
	case *types.Signature:
		what, instead = "which function this is", "; call each where it is chosen"
	case *types.Interface:
		what, instead = "which type this interface holds", "; use each where it is chosen"
	case *types.Map:
		what = "which map this is"
	}
	return what + mustBeKnown + a.Why + instead
}

// hint records the source's name of a value.
func (b *coder) hint(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.DebugRef:
		if id, ok := in.Expr.(*ast.Ident); ok && !in.IsAddr && b.hints[in.X] == "" {
			if _, ok := in.Object().(*types.Var); ok && id.Name != "_" {
				b.hints[in.X] = id.Name
			}
		}
	case *ssa.Phi:
		switch in.Comment {
		case "&&":
			b.hints[in] = "and"
		case "||":
			b.hints[in] = "or"
		default:
			b.hints[in] = in.Comment
		}
	case *ssa.Alloc:
		b.hints[in] = in.Comment
	}
}
