package engine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// hard are bits that are edges of some type.
var hard = []uint64{
	0, 1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 65, 100, 1 << 31, 1<<31 - 1, 1<<32 - 1, 1 << 32, 1 << 63, 1<<63 - 1,
	1<<64 - 1, 1<<64 - 2,
	math.Float64bits(1), math.Float64bits(-1), math.Float64bits(0.5), math.Float64bits(-2.5), math.Float64bits(1e300),
	math.Float64bits(5e-324),
	math.Float64bits(math.Inf(1)), math.Float64bits(math.Inf(-1)), math.Float64bits(math.NaN()),
	math.Float64bits(1 << 62), math.Float64bits(1 << 31),
	uint64(math.Float32bits(1)), uint64(math.Float32bits(-1)), uint64(math.Float32bits(2.5)),
	uint64(math.Float32bits(1e-40)), 0x7f800000, 0xff800000, 0x7fc00000,
}

// TestScalarOps compares each elementwise operation with its scalar function: with operands
// in columns, and with a literal in the place of the last. What scalar instructions do not have is vector
// code of each instruction set.
func TestScalarOps(t *testing.T) {
	skipWithoutScalar(t)
	for _, set := range Machines() {
		t.Run(set, func(t *testing.T) { compareScalarOps(t, set) })
	}
}

func compareScalarOps(t *testing.T, set string) {
	const lanes = 2000
	rng := rand.New(rand.NewPCG(3, 4))
	ran, refused := 0, map[string]bool{}
	for _, op := range program.Opcodes() {
		info := op.Info()
		if info.Row.Form != optab.Elementwise || !op.HasScalar() {
			continue
		}
		for round := range rounds(info) {
			literal := round > 0
			in := info.In
			args, last := []string{"x", "y", "z"}[:len(in)], uint64(0)
			if literal {
				last = lowOrder(info, [3]uint64{1: some(rng, in[len(in)-1])})[1]
				args[len(in)-1] = program.FormatLiteral(in[len(in)-1], last)
			}
			var text strings.Builder
			fmt.Fprint(&text, "program P source\n\n")
			var params []string
			for i, typ := range in {
				if !literal || i < len(in)-1 {
					fmt.Fprintf(&text, "var %s : %s\n", args[i], typ)
					params = append(params, args[i])
				}
			}
			if len(params) == 0 {
				continue
			}
			fmt.Fprintf(&text, "var r : %s\n\nfunc main(%s) -> (r) {\nstart:\n    r = %s %s\n    goto halt\n}\n",
				info.Out, strings.Join(params, ", "), op, strings.Join(args, ", "))
			p, err := program.Parse("p", text.String())
			require.NoError(t, err, text.String())
			c, err := CompileScalar(p, Options{Machine: set})
			if err != nil {
				refused[op.String()] = true
				continue
			}
			run := Run{Lanes: lanes, Workers: 1}
			operands := make([][3]uint64, lanes)
			for i := range params {
				col := columnOf(in[i], lanes)
				for lane := range lanes {
					operands[lane][i] = some(rng, in[i])
					operands[lane] = lowOrder(info, operands[lane])
					setBits(col, lane, in[i], operands[lane][i])
				}
				run.In = append(run.In, col)
			}
			out := columnOf(info.Out, lanes)
			run.Out = []any{out}
			o, err := c.Do(context.Background(), &run)
			require.NoError(t, err)
			for lane, x := range operands {
				if literal {
					x[len(in)-1] = last
				}
				want, leaves := scalarOf(op, x)
				_, faulted := slices.BinarySearch(o.Again, lane)
				require.Equal(t, leaves, faulted, "%s %x", text.String(), x)
				if got := getBits(out, lane, info.Out); !faulted && got != want && !bothNaN(info.Out, got, want) {
					t.Fatalf("%s%x: %x, want %x", text.String(), x, got, want)
				}
			}
			ran++
		}
	}
	t.Logf("%d operations; without code: %v", ran, refused)
	require.Greater(t, ran, 400)
}

// rounds is how many programs there are of an operation: one with columns only, others with
// a literal. Divisions by a literal differ much.
func rounds(info *program.OpcodeInfo) int {
	switch info.Row.Name {
	case "div", "rem":
		return 60
	case "shl", "shr", "add", "sub", "mul":
		return 10
	}
	return 2
}

// some are hard bits, or any.
func some(rng *rand.Rand, t optab.Type) uint64 {
	bits := hard[rng.IntN(len(hard))]
	switch rng.IntN(4) {
	case 0:
		bits = rng.Uint64() >> rng.IntN(64)
	case 1:
		if bits = math.Float64bits(rng.NormFloat64() * 10); t == optab.F32 {
			bits = uint64(math.Float32bits(float32(rng.NormFloat64() * 10)))
		}
	}
	if t == optab.Bool {
		return bits & 1
	}
	if t.Bits() == 32 {
		return bits & math.MaxUint32
	}
	return bits
}

// columnOf makes a column of a type.
func columnOf(t optab.Type, lanes int) any {
	if t == optab.Bool {
		return make([]uint8, lanes) // as bools are in memory
	}
	col, _ := batch.NewColumn(program.GoTypeOf(t), lanes, nil)
	return col.Data
}

func setBits(data any, i int, t optab.Type, bits uint64) {
	v := reflect.ValueOf(data).Index(i)
	switch {
	case t == optab.F64:
		v.SetFloat(math.Float64frombits(bits))
	case t == optab.F32:
		data.([]float32)[i] = math.Float32frombits(uint32(bits))
	case v.CanUint():
		v.SetUint(bits)
	case t == optab.I32:
		v.SetInt(int64(int32(bits)))
	default:
		v.SetInt(int64(bits))
	}
}

func getBits(data any, i int, t optab.Type) uint64 {
	v := reflect.ValueOf(data).Index(i)
	switch {
	case t == optab.F64:
		return math.Float64bits(v.Float())
	case t == optab.F32:
		return uint64(math.Float32bits(data.([]float32)[i]))
	case v.CanUint():
		return v.Uint()
	case t == optab.I32:
		return uint64(uint32(v.Int()))
	}
	return uint64(v.Int())
}

func bothNaN(t optab.Type, a, b uint64) bool {
	switch t {
	case optab.F64:
		return math.IsNaN(math.Float64frombits(a)) && math.IsNaN(math.Float64frombits(b))
	case optab.F32:
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		return x != x && y != y
	}
	return false
}
