package dataio

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// A slice of slices is a list of lists of any lengths, read and written.
func TestJSONLinesRows(t *testing.T) {
	lengths := func(name string) Field {
		return Field{Name: name, Type: program.GoInt64, Shape: []int{2}, Slice: name}
	}
	want := []Field{field("m", "float64", 2, 3), lengths("m.lens"), field("p.X", "uint8", 2, 2), lengths("p.lens")}
	const lines = `{"m":[[1,2.5],[3,4,5]],"p":[[{"X":1}],[{"X":2},{"X":3}]]}
{"m":[],"p":[[]]}
{"m":[[6,7,0],[0,0,0]],"m.lens":[2],"p":[]}
`
	got, err := ReadJSONLines(strings.NewReader(lines), "f", want)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 2.5, 0, 3, 4, 5, 0, 0, 0, 0, 0, 0, 6, 7, 0, 0, 0, 0}, got.Columns[0].Data)
	require.Equal(t, []int64{2, 3, 0, 0, 2, 0}, got.Columns[1].Data)
	require.Equal(t, []int64{2, 0, 1}, got.Columns[1].Lens)
	require.Equal(t, []uint8{1, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0}, got.Columns[2].Data)
	require.Equal(t, []int64{1, 2, 0, 0, 0, 0}, got.Columns[3].Data)
	var text bytes.Buffer
	require.NoError(t, JSONLines.Write(&text, &Results{Columns: got.Columns[:2], Lanes: 3}))
	require.Equal(t, `{"m":[[1,2.5],[3,4,5]],"fault":null}
{"m":[],"fault":null}
{"m":[[6,7]],"fault":null}
`, text.String())
	// Where it is known how many rows there are, there may be room for more.
	few := Column{Field: field("m.lens", "int64", 1), Data: []int64{1, 3, 0}}
	text.Reset()
	require.NoError(t, JSONLines.Write(&text, &Results{Columns: []Column{got.Columns[0], few}, Lanes: 3}))
	require.Equal(t, `{"m":[[1]],"fault":null}
{"m":[[0,0,0]],"fault":null}
{"m":[[]],"fault":null}
`, text.String())
	for line, says := range map[string]string{
		`{"m":[[1],[2],[3]],"p":[]}`: `"m": there are 3 rows, and room for 2; compile it for more (-cap m=3)`,
		`{"m":[[1,2,3,4]],"p":[]}`:   `row 1 has 4 elements, and there is room for 3; compile it for more (-cap m[]=4)`,
		`{"m":[1,2],"p":[]}`:         `no "m.lens"`,
		`{"m":[["x"]],"p":[]}`:       `"m"`,
	} {
		_, err := ReadJSONLines(strings.NewReader(line), "f", want)
		require.ErrorContains(t, err, says, line)
	}
	found := map[string]Extent{}
	require.NoError(t, jsonExtents(strings.NewReader(lines), "f", []string{"m", "m[]"}, found))
	require.Equal(t, map[string]Extent{"m": {Len: 2, Varies: true}, "m[]": {Len: 3, Varies: true}}, found)
}
