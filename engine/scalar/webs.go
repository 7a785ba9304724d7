package scalar

import "maps"

// webs gives each part of a variable's life that has nothing to do with the others a
// variable of its own: the loads after calls end lives, and names of the source are used
// again.
func (f *fn) webs() {
	w := &webs{f: f, arrays: map[val]val{}}
	w.begin()
	for b := range f.blocks {
		w.block(b)
	}
	w.rename()
}

// webs are the parts of variables' lives: each assignment begins one, and two that reach one place are one.
type webs struct {
	f       *fn
	groups                // of parts that are one
	of      []val         // the old variable of each part
	arrays  map[val]val   // the one part of an array, which is changed in place
	entry   []map[val]val // the parts of variables at the start of each block
	results []val         // the parts that every way out has
}

// part begins a part of a variable's life.
func (w *webs) part(old val) val {
	p := val(len(w.groups))
	if w.f.vars[old].isArray() {
		if p, ok := w.arrays[old]; ok {
			return p
		}
		w.arrays[old] = p
	}
	w.groups, w.of = append(w.groups, p), append(w.of, old)
	return p
}

// begin makes the parts that are live where blocks start, the parameters' and the results'.
func (w *webs) begin() {
	f := w.f
	in, _ := f.liveness()
	w.entry = make([]map[val]val, len(f.blocks))
	for b := range f.blocks {
		w.entry[b] = map[val]val{}
		for v := range val(len(f.vars)) {
			if in[b].has(v) {
				w.entry[b][v] = w.part(v)
			}
		}
	}
	params := make([]val, len(f.params))
	for i, v := range f.params {
		p, ok := w.entry[0][v]
		if !ok {
			p = w.part(v)
		}
		params[i] = p
	}
	f.params = params
	for _, v := range f.results {
		w.results = append(w.results, w.part(v))
	}
}

// block writes parts in place of variables, and joins those at its end with those where it leads.
func (w *webs) block(b int) {
	f, blk := w.f, w.f.blocks[b]
	now := maps.Clone(w.entry[b])
	read := func(args []arg) {
		for i := range args {
			if args[i].isRead() {
				p, ok := now[args[i].v]
				if !ok { // it has no value that matters
					p = w.part(args[i].v)
					now[args[i].v] = p
				}
				args[i].v = p
			}
		}
	}
	for i := range blk.code {
		in := &blk.code[i]
		read(in.in)
		for k, v := range in.out {
			p := w.part(v)
			now[v], in.out[k] = p, p
		}
	}
	read(blk.term.in)
	if blk.term.kind == leave {
		for i, v := range f.results {
			if p, ok := now[v]; ok {
				w.join(p, w.results[i])
			}
		}
	}
	for _, to := range blk.term.to {
		for v, p := range w.entry[to] {
			if q, ok := now[v]; ok {
				w.join(q, p)
			}
		}
	}
}

// rename makes a variable of all parts that are one.
func (w *webs) rename() {
	f := w.f
	number := map[val]val{}
	var vars []info
	rename := func(p val) val {
		p = w.find(p)
		v, ok := number[p]
		if !ok {
			v = val(len(vars))
			number[p] = v
			vars = append(vars, f.vars[w.of[p]])
		}
		return v
	}
	for _, blk := range f.blocks {
		for i := range blk.code {
			renameArgs(blk.code[i].in, rename)
			renameAll(blk.code[i].out, rename)
		}
		renameArgs(blk.term.in, rename)
	}
	renameAll(f.params, rename)
	renameAll(w.results, rename)
	f.results, f.vars = w.results, vars
}

func renameArgs(args []arg, rename func(v val) val) {
	for i := range args {
		if args[i].isRead() {
			args[i].v = rename(args[i].v)
		}
	}
}

func renameAll(list []val, rename func(v val) val) {
	for i := range list {
		list[i] = rename(list[i])
	}
}
