package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// piece is the code of some phases for one group.
type piece struct {
	*codegen.Func
	merge map[int]int // of results that are merged into variables: which result is the mask
	// again, if not 0, is the result that tells whether a region has another round.
	again int
}

// expanded makes the pieces, of instructions that the target has.
func (t *turn) expanded(target codegen.Target) error {
	if err := t.pieces(target); err != nil {
		return err
	}
	size := 0
	for _, p := range t.all() {
		p.Func = codegen.Expand(p.Func, target)
		t.g.width = max(t.g.width, p.Width())
		size += len(p.Code)
	}
	if size > 2*maxCode {
		return &largeError{size, 2 * maxCode}
	}
	return nil
}

// pieces makes the code of the three parts of the program.
func (t *turn) pieces(target codegen.Target) error {
	// Whether something may fault is known when all three were made once.
	for range 2 {
		for _, of := range []struct {
			part part
			to   **piece
		}{{epilogue, &t.finish}, {prologue, &t.begin}} {
			p, err := t.piece(of.part, t.g.blocksOf(of.part), target)
			if err != nil {
				return err
			}
			*of.to = p
		}
		if err := t.eachItem(func(it *item, _ int) (err error) {
			it.piece, err = t.piece(turning, it.blocks, target)
			return err
		}); err != nil {
			return err
		}
		t.eachRegion(func(it *item) { it.leave = t.leaving(it.region, target) })
	}
	return nil
}

// pieceOf is the making of one piece.
type pieceOf struct {
	*phases
	t         *turn
	part      part
	vars      []codegen.Value       // parameters of the variables
	kept      []int                 // blocks whose lanes' masks a group keeps
	keptMasks map[int]codegen.Value // parameters of these
}

// piece makes the code of blocks of a part. Its parameters are the variables and the masks that a
// group keeps; of the epilogue, also the lanes that end, and of the prologue, the inputs
// and the lanes that begin. Its results are the variables and the masks as they are
// afterwards; of the epilogue, the results and the lanes that have them.
func (t *turn) piece(of part, blocks []int, target codegen.Target) (*piece, error) {
	p := &pieceOf{phases: t.g.newPhases(fmt.Sprint(t.g.prog.Name, of), target), t: t, part: of}
	p.parted = true
	p.keep()
	var end ending
	switch of {
	case turning:
		for _, b := range p.kept {
			p.masks[b] = []codegen.Value{p.keptMasks[b]}
		}
	case epilogue:
		end = p.ending()
	case prologue:
		p.beginning(blocks)
	}
	p.addUniforms()
	if err := p.run(blocks); err != nil {
		return nil, err
	}
	t.faults = t.faults || p.faults || t.g.placed
	if of == epilogue {
		return p.finished(end), nil
	}
	return p.advanced(), nil
}

// keep adds the parameters that all parts have: what a group keeps.
func (p *pieceOf) keep() {
	p.vars = make([]codegen.Value, len(p.t.state))
	for i, name := range p.t.state {
		if p.g.same[name] {
			p.vars[i] = p.SameParam(p.g.typeOf(name))
		} else {
			p.vars[i] = p.Param(p.g.typeOf(name))
		}
		p.now[name] = p.vars[i]
	}
	p.kept, p.keptMasks = p.t.kept(), map[int]codegen.Value{}
	for _, b := range p.kept {
		p.keptMasks[b] = p.Param(optab.Bool)
	}
	p.place = p.now[waitsAt]
}

// ending are the parameters of an epilogue: the lanes that end, those that are there, and their numbers.
type ending struct{ ended, have, numbers codegen.Value }

// ending adds the lanes that end, each at the block that it ends in.
func (p *pieceOf) ending() ending {
	end := ending{ended: p.Param(optab.Bool), have: p.Param(optab.Bool), numbers: p.Param(p.g.numbers())}
	if p.g.placed {
		return end
	}
	rest := end.ended
	for _, b := range p.t.entries.end {
		if m, ok := p.keptMasks[b]; ok {
			p.masks[b] = []codegen.Value{m}
			rest = p.Emit(optab.Bool, "andnot.bool", rest, m)
		}
	}
	if !p.t.faults {
		p.masks[p.t.entries.end[0]] = []codegen.Value{rest}
	}
	return end
}

