// Package crc32 has the functions of hash/crc32 with bodies that lanes can run, where the package's own are assembly,
// and with tables that are made before lanes run, where the package's own are made when they are asked for.
//
// Imports: nothing of ours.
package crc32

import "hash"

const (
	polyIEEE       = 0xedb88320
	polyCastagnoli = 0x82f63b78
)

// Table is what a byte of the remainder adds, for a polynomial.
type Table [256]uint32

// eight are the tables of a polynomial for a byte that one to eight bytes follow.
type eight [8]Table

var (
	IEEETable  = tableOf(polyIEEE)
	castagnoli = tableOf(polyCastagnoli)
	ieee       = eightOf(polyIEEE)
)

func tableOf(poly uint32) *Table {
	t := new(Table)
	for i := range t {
		crc := uint32(i)
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

func eightOf(poly uint32) *eight {
	e := new(eight)
	e[0] = *tableOf(poly)
	for i := range 256 {
		crc := e[0][i]
		for j := 1; j < 8; j++ {
			crc = e[0][crc&0xff] ^ crc>>8
			e[j][i] = crc
		}
	}
	return e
}

func MakeTable(poly uint32) *Table {
	switch poly {
	case polyIEEE:
		return IEEETable
	case polyCastagnoli:
		return castagnoli
	}
	return tableOf(poly)
}

func Checksum(data []byte, tab *Table) uint32 { return Update(0, tab, data) }
func ChecksumIEEE(data []byte) uint32         { return ieee.update(0, data) }

func Update(crc uint32, tab *Table, p []byte) uint32 { return tab.update(crc, p) }

func (t *Table) update(crc uint32, p []byte) uint32 {
	crc = ^crc
	for _, v := range p {
		crc = t[byte(crc)^v] ^ crc>>8
	}
	return ^crc
}

func (e *eight) update(crc uint32, p []byte) uint32 {
	crc = ^crc
	for len(p) >= 8 {
		crc ^= uint32(p[0]) | uint32(p[1])<<8 | uint32(p[2])<<16 | uint32(p[3])<<24
		crc = e[0][p[7]] ^ e[1][p[6]] ^ e[2][p[5]] ^ e[3][p[4]] ^
			e[4][crc>>24] ^ e[5][crc>>16&0xff] ^ e[6][crc>>8&0xff] ^ e[7][crc&0xff]
		p = p[8:]
	}
	return e[0].update(^crc, p)
}

type digest struct {
	crc uint32
	tab *Table
}

func New(tab *Table) hash.Hash32 { return &digest{0, tab} }
func NewIEEE() hash.Hash32       { return new(digestIEEE) }

func (d *digest) Size() int      { return 4 }
func (d *digest) BlockSize() int { return 1 }
func (d *digest) Reset()         { d.crc = 0 }
func (d *digest) Sum32() uint32  { return d.crc }

func (d *digest) Write(p []byte) (n int, err error) {
	d.crc = Update(d.crc, d.tab, p)
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte {
	s := d.crc
	return append(in, byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
}

// digestIEEE is a digest without a table of its own.
type digestIEEE struct{ crc uint32 }

func (d *digestIEEE) Size() int      { return 4 }
func (d *digestIEEE) BlockSize() int { return 1 }
func (d *digestIEEE) Reset()         { d.crc = 0 }
func (d *digestIEEE) Sum32() uint32  { return d.crc }

func (d *digestIEEE) Write(p []byte) (n int, err error) {
	d.crc = ieee.update(d.crc, p)
	return len(p), nil
}

func (d *digestIEEE) Sum(in []byte) []byte {
	s := d.crc
	return append(in, byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
}
