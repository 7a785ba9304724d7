package dataio

import (
	"archive/zip"
	"bufio"
	"io"
	"strings"
)

// maxDeflate is the most that deflate shrinks: an entry that claims to hold
// more than this times its size in the archive is lying.
const maxDeflate = 1032

// ReadNpz reads the wanted columns from the arrays of a .npz archive, each as
// ReadNpy does. A column with a single value stands for as many lanes as the
// others have.
func ReadNpz(r io.ReaderAt, size int64, name string, want []Field) (*Table, error) {
	zr, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fileError(name, "not a .npz archive: %v", err)
	}
	bad := problems{file: name}
	arrays, names := npzArrays(zr, &bad)
	t := &Table{}
	wanted := map[string]bool{}
	var lanes []int // by column
	for _, f := range want {
		wanted[f.Name] = true
		entry := arrays[f.Name]
		if entry == nil {
			bad.add(0, 0, "no array %q (%s): the archive has %s", f.Name, f.goType(), quoteList(names, 20))
			continue
		}
		v, n, err := readNpzEntry(entry, f)
		if err != nil {
			bad.add(0, 0, "%v", err)
			continue
		}
		t.Columns = append(t.Columns, Column{Field: f, Data: v.data()})
		lanes = append(lanes, n)
	}
	if err := bad.err(); err != nil {
		return nil, err
	}
	for _, n := range names {
		if !wanted[n] {
			t.Ignored = append(t.Ignored, n)
		}
	}
	t.Lanes, err = commonLanes(name, t.Columns, lanes)
	return t, err
}

// npzArrays returns the archive's arrays by name, and the names in order.
func npzArrays(zr *zip.Reader, bad *problems) (map[string]*zip.File, []string) {
	arrays := map[string]*zip.File{}
	var names []string
	for _, f := range zr.File {
		name, ok := strings.CutSuffix(f.Name, ".npy")
		if !ok {
			continue
		}
		if arrays[name] != nil {
			bad.add(0, 0, "array %q appears twice", name)
		}
		arrays[name] = f
		names = append(names, name)
	}
	return arrays, names
}

func readNpzEntry(entry *zip.File, want Field) (vector, int, error) {
	rc, err := entry.Open()
	if err != nil {
		return nil, 0, err
	}
	defer rc.Close()
	size := min(entry.UncompressedSize64, entry.CompressedSize64*maxDeflate)
	return readNpy(bufio.NewReaderSize(rc, 1<<16), int64(size), want)
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
			return 0, fileError(file, "%q has %s and %q has %s: the leading axes must be equal, or 1 for a value shared by all lanes",
				first, plural(common, "lane"), columns[i].Name, plural(n, "lane"))
		}
	}
	return common, nil
}
