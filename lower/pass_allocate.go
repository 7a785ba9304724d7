package lower

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
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
	c := &classifier{p: p, vars: number(p)}
	c.g = newCallGraph(p)
	c.writes = newWriteSets(c.g, c.vars)
	c.classes = make([]class, c.vars.len())
	for i := range c.classes {
		c.classes[i] = class{program.Null, "nothing reads it"}
	}
	c.findReads()
	for i, b := range c.g.bodies {
		c.crossings(i, b)
	}
	classes := make(map[string]class, len(c.classes))
	for v, cl := range c.classes {
		classes[c.vars.name(v)] = cl
	}
	return classes
}

type classifier struct {
	p       *program.Program
	g       *callGraph
	vars    *numbering
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
	for _, b := range c.g.bodies {
		for _, blk := range b.graph.Blocks {
			for _, in := range blk.Instrs {
				if _, ok := in.(*program.PrimOp); ok {
					c.vars.reads(in, read)
				}
			}
			if o, ok := program.TermOperand(blk.Term); ok {
				if v, ok := c.vars.operand(o); ok {
					read(v)
				}
			}
		}
		for _, name := range b.out {
			c.raise(c.vars.index(name), program.Register, "result of %s", b.name)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range c.g.sites {
			for i, formal := range c.g.bodies[s.callee].in {
				v, ok := c.vars.operand(s.call.In[i])
				if slices.ContainsFunc(c.writes.countsOf(s), func(k count) bool { return k.param == formal }) {
					continue // the call counts by itself
				}
				if ok && c.isRead(c.vars.index(formal)) && !c.isRead(v) {
					read(v)
					changed = true
				}
			}
		}
	}
	for _, b := range c.g.bodies {
		for _, name := range b.in {
			if v := c.vars.index(name); b.isMain() || c.isRead(v) {
				c.raise(v, program.Register, "parameter of %s", b.name)
			}
		}
	}
}

func (c *classifier) isRead(v int) bool { return c.classes[v].class != program.Null }

// crossings raises what outlives a block or a call of one body.
func (c *classifier) crossings(number int, b *body) {
	siteOf := map[*program.FunctionCallOp]*site{}
	for _, s := range c.g.sites {
		if s.caller == number {
			siteOf[s.call] = s
		}
	}
	live := analyse(b, c.vars)
	crossing, after, across := flow.NewSet(c.vars.len()), flow.NewSet(c.vars.len()), flow.NewSet(c.vars.len())
	for i, blk := range live.shape.Blocks {
		crossing.Clear()
		live.addStart(i, crossing)
		for v := range crossing.All() {
			if c.isRead(v) {
				c.raise(v, program.Register, "live at the start of block %s", blk.Name)
			}
		}
		live.walk(i, after, func(_ int, in program.Instr) {
			call, ok := in.(*program.FunctionCallOp)
			if !ok {
				return
			}
			across.Copy(after)
			c.vars.writes(call, across.Remove)
			written := c.writes.of(siteOf[call])
			for v := range across.All() {
				switch {
				case !c.isRead(v):
				case written.Has(v):
					c.raise(v, program.Full, "live across the call of %s%s, which writes it", call.Callee, at(blk, call.Pos.In(c.p.File)))
				default:
					c.raise(v, program.Register, "live across the call of %s%s, which does not write it", call.Callee, at(blk, call.Pos.In(c.p.File)))
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
