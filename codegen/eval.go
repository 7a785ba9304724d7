package codegen

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Eval runs the code for one lane, given the bits of the parameters, and
// returns the bits of the result and whether the lane faults. It defines what
// the code means: folding uses it, and the tests of the stages after. It is
// slow.
//
// neighbours says that some other lane of the register needs each region, and more rounds
// of each loop, so that they run whether or not this lane needs them. The result must not
// depend on it.
func (f *Func) Eval(neighbours bool, params ...uint64) (result uint64, fault bool) {
	values := make([]uint64, len(f.Types))
	defined := make([]bool, len(f.Types))
	set := func(v Value, bits uint64) { values[v], defined[v] = bits, true }
	for i, v := range f.Params {
		set(v, params[i])
	}
	var inside [][]Value // of each open region: what was defined in it
	var loops []round
	for pc := 0; pc < len(f.Code); pc++ {
		in := f.Code[pc]
		var args [3]uint64
		for i, a := range in.Args {
			if !defined[a] {
				panic(fmt.Sprintf("bug: codegen: %s: instruction %d (%s) reads value %d, which is not defined there",
					f.Name, pc, in.Op, a))
			}
			args[i] = values[a]
		}
		if in.Dst != NoValue && in.Op != Merge && len(inside) > 0 {
			inside[len(inside)-1] = append(inside[len(inside)-1], in.Dst)
		}
		op := in.Op
		if form, comparison, ok := asks(op); ok {
			op = form
			args[0], _ = evalOp(comparison, optab.Bool, args)
		}
		switch op {
		case Const:
			set(in.Dst, in.Const)
		case Lookup:
			set(in.Dst, in.Table[args[0]])
		case Copy:
			set(in.Dst, args[0])
		case Merge:
			if n := len(in.Args); n == 1 || args[0] != 0 {
				set(in.Dst, args[n-1])
			}
		case If, Unless:
			inside = append(inside, nil)
			if (args[0] == 0) == (op == If) && !neighbours {
				pc = f.end(pc) - 1
			}
		case Do:
			inside = append(inside, nil)
			loops = append(loops, round{begin: pc})
		case While:
			for _, v := range inside[len(inside)-1] {
				defined[v] = false
			}
			if again := loops[len(loops)-1].again(args[0] != 0, neighbours); again >= 0 {
				pc, inside[len(inside)-1] = again, nil
				continue
			}
			inside, loops = inside[:len(inside)-1], loops[:len(loops)-1]
		case End:
			for _, v := range inside[len(inside)-1] {
				defined[v] = false
			}
			inside = inside[:len(inside)-1]
		default:
			bits, ok := evalOp(in.Op, f.Types[in.Dst], args)
			if !ok {
				panic(fmt.Sprintf("bug: codegen: %s: no meaning for %s", f.Name, in.Op))
			}
			set(in.Dst, bits)
		}
	}
	return values[f.Result], f.Fault != NoValue && values[f.Fault] != 0
}

// round is where the rounds of a loop begin, and how many it had for others alone.
type round struct{ begin, others int }

// again returns where the loop begins if it has another round, or -1.
func (r *round) again(needed, neighbours bool) int {
	const others = 3
	switch {
	case needed:
		return r.begin
	case neighbours && r.others < others:
		r.others++
		return r.begin
	}
	return -1
}

// end returns the index of the End of the If at pc.
func (f *Func) end(pc int) int {
	depth := 0
	for {
		switch op := f.Code[pc].Op; {
		case opens(op):
			depth++
		case op == End:
			depth--
		}
		if depth == 0 {
			return pc
		}
		pc++
	}
}

