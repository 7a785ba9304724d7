package optab

import (
	"fmt"
	"strings"
)

// Op is one row of the table. An opcode is a row with a type.
type Op struct {
	Name  string // mnemonic without its type: "add"
	Doc   string // one sentence, verb first
	Form  Form   // how event shapes are treated
	Sig   string // operand and result classes: "T T -> T", "T u64 -> T"; "..." repeats the last operand
	Types string // what T ranges over: "i32 i64"

	// Expr is the scalar meaning: a Go expression in x, y, z of T's Go type
	// ("T" in the text stands for that type), or, when it contains "return",
	// the body of a function. Floating-point results are wrapped in a
	// conversion by the generator, so that no compiler fuses them into a
	// neighbouring operation.
	Expr string
	// FloatExpr and BoolExpr replace Expr for those types. BoolExpr works on
	// whole words of 64 lanes.
	FloatExpr, BoolExpr string
	// Libm, if not empty, names the function of package libm that the row is
	// for f64; with "F32" after it, for f32. It replaces Expr, which then says
	// what package math has to offer instead: the row's twin, see goTwins.
	Libm string
	// Gomath, if not empty, names the function of package internal/gomath that has the bits
	// of Expr on amd64, if there is one yet: vector code is made of it. What an f32 row
	// computes is that function between conversions.
	Gomath string

	Effect Effect
	// When is the Go condition on x, y, z under which the lane faults with
	// Code; the result is then undefined (the portable kernels give zero).
	When string
	Code Code

	Exact Exact
	Flags Flag
	// Identities say what the operation gives if an operand is a certain number, or the same as another:
	// "ints y=0:x; floats y=-0:x", see IdentitiesFor.
	Identities string
	Cases      string // extra edge operands for generated tests, beside each type's own

	// Cost is the rough cost of one element in units of an addition. It steers
	// compaction and schedules, never results. Zero means 1.
	Cost int
}

// Signature returns the operand and result classes of the row. variadic
// reports whether the last operand may repeat any number of times.
func (o *Op) Signature() (in []Class, out Class, variadic bool) {
	left, right, _ := strings.Cut(o.Sig, "->")
	for _, f := range strings.Fields(left) {
		if f == "..." {
			variadic = true
			continue
		}
		in = append(in, classOf(f))
	}
	return in, classOf(strings.TrimSpace(right)), variadic
}

func classOf(word string) Class { return Class{Fixed: ParseType(word)} }

// TypeList returns the types the row ranges over.
func (o *Op) TypeList() []Type {
	var ts []Type
	for _, f := range strings.Fields(o.Types) {
		ts = append(ts, ParseType(f))
	}
	return ts
}

// Has reports whether the row makes the claim f.
func (o *Op) Has(f Flag) bool { return o.Flags&f != 0 }

// ExprFor returns the row's expression for type t.
func (o *Op) ExprFor(t Type) string {
	switch {
	case o.Libm != "":
		in, _, _ := o.Signature()
		return fmt.Sprintf("libm.%s(%s)", o.LibmFor(t), strings.Join([]string{"x", "y", "z"}[:len(in)], ", "))
	case t == Bool && o.BoolExpr != "":
		return o.BoolExpr
	case t.IsFloat() && o.FloatExpr != "":
		return o.FloatExpr
	}
	return o.Expr
}

// LibmFor returns the name of the row's function in package libm for type t, or
// "" if the row has none.
func (o *Op) LibmFor(t Type) string {
	if o.Libm != "" && t == F32 {
		return o.Libm + "F32"
	}
	return o.Libm
}

// IsFunction reports whether the row is a mathematical function of package libm or of Go's package math that has
// machine code of more than a few instructions. A binary has their kernels if it uses one.
func (o *Op) IsFunction() bool { return o.Libm != "" || o.Gomath != "" }

// Weight returns Cost, at least 1.
func (o *Op) Weight() int { return max(1, o.Cost) }

// Validate reports everything wrong with a table.
func Validate(table []Op) []error {
	var errs []error
	seen := map[string]bool{}
	for i := range table {
		o := &table[i]
		bad := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf("optab: row %d (%s): %s", i, o.Name, fmt.Sprintf(format, args...)))
		}
		if o.Name == "" || strings.ToLower(o.Name) != o.Name {
			bad("a name is lower case and not empty")
		}
		if seen[o.Name] {
			bad("declared twice")
		}
		seen[o.Name] = true
		if !strings.HasSuffix(o.Doc, ".") || strings.ToUpper(o.Doc[:1]) != o.Doc[:1] {
			bad("the documentation is not a sentence")
		}
		if o.Form == InvalidForm {
			bad("no form")
		}
		if !strings.Contains(o.Sig, "->") {
			bad("signature %q has no arrow", o.Sig)
		}
		for _, w := range strings.Fields(o.Sig) {
			if w != "T" && w != "->" && w != "..." && w != "literal" && ParseType(w) == Invalid {
				bad("signature has the unknown word %q", w)
			}
		}
		types := o.TypeList()
		if len(types) == 0 && o.Form != Copy {
			bad("ranges over no type")
		}
		for _, t := range types {
			if t == Invalid {
				bad("ranges over an unknown type in %q", o.Types)
			}
			needs := o.Form == Elementwise || o.Form == Reduce
			if needs && o.ExprFor(t) == "" {
				bad("no expression for %s", t)
			}
		}
		if (o.Effect == Faults) != (o.Code != NoFault) {
			bad("faults and fault code disagree")
		}
		if o.Form == Elementwise && o.Effect == Faults && o.When == "" {
			bad("faults, but does not say when")
		}
		if o.Libm != "" && o.Types != floats {
			bad("a function of libm, but not over %q", floats)
		}
		if in, _, _ := o.Signature(); o.Has(Commutative) && (len(in) < 2 || in[0] != in[1]) {
			bad("claims to be commutative, but its first two operands differ")
		}
		for _, t := range types {
			if _, err := o.IdentitiesFor(t); t != Invalid && err != nil {
				bad("%v", err)
			}
		}
		if o.Has(Involution) && o.Has(Idempotent) {
			bad("claims to be both an involution and idempotent")
		}
	}
	return errs
}
