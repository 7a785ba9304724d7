package dataio

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// archived returns a .npz of a column of numbers, one of slices and their
// lengths, the fields to read it by, and what it holds.
func archived(t *testing.T, method uint16) ([]byte, []Field, *Table) {
	le := binary.LittleEndian
	want := []Field{fieldA, sliceField("x", "float64", 2)}
	data, err := io.ReadAll(npz(t, method,
		"a", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", le, []float64{1, 2, 3}),
		"x", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }", le, []float64{4, 5, 6, 7, 8, 9}),
		"x.len", npy("{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }", le, []int32{2, 0, 1})))
	require.NoError(t, err)
	good, err := ReadNpz(bytes.NewReader(data), int64(len(data)), "in.npz", want)
	require.NoError(t, err)
	require.Equal(t, []int64{2, 0, 1}, good.Columns[1].Lens)
	return data, want, good
}

// A bit that was flipped anywhere in an archive is an error, or nothing that
// anybody reads: other values never.
func TestNpzFlippedBits(t *testing.T) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		data, want, good := archived(t, method)
		refused, tried, step := 0, 0, 1
		if testing.Short() {
			step = 7 // every bit of a byte has its turn
		}
		for bit := 0; bit < 8*len(data); bit += step {
			tried++
			bad := slices.Clone(data)
			bad[bit/8] ^= 1 << (bit % 8)
			got, err := ReadNpz(bytes.NewReader(bad), int64(len(bad)), "in.npz", want)
			if err != nil {
				refused++
				require.True(t, strings.HasPrefix(err.Error(), "in.npz: "), "%v", err)
				continue
			}
			require.Equal(t, good, got, "bit %d of byte %d of %d", bit%8, bit/8, len(data))
		}
		require.Greater(t, refused, tried/2, "method %d", method)
	}
}

// An archive that was cut, or lost a stretch, is an error.
func TestNpzCut(t *testing.T) {
	data, want, good := archived(t, zip.Store)
	for n := range len(data) {
		_, err := ReadNpz(bytes.NewReader(data[:n]), int64(n), "in.npz", want)
		require.Error(t, err, "the first %d of %d bytes", n, len(data))
	}
	for at := range data {
		zeroed := slices.Clone(data)
		clear(zeroed[at:min(at+32, len(data))])
		got, err := ReadNpz(bytes.NewReader(zeroed), int64(len(zeroed)), "in.npz", want)
		if err == nil {
			require.Equal(t, good, got, "zeros from byte %d of %d", at, len(data))
		}
	}
}

