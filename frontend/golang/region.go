package golang

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// A region is memory that pointers and slices refer to. Which region is known
// statically; where in it, need not be. A function that is given a pointer is
// given the contents of its region, as far as it reads them, and gives back
// what it writes: so two pointers into one region stay two names of the same
// memory, and no lane ever holds an address.

type regionKind uint8

const (
	laneRegion  regionKind = iota // each lane's own
	tableRegion                   // a package-level variable that never changes
	uniformRegion
	choiceRegion // one of several; see choices.go
	opaqueRegion // of what has no leaves: may be written and not read
)

type region struct {
	// name is unique among the regions of an instance: "s7" for what place 7
	// of the function makes, "m0" for what the caller has, "s2.s7" for what the
	// call at place 2 brought back.
	name   string
	kind   regionKind
	typ    types.Type // what it holds
	layout *layout
	table  *table
	fams   families // of the program, for a table
	family *family  // of which this is the region
	// options are those of a choice, which may be nil as well if nilable.
	options []option
	nilable bool
	// grown says that append made it; see grow.go.
	grown bool
	// varies says that make was asked for a length in which lanes differ, open
	// that it has no limit either.
	varies, open bool
	// shared is what a uniform pointer points to.
	shared value
	// refs are the leaves that refer of what is in a pool, or a uniform slice; see
	// uniforms_pools.go. It repeats if elements may be in it twice.
	refs    []*poolRef
	repeats bool
	// what says for messages where it comes from.
	what string
}

func (r *region) describe() string {
	if r.what != "" {
		return r.what
	}
	return types.TypeString(r.typ, (*types.Package).Name)
}

// cellKey names the static part of a leaf of a region among the cells of an
// instance.
type cellKey struct {
	region string
	leaf   int
}

// touched is the cell of what an instance and its callees read and write of a
// region that the caller has.
type touchedKey struct{ region string }

// touched says which leaves were read and written.
type touched struct{ read, written bitset }

type bitset []uint64

func (b bitset) has(i int) bool { return i/64 < len(b) && b[i/64]>>(i%64)&1 != 0 }

func (b bitset) union(c bitset) bitset {
	out := make(bitset, max(len(b), len(c)))
	copy(out, b)
	for i, w := range c {
		out[i] |= w
	}
	return out
}

func rangeBits(from, to int) bitset {
	b := make(bitset, (to+63)/64)
	for i := from; i < to; i++ {
		b[i/64] |= 1 << (i % 64)
	}
	return b
}

var _ instance.Operand = touched{}

func (t touched) AppendKey(key []byte) []byte {
	for _, b := range []bitset{t.read, t.written} {
		for len(b) > 0 && b[len(b)-1] == 0 {
			b = b[:len(b)-1]
		}
		key = append(key, byte(len(b)))
		for _, w := range b {
			for s := range 8 {
				key = append(key, byte(w>>(8*s)))
			}
		}
	}
	return key
}

func (t touched) Join(with instance.Operand) (instance.Operand, bool) {
	u, ok := with.(touched)
	if !ok {
		return nil, false
	}
	return touched{t.read.union(u.read), t.written.union(u.written)}, true
}

func (t touched) String() string { return fmt.Sprintf("reads %x writes %x", t.read, t.written) }

// contents is a region with the static parts of its leaves that refer: the
// operand by which regions are handed to a callee and back.
type contents struct {
	reg   *region
	cells value // for each leaf of the layout; numbers are left empty
}

var _ instance.Operand = contents{}

func (c contents) AppendKey(key []byte) []byte {
	key = appendString(key, gotypes.Key(c.reg.typ))
	key = append(key, byte(c.reg.kind))
	if c.reg.grown {
		key = append(key, 1)
	}
	if c.reg.varies {
		key = append(key, 2)
	}
	return c.cells.AppendKey(key)
}

func (c contents) Join(with instance.Operand) (instance.Operand, bool) {
	d, ok := with.(contents)
	if !ok || len(c.cells) != len(d.cells) {
		return nil, false
	}
	cells := make(value, len(c.cells))
	for i := range cells {
		switch {
		case c.cells[i].kind == number:
			cells[i] = d.cells[i]
		case d.cells[i].kind == number:
			cells[i] = c.cells[i]
		default:
			cells[i] = joinAtoms(c.cells[i], d.cells[i])
		}
	}
	return contents{c.reg, cells}, true
}

func (c contents) String() string {
	s := types.TypeString(c.reg.typ, (*types.Package).Name)
	var refs value
	for _, a := range c.cells {
		if a.kind != number {
			refs = append(refs, a)
		}
	}
	if len(refs) > 0 {
		s += " of " + refs.String()
	}
	return s
}

// madeRegions are the regions that a callee made and the caller comes to know,
// by name.
type madeRegions []contents

var _ instance.Operand = madeRegions(nil)

func (m madeRegions) sorted() madeRegions {
	slices.SortFunc(m, func(a, b contents) int { return strings.Compare(a.reg.name, b.reg.name) })
	return m
}

func (m madeRegions) of(name string) value {
	for _, c := range m {
		if c.reg.name == name {
			return c.cells
		}
	}
	return nil
}

func (m madeRegions) AppendKey(key []byte) []byte {
	for _, c := range m {
		key = c.AppendKey(appendString(key, c.reg.name))
	}
	return key
}

func (m madeRegions) Join(with instance.Operand) (instance.Operand, bool) {
	n, ok := with.(madeRegions)
	if !ok {
		return nil, false
	}
	out := slices.Clone(m)
	for _, c := range n {
		i := slices.IndexFunc(out, func(d contents) bool { return d.reg.name == c.reg.name })
		if i < 0 {
			out = append(out, c)
			continue
		}
		joined, ok := out[i].Join(c)
		if !ok {
			return nil, false
		}
		out[i] = joined.(contents)
	}
	return out.sorted(), true
}

func (m madeRegions) String() string {
	s := make([]string, len(m))
	for i, c := range m {
		s[i] = c.reg.name + ": " + c.String()
	}
	return strings.Join(s, ", ")
}

// renaming gives regions the names that they have on the other side of a call.
type renaming struct {
	to map[string]*region // by the name on this side
	// fresh makes the region for one that was not met before, or nil to leave
	// it alone.
	fresh func(r *region) *region
	order []*region // of this side, as met
}

func newRenaming(fresh func(r *region) *region) *renaming {
	return &renaming{to: map[string]*region{}, fresh: fresh}
}

func (n *renaming) region(r *region) *region {
	if r.kind == tableRegion || r.kind == uniformRegion {
		return r
	}
	if r.kind == choiceRegion {
		options := make([]option, len(r.options))
		for i, o := range r.options {
			options[i] = option{n.region(o.reg), o.from}
		}
		return newChoice(options, r.nilable)
	}
	if to, ok := n.to[r.name]; ok {
		return to
	}
	to := n.fresh(r)
	n.to[r.name] = to
	n.order = append(n.order, r)
	return to
}

// value returns v with its regions renamed.
func (n *renaming) value(v value) value {
	if v == nil {
		return nil
	}
	out := slices.Clone(v)
	for i := range out {
		out[i] = n.atom(out[i])
	}
	return out
}

func (n *renaming) atom(a atom) atom {
	if a.reg != nil {
		a.reg = n.region(a.reg)
	}
	a.parts = n.value(a.parts)
	return a
}

// abstract returns v as an operand of an instance: all variables are varying.
func (t *translator) abstract(v value) value {
	return v.varyNumbers(func(_ int, o program.Operand) bool { return !o.IsLiteral() && !isVarying(o) && !t.isUniform(o.Name) })
}
