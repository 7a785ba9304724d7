package engine

import (
	"slices"
	"unsafe"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// hostPart is the part of all lanes that wait for Go when the code is left for it: of fewer the
// way there and back would cost too much, and of more those that wait would stand still.
const hostPart = 2

// leaveForHosts leaves the code at the end of a turn if enough lanes wait for Go, or no others
// can go on.
func (t *turn) leaveForHosts() error {
	if len(t.g.hosts) == 0 {
		return nil
	}
	t.Mark(t.g.around("lanes that wait for Go"))
	others := codegen.NoReg // nobody can
	t.Put("MOVQ", codegen.Imm(0), codegen.Gen(codegen.AX))
	for g := range t.groups {
		waiting, other, err := t.hosted(g)
		if err != nil {
			return err
		}
		others = t.joined(others, other)
		t.count(waiting)
		t.Put("ADDQ", codegen.Gen(codegen.CX), codegen.Gen(codegen.AX))
	}
	t.Put("CMPQ", codegen.Gen(codegen.AX), codegen.Imm(max(1, t.groups*t.Lanes/hostPart)))
	t.Put("JGE", t.To("leave"))
	if others == codegen.NoReg {
		t.Put("JMP", t.To("leave"))
		return nil
	}
	t.test(others)
	t.Put("JEQ", t.To("leave"))
	return nil
}

// hosted are the lanes of a group that wait for Go, and those that wait elsewhere for the next
// turn; NoReg if none can.
func (t *turn) hosted(g int) (waiting, others codegen.Reg, err error) {
	if t.g.placed {
		if waiting, err = t.compared(g, "gt", t.g.lastOwn); err != nil {
			return waiting, others, err
		}
		all, err := t.compared(g, "gt", t.g.lastEnd)
		return waiting, t.andNot(all, waiting), err
	}
	waiting, others = codegen.NoReg, codegen.NoReg
	for i, b := range t.entries.turn {
		if t.g.hosts[b] {
			waiting = t.joined(waiting, t.masks[g][i])
		} else {
			others = t.joined(others, t.masks[g][i])
		}
	}
	return waiting, others, nil
}

// joined are the lanes of two masks. Each may be NoReg.
func (t *turn) joined(x, y codegen.Reg) codegen.Reg {
	switch codegen.NoReg {
	case x:
		return y
	case y:
		return x
	}
	return t.or(x, y)
}

// hostPhases tells the Go side of the phases that it runs.
func (t *turn) hostPhases(set *instructions) (list []turns.Host) {
	kept := t.kept()
	mask := func(b int) int {
		if i := slices.Index(kept, b); i >= 0 {
			return t.layout.mask(0, i)
		}
		return -1 // where all others are
	}
	for b := range t.g.blocks {
		if !t.g.hosts[b] {
			continue
		}
		then := t.g.succs[b][0]
		h := turns.Host{Wait: mask(b), Then: mask(then), Bits: set.maskPins > 0}
		if t.g.placed {
			h.Wait, h.Then = int(t.g.numbered[b]), int(t.g.numbered[then])
			h.Places = t.variable(0, slices.Index(t.state, waitsAt))
		}
		t.hostCode(&h, t.g.hostOps(b))
		list = append(list, h)
	}
	return list
}

// hostCall is an operation of a host phase, over buffers.
type hostCall struct {
	op   program.Opcode
	args []int
	to   int
}

// hostCode says what a host phase does. Each variable has a buffer, and each other operand.
func (t *turn) hostCode(h *turns.Host, ops []*program.PrimOp) {
	buffers := map[string]int{}
	buffer := func() int { h.Buffers++; return h.Buffers - 1 }
	variable := func(name string, list *[]turns.HostValue) int {
		k, ok := buffers[name]
		if !ok {
			k = buffer()
			buffers[name] = k
		}
		i := slices.Index(t.state, name)
		v := turns.HostValue{Buffer: k, Size: t.typeAt(i).Size(), At: t.variable(0, i), Shared: t.sameAt(i)}
		if !slices.Contains(*list, v) {
			*list = append(*list, v)
		}
		return k
	}
	var calls []hostCall
	written := map[string]bool{}
	for _, op := range ops {
		c := hostCall{op: op.Op}
		for i, o := range op.In {
			size := op.Op.Info().In[i].Size()
			switch {
			case o.IsLiteral():
				c.args = append(c.args, buffer())
				h.Args = append(h.Args, turns.HostValue{Buffer: c.args[i], Size: size, At: -1, Bits: o.Bits})
			case t.g.prog.Uniform(o.Name) != nil:
				c.args = append(c.args, buffer())
				h.Args = append(h.Args, turns.HostValue{Buffer: c.args[i], Size: size, At: -1, Uniform: o.Name})
			case written[o.Name]:
				c.args = append(c.args, buffers[o.Name])
			default:
				c.args = append(c.args, variable(o.Name, &h.Args))
			}
		}
		c.to = variable(op.Out[0].Name, &h.Results)
		written[op.Out[0].Name] = true
		calls = append(calls, c)
	}
	h.New = func(buffers []turns.HostBuffer) func(n int, stop func() bool) { return hostRun(calls, buffers) }
}

// hostRun returns what runs operations over buffers: chains of kernels, and between them those
// that can be stopped.
func hostRun(calls []hostCall, buffers []turns.HostBuffer) func(n int, stop func() bool) {
	var steps []func(n int, stop func() bool)
	var chain []simd.Args
	end := func() {
		if len(chain) > 0 {
			links := append(chain, simd.Args{})
			links[len(chain)].Set(simd.Kernel{})
			steps = append(steps, func(n int, _ func() bool) { simd.Run(links, n) })
			chain = nil
		}
	}
	for _, c := range calls {
		a := simd.Args{Dst: unsafe.Pointer(&buffers[c.to])}
		for i, at := range []struct {
			from *unsafe.Pointer
			step *int
		}{{&a.X, &a.SX}, {&a.Y, &a.SY}, {&a.Z, &a.SZ}}[:len(c.args)] {
			*at.from, *at.step = unsafe.Pointer(&buffers[c.args[i]]), 1
		}
		if long := simd.Unbounded(c.op.String()); long != nil {
			end()
			steps = append(steps, func(n int, stop func() bool) { long(&a, n, func(int) bool { return stop() }) })
			continue
		}
		a.Set(simd.Lookup(c.op.String()))
		chain = append(chain, a)
	}
	end()
	return func(n int, stop func() bool) {
		for _, step := range steps {
			step(n, stop)
		}
	}
}
