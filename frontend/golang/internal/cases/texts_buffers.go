package cases

import (
	"bytes"
	"io"
	"strconv"
	"strings"
)

// Buffers and readers of packages bytes and strings, and what package bytes makes of slices.

// LibraryTrimmed cuts bytes at both ends, and at what is between.
func LibraryTrimmed(b [10]byte, n uint8) (r int, isNil bool) {
	s := spaced(&b, n)
	trimmed := bytes.TrimSpace(s)
	before, after, found := bytes.Cut(trimmed, []byte(" "))
	r = len(trimmed) + 16*len(before) + 256*len(after)
	if found != bytes.ContainsAny(trimmed, " \t") {
		r++
	}
	cut := bytes.Trim(s, "a ")
	r += 4096 * len(bytes.TrimRight(cut, "b")) * (1 + bytes.IndexFunc(s, func(c rune) bool { return c > 'b' }))
	return r, trimmed == nil
}

// spaced writes letters and spaces over bytes, and gives the first n.
func spaced(b *[10]byte, n uint8) []byte {
	for i := range b {
		b[i] = " aabbcé "[b[i]&7]
	}
	return b[:n%11]
}

// LibraryFolded makes new bytes of some.
func LibraryFolded(b [10]byte, n uint8) ([]byte, bool) {
	s := spaced(&b, n)
	upper := bytes.ToUpper(s)
	same := bytes.EqualFold(s, upper)
	upper = bytes.ReplaceAll(upper, []byte("AA"), []byte("-"))
	return bytes.Join([][]byte{upper, bytes.Repeat([]byte("xy"), int(n&3))}, []byte(", ")), same
}

// LibraryParts looks at the words of bytes, and at what is between their letters b.
func LibraryParts(b [10]byte, n uint8) (r int) {
	s := spaced(&b, n)
	for _, word := range bytes.Fields(s) {
		r = 7*r + len(word) + int(word[0])
	}
	for i, part := range bytes.Split(s, []byte("b")) {
		r = 5*r + i*len(part)
	}
	for _, c := range bytes.Runes(s) {
		r = 3*r + int(c)
	}
	return r
}

// BufferWritten collects bytes, strings and runes.
func BufferWritten(b [10]byte, n uint8, c int32) (string, int, []byte) {
	var out bytes.Buffer
	for _, x := range spaced(&b, n) {
		switch x {
		case ' ':
			out.WriteString("%20")
		case 'a':
			out.Write([]byte{'<', x, '>'})
		default:
			out.WriteByte(x)
		}
	}
	size, _ := out.WriteRune(c)
	text := out.String()
	out.Truncate(out.Len() / 2)
	return text, size, out.Bytes()
}

// BufferRead reads lines, bytes and runes, and undoes some of that.
func BufferRead(b [10]byte, n uint8) (r int, err error) {
	in := bytes.NewBuffer(spaced(&b, n))
	line, err := in.ReadString('b')
	r = len(line)
	if err == io.EOF {
		return r, err
	}
	for in.Len() > 2 {
		c, size, _ := in.ReadRune()
		if c == 'c' {
			if err = in.UnreadRune(); err != nil {
				return -1, err
			}
			in.ReadByte()
		}
		r = 31*r + int(c) + size
	}
	var two [2]byte
	k, err := in.Read(two[:])
	r = r*31 + k*int(two[0])
	return r, in.UnreadRune()
}

// BufferOut truncates where there may be less.
func BufferOut(b [10]byte, n, m uint8) int {
	out := bytes.NewBufferString(string(spaced(&b, n)))
	out.Next(int(m & 3))
	out.Truncate(int(m >> 4))
	return out.Len()
}

// ReaderBytes scans numbers as a parser does, one byte behind the other.
func ReaderBytes(b [10]byte, n uint8) (sum int, err error) {
	for i := range b {
		b[i] = "0123456789, -x. "[b[i]&15]
	}
	in := bytes.NewReader(b[:n%11])
	for {
		c, err := in.ReadByte()
		if err == io.EOF {
			return sum, nil
		}
		if c < '0' || c > '9' {
			if c == 'x' {
				return sum, in.UnreadByte()
			}
			continue
		}
		k := 0
		for ; err == nil && c >= '0' && c <= '9'; c, err = in.ReadByte() {
			k = 10*k + int(c-'0')
		}
		if err == nil {
			if err = in.UnreadByte(); err != nil {
				return 0, err
			}
		}
		sum = 3*sum + k + in.Len()
	}
}

// ReaderText seeks in a string.
func ReaderText(b [12]byte, n, from uint8) (int64, int, error) {
	in := strings.NewReader(textIn(b, n))
	at, err := in.Seek(int64(from)-2, io.SeekStart)
	if err != nil {
		return at, in.Len(), err
	}
	c, size, err := in.ReadRune()
	return at + 100*int64(c), size + 10*in.Len(), err
}

// TextsGivenBytes gives bytes of a string to a function that appends to them.
func TextsGivenBytes(n int16, s [3]uint8) (string, int) {
	b := strconv.AppendInt([]byte("id-"), int64(n), 10)
	b = append(b, '!')
	more := bytesAnd([]byte(textIn6([6]uint8{s[0], s[1], s[2]}, 3)), "xyz")
	return string(b), len(more) + int(more[len(more)-1])
}

// TextsPadded pads the bytes and the runes of strings, as messages are that are hashed.
func TextsPadded(s [6]uint8, n uint8) (length int, sum byte, runes int) {
	text := textIn6(s, n)
	message := append([]byte(text), 0x80)
	for len(message)%32 != 28 {
		message = append(message, n)
	}
	for _, b := range message {
		sum = sum*31 + b
	}
	points := []rune(text)
	for range n % 16 {
		points = append(points, 'x')
	}
	return len(message), sum, len(points)
}

func bytesAnd(b []byte, s string) []byte { return append(b, s...) }
