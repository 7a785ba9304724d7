package turns

import (
	"context"
	"math"
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"
)

// A program may run as stages, each of which has code of its own. Before every stage but the
// first is a queue: lanes that come there wait until there are many, and then all of them run, at
// full width. What a lane takes along are the inputs of the next stage: numbers, in columns.

// Stage is a part of a program.
type Stage struct {
	*Shape
	// Exits are the ways out of it. If there are several, the last result column says by which
	// of them a lane left.
	Exits []StageExit
}

// StageExit is a way out of a stage.
type StageExit struct {
	// To is the stage that lanes go to, a later one, or negative: they end.
	To int
	// Take says where the inputs of that stage are, or the results of the program: in a result
	// column of this stage, or in an input column, which are counted behind those; negative if
	// nobody reads it.
	Take []int
}

// queueLength is how many lanes a stage waits for: enough that those that are left when others
// have no successors cost little, few enough that their values stay in the caches that are near.
const queueLength = 2048

// Staged returns the shape of a program that runs as stages. l is the layout of code of all of it, which has
// the columns and the uniforms.
func Staged(l Layout, stages []Stage) *Shape {
	given := func(u Given) bool { return l.RecordsOf(u.Name) != nil }
	l.Given = slices.DeleteFunc(slices.Clone(l.Given), given)
	l.Hosts, l.Records, l.Abreast, l.Short = nil, nil, stages[0].Abreast, false
	for _, s := range stages {
		l.Records = append(l.Records, s.Records...)
	}
	s := &Shape{Layout: l, stages: stages}
	s.frames.New = func() any { return &staging{Shape: s, queues: make([]queue, len(stages))} }
	return s
}

// values is a column of the numbers of lanes that wait, of 4 or of 8 bytes.
type values struct {
	wide   []uint64
	narrow []uint32
}

func newValues(size, n int) values {
	if size == 4 {
		return values{narrow: make([]uint32, n)}
	}
	return values{wide: make([]uint64, n)}
}

// data is the first n of them.
func (v values) data(n int) any {
	if v.narrow != nil {
		return v.narrow[:n]
	}
	return v.wide[:n]
}

// valuesOf are the values of a column of numbers, which stays where it is. Arrays do not wait, and only they may have
// numbers of fewer bytes.
func valuesOf(column any, size int) values {
	c := reflect.ValueOf(column)
	switch {
	case size < 4:
		return values{}
	case size == 4:
		return values{narrow: unsafe.Slice((*uint32)(c.UnsafePointer()), c.Len())}
	}
	return values{wide: unsafe.Slice((*uint64)(c.UnsafePointer()), c.Len())}
}

func (v values) set(row int, to uint32) {
	if v.narrow != nil {
		v.narrow[row] = to
	} else {
		v.wide[row] = uint64(to)
	}
}

// gather puts the values of some rows behind n that are there.
func (v values) gather(n int, from values, rows []int32) {
	if v.narrow != nil {
		for i, row := range rows {
			v.narrow[n+i] = from.narrow[row]
		}
		return
	}
	to := v.wide[n : n+len(rows)]
	for i, row := range rows {
		to[i] = from.wide[row]
	}
}

// scatter puts the values of some rows where their lanes are.
func (v values) scatter(lanes []int, from values, rows []int32) {
	if v.narrow != nil {
		for _, row := range rows {
			v.narrow[lanes[row]] = from.narrow[row]
		}
		return
	}
	for _, row := range rows {
		v.wide[lanes[row]] = from.wide[row]
	}
}

// queue is the lanes that wait for a stage.
type queue struct {
	n     int
	lanes []int
	in    []values
	out   []values // what the stage makes of them
}

// grow makes room for more lanes, and for their results.
func (q *queue) grow(in, out []Column, more int) {
	n := q.n + more
	if n <= len(q.lanes) {
		return
	}
	n = max(queueLength, n+n/2)
	old := *q
	q.lanes, q.in, q.out = make([]int, n), nil, nil
	copy(q.lanes, old.lanes[:q.n])
	for i, c := range in {
		v := newValues(c.Size, n)
		if old.n > 0 {
			copy(v.wide, old.in[i].wide)
			copy(v.narrow, old.in[i].narrow)
		}
		q.in = append(q.in, v)
	}
	for _, c := range out {
		q.out = append(q.out, newValues(c.Size, n))
	}
}

// staging runs stages for a worker.
type staging struct {
	*Shape
	queues []queue
	rows   []int32
	by     values // the exit of each row, where there is but one

	ctx     context.Context
	run     *Run
	results []values
	o       Outcome
	ended   int // lanes that did, or faulted, and were not reported
}

