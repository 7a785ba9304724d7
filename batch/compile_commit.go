package batch

import (
	"math"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// commits makes every new top that a later commit could overwrite, or that another
// commit also needs, a value of its own.
func (bc *blockCompiler) commits() {
	changes := map[int]bool{} // variables whose top changes
	for _, c := range bc.b.commits {
		changes[c.v] = true
	}
	// The terminator runs after the commits: what it reads must not change.
	if x := &bc.b.term.x; x.id >= 0 {
		if val := bc.b.values[x.id]; val.kind == topValue && changes[val.v] {
			*x = bc.copied(*x)
		}
	}
	// A temporary that becomes the next top of one variable is computed right
	// into that variable's spare buffer.
	taken := map[int]bool{}
	for i := range bc.b.commits {
		c := &bc.b.commits[i]
		if !c.update {
			continue
		}
		val := &bc.b.values[c.src.id]
		va := &bc.code.vars[c.v]
		whole := c.src.off == 0 && val.elems == va.elems
		switch {
		case val.kind == tempValue && whole && !taken[c.src.id] && bc.hasSpare(c.v):
			val.kind, val.v = spareValue, c.v
			taken[c.src.id] = true
		case !(val.kind == topValue && changes[val.v] && val.v != c.v) && val.kind != spareValue:
		case !bc.hasSpare(c.v):
			c.src = bc.copied(c.src)
		default:
			id := bc.newValue(value{kind: spareValue, dtype: va.dtype, elems: va.elems, v: c.v, slot: -1})
			bc.b.steps = append(bc.b.steps, bc.move(id, c.src))
			c.src = ref{id: id, shape: va.shape}
		}
	}
}

// hasSpare reports whether a variable has a spare buffer, or may have one.
func (bc *blockCompiler) hasSpare(v int) bool { return !bc.late || bc.code.vars[v].spare }

// reads returns the operands of a step.
func (st *step) reads() []ref {
	if st.kind == depthStep {
		return nil
	}
	rs := []ref{st.x}
	switch st.kind {
	case kernelStep:
		rs = append(rs, st.y, st.z)
	case dotStep:
		rs = append(rs, st.y)
	case insertStep:
		rs = append(rs, st.y)
		rs = append(rs, st.idx...)
	case indexStep, leaveStep:
		rs = append(rs, st.idx...)
	}
	return rs
}

// allocateSlots gives temporaries their scratch slots; a slot is reused when
// its value has been read for the last time. In a compacted run tops need room
// too, but for those that it accesses where they are: they take slots of their
// own, which a dense run leaves untouched.
func (bc *blockCompiler) allocateSlots() {
	last := make([]int, len(bc.b.values)) // step of the last reading; after the steps: forever
	forever := len(bc.b.steps)
	for i := range last {
		last[i] = -1
	}
	for i := range bc.b.steps {
		st := &bc.b.steps[i]
		for _, r := range st.reads() {
			if r.id >= 0 {
				last[r.id] = i
			}
		}
		if st.dst >= 0 {
			last[st.dst] = max(last[st.dst], i)
		}
		if st.usesScratch() {
			last[st.scratch] = i
		}
	}
	keep := func(r ref) {
		if r.id >= 0 {
			last[r.id] = forever
		}
	}
	for _, c := range bc.b.commits {
		keep(c.src)
		for _, r := range c.saves {
			keep(r)
		}
	}
	keep(bc.b.term.x)

	free := map[slot][]int{} // free slots of a kind
	take := func(id int) {
		v := &bc.b.values[id]
		kind := slot{v.elems, laneBytes(v.dtype)}
		if list := free[kind]; len(list) > 0 {
			v.slot = list[len(list)-1]
			free[kind] = list[:len(list)-1]
			return
		}
		v.slot = len(bc.b.slots)
		bc.b.slots = append(bc.b.slots, kind)
	}
	for _, id := range bc.b.tops {
		if !bc.b.values[id].direct && !bc.late {
			take(id)
		}
	}
	for _, id := range bc.b.belows {
		take(id)
	}
	expiring := make([][]int, forever)
	for id := range bc.b.values {
		if l := last[id]; bc.b.values[id].kind == tempValue && l >= 0 && l < forever {
			expiring[l] = append(expiring[l], id)
		}
	}
	for i := range bc.b.steps {
		st := &bc.b.steps[i]
		if st.usesScratch() {
			take(st.scratch)
		}
		if st.dst >= 0 && bc.b.values[st.dst].kind == tempValue && bc.b.values[st.dst].slot < 0 {
			take(st.dst)
		}
		for _, id := range expiring[i] {
			v := &bc.b.values[id]
			kind := slot{v.elems, laneBytes(v.dtype)}
			free[kind] = append(free[kind], v.slot)
		}
	}
}

func (st *step) usesScratch() bool {
	return st.kind == indexStep || st.kind == insertStep || st.kind == dotStep
}

// summarise computes what the analyses and the schedule need to know.
func (bc *blockCompiler) summarise() {
	b := &bc.b
	for _, id := range b.tops {
		v := &b.values[id]
		b.gens = append(b.gens, v.v)
		b.inOut += v.elems
		if !bc.late {
			bc.code.vars[v.v].whole = bc.code.vars[v.v].whole || !v.direct
		}
	}
	for _, id := range b.belows {
		b.inOut += b.values[id].elems
		b.stacky = true
	}
	for i := range b.commits {
		c := &b.commits[i]
		b.inOut += bc.code.vars[c.v].elems
		if c.saveTop {
			b.gens = append(b.gens, c.v)
		}
		if !bc.late {
			va := &bc.code.vars[c.v]
			va.spare = va.spare || c.update && b.values[c.src.id].kind == spareValue
			va.whole = va.whole || c.stackEffects() || c.update && !bc.uses.elementwise(c.src.id)
		}
		bc.vectorUse(c.src)
		for _, r := range c.saves {
			bc.vectorUse(r)
		}
		if c.pop > 0 || c.update && !c.saveTop {
			b.kills = append(b.kills, c.v)
		}
		b.stacky = b.stacky || c.stackEffects()
	}
	for i := range b.steps {
		st := &b.steps[i]
		b.weight += st.weight()
		b.packedOnly = b.packedOnly || st.kind == kernelStep && st.op.Info().Row.Has(optab.Unbounded)
		for j, r := range st.reads() {
			if j > 0 || st.kind != indexStep {
				bc.vectorUse(r)
			}
		}
	}
	b.weight = max(b.weight, 1)
	b.urgency = float32(1 / math.Sqrt(float64(b.weight)))
	bc.vectorUse(b.term.x)
	b.lists = b.term.kind == switchTerm && b.values[b.term.x.id].kind != constValue
	if k := b.term.kind; k == callTerm || k == returnTerm || b.lists {
		b.stacky = true
	}
}

// vectorUse notes that a uniform is read by vectors.
func (bc *blockCompiler) vectorUse(r ref) {
	if r.id < 0 {
		return
	}
	if u := bc.uniformOf(r); u != nil {
		bc.form(&u.vector)
	}
}

// weight estimates the cost of a step for one lane, in additions.
func (st *step) weight() int {
	switch st.kind {
	case kernelStep:
		weight := st.op.Info().Row.Weight()
		if st.first != program.OpInvalid {
			weight += st.first.Info().Row.Weight()
		}
		return st.n * weight
	case moveStep:
		return st.n
	case reduceStep:
		return st.n * st.inner
	case dotStep:
		return 2 * st.n * st.inner
	case indexStep:
		return st.n * 2
	case insertStep:
		if st.inPlace {
			return st.inner + 2
		}
		return st.n + st.inner + 2
	}
	return 0
}