// evalOp computes an instruction of one lane on bits. t is the type of the
// result. It knows the rows that the subset of package libm can reach.
func evalOp(op string, t optab.Type, c [3]uint64) (result uint64, ok bool) {
	if op == Scale {
		if t == optab.F32 {
			return ofF32(float32(math.Ldexp(float64(asF32(c[0])), int(asF32(c[1]))))), true
		}
		return ofF64(math.Ldexp(asF64(c[0]), int(asF64(c[1])))), true
	}
	row, of, _ := strings.Cut(op, ".")
	from := optab.ParseType(of)
	if row == Lesser || row == Greater {
		if less, _ := evalOp(map[string]string{Lesser: "lt.", Greater: "gt."}[row]+of, optab.Bool, c); less != 0 {
			return c[0], true
		}
		return c[1], true
	}
	switch op {
	case ToFraction:
		return evalConvert(optab.F64, from, c[0])
	case FromFraction:
		return evalConvert(optab.I64, from, c[0])
	case "fix_u64.f64":
		return uint64(asF64(c[0])), true
	case "mul32.i64":
		return uint64(int64(int32(c[0])) * int64(int32(c[1]))), true
	case "mul32.u64":
		return uint64(uint32(c[0])) * uint64(uint32(c[1])), true
	case "mulhi.i32":
		return uint64(uint32(int64(int32(c[0])) * int64(int32(c[1])) >> 32)), true
	case "mulhi.u32":
		return uint64(uint32(c[0])) * uint64(uint32(c[1])) >> 32, true
	}
	if row == "select" {
		if c[0] != 0 {
			return c[1], true
		}
		return c[2], true
	}
	if to, ok := strings.CutPrefix(row, "convert_"); ok {
		return evalConvert(optab.ParseType(to), from, c[0])
	}
	if strings.HasPrefix(row, "bitcast_") {
		return c[0], true
	}
	switch from {
	case optab.F64:
		return evalF64(row, asF64(c[0]), asF64(c[1]), asF64(c[2]))
	case optab.F32:
		return evalF32(row, asF32(c[0]), asF32(c[1]), asF32(c[2]))
	case optab.I64, optab.I32:
		v, ok := evalInt(row, from, signExtend(c[0], from), signExtend(c[1], from))
		return v & WidthMask(t), ok
	case optab.U64, optab.U32:
		switch {
		case row == "shr":
			return shiftRight(c[0], c[1]), true
		case row == "min":
			return min(c[0], c[1]), true
		case row == "max":
			return max(c[0], c[1]), true
		case op == "mulhi.u64":
			hi, _ := bits.Mul64(c[0], c[1])
			return hi, true
		}
		if v, ok := compare(row, c[0], c[1]); ok {
			return v, true
		}
		v, ok := evalInt(row, from, int64(c[0]), int64(c[1]))
		return v & WidthMask(t), ok
	case optab.Bool:
		v, ok := evalInt(row, from, int64(c[0]), int64(c[1]))
		return v & 1, ok
	}
	return 0, false
}

// evalInt computes an integer operation modulo 2⁶⁴; the caller cuts the result.
func evalInt(row string, t optab.Type, x, y int64) (uint64, bool) {
	switch row {
	case "add":
		return uint64(x + y), true
	case "sub":
		return uint64(x - y), true
	case "mul":
		return uint64(x * y), true
	case "min":
		return uint64(min(x, y)), true
	case "max":
		return uint64(max(x, y)), true
	case "neg":
		return uint64(-x), true
	case "and":
		return uint64(x & y), true
	case "or":
		return uint64(x | y), true
	case "xor":
		return uint64(x ^ y), true
	case "andnot":
		return uint64(x &^ y), true
	case "not":
		return uint64(^x), true
	case "shl":
		return uint64(x) << (uint64(y) & WidthMask(t)), true
	case "shr":
		return uint64(x >> (uint64(y) & WidthMask(t))), true
	case "abs":
		return uint64(max(x, -x)), true
	}
	return compare(row, x, y)
}

func evalF64(row string, x, y, z float64) (uint64, bool) {
	switch row {
	case "add":
		return ofF64(x + y), true
	case "sub":
		return ofF64(x - y), true
	case "mul":
		return ofF64(x * y), true
	case "quo":
		return ofF64(x / y), true
	case "neg":
		return ofF64(-x), true
	case "fma":
		return ofF64(math.FMA(x, y, z)), true
	case FusedSub:
		return ofF64(math.FMA(x, y, -z)), true
	case FusedNegAdd:
		return ofF64(math.FMA(-x, y, z)), true
	case FusedNegSub:
		return ofF64(math.FMA(-x, y, -z)), true
	}
	if f, ok := unaryFloat[row]; ok {
		return ofF64(f(x)), true
	}
	if row == "copysign" {
		return ofF64(math.Copysign(x, y)), true
	}
	return compare(row, x, y)
}

