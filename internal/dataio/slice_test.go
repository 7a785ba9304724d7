package dataio

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// field returns a field of an array, or of a scalar without dimensions.
func field(name, goType string, shape ...int) Field {
	t, ok := program.ParseGoType(goType)
	if !ok {
		panic(goType)
	}
	return Field{Name: name, Type: t, Shape: shape}
}

// sliceField returns a field of a slice; dims are its capacity and the shape of
// its elements.
func sliceField(name, goType string, dims ...int) Field {
	f := field(name, goType, dims...)
	f.Slice, _, _ = strings.Cut(name, ".")
	return f
}

func TestReadSlicesFromCSV(t *testing.T) {
	x, pairs := sliceField("x", "float64", 3), sliceField("m", "int", 2, 2)
	pA, pB := sliceField("p.A", "int8", 2), sliceField("p.B", "bool", 2)
	for _, tc := range []struct {
		name, text string
		want       []Field
		data       []any
		lens       [][]int64
	}{
		{"lengths", "x[0],x[1],x[2],a\n1,2,3,9\n4,,,9\n, , ,9\n5,6,,9\n", []Field{x, fieldA},
			[]any{[]float64{1, 2, 3, 4, 0, 0, 0, 0, 0, 5, 6, 0}, []float64{9, 9, 9, 9}}, [][]int64{{3, 1, 0, 2}, nil}},
		{"fewer columns than it can hold", "x[1],x[0]\n1,2\n,3\n", []Field{x}, []any{[]float64{2, 1, 0, 3, 0, 0}},
			[][]int64{{2, 1}}},
		{"slice of arrays", "m[0][0],m[0][1],m[1][0],m[1][1]\n1,2,3,4\n5,6,,\n", []Field{pairs},
			[]any{[]int{1, 2, 3, 4, 5, 6, 0, 0}}, [][]int64{{2, 1}}},
		{"slice of structs", "p.A[0],p.A[1],p.B[0],p.B[1]\n1,,true,\n,,,\n", []Field{pA, pB},
			[]any{[]int8{1, 0, 0, 0}, []bool{true, false, false, false}}, [][]int64{{1, 0}, {1, 0}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := ReadCSV(strings.NewReader(tc.text), "in.csv", tc.want)
			require.NoError(t, err)
			for i, c := range got.Columns {
				require.Equal(t, tc.data[i], c.Data)
				require.Equal(t, tc.lens[i], c.Lens)
			}
		})
	}
}

func TestReadSlicesFromCSVErrors(t *testing.T) {
	x, pairs := sliceField("x", "float64", 3), sliceField("m", "int", 2, 2)
	pA, pB := sliceField("p.A", "int8", 2), sliceField("p.B", "bool", 2)
	for _, tc := range []struct {
		name, text string
		want       []Field
		err        string
	}{
		{"gap", "x[0],x[1],x[2]\n1,,3\n", []Field{x},
			`in.csv:2:3: column "x[1]": the cell is empty, but "x[2]" is not`},
		{"half an element", "m[0][0],m[0][1]\n1,2\n,4\n", []Field{pairs},
			`in.csv:3:1: column "m[0][0]": the cell is empty, but "m[0][1]" is not`},
		{"first half of an element", "m[0][0],m[0][1],m[1][0],m[1][1]\n1,2,3,\n", []Field{pairs},
			`column "m[1][1]": the cell is empty; elements are whole or missing`},
		{"no column", "a\n1\n", []Field{x}, `in.csv:1: no column "x[0]" of x []float64: the header has "a"`},
		{"no column in between", "x[0],x[2]\n1,2\n", []Field{x}, `no column "x[1]" of x []float64`},
		{"too many columns", "x[0],x[1],x[2],x[3]\n1,2,3,4\n", []Field{x},
			`in.csv:1:16: column "x[3]": x []float64 holds at most 3 elements; compile it for more (-cap x=4)`},
		{"no number", "x[0],x[1]\n1,b\n", []Field{x}, `in.csv:2:3: column "x[1]": "b" is not a float64`},
		{"fields of different lengths", "p.A[0],p.A[1],p.B[0],p.B[1]\n1,2,true,false\n1,,true,false\n", []Field{pA, pB},
			`in.csv:3: "p.A" has 1 element and "p.B" has 2 elements, but they are fields of one slice`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ReadCSV(strings.NewReader(tc.text), "in.csv", tc.want)
			require.ErrorContains(t, err, tc.err)
		})
	}
}

