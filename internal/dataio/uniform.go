package dataio

import (
	"bufio"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/counted"
)

// ReadUniform reads a value that all lanes share: a literal such as "0.5" or
// "1,2,3", a .npy file with the field's shape, or a .csv file without a header
// that holds the elements in row-major order. The column holds a single value.
//
// Where leading dimensions of the field are AnyLength, the column's shape says
// what they are: the shape of a .npy file, and in a .csv file the number of
// elements or, if there are two such dimensions, of rows and columns. Otherwise
// rows of a .csv file may be of any length.
func ReadUniform(data string, want Field) (Column, error) {
	ext := uniformExt(data)
	if ext == "" {
		return readLiteral(data, want)
	}
	file, info, err := openFile(data)
	if err != nil {
		return Column{}, err
	}
	defer file.Close()
	if ext == ".npy" {
		return readUniformNpy(file, info.Size(), data, want)
	}
	return readUniformCSV(file, data, extensions[ext], want)
}

// uniformExt returns the extension of the file that a uniform's data are in, or
// nothing if they are a literal.
func uniformExt(data string) string {
	if ext := strings.ToLower(filepath.Ext(data)); ext == ".npy" || ext == ".csv" || ext == ".tsv" || ext == ".json" {
		return ext
	}
	return ""
}

// UniformIs reports whether a uniform's data are the file at a path, by whatever
// name.
func UniformIs(data, path string) bool {
	return uniformExt(data) != "" && SameFile(data, path)
}

func readUniformNpy(r io.Reader, size int64, path string, want Field) (Column, error) {
	br := bufio.NewReader(r)
	h, err := readNpyHeader(br)
	if err != nil {
		return Column{}, fileError(path, "%v", err)
	}
	if openAxes(want.Shape) > 0 {
		if !matches(h.shape, want.Shape) {
			return Column{}, fileError(path, "%q has shape %s, but it is %v", want.Name, formatShape(h.shape), want)
		}
		want.Shape = h.shape
	}
	c, lanes, err := readArray(br, h, size, want)
	if err != nil {
		return Column{}, fileError(path, "%v", err)
	}
	if lanes != 1 {
		return Column{}, fileError(path, "%q has %s, but it is a uniform: one value for all",
			want.Name, counted.Of(lanes, "lane"))
	}
	return c, nil
}

// openAxes returns how many leading dimensions are AnyLength.
func openAxes(shape []int) int {
	n := 0
	for n < len(shape) && shape[n] == AnyLength {
		n++
	}
	return n
}

// matches reports whether a shape is as wanted where that is known.
func matches(shape, want []int) bool {
	return slices.EqualFunc(shape, want, func(d, w int) bool { return d == w || w == AnyLength })
}

// readLiteral reads elements separated by commas.
func readLiteral(data string, want Field) (Column, error) {
	name := "-uniform " + want.Name + "=" + clip(data)
	if openAxes(want.Shape) > 1 {
		return Column{}, fileError(name, "a list of values does not say which rows they are in, and it is %v: give it "+
			"as JSON, as in -uniform %s=[[1,2],[3,4]], as a .csv file with a line for each row, or as a .npy file",
			want, want.Name)
	}
	if data == "" && openAxes(want.Shape) > 0 {
		return Column{}, fileError(name, "it is %v; write [] for a slice without elements", want)
	}
	cells := strings.Split(data, ",")
	var err error
	if want.Shape, err = uniformShape(name, want, len(cells), 1, len(cells)); err != nil {
		return Column{}, err
	}
	v := newVector(want.Type, nil)
	v.extend(len(cells))
	for i, cell := range cells {
		if err := v.setText(i, strings.TrimSpace(cell)); err != nil {
			return Column{}, fileError(name, "%v; a file's name ends in .npy, .csv, .tsv or .json", err)
		}
	}
	return Column{Field: want, Data: v.data()}, nil
}

// uniformShape returns the shape of n elements that come in rows of one number
// of columns; where that differs, or one dimension at most is open, only n
// counts.
func uniformShape(name string, want Field, n, rows, columns int) ([]int, error) {
	open := openAxes(want.Shape)
	part := Field{Shape: want.Shape[open:]}.Elements()
	switch {
	case open == 0 && n != part:
		return nil, fileError(name, "%s, but %v needs %d", counted.Of(n, "value"), want, part)
	case open == 1 && n%part != 0:
		return nil, fileError(name, "%s, but %v needs a multiple of %d", counted.Of(n, "value"), want, part)
	case open == 2 && columns%part != 0:
		return nil, fileError(name, "rows of %s, but %v needs a multiple of %d", counted.Of(columns, "value"),
			want, part)
	case open > 2:
		return nil, fileError(name, "%v comes as a .npy file: only that can say its shape", want)
	}
	shape := slices.Clone(want.Shape)
	switch open {
	case 1:
		shape[0] = n / part
	case 2:
		shape[0], shape[1] = rows, columns/part
	}
	return shape, nil
}

func readUniformCSV(r io.Reader, name string, f Format, want Field) (Column, error) {
	cr, err := newRecords(r, name, f.comma())
	if err != nil {
		return Column{}, err
	}
	cr.text.row = math.MaxInt64 // all of a uniform may be in one row
	v := newVector(want.Type, nil)
	open := openAxes(want.Shape)
	bad := problems{file: name}
	n, rows, columns := 0, 0, 0
	for !bad.full() {
		record, err := cr.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			if err := cr.report(err, &bad); err != nil {
				return Column{}, err
			}
			break
		}
		if rows == 0 {
			columns = len(record)
		} else if open > 1 && len(record) != columns {
			line, _ := cr.FieldPos(0)
			bad.add(line, 0, "%s, but the first row has %d: the rows of %v are equally long",
				counted.Of(len(record), "value"), columns, want)
		}
		rows++
		v.extend(len(record))
		for i, cell := range record {
			if err := v.setText(n+i, strings.TrimSpace(cell)); err != nil {
				line, col := cr.FieldPos(i)
				bad.add(line, col, "%v", err)
			}
		}
		n += len(record)
	}
	if err := bad.err(); err != nil {
		return Column{}, err
	}
	if want.Shape, err = uniformShape(name, want, n, rows, columns); err != nil {
		return Column{}, err
	}
	return Column{Field: want, Data: v.data()}, nil
}
