package codegen

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Code that acts in the lanes of a mask may be jumped over if that has none. What it leaves to the
// code behind it has then to be there before: a value that was replaced in the lanes of the mask is
// the one it replaced, a part of the mask is empty. Bypass finds that by following the code as it
// is for a lane that the mask lacks.

// A Stretch is code that acts in the lanes of a mask.
type Stretch struct {
	From, To int // of Func.Code
	Mask     Value
	// Free are values that nobody reads in lanes which a mask lacks: by value, that mask, of the stretch or of a part.
	Free map[Value]Value
}

// Len is how many instructions were made, constants aside.
func (b *Builder) Len() int { return len(b.F.Code) }

// Forget makes the builder compute values again that are asked for again.
func (b *Builder) Forget(values map[Value]Value) {
	for _, known := range b.known {
		for k, v := range known {
			if _, forget := values[v]; forget {
				delete(known, k)
			}
		}
	}
	for at, list := range b.loaded {
		b.loaded[at] = slices.DeleteFunc(list, func(l loadedIn) bool {
			_, forget := values[l.value]
			return forget
		})
	}
}

// Bypassable lists the stretches around which there may be a jump that saves as many additions as it is to be worth, of
// stretches in one another the outermost. They are in the order of the code, and of those that begin alike the longest
// comes first.
func (b *Builder) Bypassable(stretches []Stretch, worth int) (chosen []Stretch) {
	end := 0
	for _, s := range stretches {
		p := &bypass{Builder: b, Stretch: s}
		if s.From >= end && p.find() && p.weight() >= worth {
			chosen = append(chosen, s)
			end = s.To
		}
	}
	return chosen
}

// Bypass puts a jump around each of some stretches that Bypassable gave. Nothing may be added afterwards.
func (b *Builder) Bypass(stretches []Stretch) {
	// A jump moves the code behind it, so that the last comes first.
	for _, s := range slices.Backward(stretches) {
		if p := (&bypass{Builder: b, Stretch: s}); p.find() {
			p.write()
		}
	}
}

// IsRare reports whether few lanes are likely to be in a mask: those that have a NaN, or numbers that are equal.
func (b *Builder) IsRare(mask Value) bool {
	in := b.made(mask)
	name, of, _ := strings.Cut(in.Op, ".")
	float := of == "f64" || of == "f32"
	switch {
	case in.Op == "and.bool":
		return b.IsRare(in.Args[0]) || b.IsRare(in.Args[1])
	case in.Op == "or.bool":
		return b.IsRare(in.Args[0]) && b.IsRare(in.Args[1])
	case in.Op == "andnot.bool":
		without := b.made(in.Args[1])
		return b.IsRare(in.Args[0]) || strings.HasPrefix(without.Op, "eq.f") && without.Args[0] == without.Args[1]
	case float && name == "ne":
		return in.Args[0] == in.Args[1]
	case float && name == "eq":
		return in.Args[0] != in.Args[1]
	}
	return false
}

// bypass is a stretch with a jump around it.
type bypass struct {
	*Builder
	Stretch
	at    map[Value]int   // where values of the stretch are made
	as    map[Value]Value // what values are in lanes that the mask lacks
	none  map[Value]bool  // masks that have no such lane
	later []Value         // values of the stretch that are read behind it
	early map[int]bool    // instructions that go before the jump
}

// find finds what is read behind the stretch, and reports whether all of it is there without it.
func (p *bypass) find() bool {
	p.at, p.early = map[Value]int{}, map[int]bool{}
	for i := p.From; i < p.To; i++ {
		in := &p.F.Code[i]
		if in.Dst != NoValue && in.Op != Merge {
			p.at[in.Dst] = i
		}
	}
	p.follow()
	for i := p.From; i < p.To; i++ {
		if in := &p.F.Code[i]; in.writesMemory() && (strings.HasPrefix(in.Op, StoreFrame+".") || !p.none[in.Args[0]]) {
			return false
		}
	}
	p.findLater()
	for _, v := range p.later {
		if p.hoist(v, few) {
			continue
		}
		_, known := p.as[v]
		lanes, free := p.Free[v]
		if !known && !p.none[v] && !(free && p.none[lanes]) && !p.hoist(v, p.To) {
			return false
		}
	}
	p.later = slices.DeleteFunc(p.later, func(v Value) bool { return p.early[p.at[v]] })
	return true
}

// few is how many instructions are made in any case rather than a value replaced.
const few = 2

// follow finds what values are in a lane that the mask lacks.
func (p *bypass) follow() {
	p.as, p.none = map[Value]Value{}, map[Value]bool{p.Mask: true}
	for i, in := range p.F.Code[:p.To] {
		if in.Dst == NoValue {
			continue
		}
		name, _, _ := strings.Cut(in.Op, ".")
		switch {
		case in.Op == Merge:
			if !p.none[in.Args[0]] {
				delete(p.as, in.Dst)
				delete(p.none, in.Dst)
			}
		case in.Op == Copy:
			p.is(i, in.Dst, in.Args[0])
		case in.Op == "and.bool" && (p.none[in.Args[0]] || p.none[in.Args[1]]),
			in.Op == "andnot.bool" && p.none[in.Args[0]]:
			p.none[in.Dst] = true
		case in.Op == "andnot.bool" && p.none[in.Args[1]]:
			p.is(i, in.Dst, in.Args[0])
		case in.Op == "or.bool" && p.none[in.Args[0]]:
			p.is(i, in.Dst, in.Args[1])
		case in.Op == "or.bool" && p.none[in.Args[1]]:
			p.is(i, in.Dst, in.Args[0])
		case name == "select" && p.none[in.Args[0]]:
			p.is(i, in.Dst, in.Args[2])
		}
	}
}

