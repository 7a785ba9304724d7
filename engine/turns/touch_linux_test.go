package turns

import (
	"os"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestFramesAreWritten asks the system whether it has memory for each page of a frame that is new.
func TestFramesAreWritten(t *testing.T) {
	page := os.Getpagesize()
	for _, bytes := range []int{64, page, 1<<24 + 64} {
		frame := newFrame(bytes)
		require.Len(t, frame, bytes)
		first := addressOf(frame) &^ uintptr(page-1)
		there := make([]byte, (addressOf(frame)+uintptr(bytes)-first+uintptr(page)-1)/uintptr(page))
		_, _, errno := syscall.Syscall(syscall.SYS_MINCORE, first, uintptr(len(there)*page),
			uintptr(unsafe.Pointer(unsafe.SliceData(there))))
		require.Zero(t, errno)
		for i, in := range there {
			require.EqualValues(t, 1, in&1, "page %d of %d", i, len(there))
		}
	}
}
