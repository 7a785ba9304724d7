package dataio

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/shared"
)

type leg struct {
	Rate  float32 `json:"r"`
	Steps []uint8
}

type deal struct {
	leg
	Legs  [2]leg
	Odds  map[int8]complex128
	Fixed map[[2]bool]string
	Next  *deal
}

// What is wrong in JSON is said with its place in the text.
func TestReadUniformJSONErrors(t *testing.T) {
	for _, tt := range []struct{ text, wrong string }{
		{`{"Legs": [{}, {}], "r": 1e39}`, `1:25: p.r: "1e39" is out of range for float32 (write "inf" for infinity)`},
		{"{\n  \"Steps\": [1, 256]}", `2:16: p.Steps[]: "256" is out of range for uint8 (0 to 255)`},
		{`{"Steps": [1.5]}`, `1:12: p.Steps[]: "1.5" is not a uint8 (a whole number, without point and exponent)`},
		{`{"Steps": "@"}`, `bytes are a list of numbers or text in base 64`},
		{`{"r": "1x"}`, `1:7: p.r: "1x" is not a float32`},
		{`{"r": null}`, `1:7: p.r: "null" is not a float32 (nan where there is none)`},
		{`{"Legs": [{}]}`, `1:10: p.Legs is a list of 1, and a list of 2 elements is wanted`},
		{`{"Legs": {}}`, `p.Legs is an object, and a list of 2 elements is wanted`},
		{`{"Next": 3}`, `1:10: p.Next is 3, and an object is wanted`},
		{`{"r": 1, "R": 2, "rate": 3}`, `1:18: the member "rate" is a field that another member gave`},
		{`{"r": 1, "r": 2}`, `1:10: the member "r" comes twice`},
		{`{"Odds": {"1": [0, 1], "01": [0, 2]}}`, `1:24: a key of p.Odds comes twice`},
		{`{"Odds": {"x": [0, 1]}}`, `1:11: a key of p.Odds: "x" is not an int8`},
		{`{"Odds": [[300, [0, 1]]]}`, `1:12: a key of p.Odds: "300" is out of range for int8 (-128 to 127)`},
		{`{"Odds": {"1": 7}}`, `p.Odds[] is 7, and a complex number is [re, im]`},
		{`{"Fixed": {"a": "x"}}`, `p.Fixed has keys that are neither strings nor integers: write a list`},
		{`{"Fixed": [[[true, false]]]}`, `1:12: p.Fixed is a list, and has a list of 1 where a map has [key, value]`},
		{`{"Fixed": [[[true, 2], "x"]]}`, `1:20: a key of p.Fixed[]: "2" is not a bool (true, false, 1 or 0)`},
		{`{"Fixed": [[[true, true], 1]]}`, `p.Fixed[] is 1, and a string is wanted`},
		{"{\"r\": 1}\n{}", `2:1: there is more behind the value`},
		{`{"r": 1`, `1:8: the text ends before the value does`},
		{`{"r" 1}`, `not JSON`},
		{"{\"r\": 1, \"\xff\": 2}", `1:11: the text is not UTF-8`},
		{`{"r": 1, "s": "\ud8ff"}`, `1:16: \ud8ff is half of a character`},
		{`[1]`, `1:1: p is a list, and an object is wanted`},
	} {
		_, _, err := ReadUniformJSON(tt.text, "p", shared.TypeOf(reflect.TypeFor[deal]()))
		require.ErrorContains(t, err, tt.wrong, "%s", tt.text)
		require.ErrorContains(t, err, "-uniform p")
	}
	_, _, err := ReadUniformJSON("nothing.json", "p", shared.TypeOf(reflect.TypeFor[deal]()))
	require.ErrorContains(t, err, "nothing.json")
}

// A map may have any keys, and numbers may be infinite.
func TestReadUniformJSONValues(t *testing.T) {
	v, ignored, err := ReadUniformJSON(`{"r": "-inf", "more": {"x": []}, "Next": {"Steps": null, "Odds": {}},
		"fixed": [[[true, false], "a"], [[true, true], "b"]]}`, "p", shared.TypeOf(reflect.TypeFor[deal]()))
	require.NoError(t, err)
	require.Equal(t, []string{"p.more"}, ignored)
	require.Equal(t, uint64(0xff800000), v.List[0].List[0].Bits)
	require.Len(t, v.List[3].List, 4)
	require.Equal(t, "b", v.List[3].List[3].Text)
	next := v.List[4].List[0]
	require.True(t, next.List[0].List[1].Nil)
	require.False(t, next.List[2].Nil)
}
