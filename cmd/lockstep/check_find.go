package main

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/gen"
	"github.com/lockstep-simt/lockstep/internal/resolve"
	"github.com/lockstep-simt/lockstep/program"
)

// unit is what is checked together: the files of one package, or one program in
// text form.
type unit struct {
	name  string // as the user would write it
	dir   string // of the files
	files []golang.File
	text  bool // it is a .lockstep file
	// imports finds what the files import.
	imports *resolve.Resolver
	source  *golang.Source // nil before jobs, or if it cannot be parsed
	wanted  []string       // the functions to check
	generic []string       // functions with type parameters, which are not among these unless they are named
	loaded  sync.Once
	left    atomic.Int64 // functions that are not checked yet
}

// findUnits turns the words of the command line into units.
func findUnits(words []string) ([]*unit, error) {
	if len(words) == 0 {
		return nil, usagef("check", "no file: name .go files, directories, DIR/... or .lockstep files")
	}
	var units []*unit
	byDir := map[string]*unit{} // of files that were named one by one
	for _, word := range words {
		dir, all := cutPattern(word)
		if all {
			below, err := packagesBelow(dir)
			if err != nil {
				return nil, err
			}
			units = append(units, below...)
			continue
		}
		info, err := os.Stat(word)
		switch {
		case err != nil:
			return nil, pathProblem(err)
		case info.IsDir():
			u, err := packageIn(word)
			if err != nil {
				return nil, err
			}
			units = append(units, u)
		case isProgram(word):
			units = append(units, &unit{name: word, dir: filepath.Dir(word), text: true})
		case filepath.Ext(word) != ".go":
			return nil, errors.New(word + ": is neither a .go file, a .lockstep file nor a directory")
		default:
			text, err := readSource(word)
			if err != nil {
				return nil, err
			}
			u := byDir[filepath.Dir(word)]
			if u == nil {
				u = &unit{name: word, dir: filepath.Dir(word), imports: resolve.New(filepath.Dir(word))}
				byDir[u.dir] = u
				units = append(units, u)
			} else {
				u.name = u.dir
			}
			u.files = append(u.files, golang.File{Name: word, Text: string(text), GoVersion: u.imports.GoVersion()})
		}
	}
	return withoutRepeats(units), nil
}

// withoutRepeats drops directories that two words name.
func withoutRepeats(units []*unit) []*unit {
	seen := map[string]bool{}
	return slices.DeleteFunc(units, func(u *unit) bool {
		name := filepath.Clean(u.name)
		was := seen[name]
		seen[name] = true
		return was
	})
}

// cutPattern splits "dir/..." into the directory and true.
func cutPattern(word string) (dir string, all bool) {
	dir, all = strings.CutSuffix(filepath.ToSlash(word), "...")
	if !all || dir != "" && !strings.HasSuffix(dir, "/") {
		return word, false
	}
	if dir == "/" {
		return dir, true
	}
	if dir = strings.TrimSuffix(dir, "/"); dir == "" {
		dir = "."
	}
	return dir, true
}

// packageIn is the package in a directory.
func packageIn(dir string) (*unit, error) {
	imports := resolve.New(dir)
	files, err := golang.ReadPackage(os.DirFS(dir), imports.Path())
	if err != nil {
		return nil, errors.New(dir + ": " + err.Error())
	}
	for i := range files {
		files[i].GoVersion = imports.GoVersion()
	}
	return &unit{name: dir, dir: dir, files: files, imports: imports}, nil
}

// packagesBelow finds the packages in a directory and below it, as the go
// command does. Directories without Go files are passed over.
func packagesBelow(root string) ([]*unit, error) {
	if _, err := os.Stat(root); err != nil {
		return nil, pathProblem(err)
	}
	var units []*unit
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if path != root && (skipped(d.Name()) || isModule(path)) {
			return filepath.SkipDir
		}
		if !hasGoFiles(path) {
			return nil
		}
		u, err := packageIn(path)
		if err == nil {
			units = append(units, u)
		}
		return nil // no file is for this platform
	})
	return units, err
}

func skipped(name string) bool {
	return name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// isModule reports whether a directory is the root of a module.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func hasGoFiles(dir string) bool {
	found, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*.go"))
	return err == nil && len(found) > 0
}

