package lockstep

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

//go:embed texts_test.go
var textsSource string

var errTiny = errors.New("tiny")

type tooFar struct {
	at  [2]float32
	how int8
}

func (e *tooFar) Error() string { return fmt.Sprintf("too far: %v, %d", e.at[1], e.how) }

type probe struct {
	at  [2]float32
	how int8
	id  complex64
}

// tellScalars has errors of all kinds.
func tellScalars(n int, x float64, ok bool) (y float64, err error) {
	switch {
	case n == 0:
		return x, errTiny
	case n == 1:
		return x, errors.New("fixed")
	case n == 2:
		return x, fmt.Errorf("at %d: %g is not %t", n, x, ok)
	case n == 3:
		_, err := tellScalars(n-1, math.Exp(x), ok)
		return x, fmt.Errorf("outer %.3f: %w", x, err)
	case n == 4:
		return x, &tooFar{[2]float32{0, float32(x)}, int8(n - 9)}
	case n == 5:
		return x, errors.New("no " + strconv.Itoa(n))
	case n == 6:
		panic("lanes that fault have no error")
	case n == 7:
		return x, fmt.Errorf("100%% of a constant: %d", 5)
	case n == 8:
		return x, fmt.Errorf("%g is a %T, %v a %T: %w", x, x, ok, &tooFar{}, errTiny)
	}
	return x, nil
}

func tellSlices(xs []float64, p probe, w []int32, scale float64) (errs [2]error, sum float64) {
	for i, x := range xs {
		if sum += x * scale; x < 0 {
			errs[i&1] = fmt.Errorf("x[%d] of %d is %v, near %v with %d", i, len(xs), x, p.at[1], w[i%len(w)])
		}
	}
	if real(p.id) > 1 {
		errs[0] = fmt.Errorf("%v: %s", p.id, strconv.FormatFloat(sum, 'g', 4, 64))
	}
	return errs, sum
}

type tally struct {
	n   int
	xs  [3]float64
	err error
}

func (t *tally) add(x float64) bool {
	if t.n == len(t.xs) {
		t.err = fmt.Errorf("no room for %g behind %g", x, t.xs[t.n-1])
		return false
	}
	t.xs[t.n] = x
	t.n++
	return true
}

func tellLate(n int) error {
	s := 0
	for i := range n {
		s ^= i * i
	}
	if s >= 0 {
		return fmt.Errorf("late: %d", s)
	}
	return nil
}

