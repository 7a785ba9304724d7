package engine

import (
	"fmt"
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Between turns lanes that are done give their results to the columns and take the next inputs.

// refill adds the code that takes the results of a group's lanes that are done, and
// gives those lanes the next inputs. It is jumped over if there are none.
func (t *turn) refill(g int) error {
	t.Mark(t.g.around(fmt.Sprintf("lanes of group %d that are done", g+1)))
	ended, err := t.ended(g)
	if err != nil {
		return err
	}
	t.test(ended)
	skip, done := t.Label("full"), t.Label("drained")
	t.Skip("JEQ", skip)
	few := t.unlessFew(g, ended)

	ids := t.inFrame(t.g.numbers(), t.group(g))
	have := t.known(ids, ended)
	t.unlessOver(have, done)
	values, numbers, err := t.ends(g, ids, ended, have)
	if err != nil {
		return err
	}
	t.scatter(values.finished, numbers, values.results)
	if t.faults {
		t.list(values.faulted, numbers)
	}
	t.Mark(t.g.around(fmt.Sprintf("inputs for lanes of group %d", g+1)))
	fresh := t.renew(ids, ended)
	if err := t.begins(g, fresh, codegen.Gen(codegen.CX), func(typ optab.Type, from codegen.Address) codegen.Reg {
		return t.input(fresh, typ, from)
	}); err != nil {
		return err
	}
	t.Join(done)
	if few != "" {
		t.Join(few)
	}
	t.Join(skip)
	return nil
}

// unlessFew jumps to a label, which it returns, if lanes that are done are to wait for others, and there are inputs for
// them: what lanes do when they begin takes the same time for one as for all. They wait for as many turns, all in all,
// as that takes: whenever the others end, that is twice the time at most that it would have taken to know (A. Karlin et
// al., "Competitive snoopy caching", 1988). The label is empty if lanes never wait.
func (t *turn) unlessFew(g int, ended codegen.Reg) (few string) {
	if t.waitFor == 0 {
		return ""
	}
	enough, few := t.Label("enough"), t.Label("few")
	waited := codegen.Mem(at(t.waited(g)))
	t.count(ended)
	t.Put("MOVQ", waited, codegen.Gen(codegen.AX))
	t.Put("ADDQ", codegen.Gen(codegen.CX), codegen.Gen(codegen.AX))
	t.Put("MOVQ", codegen.Gen(codegen.AX), waited)
	t.Put("CMPQ", codegen.Gen(codegen.AX), codegen.Imm(t.waitFor))
	t.Put("JGE", t.To(enough))
	t.Put("CMPQ", codegen.Gen(codegen.CX), codegen.Imm(t.Lanes))
	t.Put("JGE", t.To(enough))
	t.Put("CMPQ", codegen.Gen(nextReg), codegen.Mem(at(frameLimit)))
	t.Skip("JLT", few)
	t.Here(enough)
	t.Put("MOVQ", codegen.Imm(0), codegen.Gen(codegen.AX))
	t.Put("MOVQ", codegen.Gen(codegen.AX), waited)
	return few
}

// refillAll is refill where all lanes that began together have ended by now: results and inputs are then of
// consecutive lanes.
func (t *turn) refillAll(g int) error {
	t.Mark(t.g.around(fmt.Sprintf("lanes of group %d, which are done", g+1)))
	ids, done := t.inFrame(t.g.numbers(), t.group(g)), t.Label("drained")
	have := t.known(ids, codegen.NoReg)
	t.unlessOver(have, done)
	values, numbers, err := t.ends(g, ids, have, have)
	if err != nil {
		return err
	}
	first := codegen.BX
	for _, r := range values.results {
		t.Put(t.moveNumber(), codegen.Mem(at(t.group(g))), codegen.Gen(first)) // the first lane's
		t.Put("MOVQ", codegen.Mem(at(r.column)), codegen.Gen(codegen.AX))
		to := codegen.Address{Base: codegen.AX, Index: first, Scale: uint8(r.typ.Size())}
		t.store(r.typ, r.values, values.finished, to)
	}
	if t.faults {
		t.list(values.faulted, numbers)
	}
	t.Mark(t.g.around(fmt.Sprintf("inputs for lanes of group %d", g+1)))
	now := t.numbers(0)
	valid := t.below(now, codegen.NoReg)
	t.merge(t.g.numbers(), t.Constant(codegen.WidthMask(optab.I64)), t.not(valid), now)
	fresh := renewed{now: now, valid: valid}
	if err := t.begins(g, fresh, codegen.Imm(t.Lanes), func(typ optab.Type, from codegen.Address) codegen.Reg {
		return t.load(typ, from, valid)
	}); err != nil {
		return err
	}
	t.Join(done)
	return nil
}

// moveNumber is the instruction that loads the number of a lane.
func (t *turn) moveNumber() string {
	if t.g.width == 4 {
		return "MOVL"
	}
	return "MOVQ"
}

// unlessOver jumps to a label if no lane in have is to give results and there are no inputs for others.
func (t *turn) unlessOver(have codegen.Reg, label string) {
	more := t.Label("more")
	t.Put("CMPQ", codegen.Gen(nextReg), codegen.Mem(at(frameLimit)))
	t.Put("JLT", t.To(more))
	t.test(have)
	t.Skip("JEQ", label)
	t.Here(more)
}

// begins adds the prologue, for lanes that were given numbers. load is a row of a column whose next element
// is at an address, and taken how many inputs are taken.
func (t *turn) begins(
	g int, fresh renewed, taken codegen.Arg, load func(typ optab.Type, from codegen.Address) codegen.Reg,
) error {
	t.Put(t.transfer(t.g.numbers()), codegen.In(fresh.now), codegen.Mem(at(t.group(g))))
	params := append(slices.Concat(t.vars[g], t.masks[g]), fresh.valid, fresh.now)
	for i, name := range t.in {
		if t.g.isArray(name) {
			continue
		}
		typ := stored(t.g.typeOf(name))
		t.Put("MOVQ", codegen.Mem(at(t.inputAt(i))), codegen.Gen(codegen.AX))
		params = append(params, load(typ, codegen.Address{Base: codegen.AX, Index: nextReg, Scale: uint8(typ.Size())}))
	}
	rest := t.Label("taken")
	t.Put("ADDQ", taken, codegen.Gen(nextReg))
	t.Put("CMPQ", codegen.Gen(nextReg), codegen.Mem(at(frameLimit)))
	t.Put("JLT", t.To(rest))
	t.Put("MOVQ", codegen.Mem(at(frameLimit)), codegen.Gen(nextReg))
	if t.looks > 1 {
		t.Put("MOVQ", codegen.Mem(at(frameLeft)), codegen.Gen(codegen.AX))
		// Another group that comes here has none.
		t.Put("ADDQ", codegen.Gen(fuelReg), codegen.Gen(codegen.AX))
		t.Put("MOVQ", codegen.Gen(codegen.AX), codegen.Mem(at(frameLeft)))
	}
	t.Put("MOVQ", codegen.Imm(0), codegen.Gen(fuelReg)) // Go has more inputs, or none
	t.Here(rest)
	t.bind(t.begin.Func, g, 1)
	results, err := t.Call(t.begin.Func, append(params, t.uniforms...))
	if err != nil {
		return err
	}
	t.changes(g, t.begin, results)
	return nil
}

// endedLanes are the results of lanes that end, those that have them, and those that faulted.
type endedLanes struct {
	results           []scattered
	finished, faulted codegen.Reg
}

// ends adds the epilogue, for the lanes in ended. Those in have get results. The lanes' numbers are copied:
// others get them.
func (t *turn) ends(g int, ids, ended, have codegen.Reg) (e endedLanes, numbers codegen.Reg, err error) {
	numbers = t.Temp(t.g.numbers())
	t.Copy(ids, numbers)
	t.bind(t.finish.Func, g, 1)
	params := append(slices.Concat(t.vars[g], t.masks[g]), ended, have, numbers)
	values, err := t.Call(t.finish.Func, append(params, t.uniforms...))
	if err != nil {
		return e, numbers, err
	}
	e.finished = values[len(t.finish.Results)-1]
	if t.faults {
		e.finished, e.faulted = values[len(t.finish.Results)-2], e.finished
	}
	for i, name := range t.out {
		if !t.g.isArray(name) {
			e.results = append(e.results, scattered{t.resultAt(i), stored(t.g.typeOf(name)),
				values[len(e.results)]})
		}
	}
	return e, numbers, nil
}

// What lanes do when they begin takes the same time for one as for all of a group: they take arrays from columns, which
// costs elementCost operations an element, and go through the regions that they come to. Where that takes waitsFrom
// times as long as the rest of a turn or more, lanes wait; in programs that do less, a lane that is done gives way at
// once, which was measured to be best. All of this is guesses, so that runs try how it is if lanes wait longer, or less
// long: from 1, a fourth, each waitStep times as long as the one before.
const (
	elementCost = 10
	leastWaits  = 128
	waitsFrom   = 2
	waitStep    = 4
	usualWait   = 2
)

// waiting is for how many turns lanes wait for each other, each lane counted as its part of a group, if what they do
// when they begin takes as long as some turns.
func (g *graph) waiting(begins float64) float64 {
	if g.wait <= usualWait && begins < waitsFrom {
		return 0
	}
	return begins * math.Pow(waitStep, float64(g.wait-usualWait))
}

// beginning is how many turns what lanes do when they begin takes as long as, 0 if that is little.
func (t *turn) beginning() float64 {
	once, always := len(t.begin.Code)+len(t.finish.Code), 1
	for _, name := range t.in {
		if t.g.isArray(name) {
			once += elementCost * t.g.prog.VarDefs.Def(name).Type.Leaf().Elements()
		}
	}
	for _, i := range t.items {
		switch n := t.g.codeOf([]item{i}); {
		case i.gate != nil:
			always += n
		case i.region != nil && !t.g.comesAgain(i.region):
			once += n
		default:
			always += n
		}
	}
	if once < leastWaits {
		return 0
	}
	return float64(once) / float64(always)
}

// comesAgain reports whether lanes that have left a region may come to it in a later turn.
func (g *graph) comesAgain(r *region) bool {
	reached := flow.NewSet(g.flow.Len())
	g.flow.Reach(r.header, r.header, reached)
	return slices.ContainsFunc(g.flow.Preds[r.header], func(b int) bool { return !r.has(b) && reached.Has(b) })
}

// codeOf is how many operations lanes go through in items.
func (g *graph) codeOf(items []item) (n int) {
	for _, i := range items {
		switch {
		case i.gate != nil:
			n += g.codeOf(i.items)
		case i.region != nil:
			n += g.roundsIn(i.region.header) * g.codeOf(i.items)
		default:
			n += len(i.Code)
		}
	}
	return n
}

// refillTurns is about how many turns of a group it takes to refill one of its lanes.
func (t *turn) refillTurns() float64 {
	const fetching = 60 // operations that move numbers, results and inputs
	return float64(fetching+t.begin.Weight()+t.finish.Weight()) / float64(max(1, t.items[0].Weight()))
}
