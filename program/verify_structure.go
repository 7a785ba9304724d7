package program

// names checks the group Names.
func (v *verifier) names() {
	v.nothingNil() // S1 first: everything else walks the program
	if len(v.errs) > 0 {
		return
	}
	v.knownDialect()
	v.spelling()
	v.uniqueNames()
	v.reservedNames()
}

// structure checks the group Structure.
func (v *verifier) structure() {
	v.graphsNotEmpty()
	v.targetsExist()
	v.entriesNotTargets()
	v.namesDeclared()
	v.listedOnce()
	v.knownClasses()
}

// dialect checks the group Dialect.
func (v *verifier) dialect() {
	if v.p.Dialect == Source {
		v.sourceOnly()
		return
	}
	v.loweredOnly()
	v.declaredFunctions()
}

// N1.
func (v *verifier) knownDialect() {
	if d := v.p.Dialect; d != Source && d != Lowered {
		v.reportf("the dialect is neither source nor lowered")
	}
}

// N2.
func (v *verifier) spelling() {
	variable := func(kind, name string) {
		switch {
		case !IsName(name):
			v.reportf("%q is not a name for a %s", name, kind)
		case IsReserved(name):
			v.reportf("the %s %s has the name of a literal", kind, name)
		}
	}
	for _, d := range v.p.VarDefs.All() {
		variable("variable", d.Name)
		v.fieldNames(d.Type)
	}
	for _, u := range v.p.Uniforms {
		variable("uniform", u.Name)
	}
	for _, f := range v.p.Functions {
		if !IsName(f.Name) {
			v.report(place{fn: f, instr: -1}, "%q is not a name for a function", f.Name)
		}
	}
	v.eachBlock(func(at place) {
		if !IsName(at.block.Name) {
			v.report(at, "%q is not a name for a block", at.block.Name)
		}
	})
}

func (v *verifier) fieldNames(t Type) {
	for _, f := range t.Fields() {
		if !IsName(f) {
			v.reportf("%q is not a name for a field", f)
		}
	}
	for _, e := range t.Elems() {
		v.fieldNames(e)
	}
}

// eachBlock calls f for every block of every graph, of either dialect.
func (v *verifier) eachBlock(f func(at place)) {
	for _, fn := range append([]*Function{v.p.MainFunction()}, v.p.Functions...) {
		for _, b := range fn.Graph.Blocks {
			f(place{fn, b, -1})
		}
	}
}

// N3.
func (v *verifier) uniqueNames() {
	taken := map[string]bool{}
	for _, d := range v.p.VarDefs.All() {
		taken[d.Name] = true // VarDefs has each name once
	}
	for _, u := range v.p.Uniforms {
		if taken[u.Name] {
			v.reportf("the uniform %s has a name that is already taken", u.Name)
		}
		taken[u.Name] = true
	}
	functions := map[string]bool{}
	for _, f := range v.p.Functions {
		if functions[f.Name] {
			v.report(place{fn: f, instr: -1}, "another function has the same name")
		}
		functions[f.Name] = true
	}
	owner := map[string]*Function{}
	v.eachBlock(func(at place) {
		if fn := owner[at.block.Name]; fn != nil {
			v.report(at, "another block of %s has the same name", fn.Name)
		}
		owner[at.block.Name] = at.fn
	})
}

// N4.
func (v *verifier) reservedNames() {
	for _, f := range v.p.Functions {
		if f.Name == MainName {
			v.report(place{fn: f, instr: -1}, "main is the name of the main graph")
		}
	}
	v.eachBlock(func(at place) {
		if at.block.Name == Exit {
			v.report(at, "halt is the name of the end")
		}
	})
}

// S1: nothing is nil.
func (v *verifier) nothingNil() {
	for i, u := range v.p.Uniforms {
		if u == nil {
			v.reportf("uniform %d is nil", i)
		}
	}
	for i, f := range v.p.Functions {
		if f == nil {
			v.reportf("function %d is nil", i)
			return
		}
	}
	for _, fn := range append([]*Function{v.p.MainFunction()}, v.p.Functions...) {
		for i, b := range fn.Graph.Blocks {
			at := place{fn, b, -1}
			if b == nil {
				v.report(at, "block %d is nil", i)
				continue
			}
			for j, in := range b.Instrs {
				if isNilInstr(in) {
					v.report(at, "instruction %d is nil", j)
				}
			}
			if b.Term == nil {
				v.report(at, "the block has no terminator")
			}
		}
	}
}

// S1: graphs are not empty.
func (v *verifier) graphsNotEmpty() {
	for _, fn := range v.bodies() {
		if len(fn.Graph.Blocks) == 0 {
			v.report(place{fn: fn, instr: -1}, "the function has no blocks")
		}
	}
}

// S2.
func (v *verifier) targetsExist() {
	for _, fn := range v.bodies() {
		labels := map[string]bool{Exit: true}
		for _, b := range fn.Graph.Blocks {
			labels[b.Name] = true
		}
		for _, b := range fn.Graph.Blocks {
			b.Term.WithTargets(func(label string) string {
				if !labels[label] {
					v.report(place{fn, b, len(b.Instrs)}, "there is no block %s here", label)
				}
				return label
			})
		}
	}
}

