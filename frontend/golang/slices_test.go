package golang_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Slices that lanes bring, of one length and of their own, and what is written
// to them.
func TestSliceParameters(t *testing.T) {
	const src = `package a
func Scale(xs []float64, k float64) float64 {
	s := 0.0
	for i := range xs {
		xs[i] *= k
		s += xs[i]
	}
	return s
}
func Sum(xs []float64, i int) (float64, int) { return Scale(xs[:i], 1) + xs[i], len(xs) + 100*cap(xs) }
func Grad(grad, x []float64) {
	if len(grad) != len(x) {
		panic("lengths differ")
	}
	for i, v := range x {
		grad[i] = 2 * v
	}
}
func Alias(xs []float64) []float64 { ys := xs[:2]; ys[0] = 9; return xs }
func Nil(xs []float64) bool { return xs == nil }

type Line []float64
func (xs *Line) Reverse() { for i, j := 0, len(*xs)-1; i < j; i, j = i+1, j-1 { (*xs)[i], (*xs)[j] = (*xs)[j], (*xs)[i] } }
func (xs *Line) Cut() { *xs = (*xs)[:1] }
func (xs *Line) Last() float64 { return (*xs)[len(*xs)-1] }
`
	run := func(fn string, opts golang.Options, in ...interp.Value) (map[string]string, string) {
		p := compileText(t, src, fn, opts)
		out, fault, err := interp.Run(p, in)
		require.NoError(t, err)
		if fault != nil {
			return nil, fault.Code.String() + fault.Msg
		}
		got := map[string]string{}
		for i, name := range p.VarsOut.Flatten() {
			got[name] = out[i].String()
		}
		return got, ""
	}
	floats := func(x ...float64) interp.Value {
		v := interp.Value{Type: interp.Float64(0).Type}
		v.Type.Shape = []int{len(x)}
		for _, f := range x {
			v.Bits = append(v.Bits, interp.Float64(f).Bits...)
		}
		return v
	}
	one := map[string]int{"xs": 3}

	got, _ := run("Scale", golang.Options{Len: one}, floats(1, 2, 3), interp.Float64(2))
	assert.Equal(t, map[string]string{"r0": "12.0", "xs.out": "[2.0 4.0 6.0]"}, got)

	// A length of its own: what is beyond it is not looked at.
	got, _ = run("Scale", golang.Options{Cap: one}, floats(1, 2, 3), interp.Int64(2), interp.Float64(2))
	assert.Equal(t, map[string]string{"r0": "6.0", "xs.out": "[2.0 4.0 3.0]", "xs.out.len": "2"}, got)

	got, _ = run("Sum", golang.Options{Cap: one}, floats(1, 2, 3), interp.Int64(2), interp.Int64(1))
	assert.Equal(t, "3.0", got["r0"])
	assert.Equal(t, "202", got["r1"], "a lane brings no more room than it has elements")
	_, fault := run("Sum", golang.Options{Cap: one}, floats(1, 2, 3), interp.Int64(2), interp.Int64(2))
	assert.Contains(t, fault, "index out of range")
	_, fault = run("Sum", golang.Options{Cap: one}, floats(1, 2, 3), interp.Int64(2), interp.Int64(4))
	assert.Contains(t, fault, "slice bounds out of range")

	got, _ = run("Grad", golang.Options{Len: map[string]int{"grad": 2, "x": 2}}, floats(0, 0), floats(1, 3))
	assert.Equal(t, map[string]string{"grad.out": "[2.0 6.0]"}, got)
	_, fault = run("Grad", golang.Options{Len: map[string]int{"x": 2}, Cap: map[string]int{"grad": 2}}, floats(0, 0),
		interp.Int64(1), floats(1, 3))
	assert.Contains(t, fault, "lengths differ")

	got, _ = run("Alias", golang.Options{Len: one}, floats(1, 2, 3))
	assert.Equal(t, map[string]string{"r0": "[9.0 2.0 3.0]", "xs.out": "[9.0 2.0 3.0]"}, got)

	got, _ = run("Nil", golang.Options{Cap: one}, floats(1, 2, 3), interp.Int64(1))
	assert.Equal(t, map[string]string{"r0": "false"}, got)
	_, fault = run("Nil", golang.Options{Cap: one}, floats(1, 2, 3), interp.Int64(0))
	assert.Contains(t, fault, "whether a slice that a lane brings is nil", "it may be empty too")

	// A pointer to a slice.
	got, _ = run("Line.Reverse", golang.Options{Cap: one}, floats(1, 2, 3), interp.Int64(2))
	assert.Equal(t, map[string]string{"xs.out": "[2.0 1.0 3.0]", "xs.out.len": "2"}, got)
	got, _ = run("Line.Last", golang.Options{Len: one}, floats(1, 2, 3))
	assert.Equal(t, map[string]string{"r0": "3.0"}, got)

	got, _ = run("Line.Cut", golang.Options{Cap: one}, floats(1, 2, 3), interp.Int64(2))
	assert.Equal(t, map[string]string{"xs.out": "[1.0 2.0 3.0]", "xs.out.len": "1"}, got)

	for _, c := range []struct {
		fn   string
		opts golang.Options
		want string
	}{
		{"Line.Last", golang.Options{}, "parameter xs: a lane's memory has a fixed size"},
		{"Sum", golang.Options{}, "parameter xs: a lane's memory has a fixed size"},
		{"Sum", golang.Options{Len: one, Cap: one}, "it has both a length and a capacity"},
		{"Sum", golang.Options{Cap: map[string]int{"ys": 3}}, "Sum has no parameter ys to give a capacity"},
		{"Sum", golang.Options{Len: map[string]int{"xs": -1}}, "a length of -1"},
	} {
		_, err := golang.Compile([]golang.File{{Name: "a.go", Text: src}}, c.fn, c.opts)
		require.Error(t, err)
		assert.True(t, strings.Contains(err.Error(), c.want), "%v", err)
	}
}

