package dataio

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Input is where inputs come from: a file, or text from standard input. It is
// opened once, so that all that is read of it is of the same file.
type Input struct {
	name   string // in errors
	format Format
	sniff  bool     // the format is what the text looks like
	file   *os.File // nil: a reader that is not a file
	info   fs.FileInfo
	// pipe is what can be read only once, and ahead what was read of it before
	// it had to be. Both are nil for a file.
	pipe  io.Reader
	ahead []byte
}

// Open opens the file of inputs at a path, or takes CSV or lines of JSON from
// stdin if the path is "-"; see IsStdio. A directory, a device, a socket or a
// named pipe is not a file of inputs: reading it may wait or go on for ever.
func Open(path string, stdin io.Reader) (*Input, error) {
	format, err := FormatOf(path)
	if err != nil {
		return nil, err
	}
	if IsStdio(path) {
		in := &Input{name: "stdin", format: format, sniff: path == Stdio, pipe: stdin}
		if f, ok := stdin.(*os.File); ok {
			in.info, _ = f.Stat() // only for Is
		}
		return in, in.unpack(path)
	}
	file, info, err := openFile(path)
	if err != nil {
		return nil, err
	}
	in := &Input{name: path, format: format, file: file, info: info}
	if !info.Mode().IsRegular() {
		in.pipe, in.sniff = file, inherited(path)
	}
	if err := in.unpack(path); err != nil {
		file.Close()
		return nil, err
	}
	return in, nil
}

// Name returns what stands for the input in errors: its path, or "stdin".
func (in *Input) Name() string { return in.name }

// unpack makes what is compressed a pipe of its text.
func (in *Input) unpack(path string) error {
	if !Compressed(path) {
		return nil
	}
	from := in.pipe
	if from == nil {
		from = in.file
	}
	text, err := gzip.NewReader(from)
	if err != nil {
		return fileError(in.name, "the extension is .gz, but the data are not compressed so (%v)", err)
	}
	in.pipe = &gzipText{text}
	return nil
}

// gzipText reads what is compressed. What is damaged ends it with an error that
// says so.
type gzipText struct{ *gzip.Reader }

func (g *gzipText) Read(b []byte) (int, error) {
	n, err := g.Reader.Read(b)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("the compressed data are damaged: %w", err)
	}
	return n, err
}

// openFile opens a file of data.
func openFile(path string) (*os.File, fs.FileInfo, error) {
	// Before opening, which waits for a writer if it is a pipe.
	info, err := os.Stat(path)
	if err == nil {
		err = notData(path, info.Mode())
	}
	if err != nil {
		return nil, nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	if info, err = file.Stat(); err == nil {
		err = notData(path, info.Mode())
	}
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, info, nil
}

// notData says why what is at a path is not a file of data.
func notData(path string, mode fs.FileMode) error {
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return fileError(path, "is a directory, not a file of data")
	case mode&fs.ModeNamedPipe != 0 && !inherited(path):
		return fileError(path, "is a named pipe, not a file of data; pipe CSV to %q", "-in -")
	case mode&fs.ModeSocket != 0 && !inherited(path):
		return fileError(path, "is a socket, not a file of data; pipe CSV to %q", "-in -")
	case mode&fs.ModeDevice != 0 && path != "/dev/stdin":
		return fileError(path, "is a device, not a file of data")
	case mode&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice) == 0:
		return fileError(path, "is not a regular file")
	}
	return nil
}

// inherited reports whether a path stands for a file that was open when the
// process began: standard input, or what a shell writes for <(…).
func inherited(path string) bool {
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

// Close closes the file, if it is one that Open opened.
func (in *Input) Close() {
	if in.file != nil {
		in.file.Close()
	}
}

// Is reports whether the inputs are the file at a path, by whatever name.
func (in *Input) Is(path string) bool { return in.info != nil && isFile(in.info, path) }

// SameFile reports whether two paths lead to one file.
func SameFile(name, path string) bool {
	info, err := os.Stat(name)
	return err == nil && isFile(info, path)
}

// isFile reports whether a path leads to the file, if it is a regular one:
// writing to another destroys nothing.
func isFile(info fs.FileInfo, path string) bool {
	other, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && os.SameFile(info, other)
}

// Read reads the wanted columns, and those called like keep, to be carried over.
func (in *Input) Read(want []Field, keep ...string) (*Table, error) {
	names := slices.Clone(keep)
	for _, f := range want {
		names = append(names, f.Name)
	}
	if err := in.format.CanHold(in.name, names); err != nil {
		return nil, err
	}
	switch in.format {
	case Npy:
		return ReadNpy(in.file, in.info.Size(), in.name, want[0])
	case Npz:
		return ReadNpz(in.file, in.info.Size(), in.name, want, keep...)
	}
	if err := in.guess(); err != nil {
		return nil, err
	}
	if in.format == JSONLines {
		return ReadJSONLines(in.stream(), in.name, want, keep...)
	}
	hint, err := in.measure()
	if err != nil {
		return nil, err
	}
	return readCSV(in.stream(), in.name, in.format, want, keep, hint)
}

// ReadAhead reads columns before the others are.
func (in *Input) ReadAhead(want []Field) (*Table, error) {
	if err := in.rewindable(); err != nil {
		return nil, err
	}
	t, err := in.Read(want)
	if err != nil {
		return nil, err
	}
	return t, in.rewind()
}

// guess finds out which text comes through a pipe whose format has no name: an
// object of JSON begins with a brace, and no header of CSV does.
func (in *Input) guess() error {
	if !in.sniff {
		return nil
	}
	in.sniff = false
	text := bufio.NewReaderSize(in.pipe, 1<<16)
	start, err := text.Peek(1)
	if err != nil && err != io.EOF {
		return fileError(in.name, "%v", err)
	}
	if string(start) == "{" {
		in.format = JSONLines
	}
	in.pipe = text
	return nil
}

// stream returns what is to be read of CSV.
func (in *Input) stream() io.Reader {
	switch {
	case in.ahead != nil:
		return bytes.NewReader(in.ahead)
	case in.pipe != nil:
		return in.pipe
	}
	return in.file
}

// rewindable makes it possible to read twice what can be read only once.
func (in *Input) rewindable() (err error) {
	if err := in.guess(); err != nil {
		return err
	}
	if in.pipe != nil && in.ahead == nil {
		if in.ahead, err = readAhead(in.pipe, in.name); err != nil {
			return err
		}
	}
	return nil
}

// rewind goes back to the beginning.
func (in *Input) rewind() error {
	if in.pipe != nil {
		return nil
	}
	_, err := in.file.Seek(0, io.SeekStart)
	return err
}

// measure counts the lines of a CSV, so that its columns need not be grown.
// That takes little beside parsing them.
func (in *Input) measure() (sizeHint, error) {
	if in.pipe != nil && in.ahead == nil {
		return sizeHint{}, nil
	}
	var hint sizeHint
	buf := make([]byte, 1<<16)
	last := byte('\n')
	for r := in.stream(); ; {
		n, err := r.Read(buf)
		hint.bytes += int64(n)
		hint.lines += bytes.Count(buf[:n], []byte{'\n'})
		if n > 0 {
			last = buf[n-1]
		}
		if err == io.EOF || bytes.IndexByte(buf[:n], 0) >= 0 { // reading it will say what is wrong
			break
		}
		if err != nil {
			return sizeHint{}, err
		}
	}
	if last != '\n' {
		hint.lines++
	}
	return hint, in.rewind()
}
