package engine

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// blend is a choice that a target may do without a comparison, or without a choice.
type blend struct {
	name string
	form string // what AVX2 has in its place
	// build adds the choice for a mask and two numbers, and want is what it is.
	build func(b *codegen.Builder, t optab.Type, c, x, y codegen.Value) codegen.Value
	want  func(t optab.Type, c bool, x, y uint64) uint64
}

// TestBlends runs choices between a number and the next, a number and zero, and such by one bit of a number.
func TestBlends(t *testing.T) {
	choose := func(b *codegen.Builder, t optab.Type, c, x, y codegen.Value) codegen.Value {
		return b.Emit(t, "select."+t.String(), c, x, y)
	}
	stepped := func(b *codegen.Builder, t optab.Type, op string, x codegen.Value) codegen.Value {
		return b.Emit(t, op+"."+t.String(), x, b.Constant(t, 1))
	}
	either := func(c bool, x, y uint64) uint64 {
		if c {
			return x
		}
		return y
	}
	blends := []blend{
		{"one more", codegen.Count, func(b *codegen.Builder, t optab.Type, c, x, _ codegen.Value) codegen.Value {
			return choose(b, t, c, stepped(b, t, "add", x), x)
		}, func(_ optab.Type, c bool, x, _ uint64) uint64 { return either(c, x+1, x) }},
		{"in others", codegen.Countdown, func(b *codegen.Builder, t optab.Type, c, x, _ codegen.Value) codegen.Value {
			return choose(b, t, c, x, stepped(b, t, "add", x))
		}, func(_ optab.Type, c bool, x, _ uint64) uint64 { return either(c, x, x+1) }},
		{"one less", codegen.Countdown, func(b *codegen.Builder, t optab.Type, c, x, _ codegen.Value) codegen.Value {
			return choose(b, t, c, stepped(b, t, "sub", x), x)
		}, func(_ optab.Type, c bool, x, _ uint64) uint64 { return either(c, x-1, x) }},
		{"or zero", codegen.Only, func(b *codegen.Builder, t optab.Type, c, x, _ codegen.Value) codegen.Value {
			return choose(b, t, c, x, b.Constant(t, 0))
		}, func(_ optab.Type, c bool, x, _ uint64) uint64 { return either(c, x, 0) }},
		{"zero or", codegen.Except, func(b *codegen.Builder, t optab.Type, c, x, _ codegen.Value) codegen.Value {
			return choose(b, t, c, b.Constant(t, 0), x)
		}, func(_ optab.Type, c bool, x, _ uint64) uint64 { return either(c, 0, x) }},
		{"below zero", codegen.Highest, func(b *codegen.Builder, t optab.Type, _, x, y codegen.Value) codegen.Value {
			return choose(b, t, b.Emit(optab.Bool, "lt."+t.String(), x, b.Constant(t, 0)), x, y)
		}, func(t optab.Type, _ bool, x, y uint64) uint64 {
			return either(t.IsSigned() && x>>(t.Bits()-1)&1 == 1, x, y)
		}},
	}
	for _, bit := range []int{0, 5, 31} {
		for _, op := range []string{"eq", "ne"} {
			for _, with := range []uint64{0, 1 << bit} {
				blends = append(blends, blend{fmt.Sprintf("bit %d %s %#x", bit, op, with), codegen.Highest,
					func(b *codegen.Builder, t optab.Type, _, x, y codegen.Value) codegen.Value {
						of := b.Emit(t, "and."+t.String(), x, b.Constant(t, 1<<bit))
						return choose(b, t, b.Emit(optab.Bool, op+"."+t.String(), of, b.Constant(t, with)), x, y)
					},
					func(_ optab.Type, _ bool, x, y uint64) uint64 {
						return either((x>>bit&1 == with>>bit) == (op == "eq"), x, y)
					}})
			}
		}
	}
	for _, target := range runnable(t) {
		for _, typ := range []optab.Type{optab.I32, optab.U32, optab.I64, optab.U64, optab.F32, optab.F64} {
			for _, width := range []int{4, 8} {
				for _, bl := range blends {
					if width < typ.Size() || typ.IsFloat() && bl.form != codegen.Only && bl.form != codegen.Except {
						continue
					}
					t.Run(fmt.Sprintf("%s/%s/%s/%d", target.Name(), bl.name, typ, width), func(t *testing.T) {
						bl.run(t, target, typ, width)
					})
				}
			}
		}
	}
}

func (bl *blend) run(t *testing.T, target codegen.Target, typ optab.Type, width int) {
	b := codegen.NewBuilder(bl.name, target.Has)
	c, x, y := b.Param(optab.Bool), b.Param(typ), b.Param(typ)
	b.F.Results = []codegen.Value{bl.build(b, typ, c, x, y)}
	b.Finish()
	f := codegen.Masked(codegen.Expand(&b.F, target), target)
	if form := bl.form + "." + typ.String(); target.Has(form) && (typ.IsSigned() || bl.name != "below zero") {
		require.Contains(t, forms(f), form)
	}
	r, err := newFuncCode(f, []optab.Type{optab.Bool, typ, typ}, []optab.Type{typ}, target, width)
	require.NoError(t, err)
	defer r.release()
	numbers := []uint64{0, 1, 2, 31, 32, 33, 1 << 31, 1<<31 - 1, 1<<32 - 1, 1 << 63, 1<<63 - 1, 1<<64 - 1,
		0x5a5a5a5a5a5a5a5a}
	mask := codegen.WidthMask(typ)
	for i := range numbers {
		of := func(lane int) (c bool, x, y uint64) {
			return (i+lane)%3 == 0, numbers[(i+lane)%len(numbers)] & mask, numbers[(3*i+lane)%len(numbers)] & mask
		}
		for lane := range r.lanes {
			c, x, y := of(lane)
			r.put(0, optab.Bool, lane, map[bool]uint64{true: 1}[c])
			r.put(1, typ, lane, x)
			r.put(2, typ, lane, y)
		}
		enter(r.entry, unsafe.SliceData(r.frame))
		for lane := range r.lanes {
			c, x, y := of(lane)
			require.Equal(t, bl.want(typ, c, x, y)&mask, r.get(4, typ, lane), "%v, %#x, %#x", c, x, y)
		}
	}
}
