package reshape

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// The limits of inlining, in units of one addition per element. Calls have a
// merit in lockstep that they lack elsewhere: lanes that call one function
// from different places run its blocks together. So only what is cheaper than
// its calling sequence, more or less, is copied; what has one caller always is.
const (
	inlineCost  = 160  // of a function that is copied to several places
	inlineTotal = 8000 // of the whole program, above which nothing more is copied
	absorbCost  = 48   // of a function that is copied once it has been through package circuit
)

// inline puts the bodies of functions in the place of calls: of those that are
// not recursive, and of those that call each other only as their last act.
// The latter become a loop, so mutual tail recursion needs no stack.
func inline(p *program.Program) (*program.Program, error) {
	inlineUpTo(inlineCost, p)
	return p, nil
}

// absorb puts functions in the place of their calls that have turned out to be small: where all callers have a byte,
// unicode.IsLetter is one look at a table. Then all functions are taken through package circuit once more.
func absorb(p *program.Program, o circuit.Options) (*program.Program, error) {
	if !inlineUpTo(absorbCost, p) {
		return p, nil
	}
	return optimise(p, o)
}

// inlineUpTo is inline for functions that cost so much, and reports whether there are any.
func inlineUpTo(cost int, p *program.Program) (expanded bool) {
	g := edit.NewCallGraph(p)
	in := &inliner{
		p: p, g: g, vars: edit.NewVarNamer(p), blocks: edit.NewBlockNamer(p), most: cost,
		cost:     make([]int, len(g.Groups)),
		outside:  make([]int, len(g.Groups)),
		stacking: g.Stacking(),
		users:    map[string]int{},
	}
	for i, b := range g.Bodies {
		in.cost[g.Group[i]] += edit.SizeOf(b)
		for name := range edit.Mentioned(b) {
			in.users[name]++
		}
	}
	for _, c := range in.cost {
		in.total += c
	}
	for _, s := range g.Sites {
		if !g.Internal(s) {
			in.outside[g.Group[s.Callee]]++
		}
	}
	in.counted, in.later = make([]bool, len(g.Groups)), make([]int, len(g.Groups))
	for i, members := range g.Groups {
		for _, m := range members {
			in.expandCalls(m)
		}
		in.cost[i] = in.later[i]
		for _, m := range members {
			in.cost[i] += edit.SizeOf(g.Bodies[m])
		}
	}
	edit.DropUnreached(p)
	return in.expanded
}

type inliner struct {
	p            *program.Program
	g            *edit.CallGraph
	most         int // cost of what is copied to several places
	expanded     bool
	vars, blocks *edit.Namer
	total        int            // cost of all bodies
	cost         []int          // of each group
	outside      []int          // calls of each group from outside it
	stacking     []bool         // whether a group calls itself other than as its last act
	users        map[string]int // number of bodies that mention a variable
	counted      []bool         // whether total has the only call of a group already
	later        []int          // cost of what will be expanded in a group once it is itself
}

// expandCalls replaces the calls of one body that are worth it. Callees have
// been dealt with already, so what is copied has no such calls left but the only
// ones of other groups: these are expanded where they end up, which is further
// down, so that a chain of functions is copied once and not once a link.
func (in *inliner) expandCalls(caller int) {
	b := in.g.Bodies[caller]
	own := in.g.Group[caller]
	for i := 0; i < len(b.Graph.Blocks); i++ {
		for at, instr := range b.Graph.Blocks[i].Instrs {
			call, ok := instr.(*program.FunctionCallOp)
			if !ok {
				continue
			}
			group := in.g.Group[in.g.Index[call.Callee]]
			if group == own || !in.worth(group) {
				continue
			}
			if !in.counted[group] {
				in.total += in.cost[group]
				in.counted[group] = in.absorbed(group)
			}
			if in.absorbed(group) && in.absorbed(own) {
				in.later[own] += in.cost[group]
				continue
			}
			in.expand(b, i, at, call)
			break // the rest of the block is in a new one, further down
		}
	}
}

// worth decides whether calls of a group's functions are expanded.
func (in *inliner) worth(group int) bool {
	cost := in.cost[group]
	return in.absorbed(group) || !in.stacking[group] && cost <= in.most && in.total+cost <= inlineTotal
}

// absorbed reports whether a group has one call, which is expanded in any case.
func (in *inliner) absorbed(group int) bool { return in.outside[group] == 1 && !in.stacking[group] }

