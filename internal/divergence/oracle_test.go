package divergence_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// judge runs lanes under the oracle and compares what they have in the same
// place with what the analysis says of it.
type judge struct {
	p       *program.Program
	d       *divergence.Info
	blocks  map[string]*program.Block
	entries map[string]bool // of functions
	doomed  map[string]bool // blocks in which every lane faults
	seen    map[string]string
	// What was compared, by class.
	compared [divergence.Uniform + 1]int
	wrong    string
}

func newJudge(p *program.Program) *judge {
	j := &judge{
		p: p, d: divergence.Of(p), blocks: map[string]*program.Block{}, entries: map[string]bool{},
		doomed: map[string]bool{}, seen: map[string]string{},
	}
	graphs := []program.ControlFlowGraph{p.Graph}
	j.entries[p.Graph.Blocks[0].Name] = true
	for _, f := range p.Functions {
		graphs = append(graphs, f.Graph)
		j.entries[f.Entry] = true
	}
	for _, g := range graphs {
		for _, b := range g.Blocks {
			j.blocks[b.Name] = b
		}
	}
	for again := true; again; {
		again = false
		for name, b := range j.blocks {
			to := b.Term.Targets()
			_, faults := b.Term.(program.FaultOp)
			ends := faults || len(to) > 0 && !slices.ContainsFunc(to, func(l string) bool { return !j.doomed[l] })
			if _, calls := b.Term.(program.PushGotoOp); ends && !calls && !j.doomed[name] {
				j.doomed[name], again = true, true
			}
		}
	}
	return j
}

// activation is a function that runs in a lane.
type activation struct {
	path   string // the calls that led here, with their rounds
	entry  string
	block  *program.Block
	tail   bool // it returns for the one below it too
	rounds map[*divergence.Loop]int
}

// walker follows one lane.
type walker struct {
	j     *judge
	stack []*activation
	call  bool // the next block is that of a new activation
	instr int  // the last one
}

func (w *walker) top() *activation { return w.stack[len(w.stack)-1] }

// start follows the lane into a block.
func (w *walker) start(name string) {
	b := w.j.blocks[name]
	if len(w.stack) == 0 {
		w.stack = append(w.stack, &activation{entry: name, rounds: map[*divergence.Loop]int{}})
	} else if a := w.top(); w.call || w.j.p.Dialect == program.Lowered && w.j.entries[name] && a.entry != name {
		path := fmt.Sprint(a.path, "/", a.block.Name, " ", w.instr, w.upTo(a, 1, anyDepth))
		w.stack = append(w.stack, &activation{path: path, entry: name, tail: !w.call,
			rounds: map[*divergence.Loop]int{}})
	}
	w.call = false
	w.move(w.top(), b)
}

// move counts the rounds of loops.
func (w *walker) move(a *activation, to *program.Block) {
	if a.block != nil {
		for l := w.j.d.LoopOf(a.block); l != nil && !slices.Contains(l.Blocks, to); l = l.Parent {
			w.leaves(a, l, to.Name)
		}
	}
	for l := w.j.d.LoopOf(to); l != nil; l = l.Parent {
		switch inside := a.block != nil && slices.Contains(l.Blocks, a.block); {
		case !inside:
			a.rounds[l] = 0
		case l.Header == to && !l.Irreducible:
			a.rounds[l]++
		}
	}
	a.block = to
}

// leaves compares when lanes leave a loop.
func (w *walker) leaves(a *activation, l *divergence.Loop, to string) {
	if !w.j.doomed[to] {
		place := *a
		w.compare(&place, "leaving "+l.Header.Name, l.Exit, l.Depth-1, fmt.Sprint(a.rounds[l], " to ", to))
	}
}

