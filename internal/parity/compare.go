package main

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// A job says at how many arguments, and which, a subject is compared.
type job struct {
	n       int64
	seed    uint64
	all32   bool
	workers int
}

// A result is what a comparison found.
type result struct {
	count, differing int64
	example          string
}

func (r result) String() string {
	if r.differing == 0 {
		return "none"
	}
	return fmt.Sprintf("%d: %s", r.differing, r.example)
}

// size is how many arguments kernels are given at once.
const size = 4096

// compare compares a subject's kernels with package math's.
func compare(s subject, j job) result {
	var lock sync.Mutex
	var total result
	var wg sync.WaitGroup
	for worker := range j.workers {
		wg.Go(func() {
			b := newBlock(&s)
			if j.all32 {
				b.all32(worker, j.workers)
			} else {
				if worker == 0 {
					b.structured()
				}
				b.random(sourceOf(j.seed, worker), (j.n+int64(j.workers)-1)/int64(j.workers))
			}
			lock.Lock()
			defer lock.Unlock()
			total.count += b.result.count
			total.differing += b.result.differing
			if total.example == "" {
				total.example = b.result.example
			}
		})
	}
	wg.Wait()
	return total
}

// A block is arguments of a subject, and results.
type block struct {
	*subject
	operands  [][]uint64 // a column for each operand
	want, got []uint64
	result    result
}

func newBlock(s *subject) *block {
	b := &block{subject: s, want: make([]uint64, size), got: make([]uint64, size)}
	for range s.in {
		b.operands = append(b.operands, make([]uint64, size))
	}
	return b
}

// structured compares at the arguments of package probe.
func (b *block) structured() {
	operands, orders := structured(b.subject)
	for from := 0; from < len(operands[0]); from += size {
		for i := range size {
			for k, list := range operands {
				b.set(k, i, list[from+i])
			}
			if orders != nil {
				b.setOrder(i, orders[from+i])
			}
		}
		b.compare(size)
	}
}

// random compares at n random arguments.
func (b *block) random(r *source, n int64) {
	for done := int64(0); n > 0; n, done = n-size, done+size {
		for i := range size {
			at := done + int64(i)
			x := b.first(r, at)
			b.set(0, i, x)
			switch {
			case b.isFar(at):
				x, n := far(r)
				b.set(0, i, x)
				b.setOrder(i, n)
			case b.in[len(b.in)-1] == optab.I64:
				b.setOrder(i, b.order(r, at))
			case len(b.in) == 2:
				b.set(1, i, b.second(r, at, x))
			}
		}
		b.compare(int(min(n, size)))
	}
}

// all32 compares at one worker's share of all float32 numbers.
func (b *block) all32(worker, workers int) {
	if b.in[len(b.in)-1] == optab.I64 {
		return
	}
	rounds := []float64{0}
	if len(b.in) == 2 {
		rounds = seconds
	}
	for _, y := range rounds {
		for from := worker * size; from < 1<<32; from += workers * size {
			for i := range size {
				b.set(0, i, float64(math.Float32frombits(uint32(from+i))))
				if len(b.in) == 2 {
					b.set(1, i, y)
				}
			}
			b.compare(size)
		}
	}
}

// set makes a number the i-th element of an operand, unless that has integers.
func (b *block) set(k, i int, x float64) {
	switch p := unsafe.Pointer(&b.operands[k][0]); b.in[k] {
	case optab.F64:
		unsafe.Slice((*float64)(p), size)[i] = x
	case optab.F32:
		unsafe.Slice((*float32)(p), size)[i] = float32(x)
	}
}

// setOrder is set for the last operand, which has integers.
func (b *block) setOrder(i int, n int64) { b.operands[len(b.operands)-1][i] = uint64(n) }

// compare runs all kernels at the first n arguments.
func (b *block) compare(n int) {
	if b.exact != nil {
		b.exact.fill(b, n)
	} else {
		b.run(b.math, b.want, n)
	}
	b.result.count += int64(n)
	for _, c := range b.codes {
		b.run(c.kernel, b.got, n)
		if slices.Equal(b.want[:n], b.got[:n]) { // a NaN may have other bits
			continue
		}
		for i := range n {
			want, got := element(b.out, b.want, i), element(b.out, b.got, i)
			if want == got || b.out.IsNaN(want) && b.out.IsNaN(got) {
				continue
			}
			b.result.differing++
			if b.result.example == "" {
				b.result.example = b.example(c.name, i, want, got)
			}
		}
	}
}

// run runs a kernel at the first n arguments.
func (b *block) run(k simd.Kernel, into []uint64, n int) {
	a := simd.Args{Dst: unsafe.Pointer(&into[0]), X: unsafe.Pointer(&b.operands[0][0]), SX: 1, SY: 1}
	if len(b.operands) > 1 {
		a.Y = unsafe.Pointer(&b.operands[1][0])
	}
	k.Call(&a, n)
}

// example says in words what differs at the i-th arguments.
func (b *block) example(name string, i int, want, got uint64) string {
	text := ""
	for k, t := range b.in {
		text += fmt.Sprintf("%s, ", inWords(t, element(t, b.operands[k], i)))
	}
	return fmt.Sprintf("%s%s gives %s, package math %s", text, name, inWords(b.out, got), inWords(b.out, want))
}

// element returns the bits of an element of a column.
func element(t optab.Type, column []uint64, i int) uint64 {
	if t == optab.F32 {
		return uint64(unsafe.Slice((*uint32)(unsafe.Pointer(&column[0])), len(column))[i])
	}
	return column[i]
}

func inWords(t optab.Type, bits uint64) string {
	switch t {
	case optab.F64:
		return fmt.Sprintf("%x", math.Float64frombits(bits))
	case optab.F32:
		return fmt.Sprintf("%x", math.Float32frombits(uint32(bits)))
	}
	return fmt.Sprint(int64(bits))
}
