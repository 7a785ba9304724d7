package ssaflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Whether a function that compares two elements orders all: it compares some keys of the two, one after the other, and
// at last the elements themselves. What it gives is found for each way in which the keys may compare, and looked for
// among the orders by these keys.

// The two elements in the text of a key, which is that of an expression.
const firstElement, secondElement = "\x01", "\x02"

var bothElements = [2]string{firstElement, secondElement}

// mostKeys is how many keys are compared at most.
const mostKeys = 4

// comparer is a function that compares elements while it is looked at.
type comparer struct {
	facts Facts
	fn    *ssa.Function
	// elements are the variables that stand for the two: their values, or, if the elements are in a slice, indices
	// into it.
	elements [2]ssa.Value
	slice    *ssa.FreeVar
	decides  string   // the key that tells any two elements apart
	keys     []string // of the first element
	order    []int    // how each compares: below, at or above 0
	// differences of integers have the sign of the order, if they do not overflow; signed are these, and what has the
	// sign of one. There are none where differs is not set.
	differs     bool
	differences []*ssa.BinOp
	signed      map[ssa.Value]bool
}

// isTotal reports whether a function value orders all elements, those of the variable in memory if there is one. They
// differ in a field, or themselves.
func (l *mapLoop) isTotal(f ssa.Value, slice *ssa.Alloc, field int) bool {
	c := &comparer{facts: l.facts, decides: firstElement, differs: l.facts.Checked != nil, signed: map[ssa.Value]bool{}}
	if field != wholeElement {
		c.decides = "*(field " + strconv.Itoa(field) + "(" + firstElement + "))"
	}
	switch f := f.(type) {
	case *ssa.MakeClosure:
		c.fn = f.Fn.(*ssa.Function)
		for i, b := range f.Bindings {
			if b == ssa.Value(slice) {
				c.slice = c.fn.FreeVars[i]
			}
		}
	case *ssa.Function:
		c.fn = f
	}
	if c.fn == nil || len(c.fn.Params) != 2 || c.fn.Blocks == nil || slice != nil && c.slice == nil {
		return false
	}
	c.elements = [2]ssa.Value{c.fn.Params[0], c.fn.Params[1]}
	if !c.findKeys() || !c.isOrder() {
		return false
	}
	for _, d := range c.differences {
		l.facts.Checked(d)
	}
	return true
}

// findKeys lists what is compared.
func (c *comparer) findKeys() bool {
	for _, b := range c.fn.Blocks {
		for _, in := range b.Instrs {
			var x, y ssa.Value
			switch in := in.(type) {
			case *ssa.Store:
				if c.elementIn(in.Addr) < 0 && !isVariadic(in.Addr) {
					return false
				}
				continue
			case *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.Panic:
				return false
			case *ssa.BinOp:
				x, y = in.X, in.Y
			case *ssa.Call:
				if !isCompare(calleeName(in)) {
					continue
				}
				x, y = in.Call.Args[0], in.Call.Args[1]
			default:
				continue
			}
			if key, _, ok := c.keyOf(x, y); ok && !slices.Contains(c.keys, key) {
				c.keys = append(c.keys, key)
			}
		}
	}
	return len(c.keys) <= mostKeys && slices.Contains(c.keys, c.decides)
}

// isVariadic reports whether an address is of an element of the operands that are handed to a variadic function.
func isVariadic(addr ssa.Value) bool {
	at, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	list, ok := at.X.(*ssa.Alloc)
	return ok && list.Comment == "varargs"
}

// elementOf returns which of the two elements a value is, or -1.
func (c *comparer) elementOf(v ssa.Value) int {
	if c.slice == nil {
		return slices.Index(c.elements[:], v)
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return c.elementAt(load.X)
	}
	return -1
}

// elementIn returns which of the two elements a variable of the function has all the time, or -1.
func (c *comparer) elementIn(addr ssa.Value) int {
	a, ok := addr.(*ssa.Alloc)
	if !ok || a.Heap {
		return -1
	}
	which := -1
	for _, use := range Uses(a) {
		switch use := use.(type) {
		case *ssa.Store:
			if which >= 0 || use.Addr != addr {
				return -1
			}
			if which = c.elementOf(use.Val); which < 0 {
				return -1
			}
		case *ssa.FieldAddr:
			for _, of := range Uses(use) {
				if load, ok := of.(*ssa.UnOp); !ok || load.Op != token.MUL {
					return -1
				}
			}
		default:
			return -1
		}
	}
	return which
}

// elementAt returns which of the two elements of the slice in memory is at an address, or -1.
func (c *comparer) elementAt(addr ssa.Value) int {
	at, ok := addr.(*ssa.IndexAddr)
	if !ok || c.slice == nil {
		return -1
	}
	if base, ok := at.X.(*ssa.UnOp); !ok || base.X != ssa.Value(c.slice) {
		return -1
	}
	return slices.Index(c.elements[:], at.Index)
}

