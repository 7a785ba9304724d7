package lockstep

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

const boxes = `package f

type Vec struct{ X, Y float64 }

type Box struct {
	Lo, hi Vec
	N      [2]int32
	Big    bool
}

func Grow(b Box, by complex64, n int) (grown Box, area float64, turned complex64) {
	grown = b
	grown.hi.X += float64(real(by))
	grown.N[1] += int32(n)
	return grown, (b.hi.X - b.Lo.X) * (b.hi.Y - b.Lo.Y), by * by
}

func Far(p []Vec, q [2]Vec) (d float64) {
	for _, v := range p {
		d += v.X*q[0].X + v.Y*q[1].Y
	}
	return d
}

type Model struct {
	Bias    float64
	weights []float64
	At      Vec
}

func (m *Model) Score(x float64) float64 { return m.Bias + x*m.weights[0] + m.weights[1] + m.At.Y }
`

type vec struct{ X, Y float64 }

type box struct {
	Extra  string
	Lo, hi vec
	N      [2]int32
	Big    bool
}

// Columns of structs are columns of their fields, in and out, exported or not.
func TestStructColumns(t *testing.T) {
	fn := MustCompile(boxes, "Grow")
	in := []box{
		{Lo: vec{0, 1}, hi: vec{2, 3}, N: [2]int32{4, 5}, Big: true, Extra: "is not looked at"},
		{Lo: vec{-1, 0}, hi: vec{1, 8}, N: [2]int32{6, 7}},
	}
	pointers := []*box{&in[0], &in[1]}
	for _, b := range []any{in, pointers} {
		r, err := fn.Run(context.Background(), Inputs{"b": b, "by": []complex64{1 + 2i, 3}, "n": []int{10, 20}})
		require.NoError(t, err)
		require.Equal(t, []box{
			{Lo: vec{0, 1}, hi: vec{3, 3}, N: [2]int32{4, 15}, Big: true},
			{Lo: vec{-1, 0}, hi: vec{4, 8}, N: [2]int32{6, 27}},
		}, Column[box](r, "grown"))
		require.Equal(t, []vec{{3, 3}, {4, 8}}, Column[vec](r, "grown.hi"))
		require.Equal(t, []complex64{-3 + 4i, 9}, Column[complex64](r, "turned"))
		require.Equal(t, []float64{4, 16}, r.Float64("area"))
	}

	far := MustCompile(boxes, "Far", Cap("p", 3))
	r, err := far.Run(context.Background(), Inputs{"p": [][]vec{{{1, 2}, {3, 4}}, nil},
		"q": [][2]vec{{{10, 0}, {0, 100}}, {}}})
	require.NoError(t, err)
	require.Equal(t, []float64{10*(1+3) + 100*(2+4), 0}, r.Float64("d"))

	score := MustCompile(boxes, "Model.Score", Uniform("m"))
	m := struct {
		Bias    float64
		weights []float64
		At      vec
	}{1, []float64{2, 3}, vec{Y: 4}}
	for _, model := range []any{m, &m} {
		r, err = score.Run(context.Background(), Inputs{"x": []float64{5, 6}}, WithUniform("m", model))
		require.NoError(t, err)
		require.Equal(t, []float64{18, 20}, r.Float64("r0"))
	}
	_, err = score.Run(context.Background(), Inputs{"x": []float64{5}}, WithUniform("m", vec{}))
	require.ErrorContains(t, err, "lockstep: uniform m.Bias: lockstep.vec has no field Bias that can be read")
}

// row is a lane: what goes in, and what comes out.
type row struct {
	B      box
	By     complex64
	Count  int `lockstep:"n"`
	Area   float64
	Turned complex64
	note   string
}

