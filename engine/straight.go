package engine

import (
	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// straight makes the code of a program without loops. Nobody waits: each pass takes the
// next rows of the columns for all groups, runs every block once, and stores the results.
type straight struct {
	*layout
	*codegen.Emitter
	machine
	g      *graph
	faults bool
	code   *codegen.Func
}

// newStraight makes the code for a number of groups.
func newStraight(g *graph, set *instructions, groups int) (*emitted, error) {
	s := &straight{layout: &layout{groups: groups, memory: g.memory}, g: g}
	s.in, s.out, s.given = program.Variables(g.prog.VarsIn), program.Variables(g.prog.VarsOut), g.given
	if err := g.widen(func() error { return s.piece(set.target) }); err != nil {
		return nil, err
	}
	s.Emitter = codegen.NewEmitter(codegen.Framed(set.target, at(s.slots())), g.width)
	s.machine = set.machine(s.Emitter, g.numbers(), s.machineRows())
	if err := s.write(); err != nil {
		return nil, err
	}
	return assembled(s.Emitter, set, *s.layout, g, groups, 1)
}

// piece makes the code of one group: of the lanes that there are and their inputs, the
// results, the lanes that have them, and those that faulted.
func (s *straight) piece(target codegen.Target) error {
	p := s.g.newPhases(s.g.prog.Name, target)
	valid, numbers := p.Param(optab.Bool), p.Param(s.g.numbers())
	p.inputs(s.in, valid, numbers)
	p.addUniforms()
	if err := p.run(s.g.blocksOf(prologue)); err != nil {
		return err
	}
	finished := p.orNone(p.maskOf(len(s.g.blocks)))
	p.writeColumns(s.out, finished, numbers)
	p.F.Results = append(p.results(s.out), finished)
	if s.faults = p.faults; s.faults {
		p.F.Results = append(p.F.Results, p.Emit(optab.Bool, "andnot.bool", valid, finished))
	}
	p.finish()
	s.code = codegen.Masked(codegen.Expand(&p.F, target), target)
	s.g.width = max(s.g.width, s.code.Width())
	return checkSize(s.code)
}

// write writes passes over full groups, where the code is short, and passes over groups that may have
// lanes beyond the end.
func (s *straight) write() error {
	s.Mark(s.g.around("inputs"))
	s.Put("MOVQ", codegen.Mem(at(frameNext)), codegen.Gen(nextReg))
	s.Put("MOVQ", codegen.Mem(at(frameFuel)), codegen.Gen(fuelReg))
	s.Top("pass")
	uniforms := uniformRegs(s.Emitter, s.layout)
	woven := codegen.Weave(s.code, s.groups)
	s.bind(woven, 0, s.groups)
	if s.isShort() {
		s.Put("LEAQ", codegen.Mem(codegen.Address{Base: nextReg, Disp: s.groups * s.Lanes}), codegen.Gen(codegen.AX))
		s.Put("CMPQ", codegen.Gen(codegen.AX), codegen.Mem(at(frameLimit)))
		s.Skip("JGT", "some")
		if err := s.body(woven, uniforms, true); err != nil {
			return err
		}
		s.Put("ADDQ", codegen.Imm(s.groups*s.Lanes), codegen.Gen(nextReg))
		s.Put("SUBQ", codegen.Imm(1), codegen.Gen(fuelReg))
		// What a part that may be jumped over displaced is back behind its end, and only there. So the next
		// pass begins there.
		s.Join("some")
		s.Put("CMPQ", codegen.Gen(nextReg), codegen.Mem(at(frameLimit)))
		s.Put("JGE", s.To("done"))
		s.Put("LEAQ", codegen.Mem(codegen.Address{Base: nextReg, Disp: s.groups * s.Lanes}), codegen.Gen(codegen.AX))
		s.Put("CMPQ", codegen.Gen(codegen.AX), codegen.Mem(at(frameLimit)))
		s.Put("JGT", s.To("rest"))
		s.Put("CMPQ", codegen.Gen(fuelReg), codegen.Imm(0))
		s.Put("JNE", s.To("pass"))
		s.Put("JMP", s.To("leave"))
		s.Here("rest")
		if err := s.body(woven, uniforms, false); err != nil {
			return err
		}
	} else {
		if err := s.body(woven, uniforms, false); err != nil {
			return err
		}
		s.Put("ADDQ", codegen.Imm(s.groups*s.Lanes), codegen.Gen(nextReg))
		s.Put("CMPQ", codegen.Gen(nextReg), codegen.Mem(at(frameLimit)))
		s.Put("JGE", s.To("done"))
		s.Put("SUBQ", codegen.Imm(1), codegen.Gen(fuelReg))
		s.Put("JNE", s.To("pass"))
		s.Put("JMP", s.To("leave"))
	}
	s.Here("done")
	s.Put("MOVQ", codegen.Mem(at(frameLimit)), codegen.Gen(nextReg))
	s.Here("leave")
	s.Put("MOVQ", codegen.Gen(nextReg), codegen.Mem(at(frameNext)))
	s.Put("VZEROUPPER")
	s.Put("RET")
	return nil
}

// shortCode is how many instructions code has at most for which masks of lanes and moves under
// them are a part of the time that counts. It is there twice, with and without.
const shortCode = 128

func (s *straight) isShort() bool {
	return s.groups*len(s.code.Code) <= shortCode && len(s.code.Arrays) == 0
}

// reads tells which values of the code something reads, and whether the lanes that have results
// are those that there are.
func (s *straight) reads() (read []bool, all bool) {
	read = make([]bool, len(s.code.Types))
	for _, in := range s.code.Code {
		for _, v := range in.Args {
			read[v] = true
		}
	}
	valid, results := s.code.Params[0], s.code.Results
	finished := len(results) - 1
	if s.faults {
		finished--
	}
	for i, v := range results {
		if i == finished && v == valid {
			all = true
			continue
		}
		read[v] = true
	}
	return read, all
}

// body writes the code of a pass. In a full one there is a lane for every element.
func (s *straight) body(woven *codegen.Func, uniforms []codegen.Reg, full bool) error {
	read, all := s.reads()
	var params, lanes []codegen.Reg
	for k := range s.groups {
		at, number, valid := len(params), codegen.NoReg, codegen.NoReg
		if !full || s.faults || read[s.code.Params[0]] || read[s.code.Params[1]] {
			number = s.numbers(k * s.Lanes)
			valid = s.below(number, codegen.NoReg)
		}
		params, lanes = append(params, valid, number), append(lanes, number)
		for i, name := range s.in {
			if s.g.isArray(name) {
				continue
			}
			loaded := codegen.NoReg
			if read[s.code.Params[len(params)-at]] {
				loaded = s.loadRow(i, k, stored(s.g.typeOf(name)), valid, full)
			}
			params = append(params, loaded)
		}
		params = append(params, uniforms...)
	}
	results, err := s.Call(woven, params)
	if err != nil {
		return err
	}
	s.Mark(s.g.around("results"))
	each := len(s.code.Results)
	for k := range s.groups {
		mine := results[k*each : (k+1)*each]
		finished := mine[each-1]
		if s.faults {
			finished = mine[each-2]
		}
		if full && all {
			finished = codegen.NoReg
		}
		next := 0
		for i, name := range s.out {
			if s.g.isArray(name) {
				continue
			}
			typ := stored(s.g.typeOf(name))
			s.Put("MOVQ", codegen.Mem(at(s.resultAt(i))), codegen.Gen(codegen.AX))
			s.store(typ, mine[next], finished, s.row(k, typ))
			next++
		}
		if s.faults {
			s.list(mine[each-1], lanes[k])
		}
	}
	return nil
}

// loadRow loads the row of group k of input i.
func (s *straight) loadRow(i, k int, typ optab.Type, valid codegen.Reg, full bool) codegen.Reg {
	if full {
		valid = codegen.NoReg
	}
	s.Put("MOVQ", codegen.Mem(at(s.inputAt(i))), codegen.Gen(codegen.AX))
	return s.load(typ, s.row(k, typ), valid)
}

// row is where the rows of group k begin in the column at AX.
func (s *straight) row(k int, typ optab.Type) codegen.Address {
	return codegen.Address{Base: codegen.AX, Index: nextReg, Scale: uint8(typ.Size()), Disp: k * s.Lanes * typ.Size()}
}
