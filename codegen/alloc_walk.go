package codegen

import (
	"fmt"
	"math"
	"slices"
)

// step allocates one instruction: what it reads must be somewhere, what ends
// with it makes room for what it writes.
func (a *allocator) step(in Inst) error {
	if in.Mark != 0 {
		a.mark = in.Mark
	}
	switch in.Kind {
	case Move:
		return a.move(in)
	case Join:
		a.join()
	case Top:
		a.leaveAll()
	case Round:
		a.forget()
	case Again:
		a.restore(a.rounds[len(a.rounds)-1])
		a.rounds = a.rounds[:len(a.rounds)-1]
		return nil
	}
	a.unpin()
	args := a.room(len(in.Args))
	clear(args)
	if err := a.fetchOperands(in, args); err != nil {
		return err
	}
	if err := a.takeFor(in, DefEarly, args); err != nil {
		return err
	}
	a.release(in)
	a.unpin()
	for _, arg := range in.Args {
		if arg.Role == DefEarly || arg.Role == Both {
			a.pin(arg.Reg)
		}
	}
	if err := a.takeFor(in, Def, args); err != nil {
		return err
	}
	for i, arg := range in.Args {
		if arg.Role != Given && arg.Given.Form == Elements {
			args[i].Form, args[i].At = Elements, arg.Given.At
		}
		if arg.As != 0 {
			args[i].Bytes = arg.As
		}
		if arg.Role.Writes() {
			a.saved[arg.Reg] = false
		}
	}
	if in.Kind != Keep {
		a.emit(Line{Kind: in.Kind, Op: in.Op, Args: args})
	}
	a.releaseDefs(in)
	switch in.Kind {
	case Skip:
		a.paths = append(a.paths, a.held())
	case Round:
		a.rounds = append(a.rounds, a.held())
	}
	return nil
}

// fetchOperands sets the operands that an instruction reads. What must be in a register comes first, so that a value
// which is also a possible memory operand is found there.
func (a *allocator) fetchOperands(in Inst, args []Operand) error {
	for _, arg := range in.Args {
		if arg.Role.only() || arg.Role == Both { // to fetch one operand gives up none of the others
			a.pin(arg.Reg)
		}
	}
	for i, arg := range in.Args {
		if arg.Role == Both || arg.Role.only() && (arg.Role == Use || !a.asMemory(arg)) {
			if err := a.fetch(arg.Reg); err != nil {
				return err
			}
			args[i] = a.current(arg.Reg)
		}
	}
	for i, arg := range in.Args {
		switch {
		case arg.Role == Given:
			args[i] = arg.Given
		case !arg.Role.only() || args[i].Form != NoForm:
		case a.where[arg.Reg] != nowhere:
			args[i] = a.current(arg.Reg)
			a.pin(arg.Reg)
		default:
			args[i] = a.memory(arg.Reg)
			a.pay(costMem)
		}
	}
	return nil
}

// takeFor sets the operands of a role that an instruction writes.
func (a *allocator) takeFor(in Inst, role Role, args []Operand) error {
	for i, arg := range in.Args {
		if arg.Role == role {
			if err := a.take(arg.Reg, nowhere); err != nil {
				return err
			}
			args[i] = a.current(arg.Reg)
		}
	}
	return nil
}

// forget makes the slots of values that a loop changes be of no use from its beginning on,
// where a register has the value too: in the next round what the slot has is old.
func (a *allocator) forget() {
	depth := 0
	for _, in := range a.code.Insts[a.at:] {
		switch in.Kind {
		case Round:
			depth++
		case Again:
			depth--
		}
		if depth == 0 {
			return
		}
		for _, arg := range in.Args {
			if arg.Role.Writes() && a.where[arg.Reg] >= 0 {
				a.saved[arg.Reg] = false
			}
		}
	}
}

// pay adds to the cost of the code at the current place.
func (a *allocator) pay(cost float64) { a.cost += cost * weight(len(a.paths)) }

func (a *allocator) emit(l Line) {
	l.Mark = a.mark
	a.lines = append(a.lines, l)
}

// asMemory reports whether an operand that may be in memory is best left
// there.
func (a *allocator) asMemory(arg Arg) bool {
	r := arg.Reg
	home := a.home(r)
	if a.where[r] != nowhere || home.Addr == (Address{}) || home.Elem != 0 && (arg.Role != UseElem || !a.repeats) {
		return false
	}
	if home.Constant {
		return true
	}
	// Another use soon pays for a load, if it displaces nothing.
	const soon = 8
	next := a.nextRead(r, a.at+1)
	return next > a.at+soon || !slices.Contains(a.holder[a.code.Regs[r].Class], NoReg)
}

// nextRead returns the first position from on at which a register is read.
func (a *allocator) nextRead(r Reg, from int) int {
	i, _ := slices.BinarySearch(a.reads[r], from)
	if i == len(a.reads[r]) {
		return math.MaxInt
	}
	return a.reads[r][i]
}

// fetch makes sure that a register is in a machine register, and pins it.
func (a *allocator) fetch(r Reg) error {
	if a.where[r] == nowhere {
		if a.home(r).Addr == (Address{}) {
			return fmt.Errorf("bug: register %d is read and was not written", r)
		}
		if err := a.take(r, nowhere); err != nil {
			return err
		}
		a.emit(a.load(r))
		a.pay(costLoad)
	}
	a.pin(r)
	return nil
}