// compare checks what a lane has in a place, up to a depth of loops.
func (w *walker) compare(a *activation, place string, v divergence.Value, depth int, has string) {
	w.j.compared[v.Class]++
	key := place
	switch {
	case v.Class == divergence.Varying:
		return
	case v.Class == divergence.Coherent && v.Scope == nil:
		key += " " + a.path + w.upTo(a, 1, depth)
	case v.Class == divergence.Coherent:
		key += " " + w.upTo(a, v.Scope.Depth, depth)
	}
	if old, ok := w.j.seen[key]; ok && old != has && w.j.wrong == "" {
		w.j.wrong = fmt.Sprintf("%s is %s, but is %s and %s", key, v.Class, old, has)
	}
	w.j.seen[key] = has
}

// upTo says in which rounds an activation is, of loops of some depths.
func (w *walker) upTo(a *activation, from, to int) string {
	var list []string
	for l := w.j.d.LoopOf(a.block); l != nil && l.Depth >= from; l = l.Parent {
		if l.Depth <= to {
			list = append(list, fmt.Sprint(l.Header.Name, ":", a.rounds[l]))
		}
	}
	return fmt.Sprint(list)
}

const anyDepth = 1 << 30

// step compares the operands of an instruction or terminator.
func (w *walker) step(block string, instr int, operands [][]uint64) {
	a := w.top()
	if w.instr = instr; a.block.Name != block {
		panic("lost the lane at " + block)
	}
	for i, bits := range operands {
		place := fmt.Sprintf("%s %d operand %d", block, instr, i)
		w.compare(a, place, w.j.d.Operand(a.block, instr, i), anyDepth, fmt.Sprint(bits))
	}
	if instr < len(a.block.Instrs) {
		_, w.call = a.block.Instrs[instr].(*program.FunctionCallOp)
		return
	}
	way, chosen := taken(a.block.Term, operands)
	if chosen {
		w.compare(a, block+" branches", w.j.d.Branch(a.block), anyDepth, way)
	}
	switch t := a.block.Term.(type) {
	case program.PushGotoOp:
		w.call = true
	case program.GotoOp:
		way = t.Target
	case program.IndirectGotoOp:
		way = program.Exit
	}
	if way == program.Exit {
		w.back()
	}
}

// back takes the lane back from a call.
func (w *walker) back() {
	for tail := true; tail && len(w.stack) > 1; {
		tail = w.top().tail
		w.stack = w.stack[:len(w.stack)-1]
	}
}

// taken is the target of a branch or switch.
func taken(t program.Terminator, operands [][]uint64) (string, bool) {
	switch t := t.(type) {
	case program.BranchOp:
		if operands[0][0] != 0 {
			return t.Then, true
		}
		return t.Else, true
	case program.SwitchOp:
		if i := slices.Index(t.Values, operands[0][0]); i >= 0 {
			return t.Labels[i], true
		}
		return t.Default, true
	}
	return "", false
}

// run runs lanes and says what is wrong with the analysis.
func (j *judge) run(t *testing.T, lanes []testkit.Lane, uniforms map[string]interp.Value) string {
	o, err := interp.New(j.p)
	require.NoError(t, err)
	for _, lane := range lanes {
		w := &walker{j: j}
		opts := []interp.Option{interp.MaxSteps(200), interp.MaxDepth(30), interp.Trace(w.start), interp.Watch(w.step)}
		for name, v := range uniforms {
			opts = append(opts, interp.WithUniformShape(name, v.Type.Shape, v.Bits))
		}
		_, _, err := o.Run(lane, opts...)
		require.NoError(t, err)
		if j.wrong != "" {
			return j.wrong + " in\n" + program.Print(j.p)
		}
	}
	return ""
}

