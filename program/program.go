package program

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/places"
	"github.com/lockstep-simt/lockstep/internal/sorting"
)

// Dialect tells which instructions are legal in a program.
type Dialect uint8

const (
	InvalidDialect Dialect = iota // neither
	// Source programs have function calls and no stacks: an assignment sets a
	// variable of the running function call.
	Source
	// Lowered programs have no calls: every variable has a stack per lane, and
	// a call is a push of a return block and a jump.
	Lowered
)

// String returns the word of the text form: "source" or "lowered".
func (d Dialect) String() string {
	switch d {
	case Source:
		return "source"
	case Lowered:
		return "lowered"
	}
	return "invalid"
}

// Allocation is the storage class of a variable in the lowered dialect,
// cheapest first. An entry in VarAlloc means "a proof exists that this
// suffices"; a variable without an entry is Full.
type Allocation uint8

const (
	// Full: a stack per lane.
	Full Allocation = iota
	// Null: never read; writes are dropped.
	Null
	// Temporary: lives within one run of one block.
	Temporary
	// Register: one value per lane; push overwrites and pop does nothing.
	Register
	allocationEnd
)

var allocationNames = [allocationEnd]string{Full: "full", Null: "null", Temporary: "temporary", Register: "register"}

// String returns the word of the text form: "full", "temporary".
func (a Allocation) String() string {
	if a >= allocationEnd {
		return "invalid"
	}
	return allocationNames[a]
}

// Exit is the label of the end of the main graph (and, in the source dialect,
// of every function). No block has this name.
const Exit = "halt"

// Program is a control-flow graph of batched operations with the functions it
// may call. It is a value: passes build new programs and never change one that
// they were given, so a program may be shared between goroutines.
//
// The variable name space is global: a variable belongs to one function or to
// the main graph, and frontends generate unique names. Block names are global
// too, so that lowering can put all blocks into one graph.
type Program struct {
	Name    string  // what the text form calls it
	Dialect Dialect // says which instructions there may be
	// Graph is the main program.
	Graph ControlFlowGraph
	// Functions are the definitions of what Graph may call, directly or not.
	// In the lowered dialect a function keeps its name, parameters, results
	// and entry block; its blocks are part of Graph and its own graph is empty.
	Functions []*Function
	// VarDefs gives every variable's type, in declaration order.
	VarDefs VarDefs
	// Uniforms are values that all lanes share: tables, run-time inputs and
	// what is computed of them before the lanes run.
	Uniforms []*Uniform
	// Errors are what variables of the Go type GoError hold: k stands for
	// Errors[k-1].
	Errors []ErrorText
	// VarsIn names the variables that receive the inputs, VarsOut those that
	// hold the results at the end.
	VarsIn, VarsOut Names
	// VarAlloc gives storage classes; see Allocation.
	VarAlloc map[string]Allocation
	// File is the file that positions refer to when their own File is empty.
	File string
}

// ControlFlowGraph is a list of basic blocks; the first is the entry. Blocks
// refer to each other by name. The order is the order of printing, and the
// priority under the earliest-block schedule.
type ControlFlowGraph struct {
	Blocks []*Block
}

// Block returns the block with the given name, or nil.
func (g *ControlFlowGraph) Block(name string) *Block {
	if i := g.BlockIndex(name); i >= 0 && i < len(g.Blocks) {
		return g.Blocks[i]
	}
	return nil
}

// BlockIndex returns the index of the named block, ExitIndex for Exit, and -1
// if there is none. It takes time linear in the number of blocks.
func (g *ControlFlowGraph) BlockIndex(name string) int {
	if name == Exit {
		return g.ExitIndex()
	}
	return slices.IndexFunc(g.Blocks, func(b *Block) bool { return b != nil && b.Name == name })
}

// ExitIndex returns the index that stands for Exit: the number of blocks.
func (g *ControlFlowGraph) ExitIndex() int { return len(g.Blocks) }

// EnterBlock returns the entry block, or nil for an empty graph.
func (g *ControlFlowGraph) EnterBlock() *Block {
	if len(g.Blocks) == 0 {
		return nil
	}
	return g.Blocks[0]
}

// Block is a straight line of instructions and one terminator.
type Block struct {
	Name   string     // that no other block of the program has
	Instrs []Instr    // in the order in which they run
	Term   Terminator // where control goes next
}

