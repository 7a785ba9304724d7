package program

// definitions checks the group Definitions.
func (v *verifier) definitions() {
	if v.p.Dialect != Source {
		return // V3 is not checked
	}
	v.oneOwner()
	for _, fn := range v.bodies() {
		v.definedBeforeRead(fn)
	}
}

// V1.
func (v *verifier) oneOwner() {
	owner := map[string]*Function{}
	use := func(at place, names []string) {
		for _, n := range names {
			if !v.p.VarDefs.Has(n) {
				continue // a uniform belongs to everybody
			}
			switch o := owner[n]; {
			case o == nil:
				owner[n] = at.fn
			case o.Name != at.fn.Name:
				v.report(at, "%s belongs to %s", n, o.Name)
				owner[n] = at.fn // one error for each function that uses it
			}
		}
	}
	for _, fn := range v.bodies() {
		at := place{fn: fn, instr: -1}
		use(at, Variables(fn.VarsIn))
		for _, b := range fn.Graph.Blocks {
			for i, in := range b.Instrs {
				use(place{fn, b, i}, Writes(in, Reads(in, nil)))
			}
			if o, ok := TermOperand(b.Term); ok && !o.IsLiteral() {
				use(place{fn, b, len(b.Instrs)}, []string{o.Name})
			}
		}
		use(at, Variables(fn.VarsOut))
	}
}

// V2: a forward analysis. A variable is in a block's set if every path to the
// block defines it; a block that no path reaches has all of them, and so no
// complaints.
func (v *verifier) definedBeforeRead(fn *Function) {
	vars := map[string]int{}
	for _, d := range v.p.VarDefs.All() {
		vars[d.Name] = len(vars)
	}
	blocks := fn.Graph.Blocks
	index := map[string]int{}
	in := make([]bitset, len(blocks))
	for i, b := range blocks {
		index[b.Name] = i
		in[i] = newBitset(len(vars))
		in[i].fill()
	}
	in[0].clear()
	for _, n := range Variables(fn.VarsIn) {
		in[0].add(vars[n])
	}
	for changed := true; changed; {
		changed = false
		for i, b := range blocks {
			out := in[i].clone()
			for _, instr := range b.Instrs {
				for _, n := range Writes(instr, nil) {
					out.add(vars[n])
				}
			}
			for _, t := range b.Term.Targets() {
				if t != Exit && in[index[t]].intersect(out) {
					changed = true
				}
			}
		}
	}
	for i, b := range blocks {
		defined := in[i]
		read := func(k int, names []string) {
			for _, n := range names {
				if j, ok := vars[n]; ok && !defined.has(j) {
					v.report(place{fn, b, k}, "%s is not defined on every path", n)
					defined.add(j)
				}
			}
		}
		for k, instr := range b.Instrs {
			read(k, Reads(instr, nil))
			for _, n := range Writes(instr, nil) {
				defined.add(vars[n])
			}
		}
		if o, ok := TermOperand(b.Term); ok && !o.IsLiteral() {
			read(len(b.Instrs), []string{o.Name})
		}
		for _, t := range b.Term.Targets() {
			if t == Exit {
				read(len(b.Instrs), Variables(fn.VarsOut))
			}
		}
	}
}
