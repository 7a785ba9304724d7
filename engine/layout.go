package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
)

// The frame of a worker, at R8: see package turns. Rows are 64 bytes.
const (
	frameNext   = turns.FrameNext
	frameLimit  = turns.FrameLimit
	frameFuel   = turns.FrameFuel
	frameFaults = turns.FrameFaults
	frameList   = turns.FrameList
	frameResume = turns.FrameResume
	frameLooks  = turns.FrameLooks
	frameLeft   = turns.FrameLeft
	frameCols   = turns.FrameCols
)

// General registers of the code. AX, BX and CX are for a few instructions each, R13 and
// R15 for the target's sequences.
const (
	frameReg = codegen.R8
	nextReg  = codegen.R9
	fuelReg  = codegen.R11
)

// layout says where things are in a frame.
type layout struct {
	in, out []string // columns
	given   []given  // of uniforms
	state   []string // variables that keep their values
	masks   int      // of waiting lanes and of lanes that faulted, for each group
	waits   bool     // whether a row of each group counts for how long its lanes have waited that are done
	memory  []object // of each group, and others
	groups  int
}

func (l *layout) rows() int { return (l.uniform(len(l.given)) + 63) &^ 63 }

// inputAt and resultAt are where the address of an input's column is, and of a result's.
func (l *layout) inputAt(i int) int  { return frameCols + 8*i }
func (l *layout) resultAt(i int) int { return l.inputAt(len(l.in) + i) }

// uniform is where uniform i is.
func (l *layout) uniform(i int) int { return l.resultAt(len(l.out) + i) }

// group is the first row of a group: the lanes' numbers, then variables, then masks, and then how long lanes waited.
func (l *layout) group(g int) int {
	rows := 1 + len(l.state) + l.masks
	if l.waits {
		rows++
	}
	return l.rows() + 64*g*rows
}

func (l *layout) variable(g, i int) int { return l.group(g) + 64*(1+i) }
func (l *layout) mask(g, i int) int     { return l.group(g) + 64*(1+len(l.state)+i) }
func (l *layout) waited(g int) int      { return l.mask(g, l.masks) }
func (l *layout) slots() int            { return l.group(l.groups) }

// array is where the object k of memory, which is one of the groups', begins for group g; of k = len(memory), where the
// frame ends. Behind the scratch memory are the machine's own rows, and then these arrays, each with a row more, for
// lanes that write nothing. Stacks that are empty may be read one row before their first.
func (l *layout) array(g, k int) int {
	start := l.arrays()
	for i, o := range l.memory {
		if o.at != inGroup {
			continue
		}
		if i == k {
			return start + g*64*(o.rows()+1)
		}
		start += l.groups * 64 * (o.rows() + 1)
	}
	return start + 64*(1+2*codegen.PlusMost)
}

func (l *layout) arrays() int      { return l.machineRows() + 64*(2+len(l.out)) }
func (l *layout) machineRows() int { return l.slots() + codegen.FramedSlots }
func (l *layout) bytes() int       { return l.array(0, len(l.memory)) }

// bind tells the code of groups, woven, where its arrays are.
func (l *layout) bind(f *codegen.Func, first, groups int) {
	f.Arrays = slices.Clone(f.Arrays)
	for g := range groups {
		for k, o := range l.memory {
			var to codegen.Address
			switch o.at {
			case inGroup:
				to = at(l.array(first+g, k))
			case atGiven:
				to = at(l.uniform(slices.IndexFunc(l.given, func(u given) bool { return u.table && u.name == o.name })))
			case inColumn:
				to = at(l.inputAt(slices.Index(l.in, o.name)))
			case toColumn:
				to = at(l.resultAt(slices.Index(l.out, o.name)))
			}
			f.Arrays[g*len(l.memory)+k].Addr = to
		}
	}
}

func at(offset int) codegen.Address { return codegen.Address{Base: frameReg, Disp: offset} }
