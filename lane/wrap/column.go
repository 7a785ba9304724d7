package wrap

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/lane"
)

// Column is a parameter or a result of some lanes, as the machine takes it.
type Column = batch.Column

// Col returns the column of values that consist of elements of type E: numbers
// or bools, of a named type or not, or arrays of them, whose lengths are the
// shape. The column shares the values.
func Col[E, T any](values []T, shape ...int) Column {
	per := 1
	for _, n := range shape {
		per *= n
	}
	return Column{Data: elements[E](values, per), Shape: shape}
}

// Table returns the column of a uniform whose elements are of type E and whose
// dimensions are the given ones. The column shares the values.
func Table[E, T any](values []T, dims ...int) Column {
	per := 1
	for _, n := range dims[min(1, len(dims)):] {
		per *= n
	}
	return Column{Data: elements[E](values, per), Shape: dims}
}

// elements returns the elements of values that consist of some each.
func elements[E, T any](values []T, each int) []E {
	var t T
	var e E
	if unsafe.Sizeof(t) != uintptr(each)*unsafe.Sizeof(e) {
		panic(fmt.Sprintf("bug: a %T is not %d × %T", t, each, e))
	}
	return unsafe.Slice((*E)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*each)
}

// TextNumber is the number of a string among those that a column may have, which are in order, or -1 for another.
func TextNumber(text string, of ...string) int64 {
	if at, ok := slices.BinarySearch(of, text); ok {
		return int64(at)
	}
	return -1
}

// Texts are the columns of strings that have no more bytes than there is room for, and of their lengths.
func Texts(list []string, room int) (bytes, lens Column) {
	return new(batch.TextMemory).Columns(list, room)
}

// Param is a parameter of a call with its number of lanes.
type Param struct {
	Name  string
	Lanes int
}

// Lanes returns the number of lanes that all parameters have, and an error that
// names two that differ.
func Lanes(fn string, params ...Param) (int, error) {
	for _, p := range params[1:] {
		if p.Lanes != params[0].Lanes {
			return 0, fmt.Errorf("%s: %s has %d lanes, but %s has %d", fn, params[0].Name, params[0].Lanes, p.Name,
				p.Lanes)
		}
	}
	return params[0].Lanes, nil
}

// Memory is where a column lies.
type Memory struct {
	name  string
	start unsafe.Pointer
	bytes uintptr
}

// At returns where the column of a name lies.
func At[T any](name string, column []T) Memory {
	var t T
	return Memory{name, unsafe.Pointer(unsafe.SliceData(column)), uintptr(len(column)) * unsafe.Sizeof(t)}
}

// Apart returns an error if one of the results, which come first, shares memory with another
// column: lanes may be run more than once.
func Apart(fn string, results int, columns ...Memory) error {
	for i, r := range columns[:results] {
		for _, c := range columns[i+1:] {
			lo, other := uintptr(r.start), uintptr(c.start)
			if lo < other+c.bytes && other < lo+r.bytes {
				return fmt.Errorf("%s: %s and %s share memory; a result must be in memory of its own", fn, r.name,
					c.name)
			}
		}
	}
	return nil
}

// Clear zeroes the results of the lanes that did not finish, as the error of a call says.
func Clear[T any](err error, column []T) {
	if err == nil {
		return
	}
	var zero T
	var fault *lane.FaultError
	if errors.As(err, &fault) {
		for _, f := range fault.Faults {
			column[f.Lane] = zero
		}
	}
	var stopped *lane.StoppedError
	if errors.As(err, &stopped) {
		for i := range column {
			if !stopped.Finished(i) {
				column[i] = zero
			}
		}
	}
}

// Ragged returns the error about rows of a uniform that differ in length.
func Ragged(fn, name string, n, before int) error {
	return fmt.Errorf("%s: rows of %s must be equally long, but have %d and %d elements", fn, name, before, n)
}
