package golang_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/cases"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

const spreadSource = `package a

import "errors"

type Hist struct {
	n      int
	bins   []uint8
	lo, hi float64
}

var ErrBins = errors.New("no bins")

func New(lo, hi float64, n int) *Hist { return &Hist{n: n, bins: make([]uint8, n), lo: lo, hi: hi} }

func NewSome(lo float64, n int) (*Hist, error) {
	if n <= 0 {
		return nil, ErrBins
	}
	return New(lo, lo+1, n), nil
}

func (h *Hist) Grow(x uint8) { h.bins = append(h.bins, x) }

func (h *Hist) Resize(n int) {
	if n > cap(h.bins) {
		h.bins = make([]uint8, n)
	} else {
		h.bins = h.bins[:n]
	}
}

// Reset changes one of two, and gives back what it was given.
func (h *Hist) Reset(g *Hist, value0 uint8) *Hist {
	if value0 > 100 {
		panic("too much")
	}
	h.bins, h.n = []uint8{value0, value0 + 1}, int(g.bins[0])
	return h
}

func Either(g, h *Hist, first bool) *Hist {
	if first {
		return g
	}
	return h
}

// Hides has a parameter that is called like the function, and like one of the language's.
func (h *Hist) Hides(Hides, len uint8) { h.bins = append(h.bins, Hides, len) }

type point struct{ x, y float64 }

func Farther(x, y float64) *point {
	if x < y {
		return nil
	}
	return &point{x, y}
}

type writer struct {
	err error
	buf []byte
}

func (w *writer) put(b byte) {
	if len(w.buf) > 2 {
		w.buf = nil
	}
	w.buf = append(w.buf, b)
}
`

