package dataio

import (
	"bytes"
	"fmt"
	"io"
	"os"
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

// FormatOf returns the format that a path's extension names. Devices, such as
// /dev/stdin and /dev/null, have CSV.
func FormatOf(path string) (Format, error) {
	if path == Stdio || strings.HasPrefix(path, "/dev/") {
		return CSV, nil
	}
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".csv":
		return CSV, nil
	case ".npy":
		return Npy, nil
	case ".npz":
		return Npz, nil
	case ".gz", ".zip", ".zst", ".xz", ".bz2":
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

// Read reads the wanted columns from the file at a path, or CSV from stdin if
// the path is "-".
func Read(path string, stdin io.Reader, want []Field) (*Table, error) {
	format, err := FormatOf(path)
	if err != nil {
		return nil, err
	}
	if path == Stdio {
		return ReadCSV(stdin, "stdin", want)
	}
	var names []string
	for _, f := range want {
		names = append(names, f.Name)
	}
	if err := format.CanHold(path, names); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fileError(path, "is a directory, not a file of data")
	}
	switch format {
	case Npy:
		return ReadNpy(file, info.Size(), path, want[0])
	case Npz:
		return ReadNpz(file, info.Size(), path, want)
	}
	hint, err := measure(file, info)
	if err != nil {
		return nil, err
	}
	return readCSV(file, path, want, hint)
}

// measure counts the lines of a regular file, so that its columns need not be
// grown. That takes little beside parsing them.
func measure(file *os.File, info os.FileInfo) (sizeHint, error) {
	if !info.Mode().IsRegular() {
		return sizeHint{}, nil
	}
	hint := sizeHint{bytes: info.Size()}
	buf := make([]byte, 1<<16)
	last := byte('\n')
	for {
		n, err := file.Read(buf)
		hint.lines += bytes.Count(buf[:n], []byte{'\n'})
		if n > 0 {
			last = buf[n-1]
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return sizeHint{}, err
		}
	}
	if last != '\n' {
		hint.lines++
	}
	_, err := file.Seek(0, io.SeekStart)
	return hint, err
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
