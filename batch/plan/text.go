package plan

import (
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// Text is the micro-ops of a superblock, one a line, and how it changes the variables of lanes
// that get to its end.
func (s *Superblock) Text() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "    "+format+"\n", args...) }
	for i := range s.Steps {
		for k, from := range s.Since {
			if from == i && (k+1 == len(s.Since) || s.Since[k+1] > i) {
				line("// %s", s.Plan.Name(s.Trail[k]))
			}
		}
		line("%s", s.step(&s.Steps[i]))
	}
	for i := range s.Changes {
		line("%s", s.change(&s.Changes[i]))
	}
	for _, c := range s.Calls {
		line("push return %s", s.Plan.Name(c))
	}
	line("%s", s.end())
	return b.String()
}

// ref is the text of a reading.
func (s *Superblock) ref(r Ref) string {
	if r.ID == None {
		return "_"
	}
	v, part := &s.Values[r.ID], ""
	if r.Off > 0 || v.Elems > 1 {
		part = fmt.Sprintf("[%d…]", r.Off)
	}
	switch {
	case v.Kind == Top:
		return s.Plan.Vars[v.Var].Name + part
	case v.Kind == Below:
		return fmt.Sprintf("%s.below%d%s", s.Plan.Vars[v.Var].Name, v.Below, part)
	case v.Kind == Temp:
		return fmt.Sprintf("v%d%s", r.ID, part)
	case v.Uniform > 0:
		return s.Plan.Source.Uniforms[v.Uniform-1].Name + part
	}
	return program.FormatLiteral(v.Dtype, v.Bits)
}

func (s *Superblock) step(st *Step) string {
	var in []string
	for _, r := range st.Reads() {
		if r.ID != None {
			in = append(in, s.ref(r))
		}
	}
	args := strings.Join(in, ", ")
	switch st.Kind {
	case Leave:
		e := &s.Exits[st.Exit]
		when := "if"
		if e.Not {
			when = "unless"
		}
		return fmt.Sprintf("exit %d %s %s: to %s", st.Exit, when, args, s.Plan.Name(e.To))
	case Depth:
		name := "return"
		if st.Var != None {
			name = s.Plan.Vars[st.Var].Name
		}
		return fmt.Sprintf("unlikely exit: %d more of %s", st.Height, name)
	case Move:
		return fmt.Sprintf("v%d = %s", st.Dst, args)
	}
	text := fmt.Sprintf("v%d = %s %s", st.Dst, st.Op, args)
	if st.MayFault() {
		text += "    // unlikely exit: " + st.Code.String()
	}
	return text
}

func (s *Superblock) change(c *Change) string {
	name := s.Plan.Vars[c.Var].Name
	var parts []string
	if c.Drop > 0 {
		parts = append(parts, fmt.Sprintf("drop %d below %s", c.Drop, name))
	}
	if c.SaveTop {
		parts = append(parts, "push "+name)
	}
	for _, r := range c.Saves {
		parts = append(parts, fmt.Sprintf("push %s of %s", s.ref(r), name))
	}
	if c.Update {
		parts = append(parts, fmt.Sprintf("%s = %s", name, s.ref(c.Src)))
	}
	if c.Pop > 0 {
		parts = append(parts, fmt.Sprintf("pop %d of %s", c.Pop, name))
	}
	return strings.Join(parts, "; ")
}

// end is the text of the terminator.
func (s *Superblock) end() string {
	t := &s.Term
	switch t.Kind {
	case Goto:
		return "to " + s.Plan.Name(t.To)
	case Branch:
		return fmt.Sprintf("if %s: to %s, else to %s", s.ref(t.X), s.Plan.Name(t.To), s.Plan.Name(t.OrElse))
	case Switch:
		return fmt.Sprintf("by %s: to one of %d blocks", s.ref(t.X), len(s.Ends))
	case Return:
		return "return"
	}
	return "fault " + t.Code.String()
}
