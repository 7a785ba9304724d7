//go:build linux && (amd64 || arm64) && !purego

package engine

import (
	"context"
	"math"
	"reflect"
	"runtime"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// tableReaders read a table t, of a length that the run brings, at places that it may not have.
var tableReaders = map[string]string{
	"constants": `func F(t []float64, x float64) float64 { if x > 0 { return t[3]*x + t[0] }; return t[7] - x }`,
	"asked":     `func F(t []float64, x float64) float64 { if len(t) > 5 { return t[5] * x }; return x }`,
	"far":       `func F(t []float64, x float64) float64 { if x > 0 { return t[1<<27] * x }; return x }`,
	"in a loop": `func F(t []float64, x float64) (s float64) {
		for i := range 9 { if x > float64(i) { s += t[1<<20] * x }; x = x*0.9 + s + t[1] }
		return s }`,
	"rows": `func F(t [][4]float64, n int) float64 {
		if n > 5 { return t[1<<25][n&7] + t[1][2] }
		return t[2][n&3] }`,
	"varying": `func F(t []float64, n int) float64 { if n > 100 { return t[n] }; return t[n+1] }`,
	"narrow":  `func F(t []int32, n int32) int32 { if n > 100 { return t[2] }; return n + t[9] }`,
	"counted": `func F(t []float64, x float64) float64 { s := x; for i := range 12 { s = s*x + t[i] }; return s }`,
	"counted below": `func F(t []float64, x float64) float64 {
		s := x
		for i := 4; i >= -2; i-- { if s < 9 { s = s*x + t[i] } }
		return s }`,
}

// TestTablesBetweenPages runs programs over tables between pages that cannot be read: code that read what is no
// table's would end the test.
func TestTablesBetweenPages(t *testing.T) {
	skipWithout(t)
	const lanes = 100
	ctx := context.Background()
	for name, text := range tableReaders {
		source, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + text}}, "F",
			golang.Options{OurMath: true, Uniform: []string{"t"}})
		require.NoError(t, err)
		p, err := lower.Lower(source)
		require.NoError(t, err)
		calls, err := lower.Source(source)
		require.NoError(t, err)
		machine, err := batch.Compile(p)
		require.NoError(t, err)
		var codes []*Code
		for _, set := range Machines() {
			for groups := 1; groups <= 2; groups++ {
				codes = append(codes, code(t, p, Options{Machine: set, Groups: groups}, groups == 2))
			}
		}
		if runtime.GOARCH == "amd64" {
			c, err := CompileScalar(calls, Options{})
			require.NoError(t, err)
			codes = append(codes, c)
		}
		in := inputs(machine.Params(), lanes)
		for _, length := range []int{0, 4, 8, 12, 800} {
			for _, atEnd := range []bool{false, true} {
				for i, c := range codes {
					t.Log(name, length, atEnd, i)
					compareTable(ctx, t, c, machine, in, length, atEnd)
				}
			}
		}
	}
}

// compareTable compares a run of code over a table of a length, between pages, with the machine's.
func compareTable(ctx context.Context, t *testing.T, c *Code, machine *batch.Code, in []batch.Column, length int,
	atEnd bool) {
	elements := make([]float64, length)
	for i := range elements {
		elements[i] = 1 / float64(i+1)
	}
	table := batch.Column{Data: elements, Shape: []int{length}}
	u := machine.Plan().Source.Uniforms[0]
	if u.Type.Dtype == program.I32 {
		table.Data = make([]int32, length)
	}
	if len(u.Type.Shape) == 2 {
		table.Shape = []int{length / 4, 4}
	}
	table.Data = guarded(t, table.Data, atEnd)
	given := batch.WithUniform("t", table)
	want, err := machine.Run(ctx, in, given)
	require.NoError(t, err)
	scalars, tables, err := machine.Uniforms(ctx, given)
	require.NoError(t, err)
	r := Run{Workers: 1, Uniforms: scalars, Tables: map[string]turns.Table{}}
	for name, of := range tables {
		r.Tables[name] = turns.Table{Data: of.Data, Shape: of.Shape}
	}
	r.Tables["t"] = turns.Table{Data: table.Data, Shape: table.Shape} // which a run has copied, if it is short
	compareWith(t, c, &r, in, want, reflect.ValueOf(in[0].Data).Len())
}

// TestMostLanes: where lanes have numbers of 32 bits, those of a group behind the last lane have one as well, which is
// above its number.
func TestMostLanes(t *testing.T) {
	skipWithout(t)
	const most = math.MaxInt32
	const unread = syscall.MAP_PRIVATE | syscall.MAP_ANON | syscall.MAP_NORESERVE
	room, err := syscall.Mmap(-1, 0, 4*most, syscall.PROT_NONE, unread)
	require.NoError(t, err)
	defer func() { require.NoError(t, syscall.Munmap(room)) }()
	column := unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(room))), most) // nobody reads it
	p := lowered(t, `func F(n int32) int32 { return n * 3 }`)
	for _, set := range Machines() {
		c := code(t, p, Options{Machine: set}, false).shape.Load()
		r := Run{In: []any{column}, Out: []any{column}, Lanes: most - 3}
		require.ErrorContains(t, c.Check(&r), "more than numbers of 32 bits count")
		r.Lanes = most - 100
		require.NoError(t, c.Check(&r))
	}
}
