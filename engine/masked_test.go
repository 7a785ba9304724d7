package engine

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// TestMasked runs rows whose result is taken in the lanes of a mask alone, or is a mask that is
// narrowed by another, and compares with the row's scalar function. Where the target has such
// instructions, nothing else chooses.
func TestMasked(t *testing.T) {
	for _, target := range runnable(t) {
		t.Run(target.Name(), func(t *testing.T) {
			fused := 0
			for _, op := range program.Opcodes() {
				info := op.Info()
				if info.Row.Form != optab.Elementwise || info.Row.Effect == optab.Faults || !op.HasScalar() ||
					len(info.In) > 2 ||
					!info.In[0].IsInt() && !info.In[0].IsFloat() ||
					codegen.Library(op.String(), codegen.ThisBuild) != nil {
					continue
				}
				for _, width := range []int{4, 8} {
					if f, r := newMasked(op, target, width); r != nil {
						fused += strings.Count(forms(f), "under.") + strings.Count(forms(f), "among")
						r.testMasked(t, op, rowOperands(info))
					}
				}
			}
			if target.Has(codegen.Under + ".add.i64") {
				require.Greater(t, fused, 100)
			} else {
				require.Zero(t, fused)
			}
		})
	}
}

func forms(f *codegen.Func) string {
	var text strings.Builder
	for _, in := range f.Code {
		text.WriteString(in.Op + " ")
	}
	return text.String()
}

// newMasked makes the code of a row in the lanes of its first operand: its second is what the
// result is in other lanes. If the row is a comparison there is no second one; the results are
// the lanes of the mask where it holds, and where it does not.
func newMasked(op program.Opcode, target codegen.Target, width int) (*codegen.Func, *rowCode) {
	info := op.Info()
	b := codegen.NewBuilder(op.String(), target.Has)
	in, out := []optab.Type{optab.Bool}, []optab.Type{info.Out}
	mask, old := b.Param(optab.Bool), codegen.NoValue
	if info.Out != optab.Bool {
		in, old = append(in, info.Out), b.Param(info.Out)
	}
	var args []codegen.Value
	for _, typ := range info.In {
		in, args = append(in, typ), append(args, b.Param(typ))
	}
	v, _ := b.Inline(codegen.Row(info.Row, info.Type), args...)
	if info.Out == optab.Bool {
		holds := b.Emit(optab.Bool, "and.bool", mask, v)
		b.F.Results = []codegen.Value{holds, b.Emit(optab.Bool, "andnot.bool", mask, holds)}
		out = append(out, optab.Bool)
	} else {
		b.F.Results = []codegen.Value{b.Emit(info.Out, "select."+info.Out.String(), mask, v, old)}
	}
	b.Finish()
	f := codegen.Masked(codegen.Expand(&b.F, target), target)
	r, err := newFuncCode(f, in, out, target, width)
	if err != nil {
		return nil, nil
	}
	return f, r
}

func (r *rowCode) testMasked(t *testing.T, op program.Opcode, operands [][3]uint64) {
	defer r.release()
	info := op.Info()
	const old = 0x5a5a5a5a5a5a5a5a
	compares := info.Out == optab.Bool
	for i := 0; i+r.lanes <= len(operands); i += r.lanes {
		in := func(lane int) uint64 { return uint64(lane*i/3>>1) & 1 }
		for lane := range r.lanes {
			r.put(0, optab.Bool, lane, in(lane))
			first := 1
			if !compares {
				r.put(1, info.Out, lane, old&codegen.WidthMask(info.Out))
				first = 2
			}
			for k, typ := range info.In {
				r.put(first+k, typ, lane, operands[i+lane][k])
			}
		}
		enter(r.entry, unsafe.SliceData(r.frame))
		for lane := range r.lanes {
			x := operands[i+lane]
			want, _ := op.Scalar(x[0], x[1], x[2])
			if compares {
				require.Equal(t, want&in(lane), r.get(4, optab.Bool, lane), "%s of %x", op, x)
				require.Equal(t, ^want&in(lane), r.get(5, optab.Bool, lane), "not %s of %x", op, x)
				continue
			}
			if in(lane) == 0 {
				want = old & codegen.WidthMask(info.Out)
			}
			require.True(t, sameBits(info.Out, r.get(4, info.Out, lane), want), "%s of %x, elements of %d bytes", op, x,
				r.width)
		}
	}
}
