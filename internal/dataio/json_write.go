package dataio

import (
	"bufio"
	"io"
)

// writeJSONLines writes an object a line: what is carried over, the results, and
// the fault, which is null where there is none. The results of a faulted lane are
// null; an array is a list, and a slice is as long as it is.
func writeJSONLines(w io.Writer, r *Results) error {
	bw := bufio.NewWriterSize(w, 1<<16)
	kept, parts := cellsOf(r.Kept), textParts(r)
	for i := range kept {
		if t, ok := kept[i].v.(*texts); ok && !t.json {
			t.json = t.allJSON()
		}
	}
	key := func(name string) []byte { return append(appendJSONString([]byte{','}, name), ':') }
	keys := func(columns []cells) (list [][]byte) {
		for _, c := range columns {
			list = append(list, key(c.Name))
		}
		return list
	}
	keptKeys, faultKeys, resultKeys := keys(kept), make([][]byte, len(parts)), make([][][]byte, len(parts))
	for k, p := range parts {
		faultKeys[k], resultKeys[k] = key(p.FaultName), keys(p.columns)
	}
	var row []byte
	for lane := range r.Lanes {
		row = row[:0]
		for i := range kept {
			row = appendJSONValue(append(row, keptKeys[i]...), &kept[i], lane)
		}
		for k := range parts {
			p := &parts[k]
			fault := p.fault(lane)
			for i := range p.columns {
				row = append(row, resultKeys[k][i]...)
				if fault != nil {
					row = append(row, "null"...)
				} else {
					row = appendJSONValue(row, &p.columns[i], lane)
				}
			}
			row = append(row, faultKeys[k]...)
			if fault != nil {
				row = appendJSONString(row, fault.Text)
			} else {
				row = append(row, "null"...)
			}
		}
		row[0] = '{' // instead of the first comma
		if _, err := bw.Write(append(row, '}', '\n')); err != nil {
			return err
		}
	}
	return bw.Flush()
}

// appendJSONValue appends what a lane has in a column.
func appendJSONValue(b []byte, c *cells, lane int) []byte {
	shape := c.Shape
	at := lane * c.elements
	if c.Slice != "" {
		shape = append([]int{int(c.Lens[lane])}, shape[1:]...)
	}
	return appendJSONList(b, c.v, shape, &at)
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
