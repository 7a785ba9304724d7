package dataio

import (
	"io"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program"
)

// sizeHint is what is known of a CSV before it is read, so that columns are
// allocated once and at their final size. It may be wrong; zero is unknown.
type sizeHint struct {
	lines int
	bytes int64
}

// rows returns how many rows to make room for when a row has the given number
// of cells: a cell and its separator take two bytes at least, so that a file
// of empty lines does not ask for much.
func (h sizeHint) rows(cells int) int {
	return min(max(0, h.lines-1), int(h.bytes/2)/max(1, cells))
}

// ReadCSV reads the wanted columns of a CSV with a header. Columns may come in
// any order; an array's elements are the columns "x[0]", "x[1]", …, and so are
// those of a slice, whose cells are empty beyond the row's own length. Spaces
// in front of a cell, those behind a number and a byte order mark are dropped; a
// string in quotes keeps its own. The name stands for the file in errors; an error
// about the contents is an *ErrorList.
//
// Of the columns called like keep, the cells are carried over as they are.
//
// Memory is that of the columns. Where the size of r is not known, growing
// them takes a half more for a moment.
func ReadCSV(r io.Reader, name string, want []Field, keep ...string) (*Table, error) {
	return readCSV(r, name, CSV, want, keep, sizeHint{})
}

func readCSV(r io.Reader, name string, f Format, want []Field, keep []string, hint sizeHint) (*Table, error) {
	cr, err := newRecords(r, name, f.comma())
	if err != nil {
		return nil, err
	}
	params := len(want)
	want = slices.Clone(want)
	for _, k := range keep {
		want = append(want, Field{Name: k, Type: program.GoString})
	}
	d := &csvDecoder{cr: cr, bad: problems{file: name}, want: want, params: params}
	if err := d.header(); err != nil {
		return nil, err
	}
	if err := d.allocate(hint); err != nil {
		return nil, err
	}
	if err := d.rows(); err != nil {
		return nil, err
	}
	t := &Table{Lanes: d.lanes, Ignored: d.unwanted}
	for i, f := range want {
		t.Columns = append(t.Columns, Column{Field: f, Data: d.columns[i].data(), Lens: d.lens[i]})
	}
	t.Columns, t.Kept = t.Columns[:params:params], t.Columns[params:]
	return t, nil
}

// csvDecoder is a CSV on its way into vectors.
type csvDecoder struct {
	cr   *records
	bad  problems
	want []Field
	// params is how many of them are parameters; the others are carried over.
	params int

	names    []string // of the file's columns
	targets  []cellTarget
	unwanted []string

	columns  []vector
	elements []int // by wanted field
	lanes    int

	// For wanted fields that are slices: the lengths, and which cells of the
	// row being read are not empty, by element.
	lens   [][]int64
	filled [][]bool
}

// header reads the first record and matches it with the wanted fields.
func (d *csvDecoder) header() error {
	record, err := d.cr.next()
	if err == io.EOF {
		return fileError(d.bad.file, "the file is empty; the first line must name the columns: %s", d.wantedCells())
	}
	if err != nil {
		return d.stop(err)
	}
	for _, cell := range record {
		d.names = append(d.names, strings.Clone(strings.TrimSpace(cell)))
	}
	line, _ := d.cr.FieldPos(0)
	d.targets, d.unwanted = matchHeader(d.names, line, d.cr.FieldPos, d.want, d.params, &d.bad)
	return d.bad.err()
}

func (d *csvDecoder) wantedCells() string {
	var all []string
	for _, f := range d.want {
		all = append(all, cellNames(f)...)
	}
	const limit = 8
	if len(all) > limit {
		all = append(all[:limit], "…")
	}
	return strings.Join(all, ",")
}

