package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// Programs with memory for many objects, of which most lanes make few: a function F each.
var objects = map[string]string{
	"a tree, with fields that nobody sets": `type node struct { key, n int; left, right *node; marks [3]int8 }
		func (t *node) put(k int) *node {
			if t == nil { t = &node{key: k}; if k&1 == 1 { t.marks[k&1] = int8(k) }; return t }
			if t.n++; k < t.key { t.left = t.left.put(k) } else { t.right = t.right.put(k) }
			return t }
		func (t *node) sum() int {
			if t == nil { return 1 }
			return t.left.sum()*3 ^ t.key + t.n*5 + int(t.marks[0]+t.marks[1]) + t.right.sum() }
		func F(a, b int) int { var t *node; for i := range a & 15 { t = t.put(i * b & 63) }; return t.sum() }`,
	"what interfaces hold": `type expr interface{ eval(x int) int }
		type ( lit int; neg struct{ e expr }; add struct{ a, b expr } )
		func (l lit) eval(x int) int { return int(l) * x }
		func (n neg) eval(x int) int { return -n.e.eval(x) }
		func (s add) eval(x int) int { return s.a.eval(x) + s.b.eval(x)*3 }
		func build(a, n int) expr {
			switch { case n == 0: return lit(a); case a&1 == 0: return neg{build(a/3, n-1)} }
			return add{build(a/2, n-1), lit(n)} }
		func F(a, b int) int { return build(a, b&7).eval(b) }`,
	"a loop whose rounds are known, which makes objects": `type node struct { next *node; n int }
		func build(n int) *node { r := &node{}; for i := 1; i < n; i++ { r = &node{next: r} }; return r }
		func F(a, b int) (s int) {
			for p := build(3); p != nil; p = p.next { s = s*10 + p.n; p.n = a | b | 1 }
			return s }`,
	"lanes that fault, and find what others left": `type link struct { v int; next *link }
		func F(a, b int) (s int) { var l *link; x := [5]int{a, b}
			for i := range a & 15 { l = &link{next: l}; if i&3 == b&3 { l.v = x[i-(b&7)] } }
			for ; l != nil; l = l.next { s = s*3 + l.v }; return s }`,
}

// Lanes that make objects have what the machine has, although nobody clears what the lanes before have made.
func TestScalarScratch(t *testing.T) { compareScalarOf(t, objects, golang.Options{MakeCap: 16}) }

// What an array that is scratch is set to means nothing: the second lane, which looks at an element that it has not
// written, finds what the first has left there.
func TestScalarKeepsScratch(t *testing.T) {
	skipWithoutScalar(t)
	const text = `program F source

var x : i64
var a : i64[40]%s
var i : i64
var y : i64
var r : i64

func main(x) -> (r) {
start:
    a = copy 0
    i = and.i64 x, 31
    y = add.i64 x, 100
    a = insert.i64 a, y, i
    r = index.i64 a, 0
    goto halt
}
`
	for mark, second := range map[string]int64{"": 0, " scratch": 100} {
		p, err := program.Parse("f", fmt.Sprintf(text, mark))
		require.NoError(t, err)
		require.Contains(t, p.String(), ": i64[40]"+mark+"\n")
		c, err := CompileScalar(p, Options{})
		require.NoError(t, err)
		in, out := []int64{0, 1}, make([]int64, 2)
		_, err = c.Do(context.Background(), &Run{Lanes: 2, In: []any{in}, Out: []any{out}, Workers: 1})
		require.NoError(t, err)
		require.Equal(t, []int64{100, second}, out)
	}
}

// Objects are in arrays that are scratch, before and behind lowering.
func TestObjectsAreScratch(t *testing.T) {
	for _, name := range []string{"a tree, with fields that nobody sets", "what interfaces hold"} {
		p, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + objects[name]}}, "F",
			golang.Options{MakeCap: 64})
		require.NoError(t, err)
		low, err := lower.Lower(p)
		require.NoError(t, err)
		source, err := lower.Source(p)
		require.NoError(t, err)
		isScratch := func(d program.VarDef) bool { return d.Scratch }
		for _, of := range []*program.Program{p, source, low} {
			require.True(t, slices.ContainsFunc(of.VarDefs.All(), isScratch), name)
		}
	}
}
