package batch

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestTexts: rows of strings have their bytes, wherever these are read, and memory is used again.
func TestTexts(t *testing.T) {
	const room = 100
	var m TextMemory
	page := make([]byte, 3*leastPage)
	for i := range page {
		page[i] = byte(i)
	}
	first := leastPage - int(uintptr(unsafe.Pointer(unsafe.SliceData(page)))%leastPage)
	for round := range 3 {
		list := []string{"", "a", strings.Repeat("b", room)}
		for n := 1; n < room; n += 7 { // around the end of a page
			for _, behind := range []int{-n - 1, -n, -n + 1, -room, 0} {
				list = append(list, unsafe.String(&page[first+leastPage+behind], n))
			}
		}
		for range round * 400 { // more than a chunk of rows
			list = append(list, unsafe.String(&page[first+leastPage-2], 2))
		}
		bytes, lens := m.Columns(list, room)
		texts := bytes.Data.(*Texts)
		require.Equal(t, -1, texts.Long())
		rows := make([]uint8, texts.Size())
		texts.Bytes(rows)
		for i, text := range list {
			require.EqualValues(t, len(text), lens.Data.(*Lengths).Numbers()[i])
			require.Equal(t, text, string(rows[i*room:][:len(text)]))
			where := texts.Where()[i]
			if len(text) > 0 {
				require.Equal(t, text, unsafe.String(*(**byte)(unsafe.Pointer(&where)), len(text)))
			}
			if last := where + uintptr(max(len(text), 1)) - 1; len(text) > 0 && where == addressOfText(text) {
				require.Equal(t, last/leastPage, (where+room-1)/leastPage, "%d bytes at %x", len(text), where)
			}
		}
		picked := texts.Pick([]int{2, 1})
		require.Equal(t, 2*room, picked.Size())
		require.LessOrEqual(t, testing.AllocsPerRun(5, func() { texts.Pick(make([]int, 40)) }), 3., "it grows")
		part := bytes.Slice(1, 3)
		n, err := part.Rows()
		require.NoError(t, err)
		require.Equal(t, 2, n)
		require.Len(t, part.Data.(*Texts).Where(), 2)
		require.Equal(t, list[1:3], part.Data.(*Texts).List())
		part = lens.Slice(1, 3)
		require.Equal(t, []int64{1, room}, part.Data.(*Lengths).Numbers())
		m.Release()
	}
	bytes, _ := m.Columns([]string{"a", strings.Repeat("b", room+1)}, room)
	require.Equal(t, 1, bytes.Data.(*Texts).Long())
}

func addressOfText(text string) uintptr { return uintptr(unsafe.Pointer(unsafe.StringData(text))) }
