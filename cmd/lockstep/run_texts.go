package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
)

// A function is compiled for the strings that its parameters may be: those of -texts, or else those that
// the inputs have.

// measureTexts takes the strings of those parameters from the inputs that -texts does not name.
func (f *dataFlags) measureTexts(s *sizes, in *inputs, params []param) error {
	for _, p := range params {
		if p.Underlying != "string" || s.texts[p.Name] != nil || slices.Contains(f.uniforms.params(), p.Name) {
			continue
		}
		texts, err := in.texts(dataio.Field{Name: p.Name, Type: program.GoString})
		if err != nil || len(texts) == 0 {
			return err
		}
		s.texts[p.Name] = texts
	}
	return nil
}

// takeTexts takes the strings inside parameters of a function from the inputs, and reports whether there are
// some that it was not compiled for.
func (s *sizes) takeTexts(in *inputs, compiled *lockstep.Func) (more bool, err error) {
	for _, p := range compiled.Params() {
		if p.Type != program.GoString || s.texts[p.Name] != nil || p.Uniform {
			continue
		}
		known := p.Texts
		p.Texts = nil
		texts, err := in.texts(p)
		if err != nil {
			return false, err
		}
		all := append(texts, known...)
		slices.Sort(all)
		if all = slices.Compact(all); len(all) > len(known) {
			s.texts[p.Name], more = all, true
		}
	}
	return more, nil
}

// mostTexts is how many strings a parameter may be.
const mostTexts = 64

// texts are the strings that all files have in a column, in order; there are none without -in.
func (in *inputs) texts(column dataio.Field) (texts []string, err error) {
	met := map[string]bool{}
	for _, f := range in.files {
		t, err := f.ReadAhead([]dataio.Field{column})
		if err != nil {
			return nil, pathProblem(err)
		}
		c := t.Columns[0]
		per := c.Elements()
		for i, text := range c.Data.([]string) {
			if c.Slice != "" && i%per >= int(c.Lens[i/per])*(per/c.Shape[0]) || met[text] {
				continue
			}
			met[text] = true
			texts = append(texts, text)
		}
	}
	if len(texts) > mostTexts {
		return nil, fmt.Errorf("%s: %q has %d different strings, and a function is compiled for up to %d, such as "+
			"kinds or grades; give others numbers (the first are %s)", in.files[0].Name(), column.Name, len(texts),
			mostTexts, strings.Join(texts[:3], ", "))
	}
	slices.Sort(texts)
	return texts, nil
}
