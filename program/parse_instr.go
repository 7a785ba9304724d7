package program

import "github.com/lockstep-simt/lockstep/program/optab"

// bodyLine reads a line inside a function: a label, an instruction, a
// terminator or the closing brace.
func (ps *parser) bodyLine() {
	if ps.accept("}") {
		ps.endFunction()
		return
	}
	word := ps.take(tokName, "an instruction, a label or }")
	if ps.failed {
		return
	}
	if ps.accept(":") {
		ps.endBlock()
		ps.block = &Block{Name: word.text}
		ps.fn.Graph.Blocks = append(ps.fn.Graph.Blocks, ps.block)
		return
	}
	if ps.block == nil {
		ps.errorAt(ps.posOf(word), "an instruction before the first label")
		ps.block = &Block{} // one error is enough
		return
	}
	if ps.block.Term != nil {
		ps.errorAt(ps.posOf(word), "an instruction after the terminator of block %s", ps.block.Name)
		return
	}
	ps.instruction(word)
}

// endBlock reports a block that ends without a terminator.
func (ps *parser) endBlock() {
	if ps.block != nil && ps.block.Name != "" && ps.block.Term == nil {
		ps.errorf("block %s has no terminator", ps.block.Name)
		ps.failed = false // the line that ended it is not at fault
		ps.block.Term = FaultOp{}
	}
}

// instruction reads the rest of a line that starts with word. A word followed
// by = or a comma is a variable, whatever it says; so variables may be called
// pop or switch.
func (ps *parser) instruction(word token) {
	pos := ps.posOf(word)
	if ps.at("=") || ps.at(",") {
		ps.assignment([]Output{{Name: word.text}}, pos)
		return
	}
	var term Terminator
	switch word.text {
	case "push":
		ps.assignment([]Output{{Name: ps.takeName("a variable"), Push: true}}, pos)
		return
	case "call":
		ps.call(nil, pos)
		return
	case "pop":
		ps.pop(pos)
		return
	case "branch":
		term = ps.branch(pos)
	case "goto":
		target := ps.takeName("a label")
		term = GotoOp{Target: target, Pos: ps.position(pos)}
	case "switch":
		ps.switchTerm(pos)
		return
	case "pushgoto":
		back := ps.takeName("a label to return to")
		ps.expect(",")
		target := ps.takeName("a label")
		term = PushGotoOp{Return: back, Target: target, Pos: ps.position(pos)}
	case "return":
		if ps.p.Dialect == Source {
			term = GotoOp{Target: Exit, Pos: ps.position(pos)}
		} else {
			term = IndirectGotoOp{Pos: ps.position(pos)}
		}
	case "fault":
		term = ps.fault(pos)
	default:
		ps.errorf("expected =, a comma or a colon after %s, found %s", word.text, ps.tok.describe())
	}
	ps.terminate(term)
}

// terminate ends the block. After a syntax error the block still counts as
// ended, so that the error is not followed by one about a missing terminator.
func (ps *parser) terminate(t Terminator) {
	if ps.failed && t == nil {
		return
	}
	ps.block.Term = t
}

func (ps *parser) add(in Instr) {
	if !ps.failed {
		ps.block.Instrs = append(ps.block.Instrs, in)
	}
}

// assignment reads the rest of the outputs, the equals sign and the operation.
func (ps *parser) assignment(outs []Output, pos Pos) {
	for ps.accept(",") {
		name := ps.takeName("a variable")
		push := name == "push" && ps.tok.kind == tokName
		if push {
			name = ps.takeName("a variable")
		}
		outs = append(outs, Output{Name: name, Push: push})
	}
	ps.expect("=")
	op := ps.take(tokName, "an operation")
	if ps.failed {
		return
	}
	if op.text == "call" {
		ps.callTo(outs, pos)
		return
	}
	proven := op.text == "proven"
	if proven {
		if op = ps.take(tokName, "an operation"); ps.failed {
			return
		}
	}
	code, ok := ParseOpcode(op.text)
	if !ok {
		ps.errorAt(ps.posOf(op), "there is no operation %s", op.text)
		return
	}
	in := &PrimOp{Op: code, Out: outs, Proven: proven}
	if code == OpCopy {
		in.In = ps.operands(func(i int) Dtype { return ps.copyType(in, i) }, &in.In)
	} else {
		in.In = ps.operands(func(i int) Dtype { return literalType(code, i) }, nil)
	}
	if ps.tok.kind == tokName && ps.tok.text == "within" {
		in.Within = ps.span()
	}
	in.Pos = ps.position(pos)
	ps.add(in)
}

// span reads "within 0 to 99".
func (ps *parser) span() (s Span) {
	ps.advance()
	s.Lo = int64(ps.literal(ps.take(tokLiteral, "a number"), ps.lineNo, I64))
	if ps.takeName("to") != "to" {
		ps.errorf("expected to")
	}
	s.Hi = int64(ps.literal(ps.take(tokLiteral, "a number"), ps.lineNo, I64))
	return s
}

func (ps *parser) callTo(outs []Output, pos Pos) {
	names := make([]string, len(outs))
	for i, o := range outs {
		names[i] = o.Name
		if o.Push {
			ps.errorf("a call cannot push its results")
		}
	}
	ps.call(names, pos)
}

