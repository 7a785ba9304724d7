package lower

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// allocate gives every variable the cheapest storage class that a proof exists
// for. Classes start at null and are only raised:
//
//	temporary  something reads it
//	register   it crosses from one block to another; a call ends a block
//	full       it is live across a call that may write it
//
// Parameters and results of the program and of functions are registers at
// least, except parameters that nothing reads.
func allocate(p *program.Program) (*program.Program, error) {
	p.VarAlloc = map[string]program.Allocation{}
	for name, c := range classify(p) {
		p.VarAlloc[name] = c.class
	}
	return p, nil
}

// class is a variable's storage class and the reason for it.
type class struct {
	class  program.Allocation
	reason string
}

// classify computes the classes of a source program's variables.
func classify(p *program.Program) map[string]class {
	c := &classifier{p: p, vars: edit.Number(p)}
	c.g = edit.NewCallGraph(p)
	c.writes = newWriteSets(c.g, c.vars)
	c.classes = make([]class, c.vars.Len())
	for i := range c.classes {
		c.classes[i] = class{program.Null, "nothing reads it"}
	}
	c.findReads()
	for i, b := range c.g.Bodies {
		c.crossings(i, b)
	}
	classes := make(map[string]class, len(c.classes))
	for v, cl := range c.classes {
		classes[c.vars.Name(v)] = cl
	}
	return classes
}

type classifier struct {
	p       *program.Program
	g       *edit.CallGraph
	vars    *edit.Numbering
	writes  *writeSets
	classes []class
}

// raise makes a variable's class at least c. The first reason for a class is
// kept.
func (c *classifier) raise(v int, to program.Allocation, format string, args ...any) {
	if rank(to) > rank(c.classes[v].class) {
		c.classes[v] = class{to, fmt.Sprintf(format, args...)}
	}
}

// findReads finds what is read at all. An argument is read if the parameter
// that receives it is.
func (c *classifier) findReads() {
	read := func(v int) { c.raise(v, program.Temporary, "every read follows a write in the same block") }
	for _, b := range c.g.Bodies {
		for _, blk := range b.Graph.Blocks {
			for _, in := range blk.Instrs {
				if _, ok := in.(*program.PrimOp); ok {
					c.vars.Reads(in, read)
				}
			}
			if o, ok := program.TermOperand(blk.Term); ok {
				if v, ok := c.vars.Operand(o); ok {
					read(v)
				}
			}
		}
		for _, name := range b.Out {
			c.raise(c.vars.Index(name), program.Register, "result of %s", b.Name)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range c.g.Sites {
			for i, formal := range c.g.Bodies[s.Callee].In {
				v, ok := c.vars.Operand(s.Call.In[i])
				if slices.ContainsFunc(c.writes.countsOf(s), func(k count) bool { return k.param == formal }) {
					continue // the call counts by itself
				}
				if ok && c.isRead(c.vars.Index(formal)) && !c.isRead(v) {
					read(v)
					changed = true
				}
			}
		}
	}
	for _, b := range c.g.Bodies {
		for _, name := range b.In {
			if v := c.vars.Index(name); b.IsMain() || c.isRead(v) {
				c.raise(v, program.Register, "parameter of %s", b.Name)
			}
		}
	}
}

func (c *classifier) isRead(v int) bool { return c.classes[v].class != program.Null }

// crossings raises what outlives a block or a call of one body.
func (c *classifier) crossings(number int, b *edit.Body) {
	siteOf := map[*program.FunctionCallOp]*edit.Site{}
	for _, s := range c.g.Sites {
		if s.Caller == number {
			siteOf[s.Call] = s
		}
	}
	live := edit.NewLiveness(b, c.vars)
	crossing, after, across := flow.NewSet(c.vars.Len()), flow.NewSet(c.vars.Len()), flow.NewSet(c.vars.Len())
	for i, blk := range live.Shape.Blocks {
		crossing.Clear()
		live.AddStart(i, crossing)
		for v := range crossing.All() {
			if c.isRead(v) {
				c.raise(v, program.Register, "live at the start of block %s", blk.Name)
			}
		}
		live.Walk(i, after, func(_ int, in program.Instr) {
			call, ok := in.(*program.FunctionCallOp)
			if !ok {
				return
			}
			across.Copy(after)
			c.vars.Writes(call, across.Remove)
			written := c.writes.of(siteOf[call])
			for v := range across.All() {
				switch {
				case !c.isRead(v):
				case written.Has(v):
					c.raise(v, program.Full, "live across the call of %s%s, which writes it", call.Callee,
						at(blk, call.Pos.In(c.p.File)))
				default:
					c.raise(v, program.Register, "live across the call of %s%s, which does not write it", call.Callee,
						at(blk, call.Pos.In(c.p.File)))
				}
			}
		})
	}
}

// at says where a call is: its position if that is known, otherwise its block.
func at(blk *program.Block, pos program.Pos) string {
	if pos.IsValid() {
		return " at " + pos.String()
	}
	return " in block " + blk.Name
}
