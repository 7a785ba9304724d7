package lockstep

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
)

// Result is the outcome of a run.
type Result struct {
	Lanes  int     // of the batch, those that did not finish among them
	Faults []Fault // in order of lanes
	Stats  Stats   // what the run did

	program *program.Program
	out     *ports
	run     *batch.Result
	texts   *errorTexts // of the function
	told    *told       // lanes whose errors have texts of their own
}

// Finished reports whether a lane ran to its end: it did not fault, and the
// run was not stopped before.
func (r *Result) Finished(lane int) bool { return r.run.Finished(lane) }

// Columns returns the results' descriptions in order.
func (r *Result) Columns() []Field { return r.out.list() }

// Column returns the column of a result. Lanes that did not finish have zeros.
// It panics if there is no such result.
//
//   - A number or bool: a slice of the result's Go type with a value for each
//     lane.
//   - An array [n]T: a []T with all elements of lane 0, then of lane 1, and so
//     on.
//   - A slice whose length each lane brings: a [][]T, nil for an empty slice.
//     All rows share one array of memory. A row of a slice of arrays has all
//     elements of the first array, then of the second.
//   - A string: a []string; an array or slice of strings as one of numbers.
//   - An error: a []error, each nil or a ReturnedError; an array or slice of errors as one of
//     numbers.
func (r *Result) Column(name string) any {
	f := r.find(name)
	switch data := r.run.Cols[f.col].Data; {
	case f.Type == program.GoString && f.Slice != "":
		return split(r.strings(f), r.padded(f).Lens, f.width())
	case f.Type == program.GoString:
		return r.strings(f)
	case f.Slice != "" && f.Type == program.GoError:
		return split(r.errors(f, data.([]int32)), r.padded(f).Lens, f.width())
	case f.Slice != "":
		return rows(r.padded(f), f.width())
	case f.Type == program.GoError:
		return r.errors(f, data.([]int32))
	default:
		return data
	}
}

// find returns a result.
func (r *Result) find(name string) port {
	if f := r.out.named(name); f != nil {
		return *f
	}
	panic(fmt.Sprintf("lockstep: there is no result %s; the results are %s", name,
		strings.Join(paramNames(r.out.list()), ", ")))
}

// Column returns the column of a result as a []T. It panics if there is no
// such result or if its Go type is not T; int and uint serve for the 64-bit
// types. For a result that is a struct, T is a struct with fields of the same
// names. For an error, T may also be int32, which gives its code: 0 is nil, and k
// is the k-th error of the program. For a string that is one of a few, T may also be
// int64, which gives its index in Field.Texts.
func Column[T any](r *Result, name string) []T {
	if rows, ok := r.structs(name, reflect.TypeFor[T]()); ok {
		return rows.([]T)
	}
	f := r.find(name)
	if f.Slice == "" {
		if col, ok := sliceOf[T](r.run.Cols[f.col].Data); ok {
			return col
		}
	}
	c := r.Column(name)
	if col, ok := c.([]T); ok {
		return col
	}
	panic(fmt.Sprintf("lockstep: result %s is %T, not %T", name, c, []T(nil)))
}

// sliceOf returns data as a []T if it is one, or has the same bits.
func sliceOf[T any](data any) ([]T, bool) {
	if col, ok := data.([]T); ok {
		return col, true
	}
	return batch.SameBits[T](data)
}

// Slices returns the column of a result that is a slice of T, as Result.Column
// does. It panics if there is no such result or if it is not a slice of T whose
// length each lane brings.
func Slices[T any](r *Result, name string) [][]T {
	f := r.find(name)
	if f.Slice == "" {
		panic(fmt.Sprintf("lockstep: result %s is %s, not a slice whose length each lane brings", name, f.InGo()))
	}
	p := r.padded(f)
	data, ok := sliceOf[T](p.Data)
	switch {
	case !ok && f.Type == program.GoError:
		data, ok = any(r.errors(f, p.Data.([]int32))).([]T)
	case !ok && f.Type == program.GoString:
		data, ok = any(r.strings(f)).([]T)
	}
	if !ok {
		panic(fmt.Sprintf("lockstep: result %s is %s, not %T", name, f.InGo(), []T(nil)))
	}
	return split(data, p.Lens, f.width())
}

