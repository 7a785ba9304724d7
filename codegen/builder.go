package codegen

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Builder makes a Func instruction by instruction, and makes each only if it
// must: it folds constants, applies rules that never cost (simplify.go), and
// finds what was computed before.
//
// Casts between types of one width make no instruction. The value serves as
// either type.
type Builder struct {
	F      Func
	consts []Instr              // of the whole function; they come first in its code
	known  []map[computed]Value // what was computed; one map for each open region, and one for the rest
	values map[constant]Value   // of constants
	def    []int                // see makes
	Has    func(op string) bool // whether the target has an instruction that is not needed
	Build  Build                // of the builds that it is for: this one's, if nothing else is said
	Narrow bool                 // no number is to have more than 32 bits
	// versions tells how often each array was written so far.
	versions []int
	same     map[Value]bool // see IsSame
	loaded   map[element][]loadedIn
	// Active, if it is not NoValue, are the lanes whose results matter of what is inlined: what is rarely computed is
	// not computed for others, which have anything.
	Active Value
}

// NewBuilder begins a function. A machine has the rows of the op table that has says.
func NewBuilder(name string, has func(op string) bool) *Builder {
	return &Builder{F: Func{Name: name, Result: NoValue, Fault: NoValue}, known: make([]map[computed]Value, 1),
		values: map[constant]Value{}, Has: has, Build: ThisBuild, Active: NoValue}
}

// Param adds a parameter of the function, with a value for each lane.
func (b *Builder) Param(t optab.Type) Value {
	v := b.F.NewValue(t)
	b.F.Params = append(b.F.Params, v)
	return v
}

// SameParam is Param of a value that is the same in all lanes.
func (b *Builder) SameParam(t optab.Type) Value {
	v := b.Param(t)
	if b.F.Same == nil {
		b.F.Same = map[Value]bool{}
	}
	b.F.Same[v] = true
	return v
}

// IsSame reports whether a value is computed of constants and of what is the same in all
// lanes, and so is the same.
func (b *Builder) IsSame(v Value) bool {
	if known, ok := b.same[v]; ok {
		return known
	}
	in := b.made(v)
	same := b.F.Same[v] || in.Op != "" && in.isPure() &&
		!slices.ContainsFunc(in.Args, func(a Value) bool { return !b.IsSame(a) })
	if b.same == nil {
		b.same = map[Value]bool{}
	}
	b.same[v] = same
	return same
}

// isPure reports whether an instruction's result depends on its arguments alone, lane by lane.
func (in *Instr) isPure() bool {
	name, _, _ := strings.Cut(in.Op, ".")
	_, memory := memoryForms[name]
	switch in.Op {
	case If, End, Do, While, Merge, Copy:
		return false
	}
	return !memory
}

// Constant returns the value of a constant. There is one for each bit pattern
// and width.
func (b *Builder) Constant(t optab.Type, bits uint64) Value {
	key := constant{t.Bits(), bits}
	if v, ok := b.values[key]; ok {
		return v
	}
	v := b.F.NewValue(t)
	b.consts = append(b.consts, Instr{Op: Const, Dst: v, Const: bits})
	b.values[key] = v
	b.makes(v, -len(b.consts))
	return v
}

// IsConst returns the bits of a constant.
//
//go:noinline
func (b *Builder) IsConst(v Value) (bits uint64, ok bool) {
	in := b.made(v)
	return in.Const, in.Op == Const
}

// Emit returns the value of an instruction without effects.
func (b *Builder) Emit(t optab.Type, op string, args ...Value) Value {
	if v, ok := b.simplify(t, op, args); ok {
		return v
	}
	if commutes(op) && args[0] > args[1] {
		args[0], args[1] = args[1], args[0]
	}
	return b.once(Instr{Op: op, Args: args}, t)
}

// commutes reports whether the first two arguments of an operation may be
// swapped.
func commutes(op string) bool {
	name, _, _ := strings.Cut(op, ".")
	row := optab.Lookup(name)
	return row != nil && row.Has(optab.Commutative)
}

// Lookup returns the element of a table.
func (b *Builder) Lookup(t optab.Type, index Value, table []uint64) Value {
	if i, ok := b.IsConst(index); ok {
		return b.Constant(t, table[i])
	}
	return b.once(Instr{Op: Lookup, Args: []Value{index}, Table: table}, t)
}

