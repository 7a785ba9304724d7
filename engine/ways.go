package engine

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Lanes part and meet again. Where all parts of a mask meet, the mask is known without asking
// for the parts; and what a block reads that lanes come to from one other block alone is what
// that block left, whatever was done meanwhile to lanes that went another way. So blocks that
// exclude each other compute the same things once, and do not wait for one another.

// split is the parts of a mask.
type split struct {
	of    codegen.Value
	parts []codegen.Value
	lost  bool // some of its lanes faulted
	// rest is the part that takes most to find, if it is needed: that of no case of a switch.
	rest codegen.Value
	// values are those of the switch whose cases parts are, of a type, x.
	x      codegen.Value
	typ    optab.Type
	values map[codegen.Value]uint64
}

// parts says that a mask consists of others, no lane in two of them. Of more than two the last
// is that of no case.
func (p *phases) parts(of codegen.Value, parts ...codegen.Value) {
	s := &split{of: of, rest: codegen.NoValue}
	if len(parts) > 2 {
		s.rest = parts[len(parts)-1]
	}
	for _, m := range parts {
		if bits, ok := p.IsConst(m); ok && bits == 0 {
			continue
		}
		if p.split[m] != nil || m == of {
			return // the same lanes part again
		}
		s.parts = append(s.parts, m)
	}
	for _, m := range s.parts {
		p.split[m] = s
	}
}

// cases says that masks are parts by the values of a number.
func (p *phases) cases(masks []codegen.Value, x codegen.Value, typ optab.Type, values []uint64) {
	for i, m := range masks {
		s := p.split[m]
		if s == nil || !typ.IsInt() {
			continue
		}
		if s.values == nil {
			s.x, s.typ, s.values = x, typ, map[codegen.Value]uint64{}
		}
		s.values[m] = values[i] & codegen.WidthMask(typ)
		p.ofCase[m] = s
	}
}

// between is the lanes of several cases of a switch whose values follow each other. It reports
// false if they do not, or are few.
func (p *phases) between(s *split, masks []codegen.Value) (codegen.Value, bool) {
	if len(masks) < leastAmong {
		return codegen.NoValue, false
	}
	var values []uint64
	for _, m := range masks {
		v, ok := s.values[m]
		if !ok {
			return codegen.NoValue, false
		}
		values = append(values, v)
	}
	is, ok := p.inRow(s.x, s.typ, values)
	if !ok {
		return codegen.NoValue, false
	}
	return p.Emit(optab.Bool, "and.bool", s.of, is), true
}

// noCase is the lanes of a switch that are in none of its cases. Where their values follow each other
// that is found without the cases, whose masks are then made where they are needed.
func (p *phases) noCase(mask codegen.Value, cases []codegen.Value, x codegen.Value, typ optab.Type,
	values []uint64) codegen.Value {
	if typ.IsInt() && len(values) >= leastAmong {
		if is, ok := p.inRow(x, typ, maskedTo(typ, values)); ok {
			return p.Emit(optab.Bool, "andnot.bool", mask, is)
		}
	}
	rest := mask
	for _, m := range cases {
		rest = p.Emit(optab.Bool, "andnot.bool", rest, m)
	}
	return rest
}

// leastAmong is how many values that follow each other are found by one comparison.
const leastAmong = 3

// maskedTo returns values of a type without the bits that it does not have.
func maskedTo(typ optab.Type, values []uint64) (masked []uint64) {
	for _, v := range values {
		masked = append(masked, v&codegen.WidthMask(typ))
	}
	return masked
}

// inRow tells where a number is one of several that follow each other. It reports false if they do
// not.
func (p *phases) inRow(x codegen.Value, t optab.Type, values []uint64) (codegen.Value, bool) {
	least, most := slices.Min(values), slices.Max(values)
	if most-least != uint64(len(values)-1) {
		return codegen.NoValue, false
	}
	typ := optab.ParseType(fmt.Sprint("u", t.Bits()))
	if least > 0 {
		x = p.Emit(t, "sub."+t.String(), x, p.literal(t, least))
	}
	return p.Emit(optab.Bool, "lt."+typ.String(), x, p.literal(typ, uint64(len(values)))), true
}

