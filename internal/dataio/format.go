package dataio

import (
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
	TSV // CSV with tabs
	Npy
	Npz
	JSONLines
	formatEnd
)

// Stdio is the path that stands for standard input and output, in CSV. With an extension behind it,
// as in -.jsonl, it has that format.
const Stdio = "-"

// IsStdio reports whether a path stands for standard input and output.
func IsStdio(path string) bool { return path == Stdio || strings.HasPrefix(path, Stdio+".") }

// extensions are those that a path of data may have.
var extensions = map[string]Format{
	".csv": CSV, ".tsv": TSV, ".npy": Npy, ".npz": Npz, ".jsonl": JSONLines, ".ndjson": JSONLines,
}

// FormatOf returns the format that a path's extension names, without one that says that the file is
// compressed. What has none and is in /dev, such as /dev/stdin and /dev/null, has CSV.
func FormatOf(path string) (Format, error) {
	ext := extensionOf(path)
	f, known := extensions[ext]
	switch {
	case known && Compressed(path) && !f.text():
		return InvalidFormat, fileError(path, "only text is read and written compressed: .csv.gz, .tsv.gz and "+
			".jsonl.gz")
	case known && IsStdio(path) && !f.text():
		return InvalidFormat, fileError(path, "%s is a format of files, not of standard input and output", ext)
	case known:
		return f, nil
	case path == Stdio, ext == "" && (strings.HasPrefix(path, "/dev/") || inherited(path)):
		return CSV, nil
	case ext == ".json":
		return InvalidFormat, fileError(path, "is one document; write an object a line to a .jsonl file, as jq "+
			"-c '.[]' does")
	case slices.Contains([]string{".zip", ".zst", ".xz", ".bz2"}, ext):
		return InvalidFormat, fileError(path, "is compressed by a method that is not known; use .gz, or unpack it "+
			"and pipe CSV to %q", "-in -")
	case isDirectory(path):
		return InvalidFormat, fileError(path, "is a directory: name a file in it")
	case ext == "", strings.Trim(path, "./") == "":
		return InvalidFormat, fileError(path, "the name says no format: end it in .csv, .tsv, .npy, .npz or .jsonl")
	default:
		return InvalidFormat, fileError(path, "the extension %q is not known: use .csv, .tsv, .npy, .npz or .jsonl",
			ext)
	}
}

// extensionOf returns the extension that names the format, in lower case.
func extensionOf(path string) string {
	path = strings.ToLower(path)
	if Compressed(path) {
		path = path[:len(path)-len(gzipExtension)]
	}
	return filepath.Ext(path)
}

const gzipExtension = ".gz"

// Compressed reports whether the extension says that a file is compressed.
func Compressed(path string) bool { return strings.HasSuffix(strings.ToLower(path), gzipExtension) }

// text reports whether the format is text, which can be read from a pipe.
func (f Format) text() bool { return f == CSV || f == TSV || f == JSONLines }

// comma is what separates the cells of a row, in CSV and TSV.
func (f Format) comma() byte {
	if f == TSV {
		return '\t'
	}
	return ','
}

// CanHold returns an error if the format cannot store that many columns.
func (f Format) CanHold(path string, columns []string) error {
	if f == Npy && len(columns) != 1 {
		return fileError(path, "a .npy file holds one array, but there are %d columns (%s): use .npz, .csv or .jsonl",
			len(columns), strings.Join(columns, ", "))
	}
	return nil
}

// Write writes the results, not compressed. It returns an error if there is a string that the format cannot hold, such
// as one that is not UTF-8 in JSON. It panics if a column's Data is not a slice of its type, or if Npy is asked
// to hold anything but one column.
func (f Format) Write(w io.Writer, r *Results) error {
	for _, p := range r.parts() {
		if !slices.IsSortedFunc(p.Faults, func(a, b Fault) int { return a.Lane - b.Lane }) {
			panic("dataio: faults out of order")
		}
	}
	if err := f.checkTexts(r); err != nil {
		return err
	}
	switch f {
	case CSV, TSV:
		return writeCSV(w, r, f.comma())
	case Npy:
		return writeNpy(w, r)
	case Npz:
		return writeNpz(w, r)
	case JSONLines:
		return writeJSONLines(w, r)
	}
	panic(fmt.Sprintf("dataio: write of format %d", f))
}

// isDirectory reports whether there is a directory of that name.
func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
