package lower

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// What a programmer may rely on: an array that a call hands over, whatever it is in Go (a
// pointer, a slice, a part of a matrix, an array by value), is not copied unless somebody could
// tell. The contract of a program says for each call and array what holds, and why, where
// it is copied. It is about the program as it comes in; that calls vanish later makes no new
// copies.

// Decision says how a call hands over an array.
type Decision uint8

const (
	// Aliased arrays are one: caller and callee work in the same memory.
	Aliased Decision = iota
	// Hoisted arrays are two; they are copied ahead of a loop, or behind it, and not in its rounds.
	Hoisted
	// Copied arrays are two, and each call copies.
	Copied
)

// String returns the decision as contracts show it.
func (d Decision) String() string { return [...]string{"ALIASED", "HOISTED", "COPIED"}[d] }

// Handover is an array that a call hands over, or that comes back.
type Handover struct {
	Pos            program.Pos // of the call
	Caller, Callee string
	Array          string // of the caller
	Type           program.TensorType
	Back           bool // the callee gives it to the caller
	Decision       Decision
	Depth          int         // of loops around a copy that is hoisted
	Loop           program.Pos // out of which it is hoisted
	Reason         string      // why it is not aliased

	of copyOf
}

// Contract returns what holds for each array that a call of a source-dialect program hands
// over, in the order of the source.
func Contract(p *program.Program) ([]Handover, error) {
	var c config
	if err := c.validate(p); err != nil {
		return nil, err
	}
	p = p.Clone()
	for _, name := range []string{"flatten", "prune", "simplify"} {
		i := slices.IndexFunc(Passes, func(pass edit.Pass) bool { return pass.Name == name })
		var err error
		if p, err = c.run(Passes[i], p); err != nil {
			return nil, err
		}
	}
	s := newSharer(p)
	if s == nil {
		return nil, nil
	}
	s = apart(s, true)
	var list []Handover
	for i, site := range s.g.Sites {
		list = append(list, s.handovers(i, site)...)
	}
	s.apply()
	hoists := hoistCopies(s.p)
	for i := range list {
		if at, ok := hoists[list[i].of]; ok && list[i].Decision == Copied {
			list[i].Decision, list[i].Depth, list[i].Loop = Hoisted, at.depth, at.loop.In(p.File)
		}
	}
	slices.SortStableFunc(list, func(a, b Handover) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	return list, nil
}

// handovers returns what holds for the arrays of a call.
func (s *sharer) handovers(i int, site *edit.Site) (list []Handover) {
	caller, callee := s.g.Bodies[site.Caller], s.g.Bodies[site.Callee]
	add := func(array string, formal, k int, m *move, back bool) {
		h := Handover{
			of:  copyOf{site.Call, k, back},
			Pos: site.Call.Pos.In(s.p.File), Caller: s.inSource(caller), Callee: s.inSource(callee),
			Array: array, Type: s.typeOf(formal), Back: back,
		}
		switch {
		case m == nil:
			h.Decision, h.Reason = Copied, "it is one value for all lanes"
		case m.written:
			h.Decision, h.Reason = Copied, s.reason(m.because)
		}
		if op := s.blockOf(caller, array); op != nil && !back && h.Decision == Aliased {
			h.of, h.Array = copyOf{op, 0, false}, partName(op)
			h.Decision, h.Reason = Copied, "it is a part of an array, by value"
		}
		if h.Decision == Aliased && s.origin[caller.Name] != "" {
			return // so it is in what the caller is a copy of, or that says why not
		}
		list = append(list, h)
	}
	for k, name := range callee.In {
		a := s.array(name)
		if o := site.Call.In[k]; a >= 0 && !o.IsLiteral() {
			add(o.Name, a, k, s.argument[i][k], false)
		}
	}
	for k, name := range site.Call.Out {
		if a := s.array(name); a >= 0 {
			add(name, a, k, s.result[i][k], true)
		}
	}
	return list
}

// partName is what a part of an array is called.
func partName(op *program.PrimOp) string {
	name := op.In[0].Name
	for _, x := range op.In[1:] {
		text := x.Name
		if x.IsLiteral() {
			text = strconv.FormatUint(x.Bits, 10)
		}
		name += "[" + text + "]"
	}
	return name
}

// inSource returns the name of a function in the source.
func (s *sharer) inSource(b *edit.Body) string { return cmp.Or(s.origin[b.Name], b.Name) }

// reason says why two arrays are not one.
func (s *sharer) reason(c conflict) string {
	written := fmt.Sprintf("which writes %s", s.name(c.written))
	if at := s.at[c.written].In(s.p.File); at.IsValid() {
		written += " at " + at.String()
	}
	at := c.at.In(s.p.File)
	switch {
	case !c.at.IsValid():
		return "parameters and results of the program have columns of their own"
	case c.call && c.written == c.needed:
		return fmt.Sprintf("each call of its function has its own: %s is still needed behind the call at %s, %s",
			s.name(c.needed), at, written)
	case c.call:
		return fmt.Sprintf("%s is still needed behind the call at %s, %s", s.name(c.needed), at, written)
	}
	return fmt.Sprintf("%s is written at %s while %s is still needed", s.name(c.written), at, s.name(c.needed))
}

// ContractText returns a contract as the text of "lockstep show -contract": a line an array.
func ContractText(list []Handover) string {
	if len(list) == 0 {
		return "no call hands over an array\n"
	}
	var b strings.Builder
	for _, h := range list {
		way := "to " + h.Callee
		if h.Back {
			way = "from " + h.Callee
		}
		fmt.Fprintf(&b, "%s: %s: %s %s %s, %d bytes: %s", h.Pos, h.Caller, h.Array, h.Type, way,
			h.Type.Dtype.Size()*program.Elements(h.Type.Shape), h.Decision)
		if h.Decision == Hoisted {
			fmt.Fprintf(&b, " (%d), out of the loop at %s", h.Depth, h.Loop)
		}
		if h.Reason != "" {
			fmt.Fprintf(&b, ": %s", h.Reason)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// CopiedBytes returns, for each block of a lowered program, how many bytes of arrays a lane copies
// there: those that are moved to other variables or to a new frame of their own, and what is
// filled with one number does not count.
func CopiedBytes(p *program.Program) []int {
	list := make([]int, len(p.Graph.Blocks))
	for i, blk := range p.Graph.Blocks {
		for _, in := range blk.Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok || op.Op != program.OpCopy && op.Op.Form() != optab.Insert {
				continue
			}
			for k, out := range op.Out {
				t, _ := p.TensorTypeOf(out.Name)
				from, ok := p.TensorTypeOf(op.In[k].Name)
				if ok && len(t.Shape) > 0 && from.Equal(t) && (out.Push || op.In[k].Name != out.Name) {
					list[i] += t.Dtype.Size() * t.Elements()
				}
			}
		}
	}
	return list
}
