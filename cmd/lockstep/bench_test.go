package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/internal/goloop"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// benched has parameters and results of all kinds.
const benched = `package f

import (
	"errors"
	"fmt"
)

type vec struct{ X, Y float64 }

type Box struct {
	size   int8
	Lo, Hi vec
	N      [2][3]int32
}

type Note struct {
	at []int
	of string
}

type Book struct {
	notes []*Note
	rates map[string][2]float32
	days  map[int]float32
	next  *Book
}

func (b *Book) Worth(day int) (worth float32) {
	for ; b != nil; b = b.next {
		for _, n := range b.notes {
			for _, at := range n.at {
				if rate, ok := b.rates[n.of]; ok && at >= day {
					worth += rate[at&1] + b.days[at]
				}
			}
		}
	}
	return worth
}

// Area also changes what it is given a pointer to.
func (b *Box) Area(scale complex128) (area float64, c complex128) {
	b.Lo.X *= 2
	return (b.Hi.X - b.Lo.X) * float64(b.N[1][2]+int32(b.size)), scale * scale
}

var errSmall = errors.New("small")

func Root(x float32, up bool) (vec, error) {
	if x < 16 {
		return vec{}, errSmall
	}
	if up {
		x++
	}
	return vec{float64(x), 1}, nil
}

func Sum(p []vec, w []float64, rest ...uint16) (s float64, ys []float64) {
	ys = make([]float64, 0, 8)
	for i, v := range p {
		s += v.X * w[i%len(w)]
		ys = append(ys, v.Y)
	}
	for _, r := range rest {
		s += float64(r)
	}
	return s, ys
}

type low struct{ by float64 }

func (l low) Error() string { return fmt.Sprintf("%.3g too low", l.by) }

// Limits has errors with values of the lane in them, also in arrays and slices.
func Limits(x float64, n uint8) (errs [2]error, more []error, err error) {
	switch n % 4 {
	case 1:
		errs[1] = low{x}
	case 2:
		errs[0] = errSmall
		more = append(more, errSmall, fmt.Errorf("n is %d", n))
	case 3:
		err = fmt.Errorf("x is %g: %w", x, errSmall)
	}
	return errs, more, err
}

func Scale(x []float64, by float64) {
	for i := range x {
		x[i] *= by
	}
}

func Div(a, b int64) int64 { return a / b }

func Tails(m [][]float64) (sum float64, tails [][]float64) {
	for _, row := range m {
		for _, x := range row {
			sum += x
		}
		if len(row) > 0 {
			tails = append(tails, row[1:])
		}
	}
	return sum, tails
}

// Turn writes to its rows, and to a row that is another one then.
func Turn(m [][]float64, by float64) (last float64) {
	for i, row := range m {
		for j := range row {
			row[j] *= by
		}
		if i > 0 {
			m[i-1], m[i] = m[i], m[i-1]
		}
		if len(m[i]) > 0 {
			m[i][0]++
			last = m[i][0]
		}
	}
	return last
}

func Pair(x int32) (*[2]int32, *vec) {
	v := &vec{float64(x), 1}
	if x%3 == 0 {
		return nil, v
	}
	return &[2]int32{x, -x}, v
}
`

type benchOutput struct{ Functions []benchJSON }

func benchJSONOf(t *testing.T, want status, args ...string) benchOutput {
	t.Helper()
	var stdout, stderr bytes.Buffer
	st := Main(append([]string{"bench", "-json", "-rounds", "1"}, args...), nil, &stdout, &stderr)
	require.Equal(t, want, st, stderr.String())
	var out benchOutput
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &out), stdout.String())
	return out
}

