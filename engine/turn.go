package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
)

// turn makes the code of a program as one loop: each turn runs the phases of the loops
// under the masks of the lanes that wait there, for some groups of lanes that are in
// registers. Lanes that are done give their results and take the next inputs.
type turn struct {
	*layout
	*codegen.Emitter
	machine
	g           *graph
	entries     entries
	faults      bool // some operation may fault
	looks       int  // turns from one look at the lanes that are done to the next, at most
	regionsMade int  // so far
	waitFor     int  // for how many turns lanes of a group that are done wait, all in all, before others begin

	items         []item
	finish, begin *piece
	uniforms      []codegen.Reg
	vars          [][]codegen.Reg // by group
	masks         [][]codegen.Reg
}

// makeCode makes the code for a number of groups: a turn, or where there are no loops straight code.
func makeCode(g *graph, set *instructions, groups int) (*emitted, error) {
	target := set.target
	if !slices.Contains(g.part, turning) {
		return newStraight(g, set, groups)
	}
	t := &turn{layout: &layout{groups: groups, memory: g.memory}, g: g, entries: g.entries()}
	t.in, t.out = program.Variables(g.prog.VarsIn), program.Variables(g.prog.VarsOut)
	t.items = g.turnItems()
	t.entries.inside = g.crossings(t.items, t.entries.turn)
	t.state, t.given = g.state(t.entries), g.given
	if err := g.widen(func() error { return t.expanded(target) }); err != nil {
		return nil, err
	}
	opening := t.beginning()
	wait := t.g.waiting(opening)
	// Where the scratch memory is, behind the groups, is known once the masks are.
	t.layout.masks, t.layout.waits = len(t.kept()), wait > 0
	t.Emitter = codegen.NewEmitter(codegen.Framed(target, at(t.slots())), g.width)
	t.machine = set.machine(t.Emitter, g.numbers(), t.machineRows())
	t.looks = 1
	for len(g.hosts) == 0 && len(t.items) == 1 && t.items[0].region == nil && t.looks < 8 &&
		t.looks*len(t.items[0].Code) < looksAfter {
		t.looks *= 2
	}
	t.waitFor = int(wait * float64(t.Lanes))
	if err := t.write(set); err != nil {
		return nil, err
	}
	c, err := assembled(t.Emitter, set, *t.layout, g, groups, t.looks)
	if err != nil {
		return nil, err
	}
	if t.looks > 1 {
		c.Looks, c.Refill = int64(t.looks), t.refillTurns()
	}
	c.Hosts, c.kept, c.opening, c.waitFor = t.hostPhases(set), t.homes(), opening, t.waitFor
	return c, nil
}

// looksAfter is after how many instructions of a group it always pays to look for lanes that
// are done.
const looksAfter = 1600

// write writes all of the code, which is this loop. frame is what Go and the code tell each other.
//
//	next, fuel, registers := frame.next, frame.fuel, frame.rows // of variables and masks
//	if frame.resume != 0 {
//		goto the region in which the code was left
//	}
//	for {
//		for _, it := range items { // each for all groups at once, under the masks of the lanes that wait there
//			if it is phases {
//				run them
//				continue
//			}
//			for a lane is at the header of the region { // emit and loop
//				run its items
//				if fuel--; fuel <= 0 {
//					frame.resume = region
//					goto leave
//				}
//			}
//		}
//		fuel--
//		if looks > 1 && fuel&frame.looks != 0 {
//			continue // it is not worth it to look for lanes that are done
//		}
//		for g := range groups {
//			refill(g) // where lanes are done; fuel = 0 if that took the last input
//		}
//		if Go runs some phases, and enough lanes wait there or no others can go on { // leaveForHosts
//			break
//		}
//		if fuel <= 0 {
//			break
//		}
//	}
//	leave:
//	frame.rows, frame.next = registers, next
func (t *turn) write(set *instructions) error {
	t.uniforms = uniformRegs(t.Emitter, t.layout)
	t.assignHomes(set)
	for _, p := range t.all() {
		t.settle(p, set.target)
	}
	t.Mark(t.g.around("lanes go on"))
	t.Put("MOVQ", codegen.Mem(at(frameNext)), codegen.Gen(nextReg))
	t.Put("MOVQ", codegen.Mem(at(frameFuel)), codegen.Gen(fuelReg))
	t.pinned(func(r codegen.Reg, row int, op string) { t.Put(op, codegen.Mem(at(row)), codegen.Out(r)) })
	t.resume()
	t.Top("turn")
	if err := t.emit(t.items); err != nil {
		return err
	}
	t.Mark(t.g.around("the end of a turn"))
	t.Put("SUBQ", codegen.Imm(1), codegen.Gen(fuelReg))
	if t.looks > 1 {
		t.Put("MOVQ", codegen.Gen(fuelReg), codegen.Gen(codegen.AX))
		t.Put("ANDQ", codegen.Mem(at(frameLooks)), codegen.Gen(codegen.AX))
		t.Put("JNE", t.To("turn"))
	}
	refill := t.refill
	if t.g.together {
		refill = t.refillAll
	}
	for g := range t.groups {
		if err := refill(g); err != nil {
			return err
		}
	}
	if err := t.leaveForHosts(); err != nil {
		return err
	}
	t.Mark(t.g.around("the next turn"))
	t.Put("CMPQ", codegen.Gen(fuelReg), codegen.Imm(0))
	t.Put("JGT", t.To("turn"))
	t.Mark(t.g.around("lanes are left"))
	t.Top("leave")
	t.pinned(func(r codegen.Reg, row int, op string) { t.Put(op, codegen.In(r), codegen.Mem(at(row))) })
	t.Put("MOVQ", codegen.Gen(nextReg), codegen.Mem(at(frameNext)))
	t.Put("VZEROUPPER")
	t.Put("RET")
	return nil
}

// emit adds the code of items.
func (t *turn) emit(items []item) error {
	for i := range items {
		var err error
		switch it := &items[i]; {
		case it.gate != nil:
			err = t.gather(it)
		case it.region != nil:
			err = t.loop(it)
		default:
			_, err = t.phases(it.piece)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// phases adds the code of phases, for all groups. It returns the register that tells
// whether a region has another round, if they decide that.
func (t *turn) phases(p *piece) (again codegen.Reg, err error) {
	var params []codegen.Reg
	for g := range t.groups {
		params = append(append(append(params, t.vars[g]...), t.masks[g]...), t.uniforms...)
	}
	woven := codegen.WeaveRuns(p.Func, t.groups, t.g.run)
	t.bind(woven, 0, t.groups)
	results, err := t.Call(woven, params)
	if err != nil {
		return codegen.NoReg, err
	}
	again = codegen.NoReg
	if p.again > 0 {
		again = results[p.again]
	}
	t.Mark(t.g.around("what phases changed"))
	t.changes(0, p, results)
	return again, nil
}
