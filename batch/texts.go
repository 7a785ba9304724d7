package batch

import "unsafe"

// Texts is the data of a column of strings of any text, where it is made of the strings themselves: machine code that
// runs one lane at a time reads them where they are, and others have a row of bytes made for each. Only
// [TextMemory.Columns] makes it, so that the column of their lengths agrees with it.
type Texts struct {
	list  []string
	room  int
	where []uintptr
	lens  []int64     // the column of their lengths, which are at most room; nil if that is another
	of    *TextMemory // has rows that where has addresses of
}

// TextMemory is what a column of strings needs, for one run after the other.
type TextMemory struct {
	texts Texts
	lens  []int64
	where []uintptr
	// Strings that cannot be read where they are, are copied to rows in chunks.
	chunks [][]byte
	used   int
	free   []byte
}

// leastPage is the size of the smallest pages that systems have. Where one byte of such a page can be read, all of it
// can.
const leastPage = 4096

// Columns returns a column of strings that have at most room bytes each, and the column of their lengths. Both are
// valid until the next call. If a string has more bytes, there are no columns, and long is the index of the first such
// string; otherwise long is -1.
func (m *TextMemory) Columns(list []string, room int) (bytes, lens Column, long int) {
	m.lens, m.where = atLeast(m.lens, len(list)), atLeast(m.where, len(list))
	m.used, m.free = 0, nil
	sizes, where := m.lens[:len(list)], m.where[:len(list)]
	empty := m.row("", room)
	for i := readInPlace(list, sizes, where, room, empty); i < len(list); {
		text := list[i]
		switch n := len(text); {
		case n > room:
			return Column{}, Column{}, i
		case n > 0 && !within(where[i], n, room):
			where[i] = m.row(text, room)
		}
		i++
		i += readInPlace(list[i:], sizes[i:], where[i:], room, empty)
	}
	m.texts = Texts{list, room, m.where, m.lens, m}
	return Column{Data: &m.texts, Shape: []int{room}}, Column{Data: m.lens}, -1
}

// readInPlace notes where strings are and how long. It ends with the first string where code may not read as many
// bytes as there is room for, as far as can be told at once, and notes that one too. It returns the string's index, or
// how many strings there are. Empty ones, which may be anywhere, are where the address is that is given, and there are
// no branches for them: processors do not foresee which they are. It does nothing else, so that the loop has all it
// needs in registers: for short functions it is a good part of what a lane takes.
//
//go:noinline
func readInPlace(list []string, sizes []int64, where []uintptr, room int, empty uintptr) int {
	// A string that begins there in its page, or before, has all its room in that page, as most have.
	ample := uint(max(leastPage-room, 0))
	sizes, where = sizes[:len(list)], where[:len(list)]
	for i, text := range list {
		n, at := len(text), uintptr(unsafe.Pointer(unsafe.StringData(text)))
		if n == 0 {
			at = empty
		}
		sizes[i], where[i] = int64(n), at
		if uint(n) > uint(room) || uint(at%leastPage) > ample {
			return i
		}
	}
	return len(list)
}

// within reports whether the pages that have n bytes have all that there is room for: code may read what is behind the
// string, though it uses none of that.
func within(at uintptr, n, room int) bool {
	begin := int(at % leastPage)
	return (begin+n-1)/leastPage == (begin+room-1)/leastPage
}

// chunkBytes is how much memory for rows is made at once, at least.
const chunkBytes = 1 << 14

// row copies a string to a row that it takes, and returns where that is.
func (m *TextMemory) row(text string, room int) uintptr {
	if len(m.free) < room {
		for m.used < len(m.chunks) && len(m.chunks[m.used]) < room {
			m.used++
		}
		if m.used == len(m.chunks) {
			m.chunks = append(m.chunks, make([]byte, max(room, chunkBytes)))
		}
		m.free = m.chunks[m.used]
		m.used++
	}
	row := m.free[:room]
	m.free = m.free[room:]
	copy(row, text)
	return uintptr(unsafe.Pointer(unsafe.SliceData(row)))
}

// Release gives up the strings, which the memory keeps otherwise until the next call.
func (m *TextMemory) Release() { m.texts = Texts{} }

// Where is the address of the bytes of each string. As many can be read as there is room for, whatever is behind the
// string, as long as t is kept.
func (t *Texts) Where() []uintptr { return t.where }

// Bytes puts the strings into rows, one after the other, and leaves what is behind them. There are [Texts.Size] bytes.
func (t *Texts) Bytes(rows []uint8) {
	for i, text := range t.list {
		copy(rows[i*t.room:], text)
	}
}

// Size is how many bytes all rows have.
func (t *Texts) Size() int { return len(t.list) * t.room }

// Room is how many bytes a row has.
func (t *Texts) Room() int { return t.room }

// Pick is a column of some of the strings.
func (t *Texts) Pick(lanes []int) *Texts {
	picked := &Texts{list: make([]string, len(lanes)), room: t.room, where: make([]uintptr, len(lanes)), of: t.of}
	for i, lane := range lanes {
		picked.list[i], picked.where[i] = t.list[lane], t.where[lane]
	}
	return picked
}

// slice is that of rows lo to hi.
func (t *Texts) slice(lo, hi int) *Texts {
	return &Texts{t.list[lo:hi], t.room, t.where[lo:hi], nil, t.of}
}

// limits reports whether a column was made with the strings, and so has no length but from 0 to most.
func (t *Texts) limits(lens []int64, most int) bool {
	same := len(lens) == len(t.lens) && unsafe.SliceData(lens) == unsafe.SliceData(t.lens)
	return same && len(lens) > 0 && t.room <= most
}

// atLeast is a slice of n elements, in the memory of another where that is enough.
func atLeast[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n)
	}
	return s[:n]
}
