package bytes_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	bodies "github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/bytes"
)

// pairs are functions of the package, and those of the bodies.
var pairs = map[string][2]any{
	"Clone": {bytes.Clone, bodies.Clone}, "Compare": {bytes.Compare, bodies.Compare},
	"Contains": {bytes.Contains, bodies.Contains}, "ContainsAny": {bytes.ContainsAny, bodies.ContainsAny},
	"ContainsFunc": {bytes.ContainsFunc, bodies.ContainsFunc},
	"ContainsRune": {bytes.ContainsRune, bodies.ContainsRune}, "Count": {bytes.Count, bodies.Count},
	"Cut": {bytes.Cut, bodies.Cut}, "CutPrefix": {bytes.CutPrefix, bodies.CutPrefix},
	"CutSuffix": {bytes.CutSuffix, bodies.CutSuffix}, "Equal": {bytes.Equal, bodies.Equal},
	"EqualFold": {bytes.EqualFold, bodies.EqualFold}, "Fields": {bytes.Fields, bodies.Fields},
	"FieldsFunc": {bytes.FieldsFunc, bodies.FieldsFunc}, "HasPrefix": {bytes.HasPrefix, bodies.HasPrefix},
	"HasSuffix": {bytes.HasSuffix, bodies.HasSuffix}, "Index": {bytes.Index, bodies.Index},
	"IndexAny": {bytes.IndexAny, bodies.IndexAny}, "IndexByte": {bytes.IndexByte, bodies.IndexByte},
	"IndexFunc": {bytes.IndexFunc, bodies.IndexFunc}, "IndexRune": {bytes.IndexRune, bodies.IndexRune},
	"LastIndex": {bytes.LastIndex, bodies.LastIndex}, "LastIndexAny": {bytes.LastIndexAny, bodies.LastIndexAny},
	"LastIndexByte": {bytes.LastIndexByte, bodies.LastIndexByte},
	"LastIndexFunc": {bytes.LastIndexFunc, bodies.LastIndexFunc}, "Repeat": {bytes.Repeat, bodies.Repeat},
	"Replace": {bytes.Replace, bodies.Replace}, "ReplaceAll": {bytes.ReplaceAll, bodies.ReplaceAll},
	"Runes": {bytes.Runes, bodies.Runes}, "Split": {bytes.Split, bodies.Split},
	"SplitAfter": {bytes.SplitAfter, bodies.SplitAfter}, "SplitAfterN": {bytes.SplitAfterN, bodies.SplitAfterN},
	"SplitN": {bytes.SplitN, bodies.SplitN}, "ToLower": {bytes.ToLower, bodies.ToLower},
	"Title":   {bytes.Title, bodies.Title},
	"ToTitle": {bytes.ToTitle, bodies.ToTitle}, "ToUpper": {bytes.ToUpper, bodies.ToUpper},
	"Trim": {bytes.Trim, bodies.Trim}, "TrimFunc": {bytes.TrimFunc, bodies.TrimFunc},
	"TrimLeft": {bytes.TrimLeft, bodies.TrimLeft}, "TrimLeftFunc": {bytes.TrimLeftFunc, bodies.TrimLeftFunc},
	"TrimPrefix": {bytes.TrimPrefix, bodies.TrimPrefix}, "TrimRight": {bytes.TrimRight, bodies.TrimRight},
	"TrimRightFunc": {bytes.TrimRightFunc, bodies.TrimRightFunc}, "TrimSpace": {bytes.TrimSpace, bodies.TrimSpace},
	"TrimSuffix": {bytes.TrimSuffix, bodies.TrimSuffix}, "Join": {bytes.Join, bodies.Join},
}

// pieces are characters, and bytes that are none.
var pieces = []string{"a", "b", "ab", " ", ",", "é", "É", "ß", "K", "\u212A", "\u00a0", "\u2003", "€",
	"\U0001F600",
	"\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90", "ǆ", "\ufffd", "İ", "ı"}

func text(rng *rand.Rand, most int) string {
	s := ""
	for range rng.IntN(most + 1) {
		s += pieces[rng.IntN(len(pieces))]
	}
	return s
}

var runes = []rune{'a', 'b', ' ', 'é', '€', 0xFFFD, 0xD800, -1, 0x110000, 0x1F600}

