package scalar

// webs gives each part of a variable's life that has nothing to do with the others a
// variable of its own: the loads after calls end lives, and names of the source are used
// again.
func (f *fn) webs() {
	in, _ := f.liveness()
	var leader []val
	var of []val // the old variable of each part
	find := func(v val) val {
		for leader[v] != v {
			leader[v] = leader[leader[v]]
			v = leader[v]
		}
		return v
	}
	arrays := map[val]val{} // they are changed in place
	part := func(old val) val {
		if f.vars[old].isArray() {
			p, ok := arrays[old]
			if ok {
				return p
			}
			arrays[old] = val(len(leader))
		}
		leader, of = append(leader, val(len(leader))), append(of, old)
		return val(len(leader) - 1)
	}
	entry := make([]map[val]val, len(f.blocks))
	each := func(s set, do func(v val)) {
		for v := range val(len(f.vars)) {
			if s.has(v) {
				do(v)
			}
		}
	}
	for b := range f.blocks {
		entry[b] = map[val]val{}
		each(in[b], func(v val) { entry[b][v] = part(v) })
	}
	params := make([]val, len(f.params))
	for i, v := range f.params {
		p, ok := entry[0][v]
		if !ok {
			p = part(v)
		}
		params[i] = p
	}
	f.params = params
	results := make([]val, len(f.results))
	for i := range results {
		results[i] = part(f.results[i]) // what every way out has
	}
	for b, blk := range f.blocks {
		now := map[val]val{}
		for v, p := range entry[b] {
			now[v] = p
		}
		read := func(args []arg) {
			for i := range args {
				if args[i].kind == variable {
					p, ok := now[args[i].v]
					if !ok { // it has no value that matters
						p = part(args[i].v)
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
				p := part(v)
				now[v], in.out[k] = p, p
			}
		}
		read(blk.term.in)
		if blk.term.kind == leave {
			for i, v := range f.results {
				if p, ok := now[v]; ok {
					leader[find(p)] = find(results[i])
				}
			}
		}
		for _, to := range blk.term.to {
			for v, p := range entry[to] {
				if q, ok := now[v]; ok {
					leader[find(q)] = find(p)
				}
			}
		}
	}
	number := map[val]val{}
	var vars []info
	rename := func(p val) val {
		p = find(p)
		v, ok := number[p]
		if !ok {
			v = val(len(vars))
			number[p] = v
			vars = append(vars, f.vars[of[p]])
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
	renameAll(results, rename)
	f.results, f.vars = results, vars
}

func renameArgs(args []arg, rename func(v val) val) {
	for i := range args {
		if args[i].kind == variable {
			args[i].v = rename(args[i].v)
		}
	}
}

func renameAll(list []val, rename func(v val) val) {
	for i := range list {
		list[i] = rename(list[i])
	}
}
