package program

import (
	"strconv"
	"strings"
)

// Field is a parameter or a result as those see it who have columns for it: files, rows of
// structs, callers of a run.
type Field struct {
	Name string
	// Type is the Go type of the elements; GoError for a result that is an error.
	Type GoType
	// Texts are the strings that an element of type GoString may be.
	Texts []string
	// Shape is the event shape: [3] for a parameter of type [3]float64; nil
	// for a scalar. Where Slice is set, the first dimension is the capacity. A
	// dimension of a uniform that each run brings is AnyLength, which is -1.
	Shape []int
	// Slice is set where each lane has its own number of elements. It is the
	// name of the slice that has them: the field's own, or x for the fields x.A
	// and x.B of a slice x of structs, whose lengths are the same.
	Slice string
	// Room is for how many bytes lanes have room where the field is a string of any text, and 0 for others.
	Room int
	// Uniform parameters are one value for all lanes.
	Uniform bool
}

// Elements returns the number of elements in one lane's value, AnyLength if each run brings it.
func (f Field) Elements() int { return Elements(f.Shape) }

// InGo returns the type that one lane's value has in Go: "[2][3]float64", "[]int8".
func (f Field) InGo() string {
	var b strings.Builder
	for i, d := range f.Shape {
		if d == AnyLength || i == 0 && f.Slice != "" {
			b.WriteString("[]")
		} else {
			b.WriteString("[" + strconv.Itoa(d) + "]")
		}
	}
	return b.String() + f.Type.String()
}

// String returns the field as Go would declare it: "m [2][3]float64".
func (f Field) String() string { return f.Name + " " + f.InGo() }
