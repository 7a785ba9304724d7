package scalar

import "slices"

// A call leaves nothing in registers: who calls keeps what it needs in slots of its frame.
// This pass adds the stores and the loads, after which no register is alive across a call. A routine of vector
// code leaves integers in registers, and floats if it is apart.
//
// A variable is stored before a call that it is alive across, if its slot does not have it
// already; and loaded after the call if it is read before the next one. So what a short way
// through the function does not need is neither stored nor loaded there.
func (f *fn) saveAcrossCalls() {
	_, out := f.liveness()
	n := len(f.vars)
	crossing := newSet(n)
	for b, blk := range f.blocks {
		live := append(set(nil), out[b]...)
		f.through(blk, live, func(i int, live set) {
			f.across(&blk.code[i], live, crossing.add)
		})
	}
	slot := map[val]int{}
	for v := range val(n) {
		if crossing.has(v) {
			slot[v] = f.slots
			f.slots++
		}
	}
	if len(slot) == 0 {
		return
	}
	lives := f.livesAt(out)
	f.early = newSet(n)
	f.chooseEarly(lives, slot)
	saved := f.available(lives)
	after := f.needed(lives, saved)
	first := f.firstsNeeded(lives)
	for b, blk := range f.blocks {
		have := append(set(nil), saved[b]...)
		var code []ins
		for i := range blk.code {
			in := &blk.code[i]
			var loads []ins
			f.across(in, lives[b][i], func(v val) {
				if !have.has(v) {
					code = append(code, ins{kind: save, in: []arg{of(v)}, n: slot[v]})
					have.add(v)
				}
				if after[b][i].has(v) {
					loads = append(loads, ins{kind: restore, out: []val{v}, n: slot[v]})
				}
			})
			code = append(append(code, *in), loads...)
			for _, v := range in.out {
				if f.written(have, v) {
					code = append(code, ins{kind: save, in: []arg{of(v)}, n: slot[v], now: true})
				}
			}
		}
		blk.code = code
	}
	for _, v := range f.params {
		if f.early.has(v) {
			blk := f.blocks[first[v]]
			blk.code = slices.Insert(blk.code, 0, ins{kind: save, in: []arg{of(v)}, n: slot[v], now: true})
		}
	}
}

// firstsNeeded are the blocks that parameters are to be stored in, which are so early.
func (f *fn) firstsNeeded(lives []map[int]set) map[val]int {
	first := map[val]int{}
	for _, v := range f.params {
		if f.early.has(v) {
			first[v] = f.firstNeeded(v, lives)
		}
	}
	return first
}

// firstNeeded is the last block that all ways to calls across which a parameter is alive go through, as far as none
// joins them that does not. Most calls of a recursion are of its leaves, which call nothing.
func (f *fn) firstNeeded(v val, lives []map[int]set) int {
	if len(f.blocks[0].preds) > 0 {
		return 0
	}
	leads := f.leadTo(v, lives)
	for b := 0; ; {
		blk, next := f.blocks[b], -1
		if f.callsAcross(b, v, lives) || blk.writes(v, 0, len(blk.code)) {
			return b
		}
		for _, to := range blk.term.to {
			switch {
			case !leads[to] || to == next:
			case next >= 0:
				return b
			default:
				next = to
			}
		}
		if next < 0 || len(f.blocks[next].preds) != 1 {
			return b
		}
		b = next
	}
}

// leadTo are the blocks with calls across which a variable is alive, and those that ways to them go through.
func (f *fn) leadTo(v val, lives []map[int]set) []bool {
	leads := make([]bool, len(f.blocks))
	for b := range leads {
		leads[b] = f.callsAcross(b, v, lives)
	}
	for changed := true; changed; {
		changed = false
		for b, blk := range slices.Backward(f.blocks) {
			if !leads[b] && slices.ContainsFunc(blk.term.to, func(to int) bool { return leads[to] }) {
				leads[b], changed = true, true
			}
		}
	}
	return leads
}

// callsAcross reports whether a variable is alive across a call of a block.
func (f *fn) callsAcross(b int, v val, lives []map[int]set) (found bool) {
	for i := range f.blocks[b].code {
		f.across(&f.blocks[b].code[i], lives[b][i], func(w val) { found = found || w == v })
	}
	return found
}

