package instance

import (
	"errors"
	"fmt"
)

// Context is what Body.Run may use besides its operands. All methods concern
// the operation that is running; it is valid until Run returns.
type Context struct {
	cache *Cache
	e     *Entry
	op    int
	calls []call
	// callee is the entry of the last Call, nil if that was impossible.
	callee *Entry
	called bool
	waits  *Entry
	errs   []error
}

// Entry returns the entry whose operation is running.
func (c *Context) Entry() *Entry { return c.e }

// Call instantiates the operator for the inputs (phase 0). ok is false if the
// entry is unfinished and has no outputs yet: the operation is then blocked on
// it, Run returns nil, nil and is run again when outputs are there. Outputs
// may be provisional: Run is run again when they rise. ok is false too if the
// call is impossible (a budget is used up); that is recorded as a problem of
// the operation.
func (c *Context) Call(op Operator, in Bundle) (outs Bundle, ok bool) {
	k := c.cache
	c.called = true
	callee, asked, err := k.fetch(c.e, c.op, op, in)
	c.callee = callee
	if err != nil {
		c.fail(err)
		return nil, false
	}
	c.calls = append(c.calls, call{callee, asked})
	if callee.aux != nil {
		k.tie(c.e, callee)
		callee.aux.dependants = append(callee.aux.dependants, c.self())
	}
	if callee.outputs == nil || k.hooks.noReady && callee.aux != nil {
		c.waits = callee
		return nil, false
	}
	return callee.outputs, true
}

// Return raises the entry's outputs by these: joined per tag with those of
// other returns. With the first the entry is ready though unfinished. The
// error, outputs that have no join, is a problem of the operation already.
func (c *Context) Return(outs Bundle) error {
	e := c.e
	err := outs.check()
	if err == nil {
		err = c.cache.raiseOutputs(e, outs)
	}
	if err != nil {
		err = fmt.Errorf("the results of %s: %w", e.symbol, err)
		c.fail(err)
	}
	return err
}

// Read gives what a cell of the entry holds (nil: nothing yet) and makes the
// operation depend on it. A cell is any comparable key; cells stand for memory.
func (c *Context) Read(key any) Operand {
	l := c.e.cell(key)
	l.readers = append(l.readers, c.self())
	return l.holds
}

// ReadCalled is Read for a cell of the entry that this run's last Call is of,
// finished or not: what is done there is done even if it never returns. It is nil
// if that call was impossible.
func (c *Context) ReadCalled(key any) Operand {
	if !c.called {
		panic("instance: ReadCalled before a call")
	}
	if c.callee == nil {
		return nil
	}
	l := c.callee.cell(key)
	l.readers = append(l.readers, c.self())
	return l.holds
}

// Raise joins into a cell. The error, operands that have no join, is a problem
// of the operation already.
func (c *Context) Raise(key any, o Operand) error {
	if o == nil {
		panic("instance: Raise of no operand")
	}
	l := c.e.cell(key)
	joined, rose, err := c.cache.join.raise(l.holds, o)
	if err == nil && rose && l.holds != nil {
		l.rises++
		err = c.cache.bounded(l.rises, joined)
	}
	if err != nil {
		err = fmt.Errorf("the cell %v: %w", key, err)
		c.fail(err)
		return err
	}
	if rose {
		l.holds = joined
		l.readers = c.cache.wake(l.readers, nil)
	}
	return nil
}

// Result gives output out of another operation of the entry (nil: not delivered yet) and makes the operation that is
// running depend on it, though it is not among its operands.
func (c *Context) Result(op, out int) Operand {
	if c.e.watchers == nil {
		c.e.watchers = map[int][]dependant{}
	}
	c.e.watchers[op] = append(c.e.watchers[op], c.self())
	return c.e.Operand(op, out)
}

// self is the operation that is running, as somebody who is to run again.
func (c *Context) self() dependant { return dependant{c.e, c.op, c.e.runs[c.op]} }

// fail records a problem of the operation. Run may return the same error.
func (c *Context) fail(err error) {
	for _, e := range c.errs {
		if errors.Is(err, e) || errors.Is(e, err) {
			return
		}
	}
	c.errs = append(c.errs, err)
}

// cell returns a cell, made if need be.
func (e *Entry) cell(key any) *cell {
	l := e.cells[key]
	if l == nil {
		if e.cells == nil {
			e.cells = map[any]*cell{}
		}
		l = &cell{}
		e.cells[key] = l
	}
	return l
}
