package engine

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Arrays are memory. A variable's elements are rows of its group's part of the frame,
// [element][lane]; a uniform's are where they were given, and the frame has their address.
// What a phase writes it writes at once, in its lanes.

// object is something in memory, an array of the code.
type object struct {
	name string
	typ  optab.Type // of elements as they are stored
	len  int
	// at says where it is.
	at      objectHome
	stack   bool
	cluster bool // its elements are clusters, of each lane so many
}

// rows is how many rows of a group it takes.
func (o object) rows() int {
	if o.cluster {
		return codegen.FrameRows(o.len)
	}
	return o.len
}

// objectHome says where an object is.
type objectHome uint8

const (
	inGroup  objectHome = iota // in the group's part of the frame
	atGiven                    // where the frame's address of a uniform says
	inColumn                   // of inputs
	toColumn                   // of results
)

// given is a word of the frame that tells of a uniform: its value, the address of its
// elements, or how many it has along an axis.
type given struct {
	name  string
	typ   optab.Type // of the word
	bool  bool
	table bool
	axis  int // one more than it, if the word is a length
	// least is how many elements of a table the code reads in any case: those at constants.
	least int
}

// key names the word among the values of the code.
func (u given) key() string {
	if u.axis > 0 {
		return axisOf(u.name, u.axis-1)
	}
	return u.name
}

func axisOf(name string, axis int) string { return fmt.Sprint(name, " axis ", axis) }

// stored is the type of elements in memory: bools are numbers there.
func stored(t optab.Type) optab.Type {
	if t == optab.Bool {
		return optab.I32
	}
	return t
}

// add adds an object and returns its number.
func (g *graph) add(o object) int {
	g.memory = append(g.memory, o)
	return len(g.memory) - 1
}

// uniforms says what the frame has of uniforms.
func (g *graph) uniforms() {
	for _, u := range g.prog.Uniforms {
		typ := stored(u.Type.Dtype)
		g.width = max(g.width, typ.Size())
		if len(u.Type.Shape) == 0 {
			g.given = append(g.given, given{name: u.Name, typ: typ, bool: u.Type.Dtype == optab.Bool})
			continue
		}
		g.arrays[u.Name] = g.add(object{name: u.Name, typ: typ, at: atGiven})
		g.given = append(g.given, given{name: u.Name, typ: optab.I64, table: true})
		for axis := range u.Type.Shape {
			g.given = append(g.given, given{name: u.Name, typ: optab.I64, axis: axis + 1})
		}
	}
}

// Arrays of more would leave the cache that is near.
const maxGroupBytes = 1 << 18

// checkMemory refuses programs that need too much of it, and adds the columns of arrays.
func (g *graph) checkMemory() error {
	bytes := 0
	for _, o := range g.memory {
		if o.at == inGroup && !o.stack {
			bytes += 64 * o.len
		}
	}
	if bytes > maxGroupBytes {
		return fmt.Errorf("its arrays take %d bytes for a group of lanes; it may be %d (what lanes make takes less "+
			"with a smaller -make-cap)", bytes, maxGroupBytes)
	}
	for _, c := range g.arrayColumns() {
		c.at.len = g.memory[g.arrays[c.at.name]].len
		g.add(c.at)
	}
	return nil
}

// arrayColumn is a column of arrays: the object, and which of the input or result columns it is.
type arrayColumn struct {
	at     object
	column int
}

// arrayColumns lists the columns of arrays.
func (g *graph) arrayColumns() []arrayColumn {
	var list []arrayColumn
	for _, side := range []struct {
		names []string
		at    objectHome
	}{{program.Variables(g.prog.VarsIn), inColumn}, {program.Variables(g.prog.VarsOut), toColumn}} {
		for i, name := range side.names {
			if k, ok := g.arrays[name]; ok {
				list = append(list, arrayColumn{object{name: name, typ: g.memory[k].typ, at: side.at}, i})
			}
		}
	}
	return list
}

// narrow is how many bytes the elements of a column of arrays have, if the caller has them in 1 or 2 and the code reads
// them so; else 0.
func (g *graph) narrow(o object, target codegen.Target) int {
	if o.at != inColumn && o.at != toColumn {
		return 0
	}
	bytes := 0
	switch d := g.prog.VarDefs.Def(o.name); {
	case d.Go == program.GoInt8, d.Go == program.GoUint8, d.Type.Leaf().Dtype == optab.Bool:
		bytes = 1
	case d.Go == program.GoInt16, d.Go == program.GoUint16:
		bytes = 2
	}
	if !codegen.InColumns(target, bytes, o.len) {
		return 0
	}
	return bytes
}

// column is the object of a column of arrays.
func (g *graph) column(name string, at objectHome) int {
	return slices.IndexFunc(g.memory, func(o object) bool { return o.name == name && o.at == at })
}

// readColumns reads the inputs that are arrays, for lanes that begin.
func (p *phases) readColumns(names []string, begin, numbers codegen.Value) {
	for _, name := range names {
		if k, ok := p.g.arrays[name]; ok {
			p.Write(codegen.ReadColumn, k, p.g.column(name, inColumn), 0, begin, numbers)
		}
	}
}

// writeColumns writes the results that are arrays, of lanes that end.
func (p *phases) writeColumns(names []string, ended, numbers codegen.Value) {
	for _, name := range names {
		if k, ok := p.g.arrays[name]; ok {
			p.Write(codegen.WriteColumn, p.g.column(name, toColumn), k, 0, ended, numbers)
		}
	}
}

// acceptOp refuses operations that have no code here.
func (g *graph) acceptOp(op *program.PrimOp) error {
	if !g.touchesArrays(op) {
		if form := op.Op.Form(); op.Op != program.OpCopy && form != optab.Elementwise && form != optab.Const {
			return fmt.Errorf("%s is not elementwise", op.Op)
		}
		return nil
	}
	if op.Op == program.OpCopy && len(op.Out) > 1 {
		return fmt.Errorf("it copies arrays and others at once")
	}
	isSaved := func(o program.Output) bool { return o.Push && g.isArray(o.Name) }
	if i := slices.IndexFunc(op.Out, isSaved); i >= 0 {
		return fmt.Errorf("it saves the array %s", op.Out[i].Name)
	}
	return nil
}

func (g *graph) isArray(name string) bool {
	_, ok := g.arrays[name]
	return ok
}

// touchesArrays reports whether an operation reads or writes an array.
func (g *graph) touchesArrays(op *program.PrimOp) bool {
	return slices.ContainsFunc(op.Out, func(o program.Output) bool { return g.isArray(o.Name) }) ||
		slices.ContainsFunc(op.In, func(o program.Operand) bool { return !o.IsLiteral() && g.isArray(o.Name) })
}
