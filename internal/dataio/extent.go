package dataio

import (
	"archive/zip"
	"encoding/csv"
	"io"
	"os"
	"strings"
)

// Extent is how long the slices of a file are.
type Extent struct {
	// Len is the length of the longest.
	Len int
	// Varies reports that some are shorter.
	Varies bool
}

// Extents finds out how long the slices with the given names are in a file of
// inputs, or in CSV from stdin if the path is "-": before the columns are read,
// which takes knowing their types. dims is the number of dimensions that one
// slice of each name has at least: 1 for numbers, 2 for arrays of them. A name
// that the file does not have is not in the answer.
func Extents(path string, stdin io.Reader, names []string, dims []int) (map[string]Extent, error) {
	format, err := FormatOf(path)
	if err != nil {
		return nil, err
	}
	if path == Stdio {
		return csvExtents(stdin, "stdin", names)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	found := map[string]Extent{}
	switch format {
	case Npy:
		if len(names) == 1 {
			err = npyExtent(file, names[0], names[0], dims[0], found)
		}
	case Npz:
		info, err := file.Stat()
		if err != nil {
			return nil, err
		}
		zr, err := zip.NewReader(file, info.Size())
		if err != nil {
			return nil, fileError(path, "not a .npz archive: %v", err)
		}
		if err := npzExtents(zr, names, dims, found); err != nil {
			return nil, fileError(path, "%v", err)
		}
	default:
		return csvExtents(file, path, names)
	}
	if err != nil {
		return nil, fileError(path, "%v", err)
	}
	return found, nil
}

func npzExtents(zr *zip.Reader, names []string, dims []int, found map[string]Extent) error {
	for _, f := range zr.File {
		array, ok := strings.CutSuffix(f.Name, ".npy")
		if !ok {
			continue
		}
		for i, name := range names {
			if field, ok := strings.CutPrefix(array, name); !ok || field != "" && field[0] != '.' {
				continue
			}
			if array == name+".len" {
				e := found[name]
				e.Varies = true
				found[name] = e
				continue
			}
			rc, err := f.Open()
			if err != nil {
				return err
			}
			err = npyExtent(rc, name, array, dims[i], found)
			rc.Close()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// npyExtent takes the length of a slice from the header of an array. An array
// without an axis for the lanes holds one slice for all.
func npyExtent(r io.Reader, name, array string, dims int, found map[string]Extent) error {
	h, err := readNpyHeader(r)
	if err != nil {
		return err
	}
	axis := len(h.shape) - dims
	if array != name {
		axis = 1 // a field, which may have dimensions of its own
	}
	if axis = min(axis, 1); axis < 0 || axis >= len(h.shape) {
		return nil // reading it will say what is wrong
	}
	e := found[name]
	e.Len = max(e.Len, h.shape[axis])
	found[name] = e
	return nil
}

// csvExtents takes the lengths of slices from the columns x[0], x[1], … that
// there are; they vary if cells of the columns are empty.
func csvExtents(r io.Reader, file string, names []string) (map[string]Extent, error) {
	br, err := skipMark(r, file)
	if err != nil {
		return nil, err
	}
	cr := csv.NewReader(br)
	cr.FieldsPerRecord = -1
	cr.ReuseRecord = true
	cr.TrimLeadingSpace = true
	header, err := cr.Read()
	if err != nil {
		return nil, nil // reading the columns will say what is wrong
	}
	found := map[string]Extent{}
	slice := make([]string, len(header)) // by column: whose element it is
	for i, column := range header {
		for _, name := range names {
			column = strings.TrimSpace(column)
			field, _, ok := strings.Cut(column, "[")
			if !ok || field != name && !strings.HasPrefix(field, name+".") {
				continue
			}
			if n, ok := elementIndex(column, field); ok {
				slice[i] = name
				found[name] = Extent{Len: max(found[name].Len, n+1)}
			}
		}
	}
	for fixed := len(found); fixed > 0; {
		record, err := cr.Read()
		if err != nil {
			break // the end, or what reading the columns will complain of
		}
		for i, cell := range record[:min(len(record), len(slice))] {
			if e := found[slice[i]]; slice[i] != "" && !e.Varies && strings.TrimSpace(cell) == "" {
				e.Varies = true
				found[slice[i]] = e
				fixed--
			}
		}
	}
	return found, nil
}
