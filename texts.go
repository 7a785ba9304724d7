package lockstep

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/program"
)

// Limits of the texts that are made for single lanes.
const (
	maxTold   = 100_000     // lanes
	toldSteps = 100_000_000 // instructions of all lanes: some seconds
	laneSteps = 10_000_000  // of one
	// elements of a uniform, which is copied
	maxToldShared = 1 << 20
)

// errorTexts are those errors of a function whose texts have values of a lane in them.
type errorTexts struct {
	varying map[int32]bool
	prepare func() (*golang.ErrorTexts, error)
}

// told is what lanes have brought whose errors have texts of their own. It is a copy, since who calls Run may
// use the memory of the inputs again before asking for errors.
type told struct {
	of       *errorTexts
	lanes    []int // in order: each has a row
	columns  map[string]toldColumn
	uniforms map[string]any // slices
	once     sync.Once
	texts    []map[string][]string // by row, result and element
}

// toldColumn has so many elements for each row, or for all.
type toldColumn struct {
	data any
	per  int
	one  bool
}

// keep copies what lanes with such errors have brought; there are few, or those that come first are told.
func (t *errorTexts) keep(r *Result, fn *Func, cols []batch.Column, uniforms map[string]any) *told {
	if t == nil {
		return nil
	}
	lanes := t.lanesOf(r, fn)
	if len(lanes) == 0 {
		return nil
	}
	kept := &told{of: t, lanes: lanes, columns: map[string]toldColumn{}, uniforms: map[string]any{}}
	for i, d := range fn.source.Flat(fn.source.VarsIn) {
		kept.columns[d.Name] = rowsOf(cols[i], lanes, program.Elements(d.Type.Leaf().Shape))
	}
	for name, u := range uniforms {
		data := reflect.ValueOf(u.(batch.Column).Data)
		if data.Len() > maxToldShared {
			return nil
		}
		kept.uniforms[name] = copyOf(data)
	}
	return kept
}

// lanesOf are the lanes with such errors, in order, or those that come first.
func (t *errorTexts) lanesOf(r *Result, fn *Func) (lanes []int) {
	for _, f := range fn.out.fields {
		if f.Type != program.GoError || f.Slice != "" {
			continue
		}
		per, last := program.Elements(f.Shape), -1
		for i, code := range r.run.Cols[f.col].Data.([]int32) {
			if code != 0 && t.varying[code] && i/per != last {
				last = i / per
				lanes = append(lanes, last)
			}
		}
	}
	slices.Sort(lanes)
	lanes = slices.Compact(lanes)
	return lanes[:min(len(lanes), maxTold)]
}

// rowsOf copies what some lanes have of a column. Strings do not change, and are kept.
func rowsOf(c batch.Column, lanes []int, per int) toldColumn {
	switch x := c.Data.(type) {
	case *batch.Texts:
		if x.Size() > per {
			x = x.Pick(lanes)
		}
		return toldColumn{x, per, x.Size() == per}
	case []bool:
		return pick(x, lanes, per)
	case []int8:
		return pick(x, lanes, per)
	case []int16:
		return pick(x, lanes, per)
	case []int32:
		return pick(x, lanes, per)
	case []int64:
		return pick(x, lanes, per)
	case []int:
		return pick(x, lanes, per)
	case []uint8:
		return pick(x, lanes, per)
	case []uint16:
		return pick(x, lanes, per)
	case []uint32:
		return pick(x, lanes, per)
	case []uint64:
		return pick(x, lanes, per)
	case []uint:
		return pick(x, lanes, per)
	case []float32:
		return pick(x, lanes, per)
	case []float64:
		return pick(x, lanes, per)
	}
	panic(fmt.Sprintf("bug: lockstep: a column of %T", c.Data))
}

