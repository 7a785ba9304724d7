package lockstep_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
)

const textSource = `package p

type Item struct {
	Name  string
	Count int
}

// Upper has the letters of s as capitals, and how many there were.
func Upper(s string) (string, int) {
	b := []byte(s)
	n := 0
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] -= 'a' - 'A'
			n++
		}
	}
	return string(b), n
}

// Label is the name with a mark for each.
func Label(it Item) string {
	s := it.Name
	for range min(it.Count, 3) {
		s += "*"
	}
	return s
}
`

// TestAnyText: strings of any text are columns of strings.
func TestAnyText(t *testing.T) {
	texts := []string{"", "a", "Hello, wörld", "0123456789abcdef", strings.Repeat("z", 16)}
	upper, err := lockstep.Compile(textSource, "Upper", lockstep.Cap("s", 16))
	require.NoError(t, err)
	require.Equal(t, "s string", upper.Params()[0].String())
	result, err := upper.Run(context.Background(), lockstep.Inputs{"s": texts})
	require.NoError(t, err)
	got := lockstep.Column[string](result, "r0")
	for i, text := range texts {
		require.Equal(t, strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				r -= 32
			}
			return r
		}, text), got[i])
	}

	_, err = upper.Run(context.Background(), lockstep.Inputs{"s": []string{"", strings.Repeat("z", 17)}})
	require.EqualError(t, err,
		"lockstep: column s: lane 1 has a string of 17 bytes; s has room for 16 (lockstep.Cap)")
	_, err = upper.Run(context.Background(), lockstep.Inputs{"s": []int{1}})
	require.EqualError(t, err, "lockstep: column s: []int is not a slice with a string for each lane")
	_, err = upper.Run(context.Background(), lockstep.Inputs{"s": texts}, lockstep.Into("r0", make([]string, 5)))
	require.ErrorContains(t, err, "leave it out")
	again, err := upper.Run(context.Background(), lockstep.Inputs{"s": texts}, lockstep.IntoResult(result))
	require.NoError(t, err)
	require.Equal(t, got, again.Column("r0"))
}

// TestAnyTextInto: the strings of an earlier run give their memory to the next one, which must have as many lanes, and
// those of lanes that fault are empty.
func TestAnyTextInto(t *testing.T) {
	const source = `package p

func First(s string, n int) (string, byte) { return s[:n], s[n] }
`
	first, err := lockstep.Compile(source, "First", lockstep.Cap("s", 8))
	require.NoError(t, err)
	run := func(n []int, more ...lockstep.RunOption) *lockstep.Result {
		r, err := first.Run(context.Background(), lockstep.Inputs{"s": []string{"abcdefgh"}, "n": n}, more...)
		require.NoError(t, err)
		return r
	}
	before := run([]int{1, 2, 3})
	texts := lockstep.Column[string](before, "r0")
	after := run([]int{4, 8, 5}, lockstep.IntoResult(before))
	require.Equal(t, []string{"abcd", "", "abcde"}, lockstep.Column[string](after, "r0"))
	require.Equal(t, []string{"a", "ab", "abc"}, texts, "those that were taken out before")
	_, err = first.Run(context.Background(), lockstep.Inputs{"s": []string{"a"}, "n": []int{0, 0}},
		lockstep.IntoResult(after))
	require.ErrorContains(t, err, "into: result r0 has 2 rows")
}

// TestAnyTextInStruct: fields of rows may be such strings.
func TestAnyTextInStruct(t *testing.T) {
	type item struct {
		Name  string
		Count int
	}
	label, err := lockstep.Compile(textSource, "Label", lockstep.Cap("it.Name", 8), lockstep.MakeCap(16))
	require.NoError(t, err)
	result, err := label.Run(context.Background(), lockstep.Inputs{"it": []item{{"ab", 2}, {"", 0}, {"12345678", 9}}})
	require.NoError(t, err)
	require.Equal(t, []string{"ab**", "", "12345678***"}, result.Column("r0"))
}

// TestLongText: whatever runs the lanes sees a string for which there is no room, in each column, wherever it is, and
// also where nobody reads it. The first column with one is told, and the first lane there.
func TestLongText(t *testing.T) {
	const source = `package p

func Same(a, b string) bool { return a == b }

func Length(a, b string) int { return len(a) }

func Constant(a string) int { return 7 }
`
	const lanes, room = 3000, 9
	for _, name := range []string{"Same", "Length", "Constant"} {
		f, err := lockstep.Compile(source, name, lockstep.Cap("a", room), lockstep.Cap("b", room))
		if name == "Constant" {
			f, err = lockstep.Compile(source, name, lockstep.Cap("a", room))
		}
		require.NoError(t, err)
		for _, engine := range append(enginesOf(f), lockstep.EngineAuto) {
			run := func(long map[string][]int) error {
				in := lockstep.Inputs{}
				for _, p := range f.Params() {
					texts := make([]string, lanes)
					for i := range texts {
						texts[i] = strings.Repeat("x", i%(room+1))
					}
					for _, lane := range long[p.Name] {
						texts[lane] = strings.Repeat("y", room+1)
					}
					in[p.Name] = texts
				}
				_, err := f.Run(context.Background(), in, lockstep.Engine(engine), lockstep.Workers(2))
				return err
			}
			require.NoError(t, run(nil))
			for _, long := range []map[string][]int{{"a": {lanes - 1, 5}}, {"b": {7}}, {"a": {4, 3}, "b": {1}}} {
				column := "a"
				if long["a"] == nil {
					column = "b"
				}
				if name == "Constant" && column == "b" {
					continue
				}
				require.EqualError(t, run(long), fmt.Sprintf("lockstep: column %s: lane %d has a string of 10 bytes; "+
					"%s has room for 9 (lockstep.Cap)", column, slices.Min(long[column]), column),
					"%s %s", name, engine)
			}
		}
	}
}
