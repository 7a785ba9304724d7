package golang

import (
	"cmp"
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Package-level maps that nothing changes. At a key that is known the element itself
// is there. For other keys the elements are a table, with what a missing key gives
// behind the last: where in it a lane's key is, is found by a binary search in a table
// of the keys if they are integers, by their hashes if they are strings (maps_texts.go), and otherwise
// by comparing with each.

// mapTable is a map as tables.
type mapTable struct {
	n int
	// keys are in the order of the values, which is the keys' own if they are sorted; then
	// there are more of them at the end; see sortedKeys.
	keys, values *variableTable
	sorted       bool
	texts        *textIndex // of keys that are strings, once it is asked for
}

// maxCompared is how many keys are compared with one by one.
const maxCompared = 64

// lookupMap reads a package-level map.
func (b *addressing) lookupMap(in *ssa.Lookup) {
	a := b.atom(in.X)
	options := a.Options()
	if options == nil {
		b.refuseKind(a, in.X.Type())
	}
	v, found := b.lookedUp(in, options[0])
	for _, o := range options[1:] { // of several, each is looked at
		w, there := b.lookedUp(in, o)
		meant := b.isOption(a, o)
		v, found = b.selected(meant, w, v), b.op("select", program.Bool, meant, there, found)
	}
	if in.CommaOk {
		v = append(slices.Clone(v), known.ScalarOf(program.Bool, found)...)
	}
	b.define(v)
}

// lookedUp reads one package-level map, or nil.
func (b *addressing) lookedUp(in *ssa.Lookup, a known.Atom) (v known.Value, found program.Operand) {
	typ := in.X.Type().Underlying().(*types.Map)
	if a.Kind == known.Nothing {
		return b.zero(typ.Elem()), truth(false)
	}
	from := a.Region.Table.(*variableTable)
	key, ok := b.mapKey(b.value(in.Index), in.Index.Type())
	if !ok {
		return b.searchMap(from, b.value(in.Index), typ)
	}
	if i, ok := from.m.Index[key]; ok {
		return b.readTable(b.mapElement(from.m, from, i, typ.Elem())), truth(true)
	}
	return b.zero(typ.Elem()), truth(false)
}

// mapElement is the place of an element of a map.
func (t *translator) mapElement(m *evaluate.MapDatum, from *variableTable, i int, typ types.Type) place {
	r := m.Tables[i]
	if r == nil {
		r = t.newRegion(t.table(from.v, from.path+"."+itoa(i), typ, nil, m.Values[i:i+1]), typ)
		if m.Tables == nil {
			m.Tables = map[int]*known.Region{}
		}
		m.Tables[i] = r
	}
	return place{reg: r, to: r.Table.Width(), elem: typ}
}

// mapKey returns the key of a value that is known, as the evaluator has it. Of arrays that is not known.
func (b *tables) mapKey(v known.Value, typ types.Type) (key string, ok bool) {
	isArray := func(lf known.Leaf) bool { return len(lf.Shape) > 0 }
	if slices.ContainsFunc(b.layouts.Of(typ).Leaves, isArray) {
		return "", false
	}
	d, _, ok := datumOf(v, typ)
	if !ok {
		return "", false
	}
	e := b.evaluator
	ok = e.Try(func() { key = e.Key(nil, d, typ) }) == nil
	return key, ok
}

// searchMap reads a map at a key that differs from lane to lane.
func (b *heap) searchMap(from *variableTable, key known.Value, typ *types.Map) (known.Value, program.Operand) {
	text := len(key) == 1 && (key[0].IsText() && key[0].Texts() != nil || key[0].Kind == known.Slice)
	words := 0
	for i, lf := range b.layouts.Of(typ.Key()).Leaves {
		if words += program.Elements(lf.Shape); !text && (key[i].Kind != known.Number || words > maxKeyWords) {
			instead := "use a switch, or an array and an index"
			if gotypes.IsString(typ.Key()) {
				instead = "say how long a string of lanes may get (-cap NAME=N, lockstep.Cap), or " + instead
			}
			b.fail("the key must be known when compiling, be one of several strings, or be made of up to %d numbers, "+
				"as maps are tables then; %s", maxKeyWords, instead)
		}
	}
	if !text {
		b.requireKeyTold(b.layouts.Of(typ.Key()).Leaves, key)
	}
	m := b.mapTable(from, typ)
	at, found := known.Int64(0), truth(false)
	if text {
		at, found = b.selectKeys(from, m, key[0])
	} else if m.sorted {
		at, found = b.searchKeys(m, key[0].Nums[0])
	} else {
		at, found = b.compareKeys(m, key)
	}
	elem := place{reg: &known.Region{Kind: known.TableRegion, Table: m.values}, to: len(m.values.leaves),
		index: []program.Operand{at}, elem: typ.Elem()}
	return b.readTable(elem), found
}

// mapTable makes the tables of a map.
func (b *tables) mapTable(from *variableTable, typ *types.Map) *mapTable {
	if m := b.mapTables[from.m]; m != nil {
		return m
	}
	keys, values := from.m.Entries()
	m := &mapTable{n: len(keys)}
	leaves := b.layouts.Of(typ.Key()).Leaves
	one := leaves[0]
	if len(leaves) == 1 && one.Ref == nil && len(one.Shape) == 0 && !one.Dtype.IsFloat() && one.Dtype != program.Bool {
		m.sorted = true
		keys, values = sortedKeys(keys, values, leaves[0].Dtype)
	} else if leaves[0].Ref == nil && len(keys) > maxCompared {
		b.fail("a map of %d keys that are not integers is not available in batched code where the key differs from "+
			"lane to lane: each key would be compared with; use a switch, or an array and an index", len(keys))
	}
	m.keys = b.table(from.v, from.path+".keys", typ.Key(), []int{len(keys)}, keys)
	values = append(values, evaluate.ZeroDatum(typ.Elem()))
	m.values = b.table(from.v, from.path+".values", typ.Elem(), []int{len(values)}, values)
	b.mapTables[from.m] = m
	return m
}

// sortedKeys gives the keys in order, with the largest of the type added until there are a
// power of two and more than there were, and the values in the same order.
func sortedKeys(keys, values evaluate.Elements, d program.Dtype) (sorted, in evaluate.Elements) {
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		x, y := keys[i].Bits, keys[j].Bits
		switch d {
		case program.I32:
			return cmp.Compare(int32(x), int32(y))
		case program.I64:
			return cmp.Compare(int64(x), int64(y))
		}
		return cmp.Compare(x, y)
	})
	for _, i := range order {
		sorted, in = append(sorted, keys[i]), append(in, values[i])
	}
	most := map[program.Dtype]uint64{program.I32: math.MaxInt32, program.U32: math.MaxUint32,
		program.I64: math.MaxInt64, program.U64: math.MaxUint64}[d]
	for n := len(sorted); len(sorted) <= n || len(sorted)&(len(sorted)-1) != 0; {
		sorted = append(sorted, evaluate.Datum{Bits: most})
	}
	return sorted, in
}