// Functions whose pointers lead to slices of other memory are called by one that returns
// what they lead to in the end.
func TestSpread(t *testing.T) {
	source, err := golang.Parse([]golang.File{{Name: "a.go", Text: spreadSource}}, golang.Options{})
	require.NoError(t, err)
	bytes := func(x ...uint64) interp.Value {
		v := interp.Scalar(program.U32, 0)
		v.Type.Shape, v.Bits = []int{len(x)}, x
		return v
	}
	hist := func(n int64, bins interp.Value, len int64, lo, hi float64) []interp.Value {
		return []interp.Value{interp.Int64(n), bins, interp.Int64(len), interp.Float64(lo), interp.Float64(hi)}
	}
	with := func(in []interp.Value, more ...interp.Value) []interp.Value { return append(in, more...) }
	h := func() []interp.Value { return hist(1, bytes(7, 8, 9), 2, 0, 5) }
	float, u32 := interp.Float64, func(x uint64) interp.Value { return interp.Scalar(program.U32, x) }
	for _, c := range []struct {
		fn   string
		in   []interp.Value
		want map[string]string // by column
	}{
		{"New", []interp.Value{float(2), float(3), interp.Int64(2)}, map[string]string{
			"r0.n": "2", "r0.bins": "[0 0 0 0 0 0 0 0]", "r0.bins.len": "2", "r0.lo": "2.0", "r0.hi": "3.0"}},
		{"New", []interp.Value{float(2), float(3), interp.Int64(9)}, map[string]string{
			"fault": "what is made outgrows its room (-make-cap)"}},
		{"New", []interp.Value{float(2), float(3), interp.Int64(-1)}, map[string]string{
			"fault": "makeslice: len out of range"}},
		// Whether the result is nil is told.
		{"NewSome", []interp.Value{float(2), interp.Int64(1)}, map[string]string{
			"r0.n": "1", "r0.bins": "[0 0 0 0 0 0 0 0]", "r0.bins.len": "1", "r0.lo": "2.0", "r0.hi": "3.0",
			"r0.nil": "false", "r1": "0"}},
		{"NewSome", []interp.Value{float(2), interp.Int64(0)}, map[string]string{
			"r0.n": "0", "r0.bins": "[0 0 0 0 0 0 0 0]", "r0.bins.len": "-1", "r0.lo": "0.0", "r0.hi": "0.0",
			"r0.nil": "true", "r1": "1"}},
		{"Farther", []interp.Value{float(2), float(1)}, map[string]string{
			"r0.x": "2.0", "r0.y": "1.0", "r0.nil": "false"}},
		{"Farther", []interp.Value{float(1), float(2)}, map[string]string{
			"r0.x": "0.0", "r0.y": "0.0", "r0.nil": "true"}},
		// Of what a parameter points to, what may have changed.
		{"Hist.Grow", with(h(), u32(5)), map[string]string{
			"h.out.bins": "[7 8 5 0 0 0 0 0]", "h.out.bins.len": "3"}},
		{"Hist.Hides", with(h(), u32(5), u32(6)), map[string]string{
			"h.out.bins": "[7 8 5 6 0 0 0 0]", "h.out.bins.len": "4"}},
		{"Hist.Resize", with(h(), interp.Int64(1)), map[string]string{
			"h.out.bins": "[7 0 0 0 0 0 0 0]", "h.out.bins.len": "1"}},
		{"Hist.Resize", with(h(), interp.Int64(4)), map[string]string{
			"h.out.bins": "[0 0 0 0 0 0 0 0]", "h.out.bins.len": "4"}},
		{"Hist.Resize", with(h(), interp.Int64(-4)), map[string]string{
			"fault": "slice bounds out of range"}},
		{"Hist.Reset", append(h(), with(h(), u32(5))...), map[string]string{
			"r0.n": "7", "r0.bins": "[5 6 0]", "r0.bins.len": "2", "r0.lo": "0.0", "r0.hi": "5.0",
			"h.out.n": "7", "h.out.bins": "[5 6 0]", "h.out.bins.len": "2"}},
		{"Hist.Reset", append(h(), with(h(), u32(101))...), map[string]string{"fault": "too much"}},
		{"Either", append(h(), with(hist(2, bytes(1, 1, 1), 1, 3, 4), interp.Bool(true))...), map[string]string{
			"r0.n": "1", "r0.bins": "[7 8 0]", "r0.bins.len": "2", "r0.lo": "0.0", "r0.hi": "5.0"}},
		{"Either", append(h(), with(hist(2, bytes(1, 1, 1), 1, 3, 4), interp.Bool(false))...), map[string]string{
			"r0.n": "2", "r0.bins": "[1 0 0]", "r0.bins.len": "1", "r0.lo": "3.0", "r0.hi": "4.0"}},
		// The other fields may be what lanes cannot bring.
		{"writer.put", []interp.Value{bytes(1, 2, 3), interp.Int64(3), u32(4)}, map[string]string{
			"w.out.buf": "[4 0 0 0 0 0 0 0]", "w.out.buf.len": "1"}},
	} {
		p, err := source.Compile(c.fn, golang.Options{AnyCap: 3, MakeCap: 8})
		require.NoError(t, err, "%s", c.fn)
		require.Equal(t, c.fn, p.Name)
		require.Equal(t, "a.go", p.File)
		out, fault, err := interp.Run(p, c.in)
		require.NoError(t, err)
		got := map[string]string{}
		if fault != nil {
			got["fault"] = fault.Msg
			if fault.Msg == "" {
				got["fault"] = fault.Code.String()
			}
		} else {
			for i, name := range p.VarsOut.Flatten() {
				got[name] = out[i].String()
			}
		}
		assert.Equal(t, c.want, got, c.fn)
	}
}

// What is refused of such a function is said of the function itself.
func TestSpreadRefused(t *testing.T) {
	const src = `package a
type T struct { xs []float64; log func(); next *T }
func (t *T) Mute() { t.log = func() {} }
func (t *T) Last() *T { for t.next != nil { t = t.next }; return t }

func Shared(t *T) *T { return &T{xs: t.xs} }
`
	source, err := golang.Parse([]golang.File{{Name: "a.go", Text: src}}, golang.Options{})
	require.NoError(t, err)
	for _, c := range []struct {
		fn, want string
		opts     golang.Options
	}{
		{fn: "T.Mute", want: "a.go:3:13: T.Mute changes t.log, which no column can hold: parameter t.log: "},
		{fn: "T.Last", want: "a.go:4:29: parameter t.next: lanes cannot bring or return pointers"},
		{fn: "Shared", want: "a.go:6:19: result r0: a slice inside what lanes bring or return",
			opts: golang.Options{Uniform: []string{"t"}}},
	} {
		c.opts.AnyCap, c.opts.MakeCap = 4, 4
		_, err := source.Compile(c.fn, c.opts)
		require.ErrorContains(t, err, c.want)
	}
}