func evalF32(row string, x, y, z float32) (uint64, bool) {
	switch row {
	case "add":
		return ofF32(x + y), true
	case "sub":
		return ofF32(x - y), true
	case "mul":
		return ofF32(x * y), true
	case "quo":
		return ofF32(x / y), true
	case "neg":
		return ofF32(-x), true
	case "fma":
		return ofF32(fma32(x, y, z)), true
	case FusedSub:
		return ofF32(fma32(x, y, -z)), true
	case FusedNegAdd:
		return ofF32(fma32(-x, y, z)), true
	case FusedNegSub:
		return ofF32(fma32(-x, y, -z)), true
	}
	if f, ok := unaryFloat[row]; ok { // exact, or once more rounded without harm (sqrt)
		return ofF32(float32(f(float64(x)))), true
	}
	if row == "copysign" {
		return ofF32(float32(math.Copysign(float64(x), float64(y)))), true
	}
	return compare(row, x, y)
}

var unaryFloat = map[string]func(float64) float64{
	"abs": math.Abs, "sqrt": math.Sqrt, "floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc,
	"round": math.Round, "roundtoeven": math.RoundToEven,
}

// fma32 rounds the exact x*y + z once: the float64 fma of it is rounded to odd,
// by looking at what the rounding lost, so that the second rounding cannot see
// a halfway point that was not there.
func fma32(x, y, z float32) float32 {
	p := float64(x) * float64(y) // exact
	s := p + float64(z)
	t := s - p
	lost := (p - (s - t)) + (float64(z) - t)
	bits := math.Float64bits(s)
	if lost != 0 && bits&1 == 0 && !math.IsInf(s, 0) && s == s {
		if (lost > 0) == (s > 0) {
			bits++
		} else {
			bits--
		}
	}
	return float32(math.Float64frombits(bits))
}

// evalConvert converts between numbers as the rows convert_… do.
func evalConvert(to, from optab.Type, c uint64) (uint64, bool) {
	switch {
	case from == optab.Bool || to == optab.Bool || from == optab.Invalid || to == optab.Invalid:
		return 0, false
	case from.IsFloat() && to.IsFloat():
		if from == optab.F32 {
			return ofF64(float64(asF32(c))), true
		}
		return ofF32(float32(asF64(c))), true
	case from.IsFloat():
		x := asF64(c)
		if from == optab.F32 {
			x = float64(asF32(c))
		}
		return truncated(to, x), true
	case !to.IsFloat():
		return uint64(signExtend(c, from)) & WidthMask(to), true
	case to == optab.F64 && from.IsSigned():
		return ofF64(float64(signExtend(c, from))), true
	case to == optab.F64:
		return ofF64(float64(c)), true
	case from.IsSigned():
		return ofF32(float32(signExtend(c, from))), true
	}
	return ofF32(float32(c)), true
}

// truncated returns what the conversion of a float to an integer gives. Go leaves it open outside the
// range; the rows say what it is, on every machine.
func truncated(to optab.Type, x float64) uint64 {
	const half = 1 << 63
	switch {
	case to == optab.I32 && !(x > math.MinInt32-1 && x < math.MaxInt32+1):
		return 1 << 31
	case x >= -half && x < half:
		return uint64(int64(x)) & WidthMask(to)
	case to == optab.U64 && x >= half && x < 2*half:
		return uint64(int64(x-half)) + half
	}
	return half & WidthMask(to)
}

// signExtend returns the value of the bits of an integer type.
func signExtend(c uint64, t optab.Type) int64 {
	switch t {
	case optab.I32:
		return int64(int32(c))
	case optab.U32:
		return int64(uint32(c))
	}
	return int64(c)
}

func shiftRight(x, n uint64) uint64 { return x >> n }

func compare[T int64 | uint64 | float32 | float64](row string, x, y T) (uint64, bool) {
	var v bool
	switch row {
	case "eq":
		v = x == y
	case "ne":
		v = x != y
	case "lt":
		v = x < y
	case "le":
		v = x <= y
	case "gt":
		v = x > y
	case "ge":
		v = x >= y
	default:
		return 0, false
	}
	if v {
		return 1, true
	}
	return 0, true
}

func asF64(c uint64) float64 { return math.Float64frombits(c) }
func ofF64(x float64) uint64 { return math.Float64bits(x) }
func asF32(c uint64) float32 { return math.Float32frombits(uint32(c)) }
func ofF32(x float32) uint64 { return uint64(math.Float32bits(x)) }
