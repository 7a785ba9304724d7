package instance

import (
	"errors"
	"fmt"
)

// work runs ready operations until there are none: always the first of the
// youngest entry that has any. So a new entry is worked off before the
// operation that called it goes on, and callers, which are older, see outputs
// that have come to rest. It is a loop over an explicit list: no depth of
// calls can overflow a stack.
func (c *Cache) work() {
	ctx := &Context{cache: c}
	for {
		e := c.youngest()
		if e == nil {
			break
		}
		c.finish(e.index)
		if !e.aux.collected {
			c.collect(e)
		}
		if e.aux.ready.n == 0 {
			c.rest()
			continue
		}
		op := int(e.aux.ready.pop())
		e.aux.queued[op] = false
		c.run(ctx, e, op)
		if c.impatient(e, op) {
			break
		}
	}
	c.finish(-1)
}

// run is phase 2 for one operation: call it, then propagate its outputs.
func (c *Cache) run(ctx *Context, e *Entry, op int) {
	a := e.aux
	e.runs[op]++
	c.stats.Runs++
	ctx.e, ctx.op, ctx.calls, ctx.waits, ctx.errs = e, op, e.calls[op][:0:0], nil, ctx.errs[:0]
	first, end := a.first[op], a.first[op+1]
	out, err := e.body.Run(ctx, op, a.slots[first:end:end])
	if err != nil {
		ctx.fail(err)
	}
	e.calls[op] = ctx.calls
	if a.waits[op] = ctx.waits; ctx.waits != nil {
		c.stats.Blocked++
		c.logf(e, "blocked %s: %q waits for %s", e.symbol, e.ops[op].Name, ctx.waits.symbol)
	}
	c.propagate(ctx, e, op, out)
	e.errs[op] = nil
	switch len(ctx.errs) {
	case 0:
	case 1:
		e.errs[op] = ctx.errs[0]
	default:
		e.errs[op] = errors.Join(ctx.errs...)
	}
}

// propagate joins the outputs of an operation with those it had and delivers
// what rose.
func (c *Cache) propagate(ctx *Context, e *Entry, op int, out []Operand) {
	rose := c.rose[:0]
	some := false
	have := e.room(op, len(out))
	for i, o := range out {
		rose = append(rose, false)
		if o == nil {
			continue
		}
		joined, up, err := c.join.raise(have[i], o)
		if err == nil && up && have[i] != nil {
			e.risen[op]++
			err = c.bounded(int(e.risen[op]), joined)
		}
		if err != nil {
			ctx.fail(fmt.Errorf("%s: output %d: %w", e.ops[op].Name, i, err))
			continue
		}
		if !up {
			continue
		}
		if have[i] != nil {
			c.stats.Raised++
			c.logf(e, "rise %s: %q: %s → %s", e.symbol, e.ops[op].Name, have[i], joined)
		}
		have[i] = joined
		rose[i], some = true, true
	}
	c.rose = rose
	if !some {
		return
	}
	a := e.aux
	for _, s := range a.sinks[a.from[op]:a.from[op+1]] {
		if int(s.out) < len(rose) && rose[s.out] {
			c.deliver(e, s, have[s.out])
		}
	}
	if seen := e.watchers[op]; len(seen) > 0 {
		e.watchers[op] = c.wake(seen, nil)
	}
}

// room returns where the outputs of an operation are kept, n of them at least.
func (e *Entry) room(op, n int) []Operand {
	have := e.results[op]
	if len(have) >= n {
		return have
	}
	if len(e.spare) < n {
		e.spare = make([]Operand, max(n, min(len(e.ops), 1024)))
	}
	grown := e.spare[:n:n]
	e.spare = e.spare[n:]
	copy(grown, have)
	e.results[op] = grown
	return grown
}

// deliver brings an operand to its destination, which is queued if it has all
// it needs now, or had and is to run again.
func (c *Cache) deliver(e *Entry, s sink, o Operand) {
	a := e.aux
	if a.slots[s.slot] == nil {
		a.unsatisfied[s.op]--
	}
	a.slots[s.slot] = o
	if a.unsatisfied[s.op] == 0 || e.ops[s.op].Any {
		c.enqueue(e, int(s.op))
	}
}