// escapeGlob takes the meaning from the letters that filepath.Glob knows.
func escapeGlob(s string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(s)
}

// job is one function to check, and what came of it.
type job struct {
	unit     *unit
	fn       golang.Func
	outcome  outcome
	problems []problem
}

// jobs lists the functions to check. What keeps a package from being read at
// all is a problem.
func (f *checkFlags) jobs(units []*unit) (jobs []*job, problems []problem, err error) {
	found := map[string]bool{}
	var known []string
	for _, u := range units {
		if u.text {
			if len(f.fns) > 0 {
				return nil, nil, usagef("check", "%s is a single program: leave out -func", u.name)
			}
			jobs = append(jobs,
				&job{unit: u, fn: golang.Func{Pos: program.Pos{File: filepath.Base(u.name), Line: 1, Col: 1}}})
			continue
		}
		var err error
		u.source, err = golang.Parse(u.files, golang.Options{Path: u.imports.Path(), Import: u.imports.Import})
		if err != nil {
			for _, p := range program.Errors(err) {
				problems = append(problems, u.problem(p.Pos, severityError, codeOf(p), p.Msg))
			}
			continue
		}
		written := u.generated()
		for _, fn := range u.source.Functions() {
			if written[fn.Pos.File] {
				continue // runs batches, and is not part of one
			}
			known = append(known, fn.Name)
			for _, name := range f.fns {
				if name != fn.Name && isCalled(fn, name) {
					instance := fn
					instance.Name = name
					jobs = append(jobs, &job{unit: u, fn: instance})
					found[name] = true
				}
			}
			if fn.Generic && len(f.fns) == 0 {
				u.generic = append(u.generic, fn.Name)
			}
			asked := slices.Contains(f.fns, fn.Name)
			if asked || len(f.fns) == 0 && !fn.Generic && !isEntry(fn.Name) {
				jobs = append(jobs, &job{unit: u, fn: fn})
				u.wanted = append(u.wanted, fn.Name)
				found[fn.Name] = true
			}
		}
	}
	for _, name := range f.fns {
		if !found[name] && len(problems) == 0 {
			return nil, nil, errors.New("check: there is no function " + name + suggestion(name, known))
		}
	}
	if err := f.unknownParameter(jobs); err != nil {
		return nil, nil, err
	}
	return jobs, problems, f.unknownConstant(jobs)
}

// unknownConstant complains of a variable named by a flag that no package has.
func (f *checkFlags) unknownConstant(jobs []*job) error {
	for _, name := range f.constant {
		if len(jobs) > 0 && !slices.ContainsFunc(jobs, func(j *job) bool { return j.unit.hasVariable(name) }) {
			return usagef("check", "there is no package-level variable %s", name)
		}
	}
	return nil
}

// hasVariable reports whether a flag may mean a variable of this source, or of what it imports.
func (u *unit) hasVariable(name string) bool { return !u.text && u.source.HasVariable(name) }

// generated returns the names of the files that lockstep gen wrote, without
// directories.
func (u *unit) generated() map[string]bool {
	names := map[string]bool{}
	for _, file := range u.files {
		if gen.IsGenerated(file) {
			names[filepath.Base(file.Name)] = true
		}
	}
	return names
}

// unknownParameter complains of a parameter named by a flag that no function
// has.
func (f *checkFlags) unknownParameter(jobs []*job) error {
	named := slices.Concat(f.uniforms, slices.Sorted(maps.Keys(f.length)), slices.Sorted(maps.Keys(f.capacity)))
	var known []string
	for _, j := range jobs {
		for _, p := range j.fn.Params {
			known = append(known, p.Name)
		}
	}
	for _, name := range named {
		of := name // a field of a parameter, or the rows of one
		if i := strings.IndexAny(name, ".["); i >= 0 {
			of = name[:i]
		}
		if !slices.Contains(known, of) {
			slices.Sort(known)
			return usagef("check", "there is no parameter %s%s", name, suggestion(name, slices.Compact(known)))
		}
	}
	return nil
}

// suggestion names what may have been meant, or all there is if that is little.
func suggestion(name string, known []string) string {
	if hint := suggest(name, known); hint != "" {
		return hint
	}
	if len(known) == 0 || len(known) > 20 {
		return ""
	}
	return "; there are " + strings.Join(known, ", ")
}
