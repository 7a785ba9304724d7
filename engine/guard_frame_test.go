//go:build linux && (amd64 || arm64) && !purego

package engine

import (
	"context"
	"encoding/binary"
	"runtime"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine/turns"
)

// between returns memory that ends, or begins, where a page begins that cannot be read, at a
// multiple of 64, and the pages that it is in.
func between(t *testing.T, bytes int, atEnd bool) (part, pages []byte) {
	page := syscall.Getpagesize()
	size := (bytes + page - 1) / page * page
	mem, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, syscall.Munmap(mem)) })
	pages = mem[page : page+size]
	require.NoError(t, syscall.Mprotect(pages, syscall.PROT_READ|syscall.PROT_WRITE))
	if atEnd {
		return pages[(size-bytes)&^63:], pages
	}
	return pages[:bytes], pages
}

// fenced returns code that runs with its frame, its stack if it has one and its own pages between
// pages that cannot be read. One worker may run it.
func fenced(t *testing.T, c *Code, atEnd bool) *Code {
	s := c.shape.Load()
	frame, _ := between(t, s.Bytes, atEnd)
	code, pages := between(t, len(s.made.Code), atEnd)
	copy(code, s.made.Code)
	require.NoError(t, syscall.Mprotect(pages, syscall.PROT_READ|syscall.PROT_EXEC))
	written(pages)
	entry := addressOf(code)
	var stack []byte
	p := &mapped{made: s.made, entry: entry}
	p.Shape = turns.New(s.Layout, func(from *byte) {
		given := unsafe.Slice(from, s.Bytes)
		var low, own uint64
		if s.Stack != nil { // addresses of the stack are those of this one
			low = binary.LittleEndian.Uint64(given[s.Stack.Bottom:]) - uint64(s.Stack.Margin)
			if stack == nil {
				top := binary.LittleEndian.Uint64(given[s.Stack.At:])
				stack, _ = between(t, int(top-low), atEnd)
			}
			own = uint64(addressOf(stack))
		}
		move := func(b []byte, by uint64) {
			if s.Stack != nil {
				for _, at := range []int{s.Stack.At, s.Stack.Bottom} {
					binary.LittleEndian.PutUint64(b[at:], binary.LittleEndian.Uint64(b[at:])+by)
				}
			}
		}
		copy(frame, given)
		move(frame, own-low)
		enter(entry, unsafe.SliceData(frame))
		move(frame, low-own)
		copy(given, frame)
		runtime.KeepAlive(p)
	})
	made := &Code{graph: c.graph, set: c.set, hosts: c.hosts, fixed: true}
	made.shape.Store(p)
	return made
}

// TestFences runs programs with arrays, stacks, tables of constants and host phases between pages that
// cannot be read: code that touched what is not its own would end the test.
func TestFences(t *testing.T) {
	skipWithout(t)
	const lanes = 150
	ran := 0
	for _, list := range []map[string]string{programs, callers, proofs, hosting} {
		for name, text := range list {
			if _, hosts := hosting[name]; hosts {
				text = "import \"math\"\n" + text
			}
			p := lowered(t, text)
			machine, err := batch.Compile(p)
			require.NoError(t, err)
			in := inputs(machine.Params(), lanes)
			want, err := machine.Run(context.Background(), in)
			require.NoError(t, err)
			for i, set := range Machines() {
				for groups := 1; groups <= 2; groups++ {
					c, err := Compile(p, Options{Machine: set, Groups: groups, Turns: 20 * (groups - 1)})
					if err != nil || len(c.Uniforms()) > 0 {
						continue // it saves arrays, or has tables
					}
					ran++
					compareRun(t, fenced(t, c, (groups+i)%2 > 0), in, want, lanes, 1)
				}
			}
		}
	}
	require.Greater(t, ran, 100)
}

// TestScalarFences is TestFences for code that runs one lane at a time.
func TestScalarFences(t *testing.T) {
	skipWithoutScalar(t)
	const lanes = 60
	for name, text := range callers {
		machine, err := batch.Compile(lowered(t, text))
		require.NoError(t, err)
		in := inputs(machine.Params(), lanes)
		want, err := machine.Run(context.Background(), in)
		require.NoError(t, err)
		c := scalarCode(t, text)
		if len(c.Tables()) > 0 || len(c.Uniforms()) > 0 {
			continue
		}
		for _, atEnd := range []bool{false, true} {
			t.Log(name, atEnd)
			compareRun(t, fenced(t, c, atEnd), in, want, lanes, 1)
		}
	}
}
