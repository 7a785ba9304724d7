package program

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the operand as it is printed: a name or a literal.
func (o Operand) String() string {
	if o.IsLiteral() {
		return FormatLiteral(o.Dtype, o.Bits)
	}
	return o.Name
}

// FormatInstr returns the text form of one instruction, without its position.
func FormatInstr(in Instr) string {
	if isNilInstr(in) {
		return "<nil instruction>"
	}
	switch in := in.(type) {
	case *PrimOp:
		return formatPrim(in)
	case *FunctionCallOp:
		s := fmt.Sprintf("call %s(%s)", in.Callee, joinOperands(in.In))
		if len(in.Out) > 0 {
			s = strings.Join(in.Out, ", ") + " = " + s
		}
		return s
	case *PopOp:
		return spaced("pop", strings.Join(in.Vars, ", "))
	}
	return fmt.Sprintf("<unknown instruction %T>", in)
}

func isNilInstr(in Instr) bool {
	switch in := in.(type) {
	case nil:
		return true
	case *PrimOp:
		return in == nil
	case *FunctionCallOp:
		return in == nil
	case *PopOp:
		return in == nil
	}
	return false
}

func formatPrim(in *PrimOp) string {
	outs := make([]string, len(in.Out))
	for i, o := range in.Out {
		outs[i] = o.Name
		if o.Push {
			outs[i] = "push " + o.Name
		}
	}
	mnemonic := "<invalid opcode>"
	if in.Op.IsValid() {
		mnemonic = in.Op.String()
	}
	if in.Proven {
		mnemonic = "proven " + mnemonic
	}
	text := spaced(spaced(strings.Join(outs, ", "), "= "+mnemonic), formatArgs(in.Op, in.In))
	if in.Within != (Span{}) {
		text += fmt.Sprintf(" within %d to %d", in.Within.Lo, in.Within.Hi)
	}
	return text
}

// formatArgs prints the operands of an operation. A literal takes its type
// from the opcode, so one of another type cannot be written down.
func formatArgs(op Opcode, in []Operand) string {
	args := make([]string, len(in))
	for i, o := range in {
		args[i] = o.String()
		if want := literalType(op, i); o.IsLiteral() && want != Invalid && want != o.Dtype {
			args[i] = fmt.Sprintf("<%s %s>", o.Dtype, o)
		}
	}
	return strings.Join(args, ", ")
}

// formatDefinition prints how a uniform is computed.
func formatDefinition(d *Definition) string {
	switch {
	case d.IsLength():
		return fmt.Sprintf("length %s, %d", d.Of, d.Axis)
	case !d.Op.IsValid():
		return "<invalid opcode>"
	}
	return spaced(d.Op.String(), formatArgs(d.Op, d.In))
}

// literalType returns the type of a literal as the i-th operand of an opcode,
// or Invalid where the opcode does not say.
func literalType(op Opcode, i int) Dtype {
	if !op.IsValid() || op == OpCopy {
		return Invalid
	}
	in := op.Info().In
	switch {
	case i < len(in):
		return in[i]
	case len(in) > 0:
		return in[len(in)-1]
	}
	return Invalid
}

// FormatTerm returns the text form of a terminator without its position, as
// it is printed in the main graph. The values of a switch are printed as
// signed numbers, which only the program it stands in can know better.
func FormatTerm(t Terminator) string { return formatTerm(t, nil, MainName) }

// formatTerm prints a terminator of the function fn of p; p may be nil.
func formatTerm(t Terminator, p *Program, fn string) string {
	source := p != nil && p.Dialect == Source
	switch t := t.(type) {
	case nil:
		return "<nil terminator>"
	case BranchOp:
		return fmt.Sprintf("branch %s, %s, %s", t.Cond, t.Then, t.Else)
	case GotoOp:
		if t.Target == Exit && source && fn != MainName {
			return "return"
		}
		return spaced("goto", t.Target)
	case SwitchOp:
		return formatSwitch(t, switchType(p, t.X))
	case PushGotoOp:
		return fmt.Sprintf("pushgoto %s, %s", t.Return, t.Target)
	case IndirectGotoOp:
		if source {
			return "<indirect goto in the source dialect>"
		}
		return "return"
	case FaultOp:
		s := "fault " + strconv.Quote(t.Code.String())
		if t.Msg != "" {
			s += ", " + strconv.Quote(t.Msg)
		}
		return s
	}
	return fmt.Sprintf("<unknown terminator %T>", t)
}

// switchType returns the type of a switch's values: that of the variable it
// looks at, and i64 for a literal or where the variable is not known.
func switchType(p *Program, x Operand) Dtype {
	if p != nil && !x.IsLiteral() {
		if t, ok := p.TensorTypeOf(x.Name); ok {
			return t.Dtype
		}
	}
	return I64
}

func formatSwitch(t SwitchOp, d Dtype) string {
	var b strings.Builder
	fmt.Fprintf(&b, "switch %s, %s", t.X, t.Default)
	for i, l := range t.Labels {
		value := "<no value>"
		if i < len(t.Values) {
			value = FormatLiteral(d, t.Values[i])
		}
		fmt.Fprintf(&b, ", %s: %s", value, l)
	}
	return b.String()
}

func spaced(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

func joinOperands(ops []Operand) string {
	parts := make([]string, len(ops))
	for i, o := range ops {
		parts[i] = o.String()
	}
	return strings.Join(parts, ", ")
}
