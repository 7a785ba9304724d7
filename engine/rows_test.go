package engine

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/asmgen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// TestRows runs every row of the op table that has machine code, the mathematical
// functions among them, for each instruction set, and compares with the row's scalar
// function, bit for bit: over combinations of edge operands and random ones, in registers
// full of the row's own elements and of elements twice as wide.
func TestRows(t *testing.T) {
	for _, target := range runnable(t) {
		t.Run(target.Name(), func(t *testing.T) {
			rows := 0
			for _, op := range program.Opcodes() {
				info := op.Info()
				if info.Row.Form != optab.Elementwise || !op.HasScalar() || !simd.Agrees(target.Name(), op.String()) {
					continue
				}
				for _, width := range []int{4, 8} {
					r, err := newRowCode(op, target, width, nil)
					if err != nil {
						continue
					}
					rows++
					r.test(t, op, rowOperands(op.Info()))
				}
			}
			require.Greater(t, rows, 380)
		})
	}
}

// runnable are the targets whose code this processor runs.
func runnable(t *testing.T) (list []codegen.Target) {
	if err := executable(); err != nil {
		t.Skip(err)
	}
	for _, target := range []codegen.Target{codegen.AVX512, codegen.AVX2, codegen.NEON} {
		if undo, ok := simd.Restrict(target.Name()); ok {
			undo()
			list = append(list, target)
		}
	}
	return list
}

// TestRowsOfConstants is TestRows for rows that have better code where the last operand is
// a constant.
func TestRowsOfConstants(t *testing.T) {
	constants := []uint64{0, 1, 2, 3, 5, 7, 8, 12, 13, 14, 24, 31, 32, 33, 40, 62, 63, 64, 96, 1000, 1 << 31, 1<<32 - 1,
		1 << 32, 1<<32 + 1, 1<<40 - 1<<7, 12345678901, 1 << 63, 1<<63 + 4, ^uint64(0), ^uint64(0) - 1, ^uint64(0) - 6}
	names := []string{"mul", "shl", "shr", "rotl", "and", "div", "rem", "eq", "lt"}
	for _, target := range runnable(t) {
		t.Run(target.Name(), func(t *testing.T) {
			ran := 0
			for _, op := range program.Opcodes() {
				info := op.Info()
				if !slices.Contains(names, info.Row.Name) || !info.Type.IsInt() {
					continue
				}
				for _, c := range constants {
					last := len(info.In) - 1
					c &= codegen.WidthMask(info.In[last])
					operands := rowOperands(info)
					for i := range operands {
						operands[i][last] = c
					}
					for _, width := range []int{4, 8} {
						if r, err := newRowCode(op, target, width, &c); err == nil {
							r.test(t, op, operands)
							ran++
						} else {
							require.ErrorContains(t, err, "wider", op)
						}
					}
				}
			}
			require.Greater(t, ran, 1400)
		})
	}
}

// rowCode is the machine code of a row: operands and results are rows of its frame.
type rowCode struct {
	in, out []optab.Type
	lanes   int
	width   int
	masks   bool // are bits of a word, not elements
	entry   uintptr
	frame   []byte
	release func()
}

func (r *rowCode) at(i int) int { return 64 * i }

// newRowCode makes the code of a row in registers of elements of a width. If last is not
// nil, it is the last operand.
func newRowCode(op program.Opcode, target codegen.Target, width int, last *uint64) (*rowCode, error) {
	info := op.Info()
	f := codegen.Library(op.String(), codegen.ThisBuild)
	if f == nil {
		f = codegen.Row(info.Row, info.Type)
	}
	b := codegen.NewBuilder(op.String(), target.Has)
	var args []codegen.Value
	for i, v := range f.Params {
		if last != nil && i == len(f.Params)-1 {
			args = append(args, b.Constant(f.Types[v], *last))
		} else {
			args = append(args, b.Param(f.Types[v]))
		}
	}
	result, fault := b.Inline(f, args...)
	if info.Row.Effect == optab.Faults && fault == codegen.NoValue {
		return nil, fmt.Errorf("no code")
	}
	out := []optab.Type{info.Out}
	b.F.Results = append(b.F.Results, result)
	if fault != codegen.NoValue {
		b.F.Results, out = append(b.F.Results, fault), append(out, optab.Bool)
	}
	b.Finish()
	return newFuncCode(codegen.Expand(&b.F, target), info.In, out, target, width)
}

