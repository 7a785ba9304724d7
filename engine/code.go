package engine

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/clock"
	"github.com/lockstep-simt/lockstep/program"
)

// Code is the machine code of a program. It may be shared by any number of runs.
type Code struct {
	graph *graph
	set   *instructions
	hosts func(op program.Opcode) bool // operations that Go runs
	also  func() []*program.Program    // other forms of the program, or nil
	// shape is what runs lanes: with the usual number of groups, until others were measured.
	shape atomic.Pointer[mapped]
	usual *mapped // that shape
	turns int     // by Options
	fixed bool    // by Options
	// long is code without short integers, for runs with large inputs; nil if there are no short ones.
	long      func() (*Code, error)
	partLanes int // how many run at once if integers are short
	tuner     tuner
	// waits tells that stages were tried and forms are next, settled that only groups are to be tuned, and tuned
	// that nothing is.
	waits, settled, tuned atomic.Bool
	took                  time.Duration // to make the usual code
	worked                atomic.Int64  // nanoseconds that lanes took, or were to take
}

// emitted is code before it is in memory: of a turn, of a program without loops, or of one lane at a time.
type emitted struct {
	turns.Layout
	name    string           // for profilers
	prog    *program.Program // nil if it runs one lane at a time
	nesting Nesting
	jumping
	marks []mark   // of parts of the code
	state []string // variables that keep their values
	// opening is how many turns what lanes do when they begin takes as long as, 0 if that is little, and waitFor for
	// how many turns lanes of a group that have ended wait for others, all in all.
	opening float64
	waitFor int
	kept    []kept // where they are, and masks
	*codegen.Assembled
}

// again is another graph like that which the code was made of.
func (t *emitted) again(hosts func(op program.Opcode) bool) (*graph, error) {
	if t.Short {
		return newShortGraph(t.prog, hosts, t.nesting)
	}
	return newHostingGraph(t.prog, hosts, t.nesting)
}

// mapped is code in memory that can be executed.
type mapped struct {
	*turns.Shape
	made  *emitted
	entry uintptr
	parts []*mapped // of a program that runs as stages: each one's, in the place of its own
	// apart is the same that reads each table alone, for runs whose tables it does not take side by side.
	apart func() (*mapped, error)
}

// newMapped puts code into memory. Its memory is given back when nothing refers to it.
func newMapped(t *emitted) (*mapped, error) {
	entry, release, err := mapWithin(t.Code)
	if err != nil {
		return nil, err
	}
	p := &mapped{made: t, entry: entry}
	p.Shape = turns.New(t.Layout, func(frame *byte) {
		enter(p.entry, frame)
		runtime.KeepAlive(p)
	})
	mapForPerf(p)
	runtime.AddCleanup(p, func(release func()) { release() }, release)
	return p, nil
}

// Available says why there is no machine code here, whatever the program; nil if there is.
func Available() error {
	if err := executable(); err != nil {
		return err
	}
	_, err := setOf("")
	return err
}

// Options say what is chosen among. Groups and Turns fix it, for tests and measurements.
type Options struct {
	// Machine is the instruction set, "avx512", "avx2" or "neon"; "" is that of the kernels in use.
	Machine string
	// Groups is how many groups of lanes advance together, 1 to 4; 0 is the usual number.
	Groups int
	// Turns is after how many turns the code is left.
	Turns int
	// Also, if not nil, gives other forms of the program, with the same columns. One of
	// them may be faster, which is found out by measuring.
	Also func() []*program.Program
	// Staged asks for the program as stages, see package turns; the error says why it has none.
	Staged bool
	// Cut, if not nil, chooses blocks at which stages begin besides those that are worth it.
	Cut func(block string) bool
	// Jump, if not 0, asks for jumps around all phases, not only rare ones, that save so many additions at least. It
	// has no effect on stages.
	Jump int
	// Nesting says which loops run inside a turn, as far as they can.
	Nesting Nesting
	// Host, if not nil, tells of operations that Go is to run although there is machine code
	// for them, as it runs those that have none.
	Host func(op program.Opcode) bool

	long bool // integers of 64 bits are not to be short, see shorten.go
}

// maxGroups is the most groups of lanes that advance together: the lists of lanes that fault have room for these.
const maxGroups = turns.MostGroups

// checkGroups refuses more groups than there may be.
func checkGroups(groups int) error {
	if groups < 0 || groups > maxGroups {
		return fmt.Errorf("engine: 1 to %d groups of lanes may advance together, not %d", maxGroups, groups)
	}
	return nil
}