// What is wrong with an entry is told with its name.
func TestNpzDamagedEntries(t *testing.T) {
	le := binary.LittleEndian
	three := npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", le, []float64{1, 2, 3})
	// raw makes an archive of one entry under any header.
	raw := func(h zip.FileHeader, data []byte) []byte {
		var b bytes.Buffer
		zw := zip.NewWriter(&b)
		h.Name = "a.npy"
		w, err := zw.CreateRaw(&h)
		require.NoError(t, err)
		_, err = w.Write(data)
		require.NoError(t, err)
		require.NoError(t, zw.Close())
		return b.Bytes()
	}
	deflated := func(size, before uint64, data []byte) []byte {
		return raw(zip.FileHeader{Method: zip.Deflate, CompressedSize64: size, UncompressedSize64: before}, data)
	}
	size := uint64(len(three))
	for _, tc := range []struct {
		name string
		file []byte
		err  string
	}{
		{"another checksum", raw(zip.FileHeader{CRC32: 1, CompressedSize64: size, UncompressedSize64: size}, three),
			`in.npz: "a.npy" is damaged: its data do not have the checksum that the archive says; ` +
				`make the archive anew`},
		{"no checksum", raw(zip.FileHeader{CompressedSize64: size, UncompressedSize64: size}, three),
			`"a.npy" is damaged: its data do not have the checksum`},
		{"longer than it says", raw(zip.FileHeader{CRC32: 1, CompressedSize64: size, UncompressedSize64: size - 8},
			three),
			`"a.npy" is damaged: its size is not what the archive says`},
		{"shorter than it says", raw(zip.FileHeader{CRC32: 1, CompressedSize64: size, UncompressedSize64: size + 8},
			three),
			`"a.npy" is damaged: it ends too early`},
		{"more than compression can do", deflated(size, 1<<60, three), `"a.npy" is damaged: it claims to be`},
		{"more than the file", raw(zip.FileHeader{CompressedSize64: 1 << 40, UncompressedSize64: 1 << 40}, three),
			`"a.npy" is damaged: it claims to be`},
		{"no deflated data", deflated(9, size, bytes.Repeat([]byte{255}, 9)),
			`"a.npy" is damaged: its compressed data make no sense`},
		{"another compression", raw(zip.FileHeader{Method: 93, CompressedSize64: size, UncompressedSize64: size},
			three),
			`"a.npy" is compressed by method 93; numpy.savez`},
		{"encrypted", raw(zip.FileHeader{Flags: 1, CompressedSize64: size, UncompressedSize64: size}, three),
			`"a.npy" is encrypted`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ReadNpz(bytes.NewReader(tc.file), int64(len(tc.file)), "in.npz", []Field{fieldA})
			require.ErrorContains(t, err, tc.err)
		})
	}

	// What is well stored and wrong in itself is told as what it is.
	of := func(shape string) string {
		return "{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape + ",), }"
	}
	for dict, want := range map[string]string{
		of("2"):                   `has data beyond its shape: shape (2,) of float64 needs 16 bytes, but there are 24`,
		of("4"):                   `"a" ends too early: shape (4,) of float64 needs 32 bytes, but there are 24`,
		of("1000000000000000000"): `"a": bad .npy header: the shape is too large`,
		of("100000000000000000"):  `"a" ends too early`,
		"{'descr': '<f8'":         `"a": bad .npy header`,
	} {
		r := npz(t, zip.Deflate, "a", npy(dict, le, []float64{1, 2, 3}))
		_, err := ReadNpz(r, r.Size(), "in.npz", []Field{fieldA})
		require.ErrorContains(t, err, want)
	}
}

// A .npy has no checksum, but its size is known.
func TestNpySize(t *testing.T) {
	le := binary.LittleEndian
	file := npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", le, []float64{1, 2, 3})
	for n := range file {
		_, err := readNpyBytes(file[:n], fieldA)
		require.Error(t, err, "the first %d of %d bytes", n, len(file))
	}
	_, err := readNpyBytes(append(file, 0), fieldA)
	require.ErrorContains(t, err, `in.npy: "a" has data beyond its shape: shape (3,) of float64 needs 24 bytes`)

	// So it is with a uniform.
	path := filepath.Join(t.TempDir(), "w.npy")
	require.NoError(t, os.WriteFile(path, append(file, file...), 0o666))
	for _, want := range []Field{field("w", "float64", 3), field("w", "float64", AnyLength)} {
		_, err = ReadUniform(path, want)
		require.ErrorContains(t, err, `w.npy: "w" has data beyond its shape`)
	}
}

// A file and a capacity that ask for terabytes together are refused.
func TestPaddingIsBounded(t *testing.T) {
	le := binary.LittleEndian
	x := sliceField("x", "float64", 1<<20)
	bytes := npy("{'descr': '|u1', 'fortran_order': False, 'shape': (4000, 1), }", le, make([]uint8, 4000))
	_, err := readNpyBytes(bytes, x)
	require.ErrorContains(t, err, `"x" has 4000 elements, but 4000 lanes of x []float64 take room for 4194304000`)
	require.ErrorContains(t, err, `compile it for less (-cap x=1)`)
	_, err = readNpyBytes(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (1000000, 0), }", le, []uint8{}), x)
	require.ErrorContains(t, err, `compile it for less`)

	x = sliceField("x", "float64", 1<<16)
	path := filepath.Join(t.TempDir(), "in.csv")
	require.NoError(t, os.WriteFile(path, []byte("x[0]\n"+strings.Repeat("1\n", 5000)), 0o666))
	_, err = readFile(path, nil, []Field{x})
	require.ErrorContains(t, err,
		`in.csv: 5000 rows of x []float64 take room for 327680000 elements: compile it for less`)
}