// pick is rowsOf for a column of numbers.
func pick[T any](from []T, lanes []int, per int) toldColumn {
	if len(from) == per {
		return toldColumn{slices.Clone(from), per, true}
	}
	to := make([]T, 0, len(lanes)*per)
	for _, lane := range lanes {
		to = append(to, from[lane*per:(lane+1)*per]...)
	}
	return toldColumn{to, per, false}
}

func copyOf(slice reflect.Value) any {
	return reflect.AppendSlice(slice.Slice3(0, 0, 0), slice).Interface()
}

// text is that of an error of a lane, or empty if that has none of its own.
func (t *told) text(result string, lane, element int) string {
	if t == nil {
		return ""
	}
	row, ok := slices.BinarySearch(t.lanes, lane)
	if !ok {
		return ""
	}
	t.once.Do(t.tell)
	if t.texts[row] == nil || element >= len(t.texts[row][result]) {
		return ""
	}
	return t.texts[row][result][element]
}

// tell makes all texts.
func (t *told) tell() {
	t.texts = make([]map[string][]string, len(t.lanes))
	source, err := t.of.prepare()
	if err != nil {
		panic(fmt.Sprintf("bug: lockstep: a function that was accepted is refused: %v", err))
	}
	left := toldSteps
	for row := range t.texts {
		if left == 0 {
			break
		}
		given := min(left, laneSteps)
		texts, rest := source.Of(func(name string) []uint64 { return t.bits(name, row) }, given)
		t.texts[row] = texts
		left -= given - rest
	}
}

// bits are the elements that a column or uniform has for a row.
func (t *told) bits(name string, row int) []uint64 {
	c, ok := t.columns[name]
	switch data := t.uniforms[name]; {
	case data != nil:
		return bitsOf(data, 0, reflect.ValueOf(data).Len())
	case !ok:
		return nil
	case c.one:
		row = 0
	}
	if texts, ok := c.data.(*batch.Texts); ok {
		bytes := make([]uint8, c.per)
		texts.Pick([]int{row}).Bytes(bytes)
		return bitsOf(bytes, 0, c.per)
	}
	return bitsOf(c.data, row*c.per, (row+1)*c.per)
}

// bitsOf are the elements of a column from one to another, as the variables have them that store them.
func bitsOf(column any, from, to int) []uint64 {
	switch x := column.(type) {
	case []bool:
		return bitsBy(x[from:to], func(b bool) uint64 {
			if b {
				return 1
			}
			return 0
		})
	case []int8:
		return bitsBy(x[from:to], func(v int8) uint64 { return uint64(uint32(v)) })
	case []int16:
		return bitsBy(x[from:to], func(v int16) uint64 { return uint64(uint32(v)) })
	case []int32:
		return bitsBy(x[from:to], func(v int32) uint64 { return uint64(uint32(v)) })
	case []int64:
		return bitsBy(x[from:to], func(v int64) uint64 { return uint64(v) })
	case []int:
		return bitsBy(x[from:to], func(v int) uint64 { return uint64(v) })
	case []uint8:
		return bitsBy(x[from:to], func(v uint8) uint64 { return uint64(v) })
	case []uint16:
		return bitsBy(x[from:to], func(v uint16) uint64 { return uint64(v) })
	case []uint32:
		return bitsBy(x[from:to], func(v uint32) uint64 { return uint64(v) })
	case []uint64:
		return append([]uint64(nil), x[from:to]...)
	case []uint:
		return bitsBy(x[from:to], func(v uint) uint64 { return uint64(v) })
	case []float32:
		return bitsBy(x[from:to], func(v float32) uint64 { return uint64(math.Float32bits(v)) })
	case []float64:
		return bitsBy(x[from:to], math.Float64bits)
	}
	panic(fmt.Sprintf("bug: lockstep: a column of %T", column))
}

func bitsBy[T any](column []T, bits func(T) uint64) []uint64 {
	out := make([]uint64, len(column))
	for i, x := range column {
		out[i] = bits(x)
	}
	return out
}
