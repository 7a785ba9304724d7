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
	keys Elements
}

// rangeOver begins a loop over a map, if its order cannot be seen.
func rangeOver(in *ssa.Range, over Datum) Datum {
	if why, _ := ssaflow.OrderMatters(in); why != "" {
		return poisoned(in, "ranges over a map, whose order Go leaves open: %s", why)
	}
	m, _ := over.Ref.(*MapDatum)
	if m != nil && m.Bad != nil {
		return Datum{Ref: m.Bad}
	}
	keys, _ := m.Entries()
	return Datum{Ref: &entries{of: m, keys: keys}}
}

// next gives the next entry, whose key the evaluator finds in the map.
func (s *entries) next(e *Evaluator, in *ssa.Next) Datum {
	key := in.Iter.(*ssa.Range).X.Type().Underlying().(*types.Map).Key()
	for len(s.keys) > 0 {
		k := s.keys[0]
		s.keys = s.keys[1:]
		if v, ok := s.of.get(e.Key(in, k, key)); ok {
			return Datum{Ref: Aggregate{{Bits: 1}, k, v}}
		}
	}
	return Datum{Ref: Aggregate{{}, {}, {}}}
}
