package scalar

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// routineCode is an operation that scalar instructions do not have, as vector code of operands that are the same in
// all elements. The first operand is in X14 if it is a float; the others are where the worker's frame has what
// is passed. It leaves a float in X14, a bool in R13, other results in the frame, and whether it faults in R15. It
// changes all vector and mask registers, and of the others only those two.
//
// Where there are more vector registers than code of one lane has, it may be apart: it changes only the others and
// X14, and its second operand, if it is a float, is in X15.
type routineCode struct {
	op     program.Opcode
	code   []byte
	faults bool
	apart  bool
}

// mostApart is how many instructions a routine has at most that is apart: larger ones want all registers.
const mostApart = 400

// operand returns the register in which a routine has an operand of a type. Code that is not apart may change all
// registers but that of the first operand before it reads them.
func (r *routineCode) operand(i int, t optab.Type) (register int, ok bool) {
	return scratchX + i, t.IsFloat() && (i == 0 || i == 1 && r.apart)
}

// routineOf returns the number of the routine of an operation. The error says that there is
// no vector code either.
func (u *unit) routineOf(op program.Opcode) (int, error) {
	for i, r := range u.routines {
		if r.op == op {
			return i, nil
		}
	}
	r, err := u.makeRoutine(op)
	if err != nil {
		return 0, err
	}
	u.routines = append(u.routines, r)
	return len(u.routines) - 1, nil
}

func (u *unit) makeRoutine(op program.Opcode) (r routineCode, err error) {
	info, target := op.Info(), codegen.Narrow(u.at.vector)
	b := codegen.NewBuilder(op.String(), target.Has)
	var args []codegen.Value
	var types []optab.Type
	for _, t := range info.In {
		in := t
		if t == optab.Bool {
			in = optab.I32
		}
		v := b.Param(in)
		if t == optab.Bool {
			v = b.Emit(optab.Bool, "ne."+in.String(), v, b.Constant(in, 0))
		}
		args, types = append(args, v), append(types, in)
	}
	from := codegen.Library(op.String(), b.Build)
	if from == nil {
		from = codegen.Row(info.Row, info.Type)
	}
	if info.Row.Effect == optab.Faults && from.Fault == codegen.NoValue {
		return r, fmt.Errorf("%s has no machine code", op)
	}
	result, fault := b.Inline(from, args...)
	b.F.Results = []codegen.Value{result}
	if fault != codegen.NoValue {
		b.F.Results = append(b.F.Results, fault)
	}
	b.Finish()
	f := codegen.Expand(codegen.Alone(&b.F), target)
	width := max(f.Width(), 4)
	for _, t := range types {
		width = max(width, t.Size())
	}
	r = routineCode{op: op, faults: len(b.F.Results) > 1}
	if len(f.Code) <= mostApart {
		target, r.apart = codegen.Upper(target)
	}
	e := codegen.NewEmitter(codegen.Framed(target, inFrame(u.at.scratch)), width)
	e.Once = !r.apart // so that nothing comes before the first operand
	var params []codegen.Reg
	for i, t := range types {
		x, ok := r.operand(i, t)
		if !ok {
			params = append(params, e.InMemory(t, inFrame(u.at.passed+8*i), t.Size()))
			continue
		}
		all := e.Temp(t)
		e.Put("VBROADCAST"+fsuffix(t), codegen.Vec(x), codegen.Out(all))
		params = append(params, all)
	}
	regs, err := e.Call(f, params)
	if err != nil {
		return r, err
	}
	lowest := func(mask codegen.Reg, to codegen.General) {
		e.Put(maskBits(e), codegen.In(mask), codegen.Gen(to))
		e.Put("ANDL", codegen.Imm(1), codegen.Gen(to))
	}
	if r.faults {
		lowest(regs[1], scratchB)
	}
	switch {
	case info.Out == optab.Bool:
		lowest(regs[0], scratchA)
	case info.Out.IsFloat():
		e.Put("VMOVAPD", codegen.InLow(regs[0]), codegen.Vec(scratchX))
	default:
		e.Put("VMOVUPD", codegen.In(regs[0]), codegen.Mem(inFrame(u.at.scratch+codegen.FramedSlots)))
	}
	e.Put("RET")
	a, err := e.Assemble()
	if err != nil {
		return r, err
	}
	r.code = a.Code
	return r, nil
}

// maskBits is the instruction that puts the bits of a mask into a general register.
func maskBits(e *codegen.Emitter) string {
	switch {
	case len(e.Target.Registers(codegen.Mask)) > 0:
		return "KMOVW"
	case e.Width == 4:
		return "VMOVMSKPS"
	}
	return "VMOVMSKPD"
}

// routine calls a routine.
func (e *emitter) routine(in *ins) {
	info, r := in.op.Info(), &e.u.routines[in.n]
	for i, a := range in.in {
		t := info.In[i]
		off := e.at.passed + 8*i
		if x, ok := r.operand(i, t); ok {
			e.moveX(x, a, t)
		} else if t.IsFloat() {
			e.put("VMOV"+fsuffix(t), xmm(e.inRegX(a, t, scratchY)), xmem(inFrame(off)))
		} else {
			e.put("MOV"+suffix(t), reg(e.inReg(a, t, scratchA)), mem(inFrame(off)))
		}
	}
	e.put("CALL", e.to(routineLabel(in.n)))
	if r.faults {
		e.put("TESTL", reg(scratchB), reg(scratchB))
		e.fail("JNE")
	}
	v, result := in.out[0], inFrame(e.at.scratch+codegen.FramedSlots)
	switch t := info.Out; {
	case t == optab.Bool:
		e.give(v, scratchA)
	case t.IsFloat():
		e.giveX(v, scratchX)
	default:
		d := e.target(v)
		e.put("MOV"+suffix(t), mem(result), reg(d))
		e.give(v, d)
	}
}

func routineLabel(n int) string { return fmt.Sprint("routine", n, "()") }

// writeRoutines writes the routines, which have data of their own behind them.
func (e *emitter) writeRoutines() {
	for i, r := range e.u.routines {
		e.x.Align(rowAlign)
		e.here(routineLabel(i))
		e.x.Code = append(e.x.Code, r.code...)
	}
}
