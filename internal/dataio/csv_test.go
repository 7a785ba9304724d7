package dataio

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

var (
	fieldA = Field{Name: "a", Type: program.GoFloat64}
	fieldN = Field{Name: "n", Type: program.GoInt8}
)

func TestReadCSV(t *testing.T) {
	for _, tc := range []struct {
		name string
		text string
		want []Field
		cols []any
		rest []string // ignored columns
	}{
		{"columns in any order", "n,a\n1,0.5\n-2,1e3\n", []Field{fieldA, fieldN},
			[]any{[]float64{0.5, 1000}, []int8{1, -2}}, nil},
		{"others are ignored", "note,a,\nhello,1,\n", []Field{fieldA}, []any{[]float64{1}}, []string{"note"}},
		{"only a header", "a,n\n", []Field{fieldA, fieldN}, []any{[]float64(nil), []int8(nil)}, nil},
		{"no newline at the end", "a\n1", []Field{fieldA}, []any{[]float64{1}}, nil},
		{"carriage returns", "a,n\r\n1,2\r\n", []Field{fieldA, fieldN}, []any{[]float64{1}, []int8{2}}, nil},
		{"byte order mark", "\xef\xbb\xbfa\n1\n", []Field{fieldA}, []any{[]float64{1}}, nil},
		{"spaces", " a , n \n 1 , 2 \n", []Field{fieldA, fieldN}, []any{[]float64{1}, []int8{2}}, nil},
		{"quotes", "\"a\",n\n\"1\",\"2\"\n", []Field{fieldA, fieldN}, []any{[]float64{1}, []int8{2}}, nil},
		{"empty lines between rows", "a,n\n\n1,2\n\n3,4\n\n", []Field{fieldA, fieldN},
			[]any{[]float64{1, 3}, []int8{2, 4}}, nil},
		{"array elements", "x[1],x[0]\n1,2\n3,4\n", []Field{field("x", "int", 2)}, []any{[]int{2, 1, 4, 3}}, nil},
		{"two dimensions", "m[0][0],m[0][1],m[1][0],m[1][1]\n1,2,3,4\n", []Field{field("m", "uint16", 2, 2)},
			[]any{[]uint16{1, 2, 3, 4}}, nil},
		{"fields of a struct", "p.X,p.W[0]\n1,2\n", []Field{field("p.X", "int32"), field("p.W", "int32", 1)},
			[]any{[]int32{1}, []int32{2}}, nil},
		{"hexadecimal, signs, leading zeros", "u\n0xff\n+7\n007\n-0\n", []Field{field("u", "uint8")},
			[]any{[]uint8{255, 7, 7, 0}}, nil},
		{"ends of the ranges", "i,u\n-9223372036854775808,18446744073709551615\n",
			[]Field{field("i", "int64"), field("u", "uint64")}, []any{[]int64{math.MinInt64}, []uint64{math.MaxUint64}},
			nil},
		{"bools", "b\ntrue\nFALSE\n1\n0\n", []Field{field("b", "bool")}, []any{[]bool{true, false, true, false}}, nil},
		{"infinities", "a\ninf\n-Inf\n+Infinity\n", []Field{fieldA},
			[]any{[]float64{math.Inf(1), math.Inf(-1), math.Inf(1)}}, nil},
		{"a float32 is rounded once", "f\n0.1\n", []Field{field("f", "float32")}, []any{[]float32{0.1}}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := ReadCSV(strings.NewReader(tc.text), "in.csv", tc.want)
			require.NoError(t, err)
			require.Len(t, got.Columns, len(tc.cols))
			for i, c := range got.Columns {
				require.Equal(t, tc.want[i], c.Field)
				require.Equal(t, tc.cols[i], c.Data)
			}
			require.Equal(t, tc.rest, got.Ignored)
		})
	}
}

// What is a number, and of which types.
// A .tsv file has tabs for commas: cells may have commas in them, and be empty.
func TestTSV(t *testing.T) {
	path := filepath.Join(t.TempDir(), "in.tsv")
	text := "note\ta\tx[0]\tx[1]\ts\n\"1,\t5\"\t 0.5\t1\t\ta b\n\t1e3\t2\t3\t\" c\"\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	in, err := Open(path, nil)
	require.NoError(t, err)
	defer in.Close()
	x := field("x", "int", 2)
	x.Slice = "x"
	got, err := in.Read([]Field{fieldA, x}, "note", "s")
	require.NoError(t, err)
	require.Equal(t, []float64{0.5, 1000}, got.Columns[0].Data)
	require.Equal(t, []int64{1, 2}, got.Columns[1].Lens)
	require.Equal(t, []string{"1,\t5", ""}, got.Kept[0].Data)

	var out bytes.Buffer
	require.NoError(t, TSV.Write(&out, &Results{Lanes: 2, Kept: got.Kept, Columns: got.Columns,
		Faults: []Fault{{Lane: 1, Text: "no, none"}}}))
	require.Equal(t, "note\ts\ta\tx[0]\tx[1]\tfault\n\"1,\t5\"\ta b\t0.5\t1\t\t\n\t\" c\"\t\t\t\t\"no, none\"\n",
		out.String())
}