// Slices of slices are arrays of arrays with the lengths of their rows.
func TestMatrices(t *testing.T) {
	source := caseSource(t)
	p, err := source.Compile("eliminate", golang.Options{Len: map[string]int{"a": 3, "a[]": 3, "b": 3}})
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b"}, p.VarsIn.Flatten())
	require.Equal(t, []string{"r0", "a.out", "b.out"}, p.VarsOut.Flatten())
	compare(t, p, reflect.ValueOf(cases.Eliminate), false)

	p, err = source.Compile("unevenRows.columns", golang.Options{
		Cap: map[string]int{"m": 2, "m[]": 3, "more": 1}, AnyCap: 2, MakeCap: 8})
	require.NoError(t, err)
	require.Equal(t, []string{"m", "m.lens", "m.lens.len", "first", "more", "more.lens", "more.lens.len"},
		p.VarsIn.Flatten())
	require.Equal(t, []string{"turned", "turned.lens", "turned.lens.len", "most"}, p.VarsOut.Flatten())
	rng := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		compareColumns(t, p, rng)
	}

	const sizes = "parameter a: a lane's memory has a fixed size, so a slice of slices needs a number of rows"
	for _, c := range []struct {
		opts golang.Options
		want string
	}{
		{golang.Options{Len: map[string]int{"a": 3, "b": 3}}, sizes},
		{golang.Options{AnyCap: 4, Cap: map[string]int{"b[]": 3}}, "eliminate has no parameter b[] to give a capacity"},
		{golang.Options{AnyCap: 4, Len: map[string]int{"a[]": -3}}, sizes},
		{golang.Options{AnyCap: 4, Cap: map[string]int{"a": 1 << 20, "a[]": 1 << 20}},
			"parameter a: arrays of more than 1048576 elements are not available"},
	} {
		_, err := source.Compile("eliminate", c.opts)
		require.ErrorContains(t, err, c.want)
	}
}

// compareColumns runs unevenRows.columns for rows of random lengths.
func compareColumns(t *testing.T, p *program.Program, rng *rand.Rand) {
	var in []interp.Value
	rows := func(most, elems int) (m [][]int32) {
		data := interp.Value{Type: program.Array(program.I32, most, elems), Bits: make([]uint64, most*elems)}
		lens := interp.Value{Type: program.Array(program.I64, most), Bits: make([]uint64, most)}
		n := rng.IntN(most + 1)
		for i := range n {
			m = append(m, make([]int32, rng.IntN(elems+1)))
			for j := range m[i] {
				m[i][j] = int32(rng.IntN(100))
				data.Bits[i*elems+j] = uint64(m[i][j])
			}
			lens.Bits[i] = uint64(len(m[i]))
		}
		in = append(in, data, lens, interp.Int64(int64(n)))
		return m
	}
	m := rows(2, 3)
	in = append(in, interp.Int64(7))
	more := rows(1, 2)
	out, fault, err := interp.Run(p, in)
	require.NoError(t, err)
	require.Nil(t, fault)
	want, most := cases.UnevenColumns(m, 7, more...)
	require.Equal(t, uint64(most), out[3].Bits[0])
	rowsMade := int64(len(want))
	if want == nil {
		rowsMade = -1
	}
	require.Equal(t, uint64(rowsMade), out[2].Bits[0])
	for i, r := range want {
		require.Equal(t, uint64(len(r)), out[1].Bits[i])
		for j, x := range r {
			require.Equal(t, uint64(x), out[0].Bits[i*8+j])
		}
	}
}