// keyOf returns the key that x and y are of the two elements, and whether x is the second one's.
func (c *comparer) keyOf(x, y ssa.Value) (key string, turned, ok bool) {
	if !isOrdered(x.Type()) {
		return "", false, false
	}
	s, ok1 := c.text(x, 0)
	t, ok2 := c.text(y, 0)
	swapped := strings.NewReplacer(firstElement, secondElement, secondElement, firstElement).Replace(t)
	one := strings.Contains(s, firstElement) != strings.Contains(s, secondElement)
	if !ok1 || !ok2 || s != swapped || !one {
		return "", false, false
	}
	if turned = strings.Contains(s, secondElement); turned {
		s = t
	}
	return s, turned, true
}

// maxDeep bounds how deep the expression of a key is.
const maxDeep = 8

// text is the text of an expression of an element and of what stays the same.
func (c *comparer) text(v ssa.Value, deep int) (string, bool) {
	if deep > maxDeep {
		return "", false
	}
	parts := func(what string, of ...ssa.Value) (string, bool) {
		for _, v := range of {
			s, ok := c.text(v, deep+1)
			if !ok {
				return "", false
			}
			what += "(" + s + ")"
		}
		return what, true
	}
	if i := c.elementOf(v); i >= 0 {
		return bothElements[i], true
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.String(), true
	case *ssa.FreeVar:
		return "free " + v.Name(), v != c.slice
	case *ssa.Global:
		return "global " + v.String(), true
	case *ssa.Convert:
		if keepsNumbers(v) {
			return c.text(v.X, deep) // which compare as they did
		}
		return parts("to "+v.Type().String(), v.X)
	case *ssa.ChangeType:
		return c.text(v.X, deep)
	case *ssa.BinOp:
		return parts(v.Op.String(), v.X, v.Y)
	case *ssa.Lookup:
		if v.CommaOk {
			return "", false
		}
		return parts("at", v.X, v.Index)
	case *ssa.FieldAddr:
		return parts("field "+strconv.Itoa(v.Field), v.X)
	case *ssa.Field:
		s, ok := parts("field "+strconv.Itoa(v.Field), v.X)
		return "*(" + s + ")", ok
	case *ssa.Alloc:
		if i := c.elementIn(v); i >= 0 {
			return bothElements[i], true
		}
	case *ssa.IndexAddr:
		if i := c.elementAt(v); i >= 0 {
			return bothElements[i], true
		}
		return parts("at", v.X, v.Index)
	case *ssa.UnOp:
		return parts(v.Op.String(), v.X)
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			return parts("len", v.Call.Args[0])
		}
		if f, ok := v.Call.Value.(*ssa.Function); ok && c.facts.plainCall(v) {
			return parts("call "+f.String(), v.Call.Args...)
		}
	}
	return "", false
}

// keepsNumbers reports whether a conversion is of integers to a type that has all that they may be.
func keepsNumbers(c *ssa.Convert) bool {
	if !widens(c) {
		return false
	}
	from, to := c.X.Type().Underlying().(*types.Basic), c.Type().Underlying().(*types.Basic)
	hasSign := from.Info()&types.IsUnsigned == 0
	if hasSign || to.Info()&types.IsUnsigned != 0 {
		return hasSign == (to.Info()&types.IsUnsigned == 0)
	}
	sizes := types.SizesFor("gc", "amd64")
	return sizes.Sizeof(from) < sizes.Sizeof(to)
}

// isCompare reports whether a function of this name gives the order of two numbers or strings.
func isCompare(name string) bool { return name == "cmp.Compare" || name == "strings.Compare" }

// isOrder reports whether the function gives the order by its keys, each upwards or downwards, one after the other.
func (c *comparer) isOrder() bool {
	n := len(c.keys)
	decides := slices.Index(c.keys, c.decides)
	var orders [][]int // for each of which there is a result
	var results []int
	for way := range pow(3, n) {
		order, zeros := make([]int, n), 0
		for k := range order {
			order[k] = way%3 - 1
			if way /= 3; order[k] == 0 {
				zeros++
			}
		}
		if order[decides] == 0 && zeros < n {
			continue // an element has the keys of itself
		}
		c.order = order
		result, ok := c.result()
		if !ok {
			return false
		}
		orders, results = append(orders, order), append(results, result)
	}
	return c.isBy(orders, results, nil)
}

func pow(x, n int) int {
	p := 1
	for range n {
		p *= x
	}
	return p
}

// isBy reports whether results are those of comparing by some keys first, and then by others. A key is counted from 1,
// and is negative if the order by it is downwards.
func (c *comparer) isBy(orders [][]int, results, by []int) bool {
	right := true
	for i, order := range orders {
		is := 0
		for _, k := range by {
			if is == 0 {
				is = order[max(k, -k)-1] * (k / max(k, -k))
			}
		}
		if c.tellsLess() {
			is = min(is, 0)
		}
		right = right && is == results[i]
	}
	if right {
		return true
	}
	for k := 1; k <= len(c.keys); k++ {
		if !slices.Contains(by, k) && !slices.Contains(by, -k) {
			if next := slices.Clip(by); c.isBy(orders, results, append(next, k)) ||
				c.isBy(orders, results, append(next, -k)) {
				return true
			}
		}
	}
	return false
}

