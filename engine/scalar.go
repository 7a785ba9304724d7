package engine

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/scalar"
	"github.com/lockstep-simt/lockstep/program"
)

// CompileScalar makes machine code that runs one lane at a time, of a program of the
// source dialect: see package scalar. The error says why there is none. Of the options,
// Turns is after how many steps the code is left.
func CompileScalar(p *program.Program, o Options) (*Code, error) {
	set, err := setOf("")
	if err == nil && set != avx512 { // what is vector code in it is AVX-512's
		err = fmt.Errorf("code that runs one lane at a time is for AVX-512")
	}
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	made, err := scalar.Compile(p, scalar.Frame{
		Next: frameNext, Limit: frameLimit, Fuel: frameFuel, Faults: frameFaults, List: frameList, Columns: frameCols,
	})
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	const cycles = 100_000
	t := &turnCode{
		layout: layout{in: made.In, out: made.Out, given: words(made.Given)}, lanes: 1, width: 8, abreast: 1, fuel: cycles,
		name:  fmt.Sprintf("lockstep.%s[scalar]", p.Name),
		stack: &stack{made}, Assembled: &codegen.Assembled{Code: made.Code, Lines: made.Lines},
	}
	if o.Turns > 0 {
		t.fuel = int64(o.Turns)
	}
	for _, name := range slices.Concat(made.In, made.Out) {
		typ := p.VarDefs.Def(name).Type.Leaf()
		t.sizes, t.events = append(t.sizes, stored(typ.Dtype).Size()), append(t.events, typ.Elements())
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
