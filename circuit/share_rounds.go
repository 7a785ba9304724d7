package circuit

// shareRounds makes one of the numbers of a loop that begin alike and change alike in every round, such as the length
// and the capacity of a slice whose first elements are taken off. Equality is assumed of two selectors, and holds if
// their next values are equal under the assumption (B. Alpern, M. Wegman and F. K. Zadeck, "Detecting equality of
// variables in programs", 1988, for pairs).
func shareRounds(c *Circuit) {
	for g := range c.Gates() {
		if c.Kind(g) != LoopBegin {
			continue
		}
		var list []Ref
		for u := range c.Uses(g) {
			if c.Kind(u) == ValueSelector && len(list) < roundsMost {
				list = append(list, u)
			}
		}
		for i, a := range list {
			for _, b := range list[i+1:] {
				if c.has(a) && c.has(b) && c.Type(a) == c.Type(b) && c.Value(a, 0) == c.Value(b, 0) &&
					c.changeAlike(c.Value(a, 1), c.Value(b, 1), a, b, roundsDeep) {
					c.ReplaceUses(b, a)
					c.remove(b)
				}
			}
		}
	}
}

// How many numbers of a loop are compared with each other, and how many operations of a round are followed.
const (
	roundsMost = 12
	roundsDeep = 6
)

// changeAlike reports whether two gates are equal where a and b are.
func (c *Circuit) changeAlike(x, y, a, b Ref, depth int) bool {
	if x == y || x == a && y == b || x == b && y == a {
		return true
	}
	m := c.Meta(x)
	if depth == 0 || c.gates[x].meta != c.gates[y].meta || c.Type(x) != c.Type(y) || m.Depends > 0 || !m.isShared() {
		return false
	}
	switch m.Kind {
	case Operation:
	case ValueSelector:
		if c.State(x, 0) != c.State(y, 0) || c.Kind(c.State(x, 0)) != Merge {
			return false
		}
	default:
		return false
	}
	for i := range int(m.Values) {
		if !c.changeAlike(c.Value(x, i), c.Value(y, i), a, b, depth-1) {
			return false
		}
	}
	return true
}
