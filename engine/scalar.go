package engine

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/scalar"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// CompileScalar makes machine code that runs one lane at a time, of a program of the
// source dialect: see package scalar. The error says why there is none. Of the options,
// Turns is after how many steps the code is left, and Machine the instruction set of what is
// vector code in it.
func CompileScalar(p *program.Program, o Options) (*Code, error) {
	if err := checkGroups(o.Groups); err != nil {
		return nil, err
	}
	set, err := setOf(o.Machine)
	if err == nil && set.target.Arch() != "amd64" {
		err = fmt.Errorf("code that runs one lane at a time is for amd64")
	}
	if err == nil {
		err = set.agree(p)
	}
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	made, err := scalar.Compile(p, set.target, scalar.Frame{
		Next: frameNext, Limit: frameLimit, Fuel: frameFuel, Faults: frameFaults, List: frameList, Columns: frameCols,
	}, simd.LeastJumpTable())
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	code := &codegen.Assembled{Code: made.Code, Lines: made.Lines, Target: set.target,
		Names: codegen.Names{Labels: made.Labels}}
	t := &emitted{
		Layout: turns.Layout{
			Lanes: 1, Width: 8, Abreast: 1, Bytes: made.Bytes, Clear: made.Bytes, Fuel: runCycles, Loose: true,
			Stack: &turns.Stack{At: made.Stack, Bottom: made.Bottom, Margin: made.Margin},
		},
		name: fmt.Sprintf("lockstep.%s[scalar]", p.Name), Assembled: code,
	}
	for _, m := range made.Marks {
		t.marks = append(t.marks, mark{m.What, m.Pos})
	}
	if o.Turns > 0 {
		t.Fuel, t.Loose = int64(o.Turns), false
	}
	for _, c := range made.In {
		t.In = append(t.In, turns.Column{Name: c.Name, Size: c.Size, Elements: c.Elements, Apart: c.Text,
			Strings: c.Strings, Bytes: c.Bytes, Lens: c.Lens, Checked: c.Checked})
	}
	for _, c := range made.Out {
		t.Out = append(t.Out, turns.Column{Name: c.Name, Size: c.Size, Elements: c.Elements})
	}
	for _, name := range made.Given {
		t.Given = append(t.Given, turns.Given{Name: name})
	}
	for _, u := range made.Tables {
		t.Stack.Tables = append(t.Stack.Tables, turns.StackTable{Name: u.Name, Size: u.Size, Dims: u.Dims, At: u.At})
	}
	shape, err := newMapped(t)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	c := &Code{fixed: true}
	c.shape.Store(shape)
	return c, nil
}

// Tables are the names of the uniforms with many elements that a run must give.
func (c *Code) Tables() (names []string) {
	if s := c.shape.Load().Stack; s != nil {
		for _, t := range s.Tables {
			names = append(names, t.Name)
		}
	}
	return names
}
