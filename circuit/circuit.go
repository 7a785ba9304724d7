package circuit

import (
	"iter"

	"github.com/lockstep-simt/lockstep/program"
)

// Ref names a gate of a circuit. It stays the gate's name until the gate is removed.
type Ref int32

// None stands for the absence of a gate.
const None Ref = -1

// gate is a gate in the arena: 24 bytes. Inputs are in slots of their own, states first,
// then dependencies, then values.
type gate struct {
	meta  int32 // which of the circuit's metas; -1 if the gate was removed
	kind  Kind  // that of the meta, which is asked for most often
	typ   Type
	in    int32 // the first slot
	value int32 // the first slot of a data wire
	use   int32 // the first slot that the gate is the source of, or -1
	mark  uint32
	level int32 // free for the analysis that runs
}

// slot is an input of a gate and, at the same time, a node in the list of uses of the gate
// that it comes from.
type slot struct {
	from, owner Ref
	next, prev  int32
}

// note is what is known of a gate beside what it means.
type note struct {
	// seq orders gates as the program had them, and states as it had its blocks; home is the
	// state in which it had them.
	seq  int32
	home Ref
	pos  int32 // of Positions
	name int32 // of Names: the variable that it was, or the block
}

// Meta is what gates of one sort have in common. Gates share their metas.
type Meta struct {
	Kind Kind
	// Op is the operation of an Operation.
	Op program.Opcode
	// Faults is set of an Operation that may fault: its first dependency is then that of
	// the effects.
	Faults bool
	// Anchored is set of an Operation that does not fault where it stands: its first dependency
	// is a token of the effects which it stays behind, without being on that chain.
	Anchored bool
	// Detached is set of an Operation that reads cells without being on their chains: nothing writes them between the
	// tokens that it takes and its home, so it may stand anywhere from there to there.
	Detached bool
	// Within are the numbers that an Operation's operands are of wherever its result matters, as
	// program.PrimOp has them.
	Within program.Span
	// States, Depends and Values say how many inputs there are.
	States, Depends, Values int32
	// Param is what Row.Param says.
	Param uint64
}

// Inputs returns how many inputs there are.
func (m *Meta) Inputs() int { return int(m.States + m.Depends + m.Values) }

// Variable is a variable of the program.
type Variable struct {
	Name string
	Type program.TensorType
}

// Callee is a function that is called.
type Callee struct {
	Name     string
	Results  []program.TensorType
	params   []program.Dtype
	function int // its number: 0 is the main one, and the program's functions follow
}

// Fault is how a lane ends in a Throw.
type Fault struct {
	Code program.Code
	Msg  string
}

// Circuit is one function as gates and wires. What names things outside is in tables; gates
// have places in them as parameters.
type Circuit struct {
	Name string
	// Params and Results are the function's parameters and results in order, Cells its
	// arrays, those among parameters and results included.
	Params, Results, Cells []Variable
	Uniforms               []Variable
	Callees                []Callee
	Faults                 []Fault
	Positions              []program.Pos // the first is unknown
	Names                  []string      // the first is empty

	// uniformFacts are what is known of the first of the uniforms; summaries what is known of the
	// parameters, and of the results of calls. proofs are what pass ranges has shown.
	uniformFacts []uniformFact
	summaries    summaries
	function     int // as that of a Callee
	proofs       []Proof
	explained    bool   // somebody asks for proofs: without that their texts are empty
	known        *known // from the pass before, if it holds still
	unknown      bool   // finding out what is known took too long
	decided      bool   // by what was known
	moved        bool   // loads or stores: what was known of where gates are needed does not hold
	cut          []Ref  // the ways of switches that no lane takes, as it decided
	outline      *outline
	written      []bool    // by chain: whether anything writes what it is about; nil until somebody asks
	bounded      *Schedule // the bounds of gates, from a pass that changed none of them
	edits        int       // how often anything was changed
	// What edits was when fold, branches and sweep had left nothing to do: they have nothing to do as long as it is.
	folded, branched, swept int

	arena
	stamp uint32
	live  int
}

// New returns the circuit that has roots only.
func New(name string) *Circuit {
	c := circuits.Get().(*Circuit)
	c.Name, c.Callees = name, c.callees
	c.empty()
	c.Positions, c.Names = append(c.positions, program.Pos{}), append(c.names, "")
	for k := CircuitRoot; k <= CellList; k++ {
		m := Meta{Kind: k}
		if k == CircuitRoot {
			c.add(m, Empty, nil)
			continue
		}
		m.States = 1
		c.add(m, Empty, []Ref{Root(CircuitRoot)})
	}
	return c
}

// Root returns the gate of a root, which is the same in every circuit.
func Root(k Kind) Ref { return Ref(k - CircuitRoot) }

// Len returns the number of gates, the removed ones not counted.
func (c *Circuit) Len() int { return c.live }

