package circuit

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Verify checks the invariants of a circuit, in this order. Its error names the check and the gates that prove
// what is wrong.
//
//	integrity    Inputs are gates that were not removed, and the lists of uses are those of
//	             the inputs. CIRCUIT_ROOT alone has no inputs.
//	type         A gate has a value exactly if its row says so, of a type that its operation
//	             or its inputs give.
//	schema       The numbers of wires, and the kinds that states, dependencies and values come
//	             from, are those of the row.
//	relation     A general state goes on to one state. A branch has its ways, each once. A
//	             LOOP_BACK leads to one LOOP_BEGIN. A selector has an input for each way into
//	             its state.
//	flow         Every state is reached from STATE_ENTRY.
//	loops        Without LOOP_BACKs, the states have no circle: every loop has one way in.
//	circle       Without the selectors of LOOP_BEGINs, the wires have no circle.
//	bounds       Every gate that is needed has an early and a late block, and the early one
//	             dominates the late one: what a gate reads is there before it.
//	variance     What a uniform gate takes is uniform.
//
// Not checked: that each token is passed on at most once on every way, so that what may fault
// or has an effect is never computed before a branch. The builder makes a relay in every state
// behind a branch, and random schedules are compared in tests.
func Verify(c *Circuit) error {
	for _, check := range []func(*checker){
		(*checker).integrity, (*checker).types, (*checker).schema, (*checker).relations, (*checker).reached,
		(*checker).circles,
		(*checker).bounds, (*checker).variance,
	} {
		k := &checker{c: c}
		check(k)
		if len(k.errs) > 0 {
			return errors.Join(k.errs...)
		}
	}
	return nil
}

type checker struct {
	c    *Circuit
	errs []error
}

func (k *checker) reportf(check string, gates []Ref, format string, args ...any) {
	var b strings.Builder
	fmt.Fprintf(&b, "circuit %s: %s: %s", k.c.Name, check, fmt.Sprintf(format, args...))
	for _, g := range gates {
		b.WriteString("\n\t")
		b.WriteString(k.c.Format(g))
	}
	k.errs = append(k.errs, errors.New(b.String()))
}

func (k *checker) integrity() {
	c := k.c
	uses := make([]int, c.Size())
	for g := range c.Gates() {
		if n := c.Meta(g).Inputs(); (n == 0) != (g == Root(CircuitRoot)) && c.Kind(g) != Operation &&
			c.Kind(g) != Call {
			k.reportf("integrity", []Ref{g}, "a gate with %d inputs", n)
		}
		for i, in := range c.Inputs(g) {
			if !c.Has(in) {
				k.reportf("integrity", []Ref{g}, "input %d is not a gate", i)
				continue
			}
			uses[in]++
		}
	}
	for g := range c.Gates() {
		for u, i := range c.Uses(g) {
			uses[g]--
			if !c.Has(u) || c.Input(u, i) != g {
				k.reportf("integrity", []Ref{g, u}, "a use that is not one")
			}
		}
		if uses[g] != 0 {
			k.reportf("integrity", []Ref{g}, "%d uses are not in the list", uses[g])
		}
	}
}

func (k *checker) types() {
	c := k.c
	for g := range c.Gates() {
		t, row, m := c.Type(g), c.Schema(g), c.Meta(g)
		has := row.Value && (m.Kind != Operation || m.Param == 0)
		if !t.wellFormed() || t.HasValue() != has {
			k.reportf("type", []Ref{g}, "the type is %s", t)
			continue
		}
		switch m.Kind {
		case ValueSelector:
			for i := range int(m.Values) {
				if in := c.Value(g, i); c.Type(in).Dtype() != t.Dtype() {
					k.reportf("type", []Ref{g, in}, "input %d is of type %s", i, c.Type(in))
				}
			}
		case Operation:
			k.operation(g)
		}
	}
}

