package golang_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/cases"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/resolve"
	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// leftOpen are the cases whose results the language leaves open, and why. A
// program's are those of Go on amd64, on every machine.
var leftOpen = map[string]string{
	"ConvertFloat32": "a float outside the integer's range",
	"ConvertFloat64": "a float outside the integer's range",
	"VecNamed":       "a float outside the integer's range",
}

// fused are the cases in which Go may round a product and a sum once. Others
// convert their products, which does not help where they are complex; and those whose names begin with
// Domain are written as users write them.
var fused = []string{"Step", "ComplexMul", "ComplexDiv", "HornerComplex"}

// fuses tells whether Go does so here: on arm64, and on amd64 at v3.
func fuses() bool { return mulAdd(1+0x1p-30, 1+0x1p-30, -(1+0x1p-29)) != 0 }

//go:noinline
func mulAdd(x, y, z float64) float64 { return x*y + z }

// makeCap is the room of slices whose length is not known. A lane that needs more
// faults, and is not compared.
const makeCap = 64

// roomOf is that of a case; what has counters to say how much is needed gets none, and what makes texts of numbers. Of
// strings that recursions make there are few, and their memory is the square of it.
func roomOf(name string) int {
	switch {
	case strings.HasPrefix(name, "Counted"), strings.HasPrefix(name, "Format"):
		return 0
	case strings.HasPrefix(name, "Recursive"):
		return 20
	}
	return makeCap
}

// TestSameAsGo runs every case as Go compiled it and as the oracle runs the
// program compiled from the same text, and compares all bits (any NaN equals
// any other) or the panics. Package math is the one of Go here.
func TestSameAsGo(t *testing.T) {
	files, err := golang.ReadFS(cases.Sources)
	require.NoError(t, err)
	fns, err := golang.Functions(files)
	require.NoError(t, err)
	all := cases.All()
	for _, f := range fns {
		if f.Name[0] >= 'A' && f.Name[0] <= 'Z' && f.Name != "All" && !strings.Contains(f.Name, ".") {
			if cases.SharedFuncs[f.Name] == nil {
				require.Contains(t, all, f.Name, "add it to the lists of package cases")
			}
		}
	}
	for name, fn := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if why := leftOpen[name]; why != "" && runtime.GOARCH != "amd64" {
				t.Skip("compiled Go is different here: " + why)
			}
			if fuses() && (slices.Contains(fused, name) || strings.HasPrefix(name, "Domain")) {
				t.Skip("compiled Go is different here: it fuses x*y + z")
			}
			p := caseProgram(t, name)
			leaves := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
			compare(t, p, reflect.ValueOf(fn), slices.ContainsFunc([]string{"Shares", "Held", "ErrsLeft"}, leaves))
		})
	}
}

// caseSource parses the cases, for all tests once.
func caseSource(t *testing.T) *golang.Source {
	source, err := caseSources()
	require.NoError(t, err)
	return source
}

var caseSources = sync.OnceValues(func() (*golang.Source, error) {
	files, err := golang.ReadFS(cases.Sources)
	if err != nil {
		return nil, err
	}
	return golang.Parse(files, golang.Options{Import: resolve.New(".").Import})
})

// caseProgram compiles a case with the usual options, for all tests once: compiling takes most of their time.
func caseProgram(t *testing.T, name string) *program.Program {
	compiled.Lock()
	if compiled.programs == nil {
		compiled.programs = map[string]func() (*program.Program, error){}
	}
	p := compiled.programs[name]
	if p == nil {
		source := caseSource(t)
		p = sync.OnceValues(func() (*program.Program, error) {
			return source.Compile(name, golang.Options{MakeCap: roomOf(name)})
		})
		compiled.programs[name] = p
	}
	compiled.Unlock()
	got, err := p()
	require.NoError(t, err)
	return got
}

var compiled struct {
	sync.Mutex
	programs map[string]func() (*program.Program, error)
}