// Results that are nil in some lanes, which have the length -1, and of several lengths.
func TestSliceResults(t *testing.T) {
	const src = `package a
func Several(x float64, n int) ([]float64, []int, bool) {
	switch {
	case n < 2:
		return nil, []int{n}, false
	case n < 4:
		return []float64{x, 2 * x, 3 * x}, nil, true
	}
	s := make([]float64, 0, 8)
	for i := range n & 7 {
		s = append(s, x*float64(i))
	}
	return s[1:], []int{n, n, 3}[n&1:], true
}
func Named(x float64, n int) (s []float64, ok bool) {
	if n < 2 {
		return
	}
	s = append(make([]float64, 0, 2), x)
	ok = true
	return
}
type maybe struct {
	Values []float64
	OK bool
}
func Field(x float64, n int) maybe {
	if n < 2 {
		return maybe{}
	}
	return maybe{[]float64{1, x}, true}
}
`
	for _, c := range []struct {
		fn   string
		n    int64
		want map[string]string
	}{
		{"Several", 0, map[string]string{"r0.len": "-1", "r1": "[0 ", "r1.len": "1", "r2": "false"}},
		{"Several", 3, map[string]string{"r0": "[1.5 3.0 4.5 ", "r0.len": "3", "r1.len": "-1", "r2": "true"}},
		{"Several", 5, map[string]string{"r0": "[1.5 3.0 4.5 6.0 ", "r0.len": "4", "r1": "[5 3 ", "r1.len": "2",
			"r2": "true"}},
		{"Named", 1, map[string]string{"s.len": "-1", "ok": "false"}},
		{"Named", 2, map[string]string{"s": "[1.5]", "s.len": "1", "ok": "true"}},
		{"Field", 1, map[string]string{"r0.Values.len": "-1", "r0.OK": "false"}},
		{"Field", 2, map[string]string{"r0.Values": "[1.0 1.5]", "r0.Values.len": "2", "r0.OK": "true"}},
	} {
		p := compileText(t, src, c.fn, golang.Options{})
		out, fault, err := interp.Run(p, []interp.Value{interp.Float64(1.5), interp.Int64(c.n)})
		require.NoError(t, err)
		require.Nil(t, fault)
		for i, name := range p.VarsOut.Flatten() {
			assert.True(t, strings.HasPrefix(out[i].String(), c.want[name]), "%s of %d: %s is %s, want %s", c.fn, c.n,
				name, out[i], c.want[name])
		}
	}
}

// Elements that hold nothing have no columns, so that nothing tells the length of a
// slice of them, unless it is the same for all lanes.
func TestSizelessElements(t *testing.T) {
	const src = "package a\nfunc F(x float64, none []struct{}) float64 { return x + float64(len(none)) }"
	files := []golang.File{{Name: "a.go", Text: src}}
	for name, opts := range map[string]golang.Options{
		"capacity": {Cap: map[string]int{"none": 3}},
		"uniform":  {Uniform: []string{"none"}},
	} {
		_, err := golang.Compile(files, "F", opts)
		require.ErrorContains(t, err, "a.go:2:24: parameter none: its elements hold nothing", name)
	}
	p := compileText(t, src, "F", golang.Options{Len: map[string]int{"none": 3}})
	out, fault, err := interp.Run(p, []interp.Value{interp.Float64(1)})
	require.NoError(t, err)
	require.Nil(t, fault)
	assert.Equal(t, interp.Float64(4), out[0])
}

// A result that is empty in all lanes has the length 0 for a column, or -1 if it is nil, beside the room
// for an element that arrays without elements have.
func TestEmptyResult(t *testing.T) {
	for made, length := range map[string]string{
		"[]float64{}": "0", "make([]float64, 0, 3)": "0", "x[:0]": "0", "nil": "-1",
	} {
		p := compileText(t, "package a\nfunc F(x []float64) []float64 { return "+made+" }", "F",
			golang.Options{Len: map[string]int{"x": 2}})
		names := p.VarsOut.Flatten()
		require.Equal(t, []string{"r0", "r0.len"}, names, made)
		in := interp.Value{Type: interp.Float64(0).Type, Bits: []uint64{1, 2}}
		in.Type.Shape = []int{2}
		out, fault, err := interp.Run(p, []interp.Value{in})
		require.NoError(t, err)
		require.Nil(t, fault)
		assert.Equal(t, length, out[1].String(), made)
	}
}

