package codegen

import (
	"slices"
	"strings"
)

// Code in which all lanes are the same, as of a lane that is alone, may be shorter than what it was made of: both sides
// of a choice are computed for lanes that differ, but a lane alone needs one of them. And where a region
// runs, its mask holds, so that what leaves it need not be merged, nor wait for what was compared.

// Alone returns the code for lanes that are all the same: what one side of a choice alone needs is computed
// where that side is taken, if that is worth a branch. Code with memory stays as it is.
func Alone(f *Func) *Func {
	if len(f.Arrays) > 0 {
		return f
	}
	out := *f
	out.Types = slices.Clone(f.Types)
	a := &alone{f: &out, made: map[Value]*Instr{}, merged: f.merged()}
	code := f.Code
	all := a.parse(&code)
	for i := range f.Code {
		if in := &f.Code[i]; in.Dst != NoValue && in.Op != Merge {
			a.made[in.Dst] = in
		}
	}
	all = a.divide(all, append([]Value{f.Result, f.Fault}, f.Results...))
	all, _ = a.settle(all, masks{})
	out.Code = a.unread(a.flatten(nil, all))
	return &out
}

// alone is the code while it is changed.
type alone struct {
	f      *Func
	made   map[Value]*Instr // what makes each value
	merged []bool           // what a merge changes
	loops  int              // around what is looked at
}

// item is an instruction; that of a region has what is in it, and of a loop also whether there is another round.
type item struct {
	Instr
	body  []item
	while Value
}

// parse takes the items up to the end of a region or loop, which stays.
func (a *alone) parse(code *[]Instr) (list []item) {
	for len(*code) > 0 && (*code)[0].Op != End && (*code)[0].Op != While {
		in := (*code)[0]
		*code = (*code)[1:]
		it := item{Instr: in, while: NoValue}
		it.Args = slices.Clone(in.Args)
		switch in.Op {
		case If:
			it.body = a.parse(code)
			*code = (*code)[1:] // its end
		case Do:
			it.body = a.parse(code)
			it.while = (*code)[0].Args[0]
			*code = (*code)[1:]
		}
		list = append(list, it)
	}
	return list
}

// flatten adds the instructions of items.
func (a *alone) flatten(code []Instr, list []item) []Instr {
	for _, it := range list {
		switch it.Op {
		case If:
			a.ask(&it, code)
			code = append(a.flatten(append(code, it.Instr), it.body), Instr{Op: End, Dst: NoValue})
		case Do:
			code = a.flatten(append(code, it.Instr), it.body)
			end := item{Instr: Instr{Op: While, Dst: NoValue, Args: []Value{it.while}}}
			a.ask(&end, code)
			code = append(code, end.Instr)
		default:
			code = append(code, it.Instr)
		}
	}
	return code
}

// each calls do for all instructions of an item, and while for whether its loops have another round.
func (it *item) each(do func(in *Instr), while func(v Value)) {
	do(&it.Instr)
	for i := range it.body {
		it.body[i].each(do, while)
	}
	if it.Op == Do {
		while(it.while)
	}
}

// unread drops what nobody reads.
func (a *alone) unread(code []Instr) []Instr {
	read := make([]bool, len(a.f.Types))
	for _, v := range append([]Value{a.f.Result, a.f.Fault}, a.f.Results...) {
		if v != NoValue {
			read[v] = true
		}
	}
	// What a loop reads may be made behind that, in the round before: until nothing changes.
	for changed := true; changed; {
		changed = false
		for _, in := range slices.Backward(code) {
			if in.Dst != NoValue && !read[in.Dst] {
				continue
			}
			for _, v := range in.Args {
				changed = changed || !read[v]
				read[v] = true
			}
		}
	}
	return slices.DeleteFunc(code, func(in Instr) bool { return in.Dst != NoValue && !read[in.Dst] })
}

// masks says which masks are known to hold, or not to.
type masks map[Value]bool

// with returns also what follows from a mask that holds.
func (m masks) with(a *alone, v Value) masks {
	out := masks{}
	for k, h := range m {
		out[k] = h
	}
	var add func(v Value, holds bool)
	add = func(v Value, holds bool) {
		if _, known := out[v]; known || a.merged[v] {
			return
		}
		out[v] = holds
		in := a.made[v]
		if in == nil {
			return
		}
		switch {
		case in.Op == "not.bool":
			add(in.Args[0], !holds)
		case in.Op == "and.bool" && holds, in.Op == "or.bool" && !holds:
			add(in.Args[0], holds)
			add(in.Args[1], holds)
		case in.Op == "andnot.bool" && holds:
			add(in.Args[0], true)
			add(in.Args[1], false)
		}
	}
	add(v, true)
	return out
}

