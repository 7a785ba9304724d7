package batch

import (
	"fmt"
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/simd"
)

// Code is a lowered program made ready to run: names are resolved, blocks are
// in single-assignment form, scratch space is laid out. It is immutable and may
// be shared by any number of concurrent runs.
type Code struct {
	prog     *program.Program
	plan     *plan.Program
	vars     []variable
	blocks   []block
	exit     int     // index that stands for the end: len(blocks)
	targets  [][]int // of each block's terminator
	in, out  []int
	slices   []program.Slice // inputs of a length that each lane brings
	pool     []uint64        // constants, each element broadcast over vectorWords words
	consts   map[poolKey]int // where they are in it
	uniforms []uniform
	hasPC    bool // some block saves a return block
	// hasStacks is set if a lane's start has stacks to empty.
	hasStacks bool
	// returnSites are the blocks that calls return to, and the exit, if there
	// are calls; blockNumbers has where in the pool their numbers lie.
	returnSites  []int
	blockNumbers map[int]int
	clusters     [][]int // variables that are saved together, see cluster.go
	// liveAt[v] are the blocks at whose start v's top may still be read, the exit
	// included.
	liveAt []flow.Set
	// resetVars are read before the program writes them: new lanes get zeros.
	resetVars  []int
	stateBytes int // per lane: tops, spares and the largest block's scratch
	// startNumbers are the numbers that a lane gets when it starts, endNumbers
	// those of its results.
	startNumbers, endNumbers int
	// sparseBytes is the part of stateBytes in arrays that blocks only access
	// element by element, so that a step touches little of them.
	sparseBytes int
}

// vectorWords is the size of a broadcast constant: one 512-bit vector.
const vectorWords = 8

type variable struct {
	name  string
	dtype program.Dtype
	shape []int
	elems int
	alloc program.Allocation
	goTyp program.GoType
	text  bool // the bytes of a string of any text
	spare bool // some block writes the variable's next top
	whole bool // some block reads all elements at once, or saves them
	// cluster is the cluster that the variable is in, or -1; member is its place there.
	cluster, member int
	zero            any // a column of one zero event, if lanes start with it
}

type block struct {
	name     string
	pos      program.Pos // of its first instruction
	values   []value
	steps    []step
	commits  []commit
	clusters []clusterCommit
	term     terminator
	slots    []slot
	// tops are the values of kind topValue, belows those of kind belowValue.
	tops, belows []int
	kills, gens  []int   // variables, for liveness
	weight       int     // cost of one lane
	urgency      float32 // 1/√weight, for the auto schedule
	inOut        int     // elements moved to compact and expand it
	stacky       bool    // saves or restores values, or returns
	lists        bool    // goes through its lanes one by one
	packedOnly   bool    // has an operation that must not see junk
}

type termKind uint8

const (
	gotoTerm termKind = iota
	branchTerm
	switchTerm
	callTerm
	returnTerm
	faultTerm
)

type terminator struct {
	kind       termKind
	x          ref
	to, orElse int // goto, branch, call target; else or default
	ret        int // call: return block
	values     []uint64
	labels     []int
	code       program.Code
	msg        string
	pos        program.Pos
}

// Compile makes a lowered program ready to run. The program must satisfy
// program.Verify; Compile checks the dialect and what the machine itself
// relies on, and reports other damage as a bug.
func Compile(p *program.Program) (*Code, error) {
	pl, err := plan.New(p)
	if err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	for _, op := range p.MathFunctions() {
		if simd.Lookup(op.String()).IsZero() {
			return nil, fmt.Errorf("batch: no kernel of %s is linked: import simd/functions", op)
		}
	}
	c := &Code{prog: p, plan: pl, consts: map[poolKey]int{}, exit: pl.Exit()}
	for _, v := range pl.Vars {
		c.vars = append(c.vars, variable{name: v.Name, dtype: v.Dtype, shape: v.Shape, elems: v.Elems, alloc: v.Alloc,
			goTyp: v.Go, text: v.Text})
	}
	for _, u := range p.Uniforms {
		c.uniforms = append(c.uniforms, uniform{Uniform: u})
	}
	for _, n := range program.Variables(p.VarsIn) {
		c.in = append(c.in, pl.Variable(n))
	}
	c.slices = program.Slices(p.Flat(p.VarsIn))
	for _, n := range program.Variables(p.VarsOut) {
		c.out = append(c.out, pl.Variable(n))
	}
	for _, b := range pl.Blocks {
		bc := &blockCompiler{code: c}
		c.blocks = append(c.blocks, bc.compile(b))
		c.targets = append(c.targets, b.Term.Targets())
	}
	c.layKnownUniforms()
	c.findReturns()
	c.findClusters()
	c.analyse()
	return c, nil
}

type poolKey struct {
	size int
	bits uint64
}