// workStages is Work for stages.
func (s *Shape) workStages(ctx context.Context, r *Run, workers int, next *atomic.Int64, end int) Outcome {
	t := s.frames.Get().(*staging)
	t.ctx, t.run, t.results, t.o, t.ended = ctx, r, nil, Outcome{}, 0
	for i, c := range s.Out {
		t.results = append(t.results, valuesOf(r.Out[i], c.Size))
	}
	for ctx.Err() == nil {
		from, to := take(next, end, workers)
		if from == to {
			t.advance(1)
			break
		}
		for ; from < to && ctx.Err() == nil; from += queueLength {
			t.begin(from, min(to, from+queueLength))
			t.advance(queueLength)
		}
		for ; from < to; from++ {
			t.o.Left = append(t.o.Left, from)
		}
	}
	for k := range t.queues {
		q := &t.queues[k]
		t.o.Left = append(t.o.Left, q.lanes[:q.n]...)
		q.n = 0
	}
	o := t.o
	t.ctx, t.run, t.results, t.o = nil, nil, nil, Outcome{} // others are not to keep columns alive
	t.queues[0].in = nil
	s.frames.Put(t)
	return o
}

// begin runs the first stage for some inputs.
func (t *staging) begin(from, to int) {
	q := &t.queues[0]
	q.grow(nil, t.stages[0].Out, to-from)
	q.n, q.in = to-from, nil
	var in []any
	for i, c := range t.In {
		data := reflect.ValueOf(t.run.In[i]).Slice(from*c.Elements, to*c.Elements).Interface()
		in, q.in = append(in, data), append(q.in, valuesOf(data, c.Size))
	}
	for i := range to - from {
		q.lanes[i] = from + i
	}
	t.stage(0, in)
}

// advance runs the other stages for which so many lanes wait.
func (t *staging) advance(enough int) {
	for k := range t.stages {
		q := &t.queues[k]
		if k == 0 || q.n < enough || t.ctx.Err() != nil {
			continue
		}
		var in []any
		for _, v := range q.in {
			in = append(in, v.data(q.n))
		}
		t.stage(k, in)
	}
	if t.run.Progress != nil && t.ended > 0 {
		t.run.Progress(t.ended)
		t.ended = 0
	}
}

// stage runs a stage for all lanes that wait there, and lets them go on.
func (t *staging) stage(k int, in []any) {
	s, q := t.stages[k], &t.queues[k]
	n := q.n
	q.n = 0
	run := &Run{In: in, Uniforms: t.run.Uniforms, Tables: t.run.Tables, Lanes: n, Workers: 1, whole: t.run}
	for _, v := range q.out {
		run.Out = append(run.Out, v.data(n))
	}
	did := s.Work(t.ctx, run, 1, new(atomic.Int64), n)
	t.o.Served, t.o.Exits = t.o.Served+did.Served, t.o.Exits+did.Exits
	gone := slices.Concat(did.Again, did.Left)
	t.ended += len(did.Again)
	for _, row := range did.Again {
		t.o.Again = append(t.o.Again, q.lanes[row])
	}
	for _, row := range did.Left {
		t.o.Left = append(t.o.Left, q.lanes[row])
	}
	for i, e := range s.Exits {
		rows := t.leaving(n, q, len(s.Exits), i, gone)
		if len(rows) == 0 {
			continue
		}
		if e.To < 0 {
			t.ended += len(rows)
			for j, from := range e.Take {
				if from >= 0 {
					t.results[j].scatter(q.lanes, q.value(from), rows)
				}
			}
			continue
		}
		to := &t.queues[e.To]
		to.grow(t.stages[e.To].In, t.stages[e.To].Out, len(rows))
		for j, from := range e.Take {
			if from >= 0 {
				to.in[j].gather(to.n, q.value(from), rows)
			}
		}
		for j, row := range rows {
			to.lanes[to.n+j] = q.lanes[row]
		}
		to.n += len(rows)
	}
}

// value is a result column of the lanes that waited, or behind those an input column.
func (q *queue) value(i int) values {
	if i < len(q.out) {
		return q.out[i]
	}
	return q.in[i-len(q.out)]
}

// leaving lists the rows of the lanes that left by one of some exits, without branches that
// nobody could predict. Those that are gone left by none.
func (t *staging) leaving(n int, q *queue, exits, exit int, gone []int) []int32 {
	if len(t.rows) < n {
		t.rows, t.by = make([]int32, n), newValues(4, n)
	}
	rows, count, by := t.rows[:n], 0, t.by
	if exits > 1 {
		by = q.out[len(q.out)-1]
	} else {
		clear(by.narrow)
	}
	for _, row := range gone {
		by.set(row, math.MaxInt32)
	}
	for i, left := range by.narrow[:min(n, len(by.narrow))] {
		rows[count] = int32(i)
		count += int((uint64(left^uint32(exit)) - 1) >> 63)
	}
	for i, left := range by.wide[:min(n, len(by.wide))] {
		rows[count] = int32(i)
		count += int(((left ^ uint64(exit)) - 1) >> 63)
	}
	return rows[:count]
}