// searchKeys finds how many keys are less than a lane's key, halving the distance, and
// whether the next one is it.
func (b *tables) searchKeys(m *mapTable, key program.Operand) (at, found program.Operand) {
	d := m.keys.leaves[0].Dtype
	at = known.Int64(0)
	for step := len(m.keys.cells) / 2; step > 0; step /= 2 {
		last := b.sum(at, known.Int64(int64(step-1)))
		less := b.op("lt", d, b.readTableLeaf(m.keys, 0, []program.Operand{last})[0].Nums[0], key)
		at = b.op("select", program.I64, less, b.sum(at, known.Int64(int64(step))), at)
	}
	found = b.op("eq", d, b.readTableLeaf(m.keys, 0, []program.Operand{at})[0].Nums[0], key)
	found = b.op("and", program.Bool, found, b.op("lt", program.I64, at, known.Int64(int64(m.n))))
	return b.op("select", program.I64, found, at, known.Int64(int64(m.n))), found
}

// selectKeys finds a key that is a string: one of several, or any, which is compared with each.
func (b *heap) selectKeys(from *variableTable, m *mapTable, key known.Atom) (at, found program.Operand) {
	keys, _ := from.m.Entries()
	if key.Kind == known.Slice {
		if m.texts == nil && len(keys) > fewTexts {
			m.texts, _ = b.textIndexOf(from, keys)
		}
		if m.texts != nil {
			return b.searchTexts(m, key)
		}
		at = known.Int64(int64(m.n))
		for i, d := range keys {
			text, _ := d.Ref.(string)
			is := b.compareBytes(token.EQL, key, known.TextOf(text, true))
			at = b.op("select", program.I64, is, known.Int64(int64(i)), at)
		}
		return at, b.op("lt", program.I64, at, known.Int64(int64(m.n)))
	}
	at = b.selectText(key, func(s string) int64 {
		for i, d := range keys {
			if text, _ := d.Ref.(string); text == s {
				return int64(i)
			}
		}
		return int64(m.n)
	})
	return at, b.op("lt", program.I64, at, known.Int64(int64(m.n)))
}

// compareKeys compares a lane's key with each.
func (b *tables) compareKeys(m *mapTable, key known.Value) (at, found program.Operand) {
	at, found = known.Int64(int64(m.n)), truth(false)
	words := make([][]program.Operand, len(m.keys.leaves))
	for k := range words {
		words[k] = b.words(key[k], m.keys.leaf(k).Shape[1:])
	}
	for i := range m.n {
		same := truth(true)
		for k, of := range words {
			l := m.keys.leaf(k)
			for j, word := range of {
				is := program.Lit(l.Dtype, l.data[i*len(of)+j])
				same = b.op("and", program.Bool, same, b.op("eq", l.Dtype, is, word))
			}
		}
		at = b.op("select", program.I64, same, known.Int64(int64(i)), at)
		found = b.op("or", program.Bool, found, same)
	}
	return at, found
}

// words are the numbers of a key's leaf, one by one.
func (b *tables) words(a known.Atom, shape []int) []program.Operand {
	if len(shape) == 0 || a.Nums[0].IsLiteral() { // all numbers of an array are 0 then
		return slices.Repeat([]program.Operand{a.Nums[0]}, program.Elements(shape))
	}
	var words []program.Operand
	index := make([]program.Operand, len(shape))
	for i := range program.Elements(shape) {
		for k, rest := len(shape)-1, i; k >= 0; k-- {
			index[k] = known.Int64(int64(rest % shape[k]))
			rest /= shape[k]
		}
		words = append(words, b.element(a.Nums[0], known.Leaf{Dtype: a.Leaf.Dtype}, index))
	}
	return words
}
