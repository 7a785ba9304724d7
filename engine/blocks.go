package engine

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Machine code of superblocks. Here the lanes are those of a gang of tier 1: variables are
// rows, and the code goes through the rows a group of lanes after the other. Of each group it
// loads what it reads, computes in registers, and stores what changes under the mask of the
// lanes that leave. A superblock that ends where it begins is a loop in which values stay in
// registers, until all lanes of the group have left or the fuel is used up.

// BlockMaker makes machine code of the superblocks of a program.
type BlockMaker struct {
	plan   *plan.Program
	set    *instructions
	groups int
	turns  int
}

// NewBlockMaker returns one. The error says why there is no such code here.
func NewBlockMaker(p *plan.Program, o Options) (*BlockMaker, error) {
	if err := checkGroups(o.Groups); err != nil {
		return nil, err
	}
	set, err := setOf(o.Machine)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if err := executable(); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	return &BlockMaker{plan: p, set: set, groups: o.Groups, turns: o.Turns}, nil
}

// Admit says why a block is in no superblock.
func (m *BlockMaker) Admit(block int) error {
	b := m.plan.Blocks[block]
	for i := range b.Values {
		if v := &b.Values[i]; v.Elems != 1 && v.Uniform == 0 && !inRows(v) {
			return errArray
		}
	}
	for i := range b.Steps {
		st := &b.Steps[i]
		switch {
		case st.Kind == plan.Depth || st.Kind == plan.Move && st.N == 1:
			continue
		case st.Kind == plan.Index && st.N == 1 && b.Values[st.X.ID].Uniform > 0 &&
			b.Values[st.X.ID].Dtype != optab.Bool:
			continue // a table
		case (st.Kind == plan.Index || st.Kind == plan.Insert) && inRows(&b.Values[st.X.ID]) && st.Inner == 1:
			continue
		case st.Kind != plan.Apply || st.N != 1:
			return errArray
		}
		if err := m.set.refuses(st.Op); err != nil {
			return err
		}
	}
	return nil
}

// Compile makes machine code of a superblock whose blocks Admit has no objection to.
func (m *BlockMaker) Compile(s *plan.Superblock) (*BlockCode, error) {
	b, err := m.body(s)
	if err != nil {
		return nil, err
	}
	groups := m.groups
	if groups == 0 {
		groups = b.usualGroups()
	}
	c, err := b.assemble(m.set, groups)
	if err != nil && groups > 1 && m.groups == 0 {
		c, err = b.assemble(m.set, 1)
	}
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if m.turns > 0 {
		c.layout.Rounds, c.layout.Piece = m.turns, 64
	}
	entry, release, err := mapWithin(c.Code)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	c.entry, c.release = entry, sync.OnceFunc(release)
	runtime.AddCleanup(c, func(release func()) { release() }, c.release) // who drops a program drops no executor
	mapForPerf(&mapped{made: &emitted{name: c.name, Assembled: c.Assembled}, entry: entry})
	return c, nil
}

// BlockCode is machine code of a superblock. It implements plan.Native.
type BlockCode struct {
	*codegen.Assembled
	layout  plan.NativeLayout
	name    string
	entry   uintptr
	release func()
}

// Layout implements plan.Native.
func (c *BlockCode) Layout() *plan.NativeLayout { return &c.layout }

// Enter implements plan.Native.
func (c *BlockCode) Enter(frame unsafe.Pointer) {
	enter(c.entry, (*byte)(frame))
	runtime.KeepAlive(c)
}

// Bytes implements plan.Native.
func (c *BlockCode) Bytes() int { return len(c.Code) }

// Release implements plan.Native.
func (c *BlockCode) Release() { c.release() }

// Lines is the code as text.
func (c *BlockCode) Lines() []string { return c.Text() }

// errArray says that machine code of superblocks has no more than elements of arrays.
var errArray = errors.New("it has an array as a whole")

// label is a name for tools.
func (s *blockBody) label(set string, groups, lanes int) string {
	name := strings.ReplaceAll(s.Name, " ", "_")
	return fmt.Sprintf("lockstep.%s.%s[%s,%dx%d]", s.Plan.Source.Name, name, set, groups, lanes)
}
