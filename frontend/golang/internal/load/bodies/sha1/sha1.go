// Package sha1 has the functions of crypto/sha1 with bodies that lanes can run: the rounds of FIPS 180-4, §6.1, where
// the package's own are assembly.
//
// Imports: nothing of ours.
package sha1

import (
	"hash"
	"math/bits"
)

const (
	size      = 20
	blockSize = 64
)

var start = [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}

// block adds the blockSize bytes of p from i on.
func block(s *[5]uint32, p []byte, i int) {
	var w [80]uint32
	for k := range 16 {
		at := i + 4*k
		w[k] = uint32(p[at])<<24 | uint32(p[at+1])<<16 | uint32(p[at+2])<<8 | uint32(p[at+3])
	}
	for k := 16; k < 80; k++ {
		w[k] = bits.RotateLeft32(w[k-3]^w[k-8]^w[k-14]^w[k-16], 1)
	}
	a, b, c, d, e := s[0], s[1], s[2], s[3], s[4]
	for k := range 20 {
		t := bits.RotateLeft32(a, 5) + (b&c | ^b&d) + e + w[k] + 0x5a827999
		a, b, c, d, e = t, a, bits.RotateLeft32(b, 30), c, d
	}
	for k := 20; k < 40; k++ {
		t := bits.RotateLeft32(a, 5) + (b ^ c ^ d) + e + w[k] + 0x6ed9eba1
		a, b, c, d, e = t, a, bits.RotateLeft32(b, 30), c, d
	}
	for k := 40; k < 60; k++ {
		t := bits.RotateLeft32(a, 5) + (b&c | b&d | c&d) + e + w[k] + 0x8f1bbcdc
		a, b, c, d, e = t, a, bits.RotateLeft32(b, 30), c, d
	}
	for k := 60; k < 80; k++ {
		t := bits.RotateLeft32(a, 5) + (b ^ c ^ d) + e + w[k] + 0xca62c1d6
		a, b, c, d, e = t, a, bits.RotateLeft32(b, 30), c, d
	}
	s[0], s[1], s[2], s[3], s[4] = s[0]+a, s[1]+b, s[2]+c, s[3]+d, s[4]+e
}

// finish adds the last bytes of a text of n, which are fewer than a block, and what ends it.
func finish(s *[5]uint32, last []byte, n uint64) {
	var p [2 * blockSize]byte
	copy(p[:], last)
	p[len(last)] = 0x80
	end := blockSize
	if len(last) >= blockSize-8 {
		end = 2 * blockSize
	}
	for k := range 8 {
		p[end-1-k] = byte(n << 3 >> (8 * k))
	}
	block(s, p[:], 0)
	if end > blockSize {
		block(s, p[:], blockSize)
	}
}

// whole adds all of a text.
func whole(s *[5]uint32, data []byte) {
	i := 0
	for ; i+blockSize <= len(data); i += blockSize {
		block(s, data, i)
	}
	finish(s, data[i:], uint64(len(data)))
}

func Sum(data []byte) [size]byte {
	var sum [size]byte
	s := start
	whole(&s, data)
	for i, v := range s {
		sum[4*i], sum[4*i+1], sum[4*i+2], sum[4*i+3] = byte(v>>24), byte(v>>16), byte(v>>8), byte(v)
	}
	return sum
}

type digest struct {
	s  [5]uint32
	x  [blockSize]byte // what came of the block that is not whole
	nx int
	n  uint64
}

func New() hash.Hash { return &digest{s: start} }

func (d *digest) Size() int      { return size }
func (d *digest) BlockSize() int { return blockSize }
func (d *digest) Reset()         { d.s, d.nx, d.n = start, 0, 0 }

func (d *digest) Write(p []byte) (n int, err error) {
	d.n += uint64(len(p))
	for _, c := range p {
		d.x[d.nx] = c
		if d.nx++; d.nx == blockSize {
			block(&d.s, d.x[:], 0)
			d.nx = 0
		}
	}
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte {
	s := d.s
	finish(&s, d.x[:d.nx], d.n)
	for i := range size {
		in = append(in, byte(s[i/4]>>(24-8*(i%4))))
	}
	return in
}