// TestBodies compares the functions with those of the standard library, for a few characters. That a slice is nil
// counts too.
func TestBodies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, pair := range pairs {
		want, got := reflect.ValueOf(pair[0]), reflect.ValueOf(pair[1])
		for range 3000 {
			args := make([]reflect.Value, want.Type().NumIn())
			for i := range args {
				args[i] = argument(rng, want.Type().In(i), i, name)
			}
			g, w := values(got.Call(args)), values(want.Call(args))
			require.Equal(t, w, g, "%s%q", name, values(args))
		}
	}
}

// argument draws one for a parameter of a function.
func argument(rng *rand.Rand, of reflect.Type, i int, name string) reflect.Value {
	switch of {
	case reflect.TypeFor[[]byte]():
		b := []byte(text(rng, 6-4*min(i, 1)))
		if len(b) == 0 && rng.IntN(2) == 0 {
			b = nil
		}
		return reflect.ValueOf(b)
	case reflect.TypeFor[[][]byte]():
		list := make([][]byte, rng.IntN(4))
		for k := range list {
			list[k] = []byte(text(rng, 2))
		}
		return reflect.ValueOf(list)
	}
	switch of.Kind() {
	case reflect.String:
		return reflect.ValueOf(text(rng, 2))
	case reflect.Int:
		if name == "Repeat" {
			return reflect.ValueOf(rng.IntN(4))
		}
		return reflect.ValueOf(rng.IntN(6) - 1)
	case reflect.Uint8:
		return reflect.ValueOf((text(rng, 1) + "a")[0])
	case reflect.Int32:
		return reflect.ValueOf(runes[rng.IntN(len(runes))])
	}
	return reflect.ValueOf(unicode.IsLetter)
}

func values(list []reflect.Value) (all []any) {
	for _, v := range list {
		if v.Kind() == reflect.Func {
			all = append(all, "func")
			continue
		}
		all = append(all, v.Interface())
	}
	return all
}

// buffer is what both buffers do. What can be undone behind Grow hangs on the memory that there was.
type buffer interface {
	Bytes() []byte
	Len() int
	Next(n int) []byte
	Read(p []byte) (int, error)
	ReadByte() (byte, error)
	ReadBytes(delim byte) ([]byte, error)
	ReadRune() (rune, int, error)
	ReadString(delim byte) (string, error)
	Reset()
	String() string
	Truncate(n int)
	UnreadByte() error
	UnreadRune() error
	Write(p []byte) (int, error)
	WriteByte(c byte) error
	WriteRune(r rune) (int, error)
	WriteString(s string) (int, error)
}

// TestBuffer does the same with a buffer of the standard library and one of the bodies.
func TestBuffer(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	methods := reflect.TypeFor[buffer]()
	for range 400 {
		first := text(rng, 3)
		want, got := buffer(bytes.NewBufferString(first)), buffer(bodies.NewBufferString(first))
		for range 40 {
			m := methods.Method(rng.IntN(methods.NumMethod()))
			for m.Name == "Reset" && rng.IntN(4) > 0 {
				m = methods.Method(rng.IntN(methods.NumMethod()))
			}
			args := make([]reflect.Value, m.Type.NumIn())
			for i := range args {
				args[i] = argument(rng, m.Type.In(i), i, m.Name)
				if m.Type.In(i).Kind() == reflect.Int {
					args[i] = reflect.ValueOf(rng.IntN(min(6, want.Len()+1)))
				}
			}
			w := outcome(want, m.Name, args)
			g := outcome(got, m.Name, args)
			require.Equal(t, w, g, "%s%q", m.Name, values(args))
		}
	}
	require.Equal(t, (*bytes.Buffer)(nil).String(), (*bodies.Buffer)(nil).String())
	for _, n := range []int{-1, 3} {
		require.PanicsWithValue(t, "bytes.Buffer: truncation out of range", func() {
			bodies.NewBufferString("ab").Truncate(n)
		})
	}
	require.PanicsWithValue(t, "bytes.Buffer.Grow: negative count", func() { new(bodies.Buffer).Grow(-1) })
}

// outcome is what a call of a method gives, with the texts of errors.
func outcome(of buffer, name string, args []reflect.Value) []any {
	all := values(reflect.ValueOf(of).MethodByName(name).Call(args))
	for i, v := range all {
		switch v := v.(type) {
		case error:
			all[i] = v.Error()
		case []byte:
			all[i] = string(v)
		}
	}
	return append(all, of.Len(), of.String())
}