// once returns the value of an instruction, computed before or now.
func (b *Builder) once(in Instr, t optab.Type) Value {
	key := in.key(t)
	v, ok := b.find(key)
	if !ok {
		in.Dst = b.F.NewValue(t)
		v = b.add(in)
		b.remember(key, v)
	}
	return v
}

// Mark gives a mark to the instructions that were made since there were so many; see Instr.
func (b *Builder) Mark(since, mark int) {
	for i := since; i < len(b.F.Code); i++ {
		b.F.Code[i].Mark = mark
	}
}

func (b *Builder) add(in Instr) Value {
	b.F.Code = append(b.F.Code, in)
	b.makes(in.Dst, len(b.F.Code))
	return in.Dst
}

// Copy makes a value that merges may change.
func (b *Builder) Copy(v Value) Value {
	return b.add(Instr{Op: Copy, Dst: b.F.NewValue(b.F.Types[v]), Args: []Value{v}})
}

// Inline adds the code of a function to which arguments are given, and returns its
// result and the mask of the lanes that fault, or NoValue.
func (b *Builder) Inline(f *Func, args ...Value) (result, fault Value) {
	values, merged := make([]Value, len(f.Types)), f.merged()
	copy(values, args)
	of := func(v Value) Value {
		if v == NoValue {
			return v
		}
		return values[v]
	}
	for i, v := range f.Params {
		values[v] = args[i]
	}
	for _, in := range f.Code {
		mine := make([]Value, len(in.Args))
		for i, a := range in.Args {
			mine[i] = values[a]
		}
		switch in.Op {
		case Const:
			values[in.Dst] = b.Constant(f.Types[in.Dst], in.Const)
		case Lookup:
			values[in.Dst] = b.Lookup(f.Types[in.Dst], mine[0], in.Table)
		case If:
			if b.Active != NoValue && len(b.known) == 1 { // in no other region
				mine[0] = b.Emit(optab.Bool, "and.bool", mine[0], b.Active)
				values[in.Args[0]] = mine[0] // which the region's merges ask, too
			}
			b.Open(mine[0])
		case End:
			b.Close()
		case Do:
			b.Do()
		case While:
			b.While(mine[0])
		case Merge:
			b.Merge(mine[0], values[in.Dst], mine[1])
		case Copy:
			values[in.Dst] = mine[0]
			if merged[in.Dst] || merged[in.Args[0]] {
				values[in.Dst] = b.Copy(mine[0])
			}
		default:
			values[in.Dst] = b.emitWithout(f.Types[in.Dst], in.Op, mine)
		}
	}
	return of(f.Result), of(f.Fault)
}

// emitWithout is Emit of what a library function has: instructions of AVX-512, which are
// made of others where the target lacks them.
func (b *Builder) emitWithout(t optab.Type, op string, args []Value) Value {
	switch {
	case b.Has(op):
	case op == Scale:
		v, _ := b.Inline(Library("scale."+t.String(), b.Build), args...)
		return v
	case op == FusedSub+"."+t.String():
		return b.Emit(t, "fma."+t.String(), args[0], args[1], b.Emit(t, "neg."+t.String(), args[2]))
	case op == FusedNegAdd+"."+t.String():
		return b.Emit(t, "fma."+t.String(), b.Emit(t, "neg."+t.String(), args[0]), args[1], args[2])
	case op == FusedNegSub+"."+t.String():
		return b.Emit(t, "fma."+t.String(), b.Emit(t, "neg."+t.String(), args[0]), args[1],
			b.Emit(t, "neg."+t.String(), args[2]))
	}
	return b.Emit(t, op, args...)
}

// merged are the values that a Merge changes.
func (f *Func) merged() []bool {
	list := make([]bool, len(f.Types))
	for _, in := range f.Code {
		if in.Op == Merge {
			list[in.Dst] = true
		}
	}
	return list
}

// Open begins a region, which Close ends: what runs if cond holds in any lane.
func (b *Builder) Open(cond Value) {
	b.known = append(b.known, nil)
	b.F.Code = append(b.F.Code, Instr{Op: If, Dst: NoValue, Args: []Value{cond}})
}

