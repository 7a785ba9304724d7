package golang

import (
	"io/fs"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
)

// File is a Go source file, or an assembly file (x.s) beside such, which is only
// asked what package-level variables it names.
type File struct {
	Name string // for positions; only the last element of a path is kept
	Text string // the whole file
	// GoVersion is the version of the language that the file's module asks
	// for, such as "go1.21"; empty for the newest. Before go1.22 all turns of a
	// loop share its variables.
	GoVersion string
}

// ReadFS returns the Go files in the root directory of fsys that [CompileFS]
// compiles, where Options give no path.
func ReadFS(fsys fs.FS) ([]File, error) { return ReadPackage(fsys, "") }

// ReadPackage returns the Go files, and the assembly files, in the root directory
// of fsys that are compiled if its import path is the given one, as the root
// package or as an import. They are without tests and without files whose build constraints
// exclude linux/amd64. The tags noasm, purego, safe and appengine hold, by which
// packages choose what is written in Go over assembly. Package math, and packages
// outside the standard library of which functions have their bodies in assembly all the
// same, are read as on a machine for which they have none, if they have Go for it.
func ReadPackage(fsys fs.FS, importPath string) ([]File, error) {
	read, err := load.ReadPackage(fsys, importPath)
	if err != nil {
		return nil, err
	}
	files := make([]File, len(read))
	for i, f := range read {
		files[i] = File(f)
	}
	return files, nil
}

// loadable are files as package load takes them.
func loadable(files []File) []load.File {
	out := make([]load.File, len(files))
	for i, f := range files {
		out[i] = load.File(f)
	}
	return out
}

// loading are those of the options that loading asks for.
func (o Options) loading() load.Options {
	out := load.Options{Path: o.Path}
	if o.Import != nil {
		out.Import = func(path string) ([]load.File, error) {
			files, err := o.Import(path)
			return loadable(files), err
		}
	}
	return out
}
