package resolve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/lockstep-simt/lockstep/frontend/golang"
)

// Resolver finds the packages that one package imports, directly or through
// others. It may be used by several goroutines at once.
type Resolver struct {
	goroot func() string // empty if there is none here
	main   *modules

	mu    sync.Mutex
	found map[string]result
}

// result is what Import returned.
type result struct {
	files []golang.File
	err   error
}

// New returns a resolver for what the package in a directory imports. An empty
// dir has no module: only the standard library is found.
func New(dir string) *Resolver {
	r := &Resolver{goroot: sync.OnceValue(findGoroot), found: map[string]result{}}
	if dir == "" {
		return r
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return r // no working directory: as if there were no module
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	r.main = findModules(abs, findCache(), r.goroot())
	return r
}

// Path returns the import path of the directory, or "" if it is in no module
// and not in the standard library.
func (r *Resolver) Path() string {
	if r.main == nil {
		return ""
	}
	return r.main.path
}

// GoVersion returns the version of the language that the directory's module
// asks for, such as "go1.21"; "" is the newest.
func (r *Resolver) GoVersion() string {
	if r.main == nil {
		return ""
	}
	return r.main.goVersion
}

// Import returns the files of a package; it is what golang.Options.Import asks
// for. The error says where the package was looked for and what to do.
func (r *Resolver) Import(path string) ([]golang.File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	got, ok := r.found[path]
	if !ok {
		got.files, got.err = r.read(path)
		r.found[path] = got
	}
	return got.files, got.err
}

// read finds a package and reads its files.
func (r *Resolver) read(path string) ([]golang.File, error) {
	dir, version, err := r.locate(path)
	if err != nil {
		return nil, err
	}
	files, err := golang.ReadPackage(os.DirFS(dir), path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	for i := range files {
		files[i].GoVersion = version
	}
	return files, nil
}

// locate returns the directory of a package and the language version of its
// module.
func (r *Resolver) locate(path string) (dir, version string, err error) {
	if !validPath(path) {
		return "", "", errors.New("this is not an import path; imports relative to a directory are not supported")
	}
	first, _, _ := strings.Cut(path, "/")
	standard := !strings.Contains(first, ".")
	if standard && r.goroot() != "" {
		if dir := filepath.Join(r.goroot(), "src", filepath.FromSlash(path)); hasGo(dir) {
			return dir, "", nil
		}
	}
	if r.main != nil {
		dir, version, err = r.main.locate(path)
		if err == nil {
			return dir, version, nil
		}
	}
	// What the standard library imports from elsewhere is kept with it.
	if r.goroot() != "" {
		if dir := filepath.Join(r.goroot(), "src", "vendor", filepath.FromSlash(path)); hasGo(dir) {
			return dir, "", nil
		}
	}
	switch {
	case r.main != nil && err != errNoModule:
		return "", "", err
	case r.main != nil && !standard:
		return "", "", r.main.nowhere(path)
	case r.goroot() == "":
		return "", "", errors.New("there is no Go installation here to take the standard library from; set GOROOT")
	case standard:
		return "", "", fmt.Errorf("it is not in the standard library (%s)", filepath.Join(r.goroot(), "src"))
	}
	return "", "", errors.New("there is no go.mod, so only the standard library can be imported; compile a directory " +
		"of a module, or write the function in this package")
}

// validPath refuses what would leave the directories that are searched.
func validPath(path string) bool {
	if path == "" || strings.HasPrefix(path, "/") || strings.ContainsAny(path, "\\\x00:") {
		return false
	}
	for e := range strings.SplitSeq(path, "/") {
		if e == "" || e == "." || e == ".." {
			return false
		}
	}
	return true
}

// hasGo reports whether a directory has a Go file that is not a test.
func hasGo(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if n := e.Name(); !e.IsDir() && strings.HasSuffix(n, ".go") && !strings.HasSuffix(n, "_test.go") {
			return true
		}
	}
	return false
}
