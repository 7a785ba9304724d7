package main

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
)

// A function is compiled for the strings that its parameters may be: those of -texts, or else those that
// the inputs have if they are few, as kinds and grades are, and otherwise any of so many bytes.

// measureTexts takes the strings of those parameters from the inputs that -texts does not name.
func (f *dataFlags) measureTexts(s *sizes, in *inputs, params []param) error {
	for _, p := range params {
		if p.Underlying != "string" || s.givesText(p.Name) || slices.Contains(f.uniforms.params(), p.Name) {
			continue
		}
		if _, err := s.measureText(in, dataio.Field{Name: p.Name, Type: program.GoString}, nil); err != nil {
			return err
		}
	}
	return nil
}

// measureElements takes the strings that slices of strings have from the inputs, once it is known how long these are.
func (f *dataFlags) measureElements(s *sizes, in *inputs, params []param) error {
	for _, p := range params {
		length, fixed := s.length[p.Name]
		column := dataio.Field{Name: p.Name, Type: program.GoString, Shape: []int{max(length, s.capacity[p.Name])}}
		if !fixed {
			column.Slice = p.Name
		}
		if p.Underlying != "[]string" || s.texts[p.Name] != nil || column.Shape[0] <= 0 ||
			slices.Contains(f.uniforms.params(), p.Name) {
			continue
		}
		if _, err := s.measureText(in, column, nil); err != nil {
			return err
		}
	}
	return nil
}

// givesText reports whether it is known which strings a parameter may be, or of how many bytes.
func (s *sizes) givesText(name string) bool {
	_, any := s.capacity[name]
	return any || s.texts[name] != nil
}

// measureText takes the strings of a parameter from the inputs, those that it is compiled for already among them, and
// reports whether there are others.
func (s *sizes) measureText(in *inputs, column dataio.Field, compiled []string) (more bool, err error) {
	texts, longest, err := in.texts(column)
	if err != nil || len(texts) == 0 {
		return false, err
	}
	all := append(texts, compiled...)
	slices.Sort(all)
	elements := len(column.Shape) > 0 // which cannot be any
	switch all = slices.Compact(all); {
	case len(all) > mostTexts && elements:
		return false, fmt.Errorf("%s: the elements of %s are more than %d strings: as elements of arrays and slices, "+
			"strings can be one of so many", in.files[0].Name(), column.Name, mostTexts)
	case len(all) > mostTexts:
		s.capacity[column.Name] = longest
	case len(all) > len(compiled):
		if s.texts[column.Name] = all; elements {
			break
		}
		if s.few == nil {
			s.few = map[string]int{}
		}
		s.few[column.Name] = longest
	default:
		return false, nil
	}
	return true, nil
}

// takeAny has strings that the inputs have a few of be of any text, and reports whether there are such.
func (s *sizes) takeAny() bool {
	for name, longest := range s.few {
		delete(s.texts, name)
		s.capacity[name] = longest
	}
	some := len(s.few) > 0
	clear(s.few)
	return some
}

// takeTextsOf gives strings inside parameters a capacity, and reports whether there was one.
func (s *sizes) takeTextsOf(in *inputs, names []string) (some bool, err error) {
	for _, name := range names {
		texts, longest, err := in.texts(dataio.Field{Name: name, Type: program.GoString})
		if err != nil {
			return false, err
		}
		if len(texts) > 0 {
			s.capacity[name], some = longest, true
		}
	}
	return some, nil
}

// takeTexts takes the strings inside parameters of a function from the inputs, and reports whether there are
// some that it was not compiled for.
func (s *sizes) takeTexts(in *inputs, compiled *lockstep.Func) (more bool, err error) {
	for _, p := range compiled.Params() {
		if p.Type != program.GoString || s.givesText(p.Name) || p.Uniform {
			continue
		}
		compiled := p.Texts
		p.Texts = nil
		others, err := s.measureText(in, p, compiled)
		if err != nil {
			return false, err
		}
		more = more || others
	}
	return more, nil
}

// mostTexts is how many strings a parameter may be.
const mostTexts = 64

// texts are the strings that all files have in a column, and how many bytes the longest has, at least one; there are
// none without -in. Of more than mostTexts some are left out.
func (in *inputs) texts(column dataio.Field) (texts []string, longest int, err error) {
	met := map[string]bool{}
	for _, f := range in.files {
		t, err := f.ReadAhead([]dataio.Field{column})
		if err != nil {
			return nil, 0, pathProblem(err)
		}
		c := t.Columns[0]
		per := c.Elements()
		for i, text := range c.Data.([]string) {
			if c.Slice != "" && i%per >= int(c.Lens[i/per])*(per/c.Shape[0]) {
				continue
			}
			if longest = max(longest, len(text), 1); met[text] || len(texts) > mostTexts {
				continue
			}
			met[text] = true
			texts = append(texts, text)
		}
	}
	if len(in.files) > 0 && len(texts) == 0 { // a table without rows, for which any string will do
		return []string{""}, 1, nil
	}
	return texts, longest, nil
}
