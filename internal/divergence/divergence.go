package divergence

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// Info is the divergence of one program. It is not changed once it is made, so
// it may be shared.
type Info struct {
	units []*unit
	at    map[*program.Block]located
	loops map[*program.Block]*Loop // by header
}

type located struct {
	u    *unit
	node int
}

// Value is what is known of a value in one place.
type Value struct {
	Class Class
	// Scope is the loop that lanes must have entered together to have the same
	// value, if it is Coherent: it does not matter when they entered the program,
	// nor which round of a loop around it they are in. It is nil if they must have
	// entered the program together and got to the place by the same calls.
	Scope *Loop
}

// Loop is a loop of a function.
type Loop struct {
	Header *program.Block
	Blocks []*program.Block // in the order of the program
	// Depth is the number of loops around it in the function and itself.
	Depth int
	// Irreducible is set if the loop is entered at several blocks. Of what changes
	// in it nothing is known.
	Irreducible bool
	// Exit says which lanes leave it in the same round and by the same way. A way
	// on which a lane only faults is not counted, nor is a loop left by faults of
	// operations in it.
	Exit Value
	// Parent is the loop around it, or nil.
	Parent *Loop
}

// Coherent reports whether lanes that entered the loop together leave it
// together, whenever that was: its rounds can be counted once for all of them.
func (l *Loop) Coherent() bool {
	return l.Exit.Class == Uniform || l.Exit.Class == Coherent && l.Exit.Scope == l
}

// Of finds the divergence of a program of either dialect, which must verify.
func Of(p *program.Program) *Info {
	d := &Info{at: map[*program.Block]located{}, loops: map[*program.Block]*Loop{}}
	if p.Dialect == program.Lowered {
		d.units = lowered(p)
	} else {
		d.units = source(p)
	}
	solve(d.units)
	for _, u := range d.units {
		for n := range u.nodes {
			if b := u.nodes[n].block; b != nil && u.rank[n] >= 0 {
				d.at[b] = located{u, n}
			}
		}
		d.addLoops(u)
	}
	return d
}

func (d *Info) addLoops(u *unit) {
	made := map[*flow.Loop]*Loop{}
	for _, l := range u.loops.All {
		n := &Loop{Header: u.nodes[l.Header].block, Depth: l.Depth, Irreducible: l.Irreducible, Parent: made[l.Parent]}
		for _, b := range l.Blocks {
			n.Blocks = append(n.Blocks, u.nodes[b].block)
		}
		made[l], d.loops[n.Header] = n, n
		n.Exit = value(u.exit[l], n)
	}
}

// value turns a level in a place within a loop to what users see.
func value(lv level, around *Loop) Value {
	v := Value{Class: lv.class()}
	if v.Class == Coherent && lv > 0 {
		for v.Scope = around; v.Scope.Depth > int(lv); {
			v.Scope = v.Scope.Parent
		}
	}
	return v
}

// LoopOf returns the innermost loop around a block, or nil.
func (d *Info) LoopOf(b *program.Block) *Loop {
	at, ok := d.at[b]
	if !ok || at.u.loops.Of[at.node] == nil {
		return nil
	}
	return d.loops[at.u.nodes[at.u.loops.Of[at.node].Header].block]
}

// Loops returns the loops of all functions, outer ones before those in them.
func (d *Info) Loops() []*Loop {
	var loops []*Loop
	for _, u := range d.units {
		for _, l := range u.loops.All {
			loops = append(loops, d.loops[u.nodes[l.Header].block])
		}
	}
	return loops
}

// version returns what is known of a version in a block.
func (d *Info) version(at located, v int) Value {
	return value(at.u.seen(v, at.node), d.LoopOf(at.u.nodes[at.node].block))
}

// Operand returns what is known of an operand of an instruction; the instruction
// behind the last is the terminator. Literals and uniforms are Uniform. In a block
// that no run gets to, everything is Varying.
func (d *Info) Operand(b *program.Block, instr, operand int) Value {
	at, ok := d.at[b]
	if !ok {
		return Value{}
	}
	return d.version(at, at.u.versions.Reads[at.node][instr][operand])
}

// Branch returns what is known of the way that lanes take at the end of a block:
// Uniform if there is only one.
func (d *Info) Branch(b *program.Block) Value {
	at, ok := d.at[b]
	if !ok {
		return Value{}
	}
	return value(at.u.branch[at.node], d.LoopOf(b))
}
