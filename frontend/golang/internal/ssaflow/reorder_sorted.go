package ssaflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Slices in which rounds of a loop over a map collect keys or values, and that are sorted before anything else sees
// them. Such a slice is a variable that the rounds hand on, or one in memory, since a function literal sees it too: the
// one that sort.Slice compares elements with.

// collector is a variable in memory in which rounds collect: they load it, append, and store what that gives.
type collector struct {
	load  *ssa.UnOp
	grown *ssa.Call
	store *ssa.Store
}

// findCollectors finds the variables in memory in which rounds collect.
func (l *mapLoop) findCollectors() {
	for _, st := range l.stores {
		v, ok1 := st.Addr.(*ssa.Alloc)
		grown, ok2 := st.Val.(*ssa.Call)
		if !ok1 || !ok2 || l.in[v.Block()] || !IsAppend(grown) || len(Uses(grown)) != 1 {
			continue
		}
		load, ok := grown.Call.Args[0].(*ssa.UnOp)
		if !ok || load.X != ssa.Value(v) || len(Uses(load)) != 1 {
			continue
		}
		c := collector{load, grown, st}
		if key, ok := l.entryIn(grown.Call.Args[1]); ok && l.isSorted(v, c, key) {
			l.collectors = append(l.collectors, c)
		}
	}
}

// collected reports whether an instruction is one of those that collect in a variable in memory.
func (l *mapLoop) collected(in ssa.Instruction) bool {
	return slices.ContainsFunc(l.collectors, func(c collector) bool {
		return in == ssa.Instruction(c.load) || in == ssa.Instruction(c.grown) || in == ssa.Instruction(c.store)
	})
}

// wholeElement is, in place of the field that has the key, that an element is a number or string that the round makes
// of its key and value, or one of these.
const wholeElement = -1

// entryIn reports whether what is appended is numbers or strings of the round, or one struct that has the key, so that
// no two are alike, and in which field.
func (l *mapLoop) entryIn(v ssa.Value) (key int, ok bool) {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return 0, false
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok || s.Low != nil || s.High != nil || !l.isOwn(a) {
		return 0, false
	}
	at, ok := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok {
		return 0, false
	}
	e := &entryStores{l: l, key: wholeElement}
	for _, use := range Uses(a) {
		switch use := use.(type) {
		case *ssa.Slice:
		case *ssa.IndexAddr:
			e.at(use)
		default:
			return 0, false
		}
	}
	if e.key != wholeElement {
		return e.key, !e.other && at.Len() == 1
	}
	return e.key, !e.other && e.whole
}

// entryStores are the stores to an element.
type entryStores struct {
	l     *mapLoop
	key   int  // the field that has the key
	whole bool // the element is the key or the value, or a number or string of them
	other bool // it is something else
}

// at looks at what is stored at an address.
func (e *entryStores) at(addr ssa.Value) {
	for _, use := range Uses(addr) {
		switch use := use.(type) {
		case *ssa.Store:
			if literal := e.literal(use.Val); literal != nil {
				e.at(literal)
				continue
			}
			e.whole = e.l.key(use.Val) || e.l.value(use.Val) || isOrdered(use.Val.Type()) && e.l.carried[use.Val] == nil
			e.other = e.other || !e.whole
		case *ssa.FieldAddr:
			e.field(use)
		case *ssa.UnOp: // which is stored
		default:
			e.other = true
		}
	}
}

// literal is the variable of the round that a value is loaded from, as that of a composite literal is; nil for others.
func (e *entryStores) literal(v ssa.Value) *ssa.Alloc {
	load, ok := v.(*ssa.UnOp)
	if !ok || !e.l.isOwn(load.X) {
		return nil
	}
	a, _ := load.X.(*ssa.Alloc)
	return a
}

// field looks at what is stored in a field.
func (e *entryStores) field(addr *ssa.FieldAddr) {
	for _, use := range Uses(addr) {
		st, ok := use.(*ssa.Store)
		if !ok || e.l.carried[st.Val] != nil {
			e.other = true
			return
		}
		if e.l.key(st.Val) && isOrdered(st.Val.Type()) {
			e.key = addr.Field
		}
	}
}

