package tiers

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/internal/clock"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// scalarCode is the machine code of a program that runs one lane at a time.
type scalarCode struct {
	source func() (*program.Program, error) // the program with its calls; nil if the lowered one has none
	once   sync.Once
	made   atomic.Bool
	code   *engine.Code
	why    error         // there is none
	took   time.Duration // to find that out
}

// WithSource tells where the program with its calls is, which code that runs one lane at
// a time is made from. It returns p.
func (p *Program) WithSource(source func() (*program.Program, error)) *Program {
	p.scalar.source = source
	return p
}

// Scalar returns the machine code that runs one lane at a time. The error says why there is
// none.
func (p *Program) Scalar() (*engine.Code, error) {
	s := &p.scalar
	s.once.Do(func() {
		s.took = clock.Took(func() { s.code, s.why = s.make(p.lowered) })
		s.made.Store(true)
	})
	return s.code, s.why
}

func (s *scalarCode) make(lowered *program.Program) (*engine.Code, error) {
	from := s.source
	if from == nil {
		from = func() (*program.Program, error) { return edit.AsSource(lowered) }
	}
	source, err := from()
	if err != nil {
		return nil, err
	}
	code, err := engine.CompileScalar(source, engine.Options{})
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Concat(code.Uniforms(), code.Tables()) {
		if lowered.Uniform(name) == nil { // nobody computes it
			return nil, fmt.Errorf("the uniform %s is not one of the lowered program", name)
		}
	}
	return code, nil
}
