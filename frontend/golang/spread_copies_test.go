package golang_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/cases"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A slice that a lane brings may go on as one that a loop makes. What the function writes to it until then is written,
// and only then is there a column for that.
func TestMovesOn(t *testing.T) {
	source := caseSource(t)
	written := map[string]bool{"movesOnWritten": true, "movesOnRest": true, "movesOnBehind": true}
	for name, fn := range cases.MovesOn {
		t.Run(name, func(t *testing.T) {
			p, err := source.Compile(name, golang.Options{AnyCap: 3, MakeCap: 8})
			require.NoError(t, err)
			outs := p.VarsOut.Flatten()
			writes := slices.ContainsFunc(outs, func(name string) bool { return strings.HasPrefix(name, "y.out") })
			writes = writes || slices.Contains(outs, "ys.out")
			require.Equal(t, written[name], writes, "%v", outs)
			rng, ran := rand.New(rand.NewPCG(7, 7)), 0
			for range 300 {
				if movesOn(t, p, reflect.ValueOf(fn), rng) {
					ran++
				}
			}
			require.Greater(t, ran, 150)
		})
	}
}

// A matrix that a lane brings may go on as one that a loop makes, and what the function writes to it is written.
func TestMatricesMoveOn(t *testing.T) {
	source := caseSource(t)
	written := map[string]bool{"matricesWritten": true, "matricesBehind": true, "matricesRow": true}
	for name, fn := range cases.MatricesOn {
		for kind, opts := range map[string]golang.Options{
			"cap": {AnyCap: 3, MakeCap: 20}, "len": {Len: map[string]int{"m": 3, "m[]": 3}, MakeCap: 20},
		} {
			t.Run(name+" "+kind, func(t *testing.T) {
				p, err := source.Compile(name, opts)
				require.NoError(t, err)
				if outs := p.VarsOut.Flatten(); kind == "cap" {
					require.Equal(t, written[name], slices.Contains(outs, "m.out"))
				}
				rng, ran := rand.New(rand.NewPCG(7, 7)), 0
				for range 300 {
					if matrixMovesOn(t, p, fn, rng, kind == "cap") {
						ran++
					}
				}
				require.Greater(t, ran, 100)
			})
		}
	}
}

// matrixMovesOn compares a program with compiled Go for a random matrix of three rows of three elements, or of up to so
// many, and reports whether the lane has results.
func matrixMovesOn(t *testing.T, p *program.Program, fn func([][]float64, int8) float64, rng *rand.Rand,
	varies bool) bool {
	t.Helper()
	const most = 3
	m := make([][]float64, most)
	data, lens := interp.Value{Bits: make([]uint64, most*most)}, interp.Value{Bits: make([]uint64, most)}
	data.Type, lens.Type = program.Array(program.F64, most, most), program.Array(program.I64, most)
	if varies {
		m = m[:rng.IntN(most+1)]
	}
	for i := range m {
		if m[i] = make([]float64, most); varies {
			m[i] = make([]float64, rng.IntN(most+1))
		}
		for k := range m[i] {
			m[i][k] = float64(rng.IntN(16)) / 4
			data.Bits[i*most+k] = math.Float64bits(m[i][k])
		}
		lens.Bits[i] = uint64(len(m[i]))
	}
	n, in := int8(rng.Uint32()), []interp.Value{data}
	if varies {
		in = append(in, lens, interp.Int64(int64(len(m))))
	}
	described := fmt.Sprint(m, n)
	got, fault, err := interp.Run(p, append(in, interp.Int32(int32(n))))
	require.NoError(t, err)
	want, panicked := call(reflect.ValueOf(fn), []reflect.Value{reflect.ValueOf(m), reflect.ValueOf(n)})
	if fault != nil {
		empty := slices.ContainsFunc(m, func(row []float64) bool { return len(row) == 0 })
		left := fault.Code == optab.NeedsGo && empty || strings.Contains(fault.Msg, "has got another length")
		require.True(t, panicked != "" || left, "%s: %v", described, fault)
		return false
	}
	require.Empty(t, panicked, described)
	for k, name := range p.VarsOut.Flatten() {
		switch name {
		case "m.out":
			for i, row := range m {
				for j, x := range row {
					at := i*got[k].Type.Shape[1] + j
					require.Equal(t, math.Float64bits(x), got[k].Bits[at], "%s: %d, %d", described, i, j)
				}
			}
		case "m.out.lens":
			for i, row := range m {
				require.Equal(t, uint64(len(row)), got[k].Bits[i], "%s: length of row %d", described, i)
			}
		default:
			require.True(t, same(got[k], flatten(p, want[0])[0]), "%s: %s, want %v", described, got[k], want[0])
		}
	}
	return true
}

// movesOn compares a program with compiled Go for a random lane, and reports whether that is one with results.
func movesOn(t *testing.T, p *program.Program, fn reflect.Value, rng *rand.Rand) bool {
	t.Helper()
	var args, given []reflect.Value
	var in []interp.Value
	for i := range fn.Type().NumIn() {
		v := reflect.New(fn.Type().In(i)).Elem()
		if v.Kind() != reflect.Slice {
			v.SetInt(int64(int8(rng.Uint32())))
			args, in = append(args, v), append(in, flatten(p, v)...)
			continue
		}
		var of [3]float64
		ys := make([]float64, rng.IntN(len(of)+1))
		for k := range ys {
			ys[k] = float64(rng.IntN(16)) / 4
		}
		copy(of[:], ys)
		v.Set(reflect.ValueOf(ys))
		args, given = append(args, v), append(given, v)
		in = append(in, append(flatten(p, reflect.ValueOf(of)), interp.Int64(int64(len(ys))))...)
	}
	described := fmt.Sprint(args)
	got, fault, err := interp.Run(p, in)
	require.NoError(t, err)
	want, panicked := call(fn, args)
	if fault != nil {
		empty := func(v reflect.Value) bool { return v.Len() == 0 }
		maybeNil := fault.Code == optab.NeedsGo && slices.ContainsFunc(given, empty)
		require.True(t, panicked != "" || maybeNil, "%s: %v", described, fault)
		return false
	}
	require.Empty(t, panicked, described)
	var flat []interp.Value
	for _, w := range append(want, given...) {
		switch {
		case w.Kind() != reflect.Slice:
			flat = append(flat, flatten(p, w)...)
		case len(flat) < len(got):
			flat = append(flat, flattenSlice(p, w, got, len(flat))...)
		}
	}
	require.GreaterOrEqual(t, len(flat), len(got))
	for i := range got {
		require.True(t, same(got[i], flat[i]), "%s: result %d is %s, want %s", described, i, got[i], flat[i])
	}
	return true
}
