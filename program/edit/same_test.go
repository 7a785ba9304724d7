package edit

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

const sameText = `program p source
uniform u : i64 = 7
var n : i64
var m : i64
var x : i64
var y : i64
var a : f64[3]
func f(m) -> (x) {
begin:
    x = add.i64 m, 1
    return
}
func main(n) -> (y, a) {
start:
    a = insert.f64 a, 1.0, 2
    y = mul.i64 n, u within 0 to 99
    y = call f(y)
    switch n, other, 0: zero, 7: seven
zero:
    fault "panic", "zero"
seven:
    goto other
other:
    goto halt
}
`

// TestSame changes everything that can be in a program, one after the other.
func TestSame(t *testing.T) {
	p, err := program.Parse("a.lockstep", sameText)
	require.NoError(t, err)
	require.True(t, Same(p, p.Clone()))
	changed := 0
	for i := 0; ; i++ {
		q := p.Clone()
		left := i
		what, ok := changeOne(reflect.ValueOf(q).Elem(), &left)
		if !ok {
			break
		}
		changed++
		require.False(t, Same(p, q), "number %d, %s", i, what)
		require.False(t, Same(q, p), "number %d, %s", i, what)
	}
	require.Greater(t, changed, 60)
	first := func(q *program.Program) *program.Block { return q.Graph.Blocks[0] }
	asks := func(q *program.Program) *program.SwitchOp {
		s := first(q).Term.(program.SwitchOp)
		return &s
	}
	number := program.Of(program.Scalar(program.I64))
	for i, change := range []func(*program.Program){
		func(q *program.Program) { q.VarDefs.Add("z", number) },
		func(q *program.Program) { q.VarDefs.Add("a", number) },
		func(q *program.Program) { q.VarDefs.Add("a", program.Of(program.Array(program.F64, 4))) },
		func(q *program.Program) { q.VarDefs.SetGo("x", program.GoInt8) },
		func(q *program.Program) { q.VarDefs.SetTexts("x", []string{"a"}) },
		func(q *program.Program) { q.Errors = []program.ErrorText{{Text: "a"}} },
		func(q *program.Program) { q.VarAlloc = map[string]program.Allocation{"x": program.Register} },
		func(q *program.Program) { q.VarsIn = program.Leaves("n", "x") },
		func(q *program.Program) { q.Uniforms = nil },
		func(q *program.Program) { q.Functions = nil },
		func(q *program.Program) { q.Graph.Blocks = q.Graph.Blocks[1:] },
		func(q *program.Program) { first(q).Instrs = first(q).Instrs[1:] },
		func(q *program.Program) { first(q).Instrs[0] = &program.PopOp{Vars: []string{"x"}} },
		func(q *program.Program) { first(q).Term = program.GotoOp{Target: "zero"} },
		func(q *program.Program) { q.Graph.Blocks[1].Term = program.SwitchOp{Default: "other"} },
		func(q *program.Program) { s := asks(q); s.X.Name = "m"; first(q).Term = *s },
		func(q *program.Program) { s := asks(q); s.Pos.Line++; first(q).Term = *s },
		func(q *program.Program) { s := asks(q); s.Default = "zero"; first(q).Term = *s },
		func(q *program.Program) { s := asks(q); s.Values = []uint64{0, 8}; first(q).Term = *s },
		func(q *program.Program) { s := asks(q); s.Labels = []string{"zero", "zero"}; first(q).Term = *s },
	} {
		q := p.Clone()
		change(q)
		require.False(t, Same(p, q), "change %d", i)
		require.False(t, Same(q, p), "change %d", i)
		require.True(t, Same(q, q.Clone()), "change %d", i)
	}
}

// changeOne changes the number, text or truth that is the *left-th in v, and says which it was. Uniforms and
// terminators, which clones have in common, stay as they are.
func changeOne(v reflect.Value, left *int) (what string, ok bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		_, uniform := v.Interface().(*program.Uniform)
		_, term := v.Interface().(program.Terminator)
		if v.IsNil() || uniform || term {
			return "", false
		}
		return changeOne(v.Elem(), left)
	case reflect.Slice:
		for i := range v.Len() {
			if what, ok = changeOne(v.Index(i), left); ok {
				return what, ok
			}
		}
		return "", false
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			if what, ok = changeOne(v.Field(i), left); ok {
				return v.Type().Field(i).Name + " " + what, ok
			}
		}
		return "", false
	case reflect.Map:
		return "", false
	}
	if *left--; *left >= 0 {
		return "", false
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(v.Int() + 1)
	default:
		v.SetUint(v.Uint() + 1)
	}
	return v.Kind().String(), true
}
