package golang

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// What is left to Go: with Options.LeaveToGo an operation that is refused ends the
// lanes that get to it, and nothing is known of what would follow. The function is
// accepted if that is not what most lanes are for: if a lane can get from its
// beginning to a return and through every loop on the way.

// reasonOf is why an operation is refused.
func (b *cursor) reasonOf(r *refusal) *program.Error {
	if r.err != nil {
		return r.err
	}
	return &program.Error{Pos: b.at.In(b.out.File), Instr: -1, Msg: "this has no batched form"}
}

// leave ends the lanes that get here, for the reason that an operation is refused.
func (b *coder) leave(why *program.Error) {
	at := why.Pos
	msg, _, _ := strings.Cut(why.Msg, "; ")
	if at.File == b.out.File {
		at.File = ""
	}
	b.block.Term = program.FaultOp{Code: optab.NeedsGo, Msg: msg, Pos: at}
	for _, blk := range b.emission.graph.Blocks { // of an operation that takes several
		if blk.Term == nil {
			blk.Term = b.block.Term
		}
	}
	b.dead = true
}

// leaveRefused is deferred: it ends the lanes that get to an operation which turns out to be refused while it is
// emitted, if that is left to Go.
func (b *body) leaveRefused() {
	switch r := recover().(type) {
	case nil:
	case *refusal:
		switch {
		case r.silent && b.dead:
		case b.opts.leaving:
			b.leave(b.reasonOf(r))
		default:
			panic(r)
		}
	default:
		panic(r)
	}
}

// failAll refuses the current instruction for a reason that the function's user can
// do something about, so that it is not left to Go.
func (b *cursor) failAll(format string, args ...any) {
	if b.opts.leaving {
		b.failed = append(b.failed, &program.Error{Pos: b.at.In(b.out.File), Instr: -1,
			Msg: fmt.Sprintf(format, args...)})
	}
	b.fail(format, args...)
}

// leavesLittle refuses a function that does little without what is left to Go.
func (t *translator) leavesLittle(fd *ast.FuncDecl) program.ErrorList {
	entries := t.cache.Reachable()
	little := map[*instance.Entry]bool{}
	for again := true; again; {
		again = false
		for _, e := range entries {
			if b, ok := e.Body().(*body); ok && !little[e] && b.doesLittle(little) {
				little[e], again = true, true
			}
		}
	}
	if !little[t.root] {
		return nil
	}
	return program.ErrorList{t.errorf(fd.Pos(), "%s does little that has a batched form", t.out.Name)}
}

// doesLittle reports whether most lanes of an instance are left to Go, given
// which of the instances that it calls are such.
func (b *history) doesLittle(little map[*instance.Entry]bool) bool {
	left := make([]bool, len(b.fn.Blocks))
	any, idle := false, 0
	for op, in := range b.instrs {
		if !b.e.Ran(op) {
			idle++
		}
		if in == nil {
			continue
		}
		if b.refused[op] != nil || b.callsLittle(op, little) {
			left[in.Block().Index], any = true, true
		}
	}
	if !any {
		return false
	}
	if idle > len(b.ops)/2 {
		return true
	}
	for changed := true; changed; {
		changed = false
		for _, head := range b.fn.Blocks {
			latches := latchesOf(head)
			if len(latches) == 0 || !left[head.Index] && b.reaches(head, latches, left) {
				continue
			}
			for _, blk := range append(skippers(head, latches), head) {
				changed = changed || !left[blk.Index]
				left[blk.Index] = true
			}
		}
	}
	var returns []*ssa.BasicBlock
	for _, blk := range b.fn.Blocks {
		if _, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return); ok {
			returns = append(returns, blk)
		}
	}
	return !b.reaches(b.fn.Blocks[0], returns, left)
}

// callsLittle reports whether an operation calls what most lanes are left to Go in: of one of several, in
// every one.
func (b *history) callsLittle(op int, little map[*instance.Entry]bool) bool {
	n := 0
	for _, e := range b.e.Callees(op) {
		if little[e] {
			n++
		}
	}
	options := b.leftOptions[op]
	if options == nil {
		return n > 0
	}
	for _, why := range options {
		if why != nil {
			n++
		}
	}
	return n >= len(options)
}

// latchesOf returns the blocks that go back to the head of a loop, none if a block
// is not such.
func latchesOf(head *ssa.BasicBlock) []*ssa.BasicBlock {
	return slices.DeleteFunc(slices.Clone(head.Preds), func(p *ssa.BasicBlock) bool { return !head.Dominates(p) })
}

// skippers returns the blocks before a loop that do nothing but enter it or go where it
// ends: whether the first round is wanted.
func skippers(head *ssa.BasicBlock, latches []*ssa.BasicBlock) (blocks []*ssa.BasicBlock) {
	in := map[*ssa.BasicBlock]bool{head: true}
	ends := map[*ssa.BasicBlock]bool{head: true}
	for work := slices.Clone(latches); len(work) > 0; {
		blk := work[len(work)-1]
		work = work[:len(work)-1]
		if !in[blk] {
			in[blk] = true
			work = append(work, blk.Preds...)
		}
	}
	for blk := range in {
		for _, s := range blk.Succs {
			ends[s] = ends[s] || !in[s]
		}
	}
	for _, p := range head.Preds {
		if !in[p] && !slices.ContainsFunc(p.Succs, func(s *ssa.BasicBlock) bool { return !ends[s] }) {
			blocks = append(blocks, p)
		}
	}
	return blocks
}

// reaches reports whether a lane can get from a block to the end of one of others
// without blocks that are left to Go.
func (b *history) reaches(from *ssa.BasicBlock, to []*ssa.BasicBlock, left []bool) bool {
	seen := make([]bool, len(left))
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		blk := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[blk.Index] || left[blk.Index] || !b.e.Ran(blk.Index) {
			continue
		}
		seen[blk.Index] = true
		if slices.Contains(to, blk) {
			return true
		}
		for k, s := range blk.Succs {
			if b.e.Operand(b.opOf[blk.Instrs[len(blk.Instrs)-1]], k) != nil {
				work = append(work, s)
			}
		}
	}
	return false
}
