package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Calls with constant arguments.

// computed gives the result of a call whose arguments are constants, if it is
// found quickly, with no fault, and is numbers.
func (b *body) computed(fn *ssa.Function, args []known.Value, bound known.Value) (known.Value, bool) {
	if len(bound) > 0 || !plainResults(b.layouts, fn) {
		return nil, false
	}
	var data []evaluate.Datum
	key := []byte(known.FunctionKey(fn))
	for i, a := range args {
		d, rest, ok := datumOf(a, fn.Params[i].Type())
		if !ok || len(rest) > 0 {
			return nil, false
		}
		data = append(data, d)
		key = a.AppendKey(key)
	}
	v, ok := b.calls[string(key)]
	if !ok {
		v = b.laneCall(fn, data)
		b.calls[string(key)] = v
	}
	return v, v != nil
}

// plainResults reports whether a function gives single numbers.
func plainResults(ls known.Layouts, fn *ssa.Function) bool {
	l := ls.Of(fn.Signature.Results())
	for _, lf := range l.Leaves {
		if lf.Ref != nil || len(lf.Shape) > 0 || lf.GoType == program.GoError {
			return false
		}
	}
	return len(l.Leaves) > 0
}

// constantOf returns what is one number, function or string and known.
func constantOf(a known.Atom) (evaluate.Datum, bool) {
	switch {
	case a.Kind == known.Number && a.Nums[0].IsLiteral() && len(a.Leaf.Shape) == 0 && a.Leaf.GoType != program.GoError:
		return evaluate.Datum{Bits: a.Nums[0].Bits}, true
	case a.Kind == known.Function && len(a.Parts) == 0:
		return evaluate.Datum{Ref: &evaluate.Closure{Func: a.Func}}, true
	case a.Kind == known.Text && a.Known:
		return evaluate.Datum{Ref: a.Text}, true
	}
	return evaluate.Datum{}, false
}

// datumOf makes a datum of a value that is known. It returns the atoms that
// are left.
func datumOf(v known.Value, typ types.Type) (d evaluate.Datum, rest known.Value, ok bool) {
	if u, isStruct := typ.Underlying().(*types.Struct); isStruct {
		fields := make(evaluate.Aggregate, u.NumFields())
		for i := range fields {
			if u.Field(i).Name() == "_" {
				fields[i] = evaluate.ZeroDatum(u.Field(i).Type())
				continue
			}
			if fields[i], v, ok = datumOf(v, u.Field(i).Type()); !ok {
				return d, v, false
			}
		}
		return evaluate.Datum{Ref: fields}, v, true
	}
	if len(v) == 0 {
		return d, v, false
	}
	switch u := typ.Underlying().(type) {
	case *types.Interface:
		if a := v[0]; a.Kind == known.Boxed && a.Elem == nil {
			val, _, ok := datumOf(a.Parts, a.Type)
			return evaluate.Datum{Ref: &evaluate.Dynamic{Type: a.Type, Val: val}}, v[1:], ok
		}
		return d, v[1:], v[0].Kind == known.Nothing
	case *types.Basic:
		if _, complex := known.ComplexPart(u); complex {
			re, im := v[0].Nums[0], v[1].Nums[0]
			return evaluate.Datum{Ref: evaluate.ComplexPair{re.Bits, im.Bits}}, v[2:], re.IsLiteral() && im.IsLiteral()
		}
		d, ok = constantOf(v[0])
	case *types.Signature:
		d, ok = constantOf(v[0])
	}
	return d, v[1:], ok
}

// laneCall gives the result of a call, or nil if it is one that lanes make.
func (t *translator) laneCall(fn *ssa.Function, args []evaluate.Datum) known.Value {
	result, ok := t.evaluator.LaneCall(fn, args)
	if !ok {
		return nil
	}
	results := fn.Signature.Results()
	var typ types.Type = results
	if results.Len() == 1 {
		typ = results.At(0).Type()
	}
	var v known.Value
	for k, lf := range t.layouts.Of(typ).Leaves {
		l := &tableLeaf{Leaf: lf}
		if bad := t.gather(l, result, typ, k); bad != nil {
			return nil
		}
		v = append(v, known.NumberAtom(lf, program.Lit(lf.Dtype, l.data[0])))
	}
	return v
}
