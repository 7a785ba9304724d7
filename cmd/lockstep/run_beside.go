package main

import (
	"io"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
)

// beside are the files that a run writes beside its results; those that nobody asked for are nil.
type beside struct{ stats, executors *dataio.File }

// createBeside begins the files of -stats and -executors before the run, as that of the results.
func (f *runFlags) createBeside(i *interrupts) (*beside, error) {
	b := &beside{}
	for _, one := range []struct {
		path string
		file **dataio.File
	}{{f.stats.file(), &b.stats}, {f.executors, &b.executors}} {
		if one.path == "" || one.path == dataio.Stdio {
			continue
		}
		file, err := dataio.NewFile(one.path)
		if err == nil {
			i.dropsBeside(file)
			err = file.Create()
		}
		if err != nil {
			b.abort()
			return nil, pathProblem(err)
		}
		*one.file = file
	}
	return b, nil
}

// abort drops the files that were not written.
func (b *beside) abort() {
	for _, file := range []*dataio.File{b.stats, b.executors} {
		if file != nil {
			file.Abort()
		}
	}
}

// writeBeside writes what -stats and -executors ask for.
func (f *runFlags) writeBeside(e *env, o *outcomes, b *beside) error {
	err := to(b.stats, e.stderr, func(w io.Writer) error { return f.stats.write(w, o) })
	if err != nil || f.executors == "" {
		return err
	}
	return to(b.executors, e.stderr, func(w io.Writer) error {
		for _, r := range o.list {
			text, err := r.compiled.Executors(lockstep.EngineMode(f.engine), strings.HasSuffix(f.executors, ".dot"))
			if err == nil {
				_, err = io.WriteString(w, text)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// to writes to a file, which is complete then, or elsewhere if there is none.
func to(file *dataio.File, elsewhere io.Writer, write func(io.Writer) error) error {
	if file == nil {
		return write(elsewhere)
	}
	if err := write(file); err != nil {
		return err
	}
	return file.Commit()
}