// call reads "NAME(operands)".
func (ps *parser) call(outs []string, pos Pos) {
	in := &FunctionCallOp{Callee: ps.takeName("a function"), Out: outs}
	ps.expect("(")
	if !ps.at(")") {
		in.In = ps.operands(func(i int) Dtype { return ps.formalType(in, i) }, &in.In)
	}
	ps.expect(")")
	in.Pos = ps.position(pos)
	ps.add(in)
}

// operands reads operands separated by commas, up to the end of the line, a
// position or a closing parenthesis. typeOf gives the type of a literal at an
// index. With later set it is asked when all declarations are known, and the
// literals are filled in there.
func (ps *parser) operands(typeOf func(i int) Dtype, later *[]Operand) []Operand {
	var ops []Operand
	if ps.tok.kind == tokEOL || ps.at("@") || ps.at(")") {
		return nil
	}
	for !ps.failed {
		i, t, line := len(ops), ps.tok, ps.lineNo
		switch {
		case t.kind == tokName:
			ops = append(ops, Ref(t.text))
		case t.kind != tokLiteral:
			ps.errorf("expected a variable or a literal, found %s", t.describe())
		case later == nil:
			d := typeOf(i)
			if d == Invalid {
				ps.errorf("an operand too many")
				break
			}
			ops = append(ops, Lit(d, ps.literal(t, line, d)))
		default:
			ops = append(ops, Operand{})
			ps.later = append(ps.later, func() {
				d := typeOf(i)
				if d == Invalid {
					ps.errorAt(Pos{File: ps.name, Line: line, Col: t.col},
						"the literal %s has nothing to take its type from", t.text)
					return
				}
				(*later)[i] = Lit(d, ps.literal(t, line, d))
			})
		}
		ps.advance()
		if !ps.accept(",") {
			break
		}
	}
	return ops
}

// copyType returns the element type of the destination of a copy's i-th
// operand: operands and destinations are matched leaf by leaf.
func (ps *parser) copyType(in *PrimOp, i int) Dtype {
	names := make([]string, len(in.Out))
	for j, o := range in.Out {
		names[j] = o.Name
	}
	return ps.leafType(names, in.In, i)
}

// formalType returns the element type of a call's i-th formal.
func (ps *parser) formalType(in *FunctionCallOp, i int) Dtype {
	f := ps.p.Function(in.Callee)
	if f == nil {
		return Invalid
	}
	return ps.leafType(f.VarsIn.Flatten(), in.In, i)
}

// leafType returns the type of the leaf among the variables in names at which
// the i-th operand begins, or Invalid.
func (ps *parser) leafType(names []string, operands []Operand, i int) Dtype {
	at := 0
	for _, o := range operands[:i] {
		n := 1
		if t, ok := ps.p.VarDefs.Lookup(o.Name); ok {
			n = len(t.Flatten())
		}
		at += n
	}
	for _, name := range names {
		t, ok := ps.p.VarDefs.Lookup(name)
		if !ok {
			return Invalid
		}
		leaves := t.Flatten()
		if at < len(leaves) {
			return leaves[at].Dtype
		}
		at -= len(leaves)
	}
	return Invalid
}

func (ps *parser) pop(pos Pos) {
	in := &PopOp{Vars: []string{ps.takeName("a variable")}}
	for ps.accept(",") {
		in.Vars = append(in.Vars, ps.takeName("a variable"))
	}
	in.Pos = ps.position(pos)
	ps.add(in)
}

// termOperand reads what a terminator looks at; a literal there is of type d.
func (ps *parser) termOperand(d Dtype, what string) Operand {
	if ps.tok.kind != tokLiteral {
		return Ref(ps.takeName(what))
	}
	o := Lit(d, ps.literal(ps.tok, ps.lineNo, d))
	ps.advance()
	return o
}

func (ps *parser) branch(pos Pos) Terminator {
	t := BranchOp{Cond: ps.termOperand(Bool, "a condition")}
	ps.expect(",")
	t.Then = ps.takeName("a label")
	ps.expect(",")
	t.Else = ps.takeName("a label")
	t.Pos = ps.position(pos)
	return t
}

// switchTerm reads a switch. Its values wait for the type of the variable it
// looks at; a literal there is an i64.
func (ps *parser) switchTerm(pos Pos) {
	t := SwitchOp{X: ps.termOperand(I64, "a variable")}
	ps.expect(",")
	t.Default = ps.takeName("the default label")
	var values []token
	for ps.accept(",") {
		values = append(values, ps.take(tokLiteral, "a value"))
		ps.expect(":")
		t.Labels = append(t.Labels, ps.takeName("a label"))
	}
	t.Pos = ps.position(pos)
	t.Values = make([]uint64, len(values))
	ps.terminate(t)
	if ps.failed {
		return
	}
	line := ps.lineNo
	ps.later = append(ps.later, func() {
		d := switchType(ps.p, t.X)
		for i, v := range values {
			t.Values[i] = ps.literal(v, line, d) // shared with the block's copy of t
		}
	})
}

func (ps *parser) fault(pos Pos) Terminator {
	var t FaultOp
	word := ps.take(tokString, "a quoted fault")
	for _, c := range optab.Codes() {
		if c.String() == word.text {
			t.Code = c
		}
	}
	if t.Code == optab.NoFault {
		ps.errorAt(ps.posOf(word), "there is no fault %q", word.text)
	}
	if ps.accept(",") {
		t.Msg = ps.take(tokString, "a quoted message").text
	}
	t.Pos = ps.position(pos)
	return t
}