// Slices of slices may be of types that other packages declare, and of elements that only these name.
func TestMatricesOfOtherPackages(t *testing.T) {
	packages := map[string]string{
		"example.com/geo": `package geo

import "example.com/geo/unit"

type (
	Ring    []unit.Metres
	Polygon []Ring
)
`,
		"example.com/geo/unit": "package unit\n\ntype Metres float64\n",
	}
	source, err := golang.Parse([]golang.File{{Name: "a.go", Text: `package a

import shapes "example.com/geo"

type Shape shapes.Polygon

func Sum(shapes2 Shape, shapes float64) (sum float64) {
	for _, ring := range shapes2 {
		for _, x := range ring {
			sum += float64(x) * shapes
		}
	}
	return sum
}

func Twice(p shapes.Polygon) shapes.Polygon { return append(p, p[0]) }
`}}, golang.Options{Import: func(path string) ([]golang.File, error) {
		return []golang.File{{Name: "p.go", Text: packages[path]}}, nil
	}})
	require.NoError(t, err)
	p, err := source.Compile("Sum", golang.Options{AnyCap: 2})
	require.NoError(t, err)
	require.Equal(t, []string{"shapes2", "shapes2.lens", "shapes2.lens.len", "shapes"}, p.VarsIn.Flatten())
	in := []interp.Value{{Type: program.Array(program.F64, 2, 2)}, {Type: program.Array(program.I64, 2),
		Bits: []uint64{1, 2}}, interp.Int64(2), interp.Float64(2)}
	for _, x := range []float64{1, 100, 2, 3} {
		in[0].Bits = append(in[0].Bits, interp.Float64(x).Bits...)
	}
	out, fault, err := interp.Run(p, in)
	require.NoError(t, err)
	require.Nil(t, fault)
	require.Equal(t, interp.Float64(12).Bits, out[0].Bits)

	p, err = source.Compile("Twice", golang.Options{AnyCap: 2, MakeCap: 4})
	require.NoError(t, err)
	require.Equal(t, []string{"r0", "r0.lens", "r0.lens.len"}, p.VarsOut.Flatten())
}

// An append to what is as long as there is room for does not get more room for ever.
func TestGrowsSettle(t *testing.T) {
	source, err := golang.Parse([]golang.File{{Name: "a.go", Text: `package a

func Spread(xs *[]int, n int) {
	var out []int
	for i := len(*xs) - 1; i >= 0; i-- {
		out = append(out, (*xs)[i])
		out = append(out, some(n)...)
	}
	*xs = out
}

func some(n int) []int {
	if n < 0 {
		return nil
	}
	all := make([]int, 0, n+4)
	for i := range n {
		all = append(all, i)
	}
	return all
}
`}}, golang.Options{})
	require.NoError(t, err)
	p, err := source.Compile("Spread", golang.Options{AnyCap: 4, MakeCap: 16})
	require.NoError(t, err)
	xs := interp.Value{Type: program.Array(program.I64, 4), Bits: []uint64{7, 8, 0, 0}}
	out, fault, err := interp.Run(p, []interp.Value{xs, interp.Int64(2), interp.Int64(2)})
	require.NoError(t, err)
	require.Nil(t, fault)
	require.Equal(t, []uint64{8, 0, 1, 7, 0, 1}, out[0].Bits[:6])
	require.Equal(t, uint64(6), out[1].Bits[0])
	_, fault, err = interp.Run(p, []interp.Value{xs, interp.Int64(2), interp.Int64(11)})
	require.NoError(t, err)
	require.NotNil(t, fault)
}

// Rows of a matrix that lanes bring are not told from nil either, where they have no elements.
func TestNilRows(t *testing.T) {
	p := compileText(t, `package a
func Rows(m [][]int) (n int) {
	for _, r := range m {
		if r == nil {
			n += 100
		}
		n += len(r)
	}
	return n
}`, "Rows", golang.Options{Cap: map[string]int{"m": 2, "m[]": 2}})
	rows := func(lens ...int64) (*interp.Fault, interp.Value) {
		var in []interp.Value
		for _, name := range p.VarsIn.Flatten() {
			typ, _ := p.TensorTypeOf(name)
			v := interp.Value{Type: typ, Bits: make([]uint64, program.Elements(typ.Shape))}
			if name == "m.lens.len" {
				v = interp.Int64(2)
			} else if typ.Dtype == program.I64 && len(v.Bits) == len(lens) {
				for i, n := range lens {
					v.Bits[i] = uint64(n)
				}
			}
			in = append(in, v)
		}
		out, fault, err := interp.Run(p, in)
		require.NoError(t, err)
		if fault != nil {
			return fault, interp.Value{}
		}
		return nil, out[0]
	}
	fault, n := rows(2, 1)
	require.Nil(t, fault)
	require.Equal(t, uint64(3), n.Bits[0])
	fault, _ = rows(1, 0)
	require.NotNil(t, fault)
	require.Contains(t, fault.Msg, "whether a slice that a lane brings is nil")
}
