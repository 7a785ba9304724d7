package codegen

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// Pool is the read-only data of one assembly file: constants, which kernels
// share, and lookup tables.
type Pool struct {
	name   string
	sizes  []int // of the constants of each symbol, in the order of their first use
	data   map[int][]byte
	offset map[pooled]int
}

// pooled is bytes among the constants of a size.
type pooled struct {
	size  int
	bytes string
}

// newPool returns an empty pool. The symbols of its data begin with name.
func newPool(name string) *Pool {
	return &Pool{name: name, data: map[int][]byte{}, offset: map[pooled]int{}}
}

// Elem returns the address of one element of size 4 or 8 with the given bits.
func (p *Pool) Elem(bits uint64, size int) Address {
	b := binary.LittleEndian.AppendUint64(nil, bits)
	return p.put(b[:size], size)
}

// Repeat returns the address of bytes that are elements of a size, all with the
// given bits.
func (p *Pool) Repeat(bits uint64, size, bytes int) Address {
	return p.Whole(elements(slices.Repeat([]uint64{bits}, bytes/size), size))
}

// Whole returns the address of a vector or table.
func (p *Pool) Whole(b []byte) Address { return p.put(b, len(b)) }

// Table returns the address of elements of a size.
func (p *Pool) Table(elems []uint64, size int) Address { return p.Whole(elements(elems, size)) }

func (p *Pool) put(b []byte, group int) Address {
	key := pooled{group, string(b)}
	off, ok := p.offset[key]
	if !ok {
		if p.data[group] == nil {
			p.sizes = append(p.sizes, group)
		}
		off = len(p.data[group])
		p.offset[key] = off
		p.data[group] = append(p.data[group], b...)
	}
	return InData(slices.Index(p.sizes, group), off)
}

// symbol is the name of a symbol by its number.
func (p *Pool) symbol(n int) string { return p.of(p.sizes[n]) }

// of is the name of the symbol of constants of a size.
func (p *Pool) of(size int) string { return fmt.Sprintf("%s%d<>", p.name, size) }

// Text returns the data as assembly.
func (p *Pool) Text() string {
	var b strings.Builder
	for _, size := range p.sizes {
		data, symbol := p.data[size], p.of(size)
		fmt.Fprintf(&b, "// Constants of %d bytes.\n", size)
		step := min(8, size)
		for i := 0; i < len(data); i += step {
			word := make([]byte, 8)
			copy(word, data[i:i+step])
			fmt.Fprintf(&b, "DATA %s+%d(SB)/%d, $0x%0*x\n", symbol, i, step, 2*step, binary.LittleEndian.Uint64(word))
		}
		fmt.Fprintf(&b, "GLOBL %s(SB), RODATA|NOPTR, $%d\n\n", symbol, len(data))
	}
	return b.String()
}
