package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/internal/gen"
	"github.com/lockstep-simt/lockstep/internal/resolve"
)

// generatedFile is a file that gen writes.
type generatedFile struct {
	name string
	text []byte
	same bool // it is there and up to date
	// quiet files have no functions for users.
	quiet bool
}

// compare finds out whether the file is up to date. With -check it is an error if it is not; else
// it is one if the file is not gen's to write.
func (f *generatedFile) compare(g *generation) error {
	have, err := os.ReadFile(f.name)
	there := !errors.Is(err, fs.ErrNotExist)
	if err != nil && there {
		return pathProblem(err)
	}
	f.same = there && string(have) == string(f.text)
	switch {
	case f.same:
		return nil
	case g.check && !there:
		return fmt.Errorf("%s: is not there; run go generate", f.name)
	case g.check:
		return fmt.Errorf("%s: is not up to date; run go generate", f.name)
	case !there:
		return nil
	}
	wraps := gen.Wraps(string(have))
	if wraps == nil {
		return fmt.Errorf("%s: was not written by lockstep gen and is left as it is; write to another file with -o, "+
			"or move this one", f.name)
	}
	if slices.ContainsFunc(wraps, func(fn string) bool { return slices.Contains(g.Funcs, fn) }) {
		return nil
	}
	fns, err := functionsOf(g.Dir)
	if err != nil {
		return err
	}
	for _, fn := range fns {
		if slices.Contains(wraps, fn.Name) {
			return fmt.Errorf("%s: has the wrapper of %s, which would be lost; write to another file with -o, wrap "+
				"both with -func %s,%s, or remove the file",
				f.name, fn.Name, fn.Name, strings.Join(g.Funcs, ","))
		}
	}
	return nil
}

// write writes the file, at once and whole.
func (f *generatedFile) write() error {
	if f.same {
		return nil
	}
	file, err := dataio.NewFile(f.name)
	if err != nil {
		return err
	}
	if err := file.Create(); err != nil {
		return err
	}
	if _, err := file.Write(f.text); err != nil {
		file.Abort()
		return err
	}
	return file.Commit()
}

// tell prints what was written: the functions, whose mathematical functions they have, and
// what will run slowly.
func (g *generation) tell(e *env, out *gen.Output, files []*generatedFile) error {
	for i, f := range files {
		done := "written"
		if f.same {
			done = "up to date"
		}
		fmt.Fprintf(e.stdout, "%s: %s\n", f.name, done)
		if f.quiet {
			continue
		}
		for _, w := range out.Wrappers {
			if i > 0 {
				fmt.Fprintf(e.stdout, "  %s\n", strings.Join(w.Tests, ", "))
				continue
			}
			for _, s := range w.Signatures {
				fmt.Fprintf(e.stdout, "  %s\n", s)
			}
			if w.Assembly != "" {
				fmt.Fprintf(e.stdout, "    assembly: %s\n", w.Assembly)
			}
			switch {
			case w.OurMath:
				fmt.Fprintf(e.stdout, "    mathematical functions: lockstep's (-math ours), so that lanes always run "+
					"as a batch\n")
			case w.GoMath:
				fmt.Fprintf(e.stdout, "    mathematical functions: Go's, to the bit; the last bits of -math ours may "+
					"differ; it is faster in float32 and with AVX-512\n")
			}
			for _, f := range w.StandIns {
				fmt.Fprintf(e.stdout, "    assembly: the program is made of %s, which is Go that stands in for it; "+
					"loop and batch may round otherwise\n", f)
			}
		}
	}
	if missing := missingModule(g.Dir); missing != "" {
		fmt.Fprintln(e.stderr, missing)
	}
	if !g.warn {
		return nil
	}
	r := &report{}
	for _, w := range out.Wrappers {
		compiled, err := lockstep.FromProgram(w.Source)
		if err != nil {
			return err
		}
		u := &unit{dir: g.Dir}
		for _, warning := range warningsOf(compiled, string(lockstep.EngineAuto), 0) {
			r.problems = append(r.problems, u.problem(warning.Pos, severityWarning, warning.Code, warning.Msg))
		}
	}
	r.finish()
	for _, p := range r.problems {
		fmt.Fprintln(e.stdout, p)
	}
	return nil
}

// missingModule says what has to be done before a wrapper in a directory compiles, if something has.
func missingModule(dir string) string {
	const module = "github.com/lockstep-simt/lockstep"
	r := resolve.New(dir)
	if r.Path() == "" {
		return "to compile this: go mod init, which makes a module of the directory, and go get " + module
	}
	if _, err := r.Import(module + "/lane"); err != nil {
		return "to compile this: go get " + module + ", which go.mod does not require yet"
	}
	return ""
}