// Compile makes machine code of a lowered program. The error says why there is none:
// the program is not of the kind that this machine code is for, or the processor or the
// operating system does not run it.
func Compile(p *program.Program, o Options) (*Code, error) {
	if err := checkGroups(o.Groups); err != nil {
		return nil, err
	}
	set, err := setOf(o.Machine)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	hosts := set.lacks
	if o.Host != nil {
		hosts = func(op program.Opcode) bool { return set.lacks(op) || hostable(op) && o.Host(op) }
	}
	var c *Code
	err = smaller(hosts, func(hosts func(op program.Opcode) bool) error {
		c, err = compile(p, set, o, hosts)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	return c, nil
}

// compile makes the code of an instruction set, but for some operations.
func compile(p *program.Program, set *instructions, o Options, hosts func(op program.Opcode) bool) (*Code, error) {
	var stages []stage
	var err error
	if o.Staged {
		if stages, err = stagesOf(p, atLoops, o.Cut); err != nil {
			return nil, err
		}
	}
	var g *graph
	var t *emitted
	of := func(newGraph graphMaker) error {
		if g, err = newGraph(p, hosts, o.Nesting); err != nil {
			return err
		}
		g.findRecords(set)
		if o.Jump > 0 {
			g.jumping = jumping{worth: o.Jump, all: true}
		}
		t, err = usualCode(g, set, o.Groups)
		return err
	}
	took := clock.Took(func() {
		if !o.long {
			err = of(newShortGraph)
		}
		if o.long || errors.Is(err, errNotShort) {
			err = of(newHostingGraph)
		}
	})
	if err != nil {
		return nil, err
	}
	c := &Code{graph: g, set: set, hosts: hosts, also: o.Also, fixed: o.Groups > 0 ||
		o.Turns > 0, turns: o.Turns, took: took, partLanes: shortLanes}
	if c.usual, err = c.intoMemory(t); err != nil {
		return nil, err
	}
	c.usual.apart = sync.OnceValues(func() (*mapped, error) {
		g, err := newHostingGraph(p, hosts, o.Nesting)
		if err != nil {
			return nil, err
		}
		t, err := usualCode(g, set, o.Groups)
		if err != nil {
			return nil, err
		}
		return c.intoMemory(t)
	})
	if c.usual.Short {
		o.long = true
		c.long = sync.OnceValues(func() (*Code, error) { return compile(p, set, o, hosts) })
	}
	c.shape.Store(c.usual)
	if o.Staged {
		shape, err := c.newStaged(stages, o.Groups)
		if err != nil {
			return nil, err
		}
		c.fixed = true
		c.shape.Store(shape)
	}
	return c, nil
}

// intoMemory maps code that is left after as many turns as the options say.
func (c *Code) intoMemory(t *emitted) (*mapped, error) {
	if c.turns > 0 {
		t.Fuel = int64(c.turns)
	}
	return newMapped(t)
}

// usualGroups hides much of the latency of most programs, and rarely spills.
const usualGroups = 2

// usualCode makes the code for so many groups, or for the usual number if it is 0; one, if
// a program has too many values for that. One is also enough for calls that save values where groups
// have eight lanes or more: they have work that does not wait, transpositions for instance.
func usualCode(g *graph, set *instructions, groups int) (*emitted, error) {
	if groups > 0 {
		return makeCode(g, set, groups)
	}
	if g.placed && len(g.depths) > 0 && set.name == "avx512" {
		return makeCode(g, set, 1)
	}
	t, err := makeCode(g, set, usualGroups)
	if large := (*largeError)(nil); err != nil && !errors.As(err, &large) {
		t, err = makeCode(g, set, 1)
	}
	return t, err
}

// like is a graph of a program like that of the usual code, in which such loops run inside a turn; nil if it has none.
func (c *Code) like(p *program.Program, n Nesting) *graph {
	if c.graph.wide != nil {
		return c.graphBy(newShortGraph, p, n)
	}
	return c.graphBy(newHostingGraph, p, n)
}

func (c *Code) graphBy(newGraph graphMaker, p *program.Program, n Nesting) *graph {
	g, err := newGraph(p, c.hosts, n)
	if err != nil {
		return nil
	}
	g.findRecords(c.set)
	return g
}

// forms are the program's other forms in which such loops run inside a turn.
func (c *Code) forms(n Nesting) (list []*graph) {
	if c.graph.wide != nil { // fewer lanes, but some shorter operations
		list = append(list, c.graphBy(newHostingGraph, c.graph.source, n))
	}
	if c.graph.mayJump {
		if g := c.like(c.graph.source, n); g != nil {
			g.jumping.all = true
			list = append(list, g)
		}
	}
	if c.also != nil {
		for _, p := range c.also() {
			list = append(list, c.like(p, n))
		}
	}
	return slices.DeleteFunc(list, func(g *graph) bool { return g == nil })
}

// Lines returns the machine code as text, an instruction a line. Comments say which phase and
// which line of the source the instructions behind them are of.
func (c *Code) Lines() (lines []string) {
	shape := c.shape.Load()
	for i, p := range shape.codes() {
		if len(shape.parts) > 0 {
			lines = append(lines, "// "+shape.title(i))
		}
		lines = append(lines, p.made.annotated()...)
	}
	return lines
}

// Columns are those of the inputs and of the results: the same in all forms of the code.
func (c *Code) Columns() (in, out []turns.Column) { return c.shape.Load().Columns() }

// Gang is how many lanes are in registers at once.
func (c *Code) Gang() int { return c.shape.Load().Gang() }

// Calls reports whether the code has calls, so that lanes may go deep.
func (c *Code) Calls() bool {
	return c.graph == nil || len(c.graph.sites) > 0 || len(c.graph.depths) > 0
}

// Uniforms are the names of the uniforms that a run must give.
func (c *Code) Uniforms() (names []string) {
	shape := c.shape.Load()
	for _, u := range shape.Given {
		if shape.RecordsOf(u.Name) == nil && !slices.Contains(names, u.Name) {
			names = append(names, u.Name)
		}
	}
	return names
}

func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
