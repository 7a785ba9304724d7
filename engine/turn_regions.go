package engine

import (
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/codegen"
)

// loopAtOnce adds the code of a region that all lanes leave at once.
func (t *turn) loopAtOnce(it *item) error {
	t.regionsMade++
	top, behind, out, number := t.Label("round"), t.Label("behind"), t.Label("out"), t.regionsMade
	t.anyAt(it.header)
	t.Put("JEQ", t.To(behind))
	t.Top(top)
	t.Here(resumeAt(number))
	last := len(it.items) - 1
	if err := t.emit(it.items[:last]); err != nil {
		return err
	}
	again, err := t.phases(it.items[last].piece)
	if err != nil {
		return err
	}
	t.test(again)
	t.Put("JEQ", t.To(out))
	t.spend(number, top, nil)
	t.Top(out)
	if _, err := t.phases(it.leave); err != nil {
		return err
	}
	t.Top(behind)
	return nil
}

// loop adds the code of a region: rounds until no lane is at its header. Each round costs
// fuel; if there is none left the code is left, and goes on there when it is entered again.
func (t *turn) loop(it *item) error {
	if it.atOnce {
		return t.loopAtOnce(it)
	}
	t.regionsMade++
	top, behind, number := t.Label("round"), t.Label("behind"), t.regionsMade
	round := t.g.around("rounds of " + t.g.blocks[it.header].Name)
	t.Mark(round)
	t.anyAt(it.header)
	t.Put("JEQ", t.To(behind))
	guests := t.guests(it)
	t.move(guests)
	t.lend(guests)
	t.Top(top)
	if err := t.emit(it.items); err != nil {
		return err
	}
	t.Mark(round)
	t.Top(t.Label("spent"))
	next := resumeAt(number)
	if len(guests) > 0 {
		next = t.Label("next")
	}
	t.spend(number, next, guests)
	t.Top(resumeAt(number)) // behind the look at fuel, so that each entry runs a round
	if len(guests) > 0 {
		t.move(guests)
		t.Top(next)
	}
	t.anyAt(it.header)
	t.Put("JNE", t.To(top))
	t.move(back(guests))
	t.lend(back(guests))
	t.Top(behind)
	return nil
}

// spend goes on at a label if there is fuel for it, and else leaves the code in a region that has guests.
func (t *turn) spend(region int, on string, guests []guest) {
	t.Put("SUBQ", codegen.Imm(1), codegen.Gen(fuelReg))
	t.Put("JGT", t.To(on))
	t.move(back(guests))
	t.Put("MOVQ", codegen.Imm(region), codegen.Mem(at(frameResume)))
	t.Put("JMP", t.To("leave"))
}

func resumeAt(region int) string { return "resume" + strconv.Itoa(region) }

// resume goes on where the code was left.
func (t *turn) resume() {
	n := t.g.countRegions(t.g.regions)
	if n == 0 {
		return
	}
	t.Put("MOVQ", codegen.Mem(at(frameResume)), codegen.Gen(codegen.AX))
	t.Put("MOVQ", codegen.Imm(0), codegen.Mem(at(frameResume)))
	for i := 1; i <= n; i++ {
		t.Put("CMPQ", codegen.Gen(codegen.AX), codegen.Imm(i))
		t.Put("JEQ", t.To(resumeAt(i)))
	}
}

func (g *graph) countRegions(list []*region) int {
	n := len(list)
	for _, r := range list {
		n += g.countRegions(r.inner)
	}
	return n
}

// anyAt makes JEQ jump if no lane of any group is at a block.
func (t *turn) anyAt(b int) {
	i := slices.Index(t.kept(), b)
	if i < 0 {
		return
	}
	var masks []codegen.Reg
	for g := range t.groups {
		masks = append(masks, t.masks[g][i])
	}
	t.test(anyOf(t.machine, masks...))
}
