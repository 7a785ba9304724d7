package dataio

import (
	"archive/zip"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExtents(t *testing.T) {
	le := binary.LittleEndian
	array := func(shape string, elements int) []byte {
		return npy("{'descr': '<f8', 'fortran_order': False, 'shape': "+shape+", }", le, make([]float64, elements))
	}
	dir := t.TempDir()
	file := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, data, 0o666))
		return path
	}
	archive := func(name string, arrays ...any) string {
		data, err := io.ReadAll(npz(t, zip.Store, arrays...))
		require.NoError(t, err)
		return file(name, data)
	}
	for _, tc := range []struct {
		name  string
		path  string
		names []string
		dims  []int
		want  map[string]Extent
	}{
		{"csv", file("a.csv", []byte("x[1], x[0],y[0],p.A[0],p.B[2][1],a\n1,2,3,4,5,6\n ,2,3,4,,6\n")),
			[]string{"x", "y", "p", "z"}, []int{1, 1, 1, 1},
			map[string]Extent{"x": {2, true}, "y": {1, false}, "p": {3, true}}},
		{"csv without lanes", file("b.csv", []byte("x[4]\n")), []string{"x"}, []int{1},
			map[string]Extent{"x": {5, false}}},
		{"names that only begin alike", file("c.csv", []byte("xs[4],x_[1],x[a],x[-1],x[99999999999]\n1,2,3,4,5\n")),
			[]string{"x"}, []int{1}, map[string]Extent{}},
		{"npy", file("a.npy", array("(2, 3)", 6)), []string{"x"}, []int{1}, map[string]Extent{"x": {3, false}}},
		{"npy for all lanes", file("b.npy", array("(3,)", 3)), []string{"x"}, []int{1},
			map[string]Extent{"x": {3, false}}},
		{"npy of arrays for all lanes", file("c.npy", array("(3, 2)", 6)), []string{"x"}, []int{2},
			map[string]Extent{"x": {3, false}}},
		{"npy of nothing", file("d.npy", array("()", 1)), []string{"x"}, []int{1}, map[string]Extent{}},
		{"npz", archive("a.npz", "y", array("(2, 3)", 6), "x", array("(2, 4)", 8), "x.len", array("(2,)", 2), "p.A",
			array("(2, 5, 2)", 20), "xy", array("(2, 9)", 18)),
			[]string{"x", "y", "p"}, []int{1, 1, 1}, map[string]Extent{"x": {4, true}, "y": {3, false},
				"p": {5, false}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := extents(tc.path, nil, tc.names, tc.dims)
			require.NoError(t, err)
			require.Equal(t, tc.want, got)
		})
	}
	got, err := extents(Stdio, strings.NewReader("x[0],x[1]\n1,\n"), []string{"x"}, []int{1})
	require.NoError(t, err)
	require.Equal(t, map[string]Extent{"x": {2, true}}, got)

	_, err = extents(file("bad.npz", []byte("no")), nil, []string{"x"}, []int{1})
	require.ErrorContains(t, err, "bad.npz: not a .npz archive")
	_, err = extents(file("bad.npy", []byte("no")), nil, []string{"x"}, []int{1})
	require.ErrorContains(t, err, "bad.npy: not a .npy file")
	_, err = extents("x.txt", nil, []string{"x"}, []int{1})
	require.ErrorContains(t, err, `the extension ".txt" is not known`)
}