// Size returns a number that is above every gate's.
func (c *Circuit) Size() int { return len(c.gates) }

// Meta returns what the gate has in common with others of its sort. It must not be changed.
func (c *Circuit) Meta(g Ref) *Meta { return &c.metas[c.gates[g].meta] }

// Kind returns what a gate is.
func (c *Circuit) Kind(g Ref) Kind { return c.gates[g].kind }

// Type returns the type of a gate.
func (c *Circuit) Type(g Ref) Type { return c.gates[g].typ }

// has reports whether there is such a gate: it was made and not removed.
func (c *Circuit) has(g Ref) bool {
	return g >= 0 && int(g) < len(c.gates) && c.gates[g].meta >= 0
}

// Input returns the gate that an input comes from.
func (c *Circuit) Input(g Ref, i int) Ref { return c.slots[int(c.gates[g].in)+i].from }

// State, Depend and Value return the gate that a state wire, a dependency wire or a data wire
// comes from.
func (c *Circuit) State(g Ref, i int) Ref { return c.Input(g, i) }

// Depend returns the gate that a dependency wire comes from.
func (c *Circuit) Depend(g Ref, i int) Ref { return c.Input(g, int(c.Meta(g).States)+i) }

// Value returns the gate that a data wire comes from.
func (c *Circuit) Value(g Ref, i int) Ref {
	return c.slots[int(c.gates[g].value)+i].from
}

// Inputs ranges over the inputs of a gate in order.
func (c *Circuit) Inputs(g Ref) iter.Seq2[int, Ref] {
	return func(yield func(int, Ref) bool) {
		for i := range c.Meta(g).Inputs() {
			if !yield(i, c.Input(g, i)) {
				return
			}
		}
	}
}

// Uses ranges over the uses of a gate: who uses it, as which input. The order means nothing.
// The gate of the present use may be removed meanwhile, and its input changed, but no other.
func (c *Circuit) Uses(g Ref) iter.Seq2[Ref, int] {
	return func(yield func(Ref, int) bool) {
		for s := c.gates[g].use; s >= 0; {
			u := &c.slots[s]
			at, next := s, u.next
			if !yield(u.owner, int(at-c.gates[u.owner].in)) {
				return
			}
			s = next
		}
	}
}

// IsUsed reports whether anything uses a gate.
func (c *Circuit) IsUsed(g Ref) bool { return c.gates[g].use >= 0 }

// Gates ranges over the gates in the order in which they were made.
func (c *Circuit) Gates() iter.Seq[Ref] {
	return func(yield func(Ref) bool) {
		for g := range c.gates {
			if c.gates[g].meta >= 0 && !yield(Ref(g)) {
				return
			}
		}
	}
}

// mark is a set of gates that is empty when it is made, without a gate being touched.
type mark struct {
	c     *Circuit
	stamp uint32
}

// newMark returns a new mark. A gate has one at a time: a newer mark takes away the older.
func (c *Circuit) newMark() mark {
	c.stamp++
	return mark{c, c.stamp}
}

// set marks a gate and reports whether it was not marked yet.
func (m mark) set(g Ref) bool {
	if m.c.gates[g].mark == m.stamp {
		return false
	}
	m.c.gates[g].mark = m.stamp
	return true
}

// has reports whether a gate is marked.
func (m mark) has(g Ref) bool { return m.c.gates[g].mark == m.stamp }

// Position returns where in the source a gate comes from.
func (c *Circuit) Position(g Ref) program.Pos { return c.Positions[c.notes[g].pos] }

// NameOf returns the name of the variable or block that a gate was, or "".
func (c *Circuit) NameOf(g Ref) string { return c.Names[c.notes[g].name] }

// home returns the state in which the program had a gate, or None.
func (c *Circuit) home(g Ref) Ref { return c.notes[g].home }

// setPosition, setName and setHome note what is known of a gate; the home comes with the
// gate's place in the order of the program.
func (c *Circuit) setPosition(g Ref, pos program.Pos) {
	c.notes[g].pos = 0
	if pos != (program.Pos{}) {
		if c.Positions[len(c.Positions)-1] != pos {
			c.Positions = append(c.Positions, pos)
		}
		c.notes[g].pos = int32(len(c.Positions) - 1)
	}
}

// setName notes the name of the variable or block that a gate was.
func (c *Circuit) setName(g Ref, name string) {
	c.notes[g].name = 0
	if name != "" {
		if c.Names[len(c.Names)-1] != name {
			c.Names = append(c.Names, name)
		}
		c.notes[g].name = int32(len(c.Names) - 1)
	}
}

// setHome notes where a gate was.
func (c *Circuit) setHome(g, state Ref, seq int) {
	c.notes[g].home, c.notes[g].seq = state, int32(seq)
}

// copyNote gives a gate the notes of another that it stands for.
func (c *Circuit) copyNote(to, from Ref) { c.notes[to] = c.notes[from] }