// enqueue makes an operation ready.
func (c *Cache) enqueue(e *Entry, op int) {
	a := e.aux
	if a.queued[op] {
		return
	}
	a.queued[op] = true
	a.ready.push(int32(op))
	c.rouse(e)
}

// wake makes the dependants ready that have not run since they said so, and
// returns the emptied list. by is the entry whose outputs rose; nil for a cell.
func (c *Cache) wake(ds []dependant, by *Entry) []dependant {
	for _, d := range ds {
		if d.e.aux == nil || d.e.runs[d.op] != d.run || d.e.aux.queued[d.op] {
			continue
		}
		if by != nil && d.e.aux.waits[d.op] == by {
			c.stats.Resumed++
			c.logf(d.e, "resume %s: %q has %s", d.e.symbol, d.e.ops[d.op].Name, by.symbol)
		}
		c.enqueue(d.e, d.op)
	}
	return ds[:0]
}

// raiseOutputs joins outputs into an entry's and wakes who depends on them.
func (c *Cache) raiseOutputs(e *Entry, outs Bundle) error {
	if e.outputs == nil {
		e.outputs = append(Bundle{}, outs...)
		c.logf(e, "ready %s -> %s", e.symbol, e.outputs)
	} else {
		joined, rose, err := c.join.bundles(e.outputs, outs)
		if err == nil && rose {
			e.rises++
			err = c.bounded(e.rises, joined)
		}
		if err != nil || !rose {
			return err
		}
		c.stats.Raised++
		c.logf(e, "rise %s -> %s", e.symbol, joined)
		e.outputs = joined
	}
	if !c.hooks.noReady {
		e.aux.dependants = c.wake(e.aux.dependants, e)
	}
	return nil
}

// bundles joins outputs tag by tag.
func (j *joiner) bundles(old, with Bundle) (joined Bundle, rose bool, err error) {
	if len(old) != len(with) {
		return nil, false, fmt.Errorf("%s and %s are not the same set", old, with)
	}
	for i, t := range with {
		if old[i].Tag != t.Tag {
			return nil, false, fmt.Errorf("%s and %s are not the same set", old, with)
		}
		o, up, err := j.raise(old[i].Operand, t.Operand)
		if err != nil {
			return nil, false, fmt.Errorf("%s: %w", t.Tag, err)
		}
		if up && !rose {
			rose, joined = true, append(Bundle{}, old...)
		}
		if up {
			joined[i].Operand = o
		}
	}
	return joined, rose, nil
}

// bounded refuses an operand that rose more often than any lattice is high.
func (c *Cache) bounded(rises int, o Operand) error {
	if rises > c.maxRises {
		return fmt.Errorf("%s does not stop rising: it rose %d times", o, rises-1)
	}
	return nil
}

// youngest returns the youngest entry in the worklist, nil if it is empty.
func (c *Cache) youngest() *Entry {
	if len(c.heap) == 0 {
		return nil
	}
	return c.entries[c.heap[0]]
}

// rouse puts an entry into the worklist, a heap with the youngest on top.
func (c *Cache) rouse(e *Entry) {
	if e.inWork {
		return
	}
	e.inWork = true
	h := append(c.heap, e.index)
	i := len(h) - 1
	for i > 0 && h[(i-1)/2] < e.index {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = e.index
	c.heap = h
}

// rest takes the youngest entry out of the worklist.
func (c *Cache) rest() {
	h := c.heap
	c.entries[h[0]].inWork = false
	last := h[len(h)-1]
	h = h[:len(h)-1]
	c.heap = h
	if len(h) == 0 {
		return
	}
	i := 0
	for {
		k := 2*i + 1
		if k >= len(h) {
			break
		}
		if k+1 < len(h) && h[k+1] > h[k] {
			k++
		}
		if h[k] < last {
			break
		}
		h[i] = h[k]
		i = k
	}
	h[i] = last
}