// What is coherent is so in all lanes and rounds that the oracle runs, in random
// programs of both dialects.
func TestAgainstOracle(t *testing.T) {
	n := 600
	if testing.Short() {
		n = 100
	}
	rng := rand.New(rand.NewPCG(5, 6))
	var compared [divergence.Uniform + 1]int
	for seed := range n {
		data := make([]byte, 50+rng.IntN(400))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		p := testkit.Generate(data)
		if seed%3 == 0 {
			p = testkit.GenerateDeep(data)
		}
		lowered, err := lower.Lower(p)
		require.NoError(t, err)
		lanes, uniforms := testkit.RandomLanes(p, 8, uint64(seed)), testkit.RandomUniforms(p, uint64(seed))
		for _, q := range []*program.Program{p, lowered} {
			j := newJudge(q)
			if wrong := j.run(t, lanes, uniforms); wrong != "" {
				t.Fatal(wrong)
			}
			for c, k := range j.compared {
				compared[c] += k
			}
		}
	}
	t.Logf("%d varying, %d coherent, %d uniform", compared[0], compared[1], compared[2])
	require.Greater(t, compared[divergence.Coherent], 100*n)
}

// tangle makes a program of blocks that go anywhere: loops that are entered in
// the middle, left at many places, and never left.
func tangle(rng *rand.Rand) *program.Program {
	vars := []string{"a", "b", "c", "d"}
	var s strings.Builder
	s.WriteString("program p source\nuniform u : i64 = 3\nvar k : bool\n")
	for _, v := range vars {
		fmt.Fprintf(&s, "var %s : i64\n", v)
	}
	s.WriteString("func main(a) -> (b, c) {\nstart:\n    b, c, d = copy 0, 1, 2\n    goto b0\n")
	blocks := 3 + rng.IntN(8)
	operand := func() string {
		return append(vars[:4:4], "u", "1", "2", fmt.Sprint(rng.IntN(6)))[rng.IntN(8)]
	}
	label := func() string {
		if rng.IntN(8) == 0 {
			return "halt"
		}
		return fmt.Sprint("b", rng.IntN(blocks))
	}
	for i := range blocks {
		fmt.Fprintf(&s, "b%d:\n", i)
		for range rng.IntN(3) {
			x := vars[rng.IntN(4)]
			if rng.IntN(2) == 0 {
				fmt.Fprintf(&s, "    %s = add.i64 %s, %d\n", x, x, 1+rng.IntN(2))
			} else {
				fmt.Fprintf(&s, "    %s = %s.i64 %s, %s\n", x, []string{"add", "min", "xor"}[rng.IntN(3)], operand(),
					operand())
			}
		}
		next := fmt.Sprint("b", min(i+1, blocks-1))
		switch rng.IntN(8) {
		case 0:
			fmt.Fprintf(&s, "    goto %s\n", label())
		case 1:
			s.WriteString("    fault \"panic\", \"x\"\n")
		case 2:
			fmt.Fprintf(&s, "    switch %s, %s, 0: %s, 2: %s\n", vars[rng.IntN(4)], next, label(), label())
		case 3:
			fmt.Fprintf(&s, "    goto %s\n", next)
		default:
			fmt.Fprintf(&s, "    k = lt.i64 %s, %s\n    branch k, %s, %s\n", operand(), operand(), label(), next)
		}
	}
	s.WriteString("}\n")
	p, err := program.Parse("p", s.String())
	if err != nil {
		panic(err)
	}
	return p
}

func TestTangles(t *testing.T) {
	n := 2000
	if testing.Short() {
		n = 300
	}
	rng := rand.New(rand.NewPCG(7, 8))
	var compared [divergence.Uniform + 1]int
	for range n {
		p := tangle(rng)
		j := newJudge(p)
		lanes := make([]testkit.Lane, 6)
		for i := range lanes {
			lanes[i] = testkit.Lane{interp.Int64(int64(i - 1))}
		}
		if wrong := j.run(t, lanes, nil); wrong != "" {
			t.Fatal(wrong)
		}
		for c, k := range j.compared {
			compared[c] += k
		}
	}
	t.Logf("%d varying, %d coherent, %d uniform", compared[0], compared[1], compared[2])
	require.Greater(t, compared[divergence.Coherent], 10*n)
}