// A field of the elements that is called len yields to the number of elements.
func TestLenField(t *testing.T) {
	p := compileText(t, `package a
type word struct{ code, len int }
func F(words []word, n int) []word { words[0].len = n; return words[:n] }`, "F",
		golang.Options{Cap: map[string]int{"words": 2}})
	assert.Equal(t, []string{"words.code", "words.len_2", "words.len", "n"}, p.VarsIn.Flatten())
	assert.Equal(t, []string{"r0.code", "r0.len_2", "r0.len", "words.out.len_2", "words.out.len"}, p.VarsOut.Flatten())
}

// TestFewerOptions: a call gives a slice of two memories for what is known at first, and of one in the end; what
// follows was analysed for both.
func TestFewerOptions(t *testing.T) {
	p := compileText(t, `package a
type buf struct{ items []int }
func (b *buf) load(n int) ([]int, bool) {
	if b == nil {
		b = &buf{}
	}
	b.items = b.items[:0]
	if n > 5 {
		return nil, false
	}
	for i := range n {
		b.items = append(b.items, i*i)
	}
	return b.items, true
}
func total(s []int) (n int) {
	for i, x := range s {
		n += x * (i + 1)
	}
	return n
}
func F(b *buf, n int) int {
	s, ok := b.load(n)
	if !ok {
		return -1
	}
	return total(s)
}`, "F", golang.Options{Cap: map[string]int{"b.items": 4}, MakeCap: 8})
	items := interp.Value{Type: program.Array(program.I64, 4), Bits: []uint64{7, 7, 7, 7}}
	for n, want := range map[int64]int64{3: 14, 4: 50, 9: -1} {
		out, fault, err := interp.Run(p, []interp.Value{items, interp.Int64(4), interp.Int64(n)})
		require.NoError(t, err)
		require.Nil(t, fault)
		assert.Equal(t, interp.Int64(want), out[0])
	}
}

// TestWithinMade: nothing says how long a slice gets that two loops append to, but what was made for both is enough, of
// a capacity that is known at most; a lane that needs more faults.
func TestWithinMade(t *testing.T) {
	p := compileText(t, `package a
func F(a, b []int, odd int) (s int) {
	out := make([]int, 0, len(a)+len(b))
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		if a[i] <= b[j] {
			out = append(out, a[i])
			i++
		} else {
			out = append(out, b[j])
			j++
		}
	}
	out = append(out, a[i:]...)
	out = append(out, b[j:]...)
	for n := odd; n&1 != 0; n >>= 1 {
		out = append(out, n)
	}
	for k, x := range out {
		s = s*10 + x + k&1
	}
	return s
}`, "F", golang.Options{Cap: map[string]int{"a": 3, "b": 2}})
	a := interp.Value{Type: program.Array(program.I64, 3), Bits: []uint64{1, 4, 7}}
	b := interp.Value{Type: program.Array(program.I64, 2), Bits: []uint64{2, 5}}
	run := func(m, n, odd int64) ([]interp.Value, *interp.Fault) {
		out, fault, err := interp.Run(p, []interp.Value{a, interp.Int64(m), b, interp.Int64(n), interp.Int64(odd)})
		require.NoError(t, err)
		return out, fault
	}
	got, fault := run(3, 2, 0)
	require.Nil(t, fault)
	assert.Equal(t, interp.Int64(13467), got[0]) // 1 2 4 5 7, and one more in every second place
	got, fault = run(1, 2, 0)
	require.Nil(t, fault)
	assert.Equal(t, interp.Int64(135), got[0])
	_, fault = run(1, 0, 1)
	require.NotNil(t, fault)
	assert.Equal(t, optab.CapacityExceeded, fault.Code)
}

// TestCutOutgrown: where a slice's capacity is said, with three indices, it stays within that which make or the lane
// gave it. What then gets longer has a capacity that only the compiled function knows.
func TestCutOutgrown(t *testing.T) {
	p := compileText(t, `package a
func F(s []int) (m int) {
	q := append(s[:1], 5)
	for i := range q {
		c := q[i : i+1 : i+1]
		m = m*10 + c[0]
	}
	return m
}`, "F", golang.Options{Cap: map[string]int{"s": 3}, MakeCap: 8})
	s := interp.Value{Type: program.Array(program.I64, 3), Bits: []uint64{1, 2, 3}}
	out, fault, err := interp.Run(p, []interp.Value{s, interp.Int64(2)})
	require.NoError(t, err)
	require.Nil(t, fault)
	assert.Equal(t, interp.Int64(15), out[0])
	_, fault, err = interp.Run(p, []interp.Value{s, interp.Int64(1)})
	require.NoError(t, err)
	require.NotNil(t, fault)
	assert.Equal(t, optab.NeedsGo, fault.Code)
	assert.True(t, golang.LeavesSome(fault.Msg))
}
