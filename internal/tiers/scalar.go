package tiers

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/program"
)

// scalarCode is the machine code of a program that runs one lane at a time.
type scalarCode struct {
	source func() (*program.Program, error) // the program with its calls, or nil
	once   sync.Once
	code   *engine.Code
	why    error // there is none
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
		if s.source == nil {
			s.why = errors.New("the program's calls are gone")
			return
		}
		source, err := s.source()
		if err != nil {
			s.why = err
			return
		}
		if s.code, s.why = engine.CompileScalar(source, engine.Options{}); s.why != nil {
			return
		}
		for _, name := range slices.Concat(s.code.Uniforms(), s.code.Tables()) {
			if p.lowered.Uniform(name) == nil { // nobody computes it
				s.code, s.why = nil, fmt.Errorf("the uniform %s is not one of the lowered program", name)
				return
			}
		}
	})
	return s.code, s.why
}