// tellDeferred has errors that deferred calls see and wrap, in the order in which they run, and in another branch one
// that is left to Go.
func tellDeferred(n int) (left int, err error) {
	defer func() {
		if left++; err != nil {
			err = fmt.Errorf("tellDeferred(%d), %d left: %w", n, left, err)
		}
	}()
	defer func(k int) { left *= k }(n + 1)
	switch {
	case n > 5:
		return 2 * n, fmt.Errorf("n is %d", n)
	case n == 3:
		return 0, fmt.Errorf("%d: %w", n, errors.ErrUnsupported)
	}
	return n, nil
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Errors have the texts that the function gives them, with the values of the lane, also when the caller has
// used the memory of the inputs again.
func TestErrorTexts(t *testing.T) {
	fn := MustCompile(textsSource, "tellScalars")
	n, x, ok := make([]int, 900), make([]float64, 900), make([]bool, 900)
	var want []string
	for i := range n {
		n[i], x[i], ok[i] = i%9, float64(i)/7, i%2 == 0
		if n[i] == 6 {
			want = append(want, "")
			continue
		}
		_, err := tellScalars(n[i], x[i], ok[i])
		want = append(want, text(err))
	}
	r, err := fn.Run(context.Background(), Inputs{"n": n, "x": x, "ok": ok})
	require.NoError(t, err)
	clear(n)
	clear(x)
	require.Len(t, r.Faults, 100)
	for i, err := range r.Errors("err") {
		require.Equal(t, want[i], text(err), i)
	}
	require.Equal(t, "errTiny", r.Errors("err")[0].(ReturnedError).Var)

	p := []probe{{at: [2]float32{1, 0.1}, id: 3 - 1i}, {at: [2]float32{1, 2.5}}, {}}
	xs, w := [][]float64{{1, -2}, {-1, -2, -3}, nil}, []int32{7, -8}
	for _, opts := range [][]CompileOption{{Cap("xs", 4)}, {Len("xs", 3)}} {
		fn = MustCompile(textsSource, "tellSlices", append(opts, Uniform("w", "scale"))...)
		if fn.Params()[0].Slice == "" {
			xs = [][]float64{{1, -2, 0}, {-1, -2, -3}, {0, 0, 0}}
		}
		r, err = fn.Run(context.Background(), Inputs{"xs": xs, "p": p}, WithUniform("w", w), WithUniform("scale", 0.3))
		require.NoError(t, err)
		for i, got := range r.Errors("errs") {
			errs, _ := tellSlices(xs[i/2], p[i/2], w, 0.3)
			require.Equal(t, text(errs[i%2]), text(got), "%d", i)
		}
	}

	fn = MustCompile(textsSource, "tellDeferred", LeaveToGo())
	deferred := []int{1, 2, 3, 6, 7}
	r, err = fn.Run(context.Background(), Inputs{"n": deferred})
	require.NoError(t, err)
	require.Len(t, r.Faults, 1)
	for i, got := range r.Errors("err") {
		if n := deferred[i]; n != 3 {
			left, err := tellDeferred(n)
			require.Equal(t, text(err), text(got), "%d", n)
			require.Equal(t, int64(left), Column[int64](r, "left")[i])
		}
	}

	fn = MustCompile(textsSource, "tally.add")
	tallies := []tally{{n: 3, xs: [3]float64{1, 2, 4}}, {n: 1}}
	r, err = fn.Run(context.Background(), Inputs{"t": tallies, "x": []float64{9.5, 1}})
	require.NoError(t, err)
	after := Column[tally](r, "t.out")
	require.EqualError(t, after[0].err, "no room for 9.5 behind 4")
	require.NoError(t, after[1].err)
}

type tellKind uint8

func (k tellKind) String() string { return [...]string{"even", "odd"}[k%2] }

type tellPoint struct {
	X    float32
	Kind tellKind
	kind tellKind
	tags []string
	next *tellPoint
}

// tellComposites prints values that have others in them.
func tellComposites(n int, x float64) error {
	p := tellPoint{X: float32(x), Kind: tellKind(n), kind: tellKind(n), tags: []string{"a", "b c"}}
	switch n {
	case 0:
		return fmt.Errorf("%v %+v", p, struct{ A, B int }{n, 3})
	case 1:
		return fmt.Errorf("%+v at %v", &p, [2]bool{true, false})
	case 2:
		return fmt.Errorf("%6.2f|%v|%04d", []float64{x, -x}, []tellKind{0, 1}, [3]int8{1, -2, 3})
	case 3:
		return fmt.Errorf("%v %+v", map[string]int{"b": n, "a": 2}, map[int16][]int{-1: {n}, 300: nil})
	case 4:
		return fmt.Errorf("%s %x %v %q", []byte("text"), [2]byte{7, 200}, []byte{1, 2}, p.tags)
	case 5:
		return fmt.Errorf("%v %v", []any{n, "s", nil, x, p.Kind}, map[bool]any{true: p.X, false: nil})
	case 6:
		var none []int
		var nobody *tellPoint
		return fmt.Errorf("%v %v %d %s", none, nobody, map[int]int(nil), []string{})
	}
	return fmt.Errorf("%v", struct{ P *int }{})
}

type tellWrapped struct {
	amount float64
	err    error
}

func (e *tellWrapped) Error() string { return fmt.Sprintf("%.2f: %v", e.amount, e.err) }
func (e *tellWrapped) Unwrap() error { return e.err }

type tellAccount struct {
	mu      sync.Mutex
	balance float64
}

func (a *tellAccount) withdraw(x float64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if x > a.balance {
		return &tellWrapped{x, errTiny}
	}
	a.balance -= x
	return nil
}

// tellWithdrawn asks what an error of its own wraps, and locks what nobody else has.
func tellWithdrawn(x, y float64) error {
	a := &tellAccount{balance: 3}
	for _, amount := range []float64{x, y} {
		if err := a.withdraw(amount); errors.Is(err, errTiny) {
			return fmt.Errorf("account with %.1f: %w", a.balance, err)
		}
	}
	return nil
}

// tellAsked asks what types an error has, or what it wraps has, and then tells what it is.
func tellAsked(x, y float64) error {
	a := &tellAccount{balance: 3}
	err := a.withdraw(x)
	if x < 0 {
		err = fmt.Errorf("%.1f < 0: %w", x, err)
	}
	if y > 2 {
		err = fmt.Errorf("%.1f: %w", y, &tellWrapped{y, err})
	}
	var own *tellWrapped
	if errors.As(err, &own) {
		return fmt.Errorf("own, %.2f: %w", x+y, err)
	}
	if x == 7 {
		err = fmt.Errorf("%.0f: %w", x, errTiny)
	}
	switch e := err.(type) {
	case interface{ Timeout() bool }:
		return fmt.Errorf("late after %.2f", x)
	case *tellWrapped:
		return fmt.Errorf("own after all, %.2f: %w", e.amount, err)
	}
	if _, ok := errors.AsType[*tellWrapped](err); !ok && err != nil {
		return fmt.Errorf("others', %.2f: %w", x, err)
	}
	return err
}

// tellSpelled makes a text that is compared, so that numbers are spelled when it runs.
func tellSpelled(x float64) error {
	if s := fmt.Sprintf("%g", x); s != "7" {
		return fmt.Errorf("%g, not 7: %v", x, fmt.Sprint(x/3, "?"))
	}
	return nil
}

// Numbers of more digits than a word has are rounded by the bits of floats, which are there when a text is made, too.
func TestErrorTextsOfNumbers(t *testing.T) {
	s := []string{"1.5", "123+", "1234567890123456789012x", "0.12345678901234567890123y", "1e400", ""}
	const source = `package f

import "strconv"

func F(s string) (float64, error) { return strconv.ParseFloat(s, 64) }
`
	r, err := MustCompile(source, "F", Cap("s", 32)).Run(context.Background(), Inputs{"s": s})
	require.NoError(t, err)
	for i, got := range r.Errors("r1") {
		_, want := strconv.ParseFloat(s[i], 64)
		require.Equal(t, text(want), text(got), s[i])
	}
}

// Values that have others in them are printed as package fmt prints them, and locks and errors that wrap others do not
// keep a text from being made.
func TestErrorTextsOfComposites(t *testing.T) {
	n, x := []int{0, 1, 2, 3, 4, 5, 6, 7}, []float64{1, 2.5, -3, 1e9, 0.1, 7, 3, 2}
	r, err := MustCompile(textsSource, "tellComposites", MakeCap(8)).Run(context.Background(), Inputs{"n": n, "x": x})
	require.NoError(t, err)
	for i, got := range r.Errors("r0") {
		require.Equal(t, text(tellComposites(n[i], x[i])), text(got), i)
	}
	y := []float64{1, 5, 0.25, 3, 2, 8, 1, 1}
	r, err = MustCompile(textsSource, "tellWithdrawn").Run(context.Background(), Inputs{"x": x, "y": y})
	require.NoError(t, err)
	for i, got := range r.Errors("r0") {
		require.Equal(t, text(tellWithdrawn(x[i], y[i])), text(got), i)
	}
	r, err = MustCompile(textsSource, "tellAsked").Run(context.Background(), Inputs{"x": x, "y": y})
	require.NoError(t, err)
	for i, got := range r.Errors("r0") {
		require.Equal(t, text(tellAsked(x[i], y[i])), text(got), i)
	}
	r, err = MustCompile(textsSource, "tellSpelled", MakeCap(40)).Run(context.Background(), Inputs{"x": x})
	require.NoError(t, err)
	for i, got := range r.Errors("r0") {
		require.Equal(t, text(tellSpelled(x[i])), text(got), i)
	}
}

// What takes too long keeps the format.
func TestErrorTextsTooLong(t *testing.T) {
	r, err := MustCompile(textsSource, "tellLate").Run(context.Background(), Inputs{"n": []int{1000, 1 << 23, 3}})
	require.NoError(t, err)
	errs := r.Errors("r0")
	require.EqualError(t, errs[0], text(tellLate(1000)))
	require.Equal(t, ReturnedError{Code: 1, Text: "late: %d", IsFormat: true}, errs[1])
	require.EqualError(t, errs[2], text(tellLate(3)))
}

// Which lanes have errors with texts of their own takes memory once, however many these are. Codes of lanes that did
// not finish may be any.
func TestErrorTextsLanes(t *testing.T) {
	texts := &errorTexts{}
	texts.add(3)
	texts.add(1)
	require.Equal(t, []int{1, 3, 4}, texts.lanesWith([]int32{0, 2, 3, 0, -1, 4, 1, 1, 2, 3}, 2))
	require.Empty(t, texts.lanesWith([]int32{0, 2, math.MaxInt32, math.MinInt32}, 1))
	codes := make([]int32, 1000)
	for i := range codes {
		codes[i] = int32(i * 7 % 4)
	}
	require.Len(t, texts.lanesWith(codes, 1), 500)
	require.Equal(t, 1., testing.AllocsPerRun(5, func() { texts.lanesWith(codes, 1) }))
}

// The text of an error may tell strings that lanes have no other use for, one that is the same for all lanes, and what
// errors are joined.
func TestErrorTextsOfStrings(t *testing.T) {
	const source = `package a

import (
	"errors"
	"fmt"
)

var errBase = errors.New("base")

func kind(kind, unused string, n int) error {
	if n > 2 {
		return fmt.Errorf("order %d of kind %s", n, kind)
	}
	return nil
}

func name(name string, n int) error { return fmt.Errorf("name %s of %d", name, n) }

func join(n int) (error, error) {
	var last error
	for i := range n {
		last = errors.Join(last, fmt.Errorf("x%d", i))
	}
	return errors.Join(errBase, nil, last), fmt.Errorf("joined: %w", errors.Join(errBase, errBase))
}
`
	said := func(in Inputs, fn string, result string, opts ...CompileOption) (says []string) {
		f, err := Compile(source, fn, opts...)
		require.NoError(t, err)
		r, err := f.Run(context.Background(), in)
		require.NoError(t, err)
		for _, err := range r.Errors(result) {
			says = append(says, text(err))
		}
		return says
	}
	n := []int{1, 3, 4}
	require.Equal(t, []string{"", "order 3 of kind put", "order 4 of kind call"},
		said(Inputs{"kind": []string{"call", "put", "call"}, "unused": []string{"a", "b", "c"}, "n": n}, "kind", "r0",
			Texts("kind", "call", "put"), Texts("unused", "x")))
	require.Equal(t, []string{"name ab of 1", "name ab of 3", "name ab of 4"},
		said(Inputs{"name": []string{"ab"}, "n": n}, "name", "r0", Cap("name", 8)))
	require.Equal(t, []string{"name ab of 3"},
		said(Inputs{"name": []string{"ab"}, "n": []int{3}}, "name", "r0", Cap("name", 8)))
	require.Equal(t, []string{"base\nx0", "base\nx0\nx1"}, said(Inputs{"n": []int{1, 2}}, "join", "r0"))
	require.Equal(t, []string{"joined: base\nbase"}, said(Inputs{"n": []int{1}}, "join", "r1"))
}
