package instance

// Entries finish in groups. Unfinished entries stand in Cache.open in order of
// creation, cut into groups of neighbours; a new entry is a group of its own,
// and a call of an older unfinished entry makes one group of both and of all
// between. So no entry of a group calls an unfinished one of an older group,
// and once all entries from some group on are at rest nothing can raise them
// any more. This is the path-based search for strongly connected components
// (Gabow 2000), with the order of creation in place of the path: a group
// holds the components it must and perhaps entries between, which then finish
// a little later.

// tie makes one group of an entry, an older unfinished one that it calls, and
// all between. Entries that are younger than both keep their groups: they were
// made by the same run.
func (c *Cache) tie(caller, callee *Entry) {
	if callee.at > caller.at {
		return
	}
	g := c.groups
	first := len(g)
	for first > 0 && g[first-1] > callee.at {
		first--
	}
	kept := first
	for kept < len(g) && g[kept] <= caller.at {
		kept++
	}
	c.groups = append(g[:first], g[kept:]...)
}

// finish is phase 3: it ends all groups whose entries are younger than the one
// that has work to do. Their outputs are final and their aux is dropped. An
// operation that is still blocked waits for an entry that never returns, so it
// is never reached.
func (c *Cache) finish(index int) {
	for n := len(c.groups); n > 0 && c.open[c.groups[n-1]].index > index; n = len(c.groups) {
		first := c.groups[n-1]
		group := c.open[first:]
		for _, e := range group {
			for op, on := range e.aux.waits {
				if on != nil {
					e.waits = append(e.waits, wait{op, on})
				}
			}
			if c.hooks.noReady && e.waits != nil {
				e.outputs = nil
			}
			for _, l := range e.cells {
				l.readers = nil
			}
			e.spare, e.aux = nil, nil
			if c.hooks.noPublish {
				c.publish(e)
			}
			if e.outputs == nil {
				c.logf(e, "done %s never returns", e.symbol)
			} else {
				c.logf(e, "done %s -> %s", e.symbol, e.outputs)
			}
		}
		clear(group)
		c.open = c.open[:first]
		c.groups = c.groups[:n-1]
	}
}
