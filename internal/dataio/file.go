package dataio

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file that appears under its name only when it is complete: it is
// written next to its place and renamed by Commit. A path that is not a
// regular file, such as /dev/null or a pipe, is written directly.
type File struct {
	path string // where it will be
	temp string // where it is; empty if it is written in place
	file *os.File
}

// Create begins a file, so that an unwritable place is found before a long
// run and not after it. The caller ends it with Commit or Abort.
func Create(path string) (*File, error) {
	mode := fs.FileMode(0o666)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // replace what a link points to, not the link
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fileError(path, "is a directory, not a file to write")
	case !info.Mode().IsRegular():
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &File{path: path, file: file}, err
	default:
		mode = info.Mode().Perm()
	}
	dir, base := filepath.Split(path)
	for try := 0; ; try++ {
		temp := filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", base, os.Getpid(), try))
		file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) && try < 100 {
			continue
		}
		if err != nil {
			return nil, fileError(path, "cannot be created: %v", errors.Unwrap(err))
		}
		return &File{path: path, temp: temp, file: file}, nil
	}
}

// Write implements io.Writer.
func (f *File) Write(b []byte) (int, error) { return f.file.Write(b) }

var _ io.Writer = (*File)(nil)

// Commit ends the file and puts it in its place.
func (f *File) Commit() error {
	if err := f.file.Close(); err != nil {
		f.Abort()
		return err
	}
	if f.temp == "" {
		return nil
	}
	if err := os.Rename(f.temp, f.path); err != nil {
		f.Abort()
		return err
	}
	f.temp = ""
	return nil
}

// Abort drops the file; what was at the path before is untouched. It does
// nothing after Commit.
func (f *File) Abort() {
	f.file.Close()
	if f.temp != "" {
		os.Remove(f.temp)
		f.temp = ""
	}
}