// beginning adds the inputs and the lanes that begin; others, where there are some, keep what they have.
func (p *pieceOf) beginning(blocks []int) {
	valid, numbers := p.Param(optab.Bool), p.Param(p.g.numbers())
	p.inputs(p.t.in, valid, numbers)
	p.begin = !p.g.together
	for i, name := range p.t.state {
		if v := p.now[name]; v != p.vars[i] && p.begin {
			typ := p.g.typeOf(name)
			p.now[name] = p.Emit(typ, "select."+typ.String(), valid, v, p.vars[i])
		}
	}
	if p.place = p.now[waitsAt]; p.g.placed && !slices.Contains(blocks, 0) {
		p.goToBlock(0, valid)
	}
}

// finished is the piece of an epilogue: results, the lanes that have them, and those that have not.
func (p *pieceOf) finished(end ending) *piece {
	last := len(p.g.blocks)
	if p.g.placed {
		p.masks[last] = []codegen.Value{p.lanesAt(0)}
	}
	finished := p.Emit(optab.Bool, "and.bool", p.orNone(p.maskOf(last)), end.have)
	p.writeColumns(p.t.out, finished, end.numbers)
	f := &p.F
	f.Results = append(p.results(p.t.out), finished)
	switch {
	case p.g.placed:
		f.Results = append(f.Results, p.Emit(optab.Bool, "and.bool", p.lanesAt(faultedAt), end.have))
	case p.t.faults:
		all := p.Emit(optab.Bool, "and.bool", end.ended, end.have)
		f.Results = append(f.Results, p.Emit(optab.Bool, "andnot.bool", all, finished))
	}
	p.finish()
	return &piece{Func: f}
}

// advanced is the piece of a part whose lanes go on: variables and masks as they are afterwards.
func (p *pieceOf) advanced() *piece {
	p.now[waitsAt] = p.place
	f := &p.F
	for _, name := range p.t.state {
		f.Results = append(f.Results, p.now[name])
	}
	for _, b := range p.kept {
		m := p.orNone(p.maskOf(b))
		switch {
		case p.part == prologue && slices.Contains(p.t.entries.turn, b) && !p.g.together:
			m = p.Emit(optab.Bool, "or.bool", m, p.keptMasks[b])
		case p.part == prologue && slices.Contains(p.t.entries.inside, b):
			m = p.keptMasks[b]
		}
		f.Results = append(f.Results, m)
	}
	made := &piece{Func: f, merge: map[int]int{}}
	if p.again != codegen.NoValue {
		made.again = len(f.Results)
		f.Results = append(f.Results, p.again)
	}
	p.finish()
	return made
}

// inputs adds parameters for the inputs that are numbers and reads the others, for lanes that
// begin, which are then at the first block.
func (p *phases) inputs(names []string, begin, numbers codegen.Value) {
	for _, name := range names {
		if t := p.g.typeOf(name); !p.g.isArray(name) {
			p.now[name] = p.unpack(p.Param(stored(t)), t)
		}
	}
	p.readColumns(names, begin, numbers)
	for _, name := range slices.Sorted(maps.Keys(p.g.own)) {
		p.now[name] = p.literal(p.g.own[name], 0) // nothing is saved
	}
	if len(p.g.sites) > 0 {
		p.now[returnTo] = p.literal(p.g.numbers(), p.g.firstWord())
		p.Write(codegen.StoreRow, p.g.arrays[wordsSaved], 0, 0, begin, p.literal(p.g.numbers(), 0))
	}
	p.masks[0] = []codegen.Value{begin}
}

// results are those of a program that are numbers.
func (p *phases) results(names []string) (values []codegen.Value) {
	for _, name := range names {
		if !p.g.isArray(name) {
			t := p.g.typeOf(name)
			values = append(values, p.pack(p.value(program.Ref(name), t), t))
		}
	}
	return values
}

