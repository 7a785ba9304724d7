package dataio

import (
	"bufio"
	"io"
)

// writeJSONLines writes an object a line: what is carried over, the results, and
// the fault, which is null where there is none. The results of a faulted lane are
// null; an array is a list, a slice is as long as it is, and the fields of a struct
// are an object.
func writeJSONLines(w io.Writer, r *Results) error {
	bw := bufio.NewWriterSize(w, 1<<16)
	kept, parts := cellsOf(r.Kept), textParts(r)
	line := newJSONTree(kept, parts)
	faults := make([]*Fault, len(parts))
	var row []byte
	for lane := range r.Lanes {
		for k := range parts {
			faults[k] = parts[k].fault(lane)
		}
		row = append(line.appendObject(row[:0], jsonPlace{lane: lane, faults: faults}), '\n')
		if _, err := bw.Write(row); err != nil {
			return err
		}
	}
	return bw.Flush()
}

// jsonPlace is a place in what is written: a lane, and in a slice of structs which of them.
type jsonPlace struct {
	lane, element int
	inList        bool
	faults        []*Fault // of the lane, by part
}

// appendObject appends an object with the members of a node.
func (n *jsonNode) appendObject(b []byte, at jsonPlace) []byte {
	from := len(b)
	for _, m := range n.members {
		b = m.appendValue(append(b, m.key...), at)
	}
	b[from] = '{' // instead of the first comma
	return append(b, '}')
}

// appendValue appends what a lane has of a member.
func (n *jsonNode) appendValue(b []byte, at jsonPlace) []byte {
	if n.isFault {
		if f := at.faults[n.part]; f != nil {
			return appendJSONString(b, f.Text)
		}
		return append(b, "null"...)
	}
	if n.part != mixed && at.faults[n.part] != nil {
		return append(b, "null"...)
	}
	switch {
	case n.rows != nil:
		return appendJSONRows(b, n.column, n.rows, at.lane)
	case n.column != nil:
		return appendJSONValue(b, n.column, at)
	case n.list == nil || at.inList:
		return n.appendObject(b, at)
	}
	b = append(b, '[')
	at.inList = true
	for at.element = range int(n.list.Lens[at.lane]) {
		if at.element > 0 {
			b = append(b, ',')
		}
		b = n.appendObject(b, at)
	}
	return append(b, ']')
}

// appendJSONValue appends what is in a column at a place.
func appendJSONValue(b []byte, c *cells, at jsonPlace) []byte {
	shape, from := c.Shape, at.lane*c.elements
	switch {
	case at.inList:
		shape = shape[1:]
		from += at.element * perElement(c.Field)
	case c.Slice != "":
		shape = append([]int{int(c.Lens[at.lane])}, shape[1:]...)
	}
	return appendJSONList(b, c.v, shape, &from)
}

// appendJSONList appends the elements from number *at on, as lists of a shape.
func appendJSONList(b []byte, v vector, shape []int, at *int) []byte {
	if len(shape) == 0 {
		*at++
		return appendJSON(b, v, *at-1)
	}
	b = append(b, '[')
	for i := range shape[0] {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendJSONList(b, v, shape[1:], at)
	}
	return append(b, ']')
}
