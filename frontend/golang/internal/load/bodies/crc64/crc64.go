// Package crc64 has the functions of hash/crc64 with bodies that lanes can run: with tables that are made before lanes
// run, where the package's own are made when they are asked for.
//
// Imports: nothing of ours.
package crc64

import "hash"

const (
	polyISO  = 0xD800000000000000
	polyECMA = 0xC96C5795D7870F42
)

// Table is what a byte of the remainder adds, for a polynomial.
type Table [256]uint64

var (
	tableISO  = tableOf(polyISO)
	tableECMA = tableOf(polyECMA)
)

func tableOf(poly uint64) *Table {
	t := new(Table)
	for i := range t {
		crc := uint64(i)
		for range 8 {
			if crc&1 == 1 {
				crc = crc>>1 ^ poly
			} else {
				crc >>= 1
			}
		}
		t[i] = crc
	}
	return t
}

func MakeTable(poly uint64) *Table {
	switch poly {
	case polyISO:
		return tableISO
	case polyECMA:
		return tableECMA
	}
	return tableOf(poly)
}

func Checksum(data []byte, tab *Table) uint64 { return Update(0, tab, data) }

func Update(crc uint64, tab *Table, p []byte) uint64 { return tab.update(crc, p) }

func (t *Table) update(crc uint64, p []byte) uint64 {
	crc = ^crc
	for _, v := range p {
		crc = t[byte(crc)^v] ^ crc>>8
	}
	return ^crc
}

type digest struct {
	crc uint64
	tab *Table
}

func New(tab *Table) hash.Hash64 { return &digest{0, tab} }

func (d *digest) Size() int      { return 8 }
func (d *digest) BlockSize() int { return 1 }
func (d *digest) Reset()         { d.crc = 0 }
func (d *digest) Sum64() uint64  { return d.crc }

func (d *digest) Write(p []byte) (n int, err error) {
	d.crc = Update(d.crc, d.tab, p)
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte {
	s := d.crc
	in = append(in, byte(s>>56), byte(s>>48), byte(s>>40), byte(s>>32))
	return append(in, byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
}