func (a *allocator) pin(r Reg) {
	if a.where[r] >= 0 {
		a.pinned[a.code.Regs[r].Class][a.where[r]] = true
	}
}

func (a *allocator) unpin() {
	for class := range classEnd {
		clear(a.pinned[class])
	}
}

// take gives a register a machine register: the wanted one, or any. It gives
// up another value if it must.
func (a *allocator) take(r Reg, wanted int) error {
	class := a.code.Regs[r].Class
	if a.where[r] != nowhere {
		a.pin(r)
		return nil
	}
	file := a.holder[class]
	if wanted == nowhere {
		wanted = slices.Index(file, NoReg)
	}
	if wanted == nowhere {
		farthest := -1
		for i, h := range file {
			if a.pinned[class][i] || a.resident[h] && len(a.paths) == 0 {
				continue
			}
			next := a.nextRead(h, a.at+1)
			if next != math.MaxInt && a.home(h).Addr == (Address{}) {
				next = a.at + (next-a.at)/2 // giving it up costs a store
			}
			if next > farthest {
				farthest, wanted = next, i
			}
		}
		if wanted == nowhere {
			return fmt.Errorf("needs more than %d registers", len(file))
		}
		a.giveUp(file[wanted])
	}
	file[wanted] = r
	a.where[r] = wanted
	a.pin(r)
	return nil
}

// giveUp leaves a value in memory alone.
func (a *allocator) giveUp(r Reg) {
	if a.home(r).Addr == (Address{}) {
		info := a.code.Regs[r]
		to := MemoryOf(slotOf(r), info.Bytes)
		a.emit(Line{Op: a.t.Store(info), Args: a.pair(a.current(r), to)})
		a.pay(costStore)
		a.saved[r], a.slotted[r] = true, true
	}
	a.free(r)
}

// release frees the machine registers of values that an instruction reads last.
func (a *allocator) release(in Inst) {
	for _, arg := range in.Args {
		if arg.Role.only() && a.where[arg.Reg] >= 0 && !a.live(arg.Reg) && !writes(&in, arg.Reg) {
			a.free(arg.Reg)
		}
	}
}

// releaseDefs frees those that nothing reads.
func (a *allocator) releaseDefs(in Inst) {
	for _, arg := range in.Args {
		if arg.Role.Writes() && a.where[arg.Reg] >= 0 && !a.live(arg.Reg) {
			a.free(arg.Reg)
		}
	}
}

// live reports whether a register occurs after the current position.
func (a *allocator) live(r Reg) bool { return a.resident[r] || a.last[r] > a.at }

func writes(in *Inst, r Reg) bool {
	for i := range in.Args {
		if in.Args[i].Role.Writes() && in.Args[i].Reg == r {
			return true
		}
	}
	return false
}

func (a *allocator) free(r Reg) {
	a.holder[a.code.Regs[r].Class][a.where[r]] = NoReg
	a.where[r] = nowhere
}

// leaveAll gives up everything that is not pinned.
func (a *allocator) leaveAll() {
	for class := range classEnd {
		for _, r := range a.holder[class] {
			if r != NoReg && !a.resident[r] {
				a.giveUp(r)
			}
		}
	}
}

// move copies a register. If the source ends here the destination takes over
// its machine register; if the source is in memory the copy is a load.
func (a *allocator) move(in Inst) error {
	from, to := in.Args[0].Reg, in.Args[1].Reg
	if from == to {
		return nil
	}
	a.unpin()
	switch {
	case a.where[from] == nowhere:
		if a.home(from).Addr == (Address{}) {
			return fmt.Errorf("bug: register %d is read and was not written", from)
		}
		if err := a.take(to, nowhere); err != nil {
			return err
		}
		source := a.home(from)
		a.emit(Line{Op: a.t.Load(a.code.Regs[from], source), Args: a.pair(a.memory(from), a.current(to))})
		a.pay(costLoad)
	case !a.live(from) && a.where[to] == nowhere:
		num := a.where[from]
		a.free(from)
		if err := a.take(to, num); err != nil {
			return err
		}
	default:
		a.pin(from)
		if err := a.take(to, nowhere); err != nil {
			return err
		}
		a.emit(Line{Op: in.Op, Args: a.pair(a.current(from), a.current(to))})
		a.pay(costMove)
		if !a.live(from) {
			a.free(from)
		}
	}
	a.saved[to] = false
	a.releaseDefs(in)
	return nil
}

// join ends a region: it puts values back where they were before it, since the
// other path has them there.
func (a *allocator) join() {
	a.restore(a.paths[len(a.paths)-1])
	a.paths = a.paths[:len(a.paths)-1]
}

// restore puts everything back where it was. What was saved since may not be in memory on
// all paths.
func (a *allocator) restore(other held) {
	for class := range classEnd {
		for i, r := range a.holder[class] {
			if r != NoReg && other.holder[class][i] != r {
				a.giveUp(r)
			}
		}
	}
	for class := range classEnd {
		for i, r := range other.holder[class] {
			if r == NoReg || a.holder[class][i] == r || !a.live(r) {
				continue
			}
			a.where[r], a.holder[class][i] = i, r
			a.emit(a.load(r))
			a.pay(costLoad)
		}
	}
	for class := range classEnd {
		for i, r := range a.holder[class] {
			if r != NoReg {
				a.saved[r] = a.saved[r] && other.saved[class][i]
			}
		}
	}
}