// chooseEarly finds the variables that are stored less often where they are written than
// before calls: those that a loop with calls reads and does not write.
func (f *fn) chooseEarly(lives []map[int]set, slot map[val]int) {
	cost := make([]float64, len(f.vars))
	for _, v := range f.params {
		cost[v]--
	}
	saved := f.available(lives)
	for b, blk := range f.blocks {
		have := append(set(nil), saved[b]...)
		for i := range blk.code {
			f.across(&blk.code[i], lives[b][i], func(v val) {
				if !have.has(v) {
					cost[v] += blk.times
					have.add(v)
				}
			})
			for _, v := range blk.code[i].out {
				cost[v] -= blk.times
				have.del(v)
			}
		}
	}
	for v := range slot {
		if cost[v] > 0 {
			f.early.add(v)
		}
	}
}

// written notes that a variable is written, and reports whether it is stored at once.
func (f *fn) written(have set, v val) bool {
	if f.early.has(v) {
		have.add(v)
		return true
	}
	have.del(v)
	return false
}

// across calls f for each variable that is alive across a call and may be in a register.
func (f *fn) across(in *ins, live set, each func(v val)) {
	if in.kind != call && in.kind != routine {
		return
	}
	for w, bits := range live {
		for i := 0; bits != 0; i, bits = i+1, bits>>1 {
			v := val(64*w + i)
			if bits&1 == 0 || f.vars[v].isArray() || !in.clobbers(f.class(v)) || isIn(in.out, v) {
				continue
			}
			each(v)
		}
	}
}

func isIn(list []val, v val) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// livesAt returns what is alive after each instruction that calls.
func (f *fn) livesAt(out []set) []map[int]set {
	lives := make([]map[int]set, len(f.blocks))
	for b, blk := range f.blocks {
		lives[b] = map[int]set{}
		live := append(set(nil), out[b]...)
		f.through(blk, live, func(i int, live set) {
			if k := blk.code[i].kind; k == call || k == routine {
				lives[b][i] = append(set(nil), live...)
			}
		})
	}
	return lives
}

// available returns the variables that have their value in their slot at the start of
// each block, whatever the way there.
func (f *fn) available(lives []map[int]set) []set {
	n := len(f.vars)
	in, out := make([]set, len(f.blocks)), make([]set, len(f.blocks))
	for b := range f.blocks {
		in[b], out[b] = newSet(n), newSet(n)
		out[b].fill()
	}
	for changed := true; changed; {
		changed = false
		for b, blk := range f.blocks {
			have := newSet(n)
			if len(blk.preds) > 0 {
				have.fill()
			} else {
				for _, v := range f.params {
					if f.early.has(v) {
						have.add(v)
					}
				}
			}
			for _, p := range blk.preds {
				for i, w := range out[p] {
					have[i] &= w
				}
			}
			copy(in[b], have)
			for i := range blk.code {
				f.across(&blk.code[i], lives[b][i], have.add)
				for _, v := range blk.code[i].out {
					f.written(have, v)
				}
			}
			for i, w := range have {
				changed = changed || out[b][i] != w
				out[b][i] = w
			}
		}
	}
	return in
}

// needed returns, for each instruction that calls, the variables that are to be in
// registers after it: those that are read, or stored, before the next call.
func (f *fn) needed(lives []map[int]set, saved []set) []map[int]set {
	n := len(f.vars)
	at := make([]map[int]set, len(f.blocks)) // after each call
	in := make([]set, len(f.blocks))
	stores := make([]map[int][]val, len(f.blocks)) // before each call
	for b, blk := range f.blocks {
		at[b], in[b], stores[b] = map[int]set{}, newSet(n), map[int][]val{}
		have := append(set(nil), saved[b]...)
		for i := range blk.code {
			f.across(&blk.code[i], lives[b][i], func(v val) {
				if !have.has(v) {
					stores[b][i] = append(stores[b][i], v)
					have.add(v)
				}
			})
			for _, v := range blk.code[i].out {
				f.written(have, v)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for b := len(f.blocks) - 1; b >= 0; b-- {
			blk := f.blocks[b]
			need := newSet(n)
			for _, to := range blk.term.to {
				need.addAll(in[to])
			}
			f.through(blk, need, func(i int, need set) {
				if k := blk.code[i].kind; k == call || k == routine {
					at[b][i] = append(at[b][i][:0], need...)
					f.across(&blk.code[i], lives[b][i], need.del)
					for _, v := range stores[b][i] {
						need.add(v)
					}
				}
			})
			changed = in[b].addAll(need) || changed
		}
	}
	return at
}