// settle uses what is known of masks: what is chosen by one is there, merges by one that holds are copies. It also
// returns which values are others.
func (a *alone) settle(list []item, known masks) (out []item, same map[Value]Value) {
	same = map[Value]Value{}
	for _, it := range list {
		it.each(func(in *Instr) {
			for i, v := range in.Args {
				if other, ok := same[v]; ok {
					in.Args[i] = other
				}
			}
		}, func(Value) {})
		if other, ok := same[it.while]; ok {
			it.while = other
		}
		holds, is := false, false
		if len(it.Args) > 0 {
			holds, is = known[it.Args[0]]
		}
		switch {
		case it.Op == If && is:
			if holds {
				body, _ := a.settle(it.body, known)
				out = append(out, body...)
			}
			continue
		case it.Op == If:
			it.body, _ = a.settle(it.body, known.with(a, it.Args[0]))
		case it.Op == Do:
			it.body, it.while = a.settleLoop(&it, known)
		case it.Op == Merge && len(it.Args) == 2 && is:
			if !holds {
				continue
			}
			it.Args = it.Args[1:]
		case it.Dst != NoValue && !a.merged[it.Dst]:
			if v, ok := a.known(&it.Instr, known); ok {
				same[it.Dst] = v
				continue
			}
		}
		out = append(out, it)
	}
	return out, same
}

// known returns what an instruction gives where masks are known, if that is another value that nothing changes.
func (a *alone) known(in *Instr, known masks) (v Value, ok bool) {
	name, _, _ := strings.Cut(in.Op, ".")
	first, is := false, false
	if len(in.Args) > 1 {
		first, is = known[in.Args[0]]
	}
	switch {
	case name == "select" && is && first:
		v = in.Args[1]
	case name == "select" && is:
		v = in.Args[2]
	case in.Op == "and.bool" && is && first, in.Op == "or.bool" && is && !first:
		v = in.Args[1]
	case in.Op == "and.bool" || in.Op == "or.bool":
		second, is := known[in.Args[1]]
		if !is || second != (in.Op == "and.bool") {
			return v, false
		}
		v = in.Args[0]
	default:
		return v, false
	}
	return v, !a.merged[v]
}

// settleLoop is settle of a loop. The mask by which its rounds merge is that of lanes which are in it still; a lane
// alone is, which is proven: it holds in the first round, and where there is another.
func (a *alone) settleLoop(loop *item, known masks) (body []item, while Value) {
	if first, next, ok := a.rounds(loop); ok {
		again := masks{}.with(a, loop.while)
		for _, it := range loop.body {
			if it.Op == Merge && a.holds(it.Args[0], first, known) && a.holds(it.Args[0], next, again) {
				known = known.with(a, it.Args[0])
			}
		}
	}
	a.loops++
	body, same := a.settle(loop.body, known)
	a.loops--
	if v, ok := same[loop.while]; ok {
		return body, v
	}
	return body, loop.while
}

// rounds says of what a loop changes what it is in the first round, and what in the round after one in which all
// merges were made. A loop in another does not begin with what was before that.
func (a *alone) rounds(loop *item) (first, next map[Value]Value, ok bool) {
	if a.loops > 0 {
		return nil, nil, false
	}
	first, next = map[Value]Value{}, map[Value]Value{}
	for _, it := range loop.body {
		if it.body != nil {
			return nil, nil, false // which may merge too
		}
		if it.Op != Merge {
			continue
		}
		from := a.made[it.Dst]
		if _, twice := next[it.Dst]; twice || from == nil || from.Op != Copy || len(it.Args) != 2 ||
			a.merges(it.Dst) != 1 {
			return nil, nil, false
		}
		first[it.Dst], next[it.Dst] = from.Args[0], it.Args[1]
	}
	return first, next, true
}

// merges is how many merges change a value.
func (a *alone) merges(v Value) (n int) {
	for _, in := range a.f.Code {
		if in.Op == Merge && in.Dst == v {
			n++
		}
	}
	return n
}

// holds reports whether a mask holds, with other values in the place of some, as masks do that are known to.
func (a *alone) holds(mask Value, as map[Value]Value, known masks) bool {
	in := a.made[mask]
	if in == nil {
		return false
	}
	if in.Op == "and.bool" && a.holds(in.Args[0], as, known) && a.holds(in.Args[1], as, known) {
		return true
	}
	for v, holds := range known {
		if holds && a.alike(mask, v, as, 4) {
			return true
		}
	}
	return false
}

// alike reports whether a value, with others in the place of some, is another one. Nothing may change what the latter
// is made of.
func (a *alone) alike(v, other Value, as map[Value]Value, depth int) bool {
	if w, ok := as[v]; ok {
		v, as = w, nil
	}
	x, y := a.made[v], a.made[other]
	switch {
	case a.merged[v] || a.merged[other]:
		return false
	case v == other && as == nil:
		return true
	case x == nil || y == nil:
		return v == other // parameters
	case x.Op == Const || y.Op == Const:
		return v == other
	case depth == 0 || x.Op != y.Op || len(x.Args) != len(y.Args) || !x.isPure() || x.Op == Lookup:
		return false
	}
	for i := range x.Args {
		if !a.alike(x.Args[i], y.Args[i], as, depth-1) {
			return false
		}
	}
	return true
}
