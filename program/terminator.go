package program

// What terminators have in common, and what is asked of them: where they are, and where they lead to.

// Position implements [Terminator].
func (t BranchOp) Position() Pos { return t.Pos }

// Position implements [Terminator].
func (t GotoOp) Position() Pos { return t.Pos }

// Position implements [Terminator].
func (t SwitchOp) Position() Pos { return t.Pos }

// Position implements [Terminator].
func (t PushGotoOp) Position() Pos { return t.Pos }

// Position implements [Terminator].
func (t IndirectGotoOp) Position() Pos { return t.Pos }

// Position implements [Terminator].
func (t FaultOp) Position() Pos { return t.Pos }

// Targets implements [Terminator].
func (t BranchOp) Targets() []string { return []string{t.Then, t.Else} }

// Targets implements [Terminator].
func (t GotoOp) Targets() []string { return []string{t.Target} }

// Targets implements [Terminator].
func (t SwitchOp) Targets() []string { return append([]string{t.Default}, t.Labels...) }

// Targets implements [Terminator].
func (t PushGotoOp) Targets() []string {
	return []string{t.Target}
}

// Targets implements [Terminator].
func (t IndirectGotoOp) Targets() []string { return nil }

// Targets implements [Terminator].
func (t FaultOp) Targets() []string { return nil }

// WithTargets implements [Terminator].
func (t BranchOp) WithTargets(f func(string) string) Terminator {
	t.Then, t.Else = f(t.Then), f(t.Else)
	return t
}

// WithTargets implements [Terminator].
func (t GotoOp) WithTargets(f func(string) string) Terminator {
	t.Target = f(t.Target)
	return t
}

// WithTargets implements [Terminator].
func (t SwitchOp) WithTargets(f func(string) string) Terminator {
	t.Default = f(t.Default)
	labels := make([]string, len(t.Labels))
	for i, l := range t.Labels {
		labels[i] = f(l)
	}
	t.Labels = labels
	return t
}

// WithTargets implements [Terminator].
func (t PushGotoOp) WithTargets(f func(string) string) Terminator {
	t.Return, t.Target = f(t.Return), f(t.Target)
	return t
}

// WithTargets implements [Terminator].
func (t IndirectGotoOp) WithTargets(func(string) string) Terminator { return t }

// WithTargets implements [Terminator].
func (t FaultOp) WithTargets(func(string) string) Terminator { return t }

// TermOperand returns the operand that a terminator reads, and whether it
// reads one.
func TermOperand(t Terminator) (Operand, bool) {
	switch t := t.(type) {
	case BranchOp:
		return t.Cond, true
	case SwitchOp:
		return t.X, true
	}
	return Operand{}, false
}

// WithTermOperand returns the terminator with its operand replaced; one that
// reads none is returned as it is.
func WithTermOperand(t Terminator, o Operand) Terminator {
	switch t := t.(type) {
	case BranchOp:
		t.Cond = o
		return t
	case SwitchOp:
		t.X = o
		return t
	}
	return t
}

// Reads appends the names of the variables and uniforms that an instruction
// reads.
func Reads(in Instr, names []string) []string {
	switch in := in.(type) {
	case *PrimOp:
		return appendRefs(names, in.In)
	case *FunctionCallOp:
		return appendRefs(names, in.In)
	}
	return names
}

func appendRefs(names []string, ops []Operand) []string {
	for _, o := range ops {
		if !o.IsLiteral() {
			names = append(names, o.Name)
		}
	}
	return names
}

// Writes appends the names of the variables that an instruction writes. A pop
// writes nothing.
func Writes(in Instr, names []string) []string {
	switch in := in.(type) {
	case *PrimOp:
		for _, o := range in.Out {
			names = append(names, o.Name)
		}
	case *FunctionCallOp:
		names = append(names, in.Out...)
	}
	return names
}