func TestReadSlicesFromNpy(t *testing.T) {
	le := binary.LittleEndian
	x, m := sliceField("x", "float64", 3), sliceField("m", "int", 3, 2)
	for _, tc := range []struct {
		name string
		file []byte
		want Field
		data any
		lens []int64
	}{
		{"full", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", le, []float64{1, 2, 3, 4, 5, 6}), x,
			[]float64{1, 2, 3, 4, 5, 6}, []int64{3, 3}},
		{"shorter", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }", le, []float64{1, 2, 3, 4}), x,
			[]float64{1, 2, 0, 3, 4, 0}, []int64{2, 2}},
		{"shorter, Fortran order", npy("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }", le,
			[]float64{1, 3, 2, 4}), x, []float64{1, 2, 0, 3, 4, 0}, []int64{2, 2}},
		{"for all lanes", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", le, []float64{1, 2}), x,
			[]float64{1, 2, 0}, []int64{2}},
		{"arrays", npy("{'descr': '<i8', 'fortran_order': False, 'shape': (2, 1, 2), }", le, []int64{1, 2, 3, 4}), m,
			[]int{1, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0}, []int64{1, 1}},
		{"arrays, Fortran order", npy("{'descr': '<i8', 'fortran_order': True, 'shape': (2, 2, 2), }", le,
			[]int64{1, 5, 3, 7, 2, 6, 4, 8}), m, []int{1, 2, 3, 4, 0, 0, 5, 6, 7, 8, 0, 0}, []int64{2, 2}},
		{"empty", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 0), }", le, []float64{}), x,
			[]float64{0, 0, 0, 0, 0, 0}, []int64{0, 0}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := readNpyBytes(tc.file, tc.want)
			require.NoError(t, err)
			require.Equal(t, tc.data, got.Columns[0].Data)
			require.Equal(t, tc.lens, got.Columns[0].Lens)
			require.Equal(t, len(tc.lens), got.Lanes)
		})
	}
	for _, tc := range []struct{ shape, err string }{
		{"(2, 4)", `"x" has slices of 4 elements, but x []float64 holds at most 3; compile it for more (-cap x=4)`},
		{"(2, 2, 2)", `"x" has shape (2, 2, 2), but the parameter is x []float64: the shape must be (lanes, length)`},
		{"()", `the shape must be (lanes, length)`},
		{"(9000000000, 0)", `"x" has 9000000000 empty slices`},
	} {
		_, err := readNpyBytes(npy("{'descr': '<f8', 'fortran_order': False, 'shape': "+tc.shape+", }", le,
			make([]float64, 8)), x)
		require.ErrorContains(t, err, tc.err)
	}
}

