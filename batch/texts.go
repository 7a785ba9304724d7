package batch

import (
	"slices"
	"sync"
	"unsafe"
)

// Texts is the data of a column of strings of any text, where it is made of the strings themselves: machine code that
// runs one lane at a time reads them where they are, and others have a row of bytes made for each. Only
// [TextMemory.Columns] makes it, so that the column of their lengths agrees with it.
type Texts struct {
	list  []string
	room  int
	where []uintptr   // of the list; nil until somebody asks
	of    *TextMemory // has rows that where has addresses of
}

// Lengths is the data of the column of their lengths, which are numbers of 64 bits where somebody asks for them.
type Lengths struct {
	texts *Texts
	lens  []int64 // nil until then
}

// TextMemory is what a column of strings needs, for one run after the other.
type TextMemory struct {
	texts Texts
	lens  Lengths
	// making is held while parts of a column are made, which runs of different lanes may ask for at once.
	making sync.Mutex
	sizes  memoryOf[int64]
	where  memoryOf[uintptr]
	// Strings that cannot be read where they are, are copied to rows in chunks.
	chunks [][]byte
	used   int
	free   []byte
}

// memoryOf is memory for slices, for one run after the other.
type memoryOf[T any] struct {
	all  []T
	used int
}

// take returns n elements that nobody else has.
func (m *memoryOf[T]) take(n int) []T {
	if m.used+n > len(m.all) {
		m.all, m.used = make([]T, max(n, len(m.all))), 0
	}
	m.used += n
	return m.all[m.used-n : m.used : m.used]
}

// leastPage is the size of the smallest pages that systems have. Where one byte of such a page can be read, all of it
// can.
const leastPage = 4096

// Columns returns a column of strings that may have at most room bytes each, and the column of their lengths. Both are
// valid until the next call. Whoever runs lanes looks whether strings have more, see [LongText].
func (m *TextMemory) Columns(list []string, room int) (bytes, lens Column) {
	m.used, m.free, m.sizes.used, m.where.used = 0, nil, 0, 0
	m.texts = Texts{list: list, room: room, of: m}
	m.lens = Lengths{texts: &m.texts}
	return Column{Data: &m.texts, Shape: []int{room}}, Column{Data: &m.lens}
}

// Long is the index of the first string that has more bytes than there is room for, or -1.
func (t *Texts) Long() int {
	if t.fit() {
		return -1
	}
	return slices.IndexFunc(t.list, func(text string) bool { return len(text) > t.room })
}

// fit reports whether there is no such string. For short functions a look at each takes a good part of what a lane
// takes: so there is nothing in the loop that processors would have to foresee.
func (t *Texts) fit() bool {
	list, room := t.list, t.room
	signs := 0 // negative if one of the differences is
	for len(list) >= 4 {
		signs |= (room - len(list[0])) | (room - len(list[1])) | (room - len(list[2])) | (room - len(list[3]))
		list = list[4:]
	}
	for _, text := range list {
		signs |= room - len(text)
	}
	return signs >= 0
}

// List is the strings themselves.
func (t *Texts) List() []string { return t.list }

// Len is how many strings there are.
func (t *Texts) Len() int { return len(t.list) }

// Where is the address of the bytes of each string. As many can be read as there is room for, whatever is behind the
// string, as long as t is kept.
func (t *Texts) Where() []uintptr {
	m := t.of
	m.making.Lock()
	defer m.making.Unlock()
	if t.where != nil || len(t.list) == 0 {
		return t.where
	}
	list, where := t.list, m.where.take(len(t.list))
	empty := m.row("", t.room)
	for i := readInPlace(list, where, t.room, empty); i < len(list); {
		if n := len(list[i]); n > 0 && !within(where[i], n, t.room) {
			where[i] = m.row(list[i], t.room)
		}
		i++
		i += readInPlace(list[i:], where[i:], t.room, empty)
	}
	t.where = where
	return where
}

// Numbers are the lengths of the strings.
func (l *Lengths) Numbers() []int64 {
	m := l.texts.of
	m.making.Lock()
	defer m.making.Unlock()
	if l.lens == nil {
		l.lens = m.sizes.take(len(l.texts.list))
		for i, text := range l.texts.list {
			l.lens[i] = int64(len(text))
		}
	}
	return l.lens
}

// Settled are columns in which lengths of strings are numbers.
func Settled(cols []Column) []Column {
	cloned := false
	for i, c := range cols {
		if lens, ok := c.Data.(*Lengths); ok {
			if !cloned {
				cols, cloned = slices.Clone(cols), true
			}
			cols[i].Data = lens.Numbers()
		}
	}
	return cols
}

// readInPlace notes where strings are. It ends with the first string where code may not read as many bytes as there is
// room for, as far as can be told at once, and notes that one too. It returns the string's index, or how many strings
// there are. Empty ones, which may be anywhere, are where the address is that is given, and there are no branches for
// them: processors do not foresee which they are. It does nothing else, so that the loop has all it needs in registers:
// for short functions it is a good part of what a lane takes.
//
//go:noinline
func readInPlace(list []string, where []uintptr, room int, empty uintptr) int {
	// A string that begins there in its page, or before, has all its room in that page, as most have.
	ample := uint(max(leastPage-room, 0))
	where = where[:len(list)]
	for i, text := range list {
		n, at := len(text), uintptr(unsafe.Pointer(unsafe.StringData(text)))
		if n == 0 {
			at = empty
		}
		where[i] = at
		if uint(at%leastPage) > ample {
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
func (m *TextMemory) Release() { m.texts, m.lens = Texts{}, Lengths{} }

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
	picked := &Texts{list: make([]string, len(lanes)), room: t.room, of: t.of}
	for i, lane := range lanes {
		picked.list[i] = t.list[lane]
	}
	return picked
}

// slice is that of rows lo to hi.
func (t *Texts) slice(lo, hi int) *Texts { return &Texts{list: t.list[lo:hi], room: t.room, of: t.of} }

// Pick is a column of some of the lengths.
func (l *Lengths) Pick(lanes []int) *Lengths { return &Lengths{texts: l.texts.Pick(lanes)} }

// slice is that of rows lo to hi.
func (l *Lengths) slice(lo, hi int) *Lengths { return &Lengths{texts: l.texts.slice(lo, hi)} }
