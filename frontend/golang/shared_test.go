package golang_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/cases"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// TestSharedSameAsGo runs the functions with a parameter that all lanes share as Go
// compiled them and as the oracle does, for many values of it.
func TestSharedSameAsGo(t *testing.T) {
	source := caseSource(t)
	for name, fn := range cases.SharedFuncs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := source.Compile(name, golang.Options{Uniform: []string{"shared"}})
			require.NoError(t, err)
			oracle, err := interp.New(p)
			require.NoError(t, err)
			rng, f := rand.New(rand.NewPCG(1, 2)), reflect.ValueOf(fn)
			panics, lanes := 0, 0
			for range 60 {
				value := reflect.New(f.Type().In(0)).Elem()
				(&sharer{rng: rng, made: map[reflect.Type][]reflect.Value{}}).fill(value, 0)
				uniforms := uniformsOf(t, p, value)
				for lane := range 40 {
					lanes++
					args, inputs := []reflect.Value{value}, []interp.Value(nil)
					for i := 1; i < f.Type().NumIn(); i++ {
						arg := reflect.New(f.Type().In(i)).Elem()
						invent(rng, arg, 700*(lane&1)+lane)
						args, inputs = append(args, arg), append(inputs, flatten(p, arg)...)
					}
					want, panicked := call(f, args)
					got, fault, err := oracle.Run(inputs, uniforms...)
					require.NoError(t, err)
					if panicked != "" {
						panics++
						require.NotNil(t, fault, "Go panics: %s", panicked)
						require.Contains(t, panicked, fault.Code.String())
						continue
					}
					require.Nil(t, fault, "%v", args[1:])
					var flat []interp.Value
					for _, w := range want {
						flat = append(flat, flatten(p, w)...)
					}
					require.Len(t, got, len(flat))
					for i := range flat {
						require.True(t, same(got[i], flat[i]), "result %d is %s, want %s, for %v", i, got[i], flat[i],
							args[1:])
					}
				}
			}
			require.Less(t, panics, lanes)
		})
	}
}

// TestSharedResults: slices and strings that all lanes share are copied where they are results.
func TestSharedResults(t *testing.T) {
	source := caseSource(t)
	for name, fn := range cases.SharedResults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := source.Compile(name, golang.Options{Uniform: []string{"shared"}})
			require.ErrorContains(t, err, "(-make-cap N, lockstep.MakeCap)")
			p, err := source.Compile(name, golang.Options{Uniform: []string{"shared"}, MakeCap: 16})
			require.NoError(t, err)
			rng, f, ran := rand.New(rand.NewPCG(1, 2)), reflect.ValueOf(fn), 0
			for lane := range 600 {
				value := reflect.New(f.Type().In(0)).Elem()
				(&sharer{rng: rng, made: map[reflect.Type][]reflect.Value{}}).fill(value, 0)
				arg := reflect.New(f.Type().In(1)).Elem()
				invent(rng, arg, 700*(lane&1)+lane)
				want, panicked := call(f, []reflect.Value{value, arg})
				got, fault, err := interp.Run(p, flatten(p, arg), uniformsOf(t, p, value)...)
				require.NoError(t, err)
				if fault != nil {
					left := fault.Code == optab.NeedsGo && value.Kind() == reflect.Slice && value.Len() == 0
					require.True(t, panicked != "" || left, "%v, %v: %v", value, arg, fault)
					continue
				}
				require.Empty(t, panicked)
				ran++
				requireShared(t, p, want, got, fmt.Sprint(value, ", ", arg))
			}
			require.Greater(t, ran, 100)
		})
	}
}

// requireShared compares results, of which slices that are nil have the length -1.
func requireShared(t *testing.T, p *program.Program, want []reflect.Value, got []interp.Value, what string) {
	t.Helper()
	k := 0
	for _, w := range want {
		if w.Kind() != reflect.Slice && w.Kind() != reflect.String {
			require.True(t, same(got[k], flatten(p, w)[0]), "%s: want %v", what, w)
			k++
			continue
		}
		length := int64(w.Len())
		if w.Kind() == reflect.Slice && w.IsNil() {
			length = -1
		}
		require.Equal(t, length, int64(got[k+1].Bits[0]), "%s: want %v", what, w)
		for i := range w.Len() {
			require.Equal(t, flatten(p, w.Index(i))[0].Bits[0], got[k].Bits[i], "%s: want %v", what, w)
		}
		k += 2
	}
	require.Len(t, got, k)
}

// uniformsOf gives the oracle a shared value.
func uniformsOf(t *testing.T, p *program.Program, value reflect.Value) (opts []interp.Option) {
	laid, err := shared.Columns("shared", value.Interface())
	require.NoError(t, err)
	inputs := slices.DeleteFunc(slices.Clone(p.Uniforms), func(u *program.Uniform) bool { return !u.IsInput() })
	require.Len(t, laid.Columns, len(inputs))
	for i, u := range inputs {
		require.True(t, strings.HasPrefix(u.Name, laid.Names[i]), "%s, %s", u.Name, laid.Names[i])
		v := reflect.ValueOf(laid.Columns[i].Data)
		bits := make([]uint64, v.Len())
		for k := range bits {
			bits[k] = flatten(p, v.Index(k))[0].Bits[0]
		}
		opts = append(opts, interp.WithUniformShape(u.Name, laid.Columns[i].Shape, bits))
	}
	return opts
}

// sharer makes values of types that refer to others, in cycles too.
type sharer struct {
	rng  *rand.Rand
	made map[reflect.Type][]reflect.Value
}

func (s *sharer) fill(v reflect.Value, depth int) {
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem() // also fields that are not exported
	rng := s.rng
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			s.fill(v.Field(i), depth)
		}
	case reflect.Array:
		for i := range v.Len() {
			s.fill(v.Index(i), depth)
		}
	case reflect.Pointer:
		old := s.made[v.Type()]
		switch {
		case depth > 0 && len(old) > 0 && rng.IntN(5) == 0:
			v.Set(old[rng.IntN(len(old))])
		case depth > 0 && rng.IntN(5) < depth:
		default:
			p := reflect.New(v.Type().Elem())
			s.made[v.Type()] = append(old, p)
			s.fill(p.Elem(), depth+1)
			v.Set(p)
		}
	case reflect.Slice:
		if depth > 3 || rng.IntN(6) == 0 {
			return
		}
		n := rng.IntN(5)
		if v.Type() == reflect.TypeFor[[][]int8]() && depth == 0 {
			v.Set(reflect.ValueOf([][]int8{{1, 2, 3}, {-4, 5, 6}})) // a matrix
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			s.fill(v.Index(i), depth+1)
		}
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(rng.IntN(7) - 1))
	case reflect.String:
		v.SetString([]string{"", "a", "call", "put", "höhe", "al\xff", "pal"}[rng.IntN(7)])
	case reflect.Map:
		if depth > 3 || rng.IntN(6) == 0 {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for range rng.IntN(12) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			s.fill(key, depth+1)
			s.fill(value, depth+1)
			v.SetMapIndex(key, value)
		}
	case reflect.Func:
	default:
		invent(rng, v, 700)
	}
}
