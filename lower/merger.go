package lower

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// merger merges variables. Those that some copy relates have small numbers of
// their own, so that the table of conflicts stays small.
type merger struct {
	p      *program.Program
	g      *edit.CallGraph
	vars   *edit.Numbering
	writes *writeSets

	pairs     [][2]int   // proposed, in order
	fixed     flow.Set   // variables that are not merged
	boundary  flow.Set   // parameters and results, except the program's results
	public    flow.Set   // parameters and results of the program
	across    []flow.Set // of each variable: the calls that it is live across
	siteWrite []flow.Set // of each call: what it may write
}

func newMerger(p *program.Program) *merger {
	m := &merger{p: p, g: edit.NewCallGraph(p), vars: edit.Number(p)}
	m.writes = newWriteSets(m.g, m.vars)
	m.fixed = flow.NewSet(m.vars.Len())
	m.boundary = flow.NewSet(m.vars.Len())
	for i, b := range m.g.Bodies {
		m.fixed.AddAll(m.writes.static[i])
		m.boundary.AddAll(m.vars.Set(b.In))
		if !b.IsMain() {
			m.boundary.AddAll(m.vars.Set(b.Out))
		}
	}
	m.public = m.vars.Set(m.g.Bodies[0].In)
	m.public.AddAll(m.vars.Set(m.g.Bodies[0].Out))
	return m
}

// propose asks for two variables to be merged if they can be.
func (m *merger) propose(a, b string) {
	v, ok1 := m.vars.Of(a)
	w, ok2 := m.vars.Of(b)
	if !ok1 || !ok2 || v == w || m.fixed.Has(v) || m.fixed.Has(w) {
		return
	}
	if m.p.Alloc(a) == program.Null || m.p.Alloc(b) == program.Null {
		return // what is never read is never moved
	}
	t, _ := m.p.TensorTypeOf(a)
	u, _ := m.p.TensorTypeOf(b)
	if t.Equal(u) {
		m.pairs = append(m.pairs, [2]int{v, w})
	}
}

// proposeCall proposes a call's results, and its arguments if asked to.
func (m *merger) proposeCall(s *edit.Site, arguments bool) {
	callee := m.g.Bodies[s.Callee]
	for i, name := range callee.Out {
		m.propose(name, s.Call.Out[i])
	}
	if arguments {
		for i, name := range callee.In {
			m.propose(name, s.Call.In[i].Name)
		}
	}
}

// apply merges what can be merged and renames the program's variables in
// place.
func (m *merger) apply() {
	if len(m.pairs) == 0 {
		return
	}
	related := flow.NewSet(m.vars.Len())
	for _, pair := range m.pairs {
		related.Add(pair[0])
		related.Add(pair[1])
	}
	c := newConflicts(related)
	m.collect(c)

	leader := make([]int, m.vars.Len())
	for i := range leader {
		leader[i] = i
	}
	find := func(v int) int {
		for leader[v] != v {
			v = leader[v]
		}
		return v
	}
	for _, pair := range m.pairs {
		a, b := find(pair[0]), find(pair[1])
		if a == b || c.has(a, b) || m.public.Has(a) && m.public.Has(b) || m.worse(a, b) {
			continue
		}
		if m.nicer(b, a) {
			a, b = b, a
		}
		leader[b] = a
		c.merge(a, b)
		m.inherit(a, b)
	}

	rename := map[string]string{}
	for v := range m.vars.Len() {
		if to := find(v); to != v {
			rename[m.vars.Name(v)] = m.vars.Name(to)
		}
	}
	renameVariables(m.p, rename)
}

// collect fills in what is known before anything is merged.
func (m *merger) collect(c *conflicts) {
	m.across = make([]flow.Set, m.vars.Len())
	for _, b := range m.g.Bodies {
		m.scan(b, c)
	}
	for _, s := range m.g.Sites {
		m.siteWrite = append(m.siteWrite, m.writes.of(s))
	}
}

// scan records the conflicts within a body and what is live across its calls.
func (m *merger) scan(b *edit.Body, c *conflicts) {
	live := edit.NewLiveness(b, m.vars)
	siteOf := map[*program.FunctionCallOp]int{}
	for i, s := range m.g.Sites {
		siteOf[s.Call] = i
	}
	// Parameters are all there at once, and so are results; one of each in one
	// variable is refused because callers push the one and pop the other.
	var boundary []int
	for _, name := range append(append([]string(nil), b.In...), b.Out...) {
		boundary = append(boundary, m.vars.Index(name))
	}
	c.addAll(boundary)

	after := flow.NewSet(m.vars.Len())
	for i := range live.Shape.Blocks {
		live.Walk(i, after, func(j int, in program.Instr) {
			outs := live.Mentions[i][j].Writes
			c.addAll(outs)
			cp, ok := edit.IsCopy(in)
			for k, v := range outs {
				source := -1
				if ok && len(cp.In) == len(cp.Out) {
					if s, isVar := m.vars.Operand(cp.In[k]); isVar && m.sameType(v, s) {
						source = s
					}
				}
				c.addLive(v, after, source)
			}
			if call, ok := in.(*program.FunctionCallOp); ok {
				m.liveAcross(siteOf[call], after, outs)
			}
		})
	}
}

