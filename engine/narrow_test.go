package engine

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/bind"
)

// Programs with arrays of bools and narrow numbers as parameters and results: a function F each.
var narrowArrays = map[string]string{
	"bytes": `func F(a [19]int8, b [19]uint8) (r [19]int8, s int) {
		for i := range r { r[i] = a[18-i] + int8(b[i]); s = s*3 + int(a[i])*int(b[i]) }
		return }`,
	"words": `func F(a [9]int16, b [8]uint16) (r [8]uint16, s int32) {
		for i := range r { r[i] = uint16(a[i]) * b[7-i]; s ^= int32(a[i+1]) - int32(b[i]) }
		return }`,
	"bools": `func F(a [33]bool, n int32) (r [33]bool) {
		for i := range r { r[i] = a[i] != a[n&31] || i == int(n) }
		return }`,
	"short": `func F(a [3]int8, b [2]bool, c [1]uint16, n int) (r [3]uint8, s int) {
		for i := range r { r[i] = uint8(a[i]) ^ uint8(c[0]); if b[i&1] { s += int(a[i]) } }
		return r, s / (n & 3) }`,
	"in turns": `func F(a [16]uint8, n int) (r [16]uint8) {
		for n = n & 7; n > 0; n-- { for i := range 15 { a[i] += a[i+1] } }
		return a }`,
}

// TestNarrowColumns: arrays whose elements have 8 or 16 bits are read and written as the caller has them, and have the
// machine's elements; with their copies, as far as some code wants those.
func TestNarrowColumns(t *testing.T) {
	skipWithout(t)
	ctx := context.Background()
	for name, text := range narrowArrays {
		p := lowered(t, text)
		machine, err := batch.Compile(p)
		require.NoError(t, err)
		for _, lanes := range []int{1, 7, 33} {
			rng := rand.New(rand.NewPCG(uint64(lanes), 1))
			var in []batch.Column
			for _, f := range machine.Params() {
				col, ok := batch.NewColumn(f.Type, lanes, f.Shape)
				require.True(t, ok)
				fillNarrow(rng, col)
				in = append(in, col)
			}
			want, err := machine.Run(ctx, in)
			require.NoError(t, err)
			for _, set := range Machines() {
				for groups := 1; groups <= 2; groups++ {
					c := code(t, p, Options{Machine: set, Groups: groups}, false)
					out := machine.NewColumns(lanes)
					got, err := bind.RunInto(ctx, c, machine, in, out, lanes, bind.Options{})
					require.NoError(t, err)
					require.Equal(t, want.Faults, got.Faults)
					require.Equal(t, want.Cols, got.Cols, "%s, %s, %d groups, %d lanes", name, set, groups, lanes)
					columns, _ := c.Columns()
					if size := columns[0].Size; name != "short" || set == "neon" {
						require.Less(t, size, 4, "%s, %s", name, set)
					}
				}
			}
		}
	}
}

// fillNarrow gives a column any numbers.
func fillNarrow(rng *rand.Rand, col batch.Column) {
	v := reflect.ValueOf(col.Data)
	for i := range v.Len() {
		switch x := v.Index(i); {
		case x.Kind() == reflect.Bool:
			x.SetBool(rng.IntN(2) == 0)
		case x.CanInt():
			x.SetInt(int64(rng.Uint64()) >> (64 - x.Type().Bits()))
		default:
			x.SetUint(rng.Uint64() >> (64 - x.Type().Bits()))
		}
	}
}
