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
	varying []bool // by the code of an error
	prepare func() (*golang.ErrorTexts, error)
}

// told is what lanes have brought whose errors have texts of their own. It is a copy, since who calls Run may
// use the memory of the inputs again before asking for errors.
type told struct {
	of      *errorTexts
	lanes   []int // in order: each has a row
	columns map[string]toldColumn
	once    sync.Once
	texts   []map[string][]string // by row, result and element
}

// toldColumn gives the elements that a row has of a column or uniform, as the variables have them that store them.
type toldColumn func(row int) []uint64

// keep copies what lanes with such errors have brought; there are few, or those that come first are told.
func (t *errorTexts) keep(r *Result, fn *Func, cols []batch.Column, uniforms ...map[string]any) *told {
	if t == nil {
		return nil
	}
	lanes := t.lanesOf(r, fn)
	if len(lanes) == 0 {
		return nil
	}
	kept := &told{of: t, lanes: lanes, columns: map[string]toldColumn{}}
	for i, d := range fn.source.Flat(fn.source.VarsIn) {
		kept.columns[d.Name] = rowsOf(cols[i].Data, lanes, program.Elements(d.Type.Leaf().Shape))
	}
	for _, values := range uniforms {
		for name, u := range values {
			data := u.(batch.Column).Data
			n := reflect.ValueOf(data).Len()
			if n > maxToldShared {
				return nil
			}
			kept.columns[name] = rowsOf(data, nil, n)
		}
	}
	return kept
}

// add notes the code of an error whose text has values of a lane in it.
func (t *errorTexts) add(code int) {
	t.varying = append(t.varying, make([]bool, max(code+1-len(t.varying), 0))...)
	t.varying[code] = true
}

// isVarying reports whether the text of an error has values of a lane in it.
func (t *errorTexts) isVarying(code int32) bool {
	return t != nil && uint(code) < uint(len(t.varying)) && t.varying[code]
}

// lanesOf are the lanes with such errors, in order, or those that come first.
func (t *errorTexts) lanesOf(r *Result, fn *Func) (lanes []int) {
	for _, f := range fn.out.fields {
		if f.Type != program.GoError || f.Slice != "" {
			continue
		}
		found := t.lanesWith(r.run.Cols[f.col].Data.([]int32), program.Elements(f.Shape))
		if len(lanes) > 0 && len(found) > 0 {
			found = append(found, lanes...)
			slices.Sort(found)
			found = slices.Compact(found)
		}
		if len(found) > 0 {
			lanes = found
		}
	}
	return lanes[:min(len(lanes), maxTold)]
}

// lanesWith are the lanes, in order, that have such an error among the codes of a result, so many for each lane. There
// may be one in every other lane, in no order that a processor foresees: so no lane is a branch, and they are counted
// first, for memory that need not grow.
func (t *errorTexts) lanesWith(codes []int32, per int) (lanes []int) {
	n := 0
	for lane := range len(codes) / per {
		n += t.hasVarying(codes[lane*per : (lane+1)*per])
	}
	if n == 0 {
		return nil
	}
	lanes = make([]int, n+1) // the last is written for lanes behind those
	n = 0
	for lane := range len(codes) / per {
		lanes[n] = lane
		n += t.hasVarying(codes[lane*per : (lane+1)*per])
	}
	return lanes[:n]
}

// hasVarying is 1 if one of the codes is that of such an error, and 0 if none is. Lanes that did not finish may have
// any codes.
func (t *errorTexts) hasVarying(codes []int32) int {
	found := false
	for _, code := range codes {
		if uint(code) < uint(len(t.varying)) {
			found = found || t.varying[code]
		}
	}
	if found {
		return 1
	}
	return 0
}

// rowsOf copies what some lanes have of a column, with so many elements for each, or for all if it has no more. Strings
// do not change, and are kept.
func rowsOf(column any, lanes []int, per int) toldColumn {
	switch x := column.(type) {
	case *batch.Texts:
		return rowsOfTexts(x, lanes, per)
	case *batch.Lengths:
		return rowsOf(x.Numbers(), lanes, per)
	case []bool:
		return pick(x, lanes, per, func(b bool) uint64 {
			if b {
				return 1
			}
			return 0
		})
	case []int8:
		return pick(x, lanes, per, func(v int8) uint64 { return uint64(uint32(v)) })
	case []int16:
		return pick(x, lanes, per, func(v int16) uint64 { return uint64(uint32(v)) })
	case []int32:
		return pick(x, lanes, per, func(v int32) uint64 { return uint64(uint32(v)) })
	case []int64:
		return pick(x, lanes, per, func(v int64) uint64 { return uint64(v) })
	case []int:
		return pick(x, lanes, per, func(v int) uint64 { return uint64(v) })
	case []uint8:
		return pick(x, lanes, per, func(v uint8) uint64 { return uint64(v) })
	case []uint16:
		return pick(x, lanes, per, func(v uint16) uint64 { return uint64(v) })
	case []uint32:
		return pick(x, lanes, per, func(v uint32) uint64 { return uint64(v) })
	case []uint64:
		return pick(x, lanes, per, func(v uint64) uint64 { return v })
	case []uint:
		return pick(x, lanes, per, func(v uint) uint64 { return uint64(v) })
	case []float32:
		return pick(x, lanes, per, func(v float32) uint64 { return uint64(math.Float32bits(v)) })
	case []float64:
		return pick(x, lanes, per, math.Float64bits)
	}
	panic(fmt.Sprintf("bug: lockstep: a column of %T", column))
}

// pick is rowsOf for a column of numbers.
func pick[T any](from []T, lanes []int, per int, bits func(T) uint64) toldColumn {
	one := len(from) == per
	var rows []T
	if one {
		rows = slices.Clone(from)
	} else {
		rows = make([]T, 0, len(lanes)*per)
		for _, lane := range lanes {
			rows = append(rows, from[lane*per:(lane+1)*per]...)
		}
	}
	return func(row int) []uint64 {
		if one {
			row = 0
		}
		out := make([]uint64, per)
		for i, x := range rows[row*per : (row+1)*per] {
			out[i] = bits(x)
		}
		return out
	}
}

// rowsOfTexts is rowsOf for strings, whose elements are bytes.
func rowsOfTexts(texts *batch.Texts, lanes []int, per int) toldColumn {
	one := texts.Len() == 1
	if one {
		lanes = []int{0}
	}
	texts = texts.Pick(lanes) // the column itself is used again by the next run
	return func(row int) []uint64 {
		if one {
			row = 0
		}
		bytes := make([]uint8, per)
		texts.Pick([]int{row}).Bytes(bytes)
		return rowsOf(bytes, nil, per)(0)
	}
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
		texts, rest := source.Of(func(name string) []uint64 {
			if of := t.columns[name]; of != nil {
				return of(row)
			}
			return nil
		}, given)
		t.texts[row] = texts
		left -= given - rest
	}
}
