package bytes

import (
	"errors"
	"io"
	"unicode/utf8"
)

// A Buffer collects bytes at its end and gives them from its beginning.
type Buffer struct {
	buf  []byte
	off  int // of the first byte that was not read
	last int // what the last call read, for those that undo it: the bytes of a rune, or one of the constants
}

const (
	readNothing = 0
	readBytes   = -1
)

func NewBuffer(buf []byte) *Buffer     { return &Buffer{buf: buf} }
func NewBufferString(s string) *Buffer { return &Buffer{buf: []byte(s)} }
func (b *Buffer) Bytes() []byte        { return b.buf[b.off:] }
func (b *Buffer) Len() int             { return len(b.buf) - b.off }
func (b *Buffer) Reset()               { b.buf, b.off, b.last = b.buf[:0], 0, readNothing }

func (b *Buffer) String() string {
	if b == nil {
		return "<nil>"
	}
	return string(b.buf[b.off:])
}

func (b *Buffer) Truncate(n int) {
	if n == 0 {
		b.Reset()
		return
	}
	b.last = readNothing
	if n < 0 || n > b.Len() {
		panic("bytes.Buffer: truncation out of range")
	}
	b.buf = b.buf[:b.off+n]
}

func (b *Buffer) Grow(n int) {
	if n < 0 {
		panic("bytes.Buffer.Grow: negative count")
	}
}

func (b *Buffer) Write(p []byte) (n int, err error) {
	b.buf, b.last = append(b.buf, p...), readNothing
	return len(p), nil
}

func (b *Buffer) WriteString(s string) (n int, err error) {
	b.buf, b.last = append(b.buf, s...), readNothing
	return len(s), nil
}

func (b *Buffer) WriteByte(c byte) error {
	b.buf, b.last = append(b.buf, c), readNothing
	return nil
}

func (b *Buffer) WriteRune(r rune) (n int, err error) {
	n = len(b.buf)
	b.buf, b.last = utf8.AppendRune(b.buf, r), readNothing
	return len(b.buf) - n, nil
}

// isEmpty reports whether all bytes were read, and frees their memory then.
func (b *Buffer) isEmpty() bool {
	if b.off < len(b.buf) {
		return false
	}
	b.Reset()
	return true
}

// take reads n bytes.
func (b *Buffer) take(n int) []byte {
	p := b.buf[b.off : b.off+n]
	b.off += n
	b.last = readNothing
	if n > 0 {
		b.last = readBytes
	}
	return p
}

func (b *Buffer) Read(p []byte) (n int, err error) {
	if b.isEmpty() {
		if len(p) == 0 {
			return 0, nil
		}
		return 0, io.EOF
	}
	return copy(p, b.take(min(len(p), b.Len()))), nil
}

func (b *Buffer) Next(n int) []byte { return b.take(min(n, b.Len())) }

func (b *Buffer) ReadByte() (byte, error) {
	if b.isEmpty() {
		return 0, io.EOF
	}
	return b.take(1)[0], nil
}

func (b *Buffer) ReadRune() (r rune, size int, err error) {
	if b.isEmpty() {
		return 0, 0, io.EOF
	}
	r, size = utf8.DecodeRune(b.buf[b.off:])
	b.off += size
	b.last = size
	return r, size, nil
}

var (
	errNoByte = errors.New("bytes.Buffer: UnreadByte: previous operation was not a successful read")
	errNoRune = errors.New("bytes.Buffer: UnreadRune: previous operation was not a successful ReadRune")
)

func (b *Buffer) UnreadByte() error {
	if b.last == readNothing {
		return errNoByte
	}
	b.off, b.last = max(b.off-1, 0), readNothing
	return nil
}

func (b *Buffer) UnreadRune() error {
	if b.last <= readNothing {
		return errNoRune
	}
	b.off, b.last = b.off-b.last, readNothing
	return nil
}

func (b *Buffer) ReadBytes(delim byte) (line []byte, err error) {
	part, err := b.until(delim)
	return append(line, part...), err
}

func (b *Buffer) ReadString(delim byte) (line string, err error) {
	part, err := b.until(delim)
	return string(part), err
}

// until reads the bytes up to one that is delim, with it, or all.
func (b *Buffer) until(delim byte) ([]byte, error) {
	n, err := b.Len(), io.EOF
	if i := IndexByte(b.buf[b.off:], delim); i >= 0 {
		n, err = i+1, nil
	}
	part := b.take(n)
	b.last = readBytes
	return part, err
}

func (b *Buffer) WriteTo(w io.Writer) (n int64, err error) {
	b.last = readNothing
	if all := b.Len(); all > 0 {
		m, err := w.Write(b.buf[b.off:])
		if m > all {
			panic("bytes.Buffer.WriteTo: invalid Write count")
		}
		b.off += m
		if err != nil {
			return int64(m), err
		}
		if m != all {
			return int64(m), io.ErrShortWrite
		}
		n = int64(m)
	}
	b.Reset()
	return n, nil
}
