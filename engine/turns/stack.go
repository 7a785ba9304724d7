package turns

import (
	"fmt"
	"reflect"
	"runtime"
)

// stackBytes is how much a lane may recurse. A call takes 8 bytes at least, and stands for
// a few of the program's: so none gets here to batch.DefaultMaxDepth.
const stackBytes = 1 << 20

// stacks are those that no frame has. They are kept, one for each processor: a sync.Pool is emptied by the
// garbage collector, and to take a new one may take as long as some ten thousand lanes.
var stacks = func() chan []byte {
	c := make(chan []byte, runtime.NumCPU())
	c <- aligned(first[:], stackBytes)
	return c
}()

// first is the first of them. Of memory that the program comes with the system gives the pages that lanes touch, and
// nobody clears it, as a megabyte of the heap.
var first [stackBytes + alignment - 1]byte

// takeStack returns a stack that no frame has.
func takeStack() []byte {
	select {
	case b := <-stacks:
		return b
	default:
		return Aligned(stackBytes)
	}
}

// returnStack keeps a stack for other frames.
func returnStack(b []byte) {
	select {
	case stacks <- b:
	default:
	}
}

// lend gives a frame a stack, until it is returned.
func (s *Stack) lend(put func(offset int, v uint64)) (giveBack func()) {
	var b []byte
	if n := 4 * s.Margin; n > stackBytes {
		b = Aligned(n)
		giveBack = func() { runtime.KeepAlive(b) }
	} else {
		b = takeStack()
		giveBack = func() { returnStack(b) }
	}
	low := addressOf(b)
	put(s.At, uint64(low)+uint64(len(b)))
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