// Function is a function of the source dialect. Its results are in the same
// variables on every path.
type Function struct {
	Name  string
	Graph ControlFlowGraph
	// VarsIn names the variables that receive the arguments, VarsOut those that hold the results at the end.
	VarsIn, VarsOut Names
	// Entry is the name of the function's first block in the main graph of a
	// lowered program; in the source dialect it is empty.
	Entry string
	Pos   Pos // of the function's name in the source
}

// VarDef declares a variable.
type VarDef struct {
	Name string
	Type Type
	// Go is the Go type of the variable's elements where the stored one does
	// not say it: GoInt8, GoInt16, GoUint8 or GoUint16, which are narrower than
	// what stores them and are the types of the program's columns (see AtEdge);
	// GoError; GoLen; or GoString.
	Go GoType
	// Text says that a slice of the Go type GoUint8 has the bytes of a string.
	Text bool
	// Nil says that a slice's length, of the Go type GoLen, may be -1: then the slice is nil.
	Nil bool
	// Sparse says that lanes are expected to write to few elements of an array: it has room for all that append may
	// make. It means nothing for what a program does.
	Sparse bool
	// Scratch says of an array that lanes read no element which they have not written, other than setting all of them:
	// what all are set to means nothing then, and need not be done.
	Scratch bool
	// Texts are the strings that a variable of the Go type GoString may be, all different.
	Texts []string
}

// VarDefs is an ordered set of variable declarations. The zero value is empty.
type VarDefs struct {
	list   []VarDef
	places places.Table // by name
}

// Add declares a variable, or gives an existing one a new type.
func (d *VarDefs) Add(name string, t Type) {
	if i, ok := d.Index(name); ok {
		d.list[i].Type = t
		return
	}
	d.list = append(d.list, VarDef{Name: name, Type: t})
	if !d.places.HasRoom(len(d.list)) {
		d.places = placesOf(d.list)
		return
	}
	d.places.Add(places.Hash(name), len(d.list)-1)
}

// named returns the declaration of a variable that is declared.
func (d *VarDefs) named(name string) *VarDef {
	i, ok := d.Index(name)
	if !ok {
		panic("program: " + name + " is not declared")
	}
	return &d.list[i]
}

// SetGo records the Go type of a declared variable; see VarDef.Go.
func (d *VarDefs) SetGo(name string, t GoType) { d.named(name).Go = t }

// ColumnName is what the column of a variable is called outside: as the variable, whose name has a point at its end
// if it is a word of the text form otherwise, such as inf.
func ColumnName(variable string) string { return strings.TrimSuffix(variable, ".") }

// SetTexts makes the Go type of a declared variable GoString, with the strings that it may be.
func (d *VarDefs) SetTexts(name string, texts []string) {
	v := d.named(name)
	v.Go, v.Texts = GoString, texts
}

// SetText says that a declared variable has the bytes of a string.
func (d *VarDefs) SetText(name string) {
	v := d.named(name)
	v.Go, v.Text = GoUint8, true
}

// SetNil says that a declared variable is the length of a slice that may be nil.
func (d *VarDefs) SetNil(name string) {
	v := d.named(name)
	v.Go, v.Nil = GoLen, true
}

// SetSparse says that lanes are expected to write to few elements of a declared variable.
func (d *VarDefs) SetSparse(name string) { d.named(name).Sparse = true }

// SetScratch says whether lanes read no element of a declared array which they have not written by itself.
func (d *VarDefs) SetScratch(name string, is bool) { d.named(name).Scratch = is }

// SetLike records of a declared variable what it holds: the same as another one.
func (d *VarDefs) SetLike(name string, other VarDef) {
	v := d.named(name)
	v.Go, v.Texts, v.Text, v.Nil = other.Go, other.Texts, other.Text, other.Nil
	v.Sparse, v.Scratch = other.Sparse, other.Scratch
}

// Def returns the declaration of a variable, or the zero VarDef.
func (d *VarDefs) Def(name string) VarDef {
	if i, ok := d.Index(name); ok {
		return d.list[i]
	}
	return VarDef{}
}

// Lookup returns the type of a variable and whether it is declared.
func (d *VarDefs) Lookup(name string) (Type, bool) {
	i, ok := d.Index(name)
	if !ok {
		return Type{}, false
	}
	return d.list[i].Type, true
}

// Has reports whether a variable is declared.
func (d *VarDefs) Has(name string) bool { _, ok := d.Index(name); return ok }

