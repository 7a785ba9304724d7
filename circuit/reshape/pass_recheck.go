package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// recheck repeats a comparison at the start of a block that asks what it said, if its operands
// are known there anyway. Then nothing is kept of each lane to be asked behind a loop: a loop
// that ends at a limit or by a break is left with its counter alone. In a recursion only what the
// block asks itself is repeated: pass recompute of package lower does so behind calls, with what is computed in one
// place.
func recheck(p *program.Program) (*program.Program, error) {
	g := edit.NewCallGraph(p)
	recursive := make([]bool, len(g.Bodies))
	for _, s := range g.Sites {
		recursive[s.Caller] = recursive[s.Caller] || g.Internal(s)
	}
	for at, b := range g.Bodies {
		live := edit.NewLiveness(b, edit.Number(p))
		f := live.Shape
		for i, blk := range f.Blocks {
			if len(f.Preds[i]) != 1 || f.Preds[i][0] == i {
				continue
			}
			from := f.Blocks[f.Preds[i][0]]
			known := func(name string) bool { return p.Uniform(name) != nil || live.IsLive(live.Vars.Index(name), i) }
			var again []program.Instr
			for k, in := range from.Instrs {
				if !isComparison(in) {
					continue
				}
				name := in.(*program.PrimOp).Out[0].Name
				if known(name) && (!recursive[at] || asks(blk, name)) && stays(from.Instrs[k:], known) {
					again = append(again, edit.CloneInstr(in))
				}
			}
			blk.Instrs = append(again, blk.Instrs...)
		}
	}
	return p, nil
}

// asks reports whether a block reads what a variable has when it begins.
func asks(blk *program.Block, name string) bool {
	for _, in := range blk.Instrs {
		if slices.Contains(program.Reads(in, nil), name) {
			return true
		}
		if slices.Contains(program.Writes(in, nil), name) {
			return false
		}
	}
	o, ok := program.TermOperand(blk.Term)
	return ok && o.Name == name
}

// isComparison reports whether an instruction compares two numbers.
func isComparison(in program.Instr) bool {
	op, ok := in.(*program.PrimOp)
	if !ok || op.Op == program.OpCopy || op.Out[0].Push {
		return false
	}
	info := op.Op.Info()
	return optab.IsComparison(info.Row.Name) && info.Type != optab.Bool
}

// stays reports whether the first of some instructions has the same result behind them, which
// nothing else writes: of operands that are known there.
func stays(instrs []program.Instr, known func(name string) bool) bool {
	op := instrs[0].(*program.PrimOp)
	names := []string{op.Out[0].Name}
	for _, o := range op.In {
		if o.IsLiteral() {
			continue
		}
		if !known(o.Name) {
			return false
		}
		names = append(names, o.Name)
	}
	for _, in := range instrs[1:] {
		if slices.ContainsFunc(program.Writes(in, nil), func(name string) bool {
			return slices.Contains(names,
				name)
		}) {
			return false
		}
	}
	return true
}
