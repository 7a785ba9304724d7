package engine

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// Code is the machine code of a program. It may be shared by any number of runs.
type Code struct {
	turn  *turnCode
	entry uintptr
}

// Options fix what is chosen otherwise: for tests and measurements.
type Options struct {
	// Groups is how many groups of lanes advance together, 1 to 4.
	Groups int
	// Turns is after how many turns the code is left.
	Turns int
}

// maxGroups is the most groups of lanes that advance together.
const maxGroups = 4

// Compile makes machine code of a lowered program. The error says why there is none:
// the program is not of the kind that this machine code is for, or the processor or the
// operating system does not run it.
func Compile(p *program.Program, o Options) (*Code, error) {
	if simd.Active() != "avx512" {
		return nil, fmt.Errorf("engine: it needs AVX-512")
	}
	t, err := compile(p, o.Groups)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if o.Turns > 0 {
		t.fuel = int64(o.Turns)
	}
	entry, release, err := place(t.Code)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	c := &Code{turn: t, entry: entry}
	runtime.AddCleanup(c, func(release func()) { release() }, release)
	return c, nil
}

// compile makes the code for so many groups, or as many as seems best.
func compile(p *program.Program, groups int) (*turnCode, error) {
	g, err := newGraph(p)
	if err != nil {
		return nil, err
	}
	if groups > 0 {
		return newTurn(g, codegen.AVX512, groups)
	}
	var best *turnCode
	var failed error
	for n := 1; n <= maxGroups; n++ {
		t, err := newTurn(g, codegen.AVX512, n)
		if err != nil {
			failed = err
			break
		}
		// More groups hide latency as long as they do not spill much.
		if best != nil && t.Cost > best.Cost+float64(len(t.Lines))/8 {
			break
		}
		best = t
	}
	if best == nil {
		return nil, failed
	}
	return best, nil
}

// Lines returns the machine code as text, an instruction a line.
func (c *Code) Lines() []string {
	var text []string
	for _, l := range c.turn.Lines {
		text = append(text, codegen.Text(l))
	}
	return text
}

// Groups is how many groups of lanes advance together, and Lanes the lanes of each.
func (c *Code) Groups() int { return c.turn.groups }
func (c *Code) Lanes() int  { return c.turn.lanes }

func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
