package dataio

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// Field says what a column must hold. Its type may also be GoString, for what is carried over as
// it is. A record of the file is one lane's value.
type Field = program.Field

// AnyLength is a leading dimension of a uniform that its file decides. No other
// column has one.
const AnyLength = program.AnyLength

// cellNames returns the CSV column names of a field in row-major order: its
// name if it is a scalar, "m[0][0]", "m[0][1]", … if it is an array.
func cellNames(f Field) []string {
	names := []string{f.Name}
	for _, d := range f.Shape {
		longer := make([]string, 0, len(names)*d)
		for _, n := range names {
			for i := range d {
				longer = append(longer, n+"["+strconv.Itoa(i)+"]")
			}
		}
		names = longer
	}
	return names
}

// perElement returns the number of values in one element of a slice.
func perElement(f Field) int { return program.Elements(f.Shape[1:]) }

// lenName is the name of the array with the lengths of the field's slices.
func lenName(f Field) string { return f.Slice + ".len" }

// Column is a field with its values: Data is a slice of the field's Go type,
// such as []float64, with Elements values for each lane in row-major order. For
// the type GoError it is an []int32, for GoString a []string: of a parameter or result
// strings, of what is carried over cells of a CSV, strings of a .npz, values of JSON.
type Column struct {
	Field
	Data any
	// JSON is set if the texts are values of JSON, as they were written.
	JSON bool
	// Lens has the lengths of a field that is a slice, one for each value. The
	// elements beyond are there, and mean nothing.
	Lens []int64
	// Errors are those of a field of type GoError: 0 is nil, k is Errors[k-1].
	Errors []string
}

// vector returns the column's data behind one interface.
func (c Column) vector() vector {
	switch c.Type {
	case program.GoError:
		return &codes{numbers: signedVector[int32](c.Data, program.GoInt32, 4).(*numbers[int32]), texts: c.Errors}
	case program.GoString:
		return &texts{vals: over[string](c.Data), json: c.JSON, among: c.Texts, room: c.Room}
	}
	return newVector(c.Type, c.Data)
}

// codes is the vector of errors. Only results have it.
type codes struct {
	*numbers[int32]
	texts []string
}

// appendText appends the error's text.
func (v *codes) appendText(b []byte, i int) []byte { return appendCell(b, v.text(i)) }

// text returns the error's text. It is the number of the error where there is
// no text, so that only nil is an empty cell.
func (v *codes) text(i int) string {
	code := v.vals[i]
	switch {
	case code == 0:
		return ""
	case code > 0 && int(code) <= len(v.texts) && v.texts[code-1] != "":
		return v.texts[code-1]
	}
	return "error " + strconv.Itoa(int(code))
}

// Table is what a reader found. A column holds either Lanes values or, from
// .npy and .npz, a single one that stands for all lanes.
type Table struct {
	Columns []Column
	// Kept are the columns that are carried over, each with Lanes values.
	Kept  []Column
	Lanes int
	// Ignored names what the file holds beside the wanted columns.
	Ignored []string
}

// Results is what a writer is given: what is carried over from the inputs, and
// the results of one function, or of several.
type Results struct {
	// Kept has a value for every lane, also where there is a fault.
	Kept    []Column
	Columns []Column
	Lanes   int
	// Faults has the lanes that have no result, in rising order of Lane.
	Faults []Fault
	// FaultName is the name of the column of faults; "" is "fault".
	FaultName string
	// More are the results of more functions.
	More []Part
}

// Part is the results of one of several functions.
type Part struct {
	Columns   []Column
	Faults    []Fault
	FaultName string
}

// parts returns the results of each function, with the names of their columns
// of faults: "fault", with as many underscores in front as it takes to differ
// from all other columns.
func (r *Results) parts() []Part {
	all := append([]Part{{r.Columns, r.Faults, r.FaultName}}, r.More...)
	used := map[string]bool{}
	for _, c := range r.Kept {
		used[c.Name] = true
	}
	for _, p := range all {
		for _, c := range p.Columns {
			used[c.Name] = true
		}
	}
	for i := range all {
		name := cmp.Or(all[i].FaultName, "fault")
		for used[name] {
			name = "_" + name
		}
		used[name] = true
		all[i].FaultName = name
	}
	return all
}

// Fault says why a lane has no result.
type Fault struct {
	Lane int
	Code uint8  // never 0
	Text string // "integer divide by zero at gcd.go:12:9"
}

// quoteList formats names for a message: `"a", "b"`, at most limit of them.
func quoteList(names []string, limit int) string {
	var b strings.Builder
	for i, n := range names {
		if i == limit {
			b.WriteString(" and " + strconv.Itoa(len(names)-limit) + " more")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(n))
	}
	return b.String()
}