// newFuncCode makes code of a function, whose operands and results are of these types. It
// may have fewer parameters, or more, which are the operands again.
func newFuncCode(code *codegen.Func, in, out []optab.Type, target codegen.Target, width int) (*rowCode, error) {
	r := &rowCode{in: in, out: out, width: width, masks: len(target.Registers(codegen.Mask)) > 0}
	if code.Width() > width {
		return nil, fmt.Errorf("wider")
	}
	e := codegen.NewEmitter(codegen.Framed(target, at(r.at(8))), width)
	r.lanes = e.Lanes
	var params []codegen.Reg
	for i := range code.Params {
		k := i % len(in)
		params = append(params, e.InMemory(in[k], at(r.at(k)), 0))
	}
	results, err := e.Call(code, params)
	if err != nil {
		return nil, err
	}
	for i, t := range r.out {
		store := target.Store(codegen.RegInfo{Bytes: e.Lanes * t.Size()})
		switch {
		case t == optab.Bool && r.masks:
			store = "KMOVQ"
		case t == optab.Bool:
			store = target.Store(codegen.RegInfo{Bytes: target.RegBytes()})
		}
		e.Put(store, codegen.In(results[i]), codegen.Mem(at(r.at(4+i))))
	}
	if target.Arch() == "amd64" {
		e.Put("VZEROUPPER")
	}
	e.Put("RET")
	a, err := e.Assemble()
	if err != nil {
		return nil, err
	}
	r.frame = turns.Aligned(r.at(8) + codegen.FramedSlots)
	r.entry, r.release, err = mapCode(a.Code)
	return r, err
}

// put and get move the bits of a lane's element.
func (r *rowCode) put(row int, t optab.Type, lane int, bits uint64) {
	b := r.frame[r.at(row):]
	switch {
	case t == optab.Bool && r.masks:
		w := binary.LittleEndian.Uint64(b)
		binary.LittleEndian.PutUint64(b, w&^(1<<lane)|bits<<lane)
	case t == optab.Bool && r.width == 8:
		binary.LittleEndian.PutUint64(b[8*lane:], -bits)
	case t == optab.Bool:
		binary.LittleEndian.PutUint32(b[4*lane:], uint32(-bits))
	case t.Size() == 4:
		binary.LittleEndian.PutUint32(b[4*lane:], uint32(bits))
	default:
		binary.LittleEndian.PutUint64(b[8*lane:], bits)
	}
}

func (r *rowCode) get(row int, t optab.Type, lane int) uint64 {
	b := r.frame[r.at(row):]
	switch {
	case t == optab.Bool && r.masks:
		return binary.LittleEndian.Uint64(b) >> lane & 1
	case t == optab.Bool && r.width == 8:
		return -binary.LittleEndian.Uint64(b[8*lane:])
	case t == optab.Bool:
		return uint64(-binary.LittleEndian.Uint32(b[4*lane:]))
	case t.Size() == 4:
		return uint64(binary.LittleEndian.Uint32(b[4*lane:]))
	}
	return binary.LittleEndian.Uint64(b[8*lane:])
}

func (r *rowCode) test(t *testing.T, op program.Opcode, operands [][3]uint64) {
	defer r.release()
	info := op.Info()
	for len(operands)%r.lanes != 0 {
		operands = append(operands, operands[0])
	}
	for len(operands) > 0 {
		for lane := range r.lanes {
			for k, typ := range r.in {
				r.put(k, typ, lane, operands[lane][k])
			}
		}
		enter(r.entry, unsafe.SliceData(r.frame))
		for lane := range r.lanes {
			x := operands[lane]
			want, leaves := scalarOf(op, x)
			if len(r.out) > 1 {
				require.Equal(t, leaves, r.get(5, optab.Bool, lane) != 0, "%s %x: fault", op, x)
			}
			if got := r.get(4, info.Out, lane); !leaves && !sameBits(info.Out, got, want) {
				t.Fatalf("%s of %x, elements of %d bytes: %x, want %x", op, x, r.width, got, want)
			}
		}
		operands = operands[r.lanes:]
	}
}

// TestLoops runs functions with loops, in which lanes have different numbers of rounds: alone,
// and two groups at once.
func TestLoops(t *testing.T) {
	text, err := os.ReadFile("../internal/asmgen/loops_test.go")
	require.NoError(t, err)
	library, err := asmgen.ParseLibrary(fstest.MapFS{"loops.go": {Data: text}})
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(5, 6))
	for _, target := range runnable(t) {
		for _, name := range library.Exported() {
			t.Run(target.Name()+"/"+name, func(t *testing.T) {
				f, err := library.Translate(name, name, target.Has)
				require.NoError(t, err)
				in, out := []optab.Type{f.Types[f.Params[0]], f.Types[f.Params[1]]}, []optab.Type{f.Types[f.Result]}
				one := *f
				one.Results = []codegen.Value{f.Result}
				two := codegen.Weave(&one, 2)
				two.Results = two.Results[1:]
				two.Result = codegen.NoValue
				for _, code := range []*codegen.Func{&one, two} {
					r, err := newFuncCode(codegen.Expand(code, target), in, out, target, 8)
					require.NoError(t, err)
					defer r.release()
					for range 300 {
						for lane := range r.lanes {
							for k, typ := range in {
								x := rng.Uint64() >> rng.IntN(64)
								if typ == optab.F64 {
									x = math.Float64bits(rng.Float64() + 0.5)
								}
								r.put(k, typ, lane, x)
							}
						}
						enter(r.entry, unsafe.SliceData(r.frame))
						for lane := range r.lanes {
							x, y := r.get(0, in[0], lane), r.get(1, in[1], lane)
							want, _ := f.Eval(lane%2 == 0, x, y)
							require.Equal(t, want, r.get(4, out[0], lane), "%x, %x", x, y)
						}
					}
				}
			})
		}
	}
}

