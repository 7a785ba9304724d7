package scalar

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// routineCode is an operation that scalar instructions do not have, as vector code: it
// reads its operands, the same in all elements, from where the worker's frame has what is
// passed, and leaves the first element of its result in X14 or R13, whether it faults in
// R15. It changes all vector and mask registers, and of the others only those two.
type routineCode struct {
	op     program.Opcode
	code   []byte
	faults bool
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
	info, target := op.Info(), u.at.vector
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
	f := codegen.Expand(&b.F, target)
	width := max(f.Width(), 4)
	for _, t := range types {
		width = max(width, t.Size())
	}
	e := codegen.NewEmitter(codegen.Framed(target, inFrame(u.at.scratch)), width)
	var params []codegen.Reg
	for i, t := range types {
		params = append(params, e.InMemory(t, inFrame(u.at.passed+8*i), t.Size()))
	}
	regs, err := e.Call(f, params)
	if err != nil {
		return r, err
	}
	take := func(r codegen.Reg, t optab.Type, to codegen.General) {
		if t == optab.Bool {
			e.Put(maskBits(e), codegen.In(r), codegen.Gen(to))
			e.Put("ANDL", codegen.Imm(1), codegen.Gen(to))
			return
		}
		e.Put("VMOVUPD", codegen.In(r), codegen.Mem(inFrame(u.at.scratch+codegen.FramedSlots)))
	}
	take(regs[0], f.Types[f.Results[0]], scratchA)
	if len(regs) > 1 {
		take(regs[1], optab.Bool, scratchB)
	}
	e.Put("RET")
	a, err := e.Assemble()
	if err != nil {
		return r, err
	}
	return routineCode{op, a.Code, len(regs) > 1}, nil
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
	info := in.op.Info()
	for i, a := range in.in {
		t := info.In[i]
		off := e.at.passed + 8*i
		if t.IsFloat() {
			e.put("VMOV"+fsuffix(t), xmm(e.inRegX(a, t, scratchX)), xmem(inFrame(off)))
		} else {
			e.put("MOV"+suffix(t), reg(e.inReg(a, t, scratchA)), mem(inFrame(off)))
		}
	}
	e.put("CALL", e.to(routineLabel(in.n)))
	if e.u.routines[in.n].faults {
		e.put("TESTL", reg(scratchB), reg(scratchB))
		e.fail("JNE")
	}
	v, result := in.out[0], inFrame(e.at.scratch+codegen.FramedSlots)
	switch t := info.Out; {
	case t == optab.Bool:
		e.give(v, scratchA)
	case t.IsFloat():
		d := e.targetX(v)
		e.put("VMOV"+fsuffix(t), xmem(result), xmm(d))
		e.giveX(v, d)
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
		e.pad()
		e.here(routineLabel(i))
		e.x.Code = append(e.x.Code, r.code...)
	}
}

// pad adds traps up to a multiple of 64 bytes.
func (e *emitter) pad() {
	for len(e.x.Code)%64 != 0 {
		e.x.Code = append(e.x.Code, 0xcc)
	}
}
