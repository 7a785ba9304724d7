package superblock

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/lockstep-simt/lockstep/batch/plan"
)

// textual is machine code that can be read.
type textual interface{ Lines() []string }

// Code is the machine code of the superblocks that lanes would run, one instruction a line: those
// of executors that were made, and for blocks in none of them, what an executor at the block would
// be now. Comments, which begin with //, name the blocks of each with their places in the source.
func (p *Pool) Code() (lines []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	shown := map[int]bool{}
	show := func(x *Executor) {
		text, ok := x.Native.(textual)
		if !ok {
			return
		}
		lines = append(lines, "// "+p.title(x.Superblock))
		lines = append(lines, text.Lines()...)
		for _, b := range x.Superblock.Trail {
			shown[b] = true
		}
	}
	for _, x := range *p.made.Load() {
		if x != nil {
			show(x)
		}
	}
	for block, why := range p.alone {
		switch {
		case shown[block] || block == p.plan.Exit():
			continue
		case why != "":
			lines = append(lines, fmt.Sprintf("// %s has no machine code: %s", p.plan.Name(block), why))
			continue
		}
		x, err := p.build(block)
		if err != nil {
			lines = append(lines, fmt.Sprintf("// %s has no machine code: %v", p.plan.Name(block), err))
			continue
		}
		show(x)
		if x.Native != nil { // else micro-ops are interpreted
			x.Native.Release()
		}
	}
	return lines
}

// title names the blocks of a superblock.
func (p *Pool) title(s *plan.Superblock) string {
	names := make([]string, len(s.Trail))
	for i, b := range s.Trail {
		names[i] = p.plan.Name(b)
		if pos := p.plan.Blocks[b].Pos; pos.IsValid() {
			names[i] += fmt.Sprintf(", %s:%d", filepath.Base(pos.File), pos.Line)
		}
	}
	return strings.Join(names, "; then ")
}