func TestSlicesAndErrorsRoundTrip(t *testing.T) {
	out := &Results{Lanes: 4, Columns: []Column{
		{Field: sliceField("x", "float64", 2), Data: []float64{1, 2, 3, 9, 9, 9, 9, 9}, Lens: []int64{2, 1, 0, 0}},
		{Field: sliceField("p.A", "int", 1, 2), Data: []int{1, 2, 3, 4, 5, 6, 7, 8}, Lens: []int64{1, 1, 0, 1}},
		{Field: sliceField("p.B", "bool", 1), Data: []bool{true, false, true, true}, Lens: []int64{1, 1, 0, 1}},
		{Field: field("err", "error"), Data: []int32{0, 1, 2, 3}, Errors: []string{"bad, very", ""}},
	}, Faults: []Fault{{Lane: 3, Code: 1, Text: "why"}}}
	var b bytes.Buffer
	require.NoError(t, CSV.Write(&b, out))
	require.Equal(t, `x[0],x[1],p.A[0][0],p.A[0][1],p.B[0],err,fault
1,2,1,2,true,,
3,,3,4,false,"bad, very",
,,,,,error 2,
,,,,,,why
`, b.String())
	want := []Field{out.Columns[0].Field, out.Columns[1].Field, out.Columns[2].Field}
	back, err := ReadCSV(&b, "back.csv", want)
	require.NoError(t, err)
	require.Equal(t, []int64{2, 1, 0, 0}, back.Columns[0].Lens)
	require.Equal(t, []float64{1, 2, 3, 0, 0, 0, 0, 0}, back.Columns[0].Data)

	var z bytes.Buffer
	require.NoError(t, Npz.Write(&z, out))
	r := bytes.NewReader(z.Bytes())
	back, err = ReadNpz(r, r.Size(), "back.npz", append(want, field("err", "int32")))
	require.NoError(t, err)
	require.Equal(t, []int64{2, 1, 0, 0}, back.Columns[0].Lens)
	require.Equal(t, []int64{1, 1, 0, 0}, back.Columns[2].Lens, "a lane that faulted has nothing")
	require.Equal(t, []int{1, 2, 3, 4, 0, 0, 0, 0}, back.Columns[1].Data)
	require.Equal(t, []int32{0, 1, 2, 0}, back.Columns[3].Data)
	require.Equal(t, []string{"err.text", "fault", "fault_lane", "fault_message"}, back.Ignored)

	require.Panics(t, func() { Npy.Write(&z, &Results{Lanes: 4, Columns: out.Columns[:1]}) },
		"there is no room for lengths")
}

func TestNpzLengths(t *testing.T) {
	le := binary.LittleEndian
	x := sliceField("x", "float64", 3)
	values := npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }", le, []float64{1, 2, 3, 4})
	lens := func(shape string, n ...int32) []byte {
		return npy("{'descr': '<i4', 'fortran_order': False, 'shape': "+shape+", }", le, n)
	}
	read := func(want []Field, arrays ...any) (*Table, error) {
		r := npz(t, zip.Store, arrays...)
		return ReadNpz(r, r.Size(), "in.npz", want)
	}
	got, err := read([]Field{x}, "x", values, "x.len", lens("(2,)", 0, 2))
	require.NoError(t, err)
	require.Equal(t, []int64{0, 2}, got.Columns[0].Lens)
	require.Empty(t, got.Ignored)
	got, err = read([]Field{x}, "x", values, "x.len", lens("(1,)", 1))
	require.NoError(t, err)
	require.Equal(t, []int64{1, 1}, got.Columns[0].Lens)

	_, err = read([]Field{x}, "x", values, "x.len", lens("(2,)", 0, 3))
	require.ErrorContains(t, err, `in.npz: "x.len": lane 1 has the length 3, but "x" has 2 elements for it`)
	_, err = read([]Field{x}, "x", values, "x.len", lens("(2,)", -1, 2))
	require.ErrorContains(t, err, `lane 0 has the length -1`)
	_, err = read([]Field{x}, "x", values, "x.len", lens("(3,)", 0, 1, 1))
	require.ErrorContains(t, err, `"x.len" has 3 lanes and "x" has 2 lanes`)

	a, b := sliceField("p.A", "float64", 3), sliceField("p.B", "float64", 3)
	longer := npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", le, make([]float64, 6))
	_, err = read([]Field{a, b}, "p.A", values, "p.B", longer)
	require.ErrorContains(t, err,
		`lane 0: "p.A" has 2 elements and "p.B" has 3 elements, but they are fields of one slice`)
}
