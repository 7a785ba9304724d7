package turns

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
)

// stackBytes is how much a lane may recurse. A call takes 8 bytes at least, and stands for
// a few of the program's: so none gets here to batch.DefaultMaxDepth.
const stackBytes = 1 << 20

var stacks = sync.Pool{New: func() any { b := Aligned(stackBytes); return &b }}

// lend gives a frame a stack, until it is returned.
func (s *Stack) lend(put func(offset int, v uint64)) (giveBack func()) {
	var b *[]byte
	if n := 4 * s.Margin; n > stackBytes {
		own := Aligned(n)
		b, giveBack = &own, func() { runtime.KeepAlive(own) }
	} else {
		b = stacks.Get().(*[]byte)
		giveBack = func() { stacks.Put(b) }
	}
	low := addressOf(*b)
	put(s.At, uint64(low)+uint64(len(*b)))
	put(s.Bottom, uint64(low)+uint64(s.Margin))
	return giveBack
}

// check reports tables that are not the code's.
func (s *Stack) check(tables map[string]Table) error {
	for _, want := range s.Tables {
		got, ok := tables[want.Name]
		v := reflect.ValueOf(got.Data)
		elements := 1
		for _, n := range got.Shape {
			elements *= n
		}
		switch {
		case !ok:
			return fmt.Errorf("engine: uniform %s has no value", want.Name)
		case v.Kind() != reflect.Slice || int(v.Type().Elem().Size()) != want.Size,
			len(got.Shape) != want.Dims || v.Len() < elements:
			return fmt.Errorf("engine: uniform %s is a %T of shape %v", want.Name, got.Data, got.Shape)
		}
	}
	return nil
}

// bind gives a frame the tables of a run.
func (s *Stack) bind(put func(offset int, v uint64), tables map[string]Table) {
	for _, to := range s.Tables {
		from := tables[to.Name]
		put(to.At, uint64(reflect.ValueOf(from.Data).Pointer()))
		for i, n := range from.Shape {
			put(to.At+8*(i+1), uint64(n))
		}
	}
}
