package lockstep_test

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
)

const guardSource = `package p

// Hash reads the string, and nothing else of it.
func Hash(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h ^= uint32(s[i])
		h *= 16777619
	}
	return h
}

// Reversed writes to a copy.
func Reversed(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}
`

// TestNothingBehindTexts: a result has nothing of what is behind a string in memory.
func TestNothingBehindTexts(t *testing.T) {
	const source = `package p

func Bytes(s string) []byte { return []byte(s) }
`
	f, err := lockstep.Compile(source, "Bytes", lockstep.Cap("s", 16))
	require.NoError(t, err)
	secret := "key=0123456789abcdef0123456789abcdef"
	for _, engine := range enginesOf(f) {
		r, err := f.Run(context.Background(), lockstep.Inputs{"s": []string{secret[:4], secret[:3]}},
			lockstep.Engine(engine))
		require.NoError(t, err)
		p := r.Padded("r0")
		require.Equal(t, []byte("key=\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"+
			"key\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"), p.Data, engine)
	}
}

// TestTextsAtPageEnds runs strings behind which a page begins that cannot be read: code reads strings where they are,
// and as many bytes as there is room for.
func TestTextsAtPageEnds(t *testing.T) {
	page := syscall.Getpagesize()
	mem, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, syscall.Munmap(mem)) })
	inside := mem[page : 2*page]
	require.NoError(t, syscall.Mprotect(inside, syscall.PROT_READ|syscall.PROT_WRITE))
	for i := range inside {
		inside[i] = byte('a' + i%26)
	}
	const room = 40
	texts := []string{"", strings.Repeat("x", room)}
	for n := range room {
		for _, begin := range []int{0, 1, page - n, max(0, page-n-1), max(0, page-room), max(0, page-room-1)} {
			if begin+n <= page {
				texts = append(texts, unsafe.String(unsafe.SliceData(inside[begin:]), n))
			}
		}
	}
	for _, name := range []string{"Hash", "Reversed"} {
		f, err := lockstep.Compile(guardSource, name, lockstep.Cap("s", room))
		require.NoError(t, err)
		for _, engine := range enginesOf(f) {
			t.Run(fmt.Sprintf("%s %s", engine, name), func(t *testing.T) {
				r, err := f.Run(context.Background(), lockstep.Inputs{"s": texts}, lockstep.Engine(engine))
				require.NoError(t, err)
				for lane, text := range texts {
					if name == "Hash" {
						require.Equal(t, hashOf(text), lockstep.Column[uint32](r, "r0")[lane])
					} else {
						require.Equal(t, reversed(text), lockstep.Column[string](r, "r0")[lane])
					}
				}
			})
		}
	}
}

// enginesOf are those that this machine has for a function.
func enginesOf(f *lockstep.Func) []lockstep.EngineMode {
	return append(f.Engines(), lockstep.EngineAuto)
}

func hashOf(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

func reversed(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] = s[len(s)-1-i]
	}
	return string(b)
}
