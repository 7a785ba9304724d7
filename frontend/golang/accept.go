package golang

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// What kinds of values batched code can have. A lane's memory is a fixed set
// of numbers, so every accepted type flattens to a fixed number of them.

// maxLeaves bounds the number of variables that one value flattens to.
const maxLeaves = 1024

const (
	noMaps = "lanes cannot bring or return maps; make the parameter uniform if all lanes share it (-uniform, " +
		"lockstep.Uniform), make the map in the function, or make it a package-level variable that never changes, " +
		"and return keys and values in slices"
	noSlices = "a slice inside what lanes bring or return has no length that is known; use an array [N]T, make " +
		"the slice a parameter or result of its own, or make the parameter uniform if all lanes share it (-uniform, " +
		"lockstep.Uniform)"
	noStrings = "lanes cannot bring or return strings; use numbers to tell cases apart"
	noTexts   = "this string is formatted from values that vary from lane to lane, which batched code does for " +
		"numbers, bools and strings alone, with verbs such as %d, %6.2f, %s and %q; call a method String, as in " +
		"c.String(), or return the values themselves"
	noChannels = "channels are not available in batched code; a function computes on its own values only"
	noFuncs    = "which function a function value is must be known when compiling, so lanes cannot bring, share or " +
		"return one; write a function that calls this one with the function that is meant, and compile that"
	noInterfaces = "what an interface holds must be known when compiling, so lanes cannot bring, share or return " +
		"one; use a concrete type, or write a function that calls this one with what is meant, and compile that"
	noPointers = "lanes cannot bring or return pointers inside other values; use the value that is pointed to or an " +
		"index into an array, or make the parameter uniform if all lanes share it (-uniform, lockstep.Uniform)"
	noAddresses = "unsafe.Pointer is not available in batched code, where memory has no addresses; use an index into " +
		"an array"
)

// What is too large for a lane.
var (
	manyElements = fmt.Sprintf("arrays of more than %d elements are not available in batched code, where every lane "+
		"has its own; use a package-level table or a smaller array", program.MaxElements)
	manyFields = fmt.Sprintf("structs of more than %d fields in all are not available in batched code; use arrays",
		maxLeaves)
)

// noText says that a string is not available, and why lanes cannot have it if that is known.
func noText(why string) string {
	if why == "" {
		return noTexts
	}
	return "this string is formatted from values that vary from lane to lane, which batched code cannot do here: " + why
}

// whyNot returns why values of type t are not accepted and what to use
// instead, or "". Invalid types are accepted: their error was reported by the
// type checker.
func whyNot(t types.Type) string {
	if t == nil {
		return ""
	}
	leaves := 0
	return whyNotNested(t, &leaves, 1, 0)
}

func whyNotNested(t types.Type, leaves *int, elements int64, depth int) string {
	if depth > 100 {
		return "" // an invalid recursive type, reported by the type checker
	}
	switch u := types.Unalias(t).(type) {
	case *types.TypeParam:
		return "" // judged where it is instantiated
	case *types.Named:
		if p := u.Obj().Pkg(); p == nil && u.Obj().Name() == "error" {
			return "lanes cannot bring errors; take a bool or a number"
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		*leaves++
		switch info := u.Info(); {
		case u.Kind() == types.UnsafePointer:
			return noAddresses
		case info&types.IsString != 0:
			return noStrings
		}
		return ""
	case *types.Array:
		if u.Len() == 0 {
			return "arrays of length 0 are not available in batched code; leave the array out"
		}
		if u.Len() > program.MaxElements || elements*u.Len() > program.MaxElements {
			return manyElements
		}
		return whyNotNested(u.Elem(), leaves, elements*u.Len(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if why := whyNotNested(f.Type(), leaves, elements, depth+1); why != "" {
				return "field " + f.Name() + ": " + why
			}
			if *leaves > maxLeaves {
				return manyFields
			}
		}
		return ""
	case *types.Map:
		return noMaps
	case *types.Slice:
		return noSlices
	case *types.Chan:
		return noChannels
	case *types.Signature:
		return noFuncs
	case *types.Interface:
		return noInterfaces
	case *types.Pointer:
		return noPointers
	}
	return ""
}

// tooLarge returns why a lane cannot hold a value of type t, or "". What a
// type refers to does not count.
func tooLarge(t types.Type) string {
	leaves := 0
	return tooLargeNested(t, &leaves, 1, 0)
}

func tooLargeNested(t types.Type, leaves *int, elements int64, depth int) string {
	if depth > 100 {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		if u.Len() > program.MaxElements || elements*u.Len() > program.MaxElements {
			return manyElements
		}
		return tooLargeNested(u.Elem(), leaves, elements*u.Len(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if why := tooLargeNested(f.Type(), leaves, elements, depth+1); why != "" {
				return why
			}
			if *leaves++; *leaves > maxLeaves {
				return manyFields
			}
		}
	}
	return ""
}

// insteadOf says what to use in the place of a function of a package.
func insteadOf(path, name string) string {
	switch {
	case path == "fmt" && strings.Contains(name, "can"):
		return "take the text apart with strings.Cut or strings.Fields, and read numbers with strconv.Atoi"
	case path == "fmt" || path == "log" || path == "os":
		return "return the value and print it after the run"
	case path == "errors":
		return "compare with the error that is meant (err == ErrX, or errors.Is), or return the error"
	case path == "math/big":
		return "use float64, or two uint64 with math/bits"
	case path == "internal/chacha8rand":
		return "take another generator, such as that of rand.NewPCG, which is all Go code"
	case path == "iter":
		return "iter.Pull runs its sequence as a goroutine, and lanes have none; range over the sequence"
	case strings.HasPrefix(path, "math/rand"):
		return "write the generator in Go and take its state as a parameter"
	case path == "sort" || path == "slices":
		return "write the loop over an array"
	case path == "time":
		return "take the time as a parameter"
	case path == "sync" || path == "sync/atomic" || path == "runtime":
		return "lanes share nothing that changes"
	case path == "unsafe":
		return "use the conversions of package math, such as math.Float64bits"
	}
	return "of the standard library only packages that compute are, such as math, strings, slices, strconv, fmt and " +
		"time; write the function yourself"
}