// lose says that some lanes of a mask faulted, and which are left.
func (p *phases) lose(of, left codegen.Value) {
	s := p.split[of]
	if s == nil || of == left || p.split[left] != nil || p.g.placed {
		return
	}
	s.lost = true
	s.parts[slices.Index(s.parts, of)] = left
	delete(p.split, of)
	p.split[left] = s
}

// maskOf is the lanes that are at a block, or NoValue.
func (p *phases) maskOf(b int) codegen.Value {
	list := slices.Clone(p.masks[b])
	for again := true; again; {
		again = false
		for _, m := range list {
			if s := p.split[m]; s != nil && p.meet(s, &list) {
				again = true
				break
			}
		}
	}
	mask := codegen.NoValue
	for _, m := range list {
		mask = p.either(mask, m)
	}
	if len(list) > 1 {
		p.join(list, mask)
	}
	return mask
}

// meet replaces the parts of a mask that are in a list by that mask without the others, if
// these are few, and reports whether it did.
func (p *phases) meet(s *split, list *[]codegen.Value) bool {
	var others, met []codegen.Value
	for _, m := range s.parts {
		if slices.Contains(*list, m) {
			met = append(met, m)
			continue
		}
		others = append(others, m)
	}
	if s.lost {
		return false
	}
	mask, ok := codegen.NoValue, false
	if len(others) > 1 || slices.Contains(others, s.rest) {
		mask, ok = p.between(s, met)
	}
	if !ok && (slices.Contains(others, s.rest) || len(others) > 0 && len(others) >= len(s.parts)-len(others)) {
		return false
	}
	*list = slices.DeleteFunc(*list, func(m codegen.Value) bool { return slices.Contains(s.parts, m) })
	if !ok {
		mask = s.of
		for _, m := range others {
			mask = p.Emit(optab.Bool, "andnot.bool", mask, m)
		}
	}
	*list = append(*list, mask)
	if outer := p.split[s.of]; outer != nil && len(others) > 0 {
		outer.parts[slices.Index(outer.parts, s.of)] = mask
		for _, m := range others {
			outer.parts = append(outer.parts, m)
			p.split[m] = outer
		}
		delete(p.split, s.of)
		p.split[mask] = outer
	} else if len(others) > 0 {
		p.join(met, mask)
	}
	return true
}

// join makes one part of some parts of a mask.
func (p *phases) join(list []codegen.Value, all codegen.Value) {
	s := p.split[list[0]]
	apart := slices.ContainsFunc(list, func(m codegen.Value) bool { return p.split[m] != s })
	if s == nil || p.split[all] != nil || apart {
		return
	}
	s.parts = slices.DeleteFunc(s.parts, func(m codegen.Value) bool { return slices.Contains(list, m) })
	s.parts = append(s.parts, all)
	p.split[all] = s
	for _, m := range list {
		delete(p.split, m)
	}
}

// before are the variables as the lanes of a block have them when it starts.
func (p *phases) before(b int) map[string]codegen.Value {
	g, from := p.g, p.g.flow.Preds[b]
	if len(from) != 1 || len(g.sites) > 0 || len(g.depths) > 0 || p.ends[from[0]] == nil {
		return p.now
	}
	return p.ends[from[0]]
}

// either has the lanes of both masks. Each may be NoValue.
func (p *phases) either(x, y codegen.Value) codegen.Value { return either(p.Builder, x, y) }

func either(b *codegen.Builder, x, y codegen.Value) codegen.Value {
	switch codegen.NoValue {
	case x:
		return y
	case y:
		return x
	}
	return b.Emit(optab.Bool, "or.bool", x, y)
}
