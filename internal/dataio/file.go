package dataio

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// File is a file that appears under its name only when it is complete: it is
// written next to its place and renamed by Commit. A path that is not a
// regular file, such as /dev/null or a pipe, is written directly.
//
// Abort may be called at any time, by any goroutine: a signal that ends the
// process does not wait for who is writing.
type File struct {
	path   string // where it will be
	direct int    // flags to open it with if it is written in place, or 0
	mode   fs.FileMode

	mu    sync.Mutex
	temp  string // where it is, unless it is written in place
	file  *os.File
	ended bool // by Commit or Abort
}

// NewFile returns a file that is to be at a path. Nothing is created yet.
func NewFile(path string) (*File, error) {
	if inherited(path) || path == "/dev/stderr" {
		// It may be a file that somebody else writes as well.
		return &File{path: path, direct: os.O_WRONLY | os.O_APPEND}, nil
	}
	f := &File{path: path, mode: 0o666}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		f.path = real // replace what a link points to, not the link
	}
	switch info, err := os.Stat(f.path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fileError(path, "is a directory, not a file to write")
	case !info.Mode().IsRegular():
		f.direct = os.O_WRONLY
	default:
		f.mode = info.Mode().Perm()
	}
	return f, nil
}

// Create begins to write, so that an unwritable place is found before a long
// run and not after it. It waits for a reader if the file is a named pipe. The
// caller ends the file with Commit or Abort.
func (f *File) Create() error {
	if f.direct != 0 {
		file, err := os.OpenFile(f.path, f.direct, 0)
		if err != nil {
			return err
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.file = file; f.ended {
			file.Close()
			return errAborted
		}
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ended {
		return errAborted
	}
	dir, base := filepath.Split(f.path)
	for try := 0; ; try++ {
		temp := filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", base, os.Getpid(), try))
		file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode)
		if errors.Is(err, fs.ErrExist) && try < 100 {
			continue
		}
		if err != nil {
			return fileError(f.path, "cannot be created: %v", errors.Unwrap(err))
		}
		f.temp, f.file = temp, file
		return nil
	}
}

var errAborted = errors.New("the file was given up")

// Write implements io.Writer.
func (f *File) Write(b []byte) (int, error) { return f.file.Write(b) }

var _ io.Writer = (*File)(nil)

// Commit ends the file and puts it in its place.
func (f *File) Commit() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ended {
		return errAborted
	}
	f.ended = true
	err := f.file.Close()
	if f.temp == "" {
		return err
	}
	if err == nil {
		err = os.Rename(f.temp, f.path)
	}
	if err != nil {
		os.Remove(f.temp)
	}
	return err
}

// Abort drops the file; what was at the path before is untouched. It reports
// whether that is so: not after Commit, nor of what is written in place.
func (f *File) Abort() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ended {
		return false
	}
	f.ended = true
	if f.file != nil {
		f.file.Close()
	}
	if f.temp != "" {
		os.Remove(f.temp)
	}
	return f.direct == 0
}