// is says that the instruction at an index gives what another value is.
func (p *bypass) is(at int, v, other Value) {
	if p.none[other] {
		p.none[v] = true
		return
	}
	if at < p.From {
		return // it is there itself
	}
	if _, inside := p.at[other]; !inside {
		p.as[v] = other
	} else if other, known := p.as[other]; known {
		p.as[v] = other
	}
}

// findLater lists what of the stretch is read behind it.
func (p *bypass) findLater() {
	found := map[Value]bool{}
	use := func(v Value) {
		if _, mine := p.at[v]; mine && !found[v] {
			found[v] = true
			p.later = append(p.later, v)
		}
	}
	for _, in := range p.F.Code[p.To:] {
		for _, v := range in.Args {
			use(v)
		}
	}
	for _, v := range append([]Value{p.F.Result, p.F.Fault}, p.F.Results...) {
		use(v)
	}
}

// hoist puts the instructions that make a value before the jump, if they are not more than so many and
// mean the same there.
func (p *bypass) hoist(v Value, most int) bool {
	add := map[int]bool{}
	var visit func(v Value) bool
	visit = func(v Value) bool {
		i, mine := p.at[v]
		if !mine || p.early[i] || add[i] {
			return true
		}
		in := &p.F.Code[i]
		if add[i] = true; len(add) > most || !in.isPure() && !p.readsBefore(i) {
			return false
		}
		return !slices.ContainsFunc(in.Args, func(a Value) bool { return !visit(a) })
	}
	if !visit(v) {
		return false
	}
	for i := range add {
		p.early[i] = true
	}
	return true
}

// readsBefore reports whether an instruction reads an array as it is before the stretch.
func (p *bypass) readsBefore(at int) bool {
	in := &p.F.Code[at]
	name, _, _ := strings.Cut(in.Op, ".")
	if writes, memory := memoryForms[name]; !memory || writes {
		return false
	}
	return !slices.ContainsFunc(p.F.Code[p.From:at], func(w Instr) bool {
		return w.writesMemory() && w.Array == in.Array
	})
}

// weight is about what the instructions take that are jumped over, less what the jump costs in merges. An addition
// takes 1.
func (p *bypass) weight() (sum int) {
	for i := p.From; i < p.To; i++ {
		if !p.early[i] {
			sum += weightOf(p.F.Code[i].Op)
		}
	}
	return sum - len(p.later)
}

// Weight is about what the instructions of a function take. An addition takes 1.
func (f *Func) Weight() (sum int) {
	for i := range f.Code {
		sum += weightOf(f.Code[i].Op)
	}
	return sum
}

func weightOf(op string) int {
	name, of, _ := strings.Cut(op, ".")
	switch name {
	case "quo", "sqrt", Load, LoadTable, Store, StoreTable:
		return 8
	case "div", "rem":
		if t := optab.ParseType(of); t.IsInt() {
			return 16
		}
	}
	return 1
}

// write puts the jump into the code.
func (p *bypass) write() {
	code := p.F.Code
	mark := 0
	for i := p.From; i < p.To && mark == 0; i++ {
		mark = code[i].Mark
	}
	list := slices.Clone(code[:p.From])
	for i := p.From; i < p.To; i++ {
		if p.early[i] {
			list = append(list, code[i])
		}
	}
	left := map[Value]Value{} // what values are behind the stretch
	replaced := map[int]bool{}
	var ends []Instr
	for _, v := range p.later {
		to := p.F.NewValue(p.F.Types[v])
		left[v] = to
		list = append(list, Instr{Op: Copy, Dst: to, Args: []Value{p.without(v)}, Mark: mark})
		end := Instr{Op: Merge, Dst: to, Args: []Value{p.Mask, v}}
		if p.none[v] {
			end.Args[0] = v
		} else if in := code[p.at[v]]; p.replaces(&in) {
			end.Args = []Value{in.Args[0], in.Args[1]}
			replaced[p.at[v]] = true
		}
		ends = append(ends, end)
	}
	list = append(list, Instr{Op: If, Dst: NoValue, Args: []Value{p.Mask}, Mark: mark})
	for i := p.From; i < p.To; i++ {
		if !p.early[i] && !replaced[i] {
			list = append(list, code[i])
		}
	}
	list = append(append(list, ends...), Instr{Op: End, Dst: NoValue})
	rename := func(args []Value) {
		for i, v := range args {
			if to, ok := left[v]; ok {
				args[i] = to
			}
		}
	}
	for _, in := range code[p.To:] {
		in.Args = slices.Clone(in.Args)
		rename(in.Args)
		list = append(list, in)
	}
	one := []Value{p.F.Result, p.F.Fault}
	rename(one)
	p.F.Result, p.F.Fault = one[0], one[1]
	rename(p.F.Results)
	p.F.Code = list
}

// replaces reports whether an instruction does nothing but replace what was there before, in lanes of the mask: the end
// of the stretch does that in its place.
func (p *bypass) replaces(in *Instr) bool {
	name, _, _ := strings.Cut(in.Op, ".")
	return name == "select" && p.none[in.Args[0]] && p.as[in.Dst] == in.Args[2] && !p.read(in.Dst)
}

// without is what a value is if no lane is in the stretch.
func (p *bypass) without(v Value) Value {
	if other, ok := p.as[v]; ok {
		return other
	}
	return p.Constant(p.F.Types[v], 0)
}

// read reports whether the stretch reads a value of its own.
func (p *bypass) read(v Value) bool {
	return slices.ContainsFunc(p.F.Code[p.From:p.To], func(in Instr) bool { return slices.Contains(in.Args, v) })
}