// isSorted reports whether a variable in which rounds collect is sorted behind the loop before anything else sees it.
// key is the field of an element that has the key of its round.
func (l *mapLoop) isSorted(v *ssa.Alloc, c collector, key int) bool {
	var sort *ssa.Call
	var ours []ssa.Instruction // what the sorting itself takes of the variable
	for _, use := range Uses(v) {
		load, ok := use.(*ssa.UnOp)
		if !ok || l.in[load.Block()] || len(Uses(load)) != 1 {
			continue
		}
		call, of := sortOf(load)
		if call == nil || !l.sorts(call, of, v, key) {
			continue
		}
		sort, ours = call, []ssa.Instruction{load}
		for _, arg := range call.Call.Args {
			if made, ok := arg.(*ssa.MakeClosure); ok && len(Uses(made)) == 1 {
				ours = append(ours, made)
			}
		}
		break
	}
	if sort == nil || key != wholeElement && !l.oncePerRound(c.grown.Block()) {
		return false
	}
	for _, use := range Uses(v) {
		st, stores := use.(*ssa.Store)
		switch {
		case use == ssa.Instruction(c.load) || use == ssa.Instruction(c.store) || slices.Contains(ours, use):
		case l.in[use.Block()]:
			return false
		case stores && key != wholeElement && !isEmptySlice(st.Val) && !isBehind(use, sort):
			return false // what is there may have a key of the map
		case Leads(l.next, use) && !isBehind(use, sort):
			return false
		}
	}
	return true
}

// oncePerRound reports whether a block runs once in a round at most.
func (l *mapLoop) oncePerRound(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{l.head: true}
	for work := slices.Clone(b.Succs); len(work) > 0; {
		next := work[len(work)-1]
		if work = work[:len(work)-1]; next == b {
			return false
		}
		if !seen[next] {
			seen[next] = true
			work = append(work, next.Succs...)
		}
	}
	return b != l.head
}

// isEmptySlice reports whether a slice has no elements for certain: it is nil, or made without.
func isEmptySlice(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.MakeSlice:
		return isZero(v.Len)
	case *ssa.Slice:
		return v.High != nil && isZero(v.High)
	}
	return false
}

// isBehind reports whether an instruction runs after another one only.
func isBehind(in, other ssa.Instruction) bool {
	return Leads(other, in) && !Leads(in, other) && other.Block().Dominates(in.Block())
}

// sortOf returns the call of a function that sorts which is the only use of a slice, and what it is given.
func sortOf(s ssa.Value) (call *ssa.Call, given ssa.Value) {
	for len(Uses(s)) == 1 {
		switch use := Uses(s)[0].(type) {
		case *ssa.MakeInterface:
			s = use
			continue
		case *ssa.Call:
			return use, s
		}
		break
	}
	return nil, nil
}

// sorts reports whether a call sorts numbers or strings, so that what is equal looks the same, or structs by the field
// that has the key of the round, after others perhaps. v is the variable that the slice is in, if that is in memory.
func (l *mapLoop) sorts(call *ssa.Call, s ssa.Value, v *ssa.Alloc, key int) bool {
	if len(call.Call.Args) == 0 || call.Call.Args[0] != s {
		return false
	}
	if made, ok := s.(*ssa.MakeInterface); ok {
		s = made.X
	}
	slice, ok := s.Type().Underlying().(*types.Slice)
	if !ok || key == wholeElement && !isOrdered(slice.Elem()) {
		return false // 0 and -0 are equal keys, NaN is none
	}
	switch calleeName(call) {
	case "sort.Ints", "sort.Strings", "slices.Sort":
		return true
	case "slices.SortFunc", "slices.SortStableFunc":
		by, _ := call.Call.Args[1].(*ssa.Function)
		return key == wholeElement && isCompare(calledBy(by)) || l.isTotal(call.Call.Args[1], nil, key)
	case "sort.Slice", "sort.SliceStable":
		return v != nil && l.isTotal(call.Call.Args[1], v, key)
	}
	return false
}

// calleeName is the name of the function that a call is of, such as slices.Sort, or "" if that is not known.
func calleeName(call *ssa.Call) string {
	f, _ := call.Call.Value.(*ssa.Function)
	return calledBy(f)
}

// calledBy is calleeName of the function that is called, or nil.
func calledBy(f *ssa.Function) string {
	if f != nil && f.Origin() != nil {
		f = f.Origin()
	}
	if f == nil || f.Pkg == nil {
		return ""
	}
	return f.Pkg.Pkg.Path() + "." + f.Name()
}

// isOrdered reports whether two values of a type that are not less than each other are the same.
func isOrdered(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsString) != 0
}