// compare compares a program with compiled Go. Lanes may be left to Go only where slices share memory.
func compare(t *testing.T, p *program.Program, fn reflect.Value, shares bool) {
	oracle, err := interp.New(p)
	require.NoError(t, err, "%s", p)
	rng := rand.New(rand.NewPCG(1, 2))
	faults, lanes := 0, 300
	switch {
	case testing.Short():
		lanes = 200
	case testkit.Full:
		lanes = 1000
	}
	const often = 1000 // where inputs seldom make sense
	lane := 0
	for ; lane < lanes || lane == faults && lane < often && !testing.Short(); lane++ {
		args, inputs := invented(rng, p, fn, lane)
		want, panicked := call(fn, args)
		got, fault, err := oracle.Run(inputs)
		require.NoError(t, err, "%s", p)
		describe := func() string { return fmt.Sprintf("%v\n%s", args, p) }
		if panicked != "" {
			faults++
			if fault == nil {
				t.Fatalf("got %v, but Go panicked: %s, for %s", got, panicked, describe())
			}
			says := fault.Code.String()
			if fault.Msg != "" {
				says = fault.Msg
			}
			// A text that is computed stays a format, or is not known at all; of a value
			// that is computed, the type is known.
			says, _, _ = strings.Cut(says, "%")
			switch {
			case strings.Contains(panicked, "makeslice: "):
				// of a length that is too large Go says that the capacity is too small
				require.Contains(t, says, "makeslice: ")
			case strings.Contains(panicked, "cannot convert slice"):
				// the length that it has is computed, and is not told
				require.Contains(t, says, "cannot convert slice to array or pointer to array with length ")
			case says != "error" && !strings.HasPrefix(says, "("):
				require.Contains(t, panicked, says)
			}
			require.True(t, fault.Pos.IsValid())
			continue
		}
		if fault != nil && (fault.Code == optab.CapacityExceeded ||
			fault.Code == optab.NeedsGo && golang.LeavesSome(fault.Msg) &&
				(shares || strings.Contains(fault.Msg, "is nil") || strings.Contains(fault.Msg, "overflow"))) {
			faults++
			continue
		}
		if fault != nil {
			t.Fatalf("fault %s, but Go returned %v, for %s", fault, want, describe())
		}
		var flat []interp.Value
		for _, w := range want {
			if w.Kind() == reflect.String || w.Kind() == reflect.Slice {
				flat = append(flat, flattenSlice(p, w, got, len(flat))...)
				continue
			}
			flat = append(flat, flatten(p, w)...)
		}
		for _, a := range args {
			if a.Kind() == reflect.Pointer { // what the function writes there is a result
				flat = append(flat, flatten(p, a)...)
			}
		}
		require.Len(t, got, len(flat))
		for i := range flat {
			if !same(got[i], flat[i]) {
				t.Fatalf("result %d is %s, want %s, for %s", i, got[i], flat[i], describe())
			}
		}
	}
	require.True(t, faults < lane || testing.Short(), "every input faults")
}

// invented makes the arguments of a lane, and the inputs of the program that they are.
func invented(rng *rand.Rand, p *program.Program, fn reflect.Value, lane int) (args []reflect.Value,
	inputs []interp.Value) {
	args = make([]reflect.Value, fn.Type().NumIn())
	for i := range args {
		args[i] = reflect.New(fn.Type().In(i)).Elem()
		invent(rng, args[i], lane)
		inputs = append(inputs, flatten(p, args[i])...)
	}
	return args, inputs
}

// flattenSlice gives the columns of a string or slice that is the k-th result: what is beyond its end is as it was got.
func flattenSlice(p *program.Program, v reflect.Value, got []interp.Value, k int) []interp.Value {
	defs := p.Flat(p.VarsOut)
	if defs[k].Go == program.GoString {
		return []interp.Value{interp.Int64(int64(slices.Index(defs[k].Texts, v.String())))}
	}
	want := interp.Value{Type: got[k].Type, Bits: slices.Clone(got[k].Bits)}
	for i := range min(v.Len(), len(want.Bits)) {
		want.Bits[i] = flatten(p, v.Index(i))[0].Bits[0]
	}
	if k+1 == len(defs) || defs[k+1].Go != program.GoLen {
		return []interp.Value{want}
	}
	return []interp.Value{want, interp.Int64(int64(v.Len()))}
}

// call runs the compiled function and returns its panic as text.
func call(fn reflect.Value, args []reflect.Value) (results []reflect.Value, panicked string) {
	defer func() {
		if r := recover(); r != nil {
			panicked = fmt.Sprint(r)
		}
	}()
	if fn.Type().IsVariadic() {
		return fn.CallSlice(args), ""
	}
	return fn.Call(args), ""
}

