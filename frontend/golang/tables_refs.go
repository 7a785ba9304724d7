package golang

import (
	"go/types"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// What tables refer to: slices, pointers, functions, strings, maps and
// interfaces. At indices that are constants the element itself is there, and
// what it refers to is a table of its own. At others the elements are united:
// the rows that slices are of become one table with an axis more, padded to the
// longest row, and the lengths a table beside it.

// regionKey tells the memory apart that tables refer to.
type regionKey struct {
	at   any // the first place, or a map
	n    int
	elem string
}

// referred returns the region of memory that a table refers to: n values from a
// place, which are an array if list.
func (t *translator) referred(from *variableTable, path string, at *evaluate.Datum, cells []evaluate.Datum,
	elem types.Type, list bool) *known.Region {
	key := regionKey{at, len(cells), gotypes.Key(elem)}
	if !list {
		key.n = -1
	}
	r := t.referredTo[key]
	if r != nil {
		return r
	}
	var shape []int
	var typ = elem
	if list {
		if len(cells) == 0 {
			cells = []evaluate.Datum{{Ref: evaluate.Padding{}}} // no index is in range
		}
		shape = []int{len(cells)}
		typ = types.NewArray(elem, int64(len(cells)))
	}
	r = t.newRegion(t.table(from.v, path, elem, shape, cells), typ)
	t.referredTo[key] = r
	return r
}

func (t *translator) newRegion(g *variableTable, typ types.Type) *known.Region {
	t.named++
	return &known.Region{
		Name: "g:" + g.v.Pkg().Path() + "." + g.v.Name() + "#" + itoa(t.named),
		Kind: known.TableRegion, Type: typ, Table: g, What: g.v.Name(), Families: t.families,
	}
}

// reference reads a leaf that refers at the indices of its leading axes. What
// it gives for a constant index and for others are of one region, so that a
// loop may start with a constant.
func (b *tables) reference(t *variableTable, k int, index []program.Operand) known.Atom {
	l := t.leaf(k)
	path := t.path + l.Path
	if isPooled(l.Ref) {
		if g := b.graphOf(t.v); g != nil && g.regions[poolKey(l.Ref)] != nil {
			return b.atomInGraph(g, t, l, path, index)
		}
	}
	if one, ok := unvaried(l.refs); ok {
		b.checkTable(l, index)
		return b.atomOf(t, path, one, l.Ref)
	}
	if len(index) == len(l.Shape) && l.united == nil {
		l.united = b.unite(t, l, path)
	}
	if u := l.united; u != nil && u.reg != nil {
		return b.unitedAt(u, b.checkTable(l, index))
	}
	if at, ok := l.at(index); ok {
		if types.IsInterface(l.Ref) || gotypes.IsFunction(l.Ref) {
			// What it points to is in a table of what all elements of the type, or closures of the function, point to.
			if a, ok := b.oneOfTable(t, l, path, index); ok {
				return a
			}
		}
		return b.atomOf(t, path, l.refs[at], l.Ref)
	}
	index = b.checkTable(l, index)
	if a, ok := b.oneOfTable(t, l, path, index); ok {
		return a
	}
	switch {
	case gotypes.IsString(l.Ref):
		return known.TextOf("", false)
	case l.united != nil:
		return known.ConflictOf("%s", l.united.why)
	}
	return known.ConflictOf("the elements of %s differ", t.v.Name()+path)
}

// checkTable checks indices into a leaf.
func (b *tables) checkTable(l *tableLeaf, index []program.Operand) []program.Operand {
	return b.checkedIndex(place{index: index}, func(axis int) program.Operand {
		return known.Int64(int64(l.Shape[axis]))
	})
}

// unvaried returns what all elements are, if they are one: the same pointer,
// function or text, or nil.
func unvaried(refs []evaluate.Datum) (one evaluate.Datum, same bool) {
	met := 0
	for _, d := range refs {
		if _, ok := d.Ref.(evaluate.Padding); ok {
			continue
		}
		if met++; met == 1 {
			one = d
			continue
		}
		switch ref := d.Ref.(type) {
		case evaluate.Elements, *evaluate.Dynamic:
			return one, false
		case *evaluate.Closure:
			other, ok := one.Ref.(*evaluate.Closure)
			if !ok || ref != other && (ref.Func != other.Func || len(ref.Free) > 0) {
				return one, false
			}
		default:
			if _, ok := one.Ref.(evaluate.Elements); ok || d.Ref != one.Ref {
				return one, false
			}
		}
	}
	return one, true
}

// atomOf gives a value that refers as what lanes know of it.
func (b *tables) atomOf(from *variableTable, path string, d evaluate.Datum, typ types.Type) known.Atom {
	switch ref := d.Ref.(type) {
	case nil:
		if gotypes.IsString(typ) {
			return known.TextOf("", true)
		}
		if _, ok := typ.Underlying().(*types.Basic); ok {
			b.fail("%s", whyNot(typ))
		}
		return known.Atom{Kind: known.Nothing}
	case string:
		return known.TextOf(ref, true)
	case *evaluate.Datum:
		if g := b.evaluator.GlobalAt(ref); g != nil {
			return b.globalAddress(g)[0] // the same pointer as its address
		}
		elem := gotypes.Pointee(typ)
		r := b.referred(from, path, ref, []evaluate.Datum{*ref}, elem, false)
		return known.Atom{Kind: known.Pointer, Region: r, To: r.Table.Width(), Elem: elem}
	case evaluate.Elements:
		elem := typ.Underlying().(*types.Slice).Elem()
		all := ref[:cap(ref)]
		var at *evaluate.Datum
		if len(all) > 0 {
			at = &all[0]
		}
		r := b.referred(from, path, at, all, elem, true)
		return known.Atom{Kind: known.Slice, Region: r, To: r.Table.Width(), Elem: elem,
			Nums: []program.Operand{known.Int64(0), known.Int64(int64(len(ref))), known.Int64(int64(len(all)))}}
	case *evaluate.Closure:
		a := known.Atom{Kind: known.Function, Func: ref.Func}
		for i, f := range ref.Free {
			a.Parts = append(a.Parts, b.valueOf(from, path+"."+ref.Func.FreeVars[i].Name(), f,
				ref.Func.FreeVars[i].Type())...)
		}
		return a
	case *evaluate.MapDatum:
		if ref.Bad != nil {
			b.refusePoison(from, ref.Bad)
		}
		key := regionKey{at: ref}
		r := b.referredTo[key]
		if r == nil {
			r = b.newRegion(&variableTable{v: from.v, path: path, typ: typ, m: ref}, typ)
			b.referredTo[key] = r
		}
		return known.Atom{Kind: known.Mapping, Region: r}
	case *evaluate.Dynamic:
		return known.Atom{Kind: known.Boxed, Type: ref.Type, Parts: b.valueOf(from, path, ref.Val, ref.Type)}
	case *evaluate.MadeError:
		return known.ConflictOf("it holds an error")
	case *evaluate.Poison:
		b.refusePoison(from, ref)
	}
	return known.ConflictOf("%s", whyNot(typ))
}

// watchedIn returns the name of a variable to whose memory a value refers and that nobody may
// change but lanes; "" if there is none.
func (t *translator) watchedIn(v known.Value) string {
	for _, a := range v {
		if a.Region != nil {
			for _, r := range a.Region.All() {
				tables := []known.Table{r.Table}
				if r.Family != nil {
					tables = r.Family.Members
				}
				for _, of := range tables {
					if g, ok := of.(*variableTable); ok && t.tableOf(g.v).watched {
						return g.v.Name()
					}
				}
			}
		}
		if name := t.watchedIn(a.Parts); name != "" {
			return name
		}
	}
	return ""
}

// maxNested bounds how deep what tables refer to holds other such things.
const maxNested = 100

// valueOf gives a value as what lanes know of it.
func (b *tables) valueOf(from *variableTable, path string, d evaluate.Datum, typ types.Type) known.Value {
	t := b.table(from.v, path, typ, nil, []evaluate.Datum{d})
	all := &known.Region{Kind: known.TableRegion, Table: t}
	return b.readNested(from, place{reg: all, to: len(t.leaves), elem: typ})
}

// united is the elements of a leaf as one.
type united struct {
	reg *known.Region // nil if there is none
	// off, length and capacity of slices, and index of pointers, by element; it is less than 0 for nil.
	off, length, capacity, index *variableTable
	// nilable says that some pointers are nil. Of several at once, option is which of the choice each is of, and
	// place its index, 0 for nil.
	nilable       bool
	option, place *variableTable
	why           string
}

// unite makes one of the elements of a leaf.
func (b *tables) unite(t *variableTable, l *tableLeaf, path string) *united {
	switch u := l.Ref.Underlying().(type) {
	case *types.Slice:
		return b.uniteSlices(t, l, path, u.Elem())
	case *types.Pointer:
		return b.unitePointers(t, l, path, u.Elem())
	}
	return &united{why: "the elements of " + t.v.Name() + path + " differ"}
}

// unitedAt is the element at indices that are checked.
func (b *tables) unitedAt(u *united, index []program.Operand) known.Atom {
	a := known.Atom{Kind: known.Pointer, Region: u.reg, To: u.reg.Table.Width(), Elem: u.reg.Table.(*variableTable).typ}
	if u.index != nil {
		at := b.tableNumber(u.index, index)
		a.Nums = []program.Operand{at}
		switch shape := u.index.leaf(0).Shape; {
		case u.nilable && len(index) < len(shape):
			a = a.Choice()
			a.Region = known.NewChoice(a.Region.Options, true)
			a.Nums = []program.Operand{b.tableNumber(u.option, index), b.tableNumber(u.place, index)}
		case u.nilable:
			a.Nums[0] = b.op("max", program.I64, at, known.Int64(0))
			a = a.Choice() // and not one to a family, so that it may also be to memory of a lane
			a.Region = known.NewChoice(a.Region.Options, true)
			isNil := b.op("lt", program.I64, at, known.Int64(0))
			a.Nums = slices.Clone(a.Nums)
			a.Nums[0] = b.op("select", program.I64, isNil, known.NoOption, a.Nums[0])
		}
		return a
	}
	a.Kind = known.Slice
	a.Nums = append(slices.Clone(index), b.tableNumber(u.off, index), b.tableNumber(u.length, index),
		b.tableNumber(u.capacity, index))
	return a
}

// tableNumber reads a table of indices; if all are the same, it is that.
func (b *tables) tableNumber(t *variableTable, index []program.Operand) program.Operand {
	data := t.leaf(0).data
	if !slices.ContainsFunc(data, func(x uint64) bool { return x != data[0] }) {
		return known.Int64(int64(data[0]))
	}
	return b.readTableLeaf(t, 0, index)[0].Nums[0]
}

// numbers makes a table of indices.
func (t *translator) numbers(from *variableTable, path string, shape []int, data []evaluate.Datum) *variableTable {
	return t.table(from.v, path, types.Typ[types.Int], shape, data)
}

func (b *tables) uniteSlices(t *variableTable, l *tableLeaf, path string, elem types.Type) *united {
	rows := make([]evaluate.Elements, len(l.refs))
	off, length, capacity := make([]evaluate.Datum, len(rows)), make([]evaluate.Datum, len(rows)),
		make([]evaluate.Datum, len(rows))
	width := 1
	for i, d := range l.refs {
		s, ok := d.Ref.(evaluate.Elements)
		if _, pad := d.Ref.(evaluate.Padding); !ok && !pad {
			off[i].Bits = ^uint64(0) // nil
		}
		rows[i] = s[:cap(s)]
		length[i].Bits, capacity[i].Bits = uint64(len(s)), uint64(cap(s))
		width = max(width, cap(s))
	}
	if each := evaluate.CellsOf(elem); width > evaluate.MaxCells/each/max(1, len(rows)) {
		return &united{why: "the rows of " + t.v.Name() + path +
			" have lengths so different that a table of them is too large"}
	}
	cells := make([]evaluate.Datum, 0, len(rows)*width)
	for _, s := range rows {
		cells = append(cells, s...)
		for range width - len(s) {
			cells = append(cells, evaluate.Datum{Ref: evaluate.Padding{}})
		}
	}
	shape := append(slices.Clone(l.Shape), width)
	g := b.table(t.v, path, elem, shape, cells)
	return &united{
		reg: b.newRegion(g, types.NewSlice(elem)),
		off: b.numbers(t, path+".off", l.Shape, off), length: b.numbers(t, path+".len", l.Shape, length),
		capacity: b.numbers(t, path+".cap", l.Shape, capacity),
	}
}

func (b *tables) unitePointers(t *variableTable, l *tableLeaf, path string, elem types.Type) *united {
	which := map[*evaluate.Datum]int{}
	var cells []evaluate.Datum
	index, nilable := make([]evaluate.Datum, len(l.refs)), false
	option, at := make([]evaluate.Datum, len(l.refs)), make([]evaluate.Datum, len(l.refs))
	for i, d := range l.refs {
		p, ok := d.Ref.(*evaluate.Datum)
		if _, pad := d.Ref.(evaluate.Padding); pad {
			continue
		}
		if !ok {
			index[i].Bits, nilable = ^uint64(0), true
			option[i].Bits = known.NoOption.Bits
			continue
		}
		n, met := which[p]
		if !met {
			n = len(cells)
			which[p] = n
			cells = append(cells, *p)
		}
		index[i].Bits, at[i].Bits = uint64(n), uint64(n)
	}
	g := b.table(t.v, path, elem, []int{len(cells)}, cells)
	return &united{
		reg: b.newRegion(g, elem), index: b.numbers(t, path+".index", l.Shape, index), nilable: nilable,
		option: b.numbers(t, path+".option", l.Shape, option), place: b.numbers(t, path+".at", l.Shape, at),
	}
}
