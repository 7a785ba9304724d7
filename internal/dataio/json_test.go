package dataio

import (
	"bytes"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// What is written as lines of JSON reads back to the same bits.
func TestJSONLinesRoundTrip(t *testing.T) {
	columns := []Column{
		{Field: field("x", "float64"), Data: []float64{0.1, math.Inf(-1), math.Copysign(0, -1)}},
		{Field: field("n", "int64"), Data: []int64{math.MinInt64, math.MaxInt64, 0}},
		{Field: field("b", "bool"), Data: []bool{true, false, true}},
		{Field: field("p.m", "uint8", 2, 2), Data: []uint8{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
		{Field: Field{Name: "s.A", Type: program.GoFloat32, Shape: []int{2}, Slice: "s"},
			Data: []float32{1, 2, 3, 0, 0, 0},
			Lens: []int64{2, 1, 0}},
	}
	var text bytes.Buffer
	require.NoError(t, JSONLines.Write(&text, &Results{Columns: columns, Lanes: 3}))
	require.Equal(t, `{"x":0.1,"n":-9223372036854775808,"b":true,"p":{"m":[[1,2],[3,4]]},`+
		`"s":[{"A":1},{"A":2}],"fault":null}`, strings.SplitN(text.String(), "\n", 2)[0])
	var want []Field
	for _, c := range columns {
		want = append(want, c.Field)
	}
	got, err := ReadJSONLines(&text, "f", want, "b", "p.m", "fault")
	require.NoError(t, err)
	require.Equal(t, columns, got.Columns)
	require.Equal(t, 3, got.Lanes)
	require.Empty(t, got.Ignored)
	require.Equal(t, []string{"true", "false", "true"}, got.Kept[0].Data)
	require.Equal(t, []string{"[[1,2],[3,4]]", "[[5,6],[7,8]]", "[[9,10],[11,12]]"}, got.Kept[1].Data)
	require.Equal(t, []string{"null", "null", "null"}, got.Kept[2].Data)
}

// No member of an object is there twice: what begins like another column keeps its dots.
func TestJSONLinesNames(t *testing.T) {
	number := func(name string) Column {
		return Column{Field: field(name, "int64"), Data: []int64{1}}
	}
	for _, c := range []struct {
		kept, names []string
		text        string
	}{
		{nil, []string{"a.X", "b", "a.Y"}, `{"a":{"X":1,"Y":1},"b":1,"fault":null}`},
		{nil, []string{"p", "p.out", "p.out.X"}, `{"p":1,"p.out":1,"p.out.X":1,"fault":null}`},
		{[]string{"p"}, []string{"p.X"}, `{"p":1,"p.X":1,"fault":null}`},
		{[]string{"p.Y"}, []string{"p.X"}, `{"p.Y":1,"p":{"X":1},"fault":null}`},
		{nil, []string{"fault.X", ".a", "b."}, `{"fault.X":1,".a":1,"b.":1,"fault":null}`},
	} {
		r := &Results{Lanes: 1}
		for _, name := range c.kept {
			r.Kept = append(r.Kept, number(name))
		}
		for _, name := range c.names {
			r.Columns = append(r.Columns, number(name))
		}
		var text bytes.Buffer
		require.NoError(t, JSONLines.Write(&text, r))
		require.Equal(t, c.text+"\n", text.String())
	}
}

func TestReadJSONLines(t *testing.T) {
	const lists = `{"p": [{"A": 1}, {"A": 2}], "x": true}` + "\n\n" + `{"p": [], "x": 0}`
	want := []Field{{Name: "p.A", Type: program.GoInt8, Shape: []int{2}, Slice: "p"}, field("x", "bool")}
	got, err := ReadJSONLines(strings.NewReader("\xef\xbb\xbf"+lists), "f", want)
	require.NoError(t, err)
	require.Equal(t, []int8{1, 2, 0, 0}, got.Columns[0].Data)
	require.Equal(t, []int64{2, 0}, got.Columns[0].Lens)
	require.Equal(t, []bool{true, false}, got.Columns[1].Data)

	for _, c := range []struct{ text, says string }{
		{`{"p": [{"A": 1}, {"B": 2}], "x": true}`, `f:1: no "p.A" ([]int8): the object has "p", "x"`},
		{`{"p": [{"A": 1}, {"A": 2}, {"A": 3}], "x": true}`,
			`f:1: "p.A" has 3 elements, but p.A []int8 holds at most 2; compile it for more (-cap p=3)`},
		{`{"p": 1, "x": true}`, `f:1: no "p.A"`},
		{`{"p": {"A": 1}, "x": true}`, `f:1: "p.A": 1 is not a list of 2 elements`},
		{`{"p": [{"A": 300}], "x": true}`, `f:1: "p.A": "300" is out of range for int8 (-128 to 127)`},
		{`{"p": [{"A": [1]}], "x": true}`, `f:1: "p.A": a list is not an int8`},
		{"{\"p\": [],\n", `f:1:9: the object does not end in its line`},
		{"3\n", `f:1: the line is not an object such as {"x": 1.5}`},
		{"{}\n{\"x\": 1, \"s\": \"\\\":\", \"x\": 2}\n", "f:2:22: the member \"x\" comes twice"},
		{"{}{}\n", "f:1:3: there is more behind the object"},
		{"[]\n", "f:1: the line is a list"},
		{"{\"p\": \x00}", "there is a zero byte"},
		{`{"P": [], "x": true}`, `f:1: no "p.A" ([]int8): the object has "P"; names must agree in case`},
		{`{"p": [{"a": 1}], "x": true}`, `f:1: no "p.A" ([]int8): the object has "p", "x"`},
		{`{"p": [], "X": true}`, `f:1: no "x" (bool): the object has "X"; names must agree in case`},
		{`{"p": [], "x": "yes"}`, `f:1: "x": "yes" is not a bool`},
		{"{\"p\": [], \"x\": 1, \"s\": \"a\xff\"}", "f:1:26: the text is not UTF-8"},
		{`{"p": [], "x": 1, "s": "\\\ud83d\ude00\ud800"}`, `f:1:39: \ud800 is half of a character`},
		{`{"p": [], "x": 1, "\udc00": 1}`, `f:1:20: \udc00 is half of a character`},
		{`{"p": [], "x": 1, "s": "\ud800\u0041"}`, `f:1:25: \ud800 is half of a character`},
		{strings.Repeat("{}\n", 20), "too many errors, the rest was not read"},
	} {
		_, err := ReadJSONLines(strings.NewReader(c.text), "f", want)
		require.ErrorContains(t, err, c.says, c.text)
	}
}

// A number or bool may be in quotes, as a column is that is carried over with a nan in it.
func TestJSONLinesQuoted(t *testing.T) {
	got, err := ReadJSONLines(strings.NewReader(`{"n": "3", "x": "1.50", "b": "true"}`+"\n"+
		`{"n": "9223372036854775807", "x": "nan", "b": "0"}`), "f",
		[]Field{field("n", "int64"), field("x", "float64"), field("b", "bool")})
	require.NoError(t, err)
	require.Equal(t, []int64{3, math.MaxInt64}, got.Columns[0].Data)
	require.Equal(t, 1.5, got.Columns[1].Data.([]float64)[0])
	require.Equal(t, []bool{true, false}, got.Columns[2].Data)
}

// Null is a slice without elements, as to encoding/json, which makes nil of it: of numbers, of structs and of slices.
func TestJSONLinesNull(t *testing.T) {
	slice := func(name, of string, typ program.GoType, shape ...int) Field {
		return Field{Name: name, Type: typ, Shape: shape, Slice: of}
	}
	want := []Field{slice("x", "x", program.GoFloat64, 2), slice("p.A", "p", program.GoInt8, 2),
		field("m", "int64", 2, 2), slice("m.lens", "m.lens", program.GoInt64, 2)}
	for _, c := range []struct{ text, says string }{
		{`{"x": null, "p": null, "m": null}`, ""},
		{`{"x": [], "p": [], "m": [null, []]}`, ""},
		{`{"x": [1, null], "p": [], "m": []}`, `f:1: "x": null is not a float64`},
		{`{"x": [], "p": [null], "m": []}`, `f:1: no "p.A" ([]int8): the object has "m", "p", "x"`},
		{`{"x": [], "p": []}`, `f:1: no "m"`},
	} {
		got, err := ReadJSONLines(strings.NewReader(c.text), "f", want)
		if c.says != "" {
			require.ErrorContains(t, err, c.says, c.text)
			continue
		}
		require.NoError(t, err, c.text)
		require.Equal(t, []int64{0}, got.Columns[0].Lens)
		require.Equal(t, []int64{0}, got.Columns[1].Lens)
		require.Equal(t, []int64{0, 0}, got.Columns[3].Data)
	}
	found := map[string]Extent{}
	const lines = `{"x": null, "p": [{"A": 1}], "m": [null, [1]]}` + "\n" + `{"x": null, "p": null, "m": null}`
	require.NoError(t, jsonExtents(strings.NewReader(lines), "f", []string{"x", "p", "m", "m[]", "y"}, found))
	require.Equal(t, map[string]Extent{"x": {}, "p": {Len: 1, Varies: true}, "m": {Len: 2, Varies: true},
		"m[]": {Len: 1, Varies: true}}, found)
}

// A string has quotes: what has none may be a number that only looks like the text which is meant, as 007 and 1e3 do.
func TestJSONLinesStrings(t *testing.T) {
	want := []Field{field("s", "string"), field("names", "string", 2)}
	for _, c := range []struct{ text, says string }{
		{`{"s": "5", "names": ["", "null"]}`, ""},
		{`{"s": 5, "names": ["", ""]}`, `f:1: "s": 5 is not a string; write "5"`},
		{`{"s": "", "names": ["", true]}`, `f:1: "names": true is not a string; write "true"`},
		{`{"s": null, "names": ["", ""]}`, `f:1: "s": null is not a string`},
	} {
		got, err := ReadJSONLines(strings.NewReader(c.text), "f", want)
		if c.says != "" {
			require.ErrorContains(t, err, c.says, c.text)
			continue
		}
		require.NoError(t, err, c.text)
		require.Equal(t, []string{"5"}, got.Columns[0].Data)
	}
}

// Columns that are carried over keep what they are from .npz to .npz, and are
// text where they come from several kinds of files.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, r *Results) string {
		path := filepath.Join(dir, name)
		f, err := create(path)
		require.NoError(t, err)
		format, err := FormatOf(path)
		require.NoError(t, err)
		require.NoError(t, format.Write(f, r))
		require.NoError(t, f.Commit())
		return path
	}
	id := Column{Field: field("id", "string"), Data: []string{"ä", "bcd"}}
	m := Column{Field: field("m", "float32", 2), Data: []float32{1, 2, 3, 4}}
	x := Column{Field: field("x", "int64"), Data: []int64{5, 6}}
	read := func(path string) *Table {
		in, err := Open(path, nil)
		require.NoError(t, err)
		defer in.Close()
		got, err := in.Read([]Field{x.Field}, "id", "x")
		require.NoError(t, err)
		return got
	}
	faults := []Fault{{Lane: 1, Code: 1, Text: "it faulted"}}
	npz := write("a.npz", &Results{Kept: []Column{id, m, x}, Lanes: 2, Faults: faults})
	got := read(npz)
	require.Equal(t, []Column{id, x}, got.Kept, "also where the lane faulted")
	require.Contains(t, got.Ignored, "m")

	csv := write("a.csv", &Results{Kept: []Column{id, x}, Lanes: 2})
	all, err := Join([]*Table{got, read(csv)}, []string{npz, csv})
	require.NoError(t, err)
	require.Equal(t, 4, all.Lanes)
	require.Equal(t, []int64{5, 6, 5, 6}, all.Columns[0].Data)
	require.Equal(t, []string{"ä", "bcd", "ä", "bcd"}, all.Kept[0].Data)
	require.Equal(t, []string{"5", "6", "5", "6"}, all.Kept[1].Data)
	require.Equal(t, program.GoString, all.Kept[1].Type)

	wide := &Table{Kept: []Column{m}, Lanes: 2}
	_, err = Join([]*Table{{Kept: []Column{{Field: field("m", "float32")}}}, wide}, []string{"a", "b"})
	require.ErrorContains(t, err, `b: "m" has the shape (2,) for each lane, but in a it is ()`)
}

// Short lists in slices with much room do not take memory without an end.
func TestJSONPadding(t *testing.T) {
	huge := []Field{{Name: "x", Type: program.GoInt8, Shape: []int{maxPadding/2 + 1}, Slice: "x"}}
	_, err := ReadJSONLines(strings.NewReader(strings.Repeat("{\"x\": []}\n", 4)), "f", huge)
	require.ErrorContains(t, err,
		`f:2: the slices of "x" up to here are so much shorter than x []int8 that they take room for `+
			`268435458 elements more`)
}

// No text, however broken, may end the process, and no row is lost.
func FuzzReadJSONLines(f *testing.F) {
	f.Add(`{"a": 1, "x": [1, 2]}` + "\n" + `{"a": "nan", "x": []}`)
	f.Add(`{"a": 1e5, "x": {"y": [1]}, "b": [{"c": 1}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		jsonExtents(strings.NewReader(text), "in.jsonl", []string{"x"}, map[string]Extent{})
		got, err := ReadJSONLines(strings.NewReader(text), "in.jsonl", []Field{fieldA, sliceField("x", "int16", 2)},
			"a")
		if err != nil {
			return
		}
		numbers, slices, kept := len(got.Columns[0].Data.([]float64)), len(got.Columns[1].Lens),
			len(got.Kept[0].Data.([]string))
		if numbers != got.Lanes || slices != got.Lanes || kept != got.Lanes {
			t.Fatalf("%d lanes of %d numbers, %d slices and %d texts", got.Lanes, numbers, slices, kept)
		}
	})
}
