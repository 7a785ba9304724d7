package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// recheck repeats a comparison at the start of a block that asks what it said, if its operands
// are known there anyway. Then nothing is kept of each lane to be asked behind a loop: a loop
// that ends at a limit or by a break is left with its counter alone.
func recheck(p *program.Program) (*program.Program, error) {
	for _, b := range edit.Bodies(p) {
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
				if isComparison(in) && known(in.(*program.PrimOp).Out[0].Name) && stays(from.Instrs[k:], known) {
					again = append(again, edit.CloneInstr(in))
				}
			}
			blk.Instrs = append(again, blk.Instrs...)
		}
	}
	return p, nil
}

// isComparison reports whether an instruction compares two numbers.
func isComparison(in program.Instr) bool {
	op, ok := in.(*program.PrimOp)
	if !ok || op.Op == program.OpCopy || op.Out[0].Push {
		return false
	}
	switch op.Op.Info().Row.Name {
	case "eq", "ne", "lt", "le", "gt", "ge":
		return op.Op.Info().Type != optab.Bool
	}
	return false
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