// Merge gives a value another one in the lanes for which cond holds.
func (b *Builder) Merge(cond, into, v Value) {
	b.F.Code = append(b.F.Code, Instr{Op: Merge, Dst: into, Args: []Value{cond, v}})
}

// Close ends the region that Open began.
func (b *Builder) Close() {
	b.known = b.known[:len(b.known)-1]
	b.F.Code = append(b.F.Code, Instr{Op: End, Dst: NoValue})
}

// Do begins a loop, which While ends. In the loop the values that it merges are read as
// they were left by the round before until they are merged, which ends the round.
func (b *Builder) Do() {
	b.known = append(b.known, nil)
	b.F.Code = append(b.F.Code, Instr{Op: Do, Dst: NoValue})
}

// While ends a loop, which has another round if cond holds in any lane.
func (b *Builder) While(cond Value) {
	b.known = b.known[:len(b.known)-1]
	b.F.Code = append(b.F.Code, Instr{Op: While, Dst: NoValue, Args: []Value{cond}})
}

// Finish leaves out what the result does not need and puts the constants in
// front.
func (b *Builder) Finish() {
	code := slices.Concat(b.consts, b.F.Code)
	live := make([]bool, len(b.F.Types))
	use := func(v Value) {
		if v != NoValue {
			live[v] = true
		}
	}
	use(b.F.Result)
	use(b.F.Fault)
	for _, v := range b.F.Results {
		use(v)
	}
	kept := make([]Instr, 0, len(code)) // backwards
	var ends []int                      // of open regions: the length of kept after their End
	for i := len(code) - 1; i >= 0; i-- {
		in := code[i]
		switch in.Op {
		case While:
			begin := doOf(code, i)
			if !keepsLoop(code[begin:i], live) {
				i = begin
				continue
			}
		case End:
			kept = append(kept, in)
			ends = append(ends, len(kept))
			continue
		case If:
			end := ends[len(ends)-1]
			ends = ends[:len(ends)-1]
			if end == len(kept) { // nothing inside is needed
				kept = kept[:end-1]
				continue
			}
		default:
			if in.Op != Do && !in.writesMemory() && !live[in.Dst] {
				continue
			}
		}
		for _, a := range in.Args {
			use(a)
		}
		kept = append(kept, in)
	}
	slices.Reverse(kept)
	b.F.Code = kept
	b.renumber()
}

// doOf returns the index of the Do of the While at an index.
func doOf(code []Instr, at int) int {
	for depth := 0; ; at-- {
		switch op := code[at].Op; {
		case closes(op):
			depth++
		case op == Do:
			depth--
		}
		if depth == 0 {
			return at
		}
	}
}

// keepsLoop reports whether a loop is needed, for something that is live after it. All that
// it merges is live then: the next round may read it.
func keepsLoop(loop []Instr, live []bool) bool {
	own := map[Value]bool{}
	var merged []Value
	needed := false
	for _, in := range loop {
		switch {
		case in.Op == Copy:
			own[in.Dst] = true
		case in.Op == Merge && !own[in.Dst]:
			merged = append(merged, in.Dst)
			needed = needed || live[in.Dst]
		}
		needed = needed || in.writesMemory()
	}
	for _, v := range merged {
		live[v] = live[v] || needed
	}
	return needed
}

// renumber gives the values that are left numbers without gaps, in the order of
// parameters and code.
func (b *Builder) renumber() {
	number := make([]Value, len(b.F.Types))
	for i := range number {
		number[i] = NoValue
	}
	var types []optab.Type
	define := func(v Value) Value {
		if v == NoValue {
			return v
		}
		if number[v] == NoValue {
			number[v] = Value(len(types))
			types = append(types, b.F.Types[v])
		}
		return number[v]
	}
	same := map[Value]bool{}
	for i, v := range b.F.Params {
		b.F.Params[i] = define(v)
		if b.F.Same[v] {
			same[define(v)] = true
		}
	}
	b.F.Same = same
	for i := range b.F.Code {
		in := &b.F.Code[i]
		args := make([]Value, len(in.Args))
		for k, a := range in.Args {
			args[k] = define(a)
		}
		in.Args, in.Dst = args, define(in.Dst)
	}
	b.F.Result, b.F.Fault = define(b.F.Result), define(b.F.Fault)
	for i, v := range b.F.Results {
		b.F.Results[i] = define(v)
	}
	b.F.Types = types
}