// operation checks an operation's types against the op table. Of arrays the element types are
// checked.
func (k *checker) operation(g Ref) {
	c := k.c
	m := c.Meta(g)
	info := m.Op.Info()
	n := int(m.Values) - int(m.Param)
	if info.Row.Form == optab.Copy {
		if n != int(m.Param) {
			k.reportf("type", []Ref{g}, "%d values are moved to %d cells", n, m.Param)
		}
		return
	}
	if n < len(info.In) && !(info.Variadic && n >= len(info.In)-1) || n > len(info.In) && !info.Variadic {
		k.reportf("type", []Ref{g}, "the operation has %d operands", n)
		return
	}
	for i := range n {
		in := c.Value(g, i)
		d := c.Type(in).Dtype()
		if c.Kind(in) == Cell {
			d = c.Cells[c.Meta(in).Param].Type.Dtype
		}
		if want := info.In[min(i, len(info.In)-1)]; d != want {
			k.reportf("type", []Ref{g, in}, "operand %d is %s, not %s", i, d, want)
		}
	}
	if t := c.Type(g); t.HasValue() && t.Dtype() != info.Out {
		k.reportf("type", []Ref{g}, "the result is %s, not %s", t, info.Out)
	}
}

func (k *checker) schema() {
	c := k.c
	for g := range c.Gates() {
		row, m := c.Schema(g), c.Meta(g)
		for _, part := range []struct {
			what string
			have int32
			want Arity
		}{{"states", m.States, row.States}, {"dependencies", m.Depends, row.Depends}, {"values", m.Values,
			row.Values}} {
			want := int32(part.want)
			if part.want == PerState {
				want = c.Meta(c.State(g, 0)).States
			}
			if part.want != Any && part.have != want {
				k.reportf("schema", []Ref{g}, "%d %s, not %d", part.have, part.what, want)
				return
			}
		}
		for i := range int(m.States) {
			in := c.State(g, i)
			if row.Root != InvalidKind && i == int(m.States)-1 {
				if in != Root(row.Root) {
					k.reportf("schema", []Ref{g, in}, "the last state is not %s", row.Root)
				}
			} else if !row.From.has(c.Kind(in)) {
				k.reportf("schema", []Ref{g, in}, "state %d may not be %s", i, c.Kind(in))
			}
		}
		for i := range int(m.Depends) {
			in := c.Depend(g, i)
			if ok := tokens.has(c.Kind(in)); !ok || m.Kind == Project && c.Kind(in) != Call {
				k.reportf("schema", []Ref{g, in}, "dependency %d may not be %s", i, c.Kind(in))
			}
		}
		for i := range int(m.Values) {
			in := c.Value(g, i)
			cells := m.Kind == Operation || m.Kind == Call || m.Kind == Return
			if !values.has(c.Kind(in)) && !(cells && c.Kind(in) == Cell) {
				k.reportf("schema", []Ref{g, in}, "value %d may not be %s", i, c.Kind(in))
			}
		}
		if m.Kind == Operation && m.Faults && m.Anchored {
			k.reportf("schema", []Ref{g}, "it may fault, but is anchored as what does not")
		}
		if m.Kind == Operation && (m.Faults || m.Anchored) && m.Depends == 0 {
			k.reportf("schema", []Ref{g}, "it may fault, but is not on the chain of effects")
		}
	}
}

func (k *checker) relations() {
	c := k.c
	for g := range c.Gates() {
		kind := c.Kind(g)
		switch {
		case generalStates.has(kind):
			next := 0
			for u := range c.Uses(g) {
				if isNext.has(c.Kind(u)) {
					next++
				}
			}
			if next != 1 {
				k.reportf("relation", []Ref{g}, "the state goes on to %d states", next)
			}
		case kind == IfBranch:
			k.ways(g, IfTrue, IfFalse)
		case kind == SwitchBranch:
			k.ways(g, DefaultCase)
		case kind == LoopBack:
			n := 0
			for u := range c.Uses(g) {
				n++
				if c.Kind(u) != LoopBegin || c.State(u, 1) != g {
					k.reportf("relation", []Ref{g, u}, "it does not lead to the next round of a loop")
				}
			}
			if n != 1 {
				k.reportf("relation", []Ref{g}, "it leads to %d states", n)
			}
		case kind == LoopBegin && c.Kind(c.State(g, 1)) != LoopBack:
			k.reportf("relation", []Ref{g, c.State(g, 1)}, "the loop has no LOOP_BACK")
		}
	}
}