func same(a, b interp.Value) bool {
	for i := range a.Bits {
		x, y := a.Bits[i], b.Bits[i]
		switch a.Type.Dtype {
		case program.F64:
			f, g := math.Float64frombits(x), math.Float64frombits(y)
			if f != f && g != g {
				continue
			}
		case program.F32:
			f, g := math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y))
			if f != f && g != g {
				continue
			}
		}
		if x != y {
			return false
		}
	}
	return a.Type.Equal(b.Type)
}

// invent fills a value: with edges in the first lanes, at random in the rest.
func invent(rng *rand.Rand, v reflect.Value, lane int) {
	edge := lane < 700
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(inventInt(rng, edge)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(inventInt(rng, edge))
	case reflect.Float32, reflect.Float64:
		switch {
		case edge:
			v.SetFloat(testkit.EdgeFloats[rng.IntN(len(testkit.EdgeFloats))])
		case lane%3 == 0:
			v.SetFloat(math.Ldexp(rng.Float64()-0.5, rng.IntN(140)-70))
		default:
			v.SetFloat(math.Round(rng.NormFloat64()*16) / 4)
		}
	case reflect.Complex64, reflect.Complex128:
		re, im := reflect.New(reflect.TypeFor[float64]()).Elem(), reflect.New(reflect.TypeFor[float64]()).Elem()
		invent(rng, re, lane)
		invent(rng, im, lane)
		v.SetComplex(complex(re.Float(), im.Float()))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		invent(rng, v.Elem(), lane)
	case reflect.Array:
		for i := range v.Len() {
			invent(rng, v.Index(i), lane)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				invent(rng, v.Field(i), lane)
			}
		}
	}
}

func inventInt(rng *rand.Rand, edge bool) uint64 {
	switch rng.IntN(4) {
	case 0:
		return uint64(rng.IntN(20)) - 5
	case 1:
		return rng.Uint64() >> rng.IntN(64)
	}
	x := testkit.EdgeInts[rng.IntN(len(testkit.EdgeInts))]
	if !edge {
		x = uint64(rng.IntN(8))
	}
	if rng.IntN(3) == 0 {
		x = -x
	}
	return x
}

// flatten gives the leaves of a Go value in the order of a program: fields in
// order, an array of structs as a struct of arrays, blank fields left out.
func flatten(p *program.Program, v reflect.Value) []interp.Value {
	switch v.Kind() {
	case reflect.Interface: // an error
		code := 0
		if err, ok := v.Interface().(error); ok {
			code = 1 + slices.IndexFunc(p.Errors, func(e program.ErrorText) bool {
				return e.Text == err.Error() || strings.HasSuffix(e.Text, fmt.Sprintf("(%T)", err))
			})
		}
		return []interp.Value{interp.Int32(int32(code))}
	case reflect.Pointer:
		return flatten(p, v.Elem())
	case reflect.Complex64:
		return []interp.Value{interp.Float32(real(complex64(v.Complex()))),
			interp.Float32(imag(complex64(v.Complex())))}
	case reflect.Complex128:
		return []interp.Value{interp.Float64(real(v.Complex())), interp.Float64(imag(v.Complex()))}
	case reflect.Bool:
		return []interp.Value{interp.Bool(v.Bool())}
	case reflect.Int8, reflect.Int16, reflect.Int32:
		return []interp.Value{interp.Int32(int32(v.Int()))}
	case reflect.Int, reflect.Int64:
		return []interp.Value{interp.Int64(v.Int())}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return []interp.Value{interp.Scalar(program.U32, v.Uint())}
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return []interp.Value{interp.Scalar(program.U64, v.Uint())}
	case reflect.Float32:
		return []interp.Value{interp.Float32(float32(v.Float()))}
	case reflect.Float64:
		return []interp.Value{interp.Float64(v.Float())}
	case reflect.Struct:
		var leaves []interp.Value
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				leaves = append(leaves, flatten(p, v.Field(i))...)
			}
		}
		return leaves
	case reflect.Array:
		var leaves []interp.Value
		for i := range v.Len() {
			for k, l := range flatten(p, v.Index(i)) {
				if i == 0 {
					leaves = append(leaves,
						interp.Value{Type: program.Array(l.Type.Dtype, append([]int{v.Len()}, l.Type.Shape...)...)})
				}
				leaves[k].Bits = append(leaves[k].Bits, l.Bits...)
			}
		}
		return leaves
	}
	panic("no leaves for " + v.Type().String())
}
