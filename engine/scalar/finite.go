package scalar

import (
	"cmp"
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Many lanes at once choose among a few constants by comparing a number with each of its values; one lane reads them
// from a table. So where a number decides what something is, as it does of selects by whether it equals literals, that
// is looked up: by the number, or where it has none of the values, by one more than there are.

// finite is what a variable is for each value of another, its root.
type finite struct {
	root   val
	values map[uint64]uint64 // by values of the root; of others it is rest
	rest   uint64
	links  int // how many selects decide it, up to leastLinks
}

const (
	// leastLinks is how many selects are as much as a look.
	leastLinks = 3
	// mostPlaces is how many places a table has at most.
	mostPlaces = 64
	// nearZero is below which number tables begin at zero instead: often no number is negative.
	nearZero = 8
	// mostFinite is of how many variables it is known at a time.
	mostFinite = 256
)

// placed says in which place of tables that begin with first, and have n more for other numbers, a number is.
type placed struct {
	root     val
	first, n uint64
}

// decided is what is known in a place of the code: of variables, and which have places.
type decided struct {
	finite map[val]finite
	places map[placed]val
}

// lookUp makes looks of such selects.
func (u *unit) lookUp(f *fn) {
	if !f.hasSelects() {
		return
	}
	ends, found, uses := make([]decided, len(f.blocks)), false, f.countReads()
	for b, blk := range f.blocks {
		k := decided{map[val]finite{}, map[placed]val{}}
		if len(blk.preds) == 1 && blk.preds[0] < b {
			before := ends[blk.preds[0]]
			k = decided{maps.Clone(before.finite), maps.Clone(before.places)}
		}
		var code []ins
		for i, in := range blk.code {
			is, ok := k.result(f, &in)
			looks := []ins{in}
			if ok && in.name() == "select" && is.links >= leastLinks && !isLink(blk, i, uses) {
				if code := u.look(f, k, is, &in); code != nil {
					looks, found = code, true
				}
			}
			code = append(code, looks...)
			k.write(&in, is, ok)
		}
		blk.code, ends[b] = code, k
	}
	if found {
		for range 2 { // what other blocks read for nothing is found the second time
			f.dropUnread()
		}
	}
}

// hasSelects reports whether there are as many selects as a look is worth.
func (f *fn) hasSelects() bool {
	n := 0
	for _, blk := range f.blocks {
		for i := range blk.code {
			if blk.code[i].name() == "select" {
				n++
			}
		}
	}
	return n >= leastLinks
}

// isLink reports whether what a select gives is read by another one of its block, and nowhere else.
func isLink(blk *block, at int, uses []int) bool {
	v := blk.code[at].out[0]
	return uses[v] == 1 && slices.ContainsFunc(blk.code[at+1:], func(in ins) bool {
		return in.name() == "select" && slices.Contains(in.in[1:], of(v))
	})
}

// result is what an instruction gives, if a number decides it.
func (k decided) result(f *fn, in *ins) (is finite, ok bool) {
	if in.kind == copies && len(in.in) == 1 {
		if in.in[0].kind == variable {
			is, ok = k.finite[in.in[0].v]
		}
		return is, ok
	}
	name := in.name()
	if name == "" || len(in.out) != 1 || len(in.in) > 3 || in.canFault() || !in.op.HasScalar() || in.op.IsFunction() ||
		f.vars[in.out[0]].isArray() || name != "select" && in.op.Info().Type.IsFloat() {
		return is, false
	}
	if is, ok = k.equalsLiteral(f, in); ok {
		return is, true
	}
	is = finite{root: nowhere, values: map[uint64]uint64{}}
	for _, a := range in.in {
		switch by, ok := k.finite[a.v]; {
		case a.kind == literal:
		case a.kind != variable || !ok || is.root != nowhere && is.root != by.root:
			return is, false
		default:
			is.root, is.links = by.root, is.links+by.links
			for n := range by.values {
				is.values[n] = 0
			}
		}
	}
	if is.root == nowhere || len(is.values) > mostPlaces {
		return is, false
	}
	if name == "select" {
		is.links = min(is.links+1, leastLinks)
	}
	for n := range is.values {
		if is.values[n], ok = k.compute(in, n, false); !ok {
			return is, false
		}
	}
	is.rest, ok = k.compute(in, 0, true)
	return is, ok
}

// equalsLiteral is whether a number that nothing else decides is a literal, or is not.
func (k decided) equalsLiteral(f *fn, in *ins) (is finite, ok bool) {
	name := in.name()
	if name != "eq" && name != "ne" || in.in[0].kind != variable || in.in[1].kind != literal {
		return is, false
	}
	if _, ok = k.finite[in.in[0].v]; ok {
		return is, false
	}
	n := in.in[1].bits
	switch f.vars[in.in[0].v].typ {
	case optab.I64, optab.U64:
	case optab.U32:
		n = uint64(uint32(n))
	default:
		return is, false
	}
	is = finite{root: in.in[0].v, values: map[uint64]uint64{n: 1}}
	if name == "ne" {
		is.values[n], is.rest = 0, 1
	}
	return is, true
}

// compute is what an operation gives where the root is a number, or none of those that are known.
func (k decided) compute(in *ins, n uint64, other bool) (bits uint64, ok bool) {
	var x [3]uint64
	for i, a := range in.in {
		if x[i] = a.bits; a.kind == variable {
			x[i] = k.finite[a.v].of(n, other)
		}
	}
	bits, fault := in.op.PlainScalar(x[0], x[1], x[2])
	return bits, fault == optab.NoFault
}

// of is what a variable is where the root is a number, or none of those that are known.
func (f finite) of(n uint64, other bool) uint64 {
	if bits, ok := f.values[n]; ok && !other {
		return bits
	}
	return f.rest
}

// write notes what an instruction writes.
func (k decided) write(in *ins, is finite, ok bool) {
	for _, v := range in.out {
		delete(k.finite, v)
		maps.DeleteFunc(k.finite, func(_ val, by finite) bool { return by.root == v })
		maps.DeleteFunc(k.places, func(p placed, at val) bool { return p.root == v || at == v })
	}
	if ok && is.root != in.out[0] && len(k.finite) < mostFinite {
		k.finite[in.out[0]] = is
	}
}

// look is the instructions that look up what another gives; there are none if the table would be large.
func (u *unit) look(f *fn, k decided, is finite, in *ins) (code []ins) {
	keys := slices.Collect(maps.Keys(is.values))
	sorting.By(keys, func(a, b uint64) int { return cmp.Compare(int64(a), int64(b)) }) // with signs, or else modulo 2⁶⁴
	first, last := keys[0], keys[len(keys)-1]
	if first < nearZero {
		first = 0
	}
	if last-first >= mostPlaces {
		return nil
	}
	p := placed{is.root, first, last - first + 1}
	at, ok := k.places[p]
	if !ok {
		code = f.placeOf(p, in.mark)
		at = code[len(code)-1].out[0]
		k.places[p] = at
	}
	t := f.vars[in.out[0]].typ
	data := make([]uint64, p.n+1)
	for i := range data {
		data[i] = is.of(p.first+uint64(i), uint64(i) == p.n)
	}
	return append(code, ins{
		kind: index, op: program.OpcodeFor("index", t), in: []arg{u.addTable(t, data), of(at)}, out: in.out,
		sure: indexInside | isPositive, mark: in.mark,
	})
}

// placeOf is the instructions that find the place of a number.
func (f *fn) placeOf(p placed, mark int) (code []ins) {
	t := f.vars[p.root].typ
	x := of(p.root)
	add := func(name string, from optab.Type, to optab.Type, in ...arg) {
		v := f.newVar(to)
		code = append(code, ins{kind: prim, op: program.OpcodeFor(name, from), in: in, out: []val{v}, mark: mark})
		x = of(v)
	}
	if t == optab.I64 {
		t = optab.U64 // so that negative numbers are large
	}
	if p.first != 0 {
		add("sub", t, t, x, arg{bits: p.first})
	}
	add("min", t, t, x, arg{bits: p.n})
	if t == optab.U32 {
		add("convert_i64", t, optab.I64, x)
	}
	return code
}

// addTable adds numbers to the code's data.
func (u *unit) addTable(t optab.Type, data []uint64) arg {
	u.align(8)
	a := arg{kind: table, off: len(u.table)}
	for _, bits := range data {
		u.element(t, bits)
	}
	u.values[a], u.shapes[a] = data, []int{len(data)}
	return a
}
