package turns

import (
	"math"
	"reflect"
	"slices"
	"sync"
	"unsafe"
)

// Code whose caller has integers of 64 bits may have them in 32. A run of such code has copies of these columns: of
// inputs before its lanes run, if all of them are small, and of results, which are widened when a worker is done. So
// it has of tables.

// shortColumn is a copy of a column.
type shortColumn struct {
	data []int32
	made bool
	ok   bool // the numbers are small
}

var shortMemory sync.Pool // of *[]int32

func newShort(n int) []int32 {
	if m, ok := shortMemory.Get().(*[]int32); ok && cap(*m) >= n {
		return (*m)[:n]
	}
	return make([]int32, n)
}

// Release gives back the memory of a run that has ended.
func (r *Run) Release() {
	for _, c := range slices.Concat(r.shortIn, r.shortOut) {
		if c.data != nil {
			shortMemory.Put(&c.data)
		}
	}
	r.shortIn, r.shortOut = nil, nil
}

// wide are the numbers of a column of 64 bits.
func wide(data any, n int) []int64 {
	return unsafe.Slice((*int64)(reflect.ValueOf(data).UnsafePointer()), n)
}

// shortInput is the copy of input i; ok is false if some of its numbers are too large.
func (r *Run) shortInput(c *Column, i int) (data []int32, ok bool) {
	call := r.call()
	call.making.Lock()
	defer call.making.Unlock()
	if r.shortIn == nil {
		r.shortIn = make([]shortColumn, len(r.In))
	}
	if to := &r.shortIn[i]; !to.made {
		to.made, to.data = true, newShort(r.Lanes)
		to.ok = shorten(to.data, wide(r.In[i], r.Lanes), c.From, c.To)
	}
	return r.shortIn[i].data, r.shortIn[i].ok
}

// shorten copies numbers, and reports whether all are within limits that are less than 2^63 apart: where one of the two
// differences wraps around, the other is negative. There is no branch for each number.
func shorten(to []int32, from []int64, least, most int64) bool {
	to, outside := to[:len(from)], int64(0)
	for k, n := range from {
		to[k] = int32(n)
		outside |= (n - least) | (most - n)
	}
	return outside >= 0
}

// shortResult is the copy of result i.
func (r *Run) shortResult(i int) []int32 {
	call := r.call()
	call.making.Lock()
	defer call.making.Unlock()
	if r.shortOut == nil {
		r.shortOut = make([]shortColumn, len(r.Out))
	}
	if to := &r.shortOut[i]; !to.made {
		to.made, to.data = true, newShort(r.Lanes)
	}
	return r.shortOut[i].data
}

// shortTable is a copy of a table.
type shortTable struct {
	name string
	data []int32
	ok   bool // the numbers are small
}

// shortened is the copy of a table, which is made once; ok is false if some of its numbers are too large.
func (r *Run) shortened(u Given) (data []int32, ok bool) {
	c := r.call()
	c.making.Lock()
	defer c.making.Unlock()
	for _, t := range c.short {
		if t.name == u.Name {
			return t.data, t.ok
		}
	}
	table := r.Tables[u.Name].Data
	to := shortTable{name: u.Name, ok: true, data: make([]int32, reflect.ValueOf(table).Len())}
	if len(to.data) > 0 {
		for k, n := range wide(table, len(to.data)) {
			to.data[k] = int32(n)
			to.ok = to.ok && n >= u.From && n <= u.To
		}
	}
	c.short = append(c.short, to)
	return to.data, to.ok
}

// shortPerLane is for how many elements of a table each lane of a call makes up, so that it is worth to copy them, and
// shortTables how many always are.
const shortPerLane, shortTables = 4, 256

// isSmall reports whether there is room for what a uniform is.
func (r *Run) isSmall(u Given) bool {
	switch {
	case u.Axis > 0:
		return r.Tables[u.Name].Shape[u.Axis-1] <= math.MaxInt32
	case !u.Wide:
		return true
	case !u.Table:
		n := int64(r.Uniforms[u.Name])
		return u.From <= n && n <= u.To
	case reflect.ValueOf(r.Tables[u.Name].Data).Len() > shortTables+shortPerLane*r.call().Lanes:
		return false
	}
	_, ok := r.shortened(u)
	return ok
}

// Small reports whether the inputs of a run, and its uniforms, are such as the code has room for. The run is to be
// released then.
func (l *Layout) Small(r *Run) bool {
	if !l.Short {
		return true
	}
	for _, u := range l.Given {
		if !r.isSmall(u) {
			return false
		}
	}
	for i := range l.In {
		if c := &l.In[i]; c.Wide {
			if _, ok := r.shortInput(c, i); !ok {
				return false
			}
		}
	}
	return true
}

// stretch is lanes that follow each other.
type stretch struct{ from, to int }

// widen gives the caller the results of lanes, but for some that have none.
func (s *Shape) widen(r *Run, lanes []stretch, o *Outcome) {
	without := slices.Concat(o.Again, o.Left)
	slices.Sort(without)
	without = slices.Compact(without)
	for i := range s.Out {
		if !s.Out[i].Wide {
			continue
		}
		from, to := r.shortResult(i), wide(r.Out[i], r.Lanes)
		for _, l := range lanes {
			first, _ := slices.BinarySearch(without, l.from)
			at := l.from
			for _, skip := range without[first:] {
				if skip >= l.to {
					break
				}
				widenNumbers(to[at:skip], from[at:skip])
				at = skip + 1
			}
			widenNumbers(to[at:l.to], from[at:l.to])
		}
	}
}

func widenNumbers(to []int64, from []int32) {
	for i, n := range from {
		to[i] = int64(n)
	}
}