// expand replaces the call at instruction at of block i by a copy of the
// callee's group. The block ends where the call was; what came after it goes
// to a new block behind the copy.
func (in *inliner) expand(b *edit.Body, i, at int, call *program.FunctionCallOp) {
	in.expanded = true
	blk := b.Graph.Blocks[i]
	callee := in.g.Index[call.Callee]
	members := in.g.Groups[in.g.Group[callee]]
	c := &copier{g: in.g, rename: in.renaming(members), entry: map[string]string{}}
	rest := &program.Block{
		Name:   in.blocks.Fresh(blk.Name + ".after"),
		Instrs: append([]program.Instr(nil), blk.Instrs[at+1:]...),
		Term:   blk.Term,
	}
	only := in.outside[in.g.Group[callee]] == 1       // then the labels become free
	labels := make([]map[string]string, len(members)) // old to new
	for k, m := range members {
		mb := in.g.Bodies[m]
		labels[k] = map[string]string{program.Exit: in.blocks.Fresh(mb.Name + ".return")}
		for _, mblk := range mb.Graph.Blocks {
			labels[k][mblk.Name] = mblk.Name
			if !only {
				labels[k][mblk.Name] = in.blocks.Fresh(mblk.Name)
			}
		}
		c.entry[mb.Name] = labels[k][mb.Graph.Blocks[0].Name]
	}

	blk.Instrs = append(blk.Instrs[:at:at], c.enter(call.Callee, call.In, call.Pos)...)
	blk.Term = program.GotoOp{Target: c.entry[call.Callee], Pos: call.Pos}
	blocks := b.Graph.Blocks[: i+1 : i+1]
	for k, m := range members {
		mb := in.g.Bodies[m]
		blocks = append(blocks, c.copy(mb, labels[k])...)
		blocks = append(blocks, &program.Block{
			Name:   labels[k][program.Exit],
			Instrs: edit.Moves(call.Out, edit.Refs(edit.Renamed(mb.Out, c.rename)), call.Pos),
			Term:   program.GotoOp{Target: rest.Name, Pos: call.Pos},
		})
	}
	b.Graph.Blocks = append(append(blocks, rest), b.Graph.Blocks[i+1:]...)
}

// renaming returns new names for the variables of a group. If there is no
// other call of the group the old ones stay, except those that other bodies
// use as well.
func (in *inliner) renaming(members []int) map[string]string {
	users := map[string]int{} // members that mention a variable
	for _, m := range members {
		for name := range edit.Mentioned(in.g.Bodies[m]) {
			users[name]++
		}
	}
	only := in.outside[in.g.Group[members[0]]] == 1
	names := slices.DeleteFunc(slices.Collect(maps.Keys(users)), func(name string) bool {
		return !in.p.VarDefs.Has(name) || only && in.users[name] <= users[name]
	})
	return edit.FreshVariables(in.p, names, in.vars)
}

// copier makes one copy of a group's bodies.
type copier struct {
	g      *edit.CallGraph
	rename map[string]string
	entry  map[string]string // function of the group to the label of its copy
}

// enter returns what passes the arguments to the copy of a function. The
// operands have their new names already.
func (c *copier) enter(callee string, args []program.Operand, pos program.Pos) []program.Instr {
	return edit.Moves(edit.Renamed(c.g.Bodies[c.g.Index[callee]].In, c.rename), args, pos)
}

// copy returns the blocks of a member under new labels. A call within the
// group, after which only a return can come, becomes a jump.
func (c *copier) copy(b *edit.Body, labels map[string]string) []*program.Block {
	tails := edit.NewTailFinder(b)
	graph := b.Graph.Clone()
	for n, blk := range graph.Blocks {
		at := len(blk.Instrs)
		for j, in := range blk.Instrs {
			call, ok := in.(*program.FunctionCallOp)
			if ok && c.entry[call.Callee] != "" && tails.IsTail(b.Graph.Blocks[n], j, call) {
				at = j
				break
			}
		}
		edit.RenameInstrs(blk.Instrs, c.rename)
		if at < len(blk.Instrs) {
			call := blk.Instrs[at].(*program.FunctionCallOp)
			blk.Instrs = append(blk.Instrs[:at], c.enter(call.Callee, call.In, call.Pos)...)
			blk.Term = program.GotoOp{Target: c.entry[call.Callee], Pos: call.Pos}
		} else {
			blk.Term = edit.RenameTerm(blk.Term.WithTargets(func(l string) string { return labels[l] }), c.rename)
		}
		blk.Name = labels[blk.Name]
	}
	return graph.Blocks
}
