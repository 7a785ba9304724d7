package cases

import "strings"

// Lists of strings that a recursion makes and gives back to itself: its levels share the memory of both.

func parens(n int) []string {
	if n == 0 {
		return []string{""}
	}
	var out []string
	for i := range n {
		for _, a := range parens(i) {
			for _, b := range parens(n - 1 - i) {
				out = append(out, "("+a+")"+b)
			}
		}
	}
	return out
}

// RecursiveParens lists brackets that match, for which each level looks at two lists at a time.
func RecursiveParens(n uint8, k int8) string {
	all := parens(int(n & 3))
	all[int(k)&7] += "!" // a lane with fewer faults
	return strings.Join(all, ",")
}

func greyCode(n int) []string {
	if n == 0 {
		return []string{""}
	}
	before := greyCode(n - 1)
	out := make([]string, 0, 2*len(before))
	for _, s := range before {
		out = append(out, "0"+s)
	}
	for i := len(before) - 1; i >= 0; i-- {
		out = append(out, "1"+before[i])
	}
	return out
}

// RecursiveGrey appends to lists that have room, and looks at what is below twice.
func RecursiveGrey(n uint8) (string, int) {
	all := greyCode(int(n % 4))
	return strings.Join(all, " "), len(all)
}

type leafNode struct {
	at          int
	left, right *leafNode
}

func (n *leafNode) insert(at int) *leafNode {
	if n == nil {
		return &leafNode{at: at}
	}
	if at < n.at {
		n.left = n.left.insert(at)
	} else {
		n.right = n.right.insert(at)
	}
	return n
}

func (n *leafNode) paths() []string {
	if n == nil {
		return nil
	}
	name := string(rune('a' + n.at))
	if n.left == nil && n.right == nil {
		return []string{name}
	}
	var out []string
	for _, p := range n.left.paths() {
		out = append(out, name+"-"+p)
	}
	return append(out, joinedTo(name, n.right.paths())...)
}

func joinedTo(name string, paths []string) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = name + "-" + p
	}
	return out
}

// RecursiveLeaves lists the ways to the leaves of a tree.
func RecursiveLeaves(a, b, c, d uint8) string {
	var root *leafNode
	for _, v := range [...]uint8{a, b, c, d} {
		root = root.insert(int(v & 15))
	}
	return strings.Join(root.paths(), ",")
}

type labelled struct{ label string }

func (l labelled) more() labelled { l.label += "z"; return l }

// TextsExtended are constants in memory that other constants are added to.
func TextsExtended(n int) (a, b, c, d, e string) {
	x := labelled{"ab"}
	y := x
	y.label += "cd"
	if n > 5 {
		y.label += "!"
	}
	a, b = x.label+y.label, x.label[:1]+y.label[2:]
	s := "q"
	p := &s
	*p = "a" + *p
	list := [2]string{"q", s}
	list[n&1] += "z"
	c, d = s+"b", list[0]+"|"+list[1]
	e = x.more().label + x.more().more().label + "a text that is longer than the others are"[n&7:]
	return
}
