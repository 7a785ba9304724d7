//go:build linux && (amd64 || arm64) && !purego

package engine

import (
	"context"
	"reflect"
	"slices"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
)

// guarded copies a column to memory that ends, or begins, where a page begins that cannot
// be read.
func guarded(t *testing.T, data any, atEnd bool) any {
	v := reflect.ValueOf(data)
	page := syscall.Getpagesize()
	bytes := v.Len() * int(v.Type().Elem().Size())
	pages := max(1, (bytes+page-1)/page) * page
	mem, err := syscall.Mmap(-1, 0, pages+2*page, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, syscall.Munmap(mem)) })
	inside := mem[page : page+pages]
	require.NoError(t, syscall.Mprotect(inside, syscall.PROT_READ|syscall.PROT_WRITE))
	if atEnd {
		inside = inside[pages-bytes:]
	}
	copied := reflect.SliceAt(v.Type().Elem(), unsafe.Pointer(unsafe.SliceData(inside)), v.Len())
	reflect.Copy(copied, v)
	return copied.Interface()
}

// TestGuards runs programs of all kinds over columns between pages that cannot be read:
// machine code that touched what is not a column's would end the test.
func TestGuards(t *testing.T) {
	skipWithout(t)
	for _, name := range []string{"straight line", "two results", "escape", "float32", "two widths", "widened",
		"division by zero", "int32"} {
		p := lowered(t, programs[name])
		machine, err := batch.Compile(p)
		require.NoError(t, err)
		for _, lanes := range []int{1, 3, 4, 5, 7, 8, 9, 16, 17, 100, 1027} {
			in := inputs(machine.Params(), lanes)
			want, err := machine.Run(context.Background(), in)
			require.NoError(t, err)
			for _, set := range Machines() {
				for groups := 1; groups <= 2; groups++ {
					for _, atEnd := range []bool{false, true} {
						r := Run{Lanes: lanes, Workers: 1}
						for _, col := range in {
							r.In = append(r.In, guarded(t, col.Data, atEnd))
						}
						for _, col := range want.Cols {
							r.Out = append(r.Out, guarded(t, col.Data, atEnd))
						}
						for _, out := range r.Out {
							reflect.ValueOf(out).Clear()
						}
						o, err := code(t, p, Options{Machine: set, Groups: groups}, false).Do(context.Background(), &r)
						require.NoError(t, err)
						for i, col := range want.Cols {
							for lane := range lanes {
								if !slices.Contains(o.Again, lane) {
									require.Equal(t, bitsOf(col.Data, lane), bitsOf(r.Out[i], lane), "%s, %s, lane %d",
										name, set, lane)
								}
							}
						}
					}
				}
			}
		}
	}
}