// allocate makes room for the columns. Slices have room for what they can hold
// in every row, however short the file's are.
func (d *csvDecoder) allocate(hint sizeHint) error {
	rows := hint.rows(len(d.names))
	d.lens = make([][]int64, len(d.want))
	for _, f := range d.want {
		if room := rows * f.Elements(); room-int(hint.bytes/2) > maxPadding {
			return fileError(d.bad.file, "%s of %v take room for %d elements: compile it for less (-cap %s=N)",
				counted.Of(rows, "row"), f, room, f.Slice)
		}
		v := Column{Field: f}.vector()
		v.reserve(rows * f.Elements())
		d.columns = append(d.columns, v)
		d.elements = append(d.elements, f.Elements())
		var filled []bool
		if f.Slice != "" {
			filled = make([]bool, f.Elements())
		}
		d.filled = append(d.filled, filled)
	}
	return nil
}

// rows reads all records after the header.
func (d *csvDecoder) rows() error {
	last, _ := d.cr.FieldPos(0)
	for !d.bad.full() {
		record, err := d.cr.next()
		if err == io.EOF {
			return d.bad.err()
		}
		if err != nil {
			return d.stop(err)
		}
		line, _ := d.cr.FieldPos(0)
		// The csv package skips empty lines. In a file of one column such a
		// line is a missing value.
		if len(d.names) == 1 && line > last+1 && len(d.want) == 1 {
			d.bad.add(last+1, 0, "column %q: the line is empty, wanted a value", d.names[0])
		}
		last = line
		for _, cell := range record { // which may be quoted and of several lines
			last += strings.Count(cell, "\n")
		}
		d.row(record, line)
	}
	d.bad.list.Stopped = true
	return d.bad.err()
}

// row stores one record as the next lane.
func (d *csvDecoder) row(record []string, line int) {
	if len(record) != len(d.names) {
		d.bad.add(line, 0, "the row has %s, the header has %d", counted.Of(len(record), "cell"), len(d.names))
		return
	}
	for c, v := range d.columns {
		v.extend(d.elements[c])
	}
	for i, cell := range record {
		t := d.targets[i]
		for _, c := range t.kept {
			d.columns[c].setText(d.lanes, cell)
		}
		if t.column == ignored {
			continue
		}
		if d.want[t.column].Type != program.GoString {
			cell = strings.TrimSpace(cell)
		}
		at := d.lanes*d.elements[t.column] + t.elem
		if filled := d.filled[t.column]; filled != nil {
			if filled[t.elem] = cell != ""; cell == "" {
				continue
			}
		}
		if err := d.columns[t.column].setText(at, cell); err != nil {
			l, c := d.cr.FieldPos(i)
			d.bad.add(l, c, "column %q: %v", t.name, err)
			if d.bad.full() {
				return
			}
		}
	}
	d.measure(line)
	d.lanes++
}

// measure finds how long the slices of the row are: they end where their cells
// are empty.
func (d *csvDecoder) measure(line int) {
	for c, f := range d.want {
		filled := d.filled[c]
		if filled == nil {
			continue
		}
		width := perElement(f)
		n := len(filled)
		for n > 0 && !filled[n-1] {
			n--
		}
		n = (n + width - 1) / width
		if gap := slices.Index(filled[:n*width], false); gap >= 0 {
			names := cellNames(f)
			l, col := d.cr.FieldPos(slices.IndexFunc(d.targets,
				func(t cellTarget) bool { return t.column == c && t.elem == gap }))
			if next := slices.Index(filled[gap:], true); next >= 0 {
				d.bad.add(l, col, "column %q: the cell is empty, but %q is not; only the last elements of a slice "+
					"can be missing", names[gap], names[gap+next])
			} else {
				d.bad.add(l, col, "column %q: the cell is empty; elements are whole or missing", names[gap])
			}
		}
		d.lens[c] = append(d.lens[c], int64(n))
		first := slices.IndexFunc(d.want, func(g Field) bool { return g.Slice == f.Slice })
		if want := d.lens[first][d.lanes]; want != int64(n) {
			d.bad.add(line, 0, "%q has %s and %q has %s, but they are fields of one slice", d.want[first].Name,
				counted.Of(int(want), "element"), f.Name, counted.Of(n, "element"))
		}
	}
}

// stop adds what reading ended with to what was found before it.
func (d *csvDecoder) stop(err error) error {
	if err := d.cr.report(err, &d.bad); err != nil {
		return err
	}
	return d.bad.err()
}
