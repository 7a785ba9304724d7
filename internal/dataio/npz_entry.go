package dataio

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"strings"
)

// arraySuffix ends the name of an entry that is an array.
const arraySuffix = ".npy"

// maxDeflate is the most that deflate shrinks: an entry that claims to hold
// more than this times its size in the archive is lying.
const maxDeflate = 1032

// npzArchive is a .npz file. Of what package zip leaves to its callers, it
// checks names, sizes and missing checksums.
type npzArchive struct {
	*zip.Reader
	r    io.ReaderAt
	size int64
}

func openNpz(r io.ReaderAt, size int64) (*npzArchive, error) {
	zr, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("not a .npz archive: %w", err)
	}
	return &npzArchive{zr, r, size}, nil
}

// arrays returns the entries that are arrays by name, and the names of all
// entries in order, those of arrays without their suffix.
func (a *npzArchive) arrays(bad *problems) (arrays map[string]*zip.File, names []string) {
	arrays = map[string]*zip.File{}
	for _, f := range a.File {
		name, ok := strings.CutSuffix(f.Name, arraySuffix)
		switch {
		case ok && arrays[name] != nil:
			bad.add(0, 0, "array %q appears twice", name)
		case ok:
			arrays[name] = f
		}
		names = append(names, name)
		if err := a.checkName(f); err != nil {
			bad.add(0, 0, "%v", err)
		}
	}
	return arrays, names
}

// checkName compares an entry's name in the archive's directory with the one
// that stands before its data. The directory's decides, and no checksum covers
// it: where lengths are optional, an "x.len" by another name would be missed by
// nobody.
func (a *npzArchive) checkName(f *zip.File) error {
	const fixed = 30 // bytes of an entry's own header before the name
	end, err := f.DataOffset()
	if err != nil {
		return damaged(f, err)
	}
	before := make([]byte, min(end, int64(fixed+len(f.Name)+1<<16)))
	if _, err := a.r.ReadAt(before, end-int64(len(before))); err != nil {
		return damaged(f, err)
	}
	// The header ends in extra fields, whose length it says.
	le := binary.LittleEndian
	for at := len(before) - fixed - len(f.Name); at >= 0; at-- {
		h := before[at:]
		name, extra := int(le.Uint16(h[26:])), int(le.Uint16(h[28:]))
		if string(h[:4]) != "PK\x03\x04" || name != len(f.Name) || fixed+name+extra != len(h) {
			continue
		}
		if string(h[fixed:][:name]) == f.Name {
			return nil
		}
		break
	}
	return damaged(f, errors.New("its name in the directory is not the one before its data"))
}

// read reads an entry as a column of the wanted type and returns its number of
// lanes.
func (a *npzArchive) read(f *zip.File, want Field) (Column, int, error) {
	r, err := a.open(f)
	if err != nil {
		return Column{}, 0, err
	}
	h, err := readNpyHeader(r)
	if err != nil {
		return Column{}, 0, r.explain(fmt.Errorf("%q: %w", want.Name, err))
	}
	c, lanes, err := readArray(r, h, int64(f.UncompressedSize64), want)
	if err != nil {
		return Column{}, 0, r.explain(err)
	}
	return c, lanes, nil
}

// entryReader reads an entry's data. An error about them is explained by explain.
type entryReader struct {
	*bufio.Reader
	f   *zip.File
	raw io.Reader
}

// open begins to read an entry whose sizes are possible.
func (a *npzArchive) open(f *zip.File) (*entryReader, error) {
	switch {
	case f.Flags&1 != 0:
		return nil, fmt.Errorf("%q is encrypted; save it without a password", f.Name)
	case f.CompressedSize64 > uint64(a.size), f.UncompressedSize64/maxDeflate > f.CompressedSize64:
		return nil, damaged(f, fmt.Errorf("it claims to be %d bytes long, and %d before it was compressed",
			f.CompressedSize64, f.UncompressedSize64))
	}
	rc, err := f.Open()
	if err != nil {
		return nil, damaged(f, err)
	}
	raw := io.Reader(rc)
	if f.CRC32 == 0 { // package zip takes it for one that was not set
		raw = &sumReader{r: rc, sum: crc32.NewIEEE()}
	}
	return &entryReader{bufio.NewReader(raw), f, raw}, nil
}

// explain returns what is wrong with an entry in whose data something was
// wrong: if they are damaged, then that, since their shape or type may be what
// was changed. An entry that is longer than that takes is believed.
func (e *entryReader) explain(err error) error {
	const most = 1 << 28
	if _, cause := io.CopyN(io.Discard, e.raw, most); cause != nil && cause != io.EOF {
		return damaged(e.f, cause)
	}
	return err
}

func damaged(f *zip.File, cause error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(cause, zip.ErrChecksum):
		cause = errors.New("its data do not have the checksum that the archive says")
	case errors.Is(cause, zip.ErrFormat):
		cause = errors.New("its size is not what the archive says")
	case errors.Is(cause, zip.ErrAlgorithm):
		return fmt.Errorf("%q is compressed by method %d; numpy.savez and numpy.savez_compressed write what "+
			"can be read",
			f.Name, f.Method)
	case errors.Is(cause, io.ErrUnexpectedEOF), errors.Is(cause, io.EOF):
		cause = errors.New("it ends too early")
	case errors.As(cause, &corrupt):
		cause = errors.New("its compressed data make no sense")
	}
	return fmt.Errorf("%q is damaged: %w; make the archive anew", f.Name, cause)
}

// sumReader compares a checksum of zero, which package zip does not.
type sumReader struct {
	r   io.Reader
	sum hash.Hash32
}

func (s *sumReader) Read(b []byte) (int, error) {
	n, err := s.r.Read(b)
	s.sum.Write(b[:n])
	if err == io.EOF && s.sum.Sum32() != 0 {
		err = zip.ErrChecksum
	}
	return n, err
}
