package engine

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/scalar"
	"github.com/lockstep-simt/lockstep/program"
)

// wideColumns tells whether columns of bools and of integers below 32 bits come with 32 bits
// an element. Code that runs one lane at a time reads them as they are.
const wideColumns = true

// CompileScalar makes machine code that runs one lane at a time, of a program of the
// source dialect: see package scalar. The error says why there is none. Of the options,
// Turns is after how many steps the code is left, and Machine the instruction set of what is
// vector code in it.
func CompileScalar(p *program.Program, o Options) (*Code, error) {
	set, err := setOf(o.Machine)
	if err == nil && set.target.Arch() != "amd64" {
		err = fmt.Errorf("code that runs one lane at a time is for amd64")
	}
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	made, err := scalar.Compile(p, set.target, scalar.Frame{
		Next: frameNext, Limit: frameLimit, Fuel: frameFuel, Faults: frameFaults, List: frameList, Columns: frameCols,
		Wide: wideColumns,
	})
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	const cycles = 100_000
	t := &turnCode{
		layout: layout{given: words(made.Given)}, lanes: 1, width: 8, abreast: 1, fuel: cycles,
		name:  fmt.Sprintf("lockstep.%s[scalar]", p.Name),
		stack: &stack{code: made}, Assembled: &codegen.Assembled{Code: made.Code, Lines: made.Lines},
	}
	if o.Turns > 0 {
		t.fuel = int64(o.Turns)
	}
	for _, c := range made.In {
		t.in = append(t.in, c.Name)
	}
	for _, c := range made.Out {
		t.out = append(t.out, c.Name)
	}
	for _, c := range slices.Concat(made.In, made.Out) {
		t.sizes, t.events = append(t.sizes, c.Size), append(t.events, c.Elements)
	}
	shape, err := newPlaced(t)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	c := &Code{fixed: true}
	c.shape.Store(shape)
	return c, nil
}

// words are what the frame has of uniforms of one element.
func words(names []string) (list []given) {
	for _, name := range names {
		list = append(list, given{name: name})
	}
	return list
}

// stack is what code needs that calls functions.
type stack struct{ code *scalar.Code }

// frameBytes is how large a frame is.
func (t *turnCode) frameBytes() int {
	if t.stack != nil {
		return max(t.bytes(), t.stack.code.Bytes)
	}
	return t.bytes()
}

// stackBytes is how much a lane may recurse. A call takes 8 bytes at least, and stands for
// a few of the program's: so none gets here to batch.DefaultMaxDepth.
const stackBytes = 1 << 20

var stacks = sync.Pool{New: func() any { b := aligned(stackBytes); return &b }}

// lend gives a frame a stack, until it is returned.
func (s *stack) lend(put func(offset int, v uint64)) (giveBack func()) {
	var b *[]byte
	if n := 4 * s.code.Margin; n > stackBytes {
		own := aligned(n)
		b, giveBack = &own, func() { runtime.KeepAlive(own) }
	} else {
		b = stacks.Get().(*[]byte)
		giveBack = func() { stacks.Put(b) }
	}
	low := addressOf(*b)
	put(s.code.Stack, uint64(low)+uint64(len(*b)))
	put(s.code.Bottom, uint64(low)+uint64(s.code.Margin))
	return giveBack
}

// checkTables reports tables that are not the code's.
func (t *turnCode) checkTables(tables map[string]Table) error {
	if t.stack == nil {
		return nil
	}
	for _, want := range t.stack.code.Tables {
		got, ok := tables[want.Name]
		v := reflect.ValueOf(got.Data)
		switch {
		case !ok:
			return fmt.Errorf("engine: uniform %s has no value", want.Name)
		case v.Kind() != reflect.Slice || int(v.Type().Elem().Size()) != want.Size,
			len(got.Shape) != want.Dims || v.Len() < program.Elements(got.Shape):
			return fmt.Errorf("engine: uniform %s is a %T of shape %v", want.Name, got.Data, got.Shape)
		}
	}
	return nil
}

// bind gives a frame the tables of a run.
func (s *stack) bind(put func(offset int, v uint64), tables map[string]Table) {
	for _, to := range s.code.Tables {
		from := tables[to.Name]
		put(to.At, uint64(reflect.ValueOf(from.Data).Pointer()))
		for i, n := range from.Shape {
			put(to.At+8*(i+1), uint64(n))
		}
	}
}

// Tables are the names of the uniforms with many elements that a run must give.
func (c *Code) Tables() (names []string) {
	if s := c.shape.Load().stack; s != nil {
		for _, t := range s.code.Tables {
			names = append(names, t.Name)
		}
	}
	return names
}
