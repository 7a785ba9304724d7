package dataio

import (
	"fmt"
	"io"
	"strings"
)

// Extent is how long the slices of a file are.
type Extent struct {
	// Len is the length of the longest.
	Len int
	// Varies reports that some are shorter.
	Varies bool
}

// Extents finds out how long the slices with the given names are in the inputs:
// before the columns are read, which takes knowing their types. dims is the
// number of dimensions that one slice of each name has at least: 1 for numbers,
// 2 for arrays of them. A name that the inputs do not have is not in the answer. The name x[] is the rows of a slice of
// slices x, whose lengths only lists of lists tell.
func (in *Input) Extents(names []string, dims []int) (map[string]Extent, error) {
	if err := in.rewindable(); err != nil {
		return nil, err
	}
	found := map[string]Extent{}
	switch in.format {
	case Npy:
		if len(names) == 1 {
			h, err := readNpyHeader(in.file)
			if err != nil {
				return nil, fileError(in.name, "%v", err)
			}
			npyExtent(h, names[0], names[0], dims[0], found)
		}
	case Npz:
		archive, err := openNpz(in.file, in.info.Size())
		if err == nil {
			err = npzExtents(archive, names, dims, found)
		}
		if err != nil {
			return nil, fileError(in.name, "%v", err)
		}
	case JSONLines:
		if err := jsonExtents(in.stream(), in.name, names, found); err != nil {
			return nil, err
		}
	default:
		if err := csvExtents(in.stream(), in.name, in.format, names, found); err != nil {
			return nil, err
		}
	}
	return found, in.rewind()
}

func npzExtents(a *npzArchive, names []string, dims []int, found map[string]Extent) error {
	for _, f := range a.File {
		array, ok := strings.CutSuffix(f.Name, arraySuffix)
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
			r, err := a.open(f)
			if err != nil {
				return err
			}
			h, err := readNpyHeader(r)
			if err != nil {
				return r.explain(fmt.Errorf("%q: %w", array, err))
			}
			npyExtent(h, name, array, dims[i], found)
		}
	}
	return nil
}

// npyExtent takes the length of a slice from the header of an array. An array
// without an axis for the lanes holds one slice for all.
func npyExtent(h *npyHeader, name, array string, dims int, found map[string]Extent) {
	axis := len(h.shape) - dims
	if array != name {
		axis = 1 // a field, which may have dimensions of its own
	}
	if axis = min(axis, 1); axis < 0 || axis >= len(h.shape) {
		return // reading it will say what is wrong
	}
	e := found[name]
	e.Len = max(e.Len, h.shape[axis])
	found[name] = e
}

// csvExtents takes the lengths of slices from the columns x[0], x[1], … that
// there are; they vary if cells of the columns are empty.
func csvExtents(r io.Reader, file string, f Format, names []string, found map[string]Extent) error {
	cr, err := newRecords(r, file, f.comma())
	if err != nil {
		return err
	}
	header, err := cr.next()
	if err != nil {
		return nil // reading the columns will say what is wrong
	}
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
		record, err := cr.next()
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
	return nil
}
