package dataio

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ReadUniform reads a value that all lanes share: a literal such as "0.5" or
// "1,2,3", a .npy file with the field's shape, or a .csv file that holds the
// elements in row-major order, in rows of any length and without a header. The
// column holds a single value.
func ReadUniform(data string, want Field) (Column, error) {
	switch strings.ToLower(filepath.Ext(data)) {
	case ".npy":
		t, err := Read(data, nil, []Field{want})
		if err != nil {
			return Column{}, err
		}
		if t.Lanes != 1 {
			return Column{}, fileError(data, "%q has %s, but it is a uniform: one value for all", want.Name, plural(t.Lanes, "lane"))
		}
		return t.Columns[0], nil
	case ".csv":
		file, err := os.Open(data)
		if err != nil {
			return Column{}, err
		}
		defer file.Close()
		return readUniformCSV(file, data, want)
	}
	return readLiteral(data, want)
}

// readLiteral reads elements separated by commas.
func readLiteral(data string, want Field) (Column, error) {
	name := want.Name + "=" + clip(data)
	v := newVector(want.Type, nil)
	cells := strings.Split(data, ",")
	if len(cells) != want.Elements() {
		return Column{}, countError(name, len(cells), want)
	}
	v.extend(len(cells))
	for i, cell := range cells {
		if err := v.setText(i, strings.TrimSpace(cell)); err != nil {
			return Column{}, fileError(name, "%v, nor a .npy or .csv file", err)
		}
	}
	return Column{Field: want, Data: v.data()}, nil
}

func countError(name string, n int, want Field) error {
	return fileError(name, "%s, but %v needs %d", plural(n, "value"), want, want.Elements())
}

func readUniformCSV(r io.Reader, name string, want Field) (Column, error) {
	br, err := skipMark(r, name)
	if err != nil {
		return Column{}, err
	}
	cr := csv.NewReader(br)
	cr.FieldsPerRecord = -1
	cr.ReuseRecord = true
	cr.TrimLeadingSpace = true
	v := newVector(want.Type, nil)
	elements := want.Elements()
	v.reserve(elements)
	v.extend(elements)
	bad := problems{file: name}
	n := 0
	for !bad.full() {
		record, err := cr.Read()
		if err == io.EOF {
			break
		}
		var pe *csv.ParseError
		if errors.As(err, &pe) {
			bad.add(pe.Line, pe.Column, "%v", pe.Err)
			break
		}
		if err != nil {
			return Column{}, fileError(name, "%v", err)
		}
		for i, cell := range record {
			if n < elements {
				if err := v.setText(n, strings.TrimSpace(cell)); err != nil {
					line, col := cr.FieldPos(i)
					bad.add(line, col, "%v", err)
				}
			}
			n++
		}
	}
	if err := bad.err(); err != nil {
		return Column{}, err
	}
	if n != elements {
		return Column{}, countError(name, n, want)
	}
	return Column{Field: want, Data: v.data()}, nil
}
