package gofuzz

import (
	"fmt"
	"slices"
	"strings"
)

// Feature is a part of the language that can be switched off.
type Feature string

// The features. What is in none of them is always on: functions over numbers,
// bools, arrays and structs, all statements, recursion, constants.
const (
	Tables      Feature = "tables"      // package-level variables with constant initialisers
	Methods     Feature = "methods"     // methods with value receivers
	Generics    Feature = "generics"    // type parameters of functions and of types
	Math        Feature = "math"        // package math
	Bits        Feature = "bits"        // package math/bits
	Uniforms    Feature = "uniforms"    // parameters that are one value for all lanes
	Faults      Feature = "faults"      // division, indices and shifts that may panic, and panic itself
	Pointers    Feature = "pointers"    // pointer receivers, pointers to locals and to fields
	Closures    Feature = "closures"    // function literals, over constants and variables, and assigned to
	Funcs       Feature = "funcs"       // parameters and variables of function type
	Slices      Feature = "slices"      // slices of local arrays, make, copy, len, cap, clear
	Append      Feature = "append"      // append within a known capacity
	SliceIn     Feature = "slicein"     // slice parameters of the entry of a fixed length
	SliceCap    Feature = "slicecap"    // slice parameters whose length varies
	SliceOut    Feature = "sliceout"    // slice parameters that are written to
	SliceUnif   Feature = "sliceunif"   // uniform slices
	Initialise  Feature = "initialise"  // package-level variables initialised by functions, and init
	Errors      Feature = "errors"      // results of type error
	Strings     Feature = "strings"     // strings that are constants, or one of several
	Packages    Feature = "packages"    // a second package
	Complex     Feature = "complex"     // complex numbers
	Interfaces  Feature = "interfaces"  // interfaces, type switches
	Instances   Feature = "instances"   // generic types with methods
	LocalTypes  Feature = "localtypes"  // types declared inside functions
	NilSlices   Feature = "nilslices"   // slices that are nil in some lanes, or change what they are of
	Results     Feature = "results"     // functions that return slices
	Iterators   Feature = "iterators"   // range over functions
	Values      Feature = "values"      // method values and expressions, functions in fields
	Variadic    Feature = "variadic"    // functions of any number of arguments
	NilPointer  Feature = "nilpointer"  // pointers that are nil in some lanes
	OneOf       Feature = "oneof"       // interfaces and functions that differ from lane to lane
	Maps        Feature = "maps"        // maps that a function makes and changes
	Trees       Feature = "trees"       // search trees that recursions and calls make, and lists of nodes
	Kept        Feature = "kept"        // slices that grow and are kept: rows, subsets, children, neighbours
	LocalTables Feature = "localtables" // tables of structs and of rows inside functions
	TextIn      Feature = "textin"      // strings that lanes bring, and in structs and results
	AnyText     Feature = "anytext"     // strings of any text that lanes make, packages strings and strconv
	Leave       Feature = "leave"       // what has no batched form, in some lanes
)

// all are the features. The frontend takes all of them, and all are on by
// default.
var all = []Feature{Tables, Methods, Generics, Math, Bits, Uniforms, Faults, Pointers, Closures, Funcs, Slices, Append,
	SliceIn, SliceCap, SliceOut, SliceUnif, Initialise, Errors, Strings, Packages,
	Complex, Interfaces, Instances, LocalTypes, NilSlices, Results, Iterators, Values, Variadic, NilPointer, OneOf,
	Maps, Trees, Kept, LocalTables, TextIn, AnyText, Leave}

// ParseFeatures reads a list such as "+slices,-math": changes of the default.
// A list that starts with "only" starts from nothing.
func ParseFeatures(text string) (map[Feature]bool, error) {
	on := map[Feature]bool{}
	for _, f := range all {
		on[f] = true
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		name := Feature(strings.TrimLeft(word, "+-"))
		switch {
		case name == "only":
			clear(on)
		case !slices.Contains(all, name):
			return nil, fmt.Errorf("no feature %q; there are %v", name, all)
		default:
			on[name] = word[0] != '-'
		}
	}
	return on, nil
}
