// Package assumed has package-level variables of all kinds. Its source is compiled
// by Go and by package golang, which must agree about their values.
//
// Read first: [Variables].
//
// Imports: nothing of ours.
package assumed

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
)

// Source is this file.
//
//go:embed assumed.go
var Source string

type pair struct {
	A int8
	_ int
	B [2]float32
}

type list struct {
	next *list
	v    complex64
}

type shape interface{ area() float64 }

type disc struct{ r float64 }

func (d *disc) area() float64 { return math.Pi * d.r * d.r }

var (
	Number   = -7
	Small    = int8(-3)
	Large    = uint64(1) << 63
	Half     = float32(0.5)
	NaN      = math.NaN()
	Yes      = true
	Text     = fmt.Sprintf("%.2f", 1.0/3)
	NoText   string
	Turn     = complex(0, 1)
	Array    = [3][2]int{{1, 2}, {3, 4}, {5, 6}}
	Pairs    = []pair{{A: 1, B: [2]float32{2, 3}}, {}}
	Rows     = rows()
	Same     = Rows[1]
	Nobody   []int
	None     = []int{}
	Ring     = ring()
	ByName   = map[string]pair{"a": {A: 1}, "b": {A: 2}}
	ByPair   = map[[2]int][]float64{{1, 2}: {3}, {4, 5}: nil}
	NoMap    map[int]int
	Shape    = shape(&disc{2})
	NoShape  shape
	Any      = []any{1, "two", 3.0, disc{4}, nil}
	Bad      = errors.New("bad")
	Wrapped  = error(fmt.Errorf("very %w", Bad))
	Square   = func(x float64) float64 { return x * x }
	NoSquare func(x float64) float64
	Filled   [5]int
)

func init() {
	for i := range Filled {
		Filled[i] = i * i
	}
}

func rows() [][]float64 {
	all := []float64{1, 2, 3, 4, 5}
	return [][]float64{all[:2], all[2:4], all[:2], nil, all[5:]}
}

func ring() *list {
	last := &list{v: 2}
	last.next = &list{next: last, v: complex(1, -1)}
	return last
}

// Variables are the variables by their names. That they are handed out here
// means that they may change.
func Variables() map[string]any {
	return map[string]any{
		"Number": &Number, "Small": &Small, "Large": &Large, "Half": &Half, "NaN": &NaN, "Yes": &Yes, "Text": &Text,
		"NoText": &NoText, "Turn": &Turn, "Array": &Array, "Pairs": &Pairs, "Rows": &Rows, "Same": &Same,
		"Nobody": &Nobody,
		"None":   &None, "Ring": &Ring, "ByName": &ByName, "ByPair": &ByPair, "NoMap": &NoMap, "Shape": &Shape,
		"NoShape": &NoShape, "Any": &Any, "Bad": &Bad, "Wrapped": &Wrapped, "Square": &Square, "NoSquare": &NoSquare,
		"Filled": &Filled,
	}
}

// Number0 depends on numbers.
func Number0() int { return Number + int(Small) + int(Large>>60) + int(Half) + Filled[2] + Array[1][1] }

// Refers depends on what refers to other memory.
func Refers(i int) (float64, error) {
	if i < 0 || NoText != "" || Text == "" || NaN == 0 || !Yes || real(Turn) != 0 || Nobody != nil || None == nil ||
		NoShape != nil || NoSquare != nil || NoMap != nil {
		return 0, Wrapped
	}
	x := float64(Pairs[0].A) + Rows[0][i] + Same[0] + Shape.area() + Square(2) + float64(real(Ring.next.v)) +
		float64(ByName["a"].A) + float64(len(ByPair)) + Any[2].(float64)
	return x, Bad
}
