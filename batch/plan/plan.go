package plan

import (
	"slices"

	"fmt"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Program is a lowered program whose blocks and variables have numbers. It is immutable and
// may be shared.
type Program struct {
	Source *program.Program
	Vars   []Var
	Blocks []*Block
	// Deltas has the state changes at the exits of superblocks.
	Deltas *Deltas

	index  map[string]int // of variables
	labels map[string]int // of blocks, and of the end
}

// Var is a variable, a leaf.
type Var struct {
	Name  string
	Dtype program.Dtype
	Shape []int
	Elems int
	Alloc program.Allocation
	Go    program.GoType
	Text  bool // it has the bytes of strings
}

// Stored reports whether the variable has a top that outlives blocks.
func (v *Var) Stored() bool {
	return v.Alloc == program.Register || v.Alloc == program.Full
}

// ValueKind says what a value is.
type ValueKind uint8

const (
	Top   ValueKind = iota // the top of a variable as the block found it
	Below                  // a saved value below the top
	Temp                   // what a step computes
	Const                  // a literal or a uniform: the same for all lanes
)

// Value is a value of a block. Values are numbered.
type Value struct {
	Kind    ValueKind
	Dtype   program.Dtype
	Elems   int
	Var     int    // of Top and Below
	Below   int    // how many saved values down, from 1
	Bits    uint64 // of a literal
	Uniform int    // of a Const: index of the uniform plus 1, or 0
}

// None is the number of no value.
const None = -1

// Ref is a reading of a value: all of it, or the part that starts at an element, under a
// shape.
type Ref struct {
	ID, Off int
	Shape   []int
}

// Elems is how many elements the reading has.
func (r Ref) Elems() int { return program.Elements(r.Shape) }

// StepKind says what a step does.
type StepKind uint8

const (
	Apply  StepKind = iota // Dst = Op(X, Y, Z), element by element
	Move                   // Dst = X, broadcast
	Reduce                 // Dst = X, folded along its last axis
	Index                  // Dst = X at an index
	Insert                 // Dst = X with another element at an index
	Dot                    // Dst = sums of products
	Depth                  // fault lanes whose stack of Var would exceed the limit
	Leave                  // lanes leave a superblock through Exit
)

// Step is one action of a block.
type Step struct {
	Kind       StepKind
	Op         program.Opcode
	Dst        int   // a value, or None
	X, Y, Z    Ref   // operands; ID None where there is none
	N          int   // elements of the result
	OX, OY, OZ []int // element of each operand per element of the result; nil: i, or 0 for a scalar
	Idx        []Ref // Index, Insert
	Dims       []int // Index, Insert: the indexed dimensions
	Inner      int   // elements below the indexed axes, or along the folded axis
	Var        int   // Depth; None is the return blocks
	Height     int   // Depth
	Exit       int   // Leave: which of the superblock's exits
	Pos        program.Pos
	Code       optab.Code // that it may fault with
}

// Reads are the operands of a step.
func (st *Step) Reads() []Ref {
	switch st.Kind {
	case Depth:
		return nil
	case Apply:
		return []Ref{st.X, st.Y, st.Z}
	case Dot:
		return []Ref{st.X, st.Y}
	case Insert:
		return append([]Ref{st.X, st.Y}, st.Idx...)
	case Index:
		return append([]Ref{st.X}, st.Idx...)
	}
	return []Ref{st.X}
}

// MayFault reports whether a step ends lanes.
func (st *Step) MayFault() bool { return st.Code != optab.NoFault }

// TermKind says how a block ends.
type TermKind uint8

const (
	Goto   TermKind = iota // to one block
	Branch                 // to one of two, by a bool
	Switch                 // to one of several, by a number
	Call                   // to a block, with one to come back to
	Return                 // to the block that was pushed last
	Fault                  // the lane ends
)

// Terminator is the end of a block. Blocks are numbers; that of the program's end is
// len(Program.Blocks).
type Terminator struct {
	Kind       TermKind
	X          Ref // of Branch and Switch
	To, OrElse int // Goto, Branch, Call; else or default
	Ret        int // Call: the return block
	Values     []uint64
	Labels     []int // ascending by Values
	Code       program.Code
	Msg        string
	Pos        program.Pos
}

// Targets are the blocks that a terminator names, each once, but for return blocks.
func (t *Terminator) Targets() (list []int) {
	add := func(b int) {
		if !slices.Contains(list, b) {
			list = append(list, b)
		}
	}
	switch t.Kind {
	case Goto, Call:
		add(t.To)
	case Branch:
		add(t.To)
		add(t.OrElse)
	case Switch:
		for _, l := range t.Labels {
			add(l)
		}
		add(t.OrElse)
	}
	return list
}

// Block is a block in single-assignment form.
type Block struct {
	Name    string
	Pos     program.Pos // of its first instruction
	Values  []Value
	Steps   []Step
	Changes []Change
	Term    Terminator
}

// New reads a lowered program, whose leaves are numbers or arrays of them.
func New(p *program.Program) (*Program, error) {
	if p.Dialect != program.Lowered {
		return nil, fmt.Errorf("program %s is in the %s dialect; lower it first", p.Name, p.Dialect)
	}
	if len(p.Graph.Blocks) == 0 {
		return nil, fmt.Errorf("program %s has no blocks", p.Name)
	}
	pl := &Program{
		Source: p, Deltas: newDeltas(), index: map[string]int{},
		labels: map[string]int{program.Exit: len(p.Graph.Blocks)},
	}
	for _, d := range p.VarDefs.All() {
		if !d.Type.IsLeaf() {
			return nil, fmt.Errorf("variable %s is a tuple; lower the program first", d.Name)
		}
		t := d.Type.Leaf()
		pl.index[d.Name] = len(pl.Vars)
		pl.Vars = append(pl.Vars, Var{
			Name: d.Name, Dtype: t.Dtype, Shape: t.Shape, Elems: t.Elements(), Alloc: p.Alloc(d.Name), Go: d.Go,
			Text: d.Text,
		})
	}
	for i, b := range p.Graph.Blocks {
		pl.labels[b.Name] = i
	}
	for i := range p.Graph.Blocks {
		pl.Blocks = append(pl.Blocks, pl.block(i))
	}
	return pl, nil
}

// Exit is the number of the program's end.
func (p *Program) Exit() int { return len(p.Blocks) }

// Name is the name of a block, or of the end.
func (p *Program) Name(b int) string {
	if b == p.Exit() {
		return program.Exit
	}
	return p.Blocks[b].Name
}

// Variable is the number of a variable.
func (p *Program) Variable(name string) int {
	v, ok := p.index[name]
	if !ok {
		panic("bug: plan: undeclared variable " + name)
	}
	return v
}

// label is the number of a block.
func (p *Program) label(name string) int {
	i, ok := p.labels[name]
	if !ok {
		panic("bug: plan: no block " + name)
	}
	return i
}
