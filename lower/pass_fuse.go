package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// fuse delays the pops of a lowered program: a push of the same variable later in the block overwrites the top instead,
// and what is left is popped together at the block's end. A pop comes earlier where an operation reads or overwrites
// what is below.
func fuse(p *program.Program) (*program.Program, error) {
	for _, blk := range p.Graph.Blocks {
		f := &fuser{}
		for _, in := range blk.Instrs {
			f.instr(in)
		}
		f.pop(f.waiting)
		blk.Instrs = f.out
	}
	return p, nil
}

// fuser rewrites one block.
type fuser struct {
	out     []program.Instr
	waiting []string // to be popped, in the order in which they were
	pos     program.Pos
}

func (f *fuser) instr(in program.Instr) {
	switch in := in.(type) {
	case *program.PopOp:
		f.pos = in.Pos
		for _, name := range in.Vars {
			if slices.Contains(f.waiting, name) {
				f.emitPop([]string{name})
			} else {
				f.waiting = append(f.waiting, name)
			}
		}
	case *program.PrimOp:
		needed := program.Reads(in, nil)
		for _, o := range in.Out {
			if !o.Push {
				needed = append(needed, o.Name)
			}
		}
		f.pop(f.both(needed))
		for i, o := range in.Out {
			if at := slices.Index(f.waiting, o.Name); at >= 0 {
				f.waiting = slices.Delete(f.waiting, at, at+1)
				in.Out[i].Push = false
			}
		}
		f.out = append(f.out, in)
	}
}

// both returns the waiting variables that are in names.
func (f *fuser) both(names []string) []string {
	var both []string
	for _, name := range f.waiting {
		if slices.Contains(names, name) {
			both = append(both, name)
		}
	}
	return both
}

// pop pops waiting variables.
func (f *fuser) pop(names []string) {
	if len(names) == 0 {
		return
	}
	names = slices.Clone(names)
	f.waiting = slices.DeleteFunc(f.waiting, func(name string) bool { return slices.Contains(names, name) })
	f.emitPop(names)
}

func (f *fuser) emitPop(names []string) {
	f.out = append(f.out, &program.PopOp{Vars: names, Pos: f.pos})
}
