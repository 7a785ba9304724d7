package dataio

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// npy builds a file of format 1.0 from a header's dictionary and its elements.
func npy(dict string, order binary.ByteOrder, elements any) []byte {
	var b bytes.Buffer
	b.WriteString(npyMagic + "\x01\x00")
	binary.Write(&b, binary.LittleEndian, uint16(len(dict)))
	b.WriteString(dict)
	binary.Write(&b, order, elements)
	return b.Bytes()
}

func readNpyBytes(b []byte, want Field) (*Table, error) {
	return ReadNpy(bytes.NewReader(b), int64(len(b)), "in.npy", want)
}

func TestReadNpy(t *testing.T) {
	le, be := binary.LittleEndian, binary.BigEndian
	for _, tc := range []struct {
		name  string
		file  []byte
		want  Field
		data  any
		lanes int
	}{
		{"float64", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", le, []float64{1, 2, 3}), fieldA,
			[]float64{1, 2, 3}, 3},
		{"big-endian", npy("{'descr': '>f8', 'fortran_order': False, 'shape': (2,), }", be, []float64{1, 2}), fieldA,
			[]float64{1, 2}, 2},
		{"other order of keys", npy(`{"shape": (2,), "fortran_order": False, "descr": "|i1"}`, le, []int8{-1, 2}),
			fieldN, []int8{-1, 2}, 2},
		{"bool", npy("{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }", le, []uint8{0, 1}),
			field("b", "bool"), []bool{false, true}, 2},
		{"rows", npy("{'descr': '<i8', 'fortran_order': False, 'shape': (2, 3), }", le, []int64{1, 2, 3, 4, 5, 6}),
			field("x", "int", 3), []int{1, 2, 3, 4, 5, 6}, 2},
		{"Fortran order", npy("{'descr': '<i8', 'fortran_order': True, 'shape': (2, 3), }", le,
			[]int64{1, 4, 2, 5, 3, 6}), field("x", "int", 3), []int{1, 2, 3, 4, 5, 6}, 2},
		{"Fortran order, three axes", npy("{'descr': '<u2', 'fortran_order': True, 'shape': (2, 2, 2), }", le,
			[]uint16{0, 4, 2, 6, 1, 5, 3, 7}), field("x", "uint16", 2, 2), []uint16{0, 1, 2, 3, 4, 5, 6, 7}, 2},
		{"no lane axis", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (), }", le, []float64{7}), fieldA,
			[]float64{7}, 1},
		{"no lanes", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }", le, []float64{}), fieldA,
			[]float64(nil), 0},
		{"int32 widened to int64", npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }", le, []int32{-5, 5}),
			field("x", "int64"), []int64{-5, 5}, 2},
		{"uint32 widened to float64", npy("{'descr': '<u4', 'fortran_order': False, 'shape': (1,), }", le,
			[]uint32{math.MaxUint32}), fieldA, []float64{math.MaxUint32}, 1},
		{"float32 widened to float64", npy("{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }", be,
			[]float32{0.1}), fieldA, []float64{float64(float32(0.1))}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := readNpyBytes(tc.file, tc.want)
			require.NoError(t, err)
			require.Equal(t, tc.lanes, got.Lanes)
			if tc.lanes > 0 {
				require.Equal(t, tc.data, got.Columns[0].Data)
			}
		})
	}
}

func TestReadNpyFormats(t *testing.T) {
	dict := "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }\n"
	for _, version := range []byte{2, 3} {
		b := []byte(npyMagic + string(version) + "\x00")
		b = binary.LittleEndian.AppendUint32(b, uint32(len(dict)))
		b = append(b, dict...)
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(2.5))
		got, err := readNpyBytes(b, fieldA)
		require.NoError(t, err)
		require.Equal(t, []float64{2.5}, got.Columns[0].Data)
	}
}

