package dataio

import (
	"archive/zip"
	"fmt"
	"io"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program"
)

// ReadNpz reads the wanted columns from the arrays of a .npz archive, each as
// ReadNpy does. A column with a single value stands for as many lanes as the
// others have. Slices of different lengths are filled up to one length, and an
// array "x.len" beside "x" has their lengths. The arrays called like keep are
// carried over, whatever their types and shapes.
func ReadNpz(r io.ReaderAt, size int64, name string, want []Field, keep ...string) (*Table, error) {
	archive, err := openNpz(r, size)
	if err != nil {
		return nil, fileError(name, "%v", err)
	}
	bad := problems{file: name}
	arrays, names := archive.arrays(&bad)
	t := &Table{}
	wanted := map[string]bool{}
	var lanes []int // by column
	for _, f := range want {
		wanted[f.Name] = true
		entry := arrays[f.Name]
		if entry == nil {
			bad.add(0, 0, "no array %q (%s): the archive has %s", f.Name, f.InGo(), whatThereIs(names, f.Name))
			continue
		}
		c, n, err := archive.read(entry, f)
		if err != nil {
			bad.add(0, 0, "%v", err)
			continue
		}
		if f.Slice != "" && arrays[lenName(f)] != nil {
			wanted[lenName(f)] = true
			if err := archive.readLens(arrays[lenName(f)], &c); err != nil {
				bad.add(0, 0, "%v", err)
				continue
			}
		}
		t.Columns = append(t.Columns, c)
		lanes = append(lanes, n)
	}
	var kept []int // lanes, by kept column
	for _, n := range keep {
		wanted[n] = true
		if arrays[n] == nil {
			bad.add(0, 0, "no array %q to keep: the archive has %s", n, whatThereIs(names, n))
			continue
		}
		c, lanes, err := archive.keep(arrays[n], n)
		if err != nil {
			bad.add(0, 0, "%v", err)
			continue
		}
		t.Kept = append(t.Kept, c)
		kept = append(kept, lanes)
	}
	if err := bad.err(); err != nil {
		return nil, err
	}
	for _, n := range names {
		if !wanted[n] {
			t.Ignored = append(t.Ignored, n)
		}
	}
	all := append(slices.Clip(t.Columns), t.Kept...)
	if t.Lanes, err = commonLanes(name, all, append(lanes, kept...)); err != nil {
		return nil, err
	}
	for i, n := range kept {
		if n == 1 {
			t.Kept[i].repeat(t.Lanes)
		}
	}
	return t, sameLens(name, t.Columns)
}

// keep reads an entry as a column of the type and shape that it has.
func (a *npzArchive) keep(f *zip.File, name string) (Column, int, error) {
	r, err := a.open(f)
	if err != nil {
		return Column{}, 0, err
	}
	h, err := readNpyHeader(r)
	if err != nil {
		return Column{}, 0, r.explain(fmt.Errorf("%q: %w", name, err))
	}
	field := Field{Name: name, Type: h.dtype.goType()}
	if len(h.shape) > 1 {
		field.Shape = h.shape[1:]
	}
	return a.read(f, field)
}

// readLens reads the lengths of a column's slices, which are at most as long as
// the column's array says.
func (a *npzArchive) readLens(entry *zip.File, c *Column) error {
	lens, n, err := a.read(entry, Field{Name: lenName(c.Field), Type: program.GoInt64})
	if err != nil {
		return err
	}
	got := lens.Data.([]int64)
	if n == 1 && len(c.Lens) > 0 {
		got = slices.Repeat(got, len(c.Lens))
	}
	if len(got) != len(c.Lens) {
		return fmt.Errorf("%q has %s and %q has %s", lens.Name, counted.Of(n, "lane"), c.Name,
			counted.Of(len(c.Lens), "lane"))
	}
	for lane, n := range got {
		if most := c.Lens[lane]; n < 0 || n > most {
			return fmt.Errorf("%q: lane %d has the length %d, but %q has %s for it", lens.Name, lane, n, c.Name,
				counted.Of(int(most), "element"))
		}
		c.Lens[lane] = n
	}
	return nil
}

// sameLens checks that the fields of a slice of structs are equally long.
func sameLens(file string, columns []Column) error {
	for i, c := range columns {
		if c.Slice == "" {
			continue
		}
		first := columns[slices.IndexFunc(columns[:i+1], func(b Column) bool { return b.Slice == c.Slice })]
		if len(first.Lens) != len(c.Lens) {
			return fileError(file, "%q has %s and %q has %s, but they are fields of one slice",
				first.Name, counted.Of(len(first.Lens), "lane"), c.Name, counted.Of(len(c.Lens), "lane"))
		}
		for lane, n := range c.Lens {
			if n != first.Lens[lane] {
				return fileError(file, "lane %d: %q has %s and %q has %s, but they are fields of one slice",
					lane, first.Name, counted.Of(first.Lens[lane], "element"), c.Name, counted.Of(n, "element"))
			}
		}
	}
	return nil
}

// commonLanes returns the number of lanes that all columns agree on; those
// with one value agree with any number.
func commonLanes(file string, columns []Column, lanes []int) (int, error) {
	common, first := 1, ""
	for i, n := range lanes {
		switch {
		case n == 1 || n == common && first != "":
		case first == "":
			common, first = n, columns[i].Name
		default:
			return 0, fileError(file, "%q has %s and %q has %s: the leading axes must be equal, or 1 for a value "+
				"shared by all lanes",
				first, counted.Of(common, "lane"), columns[i].Name, counted.Of(n, "lane"))
		}
	}
	return common, nil
}
