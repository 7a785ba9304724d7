package dataio

import "strings"

// Fields of a struct result r are columns r.X, r.Y, and members of an object r in lines of JSON. A
// name that is another column's too, as p beside p.out, keeps its dots.

// jsonNode is a member of an object in each line, or the line.
type jsonNode struct {
	name    string
	key     []byte // a comma, the name and a colon
	members []*jsonNode
	// column has the values of a member that is not an object, and list those of a slice of structs:
	// of any field, as all have the same lengths.
	column, list *cells
	rows         *cells // the lengths of the lists in the column
	isFault      bool
	part         int // whose results it has, or mixed
}

// mixed is the part of what has more than results of one function: it is never null.
const mixed = -1

// newJSONTree finds the members of the lines.
func newJSONTree(kept []cells, parts []textPart) *jsonNode {
	t := &jsonTree{taken: map[string]bool{}}
	line := &jsonNode{part: mixed}
	for i := range kept {
		t.taken[kept[i].Name] = true
	}
	for i := range parts {
		for _, c := range parts[i].columns {
			t.taken[c.Name] = true
		}
		t.taken[parts[i].FaultName] = true
	}
	for i := range kept {
		c := &kept[i]
		if v, ok := c.v.(*texts); ok && !v.json {
			v.json = v.allJSON()
		}
		line.member(c.Name, mixed).column = c
	}
	for k := range parts {
		lens := rowLengths(parts[k].columns)
		for i := range parts[k].columns {
			switch c := &parts[k].columns[i]; {
			case lens[c.Name] != nil:
				t.at(line, c.Name, k).column = c
				t.at(line, c.Name, k).rows = lens[c.Name]
			case lens[strings.TrimSuffix(c.Name, rowsSuffix)] != c:
				t.add(line, c, k)
			}
		}
		fault := t.at(line, parts[k].FaultName, mixed)
		fault.isFault, fault.part = true, k
	}
	return line
}

// jsonTree is the members of the lines on their way.
type jsonTree struct {
	taken map[string]bool // names of columns
}

// add adds the column of a result.
func (t *jsonTree) add(line *jsonNode, c *cells, part int) {
	t.at(line, c.Name, part).column = c
	if c.Slice != "" && c.Slice != c.Name && !t.isFlat(c.Name) {
		t.at(line, c.Slice, part).list = c
	}
}

// at finds or makes the member of a name with dots, and the objects that it is in.
func (t *jsonTree) at(n *jsonNode, name string, part int) *jsonNode {
	if t.isFlat(name) {
		return n.member(name, part)
	}
	for {
		first, rest, more := strings.Cut(name, ".")
		n = n.member(first, part)
		if !more {
			return n
		}
		name = rest
	}
}

// isFlat reports whether a name keeps its dots: what is in front of one is a column.
func (t *jsonTree) isFlat(name string) bool {
	for i := range len(name) {
		if name[i] == '.' && (t.taken[name[:i]] || i == 0 || i == len(name)-1) {
			return true
		}
	}
	return false
}

// member finds or makes a member of an object.
func (n *jsonNode) member(name string, part int) *jsonNode {
	for _, m := range n.members {
		if m.name == name {
			if m.part != part {
				m.part = mixed
			}
			return m
		}
	}
	m := &jsonNode{name: name, key: append(appendJSONString([]byte{','}, name), ':'), part: part}
	n.members = append(n.members, m)
	return m
}