func (m *merger) sameType(v, w int) bool {
	t, _ := m.p.TensorTypeOf(m.vars.Name(v))
	u, _ := m.p.TensorTypeOf(m.vars.Name(w))
	return t.Equal(u)
}

func (m *merger) liveAcross(s int, after flow.Set, outs []int) {
	for v := range after.All() {
		if !slices.Contains(outs, v) {
			if m.across[v] == nil {
				m.across[v] = flow.NewSet(len(m.g.Sites))
			}
			m.across[v].Add(s)
		}
	}
}

// stacked reports whether a variable, or two merged into one, would need a
// stack: it is live across a call that writes it.
func (m *merger) stacked(vs ...int) bool {
	for _, v := range vs {
		for s, w := range m.siteWrite {
			if m.across[v] != nil && m.across[v].Has(s) && slices.ContainsFunc(vs, w.Has) {
				return true
			}
		}
	}
	return false
}

// worse reports whether merging two variables would bring a stack where there
// was none: to a parameter or result, which is pushed or popped on every path
// through its function, or to a variable that is live across some call and
// does well with one value a lane.
func (m *merger) worse(a, b int) bool {
	if !m.stacked(a, b) {
		return false
	}
	spoils := func(v int) bool {
		return !m.stacked(v) && (m.boundary.Has(v) || m.across[v] != nil)
	}
	return !m.stacked(a) && !m.stacked(b) || spoils(a) || spoils(b)
}

// inherit adds to a what is known of b, which was merged into it.
func (m *merger) inherit(a, b int) {
	if m.across[a] == nil {
		m.across[a] = m.across[b]
	} else if m.across[b] != nil {
		m.across[a].AddAll(m.across[b])
	}
	for _, w := range m.siteWrite {
		if w.Has(b) {
			w.Add(a)
		}
	}
	if m.boundary.Has(b) {
		m.boundary.Add(a)
	}
	if m.public.Has(b) {
		m.public.Add(a)
	}
}

// nicer reports whether the name of a tells a reader more than b's: the
// program's own parameters and results first, then functions', then the name
// with fewer qualifications, then the one declared earlier.
func (m *merger) nicer(a, b int) bool {
	if x, y := m.public.Has(a), m.public.Has(b); x != y {
		return x
	}
	if x, y := m.boundary.Has(a), m.boundary.Has(b); x != y {
		return x
	}
	x, y := strings.Count(m.vars.Name(a), "."), strings.Count(m.vars.Name(b), ".")
	return x < y || x == y && a < b
}

// rank orders the classes by cost.
func rank(a program.Allocation) int {
	if a == program.Full {
		return int(program.Register) + 1
	}
	return int(a)
}

// keepScratch makes a merged array scratch if all are that lanes set as a whole.
func keepScratch(p *program.Program, rename map[string]string) {
	list := p.VarDefs.All()
	scratch, zeroed := map[string]bool{}, map[string]bool{}
	if !slices.ContainsFunc(list, func(d program.VarDef) bool { return d.Scratch }) {
		return
	}
	set := setAsWhole(p)
	for _, d := range list {
		if set[d.Name] {
			to := edit.RenamedName(d.Name, rename)
			scratch[to], zeroed[to] = scratch[to] || d.Scratch, zeroed[to] || !d.Scratch
		}
	}
	for _, to := range rename {
		p.VarDefs.SetScratch(to, scratch[to] && !zeroed[to])
	}
}

// setAsWhole are the arrays all of whose elements are set to one number somewhere.
func setAsWhole(p *program.Program) map[string]bool {
	set := map[string]bool{}
	isArray := func(name string) bool {
		t, ok := p.TensorTypeOf(name)
		return ok && len(t.Shape) > 0
	}
	for _, b := range edit.Bodies(p) {
		for _, blk := range b.Graph.Blocks {
			for _, in := range blk.Instrs {
				op, ok := in.(*program.PrimOp)
				if !ok {
					continue
				}
				for i, out := range op.Out {
					one := i < len(op.In) && (op.In[i].IsLiteral() || !isArray(op.In[i].Name))
					set[out.Name] = set[out.Name] || one && isArray(out.Name)
				}
			}
		}
	}
	return set
}

// renameVariables renames variables everywhere and gives a merged variable the larger
// class of the two.
func renameVariables(p *program.Program, rename map[string]string) {
	if len(rename) == 0 {
		return
	}
	keepScratch(p, rename)
	name := func(n string) string { return edit.RenamedName(n, rename) }
	p.VarsIn, p.VarsOut = program.MapPattern(p.VarsIn, name), program.MapPattern(p.VarsOut, name)
	for _, f := range p.Functions {
		f.VarsIn, f.VarsOut = program.MapPattern(f.VarsIn, name), program.MapPattern(f.VarsOut, name)
	}
	for _, b := range edit.Bodies(p) {
		for _, blk := range b.Graph.Blocks {
			edit.RenameInstrs(blk.Instrs, rename)
			blk.Term = edit.RenameTerm(blk.Term, rename)
		}
	}
	for from, to := range rename {
		if p.VarAlloc != nil {
			if a := p.VarAlloc[from]; rank(a) > rank(p.VarAlloc[to]) {
				p.VarAlloc[to] = a
			}
			delete(p.VarAlloc, from)
		}
	}
	p.VarDefs = p.VarDefs.Keep(func(n string) bool { return rename[n] == "" })
}
