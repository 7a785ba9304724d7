package strict

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Outcome is how a lane ended.
type Outcome struct {
	Results []uint64
	Fault   optab.Code
	Pos     program.Pos // of the fault
	Counts  Counts
	Endless bool // the step limit was hit
}

type Counts struct {
	blocks, Pushes, Pops, calls int
	depth                       int // most return blocks saved at once
}

func (o Outcome) Same(p Outcome) bool {
	return slices.Equal(o.Results, p.Results) && o.Fault == p.Fault && o.Pos == p.Pos
}

type machine struct {
	p      *program.Program
	blocks map[string]*program.Block
	out    Outcome
	left   int // blocks that may still run
	// Of the lowered dialect: a stack per variable; all others have one value.
	stacks map[string][]uint64
}

// broken is the panic of an error that only a wrong program can make.
type broken string

// Run runs a lane of either dialect for at most limit blocks.
func Run(p *program.Program, limit int, inputs ...uint64) (out Outcome, err error) {
	m := &machine{p: p, blocks: map[string]*program.Block{}, left: limit, stacks: map[string][]uint64{}}
	for _, b := range edit.Bodies(p) {
		for _, blk := range b.Graph.Blocks {
			m.blocks[blk.Name] = blk
		}
	}
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(broken)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s", string(s))
		}
	}()
	var results []uint64
	if main := edit.Bodies(p)[0]; p.Dialect == program.Source {
		results = m.activation(main, inputs)
	} else {
		results = m.lowered(main, inputs)
	}
	if m.out.Fault == optab.NoFault && !m.out.Endless {
		m.out.Results = results
	}
	return m.out, nil
}

func (m *machine) ended() bool { return m.out.Fault != optab.NoFault || m.out.Endless }

// count accounts for one block.
func (m *machine) count() bool {
	m.out.Counts.blocks++
	m.left--
	m.out.Endless = m.left < 0
	return !m.out.Endless
}

// activation runs a body of the source dialect in an environment of its own.
func (m *machine) activation(b *edit.Body, args []uint64) []uint64 {
	env := map[string]uint64{}
	for i, name := range b.In {
		env[name] = args[i]
	}
	read := func(name string) uint64 {
		v, ok := env[name]
		if !ok {
			panic(broken("read of unset " + name))
		}
		return v
	}
	values := func(ops []program.Operand) []uint64 {
		var vs []uint64
		for _, o := range ops {
			vs = append(vs, m.operand(o, read))
		}
		return vs
	}
	blk := b.Graph.Blocks[0]
	for m.count() {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *program.PrimOp:
				res := m.compute(in, values(in.In))
				if m.ended() {
					return nil
				}
				for i, o := range in.Out {
					env[o.Name] = res[i]
				}
			case *program.FunctionCallOp:
				m.out.Counts.calls++
				i := slices.IndexFunc(edit.Bodies(m.p), func(c *edit.Body) bool { return c.Name == in.Callee })
				res := m.activation(edit.Bodies(m.p)[i], values(in.In))
				if m.ended() {
					return nil
				}
				for i, name := range in.Out {
					env[name] = res[i]
				}
			}
		}
		label := m.next(blk.Term, read)
		if m.ended() {
			return nil
		}
		if label == program.Exit {
			return values(edit.Refs(b.Out))
		}
		blk = m.blocks[label]
	}
	return nil
}

// lowered runs a program of the lowered dialect.
func (m *machine) lowered(main *edit.Body, args []uint64) []uint64 {
	for i, name := range main.In {
		m.write(program.Output{Name: name, Push: true}, args[i])
	}
	blk := main.Graph.Blocks[0]
	var pc []string
	for m.count() {
		for name := range m.stacks {
			if m.p.Alloc(name) == program.Temporary {
				delete(m.stacks, name)
			}
		}
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *program.PrimOp:
				var vs []uint64
				for _, o := range in.In {
					vs = append(vs, m.operand(o, m.read))
				}
				res := m.compute(in, vs)
				if m.ended() {
					return nil
				}
				for i, o := range in.Out {
					m.write(o, res[i])
				}
			case *program.PopOp:
				for _, name := range in.Vars {
					m.pop(name)
				}
			}
		}
		label := m.next(blk.Term, m.read)
		switch t := blk.Term.(type) {
		case program.PushGotoOp:
			pc = append(pc, t.Return)
			m.out.Counts.calls++
			m.out.Counts.depth = max(m.out.Counts.depth, len(pc))
			label = t.Target
		case program.IndirectGotoOp:
			label = program.Exit
			if n := len(pc); n > 0 {
				label, pc = pc[n-1], pc[:n-1]
			}
		}
		if m.ended() {
			return nil
		}
		if label == program.Exit {
			var res []uint64
			for _, name := range main.Out {
				res = append(res, m.read(name))
			}
			return res
		}
		blk = m.blocks[label]
	}
	return nil
}

func (m *machine) read(name string) uint64 {
	s := m.stacks[name]
	if len(s) == 0 {
		panic(broken("read of unset " + name))
	}
	return s[len(s)-1]
}

func (m *machine) write(o program.Output, v uint64) {
	s := m.stacks[o.Name]
	switch m.p.Alloc(o.Name) {
	case program.Null:
		return
	case program.Full:
		if o.Push {
			m.out.Counts.Pushes++
			s = append(s, v)
		} else if len(s) == 0 {
			panic(broken("overwrite of the empty stack of " + o.Name))
		} else {
			s[len(s)-1] = v
		}
	default:
		s = []uint64{v}
	}
	m.stacks[o.Name] = s
}

func (m *machine) pop(name string) {
	if m.p.Alloc(name) != program.Full {
		return
	}
	m.out.Counts.Pops++
	s := m.stacks[name]
	if len(s) == 0 {
		panic(broken("pop of the empty stack of " + name))
	}
	m.stacks[name] = s[:len(s)-1]
}

func (m *machine) operand(o program.Operand, read func(string) uint64) uint64 {
	if o.IsLiteral() {
		return o.Bits
	}
	if u := m.p.Uniform(o.Name); u != nil {
		return u.Data[0]
	}
	return read(o.Name)
}

func (m *machine) compute(in *program.PrimOp, vs []uint64) []uint64 {
	if form := in.Op.Form(); form == optab.Copy || form == optab.Const {
		return vs
	}
	var xyz [3]uint64
	copy(xyz[:], vs)
	v, fault := in.Op.Scalar(xyz[0], xyz[1], xyz[2])
	if fault != optab.NoFault {
		m.out.Fault, m.out.Pos = fault, in.Pos
	}
	return []uint64{v}
}

func (m *machine) next(t program.Terminator, read func(string) uint64) string {
	switch t := t.(type) {
	case program.GotoOp:
		return t.Target
	case program.BranchOp:
		if m.operand(t.Cond, read) != 0 {
			return t.Then
		}
		return t.Else
	case program.SwitchOp:
		x := m.operand(t.X, read)
		if i := slices.Index(t.Values, x); i >= 0 {
			return t.Labels[i]
		}
		return t.Default
	case program.FaultOp:
		m.out.Fault, m.out.Pos = t.Code, t.Pos
	}
	return ""
}

// Inputs are the inputs of lanes of a generated program.
var Inputs = [][]uint64{{0, 0}, {1, 5}, {3, 2}, {7, ^uint64(0)}}
