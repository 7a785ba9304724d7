package engine

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/scalar"
	"github.com/lockstep-simt/lockstep/engine/turns"
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
	t := &turnCode{turns.Layout{
		Lanes: 1, Width: 8, Abreast: 1, Bytes: made.Bytes, Clear: made.Bytes, Fuel: cycles,
		Stack: &turns.Stack{At: made.Stack, Bottom: made.Bottom, Margin: made.Margin},
	}, &codegen.Assembled{Code: made.Code, Lines: made.Lines}}
	if o.Turns > 0 {
		t.Fuel = int64(o.Turns)
	}
	column := func(name string) turns.Column {
		typ := p.VarDefs.Def(name).Type.Leaf()
		return turns.Column{Name: name, Size: stored(typ.Dtype).Size(), Elements: typ.Elements()}
	}
	for _, name := range made.In {
		t.In = append(t.In, column(name))
	}
	for _, name := range made.Out {
		t.Out = append(t.Out, column(name))
	}
	for _, name := range made.Given {
		t.Given = append(t.Given, turns.Given{Name: name})
	}
	shape, err := newPlaced(t)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	c := &Code{fixed: true}
	c.shape.Store(shape)
	return c, nil
}
