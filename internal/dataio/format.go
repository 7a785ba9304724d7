package dataio

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// Format is a way to store columns.
type Format uint8

const (
	InvalidFormat Format = iota
	CSV
	Npy
	Npz
	formatEnd
)

// Stdio is the path that stands for standard input and output, in CSV.
const Stdio = "-"

// FormatOf returns the format that a path's extension names. What has none and
// is in /dev, such as /dev/stdin and /dev/null, has CSV.
func FormatOf(path string) (Format, error) {
	switch ext := strings.ToLower(filepath.Ext(path)); {
	case path == Stdio, ext == ".csv", ext == "" && (strings.HasPrefix(path, "/dev/") || inherited(path)):
		return CSV, nil
	case ext == ".npy":
		return Npy, nil
	case ext == ".npz":
		return Npz, nil
	case slices.Contains([]string{".gz", ".zip", ".zst", ".xz", ".bz2"}, ext):
		return InvalidFormat, fileError(path, "is compressed; unpack it, or pipe CSV to %q", "-in -")
	default:
		return InvalidFormat, fileError(path, "the extension %q is not known: use .csv, .npy or .npz", ext)
	}
}

// CanHold returns an error if the format cannot store that many columns.
func (f Format) CanHold(path string, columns []string) error {
	if f == Npy && len(columns) != 1 {
		return fileError(path, "a .npy file holds one array, but there are %d columns (%s): use .npz or .csv", len(columns), strings.Join(columns, ", "))
	}
	return nil
}

// Write writes the results. It panics if a column's Data is not a slice of its
// type, or if Npy is asked to hold anything but one column.
func (f Format) Write(w io.Writer, r *Results) error {
	if !slices.IsSortedFunc(r.Faults, func(a, b Fault) int { return a.Lane - b.Lane }) {
		panic("dataio: faults out of order")
	}
	switch f {
	case CSV:
		return writeCSV(w, r)
	case Npy:
		return writeNpy(w, r)
	case Npz:
		return writeNpz(w, r)
	}
	panic(fmt.Sprintf("dataio: write of format %d", f))
}
