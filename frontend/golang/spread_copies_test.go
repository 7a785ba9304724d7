package golang_test

import (
	"fmt"
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
