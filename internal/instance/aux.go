package instance

import (
	"fmt"
	"slices"
	"strings"
)

// aux is what an entry has while it is being processed; its absence is the
// state Done.
type aux struct {
	collected bool

	// Destination operands: those of operation i are slots[first[i]:first[i+1]].
	slots []Operand
	first []int32
	// Carriers by source: those from operation i are sinks[from[i]:from[i+1]],
	// those from the inputs come last.
	sinks []sink
	from  []int32

	unsatisfied []int32 // carriers of each operation that brought nothing yet
	queued      []bool
	ready       fifo
	waits       []*Entry // blocked operations: the entry each waits for

	// dependants is who used, or waits for, the entry's outputs: the
	// operations blocked by this entry and those that got provisional outputs.
	dependants []dependant
}

// A sink is where an output goes.
type sink struct {
	out  int32 // of the source; for inputs the index in Entry.in
	op   int32
	slot int32
}

// The pseudo outputs of the outer operator.
const (
	outOperator = -1 - iota
	outWhole
)

// A fifo is a ring of operations. Each is in it at most once, so it never
// overflows.
type fifo struct {
	ring    []int32
	head, n int
}

func (q *fifo) push(op int32) {
	i := q.head + q.n
	if i >= len(q.ring) {
		i -= len(q.ring)
	}
	q.ring[i] = op
	q.n++
}

func (q *fifo) pop() int32 {
	op := q.ring[q.head]
	if q.head++; q.head == len(q.ring) {
		q.head = 0
	}
	q.n--
	return op
}

// collect is phase 1: it gets the operations, counts the carriers to each,
// delivers the constants and queues what needs nothing more. Then the inputs
// flow in, which begins phase 2.
func (c *Cache) collect(e *Entry) {
	a := e.aux
	a.collected = true
	body, err := e.operator.Begin(e)
	if err != nil {
		e.refused = append(e.refused, fault{-1, err})
		c.logf(e, "refused %s: %v", e.symbol, err)
		return
	}
	e.body = body
	e.ops = body.Operations()
	n := len(e.ops)
	e.results = make([][]Operand, n)
	e.calls = make([][]call, n)
	e.errs = make([]error, n)
	e.runs = make([]int32, n)
	e.risen = make([]int32, n)
	a.unsatisfied = make([]int32, n)
	a.queued = make([]bool, n)
	a.waits = make([]*Entry, n)
	a.ready.ring = make([]int32, n)
	if e.refused = e.misplaced(); e.refused != nil {
		return
	}
	a.link(e)
	if cycle := e.deadlock(); cycle != nil {
		e.refused = append(e.refused,
			fault{cycle[0],
				fmt.Errorf("the operations wait for each other: %s: a loop needs an operation that is ready when any "+
					"operand is there", e.names(cycle))})
		return
	}
	for op := range e.ops {
		constants := int32(len(e.ops[op].In)) - a.unsatisfied[op]
		if a.unsatisfied[op] == 0 || e.ops[op].Any && constants > 0 {
			c.enqueue(e, op)
		}
	}
	c.logf(e, "collect %s: %d operations, %d ready", e.symbol, n, a.ready.n)
	for _, s := range a.sinks[a.from[n]:] {
		c.deliver(e, s, e.input(s.out))
	}
}

// input returns what an outer carrier brings.
func (e *Entry) input(out int32) Operand {
	switch out {
	case outOperator:
		return e.operator
	case outWhole:
		return e.in
	}
	return e.in[out].Operand
}

// misplaced returns the carriers that start nowhere.
func (e *Entry) misplaced() []fault {
	var fs []fault
	for op, o := range e.ops {
		for i, in := range o.In {
			switch {
			case in.Constant != nil:
			case in.From == Outer:
				if _, ok := e.outer(in.Tag); !ok {
					fs = append(fs,
						fault{op, fmt.Errorf("operand %d of %q is the input %q, which %s does not have", i, o.Name,
							in.Tag, e)})
				}
			case in.From < 0 || in.From >= len(e.ops) || in.Out < 0:
				fs = append(fs,
					fault{op, fmt.Errorf("operand %d of %q is missing: there is no output %d of an operation %d", i,
						o.Name, in.Out, in.From)})
			}
		}
	}
	return fs
}

