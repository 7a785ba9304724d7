package engine

import (
	"strings"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// straight makes the code of a program without loops. Nobody waits: each pass takes the
// next rows of the columns for all groups, runs every block once, and stores the results.
type straight struct {
	*layout
	*codegen.Emitter
	g      *graph
	faults bool
	code   *codegen.Func
}

// newStraight makes the code for a number of groups.
func newStraight(g *graph, target codegen.Target, groups int) (*turnCode, error) {
	s := &straight{layout: &layout{groups: groups, memory: g.memory}, g: g}
	s.in, s.out, s.given = program.Variables(g.prog.VarsIn), program.Variables(g.prog.VarsOut), g.given
	if err := g.widen(func() error { return s.piece(target) }); err != nil {
		return nil, err
	}
	s.Emitter = codegen.NewEmitter(codegen.Framed(target, at(s.slots())), g.width)
	if err := s.write(); err != nil {
		return nil, err
	}
	return assembled(s.Emitter, *s.layout, g, groups, 1)
}

// piece makes the code of one group: of the lanes that there are and their inputs, the
// results, the lanes that have them, and those that faulted.
func (s *straight) piece(target codegen.Target) error {
	p := s.g.newPhases(s.g.prog.Name, target)
	valid, numbers := p.Param(optab.Bool), p.Param(s.g.numbers())
	p.masks[0] = valid
	for _, name := range s.in {
		if !s.g.isArray(name) {
			p.now[name] = p.unpack(p.Param(stored(s.g.typeOf(name))), s.g.typeOf(name))
		}
	}
	p.readColumns(s.in, valid, numbers)
	p.addUniforms()
	if err := p.run(prologue); err != nil {
		return err
	}
	finished := p.orNone(p.maskOf(len(s.g.blocks)))
	p.writeColumns(s.out, finished, numbers)
	p.F.Results = append(p.results(s.out), finished)
	if s.faults = p.fault != codegen.NoValue; s.faults {
		p.F.Results = append(p.F.Results, p.fault)
	}
	p.Finish()
	s.code = codegen.Expand(&p.F, target)
	s.g.width = max(s.g.width, s.code.Width())
	return checkSize(s.code)
}

func (s *straight) write() error {
	s.Put("MOVQ", codegen.Mem(at(frameNext)), codegen.Gen(nextReg))
	s.Put("MOVQ", codegen.Mem(at(frameFuel)), codegen.Gen(fuelReg))
	s.Top("pass")
	numbers, uniforms := s.g.numbers(), uniformRegs(s.Emitter, s.layout)
	var params, lanes []codegen.Reg
	for k := range s.groups {
		first, number, valid := s.Temp(numbers), s.Temp(numbers), s.Temp(optab.Bool)
		s.Put("VPBROADCAST"+letter(numbers), codegen.Gen(nextReg), codegen.Out(first))
		s.Put("VPADD"+letter(numbers), codegen.InAny(s.Row(count(k*s.Lanes, s.Lanes))), codegen.In(first), codegen.Out(number))
		limit := s.InMemory(numbers, at(frameLimit), s.g.width)
		s.Put("VPCMP"+letter(numbers), codegen.Imm(1), codegen.InAny(limit), codegen.In(number), codegen.Out(valid))
		params, lanes = append(params, valid, number), append(lanes, number)
		for i, name := range s.in {
			if s.g.isArray(name) {
				continue
			}
			typ := stored(s.g.typeOf(name))
			r := s.Temp(typ)
			s.Put("MOVQ", codegen.Mem(at(frameCols+8*i)), codegen.Gen(codegen.AX))
			s.Put(transfer(typ)+".Z", codegen.Mem(s.row(k, typ)), codegen.In(valid), codegen.Out(r))
			params = append(params, r)
		}
		params = append(params, uniforms...)
	}
	woven := codegen.Weave(s.code, s.groups)
	s.bind(woven, 0, s.groups)
	results, err := s.Call(woven, params)
	if err != nil {
		return err
	}
	each := len(s.code.Results)
	for k := range s.groups {
		mine := results[k*each : (k+1)*each]
		finished := mine[each-1]
		if s.faults {
			finished = mine[each-2]
		}
		next := 0
		for i, name := range s.out {
			if s.g.isArray(name) {
				continue
			}
			typ := stored(s.g.typeOf(name))
			s.Put("MOVQ", codegen.Mem(at(frameCols+8*(len(s.in)+i))), codegen.Gen(codegen.AX))
			s.Put(transfer(typ), codegen.In(mine[next]), codegen.In(finished), codegen.Mem(s.row(k, typ)))
			next++
		}
		if s.faults {
			listFaults(s.Emitter, s.g, lanes[k], mine[each-1])
		}
	}
	s.Put("ADDQ", codegen.Imm(s.groups*s.Lanes), codegen.Gen(nextReg))
	s.Put("CMPQ", codegen.Gen(nextReg), codegen.Mem(at(frameLimit)))
	s.Put("JGE", codegen.To("done"))
	s.Put("SUBQ", codegen.Imm(1), codegen.Gen(fuelReg))
	s.Put("JNE", codegen.To("pass"))
	s.Put("JMP", codegen.To("leave"))
	s.Here("done")
	s.Put("MOVQ", codegen.Mem(at(frameLimit)), codegen.Gen(nextReg))
	s.Here("leave")
	s.Put("MOVQ", codegen.Gen(nextReg), codegen.Mem(at(frameNext)))
	s.Put("VZEROUPPER")
	s.Put("RET")
	return nil
}

// row is where the rows of group k begin in the column at AX.
func (s *straight) row(k int, typ optab.Type) codegen.Address {
	return codegen.Address{Base: codegen.AX, Index: nextReg, Scale: uint8(typ.Size()), Disp: k * s.Lanes * typ.Size()}
}

// count is n numbers from first on.
func count(first, n int) []uint64 {
	list := make([]uint64, n)
	for i := range list {
		list[i] = uint64(first + i)
	}
	return list
}

// numbers is the type of the numbers of lanes.
func (g *graph) numbers() optab.Type {
	if g.width == 4 {
		return optab.I32
	}
	return optab.I64
}

// listFaults adds lanes to the list of those that faulted.
func listFaults(e *codegen.Emitter, g *graph, numbers, faulted codegen.Reg) {
	e.Put("MOVQ", codegen.Mem(at(frameList)), codegen.Gen(codegen.AX))
	e.Put("MOVQ", codegen.Mem(at(frameFaults)), codegen.Gen(codegen.BX))
	to := codegen.Address{Base: codegen.AX, Index: codegen.BX, Scale: uint8(g.width)}
	e.Put("VPCOMPRESS"+letter(g.numbers()), codegen.In(numbers), codegen.In(faulted), codegen.Mem(to))
	e.Put("KMOV"+maskLetter(e), codegen.In(faulted), codegen.Gen(codegen.CX))
	e.Put("POPCNTL", codegen.Gen(codegen.CX), codegen.Gen(codegen.CX))
	e.Put("ADDQ", codegen.Gen(codegen.CX), codegen.Gen(codegen.BX))
	e.Put("MOVQ", codegen.Gen(codegen.BX), codegen.Mem(at(frameFaults)))
}

// copyMasked is the instruction that copies a part of a register of a type.
func copyMasked(typ optab.Type) string { return strings.Replace(transfer(typ), "VMOVU", "VMOVA", 1) }