func sameBits(t optab.Type, a, b uint64) bool {
	switch t {
	case optab.F32:
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		return a == b || x != x && y != y
	case optab.F64:
		return a == b || math.IsNaN(math.Float64frombits(a)) && math.IsNaN(math.Float64frombits(b))
	}
	return a == b
}

// edges are operands at which arithmetic goes wrong, as Go literals.
const edges = "0 -0 1 -1 2 -2 7 31 32 33 63 64 65 127 128 255 256 0.5 -2.5 3.141592653589793 inf -inf nan 16777216 " +
	"2147483647 2147483648 -2147483648 -2147483649 4294967295 4294967296 9007199254740992 9223372036854775807 " +
	"9223372036854775808 -9223372036854775808 18446744073709551615 3.4028235e38 1.17549435e-38 1e-45 " +
	"1.7976931348623157e308 2.2250738585072014e-308 5e-324"

// rowOperands are all pairs of edge operands of a row, and some triples and random ones.
func rowOperands(info *program.OpcodeInfo) (list [][3]uint64) {
	rng := rand.New(rand.NewPCG(3, 4))
	var each [3][]uint64
	for k, t := range info.In {
		for _, w := range strings.Fields(edges + " " + info.Row.Cases) {
			if bits, ok := literalBits(t, w); ok {
				each[k] = append(each[k], bits)
			}
		}
	}
	for k := len(info.In); k < 3; k++ {
		each[k] = []uint64{0}
	}
	for _, x := range each[0] {
		for _, y := range each[1] {
			list = append(list, [3]uint64{x, y, each[2][rng.IntN(len(each[2]))]})
		}
	}
	for range 1000 {
		var x [3]uint64
		for k, t := range info.In {
			switch x[k] = rng.Uint64() >> rng.IntN(64); {
			case rng.IntN(4) == 0:
				x[k] = each[k][rng.IntN(len(each[k]))]
			case t == optab.F64 && rng.IntN(2) == 0:
				x[k] = math.Float64bits(40*rng.Float64() - 20)
			case t == optab.F32 && rng.IntN(2) == 0:
				x[k] = uint64(math.Float32bits(40*rng.Float32() - 20))
			}
			x[k] &= codegen.WidthMask(t)
		}
		list = append(list, x)
	}
	for i := range list {
		list[i] = lowOrder(info, list[i])
	}
	return list
}

// lowOrder makes operands of which package math would take long to compute the result some that
// it would not: of orders, a part of which has no machine code.
func lowOrder(info *program.OpcodeInfo, x [3]uint64) [3]uint64 {
	if info.Row.Has(optab.Unbounded) {
		x[1] = uint64(int64(x[1]) % (2 * simd.MachineOrder))
	}
	return x
}

// scalarOf is an operation's result, and whether machine code leaves it to others.
func scalarOf(op program.Opcode, x [3]uint64) (want uint64, leaves bool) {
	want, code := op.Scalar(x[0], x[1], x[2])
	isFar := op.Info().Row.Has(optab.Unbounded) && x[1]+simd.MachineOrder > 2*simd.MachineOrder
	return want, isFar || code != optab.NoFault
}

// literalBits reads a literal of a type, if it can be written in it.
func literalBits(t optab.Type, w string) (bits uint64, ok bool) {
	var err error
	switch {
	case t == optab.Bool:
		bits, err = strconv.ParseUint(w, 10, 1)
	case t == optab.F32:
		var v float64
		v, err = strconv.ParseFloat(w, 32)
		bits = uint64(math.Float32bits(float32(v)))
	case t == optab.F64:
		var v float64
		v, err = strconv.ParseFloat(w, 64)
		bits = math.Float64bits(v)
	case t.IsSigned():
		var v int64
		v, err = strconv.ParseInt(w, 10, t.Bits())
		bits = uint64(v) & codegen.WidthMask(t)
	default:
		bits, err = strconv.ParseUint(w, 10, t.Bits())
	}
	return bits, err == nil
}
