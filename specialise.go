package lockstep

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
)

// mostConstants is how many elements a uniform may have that becomes a constant: a program is looked at as a whole.
const mostConstants = 1 << 16

// Specialise returns the function for uniform parameters whose values stay: it is compiled anew with the values that
// options WithUniform give, as constants, and runs without them. Loops with a known number of rounds are written out,
// branches that constants decide are gone, and what a loop interprets is compiled, as the instructions of a small
// machine or the nodes of an expression. It takes as long as compiling the function, so it is for values that many
// lanes share. Uniforms that get no value stay uniform. Results are the same.
//
// Options other than WithUniform are errors, and so are uniforms of more than 65,536 elements.
func (fn *Func) Specialise(opts ...RunOption) (*Func, error) {
	var o runOptions
	for _, f := range opts {
		uniforms := len(o.uniforms)
		if f(&o); len(o.uniforms) == uniforms {
			return nil, errors.New("lockstep: Specialise takes values of uniforms alone, each once (WithUniform)")
		}
	}
	uniforms, err := fn.expandUniforms(o.uniforms)
	if err != nil {
		return nil, err
	}
	bound := maps.Clone(fn.bound)
	if bound == nil {
		bound = map[string]any{}
	}
	var given []batch.Option
	for _, name := range sortedKeys(uniforms) {
		c, err := fn.uniformColumn(name, uniforms[name])
		if err != nil {
			return nil, fmt.Errorf("lockstep: uniform %s: %w", name, err)
		}
		given = append(given, batch.WithUniform(name, c))
		bound[name] = c
	}
	p := fn.source.Clone()
	if err := fn.code.Constants(context.Background(), p, mostConstants, given...); err != nil {
		return nil, prefixed(err)
	}
	if err := program.Verify(p); err != nil {
		return nil, prefixed(err)
	}
	s, err := fromProgram(p, fn.options...)
	if err != nil {
		return nil, err
	}
	s.bound = bound
	if fn.texts != nil {
		s.texts = fn.texts
		s.in.findTold(p)
	}
	return s, nil
}