func (p *phases) orNone(m codegen.Value) codegen.Value {
	if m == codegen.NoValue {
		return p.Constant(optab.Bool, 0)
	}
	return m
}

// settle makes the code of a piece as it is written, now that it is known where variables are.
func (t *turn) settle(p *piece, target codegen.Target) {
	if p.merge != nil {
		p.findMerges(t)
	}
	p.Func = codegen.Masked(p.Func, target)
}

// findMerges turns results that are a variable with some lanes changed into those lanes
// and their mask.
func (p *piece) findMerges(t *turn) {
	used := p.Uses()
	for i := range t.state {
		inFrame := slices.ContainsFunc(t.vars, func(of []codegen.Reg) bool { return !t.isPinned(of[i]) })
		if t.Target.Has(codegen.Among+".eq.i64") && !inFrame {
			continue // an instruction may change a register in some lanes
		}
		v := p.Results[i]
		k := slices.IndexFunc(p.Code, func(in codegen.Instr) bool { return in.Dst == v })
		if k < 0 || used[v] > 1 || p.Types[v] == optab.Bool || !strings.HasPrefix(p.Code[k].Op, "select.") ||
			p.Code[k].Args[2] != p.Params[i] {
			continue
		}
		args := p.Code[k].Args
		if _, ok := p.Steps(args[1], args[2]); ok && t.Target.Has(codegen.Count+".i64") {
			continue // an instruction counts in some lanes
		}
		p.Code = slices.Delete(p.Code, k, k+1)
		p.Results[i] = args[1]
		p.merge[i] = len(p.Results)
		p.Results = append(p.Results, args[0])
	}
}

// all are the pieces.
func (t *turn) all() []*piece {
	list := []*piece{t.finish, t.begin}
	_ = t.eachItem(func(it *item, _ int) error { list = append(list, it.piece); return nil })
	t.eachRegion(func(it *item) { list = append(list, it.leave) })
	return list
}

// eachRegion calls f for the regions that lanes leave at once.
func (t *turn) eachRegion(f func(it *item)) {
	var visit func(items []item)
	visit = func(items []item) {
		for i := range items {
			it := &items[i]
			visit(it.items)
			if it.region != nil && it.atOnce {
				f(it)
			}
		}
	}
	visit(t.items)
}

// leaving makes the code for lanes that leave a region at once: those at its header are at
// its exit.
func (t *turn) leaving(r *region, target codegen.Target) *piece {
	p := t.g.newPhases(t.g.prog.Name, target)
	f := &p.F
	for _, name := range t.state {
		if t.g.same[name] {
			f.Results = append(f.Results, p.SameParam(t.g.typeOf(name)))
		} else {
			f.Results = append(f.Results, p.Param(t.g.typeOf(name)))
		}
	}
	kept := t.kept()
	masks := map[int]codegen.Value{}
	for _, b := range kept {
		masks[b] = p.Param(optab.Bool)
	}
	for _, b := range kept {
		switch b {
		case r.header:
			f.Results = append(f.Results, p.Constant(optab.Bool, 0))
		case r.exit:
			f.Results = append(f.Results, p.Emit(optab.Bool, "or.bool", masks[b], masks[r.header]))
		default:
			f.Results = append(f.Results, masks[b])
		}
	}
	p.addUniforms()
	p.Finish()
	return &piece{Func: f, merge: map[int]int{}}
}

// eachItem calls f for the phases of the turn, with the number of regions around.
func (t *turn) eachItem(f func(it *item, depth int) error) error {
	var visit func(items []item, depth int) error
	visit = func(items []item, depth int) error {
		for i := range items {
			var err error
			switch it := &items[i]; {
			case it.gate != nil:
				err = visit(it.items, depth)
			case it.region != nil:
				err = visit(it.items, depth+1)
			default:
				err = f(it, depth)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return visit(t.items, 0)
}
