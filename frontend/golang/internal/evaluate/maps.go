package evaluate

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
)

// MapDatum is a map. Its elements are in the order in which their keys came,
// and stay when the keys are deleted.
type MapDatum struct {
	Index  map[string]int // by keys
	Values Elements
	keys   Elements
	Tables map[int]*known.Region // of elements that lanes read
	Bad    *Poison               // nobody knows what is in it
}

// NewMap makes a map without entries.
func NewMap() *MapDatum { return &MapDatum{Index: map[string]int{}} }

// Set sets an entry of a map whose keys have a type.
func (e *Evaluator) Set(m *MapDatum, key, value Datum, typ types.Type) {
	m.set(e.Key(nil, key, typ), key, value)
}

// Entries returns the keys that are there, in the order in which they came, and their values.
func (m *MapDatum) Entries() (keys, values Elements) {
	if m == nil {
		return nil, nil
	}
	for _, i := range slices.Sorted(maps.Values(m.Index)) {
		keys, values = append(keys, m.keys[i]), append(values, m.Values[i])
	}
	return keys, values
}

func (m *MapDatum) get(key string) (Datum, bool) {
	if m == nil {
		return Datum{}, false
	}
	i, ok := m.Index[key]
	if !ok {
		return Datum{}, false
	}
	return m.Values[i], true
}

func (m *MapDatum) set(key string, k, v Datum) {
	if i, ok := m.Index[key]; ok {
		m.keys[i], m.Values[i] = k, v // a zero has the sign of the last
		return
	}
	m.Index[key] = len(m.Values)
	m.Values = append(m.Values, v)
	m.keys = append(m.keys, k)
}

// entries is what a range over a map steps through: the keys that were there when it began, as far as
// they still are.
type entries struct {
	of   *MapDatum
	keys []string
}

// rangeOver begins a loop over a map, if its order cannot be seen.
func rangeOver(in *ssa.Range, over Datum) Datum {
	if why, _ := ssaflow.OrderMatters(in, ssaflow.Facts{Initialises: true}); why != "" {
		return poisoned(in, "ranges over a map, whose order Go leaves open: %s", why)
	}
	m, _ := over.Ref.(*MapDatum)
	if m != nil && m.Bad != nil {
		return Datum{Ref: m.Bad}
	}
	s := &entries{of: m}
	if m != nil {
		s.keys = slices.SortedFunc(maps.Keys(m.Index), func(a, b string) int { return m.Index[a] - m.Index[b] })
	}
	return Datum{Ref: s}
}

// next gives the next entry.
func (s *entries) next() Datum {
	for len(s.keys) > 0 {
		key := s.keys[0]
		s.keys = s.keys[1:]
		if i, ok := s.of.Index[key]; ok {
			return Datum{Ref: Aggregate{{Bits: 1}, s.of.keys[i], s.of.Values[i]}}
		}
	}
	return Datum{Ref: Aggregate{{}, {}, {}}}
}
