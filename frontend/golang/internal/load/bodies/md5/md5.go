// Package md5 has the functions of crypto/md5 with bodies that lanes can run: the rounds of RFC 1321, §3.4, where the
// package's own are assembly.
//
// Imports: nothing of ours.
package md5

import (
	"hash"
	"math/bits"
)

const (
	size      = 16
	blockSize = 64
)

var start = [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}

// sines are the first 32 bits after the point of |sin(1)|, |sin(2)| and so on.
var sines = [64]uint32{
	0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
	0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
	0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
	0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
	0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
	0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
	0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
	0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
}

// turns are by how many bits the rounds of a kind turn, four in a row.
var turns = [16]int{7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21}

// block adds the blockSize bytes of p from i on.
func block(s *[4]uint32, p []byte, i int) {
	var w [16]uint32
	for k := range 16 {
		at := i + 4*k
		w[k] = uint32(p[at]) | uint32(p[at+1])<<8 | uint32(p[at+2])<<16 | uint32(p[at+3])<<24
	}
	a, b, c, d := s[0], s[1], s[2], s[3]
	for k := range 16 {
		t := a + (b&c | ^b&d) + sines[k] + w[k]
		a, b, c, d = d, b+bits.RotateLeft32(t, turns[k&3]), b, c
	}
	for k := range 16 {
		t := a + (b&d | c&^d) + sines[16+k] + w[(5*k+1)&15]
		a, b, c, d = d, b+bits.RotateLeft32(t, turns[4+k&3]), b, c
	}
	for k := range 16 {
		t := a + (b ^ c ^ d) + sines[32+k] + w[(3*k+5)&15]
		a, b, c, d = d, b+bits.RotateLeft32(t, turns[8+k&3]), b, c
	}
	for k := range 16 {
		t := a + (c ^ (b | ^d)) + sines[48+k] + w[7*k&15]
		a, b, c, d = d, b+bits.RotateLeft32(t, turns[12+k&3]), b, c
	}
	s[0], s[1], s[2], s[3] = s[0]+a, s[1]+b, s[2]+c, s[3]+d
}

// finish adds the last bytes of a text of n, which are fewer than a block, and what ends it.
func finish(s *[4]uint32, last []byte, n uint64) {
	var p [2 * blockSize]byte
	copy(p[:], last)
	p[len(last)] = 0x80
	end := blockSize
	if len(last) >= blockSize-8 {
		end = 2 * blockSize
	}
	for k := range 8 {
		p[end-8+k] = byte(n << 3 >> (8 * k))
	}
	block(s, p[:], 0)
	if end > blockSize {
		block(s, p[:], blockSize)
	}
}

// whole adds all of a text.
func whole(s *[4]uint32, data []byte) {
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
		sum[4*i], sum[4*i+1], sum[4*i+2], sum[4*i+3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
	}
	return sum
}

type digest struct {
	s  [4]uint32
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
		in = append(in, byte(s[i/4]>>(8*(i%4))))
	}
	return in
}
