// Package shared lays out a Go value that all lanes share, such as an ensemble of
// decision trees, as the uniforms of a program. Package frontend/golang declares the
// uniforms from the types; this package makes their values, in the same order and
// with the same names.
//
// # The layout
//
// A value is its leaves: those of the fields of a struct in order, without those
// called _; those of an array's element, with an axis more; the two parts of a complex
// number, re and im; and everything else is one leaf.
//
// For a leaf of a parameter that is a number there is one uniform. For one that is a
// slice of numbers, of structs of them or of such slices, there are those of the
// element's leaves with an axis of any length in front for each slice. Other slices, arrays
// of slices, strings and pointers refer to pools. A string is like a slice of bytes; behind
// the bytes of their pool there is one more uniform, head, with the eight bytes from each
// byte on as a number. A map whose keys are numbers or strings is like a pointer to a
// struct of its keys, its values and an index of them; see maps.go.
//
// A pool is all values that slices of one type, or pointers of one type, or strings, refer to
// anywhere in the parameter. A leaf that is a slice is two uniforms, off and len: where it
// begins in the pool, or -1 if it is nil, and its length. A leaf that is a pointer is one,
// at, the index of what it points to or -1. The uniforms of the pool, those of the
// leaves of an element with an axis in front, follow those of the leaf where it is first
// met, and have its name; if the element is itself a slice or a pointer, with each
// behind it. So a parameter e of type
//
//	type Ensemble struct{ trees []Tree }
//	type Tree struct{ nodes []Node; leaves []float64 }
//	type Node struct{ feature int; threshold float64 }
//
// is e.trees.nodes.off, e.trees.nodes.len, e.trees.nodes.feature, e.trees.nodes.threshold,
// e.trees.leaves.off, e.trees.leaves.len and e.trees.leaves.
//
// A parameter that is a pointer or slice which leads to others of its type, such as the
// node of a tree, has a pool itself, as one inside of a parameter. Other types have no
// uniforms: other maps, functions, interfaces, channels.
//
// # Internals
//
// Invariants: equal pointers have equal indices; slices with the same elements have
// the same offset; what a value refers to is read, and never kept.
//
// Read first: [Columns], [Type], declare.go, then fill.go, which makes hash tables by maps.go.
//
// Imports: batch, for its columns; internal/keyhash.
package shared
