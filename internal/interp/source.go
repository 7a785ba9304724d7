package interp

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// frame is one call of a function. It is the store of the function's
// variables, each with a slot.
type frame struct {
	o     *Oracle
	fn    *program.Function
	vars  []value
	block *program.Block
	next  int // index of the instruction that runs next
}

// layOut gives each variable that a function uses a slot in its frames.
func (o *Oracle) layOut(f *program.Function) {
	add := func(names []string) {
		for _, n := range names {
			if _, ok := o.slots[n]; !ok && o.p.VarDefs.Has(n) {
				o.slots[n] = o.sizes[f.Name]
				o.sizes[f.Name]++
			}
		}
	}
	add(program.Variables(f.VarsIn))
	add(program.Variables(f.VarsOut))
	for _, b := range f.Graph.Blocks {
		for _, in := range b.Instrs {
			add(program.Writes(in, program.Reads(in, nil)))
		}
		if x, ok := program.TermOperand(b.Term); ok {
			add([]string{x.Name})
		}
	}
}

func (f *frame) read(name string) value { return f.vars[f.o.slots[name]] }

func (f *frame) write(name string, v value, _ bool) program.Code {
	f.vars[f.o.slots[name]] = v
	return optab.NoFault
}

// writeAll stores leaves in variables, as many as each has.
func (f *frame) writeAll(names []string, leaves []tensor) {
	for _, n := range names {
		k := len(f.o.types[n])
		f.write(n, leaves[:k:k], false)
		leaves = leaves[k:]
	}
}

// readAll returns the leaves of variables.
func (f *frame) readAll(names []string) []tensor {
	var leaves []tensor
	for _, n := range names {
		leaves = append(leaves, f.read(n)...)
	}
	return leaves
}

// runSource runs a lane of the source dialect. The calls that have not
// returned are a list of frames, main's first; each but the last waits at the
// call it has made.
func (l *lane) runSource(inputs []tensor) ([]tensor, *Fault) {
	main := l.o.p.MainFunction()
	frames := []*frame{l.newFrame(main, inputs)}
	if fault := l.enter(frames[0].block); fault != nil {
		return nil, fault
	}
	for {
		f := frames[len(frames)-1]
		l.watch(f.block, f.next, f)
		if f.next < len(f.block.Instrs) {
			in := f.block.Instrs[f.next]
			call, ok := in.(*program.FunctionCallOp)
			if !ok {
				if fault := l.prim(in.(*program.PrimOp), f); fault != nil {
					return nil, fault
				}
				f.next++
				continue
			}
			if len(frames) > l.opts.maxDepth {
				return nil, l.fault(optab.StackOverflow, call.Pos, "")
			}
			callee := l.newFrame(l.o.p.Function(call.Callee), l.arguments(call, f))
			frames = append(frames, callee)
			if fault := l.enter(callee.block); fault != nil {
				return nil, fault
			}
			continue
		}
		label, fault := l.next(f.block.Term, f)
		if fault != nil {
			return nil, fault
		}
		if label != program.Exit {
			f.block, f.next = l.o.blocks[label], 0
			if fault := l.enter(f.block); fault != nil {
				return nil, fault
			}
			continue
		}
		results := f.readAll(program.Variables(f.fn.VarsOut))
		frames[len(frames)-1] = nil
		frames = frames[:len(frames)-1]
		if len(frames) == 0 {
			return results, nil
		}
		caller := frames[len(frames)-1]
		call := caller.block.Instrs[caller.next].(*program.FunctionCallOp)
		caller.writeAll(call.Out, results)
		caller.next++
	}
}

// newFrame starts a call with the leaves of its arguments.
func (l *lane) newFrame(fn *program.Function, arguments []tensor) *frame {
	f := &frame{o: l.o, fn: fn, vars: make([]value, l.o.sizes[fn.Name]), block: fn.Graph.EnterBlock()}
	f.writeAll(program.Variables(fn.VarsIn), arguments)
	return f
}

// arguments returns the leaves of a call's arguments in the formals' shapes.
func (l *lane) arguments(call *program.FunctionCallOp, f *frame) []tensor {
	formals := program.Variables(l.o.p.Function(call.Callee).VarsIn)
	return l.broadcastAll(l.args(call.In, f), l.o.leafTypes(formals))
}
