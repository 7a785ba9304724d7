package circuit

import (
	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// replaces notes that a gate is going to be replaced by another one where it is needed. What is computed from it has
// the range that was found there alone, unless the other one is never more than it was; and so has the other one, if it
// was made for that, as it is said to be what the gate was (isNow).
func (k *known) replaces(g, by Ref) {
	c := k.c
	bits, constant := c.Bits(by)
	switch t := c.Type(g).Dtype(); {
	case int(by) >= len(k.of) && !constant:
		k.makeLocal(by)
	case !t.IsInt() || k.isLocal(by) || int(g) >= len(k.of):
	case constant && ranges.OfBits(t, bits).IsIn(k.of[g]), !constant && k.of[by].IsIn(k.of[g]):
		return
	}
	work := []Ref{g}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for u, i := range c.Uses(g) {
			m := c.Meta(u)
			isOperand := i >= int(m.States+m.Depends)
			if m.Kind == Operation && m.Op.Form() == optab.Elementwise && isOperand && !k.isLocal(u) {
				k.makeLocal(u)
				work = append(work, u)
			}
		}
	}
}

// makeLocal notes that the range of a gate holds only where it is needed.
func (k *known) makeLocal(g Ref) {
	for len(k.local) <= int(g) {
		k.local = append(k.local, make([]bool, k.c.Size()-len(k.local))...)
	}
	k.local[g] = true
}

// isLocal reports whether the range of a gate holds only where the gate is needed.
func (k *known) isLocal(g Ref) bool { return int(g) < len(k.local) && k.local[g] }

// holdsAt reports whether what is known of a gate holds in a block.
func (k *known) holdsAt(g Ref, block int32) bool {
	return !k.isLocal(g) || int(g) < len(k.need) && k.need[g] >= 0 && k.dominates(k.need[g], block)
}
