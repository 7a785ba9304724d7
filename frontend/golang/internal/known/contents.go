package known

import (
	"encoding/binary"
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/internal/instance"
)

// What a callee is given of regions, and gives back.

// Contents is a region with the static parts of its leaves that refer: the
// operand by which regions are handed to a callee and back.
type Contents struct {
	Region *Region
	Cells  Value // for each leaf of the layout; numbers are left empty
}

var _ instance.Operand = Contents{}

// AppendKey appends the canonical form of c.
func (c Contents) AppendKey(key []byte) []byte {
	key = AppendString(key, gotypes.Key(c.Region.Type))
	key = append(key, byte(c.Region.Kind), c.Region.Made.key(), c.Region.Joined)
	key = binary.AppendUvarint(key, uint64(c.Region.Longest))
	return c.Cells.AppendKey(key)
}

// Join returns the least contents above both.
func (c Contents) Join(with instance.Operand) (instance.Operand, bool) {
	d, ok := with.(Contents)
	if !ok || len(c.Cells) != len(d.Cells) {
		return nil, false
	}
	cells := make(Value, len(c.Cells))
	for i := range cells {
		switch {
		case c.Cells[i].Kind == Number:
			cells[i] = d.Cells[i]
		case d.Cells[i].Kind == Number:
			cells[i] = c.Cells[i]
		default:
			cells[i] = joinAtoms(c.Cells[i], d.Cells[i])
		}
	}
	region := c.Region
	if d.Region.Longest > region.Longest {
		region = d.Region
	}
	return Contents{region, cells}, true
}

// String prints c for the log.
func (c Contents) String() string {
	s := types.TypeString(c.Region.Type, (*types.Package).Name)
	var refs Value
	for _, a := range c.Cells {
		if a.Kind != Number {
			refs = append(refs, a)
		}
	}
	if len(refs) > 0 {
		s += " of " + refs.String()
	}
	return s
}

// MadeRegions are the regions that a callee made and the caller comes to know,
// by name.
type MadeRegions []Contents

var _ instance.Operand = MadeRegions(nil)

// Sorted sorts the regions by their names.
func (m MadeRegions) Sorted() MadeRegions {
	slices.SortFunc(m, func(a, b Contents) int { return strings.Compare(a.Region.Name, b.Region.Name) })
	return m
}

// Of returns the cells of a region, or nil.
func (m MadeRegions) Of(name string) Value {
	for _, c := range m {
		if c.Region.Name == name {
			return c.Cells
		}
	}
	return nil
}

// AppendKey appends the canonical form of m.
func (m MadeRegions) AppendKey(key []byte) []byte {
	for _, c := range m {
		key = c.AppendKey(AppendString(key, c.Region.Name))
	}
	return key
}

// Join returns the regions of both.
func (m MadeRegions) Join(with instance.Operand) (instance.Operand, bool) {
	n, ok := with.(MadeRegions)
	if !ok {
		return nil, false
	}
	out := slices.Clone(m)
	for _, c := range n {
		i := slices.IndexFunc(out, func(d Contents) bool { return d.Region.Name == c.Region.Name })
		if i < 0 {
			out = append(out, c)
			continue
		}
		joined, ok := out[i].Join(c)
		if !ok {
			return nil, false
		}
		out[i] = joined.(Contents)
	}
	return out.Sorted(), true
}

// String prints m for the log.
func (m MadeRegions) String() string {
	s := make([]string, len(m))
	for i, c := range m {
		s[i] = c.Region.Name + ": " + c.String()
	}
	return strings.Join(s, ", ")
}

// Renaming gives regions the names that they have on the other side of a call.
type Renaming struct {
	To map[string]*Region // by the name on this side
	// fresh makes the region for one that was not met before, or nil to leave
	// it alone.
	fresh func(r *Region) *Region
	Order []*Region // of this side, as met
}

// NewRenaming makes a renaming that knows no region yet.
func NewRenaming(fresh func(r *Region) *Region) *Renaming {
	return &Renaming{To: map[string]*Region{}, fresh: fresh}
}

// Adopt notes a region that is the same on both sides.
func (n *Renaming) Adopt(r *Region) {
	n.To[r.Name] = r
	n.Order = append(n.Order, r)
}

// Region returns the region that r is on the other side.
func (n *Renaming) Region(r *Region) *Region {
	if r.Kind == TableRegion || r.Kind == UniformRegion || r.Arena {
		return r
	}
	if r.Kind == ChoiceRegion {
		options, renamed := make([]Option, len(r.Options)), false
		for i, o := range r.Options {
			options[i] = Option{n.Region(o.Region), o.From, o.Skip}
			renamed = renamed || options[i].Region != o.Region
		}
		if !renamed {
			return r
		}
		return NewChoice(options, r.Nilable)
	}
	if to, ok := n.To[r.Name]; ok {
		return to
	}
	to := n.fresh(r)
	n.To[r.Name] = to
	n.Order = append(n.Order, r)
	return to
}

// Value returns v with its regions renamed: v itself if they are the same on both sides.
func (n *Renaming) Value(v Value) Value {
	out := v
	for i := range v {
		region, parts := n.parts(&v[i])
		if region == v[i].Region && sameValue(parts, v[i].Parts) {
			continue
		}
		if sameValue(out, v) {
			out = slices.Clone(v)
		}
		out[i].Region, out[i].Parts = region, parts
	}
	return out
}

// Atom returns a with its regions renamed.
func (n *Renaming) Atom(a Atom) Atom {
	a.Region, a.Parts = n.parts(&a)
	return a
}

// parts are what an atom refers to, renamed.
func (n *Renaming) parts(a *Atom) (*Region, Value) {
	r := a.Region
	if r != nil {
		r = n.Region(r)
	}
	return r, n.Value(a.Parts)
}

// sameValue reports whether two values of one length are one and the same, and not only alike.
func sameValue(v, w Value) bool { return len(v) == 0 || &v[0] == &w[0] }