// result is what the function gives if the keys compare so: -1 for less, and otherwise 0, or 1 if it tells that too.
func (c *comparer) result() (result int, ok bool) {
	b, from := c.fn.Blocks[0], (*ssa.BasicBlock)(nil)
	known := map[ssa.Value]int{}
	for range 2 * len(c.fn.Blocks) {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				if n, ok := c.value(v, known, from); ok {
					known[v] = n
				}
			}
		}
		switch end := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Jump:
			b, from = b.Succs[0], b
		case *ssa.If:
			n, ok := c.number(end.Cond, known)
			if !ok {
				return 0, false
			}
			b, from = b.Succs[1-n], b
		case *ssa.Return:
			n, ok := c.number(end.Results[0], known)
			if c.tellsLess() {
				n = -n
			}
			return max(-1, min(n, 1)), ok
		default:
			return 0, false
		}
	}
	return 0, false
}

// tellsLess reports whether the function tells only whether the first element is less.
func (c *comparer) tellsLess() bool {
	return types.Identical(c.fn.Signature.Results().At(0).Type().Underlying(), types.Typ[types.Bool])
}

// number is a number or a truth, which is 0 or 1, that is known.
func (c *comparer) number(v ssa.Value, known map[ssa.Value]int) (int, bool) {
	if k, ok := v.(*ssa.Const); ok && k.Value != nil {
		switch k.Value.Kind() {
		case constant.Bool:
			return truthOf(constant.BoolVal(k.Value)), true
		case constant.Int:
			n, ok := constant.Int64Val(k.Value)
			return int(n), ok
		}
		return 0, false
	}
	n, ok := known[v]
	return n, ok
}

// first is what cmp.Or gives: the first of its arguments that is not zero.
func (c *comparer) first(or *ssa.Call, known map[ssa.Value]int) (int, bool) {
	list, ok := or.Call.Args[0].(*ssa.Slice)
	if !ok || list.Low != nil || list.High != nil {
		return 0, false
	}
	given := map[int64]ssa.Value{}
	for _, use := range Uses(list.X) {
		at, ok := use.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		k, ok := at.Index.(*ssa.Const)
		st, stores := Uses(at)[0].(*ssa.Store)
		if !ok || !stores || len(Uses(at)) != 1 {
			return 0, false
		}
		given[k.Int64()] = st.Val
	}
	for i := range int64(len(given)) {
		n, ok := c.number(given[i], known)
		if !ok || n != 0 {
			c.signed[or] = c.signed[given[i]]
			return n, ok
		}
	}
	return 0, len(given) > 0
}

// isSignedInteger reports whether a type is of integers with signs.
func isSignedInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsUnsigned) == types.IsInteger
}

// isZero reports whether a value is the number 0.
func isZero(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Int && constant.Sign(k.Value) == 0
}

func truthOf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// value is what an instruction gives, if that is known.
func (c *comparer) value(v ssa.Value, known map[ssa.Value]int, from *ssa.BasicBlock) (int, bool) {
	ordered := func(x, y ssa.Value) (int, bool) {
		key, turned, ok := c.keyOf(x, y)
		if !ok {
			return 0, false
		}
		order := c.order[slices.Index(c.keys, key)]
		if turned {
			order = -order
		}
		return order, true
	}
	switch v := v.(type) {
	case *ssa.Phi:
		edge := v.Edges[slices.Index(v.Block().Preds, from)]
		c.signed[v] = c.signed[edge]
		return c.number(edge, known)
	case *ssa.Call:
		switch {
		case isCompare(calleeName(v)):
			return ordered(v.Call.Args[0], v.Call.Args[1])
		case calleeName(v) == "cmp.Or":
			return c.first(v, known)
		}
	case *ssa.Convert:
		if isSignedInteger(v.X.Type()) && isSignedInteger(v.Type()) && widens(v) {
			c.signed[v] = c.signed[v.X]
			return c.number(v.X, known)
		}
	case *ssa.UnOp:
		n, ok := c.number(v.X, known)
		c.signed[v] = c.signed[v.X]
		switch v.Op {
		case token.NOT:
			return 1 - n, ok
		case token.SUB:
			return -n, ok
		}
	case *ssa.BinOp:
		if v.Op == token.SUB && c.differs && isSignedInteger(v.Type()) {
			order, ok := ordered(v.X, v.Y)
			if c.signed[v] = ok; ok && !slices.Contains(c.differences, v) {
				c.differences = append(c.differences, v)
			}
			return order, ok
		}
		if mirrored[v.Op] == 0 && v.Op != token.EQL && v.Op != token.NEQ {
			return 0, false
		}
		order, ok := ordered(v.X, v.Y)
		if !ok {
			x, ok1 := c.number(v.X, known)
			y, ok2 := c.number(v.Y, known)
			order, ok = x-y, ok1 && ok2 && (!c.signed[v.X] || isZero(v.Y)) && (!c.signed[v.Y] || isZero(v.X))
		}
		return truthOf(holds(v.Op, max(-1, min(order, 1)))), ok
	}
	return 0, false
}
