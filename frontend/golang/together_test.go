package golang_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/resolve"
	"github.com/lockstep-simt/lockstep/program"
)

// A package in which functions reach errors, packages that are not there,
// syntax errors of imports, and changes of variables that others only read.
var manyFiles = []golang.File{{Name: "many.go", Text: `package many

import (
	"example.com/absent"
	"example.com/broken"
	"example.com/tables"
	"math"
)

var weights = [3]float64{1, 2, 4}
var counter int
var steps = [2]float64{1, 2}
var total float64

func init() { steps[1] = start() }

func start() float64 { return 3 }

func Good(x float64) float64 { return shared(x) + weights[1] }
func Also(x float64) float64 { return shared(x) * math.Sqrt(x) }
func shared(x float64) float64 { return generic(x) + float64(generic(3)) }
func generic[T int | float64](x T) T { return x * x }

func Wrong(x float64) float64 { return shared(x) + undeclared }
func ReachesWrong(x float64) float64 { return Wrong(x) }
func Absent(x float64) float64 { return absent.F(x) }
func Broken(x float64) float64 { return broken.F(x) }
func Count(x float64) float64 { counter++; return x }
func Counted() int { return counter }
func Steps() float64 { return steps[1] }
func Table(i int) float64 { return tables.T[i] }
func ChangesTable() { tables.T[1] = 2 }
func Loop(n int) float64 {
	var a [4]float64
	for i := range a {
		a[i] = float64(i)
	}
	for range a {
		total += 0
	}
	return a[n]
}

type V struct{ X, Y float64 }

func (v V) Norm() float64 { return math.Hypot(v.X, v.Y) }
func (v V) Bad() float64 { return v.Z }
func UsesNorm(x float64) float64 { return V{x, x}.Norm() }
func UsesBad(x float64) float64 { return V{x, x}.Bad() }
func Generic[T int | float64](x T) T { return generic(x) }
func NoBody(x float64) float64
`}}

func importMany(path string) ([]golang.File, error) {
	switch path {
	case "example.com/broken":
		return []golang.File{{Name: "a.go", Text: "package broken\nfunc F(x float64) float64 { return x }"},
			{Name: "b.go", Text: "package broken\nfunc"}}, nil
	case "example.com/tables":
		return []golang.File{{Name: "t.go", Text: "package tables\nvar T = [2]float64{1, 2}"}}, nil
	}
	return nil, errors.New("there is none")
}

// TestLoad: what was loaded together compiles as if alone: the same programs,
// and the same errors.
func TestLoad(t *testing.T) {
	s, loaded, accepted := sameAsAlone(t, manyFiles, golang.Options{Path: "example.com/many", Import: importMany}, 1)
	assert.GreaterOrEqual(t, accepted, 5)
	assert.GreaterOrEqual(t, loaded, accepted, "the errors of some have spoilt others")
	assert.Less(t, loaded, len(s.Functions()))
	_, loaded, _ = sameAsAlone(t, manyFiles, golang.Options{}, 1)
	assert.NotZero(t, loaded)
}

// TestLoadReal is TestLoad for packages as shipped.
func TestLoadReal(t *testing.T) {
	if testing.Short() {
		t.Skip("loads packages again and again")
	}
	r := resolve.New(".")
	for _, path := range []string{"gonum.org/v1/gonum/optimize/functions", "math/cmplx"} {
		files, err := r.Import(path)
		if err != nil {
			t.Skip(err)
		}
		s, loaded, accepted := sameAsAlone(t, files, golang.Options{Path: path, Import: r.Import}, 10)
		assert.NotZero(t, accepted)
		assert.Greater(t, loaded, len(s.Functions())/2)
	}
}

// sameAsAlone compiles all functions from one Source, several at a time, and
// compares every so-manieth with what Compile makes of it.
func sameAsAlone(t *testing.T, files []golang.File, opts golang.Options, every int) (s *golang.Source,
	loaded, accepted int) {
	t.Helper()
	s, err := golang.Parse(files, opts)
	require.NoError(t, err)
	fns := s.Functions()
	names := []string{"NoSuchFunction"}
	for _, fn := range fns {
		names = append(names, fn.Name)
	}
	loaded = s.LoadTogether(names...)
	texts := make([]string, len(fns))
	var all sync.WaitGroup
	for i, fn := range fns {
		all.Go(func() { texts[i] = outcome(s.Compile(fn.Name, withCaps(opts, fn))) })
	}
	all.Wait()
	for i := 0; i < len(fns); i += every {
		p, err := golang.Compile(files, fns[i].Name, withCaps(opts, fns[i]))
		if err == nil {
			accepted++
		}
		assert.Equal(t, outcome(p, err), texts[i], fns[i].Name)
	}
	return s, loaded, accepted
}

// withCaps gives every slice parameter a capacity.
func withCaps(opts golang.Options, fn golang.Func) golang.Options {
	opts.Cap = map[string]int{}
	for _, p := range fn.Params {
		if p.Type == "[]float64" {
			opts.Cap[p.Name] = 4
		}
	}
	return opts
}

// outcome is a program, or why there is none.
func outcome(p *program.Program, err error) string {
	if err == nil {
		return program.Print(p)
	}
	var text strings.Builder
	for _, e := range program.Errors(err) {
		text.WriteString(e.Error() + "\n")
	}
	return text.String()
}