// What is not text is refused where it begins.
func TestCSVDamage(t *testing.T) {
	var zeros zeroReader
	text := func(s string) io.Reader { return strings.NewReader(s) }
	endless := func(begin, line string) io.Reader { return io.MultiReader(text(begin), repeatReader(line)) }
	for _, tc := range []struct {
		name string
		text io.Reader
		err  string
	}{
		{"zeros", zeros, "in.csv:1:1: there is a zero byte; this is not CSV text"},
		{"zeros after rows", io.MultiReader(text("a,n\n1,2\n3,"), zeros), "in.csv:3:3: there is a zero byte"},
		{"a zero in a column that nobody wants", text("a,n,note\n1,2,x\x00y\n"), "in.csv:2:6: there is a zero byte"},
		{"a quote without end", endless("a,n\n\"1", ",2\n3"),
			"in.csv:2: the row is longer than 67108864 bytes; does a quote or a line not end?"},
		{"a quote without end in a short file", text("a,n\n1,2\n3,\"4\n5,6\n"),
			`in.csv:4:5: extraneous or missing " in quoted-field, in the row that begins in line 3`},
		{"an archive", text("PK\x03\x04\x14\x00"), "in.csv: is not CSV, but looks like a .npz or .npy " +
			"file; name it so"},
		{"an array", text(npyMagic + "\x01\x00"), "is not CSV, but looks like a .npz or .npy file"},
		{"the last row cut", text("a,n\n1,2\n3"), "in.csv:3: the row has 1 cell, the header has 2"},
		{"carriage returns alone", text("a,n\r1,2\r"), "the lines end in a carriage return alone"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ReadCSV(tc.text, "in.csv", []Field{fieldA, fieldN})
			require.ErrorContains(t, err, tc.err)
		})
	}

	// Errors before the damage are told as well.
	_, err := ReadCSV(strings.NewReader("a,n\nx,2\n1,2\x00"), "in.csv", []Field{fieldA, fieldN})
	require.ErrorContains(t, err, `in.csv:2:1: column "a": "x" is not a float64`)
	require.ErrorContains(t, err, "in.csv:3:4: there is a zero byte")

	// What is read before the columns are known ends as well.
	in, err := Open(Stdio, endless("x[0]\n1\n", "1"))
	require.NoError(t, err)
	_, err = in.Extents([]string{"x"}, []int{1})
	require.ErrorContains(t, err, "stdin:3: the row is longer than 67108864 bytes")
}

type zeroReader struct{}

func (zeroReader) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// repeatReader gives a text again and again.
type repeatReader string

func (r repeatReader) Read(b []byte) (int, error) {
	text := strings.Repeat(string(r), len(b)/len(r)+1)
	return copy(b, text[:len(b)/len(r)*len(r)]), nil
}

// No archive, however broken, may end the process.
func FuzzReadNpz(f *testing.F) {
	three := npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", binary.LittleEndian, []float64{1, 2, 3})
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		data, err := io.ReadAll(npz(f, method, "a", three, "x", three, "x.len", three))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if archive, err := openNpz(bytes.NewReader(b), int64(len(b))); err == nil {
			npzExtents(archive, []string{"x"}, []int{1}, map[string]Extent{})
		}
		got, err := ReadNpz(bytes.NewReader(b), int64(len(b)), "in.npz", []Field{fieldA, sliceField("x", "float64", 3)})
		if err == nil && got.Lanes < 0 {
			t.Fatal("negative lanes")
		}
	})
}

// No text, however broken, may end the process, and no row is lost.
func FuzzReadCSV(f *testing.F) {
	f.Add("a,x[0],x[1]\n1,2,3\n-nan,0x1,\n")
	f.Add("\xef\xbb\xbfa,x[0]\r\n\"1\",1_0\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ReadCSV(strings.NewReader(text), "in.csv", []Field{fieldA, sliceField("x", "int16", 2)})
		if err != nil {
			return
		}
		numbers, slices := len(got.Columns[0].Data.([]float64)), len(got.Columns[1].Lens)
		if numbers != got.Lanes || slices != got.Lanes {
			t.Fatalf("%d lanes of %d numbers and %d slices", got.Lanes, numbers, slices)
		}
	})
}