// The compiled function is called with what the batch has, and gives the same, whatever its
// parameters and results are.
func TestBenchCompares(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles loops")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(goloop.ErrNoCompiler)
	}
	inDir(t, "f.go", benched)
	for _, args := range []string{
		"-func Box.Area", "-func Root -range x=0:100", "-func Sum -cap p=5 -uniform w=1,2,3 -len rest=2",
		"-func Scale -cap x=5", "-func Tails -cap m=4,m[]=3 -make-cap 4", "-func Tails -len m=4,m[]=3 -make-cap 4",
		"-func Limits", "-func Pair", "-func Turn -cap m=4,m[]=3", "-func Turn -len m=4,m[]=3",
		"-func Div -range b=0:3", `-func Book.Worth -range day=0:5 -uniform b={"notes":[{"at":[1,3],"of":"eur"},` +
			`{"at":null,"of":"usd"}],"rates":{"eur":[1,0.5]},"days":{"3":2},"next":{"notes":[{"at":[2],"of":""}]}}`,
	} {
		out := benchJSONOf(t, statusOK, append([]string{"f.go", "-n", "300"}, strings.Fields(args)...)...).Functions[0]
		require.Empty(t, out.NoLoop, args)
		require.True(t, out.Compared, args)
		require.Zero(t, out.Differing, "%s: %s", args, out.Difference)
		require.Equal(t, 300, out.Lanes+out.Faulted)
		require.Equal(t, out.Faulted > 0, strings.Contains(args, "Div"))
		require.Equal(t, out.Faulted > 0, len(out.Faults) > 0)
		require.Equal(t, "compiled loop", out.Ways[0].Name)
		require.Positive(t, out.Ways[1].Nanoseconds)
		require.Positive(t, out.Utilisation)
		require.NotEmpty(t, out.Even)
	}
}

// What is printed reads like this, with the figures of the day.
func TestBenchText(t *testing.T) {
	inDir(t, "steps.go", `package steps

// Steps counts.
func Steps(n int64) int64 {
	steps := int64(0)
	for n > 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps
}
`)
	t.Setenv("PATH", "") // no go command
	var stdout, stderr bytes.Buffer
	st := Main([]string{"bench", "steps.go", "-n", "40", "-range", "n=1:30", "-rounds", "2"}, nil, &stdout, &stderr)
	require.Zero(t, st, stderr.String())
	text := regexp.MustCompile(`[0-9.]+ (ns|µs|ms|%)`).ReplaceAllString(stdout.String(), "# $1")
	text = regexp.MustCompile(` {2,}`).ReplaceAllString(text, "  ")
	for _, want := range []string{
		" function  Steps of steps.go, -math go\n",
		" inputs  40 lanes, random (-seed 1)\n",
		" checked  nothing: there is no loop to compare with: there is no go command to compile the loop with\n",
		"one core, median of 2 rounds in turn\n",
		" way  time of a lane\n",
		" batch  # ",
		"-engine off  # ",
		" utilisation  # % of the lanes in flight do something at a time, by kernels",
		" source line  work  lanes\n",
		" steps.go:8  # %  # %  n /= 2\n",
	} {
		require.Contains(t, text, want)
	}
}

// Numbers that come from times have two digits.
func TestRoughly(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 7: "7", 99: "99", 104: "100", 995: "1000", 62164: "62000", 999_999: "1 million",
		40_301_590: "40 million", 1_250_000: "1.3 million",
	} {
		require.Equal(t, want, roughly(n), n)
	}
}

// Lanes that fault as if the function panicked are compared too: the compiled function has to panic there.
func TestBenchComparesPanics(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a loop")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(goloop.ErrNoCompiler)
	}
	const text = "package f\n\nfunc Div(a, b int) int { return a / b }\n"
	inDir(t, "f.go", text)
	compiled, err := lockstep.Compile(text, "Div")
	require.NoError(t, err)
	column := func(name string, values ...int) dataio.Column {
		return dataio.Column{Field: lockstep.Field{Name: name, Type: program.GoInt}, Data: values}
	}
	b := &bench{flags: &benchFlags{}, path: "f.go", function: &function{fn: "Div", compiled: compiled},
		table:  &dataio.Table{Lanes: 4, Columns: []dataio.Column{column("a", 1, 2, 3, 4), column("b", 1, 0, 0, 2)}},
		status: newStatusLine(&env{stderr: io.Discard})}
	fault := func(lane int, code program.Code) lockstep.Fault { return lockstep.Fault{Lane: lane, Code: code} }
	for _, c := range []struct {
		faults []lockstep.Fault
		differ int
	}{
		{[]lockstep.Fault{fault(1, optab.DivideByZero), fault(2, optab.DivideByZero)}, 0},
		{[]lockstep.Fault{fault(0, optab.NeedsGo), fault(3, optab.CapacityExceeded)}, 0},
		{[]lockstep.Fault{fault(0, optab.Panic), fault(1, optab.DivideByZero), fault(3, optab.IndexOutOfRange)}, 2},
	} {
		b.differing, b.difference = 0, ""
		require.NoError(t, b.comparePanics(t.Context(), c.faults))
		require.Equal(t, c.differ, b.differing)
		require.Equal(t, c.differ > 0, strings.Contains(b.difference, "lane 0: panic"), b.difference)
	}
}

