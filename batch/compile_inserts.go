package batch

// placeInserts lets an insert into a variable's own array write in place where
// nothing reads the old array afterwards: then it costs one element instead of
// a copy of them all. It takes time in proportion to the block.
func (bc *blockCompiler) placeInserts() {
	bc.uses = bc.valueUses()
	for _, id := range bc.b.tops {
		v := &bc.b.values[id]
		v.direct = v.elems > 1 && bc.uses.elementwise(id)
	}
	bc.placeChains()
	for i := range bc.b.steps {
		st := &bc.b.steps[i]
		bc.uses.rename(st)
		if st.kind != insertStep || st.x.off != 0 || st.inPlace {
			continue
		}
		x := bc.b.values[st.x.id]
		if st.x.id == st.y.id || x.kind == constValue || x.elems != st.x.elems() || bc.uses.readAfter(st.x.id, i) {
			continue
		}
		dst := &bc.b.values[st.dst]
		if (x.kind == tempValue || x.kind == belowValue) && dst.kind == tempValue {
			bc.uses.replace(st.dst, st.x.id)
			st.dst, st.inPlace = st.x.id, true
		}
	}
	for i := range bc.b.commits {
		c := &bc.b.commits[i]
		bc.uses.renameRef(&c.src)
		for j := range c.saves {
			bc.uses.renameRef(&c.saves[j])
		}
	}
	bc.uses.renameRef(&bc.b.term.x)
}

// placeChains lets inserts into a variable's own array, one after the other, write in place where nothing reads what
// the array was before any of them. The variable keeps its buffer: the masked writes are the commit.
func (bc *blockCompiler) placeChains() {
	made := make(map[int]int) // the insert that makes a value
	for i := range bc.b.steps {
		if st := &bc.b.steps[i]; st.kind == insertStep {
			made[st.dst] = i
		}
	}
	for at := len(bc.b.commits) - 1; at >= 0; at-- {
		c := &bc.b.commits[at]
		if !c.update || c.stackEffects() || bc.b.values[c.src.id].kind != spareValue || !bc.uses.elementwise(c.src.id) {
			continue
		}
		top, chain := bc.chainInto(c.v, c.src.id, made)
		if len(chain) == 0 || !bc.b.values[top].direct {
			continue
		}
		bc.dropUpdate(c.v)
		for _, i := range chain {
			st := &bc.b.steps[i]
			bc.uses.replace(st.dst, top)
			st.dst, st.inPlace = top, true
		}
	}
}

// chainInto returns the top of a variable and the inserts, the last one first, that make a value of it, if nothing
// reads what is before each of them.
func (bc *blockCompiler) chainInto(v, id int, made map[int]int) (top int, chain []int) {
	for {
		i, ok := made[id]
		if !ok {
			return 0, nil
		}
		st := &bc.b.steps[i]
		x := bc.b.values[st.x.id]
		if st.x.off != 0 || st.x.id == st.y.id || x.elems != st.x.elems() || bc.uses.readAfter(st.x.id, i) ||
			!bc.uses.elementwise(st.x.id) {
			return 0, nil
		}
		chain, id = append(chain, i), st.x.id
		switch {
		case x.kind == topValue && x.v == v:
			return id, chain
		case x.kind != tempValue:
			return 0, nil
		}
	}
}

// dropUpdate removes the commit of v, which is an update and nothing else.
func (bc *blockCompiler) dropUpdate(v int) {
	for i, c := range bc.b.commits {
		if c.v == v {
			bc.uses[c.src.id].updates--
			bc.b.commits = append(bc.b.commits[:i], bc.b.commits[i+1:]...)
			return
		}
	}
}

// uses tells, for each value of a block, what is done with it. Where one value
// has taken the place of another, the other's uses are the one's.
type uses []use

type use struct {
	last    int  // the last step that reads the value, or -1
	whole   bool // a step reads it otherwise than by taking, copying out or inserting elements
	updates int  // commits that make it the top of a variable
	kept    bool // a commit saves it or the terminator reads it
	top     bool // it is the top of a variable itself
	alias   int  // the value that has taken its place, or itself
}

// valueUses counts the uses of all values of the block.
func (bc *blockCompiler) valueUses() uses {
	u := make(uses, len(bc.b.values))
	for id := range u {
		u[id] = use{last: -1, alias: id, top: bc.b.values[id].kind == topValue}
	}
	for i := range bc.b.steps {
		st := &bc.b.steps[i]
		for j, r := range st.reads() {
			if r.id < 0 {
				continue
			}
			access := st.kind == indexStep || st.kind == insertStep ||
				st.kind == moveStep && st.ox == nil && st.x.elems() == st.n
			u[r.id].last = i
			u[r.id].whole = u[r.id].whole || !access || j > 0
		}
	}
	keep := func(r ref) {
		if r.id >= 0 {
			u[r.id].kept = true
		}
	}
	for _, c := range bc.b.commits {
		if c.update {
			u[c.src.id].updates++
		}
		for _, r := range c.saves {
			keep(r)
		}
	}
	keep(bc.b.term.x)
	return u
}

// elementwise reports whether all that the block does with a value is to take,
// copy out or insert elements. That a new value becomes the top of a variable
// does not count.
func (u uses) elementwise(id int) bool {
	return !u[id].whole && !u[id].kept && !(u[id].top && u[id].updates > 0)
}

// readAfter reports whether a value is read after step i, by a commit or by
// the terminator.
func (u uses) readAfter(id, i int) bool {
	return u[id].last > i || u[id].updates > 0 || u[id].kept
}

// replace makes every use of value from a use of value to. Both must be their
// own alias. The references in steps follow by rename.
func (u uses) replace(from, to int) {
	f, t := &u[from], &u[to]
	t.last = max(t.last, f.last)
	t.whole = t.whole || f.whole
	t.kept = t.kept || f.kept
	t.updates += f.updates
	f.alias = to
}

// rename makes a step read what has taken its operands' places.
func (u uses) rename(st *step) {
	if st.kind == depthStep {
		return
	}
	for _, r := range []*ref{&st.x, &st.y, &st.z} {
		u.renameRef(r)
	}
	for j := range st.idx {
		u.renameRef(&st.idx[j])
	}
}

func (u uses) renameRef(r *ref) {
	if r.id < 0 {
		return
	}
	for u[r.id].alias != r.id {
		r.id = u[r.id].alias
	}
}
