package known

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

// What is above two values is the same whether they are seen to be alike at a glance or not.
func TestJoin(t *testing.T) {
	number := func(o program.Operand) Atom { return NumberAtom(Leaf{Dtype: program.I64}, o) }
	f := &ssa.Function{}
	calls := func(f *ssa.Function, with ...Atom) Atom { return Atom{Kind: Function, Func: f, Parts: with} }
	texts := func(which program.Operand, of ...string) Atom {
		var options Value
		for _, s := range of {
			options = append(options, TextOf(s, true))
		}
		return OneOfThese(options, which)
	}
	for name, c := range map[string]struct{ a, b, above Atom }{
		"numbers":             {number(Int64(1)), number(Int64(1)), number(Int64(1))},
		"other numbers":       {number(Int64(1)), number(Int64(2)), number(AtMost(2))},
		"a function":          {calls(f, number(Int64(1))), calls(f, number(Int64(1))), calls(f, number(Int64(1)))},
		"with another number": {calls(f, number(Varying())), calls(f, number(Int64(1))), calls(f, number(Varying()))},
		"texts":               {texts(Varying(), "a", "b"), TextOf("b", true), texts(Varying(), "a", "b")},
		"a text more":         {texts(Varying(), "a", "c"), TextOf("b", true), texts(Varying(), "a", "b", "c")},
		"texts among others":  {texts(Varying(), "b"), texts(Varying(), "a", "b"), texts(Varying(), "a", "b")},
		"the same choice":     {texts(Int64(1), "a", "b"), texts(Int64(1), "a", "b"), texts(Varying(), "a", "b")},
	} {
		for _, v := range []struct{ a, b Value }{{Value{c.a}, Value{c.b}}, {Value{c.b}, Value{c.a}}} {
			above, ok := v.a.Join(v.b)
			require.True(t, ok, name)
			require.Equal(t, Value{c.above}.String(), above.(Value).String(), name)
			require.Equal(t, string(Value{c.above}.AppendKey(nil)), string(above.AppendKey(nil)), name)
		}
	}
}

// A value whose numbers all are what they are to be is not copied.
func TestVaryNumbers(t *testing.T) {
	v := Value{NumberAtom(Leaf{}, Varying()), NumberAtom(Leaf{}, Int64(3))}
	literals := func(_ int, o program.Operand) bool { return o.IsLiteral() }
	varied := v.VaryNumbers(literals)
	require.Equal(t, Varying(), varied[1].Nums[0])
	require.Equal(t, Int64(3), v[1].Nums[0], "the value itself stays")
	require.Same(t, &varied[0], &varied.VaryNumbers(literals)[0])
}