// TestBenchTextsInSlices: each lane has slices of its own length whose elements have strings of a few.
func TestBenchTextsInSlices(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a loop")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(goloop.ErrNoCompiler)
	}
	inDir(t, "f.go", `package f

type rec struct{ Grade string }

func Last(rs []rec) (string, int) { return rs[len(rs)-1].Grade, int(rs[0].Grade[0]) }
`)
	const rows = `{"rs":[{"Grade":"C"},{"Grade":"AB"}]}
{"rs":[{"Grade":"AB"},{"Grade":"C"},{"Grade":"C"}]}
`
	require.NoError(t, os.WriteFile("in.jsonl", []byte(rows), 0o666))
	var stdout, stderr bytes.Buffer
	st := Main([]string{"bench", "f.go", "-in", "in.jsonl", "-texts", "rs.Grade=AB,C", "-rounds", "1"}, nil, &stdout,
		&stderr)
	require.Zero(t, st, stderr.String())
	require.Contains(t, stdout.String(), "every result has the bits of the compiled function")
}

// fibonacci makes a slice of as many elements as a lane asks for.
const fibonacci = `package f

func Fibonacci(n int) int {
	xs := []int{0, 1}
	for len(xs) <= n {
		xs = append(xs, xs[len(xs)-1]+xs[len(xs)-2])
	}
	return xs[n]
}
`

// TestBenchMoreRoom: where lanes need more room than is usual, or need room at all, they are given it.
func TestBenchMoreRoom(t *testing.T) {
	inDir(t, "f.go", fibonacci+`
func Upto(n int) []int {
	if n > 3 {
		return append(Upto(n-1), n)
	}
	return []int{n}
}

func Sum(n int) (s int) {
	for _, x := range Upto(n) {
		s += x
	}
	return s
}
`)
	require.NoError(t, os.WriteFile("in.csv", []byte("n\n3\n300\n4\n"), 0o666))
	t.Setenv("PATH", "") // no go command
	for _, name := range []string{"Fibonacci", "Sum"} {
		out := benchJSONOf(t, statusOK, "f.go", "-func", name, "-in", "in.csv").Functions[0]
		require.Zero(t, out.Faulted, name)
		require.Greater(t, out.Assumed, 64, name)
	}
}

// TestBenchUniformText: the compiled loop is given the text of a string parameter that is one for all lanes.
func TestBenchUniformText(t *testing.T) {
	inDir(t, "f.go", "package f\n\nfunc Count(unit string, n int) int { return len(unit)*100 + n }\n")
	require.NoError(t, os.WriteFile("in.csv", []byte("n\n3\n9\n"), 0o666))
	for _, args := range [][]string{{"-in", "in.csv"}, {"-n", "20"}} {
		out := benchJSONOf(t, statusOK, append([]string{"f.go", "-uniform", "unit=km/h"}, args...)...).Functions[0]
		require.True(t, out.Compared)
		require.Zero(t, out.Differing)
	}
}

// TestBenchRoom: the least room that is enough for all lanes is found and measured, if what is given is, or what is
// taken where nothing is.
func TestBenchRoom(t *testing.T) {
	inDir(t, "f.go", fibonacci)
	require.NoError(t, os.WriteFile("in.csv", []byte("n\n3\n9\n4\n"), 0o666))
	t.Setenv("PATH", "") // no go command
	for given, enough := range map[string]int{"": 10, "64": 10, "11": 10, "10": 0, "8": 0, "1": 0} {
		args, assumed := []string{"f.go", "-in", "in.csv", "-make-cap", given}, []int{0}
		if given == "" {
			args, assumed = args[:3], []int{10, 16, 64} // whichever is fastest
		}
		out := benchJSONOf(t, statusOK, args...).Functions[0]
		require.Equal(t, enough, out.MakeCap, given)
		require.Contains(t, assumed, out.Assumed, given)
		names := ""
		for _, w := range out.Ways {
			names += w.Name + "\n"
		}
		require.Equal(t, enough > 0 && given != "", strings.Contains(names, "batch, -make-cap 10\n"), names)
	}
}