func TestReadNpyErrors(t *testing.T) {
	le := binary.LittleEndian
	ok := "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"
	for _, tc := range []struct {
		name string
		file []byte
		want Field
		err  string
	}{
		{"not NumPy's", []byte("a,b\n1,2\n"), fieldA, "in.npy: not a .npy file"},
		{"empty", nil, fieldA, "not a .npy file"},
		{"later format", []byte(npyMagic + "\x09\x00\x00\x00"), fieldA, "format 9.0 is not known"},
		{"absurd header", []byte(npyMagic + "\x02\x00\xff\xff\xff\x7f"), fieldA,
			"the header claims to be 2147483647 bytes long, more than 65536"},
		{"cut in the header", npy(ok, le, []float64{})[:20], fieldA, "ends inside its header"},
		{"cut in the elements", npy(ok, le, []float64{1, 2}), fieldA, "too early"},
		{"wrong dtype", npy("{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }", le, []int64{1}), fieldA,
			`"a" holds int64, but the parameter is a float64: save it with .astype(numpy.float64)`},
		{"narrowing", npy("{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }", le, []int16{1}), fieldN,
			"numpy.int8"},
		{"half", npy("{'descr': '<f2', 'fortran_order': False, 'shape': (1,), }", le, []int16{1}), fieldA,
			`the dtype "<f2" is not one of`},
		{"object", npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", le, []int8{1}), fieldA,
			`the dtype "|O"`},
		{"structured", npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }", le, []int64{1}),
			fieldA, "structured"},
		{"wrong event shape", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }", le,
			make([]float64, 6)), field("x", "float64", 3),
			`"x" has shape (3, 2), but the parameter is x [3]float64: the shape must be (lanes, 3)`},
		{"absurd shape", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,), }", le,
			[]int8{}), fieldA, "too large"},
		{"a lie", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (100000000000,), }", le, []int8{}), fieldA,
			"too early"},
		{"no shape", npy("{'descr': '<f8', 'fortran_order': False}", le, []int8{}), fieldA, `no "shape"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := readNpyBytes(tc.file, tc.want)
			require.ErrorContains(t, err, tc.err)
		})
	}
}

func TestWriteNpy(t *testing.T) {
	var b bytes.Buffer
	x := Column{Field: field("x", "float32", 2), Data: []float32{1, 2, 3, 4, 5, 6}}
	require.NoError(t, Npy.Write(&b, &Results{Columns: []Column{x}, Lanes: 3, Faults: []Fault{{Lane: 1, Code: 2}}}))
	header, _, _ := strings.Cut(b.String(), "\n")
	require.Zero(t, (len(header)+1)%64, "the elements are aligned")
	require.Contains(t, header, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }")
	got, err := readNpyBytes(b.Bytes(), x.Field)
	require.NoError(t, err)
	vals := got.Columns[0].Data.([]float32)
	require.Equal(t, []float32{1, 2}, vals[:2])
	require.True(t, vals[2] != vals[2] && vals[3] != vals[3], "a faulted lane is blank")
	require.Equal(t, []float32{5, 6}, vals[4:])
}

// Files have one NaN, so that they do not depend on the processor; what is read
// keeps its bits.
func TestNaNs(t *testing.T) {
	f64 := []uint64{0x7ff8000000000001, 0xfff8000000000000, 0x7ff0000000000001, 0xffffffffffffffff, 0x7ff8000000000000}
	f32 := []uint32{0x7fc00001, 0xffc00000, 0x7f800001, 0xffffffff, 0x7fc00000}
	wide, narrow := make([]float64, 6), make([]float32, 6)
	for i := range f64 {
		wide[i], narrow[i] = math.Float64frombits(f64[i]), math.Float32frombits(f32[i])
	}
	d, f := Column{Field: field("d", "float64"), Data: wide}, Column{Field: field("f", "float32"), Data: narrow}
	var b bytes.Buffer
	require.NoError(t, Npz.Write(&b, &Results{Columns: []Column{d, f}, Lanes: 6, Faults: []Fault{{Lane: 5, Code: 1}}}))
	got, err := ReadNpz(bytes.NewReader(b.Bytes()), int64(b.Len()), "in.npz", []Field{d.Field, f.Field})
	require.NoError(t, err)
	for i := range 6 {
		require.Equal(t, uint64(0x7ff8000000000000), math.Float64bits(got.Columns[0].Data.([]float64)[i]))
		require.Equal(t, uint32(0x7fc00000), math.Float32bits(got.Columns[1].Data.([]float32)[i]))
	}

	const five = "{'descr': '<f8', 'fortran_order': False, 'shape': (5,), }"
	got, err = readNpyBytes(npy(five, binary.LittleEndian, f64), fieldA)
	require.NoError(t, err)
	for i, x := range got.Columns[0].Data.([]float64) {
		require.Equal(t, f64[i], math.Float64bits(x))
	}
}

func TestNpzRoundTrip(t *testing.T) {
	out := &Results{
		Lanes: 4,
		Columns: []Column{
			{Field: field("q", "int"), Data: []int{1, 2, 3, math.MinInt}},
			{Field: field("ok", "bool"), Data: []bool{true, false, true, false}},
			{Field: field("p.W", "uint8", 2), Data: []uint8{1, 2, 3, 4, 5, 6, 7, 8}},
		},
		Faults: []Fault{{Lane: 2, Code: 5, Text: "panic: größer at f.go:3:1"}},
	}
	var b bytes.Buffer
	require.NoError(t, Npz.Write(&b, out))
	want := []Field{out.Columns[2].Field, out.Columns[0].Field, out.Columns[1].Field, field("fault", "uint8")}
	got, err := ReadNpz(bytes.NewReader(b.Bytes()), int64(b.Len()), "in.npz", want)
	require.NoError(t, err)
	require.Equal(t, 4, got.Lanes)
	require.Equal(t, []string{"fault_lane", "fault_message"}, got.Ignored)
	require.Equal(t, []uint8{1, 2, 3, 4, 0, 0, 7, 8}, got.Columns[0].Data)
	require.Equal(t, []int{1, 2, 0, math.MinInt}, got.Columns[1].Data)
	require.Equal(t, []bool{true, false, false, false}, got.Columns[2].Data)
	require.Equal(t, []uint8{0, 0, 5, 0}, got.Columns[3].Data)
}

func npz(t testing.TB, method uint16, arrays ...any) *bytes.Reader {
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	for i := 0; i < len(arrays); i += 2 {
		w, err := zw.CreateHeader(&zip.FileHeader{Name: arrays[i].(string) + ".npy", Method: method})
		require.NoError(t, err)
		_, err = w.Write(arrays[i+1].([]byte))
		require.NoError(t, err)
	}
	require.NoError(t, zw.Close())
	return bytes.NewReader(b.Bytes())
}

func TestReadNpz(t *testing.T) {
	le := binary.LittleEndian
	three := npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", le, []float64{1, 2, 3})
	two := npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", le, []float64{1, 2})
	one := npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", le, []float64{7})
	none := npy("{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }", le, []float64{})
	a, b := fieldA, field("b", "float64")

	r := npz(t, zip.Deflate, "b", one, "a", three)
	got, err := ReadNpz(r, r.Size(), "in.npz", []Field{a, b})
	require.NoError(t, err)
	require.Equal(t, 3, got.Lanes)
	require.Equal(t, []float64{7}, got.Columns[1].Data, "a leading axis of 1 stands for all lanes")

	r = npz(t, zip.Store, "a", none, "b", one)
	got, err = ReadNpz(r, r.Size(), "in.npz", []Field{a, b})
	require.NoError(t, err)
	require.Zero(t, got.Lanes)

	r = npz(t, zip.Store, "a", three, "b", two)
	_, err = ReadNpz(r, r.Size(), "in.npz", []Field{a, b})
	require.ErrorContains(t, err, `"a" has 3 lanes and "b" has 2 lanes`)

	r = npz(t, zip.Store, "a", three, "c", two)
	_, err = ReadNpz(r, r.Size(), "in.npz", []Field{a, b})
	require.ErrorContains(t, err, `in.npz: no array "b" (float64): the archive has "a", "c"`)

	r = npz(t, zip.Store, "a", three, "a", two)
	_, err = ReadNpz(r, r.Size(), "in.npz", []Field{a})
	require.ErrorContains(t, err, `array "a" appears twice`)

	_, err = ReadNpz(strings.NewReader("no"), 2, "in.npz", []Field{a})
	require.ErrorContains(t, err, "not a .npz archive")
}

// No file, however broken, may end the process.
func FuzzReadNpy(f *testing.F) {
	f.Add(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", binary.LittleEndian, []float64{1, 2, 3}))
	f.Add(npy("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 2), }", binary.BigEndian, []int16{1, 2, 3, 4}))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, want := range []Field{fieldA, field("x", "int64", 2), field("b", "bool"),
			sliceField("x", "float64", 3)} {
			got, err := readNpyBytes(b, want)
			if err == nil && got.Lanes < 0 {
				t.Fatal("negative lanes")
			}
		}
	})
}