func TestRows(t *testing.T) {
	fn := MustCompile(boxes, "Grow")
	rows := []row{{B: box{hi: vec{2, 3}}, By: 1i, Count: 1, note: "kept"}, {By: 2, Area: 7}}
	in, err := fn.Rows(rows)
	require.NoError(t, err)
	r, err := fn.Run(context.Background(), in)
	require.NoError(t, err)
	require.NoError(t, r.Into(rows))
	require.Equal(t, []row{
		{B: box{hi: vec{2, 3}}, By: 1i, Count: 1, Area: 6, Turned: -1, note: "kept"}, {By: 2, Turned: 4},
	}, rows)
	require.NoError(t, r.Into([]*row{{}, {}}))

	for _, c := range []struct {
		rows any
		says string
	}{
		{3, "rows: int is not a slice of structs"},
		{[]float64{1}, "rows: []float64 is not a slice of structs"},
		{[]struct{ B box }{{}}, "has no field by, which parameter by.re (float32) would be"},
		{[]struct{ B vec }{{}}, "rows: field B: lockstep.vec has no field Lo"},
		{[]struct {
			B struct{ Lo struct{ X float32 } }
		}{{}}, "rows: b.Lo.X is float32, not float64"},
		{[]struct {
			B struct {
				Lo, hi vec
				N      [3]int32
			}
		}{{}}, "rows: b.N has 3 numbers, not the 2 of a [2]int32"},
		{[]struct{ b, B int }{{}}, "rows: field b: int is not a type that columns have"},
		{[]struct {
			BY, By int
			B      box
		}{{}}, "has the fields BY and By; the tag `lockstep:\"by\"` says which is meant"},
	} {
		_, err := fn.Rows(c.rows)
		require.ErrorContains(t, err, c.says)
	}
	for _, c := range []struct {
		rows any
		says string
	}{
		{[]row{{}}, "into: there are 1 rows for 2 lanes"},
		{[]vec{{}, {}}, "into: lockstep.vec has no field for any of the results grown.Lo.X, "},
		{[]struct{ Area int }{{}, {}}, "into: area is int, not float64"},
		{[]*row{nil, {}}, "into: row 0 is a nil pointer"},
		{rows[0], "into: lockstep.row is not a slice of structs"},
	} {
		require.ErrorContains(t, r.Into(c.rows), c.says)
	}
}

func TestStructColumnErrors(t *testing.T) {
	fn := MustCompile(boxes, "Far", Cap("p", 2))
	q := [][2]vec{{}}
	for _, c := range []struct {
		in   Inputs
		says string
	}{
		{Inputs{"p": 1, "q": q}, "column p: int is not a slice with a struct for each lane"},
		{Inputs{"p": [][]vec{{{}, {}, {}}}, "q": q}, "column p: lane 0 has 3 elements; p.X has room for 2"},
		{Inputs{"p": [][]vec{{}}, "q": [][3]vec{{}}}, "column q: q.X has 3 numbers, not the 2 of a [2]float64"},
		{Inputs{"p": []vec{{}}, "q": q}, "column p: p.X is a slice whose length each lane brings, not one float64"},
		{Inputs{"p": [][]vec{{}}, "p.X": [][]float64{{}}, "q": q}, "column p.X is given, and so is p, which has it"},
	} {
		_, err := fn.Run(context.Background(), c.in)
		require.ErrorContains(t, err, "lockstep: "+c.says)
	}
	r, err := MustCompile(boxes, "Grow").Run(context.Background(),
		Inputs{"b": []*box{{}}, "by": []complex64{0}, "n": []int{0}})
	require.NoError(t, err)
	require.PanicsWithValue(t, "lockstep: result grown is not lockstep.vec: lockstep.vec has no field Lo",
		func() { Column[vec](r, "grown") })
	_, err = MustCompile(boxes, "Grow").Run(context.Background(),
		Inputs{"b": []*box{nil}, "by": []complex64{0}, "n": []int{0}})
	require.ErrorContains(t, err, "column b: lane 0 is a nil pointer")
}

func ExampleFunc_Rows() {
	total := MustCompile(`package shop

func Total(price, weight float64) (total float64) {
	if weight > 10 {
		price += 5
	}
	return price
}
`, "Total")
	type order struct{ Price, Weight, Total float64 }

	orders := []order{{Price: 20, Weight: 3}, {Price: 8, Weight: 12}}
	in, err := total.Rows(orders)
	if err != nil {
		fmt.Println(err)
	}
	result, err := total.Run(context.Background(), in)
	if err != nil {
		fmt.Println(err)
	}
	if err := result.Into(orders); err != nil {
		fmt.Println(err)
	}
	fmt.Println(orders)
	// Output: [{20 3 20} {8 12 13}]
}
