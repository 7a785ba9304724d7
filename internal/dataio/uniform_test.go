package dataio

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The length of a uniform is in its data.
func TestReadUniformOfAnyLength(t *testing.T) {
	dir := t.TempDir()
	csv, npy := filepath.Join(dir, "w.csv"), filepath.Join(dir, "w.npy")
	vector := field("w", "float64", AnyLength)
	pairs := field("w", "float64", AnyLength, 2)
	matrix := field("w", "float64", AnyLength, AnyLength)
	deep := field("w", "float64", AnyLength, AnyLength, 2)
	cube := field("w", "float64", AnyLength, AnyLength, AnyLength)
	for _, tt := range []struct {
		csv   string
		want  Field
		shape []int
		wrong string
	}{
		{"1,2\n3\n", vector, []int{3}, ""},
		{"", vector, []int{0}, ""},
		{"1,2,3\n4,5,6\n", pairs, []int{3, 2}, ""},
		{"1,2\n3\n", pairs, nil, "w.csv: 3 values, but w [][2]float64 needs a multiple of 2"},
		{"1,2,3\n4,5,6\n", matrix, []int{2, 3}, ""},
		{"", matrix, []int{0, 0}, ""},
		{"1,2,3\n4,5\n", matrix, nil, "w.csv:2: 2 values, but the first row has 3: the rows of w [][]float64 are " +
			"equally long"},
		{"1,2,3,4\n", deep, []int{1, 2, 2}, ""},
		{"1,2,3\n", deep, nil, "rows of 3 values, but w [][][2]float64 needs a multiple of 2"},
		{"1,2\n", cube, nil, "w [][][]float64 comes as a .npy file"},
		{"1,x\n", vector, nil, `w.csv:1:3: "x" is not a float64`},
	} {
		require.NoError(t, os.WriteFile(csv, []byte(tt.csv), 0o666))
		got, err := ReadUniform(csv, tt.want)
		if tt.wrong != "" {
			require.ErrorContains(t, err, tt.wrong)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, tt.shape, got.Shape)
		require.Len(t, got.Data, Field{Shape: tt.shape}.Elements())
	}

	_, err := ReadUniform("1,2", matrix)
	require.ErrorContains(t, err, `-uniform w="1,2": a list of values does not say which rows they are in, and it is `+
		"w [][]float64")
	_, err = ReadUniform("", vector)
	require.ErrorContains(t, err, `-uniform w="": it is w []float64; write [] for a slice without elements`)
	got, err := ReadUniform("1, 2.5", vector)
	require.NoError(t, err)
	require.Equal(t, []int{2}, got.Shape)
	require.Equal(t, []float64{1, 2.5}, got.Data)

	raw := bytes.NewBuffer(appendNpyHeader(nil, "<f8", []int{2, 3, 2}))
	raw.Write(make([]byte, 8*12))
	require.NoError(t, os.WriteFile(npy, raw.Bytes(), 0o666))
	for _, want := range []Field{deep, cube} {
		got, err = ReadUniform(npy, want)
		require.NoError(t, err)
		require.Equal(t, []int{2, 3, 2}, got.Shape)
	}
	_, err = ReadUniform(npy, matrix)
	require.ErrorContains(t, err, `"w" has shape (2, 3, 2), but it is w [][]float64`)
}
