package golang

import (
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Tables of functions, maps and interfaces whose elements differ: each element is one of
// several, and what is in interfaces of one type is a table of its own, as is each variable that closures of one
// function have captured.

// tableChoices is the elements of a leaf as one of several.
type tableChoices struct {
	options []tableOption
	// which tells the option of each element, and nth which of the option's contents
	// it has.
	which, nth *variableTable
}

// tableOption is the elements that hold one type, or are one function or nil.
type tableOption struct {
	key   string
	atom  known.Atom // without what is in it
	parts []tablePart
}

// tablePart is what is in the interfaces of an option, or a variable that its closures have captured.
type tablePart struct {
	typ      types.Type
	path     string
	contents []evaluate.Datum
	table    *variableTable // of the contents
}

// oneOfTable is the element at indices that are checked, if that can be said.
func (b *tables) oneOfTable(t *variableTable, l *tableLeaf, path string, index []program.Operand) (known.Atom, bool) {
	isOne := gotypes.IsMap(l.Ref) || gotypes.IsFunction(l.Ref) || types.IsInterface(l.Ref) || gotypes.IsString(l.Ref)
	if len(index) != len(l.Shape) || !isOne {
		return known.Atom{}, false
	}
	if l.choices == nil {
		l.choices = b.choicesOf(t, l, path)
	}
	c := l.choices
	if len(c.options) == 0 {
		return known.Atom{}, false
	}
	which, nth := b.tableNumber(c.which, index), b.tableNumber(c.nth, index)
	if which.IsLiteral() {
		return b.inTable(t, c.options[which.Bits], nth), true
	}
	var options known.Value
	for _, o := range c.options {
		at := nth
		if len(c.options) > 1 && len(o.parts) > 0 {
			at = b.op("min", program.I64, nth, known.Int64(int64(len(o.parts[0].contents)-1)))
		}
		options = append(options, b.inTable(t, o, at))
	}
	if len(options) == 1 {
		return options[0], true
	}
	return known.OneOfThese(options, which), true
}

// inTable is an option with its nth contents.
func (b *tables) inTable(t *variableTable, o tableOption, nth program.Operand) known.Atom {
	a := o.atom
	for _, p := range o.parts {
		a.Parts = append(a.Parts, b.readNested(t, place{reg: &known.Region{Kind: known.TableRegion, Table: p.table},
			to: len(p.table.leaves), index: []program.Operand{nth}, elem: p.typ})...)
	}
	return a
}

// readNested reads what is in an element of a table.
func (b *tables) readNested(from *variableTable, p place) known.Value {
	if b.nested++; b.nested > maxNested {
		b.fail("%s holds interfaces or functions that hold one another more than %d deep", from.v.Name(), maxNested)
	}
	defer func() { b.nested-- }()
	return b.readTable(p)
}

// choicesOf sorts the elements of a leaf by what they are; there are no options if an
// element cannot be one.
func (b *tables) choicesOf(t *variableTable, l *tableLeaf, path string) *tableChoices {
	c := &tableChoices{}
	for i, d := range l.refs {
		o, ok := b.optionOf(d, t, path+"."+itoa(i), l.Ref)
		if !ok {
			return &tableChoices{}
		}
		at, met := slices.BinarySearchFunc(c.options, o.key, compareOption)
		if !met {
			c.options = slices.Insert(c.options, at, o)
		}
	}
	if most := mostOptions(l.Ref); len(c.options) > most {
		return &tableChoices{}
	}
	which, nth := make([]evaluate.Datum, len(l.refs)), make([]evaluate.Datum, len(l.refs))
	for i, d := range l.refs {
		is, _ := b.optionOf(d, t, path+"."+itoa(i), l.Ref)
		at, _ := slices.BinarySearchFunc(c.options, is.key, compareOption)
		which[i].Bits = uint64(at)
		for k, x := range contentsOf(d) {
			p := &c.options[at].parts[k]
			nth[i].Bits = uint64(len(p.contents))
			p.contents = append(p.contents, x)
		}
	}
	for _, o := range c.options {
		for k := range o.parts {
			p := &o.parts[k]
			p.table = b.table(t.v, path+"."+p.path, p.typ, []int{len(p.contents)}, p.contents)
		}
	}
	c.which, c.nth = b.numbers(t, path+".which", l.Shape, which), b.numbers(t, path+".nth", l.Shape, nth)
	return c
}

// contentsOf is what is in an interface, or what a closure has captured.
func contentsOf(d evaluate.Datum) []evaluate.Datum {
	switch ref := d.Ref.(type) {
	case *evaluate.Dynamic:
		return []evaluate.Datum{ref.Val}
	case *evaluate.Closure:
		return ref.Free
	}
	return nil
}

func compareOption(o tableOption, key string) int { return strings.Compare(o.key, key) }

// mostOptions is how many options an element of a table has at most.
func mostOptions(typ types.Type) int {
	if gotypes.IsString(typ) {
		return known.MaxTexts
	}
	return known.MaxOptions
}

// optionOf is what an element of a table is an option of.
func (b *tables) optionOf(d evaluate.Datum, from *variableTable, path string, typ types.Type) (o tableOption, ok bool) {
	switch ref := d.Ref.(type) {
	case nil, evaluate.Padding:
		o.atom = zeroAtom(known.Leaf{Ref: typ})
	case string:
		o.atom = known.TextOf(ref, true)
	case *evaluate.Closure:
		o.atom = known.Atom{Kind: known.Function, Func: ref.Func}
		for _, v := range ref.Func.FreeVars {
			o.parts = append(o.parts, tablePart{typ: v.Type(), path: ref.Func.Name() + "." + v.Name()})
		}
	case *evaluate.Dynamic:
		o.atom = known.Atom{Kind: known.Boxed, Type: ref.Type}
		o.parts = []tablePart{{typ: ref.Type, path: gotypes.Short(ref.Type)}}
	case *evaluate.MapDatum:
		o.atom = b.atomOf(from, path, d, typ)
	default:
		return o, false
	}
	o.key, _ = o.atom.Identity()
	return o, true
}
