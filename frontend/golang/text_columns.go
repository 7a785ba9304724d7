package golang

import (
	"fmt"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Strings that lanes bring and return. Each is one of some that are known when compiling, and its
// column has their numbers: those that [Options].Texts has, or those that the function compares
// strings with. Most structs have strings that a function does not look at, names and the like;
// they have no column, so that a field gets one only when the function is refused without it.

// textColumns are the strings in parameters.
type textColumns struct {
	asked map[string]bool   // inside others, that have columns
	open  map[string]string // that have none in this try, and why they must not be used
	all   map[string]bool
}

func newTextColumns() *textColumns {
	return &textColumns{asked: map[string]bool{}, open: map[string]string{}, all: map[string]bool{}}
}

// textParameter gives a string that each lane brings, or says why it cannot be one.
func (t *translator) textParameter(name string, lf known.Leaf) (known.Atom, string) {
	t.texts.all[name] = true
	texts := slices.Clone(t.opts.Texts[name])
	_, anyText := t.opts.Cap[name]
	anyText = anyText && len(lf.Shape) == 0 // else it is that of the slice whose elements these are
	if anyText && (len(texts) == 0 || t.takesApart(name, false)) {
		return t.stringParameter(name)
	}
	if _, fixed := t.opts.Len[name]; fixed && len(lf.Shape) == 0 {
		return t.stringParameter(name)
	}
	if len(texts) == 0 && !t.takesApart(name, true) {
		texts = comparedTexts(t.entry)
	}
	if len(texts) == 0 && len(lf.Shape) == 0 && t.opts.AnyCap > 0 {
		return t.stringParameter(name)
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	if len(texts) == 0 || len(texts) > known.MaxTexts {
		return known.Atom{}, needsTexts(name, len(texts), len(lf.Shape) > 0)
	}
	column := t.textColumn(name, lf, texts)
	return known.OneOfTexts(texts, column), ""
}

// takesApart reports whether the function looks at parts of a parameter: it is a text then, and not one of some kinds
// whose names it is compared with. What it gives to the standard library may count as well.
func (t *translator) takesApart(name string, library bool) bool {
	for i, p := range t.entry.Params {
		if t.paramName(p, i) == name {
			return ssaflow.TakesApart(p, func(fn *ssa.Function) bool {
				return fn.Pkg != nil && load.IsStandard(fn.Pkg.Pkg.Path())
			}, library)
		}
	}
	return false
}

// stringParameter gives a string of any text: its bytes, of which there is a capacity.
func (t *translator) stringParameter(name string) (known.Atom, string) {
	v, why := t.sliceParameter(name, types.NewSlice(types.Typ[types.Uint8]))
	if why != "" {
		return known.Atom{}, why
	}
	v[0].Region.Text = true
	for _, columns := range t.inputs.region(v[0].Region.Name).names {
		t.out.VarDefs.SetText(columns[0])
	}
	return v[0], ""
}

// needsTexts says that a parameter needs the strings that it may be, or that its elements may be.
func needsTexts(name string, found int, elements bool) string {
	why := "the strings that lanes bring are some that are known when compiling"
	if found > known.MaxTexts {
		why += fmt.Sprintf(", at most %d, and the function compares strings with %d", known.MaxTexts, found)
	} else {
		why += ", and the function compares them with none"
	}
	why += "; say which there are (-texts " + name + "=A,B, lockstep.Texts)"
	if elements {
		return why + "; as elements of an array or slice they cannot be any"
	}
	return why + ", or, if they may be any, of how many bytes they are at most (-cap " + name + "=N, lockstep.Cap)"
}

// textField gives a string inside a parameter, which is refused where it is used until it has
// been asked for.
func (t *translator) textField(name string, lf known.Leaf) known.Atom {
	if _, anyText := t.opts.Cap[name]; len(t.opts.Texts[name]) == 0 && !anyText && !t.texts.asked[name] {
		why := fmt.Sprintf("parameter %s: %s", name, noStrings)
		t.texts.open[name] = why
		return known.ConflictOf("%s", why)
	}
	a, why := t.textParameter(name, lf)
	if why != "" {
		return known.ConflictOf("parameter %s: %s", name, why)
	}
	return a
}

// elementsRegion declares the memory of a slice parameter, or says why it cannot be one: elements that are
// nothing but strings are asked for, as no other column tells how many there are.
func (t *translator) elementsRegion(name string, array types.Type, length program.Operand) (*known.Region, string) {
	leaves := t.layouts.Of(array).Leaves
	hasNumber := slices.ContainsFunc(leaves, func(lf known.Leaf) bool { return lf.Ref == nil })
	for _, lf := range leaves {
		if !hasNumber {
			t.texts.asked[name+lf.Path] = true
		}
	}
	r := t.inputRegion(name, array, length)
	in := t.inputs.region(r.Name)
	if hasNumber || len(leaves) == 0 || slices.ContainsFunc(in.names, func(n []string) bool { return len(n) > 0 }) {
		return r, ""
	}
	if in.cells[0].Why == "" { // it is one string, which is known
		return r, ""
	}
	return nil, strings.TrimPrefix(in.cells[0].Why, "parameter "+name+leaves[0].Path+": ")
}

// askFor gives columns to the strings without which a function was refused, and reports whether
// there are such.
func (c *textColumns) askFor(errs program.ErrorList) (more bool) {
	for name, why := range c.open {
		if !c.asked[name] && slices.ContainsFunc(errs, func(e *program.Error) bool {
			return strings.Contains(e.Msg, why)
		}) {
			c.asked[name], more = true, true
		}
	}
	return more
}

// misnamedTexts are the errors about strings that are given to what is none, given which parameters
// are numbers.
func (t *translator) misnamedTexts(numbers map[string]bool) (errs program.ErrorList) {
	for _, name := range slices.Sorted(maps.Keys(t.opts.Texts)) {
		switch {
		case t.texts.all[name]:
		case numbers[name]:
			errs = append(errs, t.errorf(t.entry.Pos(), "%s is a number; only a string is one of some strings", name))
		default:
			errs = append(errs, t.errorf(t.entry.Pos(), "%s has no parameter %s to be one of some strings", t.out.Name,
				name))
		}
	}
	return errs
}

// textColumn declares a column of strings.
func (t *translator) textColumn(base string, lf known.Leaf, texts []string) program.Operand {
	o := t.column(base, textLeaf(lf))
	t.out.VarDefs.SetTexts(o.Name, texts)
	return o
}

// textLeaf is the leaf of a string's number.
func textLeaf(lf known.Leaf) known.Leaf {
	return known.Leaf{Path: lf.Path, Dtype: program.I64, Shape: lf.Shape}
}

// giveText makes a column of strings that are returned, of their numbers.
func (m *mainGraph) giveText(base string, lf known.Leaf, which program.Operand, texts []string) {
	name := m.names.Unique(base)
	m.giveNamed(name, textLeaf(lf), which)
	m.translator.out.VarDefs.SetTexts(name, texts)
}

// givesOther says that a function gives a string in its parameters a value that lanes do not bring.
func givesOther(name string, texts, given []string) string {
	return fmt.Sprintf("%s becomes one of %q, and lanes bring %q; say that it may be any of them (-texts %s=%s, "+
		"lockstep.Texts)", name, texts, given, name, strings.Join(texts, ","))
}

// textsIn are the strings that are in memory that the function returns.
func (m *mainGraph) textsIn(r *known.Region, leaf int) []string {
	for _, part := range m.f.taken {
		if part.region.Name == r.Name && part.leaf == leaf {
			return part.texts
		}
	}
	return nil
}

// comparedTexts are the constants that a function and what it calls compare strings with, outside the standard library.
// What is compared only with the empty string may be any.
func comparedTexts(entry *ssa.Function) (texts []string) {
	met := map[*ssa.Function]bool{}
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if fn == nil || met[fn] || fn.Pkg != nil && load.IsStandard(fn.Pkg.Pkg.Path()) {
			return
		}
		met[fn] = true
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if op, ok := in.(*ssa.BinOp); ok && isComparison(op) {
					texts = append(texts, textsOf(op.X, op.Y)...)
				}
				for _, v := range in.Operands(nil) {
					if callee, ok := (*v).(*ssa.Function); ok {
						visit(callee)
					}
				}
			}
		}
	}
	visit(entry)
	if !slices.ContainsFunc(texts, func(s string) bool { return s != "" }) {
		return nil
	}
	return texts
}

// isComparison reports whether an operation compares.
func isComparison(op *ssa.BinOp) bool {
	b, ok := op.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// textsOf are the constant strings among operands.
func textsOf(values ...ssa.Value) (texts []string) {
	for _, v := range values {
		if c, ok := v.(*ssa.Const); ok && c.Value != nil && gotypes.IsString(c.Type()) {
			texts = append(texts, constant.StringVal(c.Value))
		}
	}
	return texts
}
