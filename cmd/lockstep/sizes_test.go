package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
)

// What -len and -cap do not say follows from the inputs.
func TestSizesFromInputs(t *testing.T) {
	t.Chdir(t.TempDir())
	const src = `package f
type P struct{ A, B float64 }
func F(x []float64, m [][2]float64, p []P, a [3]float64, s float64, rest ...float64) float64 { return 0 }
`
	const rows = `x[0],x[1],m[0][0],m[0][1],p.A[0],p.B[0],p.A[1],p.B[1],p.A[2],p.B[2],a[0],a[1],a[2],s,rest[0]
1,2,3,4,5,6,7,8,,,9,9,9,9,1
1,2,3,4,5,6,7,8,5,5,9,9,9,9,1
`
	require.NoError(t, os.WriteFile("f.go", []byte(src), 0o666))
	require.NoError(t, os.WriteFile("in.csv", []byte(rows), 0o666))
	get := func(f *dataFlags, in string) sizes {
		if f.uniforms == nil {
			f.uniforms = uniformFlag{}
		}
		for _, l := range []*sizeList{&f.length, &f.capacity} {
			if *l == nil {
				*l = sizeList{}
			}
		}
		if in != "" {
			f.in = fileList{in}
		}
		data, err := f.open(&env{stdin: strings.NewReader(rows)})
		require.NoError(t, err)
		defer data.close()
		s, _, err := f.sizesFor(data, "f.go", "F")
		require.NoError(t, err)
		if in != "" {
			left, err := data.read([]dataio.Field{{Name: "s", Type: program.GoFloat64}}, nil)
			require.NoError(t, err)
			require.Equal(t, []float64{9, 9}, left.Columns[0].Data, "the columns are read after the lengths")
		}
		return s
	}
	all := sizes{length: sizeList{"x": 2, "m": 1, "rest": 1}, capacity: sizeList{"p": 3}}
	require.Equal(t, all, get(&dataFlags{}, "in.csv"))
	require.Equal(t, all, get(&dataFlags{}, "-"))
	require.Equal(t, sizes{length: sizeList{"m": 1, "p": 3}, capacity: sizeList{"x": 16}},
		get(&dataFlags{uniforms: uniformFlag{"rest": "1"}, sizes: sizes{length: sizeList{"p": 3},
			capacity: sizeList{"x": 16}}}, "in.csv"))
	require.Equal(t, sizes{length: sizeList{}, capacity: sizeList{}}, get(&dataFlags{}, ""),
		"a missing -in is told later")
}

func TestSizeList(t *testing.T) {
	l := sizeList{}
	require.NoError(t, l.Set("x=3, p.X=4"))
	require.NoError(t, l.Set("y=0"))
	require.Equal(t, sizeList{"x": 3, "p.X": 4, "y": 0}, l)
	for _, bad := range []string{"", "x", "x=", "=3", "x=a", "x=-1", "x=1,", "x=1.5"} {
		require.Error(t, l.Set(bad), bad)
	}
}
