package dataio

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// A string that a format cannot hold is told with its place, unless its lane has no result.
func TestStringsNotHeld(t *testing.T) {
	const zero, latin, ends = "a\x00b", "caf\xe9", "a\x00"
	for _, c := range []struct {
		format Format
		text   string
		says   string
	}{
		{CSV, zero, "row 3: s[1] has a zero byte, which is not CSV text; write .jsonl"},
		{TSV, ends, "row 3: s[1] has a zero byte, which is not CSV text; write .jsonl"},
		{CSV, latin, ""},
		{JSONLines, latin, "row 3: s[1] is not UTF-8, as JSON has to be; write .csv"},
		{JSONLines, zero, ""},
		{Npz, latin, "row 3: s[1] is not UTF-8, as strings of NumPy have to be; write .csv"},
		{Npz, ends, "row 3: s[1] ends with a zero byte, which NumPy takes for padding; write .jsonl"},
		{Npz, zero, ""},
	} {
		r := &Results{Lanes: 3, Faults: []Fault{{Lane: 0, Text: "panic"}}, Columns: []Column{{
			Field: Field{Name: "s", Type: program.GoString, Shape: []int{2}},
			Data:  []string{"", c.text, "a", "b", "c", c.text},
		}}}
		err := c.format.Write(io.Discard, r)
		if c.says == "" {
			require.NoError(t, err, "%q in %v", c.text, c.format)
			continue
		}
		require.EqualError(t, err, c.says, "%q in %v", c.text, c.format)
	}
	note := Column{Field: Field{Name: "note", Type: program.GoString}, Data: []string{latin}}
	kept := &Results{Lanes: 1, Kept: []Column{note}}
	require.EqualError(t, JSONLines.Write(io.Discard, kept), "row 1: note is not UTF-8, as JSON has to be; write .csv")
}
