package evaluate

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// recipe is what the translator emits for an instruction on numbers: a list of
// operations. To have one meaning of numbers, the evaluator lets the translator
// emit them, once an instruction, and runs the list.
type recipe struct {
	// What work holds at first: literals, and then the inputs.
	literals []uint64
	inputs   []input
	steps    []recipeStep
	results  []int
	size     int
	library  bool // has a function whose bits differ between machines
	why      string
}

// input is a number of a register: of a complex one, the real or imaginary part.
type input struct{ reg, part int }

type recipeStep struct {
	op           program.Opcode
	x, y, z, out int
}

// recorder makes the recipes of a function.
type recorder struct {
	e       *Evaluator
	fn      *ssa.Function
	regs    map[ssa.Value]int
	emitter Emitter
	from    map[string]input // of the names of inputs
}

// record returns the recipe of an instruction, or nil if it is not arithmetic.
func (r *recorder) record(in ssa.Instruction) *recipe {
	if !r.e.isArithmetic(in) {
		return nil
	}
	if r.emitter == nil {
		r.begin()
	}
	ops, out, why := r.emitter.Instruction(in)
	if why != "" {
		return &recipe{why: "needs what is not available: " + why}
	}
	return r.finish(ops, out)
}

// begin makes an emitter that has a variable for each number of each register.
func (r *recorder) begin() {
	r.from = map[string]input{}
	vals := map[ssa.Value]known.Value{}
	for v, reg := range r.regs {
		if tuple, ok := v.Type().(*types.Tuple); ok && !numeric(tuple) || !ok && !isNumber(v.Type()) {
			continue
		}
		val := known.Value{}
		for part, lf := range r.e.host.Layouts.Of(v.Type()).Leaves {
			name := "r" + strconv.Itoa(reg) + "." + strconv.Itoa(part)
			r.from[name] = input{reg, part}
			val = append(val, known.NumberAtom(lf, program.Ref(name)))
		}
		vals[v] = val
	}
	r.emitter = r.e.host.Arithmetic.Emit(r.fn, vals)
}

// isNumber reports whether a type is of numbers: a bool, an integer, a float
// or a complex number.
func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	d, _ := known.DtypeOf(b)
	_, complex := known.ComplexPart(b)
	return d != program.Invalid || complex
}

func numeric(t *types.Tuple) bool {
	for v := range t.Variables() {
		if !isNumber(v.Type()) {
			return false
		}
	}
	return true
}

// isArithmetic reports whether an instruction computes numbers of numbers.
func (e *Evaluator) isArithmetic(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.BinOp:
		return isNumber(in.X.Type())
	case *ssa.UnOp:
		return in.Op != token.MUL && in.Op != token.ARROW
	case *ssa.Convert:
		return isNumber(in.X.Type()) && isNumber(in.Type())
	case *ssa.Call:
		switch fn := in.Call.Value.(type) {
		case *ssa.Builtin:
			switch fn.Name() {
			case "min", "max", "complex", "real", "imag":
				return !gotypes.IsString(in.Type())
			}
		case *ssa.Function:
			return fn.Blocks == nil && e.host.Arithmetic.IsOperation(foreignName(fn))
		}
	}
	return false
}

// finish resolves the names of what was emitted.
func (r *recorder) finish(ops []program.Instr, out known.Value) *recipe {
	rc := &recipe{}
	at := map[string]int{}
	literals := map[uint64]int{}
	// Literals and inputs first.
	var operands []program.Operand
	for _, in := range ops {
		operands = append(operands, in.(*program.PrimOp).In...)
	}
	for _, a := range out {
		operands = append(operands, a.Nums...)
	}
	for _, o := range operands {
		if _, ok := literals[o.Bits]; o.IsLiteral() && !ok {
			literals[o.Bits] = len(rc.literals)
			rc.literals = append(rc.literals, o.Bits)
		}
	}
	for _, o := range operands {
		if from, ok := r.from[o.Name]; ok && !o.IsLiteral() {
			if _, ok := at[o.Name]; !ok {
				at[o.Name] = len(rc.literals) + len(rc.inputs)
				rc.inputs = append(rc.inputs, from)
			}
		}
	}
	rc.size = len(rc.literals) + len(rc.inputs)
	place := func(o program.Operand) int {
		if o.IsLiteral() {
			return literals[o.Bits]
		}
		return at[o.Name]
	}
	for _, in := range ops {
		op := in.(*program.PrimOp)
		s := recipeStep{op: op.Op, out: rc.size}
		for i, to := range []*int{&s.x, &s.y, &s.z} {
			if i < len(op.In) {
				*to = place(op.In[i])
			}
		}
		rc.library = rc.library || op.Op.Info().Row.Exact == optab.Library
		rc.steps = append(rc.steps, s)
		at[op.Out[0].Name] = rc.size
		rc.size++
	}
	for _, a := range out {
		rc.results = append(rc.results, place(a.Nums[0]))
	}
	return rc
}

// compute runs a recipe.
func (e *Evaluator) compute(in ssa.Instruction, r *recipe, regs []Datum) Datum {
	switch {
	case r.why != "":
		return poisoned(in, "%s", r.why)
	case r.library && e.lanes && !e.here:
		e.halt(in, "needs a function of package math")
	}
	if len(e.work) < r.size {
		e.work = make([]uint64, 2*r.size)
	}
	w := e.work
	n := copy(w, r.literals)
	for i, from := range r.inputs {
		d := &regs[from.reg]
		switch ref := d.Ref.(type) {
		case nil:
			w[n+i] = 0
			if from.part == 0 {
				w[n+i] = d.Bits
			}
		case ComplexPair:
			w[n+i] = ref[from.part]
		case Aggregate:
			w[n+i] = ref[from.part].Bits
		default: // poison
			return *d
		}
	}
	for i := range r.steps {
		s := &r.steps[i]
		if s.op.Info().Row.Has(optab.Unbounded) { // an order, as of math.Jn
			e.spend(in, int(min(w[s.y], -w[s.y])/8))
		}
		bits, fault := s.op.Scalar(w[s.x], w[s.y], w[s.z])
		if fault != optab.NoFault {
			e.panics(in, fault.String())
		}
		w[s.out] = bits
	}
	switch len(r.results) {
	case 1:
		return Datum{Bits: w[r.results[0]]}
	case 2:
		if _, ok := in.(ssa.Value).Type().(*types.Tuple); !ok {
			return Datum{Ref: ComplexPair{w[r.results[0]], w[r.results[1]]}}
		}
	}
	tuple := make(Aggregate, len(r.results))
	for i, k := range r.results {
		tuple[i].Bits = w[k]
	}
	return Datum{Ref: tuple}
}

// scalarOp computes an operation that cannot fault.
func scalarOp(row string, d program.Dtype, x, y uint64) uint64 {
	bits, _ := program.OpcodeFor(row, d).Scalar(x, y, 0)
	return bits
}
