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
			f.blocks[0].code = slices.Insert(f.blocks[0].code, 0,
				ins{kind: save, in: []arg{of(v)}, n: slot[v], now: true})
		}
	}
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
