package dataio

import (
	"bufio"
	"io"
)

// writeCSV writes the results with a header: a column for each element of each
// result and the fault column last. A faulted lane's values are empty cells,
// and so is what a lane's slice does not have; any other lane's fault is.
func writeCSV(w io.Writer, r *Results) error {
	bw := bufio.NewWriterSize(w, 1<<16)
	var row []byte
	vectors := make([]vector, len(r.Columns))
	elements := make([]int, len(r.Columns))
	cells := 0
	for i, c := range r.Columns {
		vectors[i] = c.vector()
		elements[i] = c.Elements()
		cells += elements[i]
		for _, name := range c.cellNames() {
			row = append(appendCell(row, name), ',')
		}
	}
	row = append(append(row, r.faultName()...), '\n')
	if _, err := bw.Write(row); err != nil {
		return err
	}
	faults := r.Faults
	for lane := range r.Lanes {
		row = row[:0]
		if len(faults) > 0 && faults[0].Lane == lane {
			for range cells {
				row = append(row, ',')
			}
			row = appendCell(row, faults[0].Text)
			faults = faults[1:]
		} else {
			for i, v := range vectors {
				used := elements[i]
				if c := r.Columns[i]; c.Slice != "" {
					used = int(c.Lens[lane]) * c.width()
				}
				for e := range used {
					row = append(v.appendText(row, lane*elements[i]+e), ',')
				}
				for range elements[i] - used {
					row = append(row, ',')
				}
			}
			if cells == 0 {
				row = append(row, `""`...) // an empty line would be no row
			}
		}
		if _, err := bw.Write(append(row, '\n')); err != nil {
			return err
		}
	}
	return bw.Flush()
}