// outer returns the number of an input.
func (e *Entry) outer(tag string) (int32, bool) {
	switch tag {
	case OperatorTag:
		return outOperator, true
	case WholeBundle:
		return outWhole, true
	}
	for i, t := range e.in {
		if t.Tag == tag {
			return int32(i), true
		}
	}
	return 0, false
}

// link lays out the destination operands and the carriers by source, and
// delivers the constants.
func (a *aux) link(e *Entry) {
	n := len(e.ops)
	a.first = make([]int32, n+1)
	a.from = make([]int32, n+2)
	source := func(in Carrier) int {
		if in.From == Outer {
			return n
		}
		return in.From
	}
	slots, carriers := int32(0), int32(0)
	for op := range e.ops {
		a.first[op] = slots
		for i := range e.ops[op].In {
			slots++
			if in := &e.ops[op].In[i]; in.Constant == nil {
				a.unsatisfied[op]++
				a.from[source(*in)+1]++
				carriers++
			}
		}
	}
	a.first[n] = slots
	for i := range a.from[1:] {
		a.from[i+1] += a.from[i]
	}
	a.slots = make([]Operand, slots)
	a.sinks = make([]sink, carriers)
	next := make([]int32, n+1)
	copy(next, a.from)
	for op := range e.ops {
		for i := range e.ops[op].In {
			in := &e.ops[op].In[i]
			slot := a.first[op] + int32(i)
			if in.Constant != nil {
				a.slots[slot] = in.Constant
				continue
			}
			out := int32(in.Out)
			if in.From == Outer {
				out, _ = e.outer(in.Tag)
			}
			s := source(*in)
			a.sinks[next[s]] = sink{out, int32(op), slot}
			next[s]++
		}
	}
}

// deadlock returns a loop of operations of which each waits for all its
// operands, so none can ever be ready; nil if there is none. It is Kahn's
// algorithm over the operations that are not Any.
func (e *Entry) deadlock() []int {
	a, n := e.aux, len(e.ops)
	left := make([]int32, n)
	var free []int
	for op := range e.ops {
		for i := range e.ops[op].In {
			if in := &e.ops[op].In[i]; in.Constant == nil && in.From != Outer {
				left[op]++
			}
		}
		if left[op] == 0 || e.ops[op].Any {
			free, left[op] = append(free, op), 0
		}
	}
	done := 0
	for ; len(free) > 0; done++ {
		op := free[len(free)-1]
		free = free[:len(free)-1]
		for _, s := range a.sinks[a.from[op]:a.from[op+1]] {
			if left[s.op] > 0 {
				if left[s.op]--; left[s.op] == 0 {
					free = append(free, int(s.op))
				}
			}
		}
	}
	if done == n {
		return nil
	}
	// Whatever is left waits for something that is left: walking back finds
	// the loop.
	op := 0
	for left[op] == 0 {
		op++
	}
	seen := make([]int, n)
	var back []int
	for seen[op] == 0 {
		back = append(back, op)
		seen[op] = len(back)
		for i := range e.ops[op].In {
			in := &e.ops[op].In[i]
			if in.Constant == nil && in.From != Outer && left[in.From] > 0 {
				op = in.From
				break
			}
		}
	}
	loop := back[seen[op]-1:]
	cycle := make([]int, len(loop))
	for i, op := range loop {
		cycle[len(loop)-1-i] = op
	}
	least := slices.Index(cycle, slices.Min(cycle))
	return append(cycle[least:], cycle[:least]...)
}

// names lists operations of a loop: "a → b → a".
func (e *Entry) names(cycle []int) string {
	var s strings.Builder
	for _, op := range cycle {
		fmt.Fprintf(&s, "%q → ", e.ops[op].Name)
	}
	fmt.Fprintf(&s, "%q", e.ops[cycle[0]].Name)
	return s.String()
}
