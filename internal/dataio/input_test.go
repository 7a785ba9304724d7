package dataio

import (
	"io"
)

// readFile reads the wanted columns of a file.
func readFile(path string, stdin io.Reader, want []Field) (*Table, error) {
	in, err := Open(path, stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return in.Read(want)
}

// extents finds out how long the slices of a file are.
func extents(path string, stdin io.Reader, names []string, dims []int) (map[string]Extent, error) {
	in, err := Open(path, stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return in.Extents(names, dims)
}