func TestNumbers(t *testing.T) {
	const no = "no"
	for _, tc := range []struct{ cell, float64, float32, int64, int8, uint8 string }{
		{"1", "1", "1", "1", "1", "1"},
		{"+1", "1", "1", "1", "1", "1"},
		{"-1", "-1", "-1", "-1", "-1", "range"},
		{"-0", "-0", "-0", "0", "0", "0"},
		{" 7\t", "7", "7", "7", "7", "7"},
		{"\u00a07", "7", "7", "7", "7", "7"},
		{"007", "7", "7", "7", "7", "7"},
		{"128", "128", "128", "128", "range", "128"},
		{"-129", "-129", "-129", "-129", "range", "range"},
		{"1_000", "1000", "1000", "1000", "range", "range"},
		{"-1_0", "-10", "-10", "-10", "-10", "range"},
		{"1_000.5", "1000.5", "1000.5", no, no, no},
		{"0x10", "16", "16", "16", "16", "16"},
		{"-0X_1f", "-31", "-31", "-31", "-31", "range"},
		{"+0xf_f", "255", "255", "255", "range", "255"},
		{"0x1p4", "16", "16", no, no, no},
		{"0x1.8p1", "3", "3", no, no, no},
		{"3.0", "3", "3", no, no, no},
		{"1e3", "1000", "1000", no, no, no},
		{".5", "0.5", "0.5", no, no, no},
		{"5.", "5", "5", no, no, no},
		{"1E+02", "100", "100", no, no, no},
		{"1e39", "1e+39", "range", no, no, no},
		{"1e400", "range", "range", no, no, no},
		{"1e-400", "0", "0", no, no, no},
		{"9223372036854775808", "9223372036854775808", "9223372000000000000", "range", "range", "range"},
		{"0xffffffffffffffffff", "4722366482869645213696", "4722366500000000000000", "range", "range", "range"},
		{"inf", "+Inf", "+Inf", no, no, no},
		{"-Infinity", "-Inf", "-Inf", no, no, no},
		{"NaN", "NaN", "NaN", no, no, no},
		{"-nan", "NaN", "NaN", no, no, no},
		{"+NAN", "NaN", "NaN", no, no, no},
		{"_1", no, no, no, no, no},
		{"1_", no, no, no, no, no},
		{"1__0", no, no, no, no, no},
		{"1_.5", no, no, no, no, no},
		{"0x", no, no, no, no, no},
		{"0x1.8", no, no, no, no, no},
		{"0x-1", no, no, no, no, no},
		{"0b11", "3", "3", "3", "3", "3"},
		{"-0B1_0", "-2", "-2", "-2", "-2", "range"},
		{"0o17", "15", "15", "15", "15", "15"},
		{"0O_377", "255", "255", "255", "range", "255"},
		{"0b2", no, no, no, no, no},
		{"0o8", no, no, no, no, no},
		{"0b1.1", no, no, no, no, no},
		{"0b", no, no, no, no, no},
		{"+-0", no, no, no, no, no},
		{"--1", no, no, no, no, no},
		{"-+1", no, no, no, no, no},
		{"1 000", no, no, no, no, no},
		{"1,5", no, no, no, no, no},
		{"1d5", no, no, no, no, no},
		{"50%", no, no, no, no, no},
		{"infin", no, no, no, no, no},
		{"n/a", no, no, no, no, no},
		{"−1", no, no, no, no, no},
	} {
		for goType, want := range map[string]string{
			"float64": tc.float64, "float32": tc.float32, "int64": tc.int64, "int8": tc.int8, "uint8": tc.uint8,
		} {
			as := fmt.Sprintf("%q as %s", tc.cell, goType)
			text := "x\n" + string(appendCell(nil, tc.cell)) + "\n"
			got, err := ReadCSV(strings.NewReader(text), "in.csv", []Field{field("x", goType)})
			switch want {
			case no:
				require.ErrorContains(t, err, "in.csv:2:", as)
				require.ErrorContains(t, err, `column "x": "`+tc.cell+`" is not `, as)
			case "range":
				require.ErrorContains(t, err, `column "x": "`+tc.cell+`" is out of range for `+goType, as)
			default:
				require.NoError(t, err, as)
				b := newVector(got.Columns[0].Type, got.Columns[0].Data).appendText(nil, 0)
				x, _ := strconv.ParseFloat(string(b), 64)
				y, _ := strconv.ParseFloat(want, 64)
				same := x == y && math.Signbit(x) == math.Signbit(y) || x != x && y != y
				require.True(t, same, "%s: %s", as, b)
			}
		}
	}
	_, err := ReadCSV(strings.NewReader("n\n2.0\n"), "in.csv", []Field{fieldN})
	require.ErrorContains(t, err, `"2.0" is not an int8 (a whole number, without point and exponent)`)
	_, err = ReadCSV(strings.NewReader("a\nN/A\n"), "in.csv", []Field{fieldA})
	require.ErrorContains(t, err, `"N/A" is not a float64 (nan where there is none)`)
}