// Padded returns the column of a result that is a slice, laid out flat. It
// panics if there is no such result or if it is not a slice.
func (r *Result) Padded(name string) Padded {
	f := r.find(name)
	if f.Slice == "" {
		panic(fmt.Sprintf("lockstep: result %s is %s, not a slice whose length each lane brings", name, f.InGo()))
	}
	return r.padded(f)
}

func (r *Result) padded(f port) Padded {
	return Padded{Data: r.run.Cols[f.col].Data, Lens: r.run.Cols[r.out.slices[f.slice].Len].Data.([]int64)}
}

// clampLens keeps lengths within the capacity, since a program that no frontend
// made may return any. Others stay unwritten: to write them all was a tenth of a run of a short function.
func (r *Result) clampLens() {
	for _, s := range r.out.slices {
		lens := r.run.Cols[s.Len].Data.([]int64)
		for lane, n := range lens {
			if uint64(n) > uint64(s.Cap) {
				lens[lane] = min(max(n, 0), int64(s.Cap))
			}
		}
	}
}

// clearTails clears what is behind slices of bytes, if lanes bring strings: what is behind a string, in memory that is
// somebody else's, may have been copied with it.
func (r *Result) clearTails(in *ports) {
	if !slices.ContainsFunc(in.fields, func(f port) bool { return f.text != nil }) {
		return
	}
	for _, f := range r.out.fields {
		if f.slice < 0 || f.Type != program.GoUint8 {
			continue
		}
		p := r.padded(f)
		data, each := p.Data.([]uint8), f.Elements()
		for lane, n := range p.Lens {
			clear(data[lane*each+int(n)*f.width() : (lane+1)*each])
		}
	}
}

// rows makes a [][]T of a padded []T; see split.
func rows(p Padded, width int) any {
	switch data := p.Data.(type) {
	case []bool:
		return split(data, p.Lens, width)
	case []int8:
		return split(data, p.Lens, width)
	case []int16:
		return split(data, p.Lens, width)
	case []int32:
		return split(data, p.Lens, width)
	case []int64:
		return split(data, p.Lens, width)
	case []uint8:
		return split(data, p.Lens, width)
	case []uint16:
		return split(data, p.Lens, width)
	case []uint32:
		return split(data, p.Lens, width)
	case []uint64:
		return split(data, p.Lens, width)
	case []float32:
		return split(data, p.Lens, width)
	case []float64:
		return split(data, p.Lens, width)
	}
	panic(fmt.Sprintf("bug: lockstep: a result of %T", p.Data))
}

// split cuts a flat column into one row a lane, without what is beyond its
// length. An element of the slices is width elements of data.
func split[T any](data []T, lens []int64, width int) [][]T {
	if len(lens) == 0 {
		return nil
	}
	per := len(data) / len(lens)
	out := make([][]T, len(lens))
	for lane, n := range lens {
		if n *= int64(width); n > 0 {
			out[lane] = data[lane*per:][:n:n]
		}
	}
	return out
}

// Float64 returns the column of a float64 result; see Column.
func (r *Result) Float64(name string) []float64 { return Column[float64](r, name) }

// Float32 returns the column of a float32 result; see Column.
func (r *Result) Float32(name string) []float32 { return Column[float32](r, name) }

// Int64 returns the column of an int or int64 result; see Column.
func (r *Result) Int64(name string) []int64 { return Column[int64](r, name) }

// Bool returns the column of a bool result; see Column.
func (r *Result) Bool(name string) []bool { return Column[bool](r, name) }

// Err returns nil if no lane faulted, and an error about the first one that did
// otherwise. errors.As finds that one's *[Fault] in it.
func (r *Result) Err() error {
	if len(r.Faults) == 0 {
		return nil
	}
	err := fmt.Errorf("lockstep: %w", &r.Faults[0])
	if more := len(r.Faults) - 1; more > 0 {
		err = fmt.Errorf("%w (and %d more)", err, more)
	}
	return err
}
