package dataio

import (
	"slices"
	"strconv"
	"strings"
)

// Field says what a column must hold: a name, the Go type of its elements
// ("float64", "int8", "bool", …) and the event shape, which is empty for a
// scalar. A record of the file is one lane's value.
type Field struct {
	Name  string
	Type  string
	Shape []int
}

// AnyLength is a leading dimension of a uniform that its file decides. No other
// column has one.
const AnyLength = -1

// Elements returns the number of elements in one lane's value.
func (f Field) Elements() int {
	n := 1
	for _, d := range f.Shape {
		n *= d
	}
	return n
}

// String returns the field as Go would declare it: "m [2][3]float64".
func (f Field) String() string { return f.Name + " " + f.goType() }

func (f Field) goType() string {
	var b strings.Builder
	for _, d := range f.Shape {
		if d == AnyLength {
			b.WriteString("[]")
		} else {
			b.WriteString("[" + strconv.Itoa(d) + "]")
		}
	}
	return b.String() + f.Type
}

// cellNames returns the CSV column names of a field in row-major order: its
// name if it is a scalar, "m[0][0]", "m[0][1]", … if it is an array.
func (f Field) cellNames() []string {
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

// Column is a field with its values: Data is a slice of the field's Go type,
// such as []float64, with Elements values for each lane in row-major order.
type Column struct {
	Field
	Data any
}

// Table is what a reader found. A column holds either Lanes values or, from
// .npy and .npz, a single one that stands for all lanes.
type Table struct {
	Columns []Column
	Lanes   int
	// Ignored names what the file holds beside the wanted columns.
	Ignored []string
}

// Results is what a writer is given.
type Results struct {
	Columns []Column
	Lanes   int
	// Faults has the lanes that have no result, in rising order of Lane.
	Faults []Fault
}

// Fault says why a lane has no result.
type Fault struct {
	Lane int
	Code uint8  // never 0
	Text string // "integer divide by zero at gcd.go:12:9"
}

// faultName returns the name of the fault column: "fault", with as many
// underscores in front as it takes to differ from the results' names.
func (r *Results) faultName() string {
	name := "fault"
	for slices.ContainsFunc(r.Columns, func(c Column) bool { return c.Name == name }) {
		name = "_" + name
	}
	return name
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

// plural formats a count: "1 cell", "3 cells".
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