// S3.
func (v *verifier) entriesNotTargets() {
	if v.p.Dialect != Source {
		return
	}
	v.eachTerm(func(at place, t Terminator) {
		for _, label := range t.Targets() {
			if label == at.fn.Graph.EnterBlock().Name {
				v.report(at, "a jump to the entry block %s", label)
			}
		}
	})
}

// S4.
func (v *verifier) namesDeclared() {
	variable := func(at place, verb, name string) {
		switch {
		case v.p.VarDefs.Has(name):
		case v.p.Uniform(name) != nil:
			v.report(at, "%s %s, which is a uniform", verb, name)
		default:
			v.report(at, "%s is not declared", name)
		}
	}
	operand := func(at place, o Operand) {
		if !o.IsLiteral() && !v.p.VarDefs.Has(o.Name) && v.p.Uniform(o.Name) == nil {
			v.report(at, "%s is not declared", o.Name)
		}
	}
	for _, fn := range append([]*Function{v.p.MainFunction()}, v.p.Functions...) {
		at := place{fn: fn, instr: -1}
		for _, n := range Variables(fn.VarsIn) {
			variable(at, "takes", n)
		}
		for _, n := range Variables(fn.VarsOut) {
			variable(at, "returns", n)
		}
	}
	v.eachInstr(func(at place, in Instr) {
		switch in := in.(type) {
		case *PrimOp:
			for _, o := range in.In {
				operand(at, o)
			}
		case *FunctionCallOp:
			for _, o := range in.In {
				operand(at, o)
			}
		case *PopOp:
			for _, n := range in.Vars {
				variable(at, "pops", n)
			}
		}
		for _, n := range Writes(in, nil) {
			variable(at, "writes", n)
		}
	})
	v.eachTerm(func(at place, t Terminator) {
		if o, ok := TermOperand(t); ok {
			operand(at, o)
		}
	})
}

// S5.
func (v *verifier) listedOnce() {
	once := func(at place, verb string, names []string) {
		seen := map[string]bool{}
		for _, n := range names {
			if seen[n] {
				v.report(at, "%s %s twice", verb, n)
			}
			seen[n] = true
		}
	}
	for _, fn := range append([]*Function{v.p.MainFunction()}, v.p.Functions...) {
		once(place{fn: fn, instr: -1}, "takes", Variables(fn.VarsIn))
		once(place{fn: fn, instr: -1}, "returns", Variables(fn.VarsOut))
	}
	v.eachInstr(func(at place, in Instr) {
		once(at, "writes", Writes(in, nil))
		if pop, ok := in.(*PopOp); ok {
			once(at, "pops", pop.Vars)
		}
	})
}

// S6. Variables are asked for in the order of their declaration, so that the
// errors come in one order; what is left over is not declared.
func (v *verifier) knownClasses() {
	declared := 0
	for _, d := range v.p.VarDefs.All() {
		a, ok := v.p.VarAlloc[d.Name]
		if ok {
			declared++
		}
		if a >= allocationEnd {
			v.reportf("the variable %s has no known storage class", d.Name)
		}
	}
	if declared < len(v.p.VarAlloc) {
		v.reportf("%d storage classes are of variables that are not declared", len(v.p.VarAlloc)-declared)
	}
}

// D1.
func (v *verifier) sourceOnly() {
	v.eachInstr(func(at place, in Instr) {
		switch in := in.(type) {
		case *PopOp:
			v.report(at, "a pop in the source dialect")
		case *PrimOp:
			for _, o := range in.Out {
				if o.Push {
					v.report(at, "a push in the source dialect")
				}
			}
		}
	})
	v.eachTerm(func(at place, t Terminator) {
		switch t.(type) {
		case PushGotoOp:
			v.report(at, "a pushgoto in the source dialect")
		case IndirectGotoOp:
			v.report(at, "an indirect goto in the source dialect")
		}
	})
	for _, f := range v.p.Functions {
		if f.Entry != "" {
			v.report(place{fn: f, instr: -1}, "a function of the source dialect with an entry block elsewhere")
		}
	}
}

// D2: instructions.
func (v *verifier) loweredOnly() {
	v.eachInstr(func(at place, in Instr) {
		if call, ok := in.(*FunctionCallOp); ok {
			v.report(at, "a call of %s in the lowered dialect", call.Callee)
		}
	})
}

// D2: functions.
func (v *verifier) declaredFunctions() {
	entries := map[string]string{}
	for _, f := range v.p.Functions {
		at := place{fn: f, instr: -1}
		switch {
		case len(f.Graph.Blocks) > 0:
			v.report(at, "a function of the lowered dialect with blocks of its own")
		case v.p.Graph.Block(f.Entry) == nil:
			v.report(at, "there is no entry block %q", f.Entry)
		case entries[f.Entry] != "":
			v.report(at, "the entry block %s is also that of %s", f.Entry, entries[f.Entry])
		}
		entries[f.Entry] = f.Name
	}
}