func poolKeyOf(d program.Dtype, bits uint64) poolKey {
	if d.Size() == 1 {
		bits = -(bits & 1)
	}
	return poolKey{d.Size(), bits}
}

// constant puts a broadcast constant into the pool and returns its offset in
// words.
func (c *Code) constant(d program.Dtype, bits uint64) int {
	key := poolKeyOf(d, bits)
	word := key.bits
	if d.Size() == 4 {
		word = bits&math.MaxUint32 | bits<<32
	}
	if off, ok := c.consts[key]; ok {
		return off
	}
	off := len(c.pool)
	for range vectorWords {
		c.pool = append(c.pool, word)
	}
	c.consts[key] = off
	return off
}

// findReturns lists where a return may lead.
func (c *Code) findReturns() {
	c.blockNumbers = map[int]int{}
	note := func(b int) {
		if _, known := c.blockNumbers[b]; !known {
			c.blockNumbers[b] = c.constant(program.I32, uint64(b))
			c.returnSites = append(c.returnSites, b)
		}
	}
	for i := range c.blocks {
		if t := &c.blocks[i].term; t.kind == callTerm {
			c.hasPC = true
			note(t.ret)
		}
	}
	note(c.exit)
}

// analyse computes which tops may still be read at each block, and the sizes
// that gangs are chosen by.
func (c *Code) analyse() {
	nv, nb := len(c.vars), len(c.blocks)
	// A return may go to any block that some call saved, or end the lane: one
	// place for all returns, which leads there, is sound and needs no knowledge of
	// functions.
	returns := nb + 1
	succs, gens, kills := make([][]int, nb+2), make([][]int, nb+2), make([][]int, nb+2)
	for i := range c.blocks {
		b := &c.blocks[i]
		succs[i], gens[i], kills[i] = b.successors(returns), b.gens, b.kills
	}
	succs[returns], gens[c.exit] = c.returnSites, c.out
	live := flow.NewLive(flow.NewGraph(succs), nv, gens, kills).In
	c.liveAt = make([]flow.Set, nv)
	for v := range c.liveAt {
		c.liveAt[v] = flow.NewSet(nb + 1)
	}
	for b := range nb + 1 {
		for v := range live[b].All() {
			c.liveAt[v].Add(b)
		}
	}
	for v := range live[0].All() {
		if !slices.Contains(c.in, v) {
			c.resetVars = append(c.resetVars, v)
		}
	}
	scratch := 0
	for i := range c.blocks {
		sum := 0
		for _, s := range c.blocks[i].slots {
			sum += s.elems * s.size
		}
		scratch = max(scratch, sum)
	}
	c.hasStacks = c.hasPC
	for i := range c.vars {
		c.hasStacks = c.hasStacks || c.vars[i].alloc == program.Full
	}
	for _, v := range append(slices.Clone(c.in), c.resetVars...) {
		va := &c.vars[v]
		zero, _ := NewColumn(program.GoTypeOf(va.dtype), 1, va.shape)
		va.zero = zero.Data
		c.startNumbers += va.elems
	}
	c.stateBytes = scratch
	for _, v := range c.out {
		c.endNumbers += c.vars[v].elems
	}
	for i := range c.vars {
		v := &c.vars[i]
		if !v.stored() {
			continue
		}
		bytes := v.elems * laneBytes(v.dtype)
		if v.spare {
			bytes *= 2
		}
		c.stateBytes += bytes
		if v.elems > 1 && !v.whole {
			c.sparseBytes += bytes
		}
	}
}

// successors returns the blocks that may run next for a lane at b; returns
// stands for those that calls return to.
func (b *block) successors(returns int) []int {
	t := &b.term
	switch t.kind {
	case gotoTerm, callTerm:
		return []int{t.to}
	case branchTerm:
		return []int{t.to, t.orElse}
	case switchTerm:
		return append([]int{t.orElse}, t.labels...)
	case returnTerm:
		return []int{returns}
	}
	return nil
}

// stored reports whether the variable has a top that outlives blocks.
func (v *variable) stored() bool {
	return v.alloc == program.Register || v.alloc == program.Full
}

// laneBytes is the room an element takes per lane in a buffer; a boolean is a
// bit, counted as a byte.
func laneBytes(d program.Dtype) int { return d.Size() }

// Plan returns the form of the program that the code was made of.
func (c *Code) Plan() *plan.Program { return c.plan }

// Params returns the inputs in the order of the columns that Run takes. The length of a slice is
// a column of its own here, and no field is called a slice.
func (c *Code) Params() []program.Field { return c.params(c.in) }

// Results returns the results in the order of the columns that Run gives.
func (c *Code) Results() []program.Field { return c.params(c.out) }

func (c *Code) params(vars []int) []program.Field {
	ps := make([]program.Field, len(vars))
	for i, v := range vars {
		ps[i] = program.Field{Name: c.vars[v].name, Type: c.vars[v].goType(), Shape: c.vars[v].shape}
	}
	return ps
}