func TestReadCSVNaN(t *testing.T) {
	got, err := ReadCSV(strings.NewReader("a\nNaN\nnan\n"), "in.csv", []Field{fieldA})
	require.NoError(t, err)
	for _, x := range got.Columns[0].Data.([]float64) {
		require.True(t, math.IsNaN(x))
	}
}

func TestReadCSVErrors(t *testing.T) {
	both := []Field{fieldA, fieldN}
	for _, tc := range []struct {
		name string
		text string
		want []Field
		errs []string // each in the message, in order
	}{
		{"empty file", "", both, []string{"in.csv: the file is empty", "a,n"}},
		{"missing column", "n,b\n1,2\n", both, []string{`in.csv:1: no column "a" (float64): the header has "n", "b"`}},
		{"name in another case", "A,n\n1,2\n", both, []string{`the header has "A"; names must agree in case`}},
		{"no header", "1,2\n3,4\n", both, []string{"numbers where the names of the columns should be"}},
		{"semicolons", "a;n\n1;2\n", both, []string{`separated by ";"`}},
		{"missing elements", "x[0]\n1\n", []Field{field("x", "int", 5)},
			[]string{`no columns "x[1]", "x[2]", "x[3]" and 1 more of x [5]int`}},
		{"a column beyond an array", "x[0],x[1],x[2]\n1,2,3\n", []Field{field("x", "int", 2)},
			[]string{`in.csv:1:11: column "x[2]": x [2]int has 2 elements`, `(-len x=3)`}},
		{"a column twice", "a,n,a\n1,2,3\n", both, []string{`in.csv:1:5: column "a" appears twice`}},
		{"text in a number", "a,n\n1,2\nabc,2\n", both, []string{`in.csv:3:1: column "a": "abc" is not a float64`}},
		{"a fraction in an integer", "a,n\n1,2.0\n", both, []string{`in.csv:2:3: column "n": "2.0" is not an int8`}},
		{"out of range", "a,n\n1,128\n1e400,1\n", both,
			[]string{`in.csv:2:3: column "n": "128" is out of range for int8 (-128 to 127)`,
				`in.csv:3:1: column "a": "1e400" is out of range for float64`}},
		{"negative for unsigned", "u\n-1\n", []Field{field("u", "uint8")},
			[]string{`"-1" is out of range for uint8 (0 to 255)`}},
		{"not a bool", "b\nyes\n", []Field{field("b", "bool")}, []string{`"yes" is not a bool (true, false, 1 or 0)`}},
		{"empty cell", "a,n\n,1\n", both,
			[]string{`in.csv:2:1: column "a": "" is not a float64 (nan where there is none)`}},
		{"empty line in the only column", "a\n1\n\n2\n", []Field{fieldA},
			[]string{`in.csv:3: column "a": the line is empty`}},
		{"empty line behind a cell of several", "a\n\"1\n\"\n\"\n2\"\n\n3\n", []Field{fieldA},
			[]string{`in.csv:6: column "a": the line is empty`}},
		{"short row", "a,n\n1,2\n3\n", both, []string{"in.csv:3: the row has 1 cell, the header has 2"}},
		{"long row", "a,n\n1,2,3\n", both, []string{"in.csv:2: the row has 3 cells, the header has 2"}},
		{"bad quoting", "a,n\n1,\"2\n", both, []string{"in.csv:", "quote"}},
		{"wide characters", "\xff\xfea\x00", both, []string{"UTF-16"}},
		{"every error is told", "a,n\nx,y\n1,2\n3\n", both,
			[]string{`in.csv:2:1: column "a"`, `in.csv:2:3: column "n"`, "in.csv:4: the row"}},
		{"up to ten", "a\n" + strings.Repeat("x\n", 50), []Field{fieldA}, []string{"in.csv:11:1", "too many errors"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ReadCSV(strings.NewReader(tc.text), "in.csv", tc.want)
			require.Error(t, err)
			rest := err.Error()
			for _, want := range tc.errs {
				require.Contains(t, rest, want)
				_, rest, _ = strings.Cut(rest, want)
			}
		})
	}
}

