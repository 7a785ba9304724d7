package dataio

import (
	"bufio"
	"io"
)

// cells are the values of a column on their way into text.
type cells struct {
	Column
	v        vector
	elements int
}

func cellsOf(columns []Column) []cells {
	all := make([]cells, len(columns))
	for i, c := range columns {
		all[i] = cells{Column: c, v: c.vector(), elements: c.Elements()}
	}
	return all
}

// used returns how many elements a lane has: those of its slice.
func (c *cells) used(lane int) int {
	if c.Slice != "" {
		return int(c.Lens[lane]) * perElement(c.Field)
	}
	return c.elements
}

// textPart is the results of a function on their way into text.
type textPart struct {
	Part
	columns []cells
}

func textParts(r *Results) []textPart {
	var all []textPart
	for _, p := range r.parts() {
		all = append(all, textPart{p, cellsOf(p.Columns)})
	}
	return all
}

// fault returns the fault of a lane, or nil; lanes are asked for in order.
func (p *textPart) fault(lane int) *Fault {
	if len(p.Faults) == 0 || p.Faults[0].Lane != lane {
		return nil
	}
	f := &p.Faults[0]
	p.Faults = p.Faults[1:]
	return f
}

// writeCSV writes the results with a header: what is carried over, a column for
// each element of each result, and the fault column behind those of its
// function. A faulted lane's results are empty cells, and so is what a lane's
// slice does not have; any other lane's fault is. Cells are separated by commas, or by what stands for them.
func writeCSV(w io.Writer, r *Results, comma byte) error {
	bw := bufio.NewWriterSize(w, 1<<16)
	kept, parts := cellsOf(r.Kept), textParts(r)
	var row []byte
	count := 0
	header := func(c *cells) {
		for _, name := range cellNames(c.Field) {
			row = append(appendCell(row, name), comma)
			count++
		}
	}
	for i := range kept {
		header(&kept[i])
	}
	for _, p := range parts {
		for i := range p.columns {
			header(&p.columns[i])
		}
		row = append(appendCell(row, p.FaultName), comma)
		count++
	}
	end := func() error {
		row[len(row)-1] = '\n' // instead of the last comma
		_, err := bw.Write(row)
		row = row[:0]
		return err
	}
	if err := end(); err != nil {
		return err
	}
	for lane := range r.Lanes {
		for i := range kept {
			row = appendCells(row, &kept[i], lane, comma)
		}
		for k := range parts {
			p := &parts[k]
			fault := p.fault(lane)
			for i := range p.columns {
				c := &p.columns[i]
				if fault == nil {
					row = appendCells(row, c, lane, comma)
					continue
				}
				for range c.elements {
					row = append(row, comma)
				}
			}
			switch {
			case fault != nil:
				row = appendCell(row, fault.Text)
			case count == 1:
				row = append(row, `""`...) // an empty line would be no row
			}
			row = append(row, comma)
		}
		if err := end(); err != nil {
			return err
		}
	}
	return bw.Flush()
}

// appendCells appends the cells of a lane, each with a comma behind it.
func appendCells(row []byte, c *cells, lane int, comma byte) []byte {
	used := c.used(lane)
	for e := range used {
		row = append(c.v.appendText(row, lane*c.elements+e), comma)
	}
	for range c.elements - used {
		row = append(row, comma)
	}
	return row
}
