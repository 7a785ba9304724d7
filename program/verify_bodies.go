package program

// body is the part of a lowered graph that one function became: what is
// reached from its entry without a return, calls being stepped over. The main
// body starts at the program's entry; the others at the targets of pushgotos
// and at the entries of declared functions.
type body struct {
	index  int
	entry  int
	fn     *Function // its declaration, or nil; main for the first
	blocks []int     // in the order in which they are reached
	called bool      // some pushgoto, or a declaration, makes its returns matter
}

// bodyGraph divides the main graph of a lowered program into bodies.
type bodyGraph struct {
	*Shape
	bodies  []*body
	entryOf map[int]*body // of an entry block
	owner   []*body       // of a block; nil if it is not reached
}

// findBodies divides the graph, and checks K1 and K2.
func (v *verifier) findBodies() *bodyGraph {
	g := &bodyGraph{Shape: NewShape(&v.p.Graph), entryOf: map[int]*body{}}
	g.owner = make([]*body, len(g.Blocks))
	start := func(entry int, fn *Function) *body {
		b := g.entryOf[entry]
		if b == nil {
			b = &body{index: len(g.bodies), entry: entry, fn: fn}
			g.bodies, g.entryOf[entry] = append(g.bodies, b), b
		}
		return b
	}
	start(0, v.p.MainFunction())
	for _, f := range v.p.Functions {
		b := start(g.Index(f.Entry), f)
		b.fn, b.called = f, true
	}
	for _, b := range g.Blocks {
		if t, ok := b.Term.(PushGotoOp); ok && t.Target != Exit {
			start(g.Index(t.Target), nil).called = true
		}
	}
	for _, b := range g.bodies {
		v.collect(g, b)
	}
	return g
}

// K1, K2: collect finds the blocks of a body.
func (v *verifier) collect(g *bodyGraph, b *body) {
	work := []int{b.entry}
	g.owner[b.entry] = b
	for len(work) > 0 {
		i := work[0]
		work = work[1:]
		b.blocks = append(b.blocks, i)
		at := v.placeIn(g, i, len(g.Blocks[i].Instrs))
		for _, next := range g.Succs[i] {
			switch {
			case next == g.Exit():
				if b.index != 0 {
					v.report(at, "the body of %s is left for halt", g.name(b))
				}
			case g.entryOf[next] != nil: // a tail jump, or a loop to its own entry
			case g.owner[next] == nil:
				g.owner[next] = b
				work = append(work, next)
			case g.owner[next] != b:
				v.report(at, "block %s belongs to %s, and is not its entry", g.Blocks[next].Name, g.name(g.owner[next]))
			}
		}
		if t, ok := g.Blocks[i].Term.(PushGotoOp); ok && t.Target == Exit {
			v.report(at, "a pushgoto to halt")
		}
	}
}

// callee returns the body that a block calls, or nil.
func (g *bodyGraph) callee(i int) *body {
	if t, ok := g.Blocks[i].Term.(PushGotoOp); ok {
		return g.entryOf[g.Index(t.Target)]
	}
	return nil
}

// tailTarget returns the body that going from a block of b to next enters by a
// tail jump, or nil if next belongs to b.
func (g *bodyGraph) tailTarget(b *body, next int) *body {
	if t := g.entryOf[next]; t != b {
		return t
	}
	return nil
}

// isReturn reports whether a block ends in an indirect goto.
func (g *bodyGraph) isReturn(i int) bool {
	_, ok := g.Blocks[i].Term.(IndirectGotoOp)
	return ok
}

// name returns how errors call a body.
func (g *bodyGraph) name(b *body) string {
	if b.fn != nil {
		return b.fn.Name
	}
	return g.Blocks[b.entry].Name
}

// declared reports whether the body is that of a declared function.
func (b *body) declared() bool { return b.fn != nil && b.fn.Name != MainName }

func (v *verifier) placeIn(g *bodyGraph, i, instr int) place {
	return place{&Function{Name: MainName}, g.Blocks[i], instr}
}