// What is written must read back to the same bits, whatever the type.
func TestCSVRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var f64 []float64
	var f32 []float32
	var i64 []int64
	for range 20000 {
		f64 = append(f64, math.Float64frombits(rng.Uint64()))
		f32 = append(f32, math.Float32frombits(rng.Uint32()))
		i64 = append(i64, int64(rng.Uint64()>>rng.UintN(64)))
	}
	copy(f64, []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 5e-324, math.MaxFloat64, 1e-6,
		1e21, 1e20, 0.1})
	out := &Results{Lanes: len(f64), Columns: []Column{
		{Field: field("f", "float64"), Data: f64}, {Field: field("g", "float32"), Data: f32},
		{Field: field("i", "int64"), Data: i64},
	}}
	var b bytes.Buffer
	require.NoError(t, CSV.Write(&b, out))
	back, err := ReadCSV(&b, "back", []Field{out.Columns[0].Field, out.Columns[1].Field, out.Columns[2].Field})
	require.NoError(t, err)
	for i, x := range back.Columns[0].Data.([]float64) {
		if !math.IsNaN(x) || !math.IsNaN(f64[i]) {
			require.Equal(t, math.Float64bits(f64[i]), math.Float64bits(x))
		}
	}
	for i, x := range back.Columns[1].Data.([]float32) {
		if x == x || f32[i] == f32[i] {
			require.Equal(t, math.Float32bits(f32[i]), math.Float32bits(x))
		}
	}
	require.Equal(t, i64, back.Columns[2].Data)
}

func TestWriteCSV(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, CSV.Write(&b, &Results{
		Lanes: 3,
		Columns: []Column{
			{Field: field("q", "float64"), Data: []float64{1, 1e30, math.NaN()}},
			{Field: field("v", "bool", 2), Data: []bool{true, false, true, true, false, false}},
		},
		Faults: []Fault{{Lane: 1, Code: 1, Text: `panic: "no", he said at f.go:1:2`}},
	}))
	require.Equal(t, `q,v[0],v[1],fault
1,true,false,
,,,"panic: ""no"", he said at f.go:1:2"
NaN,false,false,
`, b.String())

	b.Reset()
	require.NoError(t,
		CSV.Write(&b, &Results{Lanes: 2, Columns: []Column{{Field: field("fault", "int"), Data: []int{1, 2}}}}))
	require.Equal(t, "fault,_fault\n1,\n2,\n", b.String())

	b.Reset()
	require.NoError(t, CSV.Write(&b, &Results{Lanes: 2}))
	require.Equal(t, "fault\n\"\"\n\"\"\n", b.String())
}

// A file's columns are allocated once, at their length.
func TestReadReservesWhatItNeeds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "in.csv")
	const rows = 50_000
	require.NoError(t, os.WriteFile(path, []byte("a\n"+strings.Repeat("0.25\n", rows-1)+"0.25"), 0o666))
	got, err := readFile(path, nil, []Field{fieldA})
	require.NoError(t, err)
	data := got.Columns[0].Data.([]float64)
	require.Len(t, data, rows)
	require.Less(t, cap(data), rows+rows/100)

	// A file of empty lines must not be taken for many wide rows.
	require.Zero(t, sizeHint{lines: 1000, bytes: 1000}.rows(1000))
}

// A text reads back as it was written, whatever it begins with.
func TestTextsReadBack(t *testing.T) {
	for _, text := range []string{" a", "\u00a0a", "\u3000", "\v", "\fa ", "\u2028a", "a\u00a0", "a,b", `"`, "é"} {
		csv := "x,y\n" + string(appendCell(nil, text)) + ",1\n"
		got, err := ReadCSV(strings.NewReader(csv), "in.csv",
			[]Field{{Name: "x", Type: program.GoString, Room: 8}, field("y", "int")})
		require.NoError(t, err, "%q", text)
		require.Equal(t, []string{text}, got.Columns[0].Data, "%q", text)
	}
}