// Index returns the place of a variable in the order of declaration, and whether
// it is declared.
func (d *VarDefs) Index(name string) (int, bool) {
	t := d.places
	for at := t.Start(places.Hash(name)); t.Has(at); at = t.Next(at) {
		// The list may be shorter than it was when places were noted: it is a copy from before others were declared.
		if i := t.At(at); i < len(d.list) && d.list[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// placesOf returns the places of declarations by their names, which all differ.
func placesOf(list []VarDef) places.Table {
	t := places.New(len(list))
	for i := range list {
		t.Add(places.Hash(list[i].Name), i)
	}
	return t
}

// Sort puts names of variables in the order in which they are declared.
func (d *VarDefs) Sort(names []string) {
	sorting.By(names, func(a, b string) int {
		i, _ := d.Index(a)
		j, _ := d.Index(b)
		return cmp.Compare(i, j)
	})
}

// Len returns the number of variables.
func (d *VarDefs) Len() int { return len(d.list) }

// All returns the declarations in order. The caller must not change them.
func (d *VarDefs) All() []VarDef { return d.list }

// Clone returns an independent copy.
func (d *VarDefs) Clone() VarDefs {
	// What copies a program adds to it: half as many are a guess.
	list := append(make([]VarDef, 0, len(d.list)+len(d.list)/2), d.list...)
	return VarDefs{list: list, places: slices.Clone(d.places)}
}

// Keep returns the declarations for which keep holds, in order.
func (d *VarDefs) Keep(keep func(name string) bool) VarDefs {
	kept := make([]bool, len(d.list))
	for i := range d.list {
		kept[i] = keep(d.list[i].Name)
	}
	return d.KeepThose(kept)
}

// KeepThose is Keep by number, with declarations of more variables.
func (d *VarDefs) KeepThose(kept []bool, more ...VarDef) VarDefs {
	n := len(more)
	for _, is := range kept {
		if is {
			n++
		}
	}
	list := make([]VarDef, 0, n)
	for i, is := range kept {
		if is {
			list = append(list, d.list[i])
		}
	}
	list = append(list, more...)
	return VarDefs{list: list, places: placesOf(list)}
}

// Uniform returns the uniform with the given name, or nil.
func (p *Program) Uniform(name string) *Uniform {
	for _, u := range p.Uniforms {
		if u.Name == name {
			return u
		}
	}
	return nil
}

// Function returns the function with the given name, or nil.
func (p *Program) Function(name string) *Function {
	for _, f := range p.Functions {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// MainFunction returns the main program as a function.
func (p *Program) MainFunction() *Function {
	f := &Function{Name: MainName, Graph: p.Graph, VarsIn: p.VarsIn, VarsOut: p.VarsOut}
	if b := p.Graph.EnterBlock(); b != nil {
		f.Entry = b.Name
	}
	return f
}

// MainName is the name under which the main graph is printed; no function has
// it.
const MainName = "main"

// Alloc returns the storage class of a variable; Full if it has no entry.
func (p *Program) Alloc(name string) Allocation { return p.VarAlloc[name] }

// TensorTypeOf returns the type of a variable or uniform that is a single
// tensor, and whether there is such a one.
func (p *Program) TensorTypeOf(name string) (TensorType, bool) {
	if t, ok := p.VarDefs.Lookup(name); ok {
		if !t.IsLeaf() {
			return TensorType{}, false
		}
		return t.Leaf(), true
	}
	if u := p.Uniform(name); u != nil {
		return u.Type, true
	}
	return TensorType{}, false
}

// Clone returns a deep copy: blocks, functions and maps are new; instructions
// are values and their slices are copied.
func (p *Program) Clone() *Program {
	q := *p
	q.Graph = p.Graph.Clone()
	q.Functions = make([]*Function, len(p.Functions))
	for i, f := range p.Functions {
		g := *f
		g.Graph = f.Graph.Clone()
		q.Functions[i] = &g
	}
	q.VarDefs = p.VarDefs.Clone()
	q.Uniforms = slices.Clone(p.Uniforms)
	q.Errors = slices.Clone(p.Errors)
	q.VarAlloc = maps.Clone(p.VarAlloc)
	return &q
}

// Clone returns a copy of the graph with its own blocks.
func (g *ControlFlowGraph) Clone() ControlFlowGraph {
	c := ControlFlowGraph{Blocks: make([]*Block, len(g.Blocks))}
	for i, b := range g.Blocks {
		if b != nil {
			c.Blocks[i] = &Block{Name: b.Name, Term: b.Term, Instrs: cloneInstrs(b.Instrs)}
		}
	}
	return c
}
