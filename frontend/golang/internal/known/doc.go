// Package known says what is known of values when a function is instantiated: a
// value of a Go type is an atom for each leaf of the type's layout, and an atom is a
// number that is a constant, a uniform or varies, or something that is known
// statically, such as the function that a function value is or the memory that a
// slice is of. It emits nothing, and does not know what instructions do.
//
// Invariants: a type has one layout, and a value of it as many atoms as that has
// leaves; joining is monotone, so that an analysis ends: what is joined is at least
// both, and atoms that do not fit together become a conflict that says why; the key of
// a value tells it apart from all that it is not, and is the same in every run.
//
// Read first: [Value], [Atom], [Region], [Value.Join].
//
// Imports: program, internal/instance, package gotypes, and golang.org/x/tools/go/ssa.
//
// # Files
//
//   - What a value is: value.go, atom.go, numbers.go, texts.go, layout.go; oneof.go for an interface or function that
//     differs from lane to lane.
//   - Memory: region.go; choice.go and family.go for what is of one region in some lanes and of another in others;
//     pool.go for what a uniform refers to; what of it crosses a call: contents.go, touched.go.
//   - What is known where two ways meet: join.go.
package known
