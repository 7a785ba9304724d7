package ssaflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// FrontCuts are the appends of a package, by their positions, to slices that may have lost elements at the front, as
// queues do: s = s[1:]. Values are followed through variables, fields, elements, arguments and results, whatever the
// order in which functions run. What comes from elsewhere has lost none.
func FrontCuts(pkg *ssa.Package) map[token.Pos]bool {
	c := &cuts{holds: map[any]bool{}}
	for _, m := range pkg.Members {
		switch m := m.(type) {
		case *ssa.Function:
			c.add(m)
		case *ssa.Type:
			if named, ok := m.Type().(*types.Named); ok {
				for method := range named.Methods() {
					if fn := pkg.Prog.FuncValue(method); fn != nil {
						c.add(fn)
					}
				}
			}
		}
	}
	for c.changed = true; c.changed; {
		c.changed = false
		for _, fn := range c.fns {
			c.through(fn)
		}
	}
	at := map[token.Pos]bool{}
	for _, fn := range c.fns {
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				if call, ok := in.(*ssa.Call); ok && IsAppend(call) && c.holds[call.Call.Args[0]] {
					at[call.Pos()] = true
				}
			}
		}
	}
	return at
}

// cuts has the values and places that hold such slices.
type cuts struct {
	fns     []*ssa.Function
	holds   map[any]bool
	changed bool
}

// field is a field of all values of a struct, result one of a function, and element those of all slices, arrays or maps
// of a type.
type (
	field struct {
		of    string
		index int
	}
	result struct {
		of    *ssa.Function
		index int
	}
	element struct{ of string }
)

func (c *cuts) add(fn *ssa.Function) {
	c.fns = append(c.fns, fn)
	for _, inner := range fn.AnonFuncs {
		c.add(inner)
	}
}

func (c *cuts) note(place any, holds bool) {
	if holds && place != nil && !c.holds[place] {
		c.holds[place] = true
		c.changed = true
	}
}

// placeOf is what an address is of.
func placeOf(addr ssa.Value) any {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return field{types.TypeString(deref(addr.X.Type()), nil), addr.Field}
	case *ssa.IndexAddr:
		return element{types.TypeString(deref(addr.X.Type()), nil)}
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar, *ssa.Parameter:
		return addr
	}
	return nil
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// through follows the values of a function.
func (c *cuts) through(fn *ssa.Function) {
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				c.note(placeOf(in.Addr), c.holds[in.Val])
			case *ssa.Return:
				for i, v := range in.Results {
					c.note(result{fn, i}, c.holds[v])
				}
			case *ssa.MakeClosure:
				inner := in.Fn.(*ssa.Function)
				for i, v := range in.Bindings { // both are the same variable
					c.note(inner.FreeVars[i], c.holds[v])
					c.note(placeOf(v), c.holds[inner.FreeVars[i]])
				}
			case *ssa.MapUpdate:
				c.note(element{types.TypeString(in.Map.Type(), nil)}, c.holds[in.Value])
			}
			if call, ok := in.(ssa.CallInstruction); ok {
				c.call(call.Common())
			}
			if v, ok := in.(ssa.Value); ok {
				c.note(v, c.value(v))
			}
		}
	}
}

// call follows the arguments of a call.
func (c *cuts) call(call *ssa.CallCommon) {
	fn := call.StaticCallee()
	if fn == nil {
		return
	}
	for i, arg := range call.Args {
		if i < len(fn.Params) {
			c.note(fn.Params[i], c.holds[arg])
			if place := placeOf(arg); place != nil { // a pointer to a slice
				c.note(fn.Params[i], c.holds[place])
				c.note(place, c.holds[fn.Params[i]])
			}
		}
	}
}

// value reports whether a value is such a slice, as far as what it is made of is known.
func (c *cuts) value(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Slice:
		if v.Low != nil {
			if low, ok := v.Low.(*ssa.Const); !ok || low.Int64() != 0 {
				return true
			}
		}
		return c.holds[v.X]
	case *ssa.Phi:
		for _, e := range v.Edges {
			if c.holds[e] {
				return true
			}
		}
	case *ssa.ChangeType:
		return c.holds[v.X]
	case *ssa.UnOp:
		return v.Op == token.MUL && c.holds[placeOf(v.X)]
	case *ssa.Field:
		return c.holds[field{types.TypeString(v.X.Type(), nil), v.Field}]
	case *ssa.Index:
		return c.holds[element{types.TypeString(v.X.Type(), nil)}]
	case *ssa.Lookup:
		return c.holds[element{types.TypeString(v.X.Type(), nil)}]
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return c.holds[result{call.Call.StaticCallee(), v.Index}]
		}
	case *ssa.Call:
		if IsAppend(v) {
			return c.holds[v.Call.Args[0]]
		}
		return c.holds[result{v.Call.StaticCallee(), 0}]
	}
	return false
}