// ways checks that a branch has each of the given ways once, and no case twice.
func (k *checker) ways(g Ref, kinds ...Kind) {
	c := k.c
	count := map[Meta]int{}
	for u := range c.Uses(g) {
		m := *c.Meta(u)
		if count[m]++; count[m] > 1 {
			k.reportf("relation", []Ref{g, u}, "the branch has a way twice")
		}
	}
	for _, kind := range kinds {
		if count[Meta{Kind: kind, States: 1}] == 0 {
			k.reportf("relation", []Ref{g}, "the branch has no %s", kind)
		}
	}
	if len(kinds) == 2 && len(count) != 2 {
		k.reportf("relation", []Ref{g}, "the branch has %d ways", len(count))
	}
}

func (k *checker) reached() {
	c := k.c
	seen := c.NewMark()
	work := []Ref{Root(StateEntry)}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range c.Uses(g) {
			if c.Schema(u).Part == Sequential && seen.Set(u) {
				work = append(work, u)
			}
		}
	}
	for g := range c.Gates() {
		if c.Schema(g).Part == Sequential && !seen.Has(g) {
			k.reportf("flow", []Ref{g}, "the entry does not reach it")
		}
	}
}

// circles looks for circles that do not go through the LOOP_BACK of a loop, or the second input
// of a selector of a loop.
func (k *checker) circles() {
	c := k.c
	const (
		open = iota + 1
		closed
	)
	color := make([]uint8, c.Size())
	type visit struct {
		g    Ref
		next int
	}
	for root := range c.Gates() {
		if color[root] != 0 {
			continue
		}
		color[root] = open
		stack := []visit{{g: root}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == c.Meta(top.g).Inputs() {
				color[top.g] = closed
				stack = stack[:len(stack)-1]
				continue
			}
			i := top.next
			top.next++
			if k.comesRound(top.g, i) {
				continue
			}
			in := c.Input(top.g, i)
			switch color[in] {
			case 0:
				color[in] = open
				stack = append(stack, visit{g: in})
			case open:
				var proof []Ref
				for _, v := range stack {
					if color[v.g] == open {
						proof = append(proof, v.g)
					}
				}
				check := "circle"
				if c.Schema(in).Part == Sequential {
					check = "loops"
				}
				k.reportf(check, append(proof, in), "a circle that no loop explains")
				return
			}
		}
	}
}

// comesRound reports whether an input is of the round before.
func (k *checker) comesRound(g Ref, i int) bool {
	c := k.c
	switch c.Kind(g) {
	case LoopBegin:
		return i == 1
	case ValueSelector, DependSelector:
		return i == 2 && c.Kind(c.State(g, 0)) == LoopBegin
	}
	return false
}

func (k *checker) bounds() {
	c := k.c
	s := NewSchedule(c)
	for _, g := range s.order {
		early, late := s.Bounds(g)
		if early < 0 || late < 0 || !s.Dom.Dominates(early, late) {
			k.reportf("bounds", []Ref{g}, "its first block is %d, its last %d", early, late)
		}
		if isFixed(c.Kind(g)) {
			k.arrivals(s, g)
		}
	}
}

// arrivals checks that what a selector or a relay takes is there at the end of the way it comes
// from.
func (k *checker) arrivals(s *Schedule, g Ref) {
	c := k.c
	for i, in := range c.Inputs(g) {
		if i == 0 || isOrigin(c.Kind(in)) {
			continue
		}
		from := s.useAt(g, i)
		if early, _ := s.Bounds(in); from >= 0 && early >= 0 && !s.Dom.Dominates(early, from) {
			k.reportf("bounds", []Ref{g, in}, "input %d is not there at the end of block %d", i, from)
		}
	}
}

func (k *checker) variance() {
	c := k.c
	for g := range c.Gates() {
		if kind := c.Kind(g); kind != Operation && kind != ValueSelector || c.Type(g).Variance() != Same {
			continue
		}
		for i := range int(c.Meta(g).Values) {
			if in := c.Value(g, i); c.Type(in).Variance() != Same {
				k.reportf("variance", []Ref{g, in}, "a uniform gate has an input that may vary")
			}
		}
	}
}
