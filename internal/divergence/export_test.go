package divergence

import "github.com/lockstep-simt/lockstep/program"

// Result returns what is known of what an instruction writes. A variable of
// class Null is written by nobody; what would be written is Uniform.
func (d *Info) Result(b *program.Block, instr, output int) Value {
	at, ok := d.at[b]
	if !ok {
		return Value{}
	}
	return d.version(at, at.u.versions.Writes[at.node][instr][output])
}

// At returns what is known of the top of a variable at the start of a block, if
// it may be read there or later; of any other it returns Varying, or something
// that means nothing.
func (d *Info) At(b *program.Block, name string) Value {
	at, ok := d.at[b]
	if !ok {
		return Value{}
	}
	s := slot{name: name, depth: at.u.nodes[at.node].depth[name]}
	n, ok := at.u.slots[s]
	if !ok {
		return Value{}
	}
	return d.version(at, at.u.versions.At(at.node, n))
}
