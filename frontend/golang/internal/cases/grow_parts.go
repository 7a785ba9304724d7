package cases

// Parts of what a recursion has, in the elements of an array, a slice or a map, which it hands to itself: its levels
// share one memory of rows.

type partsNode struct {
	at   uint8
	kids [2]*partsNode
}

func growParts(xs []uint8, bit int) *partsNode {
	n := &partsNode{at: uint8(len(xs))}
	if bit < 0 || len(xs) < 2 {
		return n
	}
	var parts [2][]uint8
	for _, x := range xs {
		k := x >> bit & 1
		parts[k] = append(parts[k], x)
	}
	for k := range parts {
		n.kids[k] = growParts(parts[k], bit-1)
	}
	n.at += parts[0][0] // the levels below have written to their own
	return n
}

func (n *partsNode) sum(f int) int {
	if n == nil {
		return f
	}
	return f*int(n.at) + n.kids[0].sum(f+1) + n.kids[1].sum(f+3)
}

// GrowParts makes a tree of bits; where there is no part without the bit, the lane faults.
func GrowParts(a [6]uint8, n uint8) int {
	xs := a[:n%7]
	for i := range xs {
		xs[i] &= 7
	}
	return growParts(xs, 2).sum(1) + int(a[0])
}

func quarters(ps [][2]int, x, y, w int) int {
	if len(ps) < 2 || w == 0 {
		return len(ps)
	}
	sub := make([][][2]int, 4)
	for _, p := range ps {
		k := 0
		if p[0] >= x {
			k = 1
		}
		if p[1] >= y {
			k += 2
		}
		sub[k] = append(sub[k], p)
	}
	n := 1
	for k, s := range sub {
		n = n*3 + quarters(s, x+(k&1*2-1)*w, y+(k&2-1)*w, w/2)
	}
	return n + len(sub[3])
}

// GrowQuarters is a tree of quarters, in a slice that make gave.
func GrowQuarters(a, b, c, d int8) int {
	ps := [][2]int{{int(a), int(b)}, {int(c), int(d)}, {int(b), int(c)}, {int(d), int(a)}}
	return quarters(ps, 0, 0, 64)
}

func bitGroups(xs []uint8, bit int) int {
	if bit < 0 || len(xs) == 0 {
		return len(xs) * len(xs)
	}
	groups := map[uint8][]uint8{}
	for _, x := range xs {
		k := x >> bit & 1
		groups[k] = append(groups[k], x)
	}
	n := bitGroups(groups[0], bit-1) + 3*bitGroups(groups[1], bit-1)
	return n + len(groups[0])
}

// GrowGroups groups in a map.
func GrowGroups(a [5]uint8) int { return bitGroups(a[:], 3) }
