package scalar

// shareSlots gives one place to slots that are not in use at the same time: frames of a
// recursion are shorter, and more of them fit. A variable that has no register, and is stored before a call, is stored
// where it is, if that can be: nothing is moved then.
func (a *allocation) shareSlots() {
	f := a.f
	n := f.slots
	out := make([]set, len(f.blocks))
	in := make([]set, len(f.blocks))
	for b := range f.blocks {
		in[b], out[b] = newSet(n), newSet(n)
	}
	live := newSet(n)
	for changed := true; changed; {
		changed = false
		for b := len(f.blocks) - 1; b >= 0; b-- {
			for _, to := range f.blocks[b].term.to {
				out[b].addAll(in[to])
			}
			copy(live, out[b])
			a.slotsThrough(f.blocks[b], live, nil)
			changed = in[b].addAll(live) || changed
		}
	}
	together := make([]set, n)
	for i := range together {
		together[i] = newSet(n)
	}
	meet := func(s val, with set) {
		together[s].addAll(with)
		for x := range val(n) {
			if with.has(x) {
				together[x].add(s)
			}
		}
	}
	for b, blk := range f.blocks {
		copy(live, out[b])
		a.slotsThrough(blk, live, func(in *ins, writes []val, live set) {
			if s, home, ok := a.keptAtHome(in); ok { // both have the same then
				live.del(s)
				live.del(home)
			}
			for _, s := range writes {
				live.add(s)
			}
			for _, s := range writes {
				meet(s, live)
			}
		})
	}
	for s := range val(n) { // what parameters come in
		if in[0].has(s) {
			meet(s, in[0])
		}
	}
	place := placeSlots(a.joinHomes(together), together)
	f.slots = 0
	for _, p := range place {
		f.slots = max(f.slots, p+1)
	}
	for v := range a.loc {
		if a.loc[v].inSlot {
			a.loc[v].n = place[a.loc[v].n]
		}
	}
	for _, blk := range f.blocks {
		for i := range blk.code {
			if in := &blk.code[i]; in.kind == save || in.kind == restore {
				in.n = place[in.n]
			}
		}
	}
}

// keptAtHome tells the slot that an instruction stores a variable in, or loads it from, and the slot that the variable
// is in itself, if it is in one.
func (a *allocation) keptAtHome(in *ins) (slot, home val, ok bool) {
	var l location
	switch in.kind {
	case save:
		l = a.of(in.in[0].v)
	case restore:
		l = a.of(in.out[0])
	}
	return val(in.n), val(l.n), l.inSlot
}

// joinHomes makes one of the slots that such instructions move between, if none is written while the other is in use
// and has something else. It returns what each slot has become one with, and adds to what is in use at the same time.
func (a *allocation) joinHomes(together []set) (one groups) {
	one = newGroups(len(together))
	for _, blk := range a.f.blocks {
		for i := range blk.code {
			s, home, ok := a.keptAtHome(&blk.code[i])
			if !ok {
				continue
			}
			if s, home = one.find(s), one.find(home); s == home || together[s].has(home) {
				continue
			}
			one.join(home, s)
			together[s].addAll(together[home])
			for x := range together {
				if together[x].has(home) {
					together[x].add(s)
				}
			}
		}
	}
	return one
}

// placeSlots finds places for slots that are one.
func placeSlots(one groups, together []set) (place []int) {
	n := len(together)
	place = make([]int, n)
	for s := range val(n) {
		if one.find(s) != s {
			continue
		}
		taken := newSet(n)
		for x := range s {
			if one.find(x) == x && together[s].has(x) {
				taken.add(val(place[x]))
			}
		}
		for taken.has(val(place[s])) {
			place[s]++
		}
	}
	for s := range val(n) {
		place[s] = place[one.find(s)]
	}
	return place
}

// slotsThrough turns the slots that are in use after a block into those before it. at, if
// not nil, sees what each instruction writes, and what is in use afterwards.
func (a *allocation) slotsThrough(blk *block, live set, at func(in *ins, writes []val, live set)) {
	f := a.f
	slot := func(v val) (val, bool) {
		if f.vars[v].isArray() {
			return 0, false
		}
		l := a.of(v)
		return val(l.n), l.inSlot
	}
	read := func(v val) {
		if s, ok := slot(v); ok {
			live.add(s)
		}
	}
	blk.term.reads(read)
	if blk.term.kind == leave {
		for _, v := range f.results {
			read(v)
		}
	}
	for i := len(blk.code) - 1; i >= 0; i-- {
		in := &blk.code[i]
		var writes []val
		for _, v := range in.out {
			if s, ok := slot(v); ok {
				writes = append(writes, s)
			}
		}
		if in.kind == save {
			writes = append(writes, val(in.n))
		}
		if at != nil && len(writes) > 0 {
			at(in, writes, append(set(nil), live...))
		}
		for _, s := range writes {
			live.del(s)
		}
		in.reads(read)
		if in.kind == restore {
			live.add(val(in.n))
		}
	}
}
