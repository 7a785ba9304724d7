package interp

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// stacks is the store of a lane of the lowered dialect: for every variable its
// values, the top last.
type stacks struct {
	l    *lane
	vars map[string][]value
}

func (s *stacks) read(name string) value {
	st := s.vars[name]
	return st[len(st)-1]
}

func (s *stacks) write(name string, v value, push bool) program.Code {
	switch a := s.l.o.p.Alloc(name); {
	case a == program.Null:
	case push && a == program.Full:
		if len(s.vars[name]) > s.l.opts.maxDepth {
			return optab.StackOverflow
		}
		s.vars[name] = append(s.vars[name], v)
	default:
		st := s.vars[name]
		st[len(st)-1] = v
	}
	return optab.NoFault
}

// pop drops the top of a full variable.
func (s *stacks) pop(name string) {
	if s.l.o.p.Alloc(name) != program.Full {
		return
	}
	st := s.vars[name]
	if len(st) == 1 {
		panic("bug: interp: the verifier let a program pop " + name + " too often")
	}
	st[len(st)-1] = nil
	s.vars[name] = st[:len(st)-1]
}

// runLowered runs a lane of the lowered dialect.
func (l *lane) runLowered(inputs []tensor) ([]tensor, *Fault) {
	s := &stacks{l: l, vars: map[string][]value{}}
	for _, d := range l.o.p.VarDefs.All() {
		var zero value
		for _, t := range l.o.types[d.Name] {
			zero = append(zero, make(tensor, t.Elements()))
		}
		s.vars[d.Name] = []value{zero}
	}
	entry := l.o.p.Graph.EnterBlock()
	for _, name := range l.o.in {
		n := len(l.o.types[name])
		if code := s.write(name, inputs[:n:n], true); code != optab.NoFault {
			return nil, l.fault(code, entry.Term.Position(), "")
		}
		inputs = inputs[n:]
	}
	returns := []string{program.Exit}
	for label := entry.Name; label != program.Exit; {
		b := l.o.blocks[label]
		if fault := l.enter(b); fault != nil {
			return nil, fault
		}
		for k, in := range b.Instrs {
			l.watch(b, k, s)
			switch in := in.(type) {
			case *program.PrimOp:
				if fault := l.prim(in, s); fault != nil {
					return nil, fault
				}
			case *program.PopOp:
				for _, name := range in.Vars {
					s.pop(name)
				}
			}
		}
		l.watch(b, len(b.Instrs), s)
		switch t := b.Term.(type) {
		case program.PushGotoOp:
			if len(returns) > l.opts.maxDepth {
				return nil, l.fault(optab.StackOverflow, t.Pos, "")
			}
			returns = append(returns, t.Return)
			label = t.Target
		case program.IndirectGotoOp:
			label = returns[len(returns)-1]
			returns = returns[:len(returns)-1]
		default:
			var fault *Fault
			if label, fault = l.next(t, s); fault != nil {
				return nil, fault
			}
		}
	}
	var results []tensor
	for _, name := range l.o.out {
		results = append(results, s.read(name)...)
	}
	return results, nil
}
