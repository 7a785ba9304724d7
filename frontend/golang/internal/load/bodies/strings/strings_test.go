package strings_test

import (
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	bodies "github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/strings"
)

// pairs are functions of the package, and those of the bodies.
var pairs = map[string][2]any{
	"Compare": {strings.Compare, bodies.Compare}, "HasPrefix": {strings.HasPrefix, bodies.HasPrefix},
	"HasSuffix": {strings.HasSuffix, bodies.HasSuffix}, "CutPrefix": {strings.CutPrefix, bodies.CutPrefix},
	"CutSuffix": {strings.CutSuffix, bodies.CutSuffix}, "TrimPrefix": {strings.TrimPrefix, bodies.TrimPrefix},
	"TrimSuffix": {strings.TrimSuffix, bodies.TrimSuffix}, "Cut": {strings.Cut, bodies.Cut},
	"IndexByte": {strings.IndexByte, bodies.IndexByte}, "LastIndexByte": {strings.LastIndexByte, bodies.LastIndexByte},
	"Index": {strings.Index, bodies.Index}, "LastIndex": {strings.LastIndex, bodies.LastIndex},
	"IndexFunc": {strings.IndexFunc, bodies.IndexFunc}, "LastIndexFunc": {strings.LastIndexFunc, bodies.LastIndexFunc},
	"IndexRune": {strings.IndexRune, bodies.IndexRune}, "IndexAny": {strings.IndexAny, bodies.IndexAny},
	"LastIndexAny": {strings.LastIndexAny, bodies.LastIndexAny}, "Contains": {strings.Contains, bodies.Contains},
	"ContainsAny":  {strings.ContainsAny, bodies.ContainsAny},
	"ContainsRune": {strings.ContainsRune, bodies.ContainsRune},
	"ContainsFunc": {strings.ContainsFunc, bodies.ContainsFunc}, "Count": {strings.Count, bodies.Count},
	"EqualFold": {strings.EqualFold, bodies.EqualFold}, "TrimLeftFunc": {strings.TrimLeftFunc, bodies.TrimLeftFunc},
	"TrimRightFunc": {strings.TrimRightFunc, bodies.TrimRightFunc}, "TrimFunc": {strings.TrimFunc, bodies.TrimFunc},
	"TrimLeft": {strings.TrimLeft, bodies.TrimLeft}, "TrimRight": {strings.TrimRight, bodies.TrimRight},
	"Trim": {strings.Trim, bodies.Trim}, "TrimSpace": {strings.TrimSpace, bodies.TrimSpace},
	"ToUpper": {strings.ToUpper, bodies.ToUpper}, "ToLower": {strings.ToLower, bodies.ToLower},
	"Title":   {strings.Title, bodies.Title},
	"ToTitle": {strings.ToTitle, bodies.ToTitle}, "Repeat": {strings.Repeat, bodies.Repeat},
	"Replace": {strings.Replace, bodies.Replace}, "ReplaceAll": {strings.ReplaceAll, bodies.ReplaceAll},
	"Fields": {strings.Fields, bodies.Fields}, "FieldsFunc": {strings.FieldsFunc, bodies.FieldsFunc},
	"Split": {strings.Split, bodies.Split}, "SplitN": {strings.SplitN, bodies.SplitN},
	"SplitAfter": {strings.SplitAfter, bodies.SplitAfter}, "SplitAfterN": {strings.SplitAfterN, bodies.SplitAfterN},
	"Lines":         {twice1(strings.Lines), twice1(bodies.Lines)},
	"FieldsSeq":     {twice1(strings.FieldsSeq), twice1(bodies.FieldsSeq)},
	"SplitSeq":      {twice(strings.SplitSeq), twice(bodies.SplitSeq)},
	"SplitAfterSeq": {twice(strings.SplitAfterSeq), twice(bodies.SplitAfterSeq)},
	"FieldsFuncSeq": {twice(strings.FieldsFuncSeq), twice(bodies.FieldsFuncSeq)},
	"ToValidUTF8":   {strings.ToValidUTF8, bodies.ToValidUTF8},
}

// twice gives what the first pass over a sequence gives until it is left, and what a second one gives: some sequences
// go on from there.
func twice[B any](of func(a string, b B) iter.Seq[string]) func(a string, b B, most int) []string {
	return func(a string, b B, most int) (all []string) {
		seq := of(a, b)
		for s := range seq {
			all = append(all, s)
			if most--; most == 0 {
				break
			}
		}
		return slices.AppendSeq(append(all, "again"), seq)
	}
}

func twice1(of func(string) iter.Seq[string]) func(a string, most int) []string {
	both := twice(func(a string, _ struct{}) iter.Seq[string] { return of(a) })
	return func(a string, most int) []string { return both(a, struct{}{}, most) }
}

// TestBodies compares the functions with those of the standard library, for strings of a few characters, bytes that
// are none among them.
func TestBodies(t *testing.T) {
	pieces := []string{"a", "b", "ab", " ", ",", "é", "É", "ß", "K", "\u212A", "\u00a0", "\u2003", "€",
		"\U0001F600",
		"\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90", "ǆ", "\ufffd", "İ", "ı"}
	rng := rand.New(rand.NewPCG(3, 4))
	text := func(most int) string {
		s := ""
		for range rng.IntN(most + 1) {
			s += pieces[rng.IntN(len(pieces))]
		}
		return s
	}
	runes := []rune{'a', 'b', ' ', 'é', '€', 0xFFFD, 0xD800, -1, 0x110000, 0x1F600}
	for name, pair := range pairs {
		want, got := reflect.ValueOf(pair[0]), reflect.ValueOf(pair[1])
		for range 3000 {
			args := make([]reflect.Value, want.Type().NumIn())
			for i := range args {
				switch of := want.Type().In(i); of.Kind() {
				case reflect.String:
					args[i] = reflect.ValueOf(text(6 - 4*min(i, 1)))
				case reflect.Int:
					args[i] = reflect.ValueOf(rng.IntN(6) - 1)
					if name == "Repeat" {
						args[i] = reflect.ValueOf(rng.IntN(4))
					}
				case reflect.Uint8:
					args[i] = reflect.ValueOf(text(1) + "a"[0:1]).Convert(reflect.TypeFor[[]byte]()).Index(0)
				case reflect.Int32:
					args[i] = reflect.ValueOf(runes[rng.IntN(len(runes))])
				case reflect.Func:
					args[i] = reflect.ValueOf(unicode.IsLetter)
				}
			}
			g, w := values(got.Call(args)), values(want.Call(args))
			require.Equal(t, w, g, "%s%q", name, values(args))
		}
	}
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
