// Package sha256 has the functions of crypto/sha256 with bodies that lanes can run: the rounds of FIPS 180-4, §6.2,
// where the package's own are assembly.
//
// Imports: nothing of ours.
package sha256

import (
	"hash"
	"math/bits"
)

const (
	size      = 32
	size224   = 28
	blockSize = 64
)

var (
	start = [8]uint32{
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	}
	start224 = [8]uint32{
		0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
	}
)

var rounds = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// block adds the blockSize bytes of p from i on.
func block(s *[8]uint32, p []byte, i int) {
	var w [64]uint32
	for k := range 16 {
		at := i + 4*k
		w[k] = uint32(p[at])<<24 | uint32(p[at+1])<<16 | uint32(p[at+2])<<8 | uint32(p[at+3])
	}
	for k := 16; k < 64; k++ {
		x, y := w[k-2], w[k-15]
		s1 := bits.RotateLeft32(x, -17) ^ bits.RotateLeft32(x, -19) ^ x>>10
		s0 := bits.RotateLeft32(y, -7) ^ bits.RotateLeft32(y, -18) ^ y>>3
		w[k] = s1 + w[k-7] + s0 + w[k-16]
	}
	a, b, c, d, e, f, g, h := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
	for k := range 64 {
		s1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		t1 := h + s1 + (e&f ^ ^e&g) + rounds[k] + w[k]
		s0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		t2 := s0 + (a&b ^ a&c ^ b&c)
		a, b, c, d, e, f, g, h = t1+t2, a, b, c, d+t1, e, f, g
	}
	s[0], s[1], s[2], s[3] = s[0]+a, s[1]+b, s[2]+c, s[3]+d
	s[4], s[5], s[6], s[7] = s[4]+e, s[5]+f, s[6]+g, s[7]+h
}

// finish adds the last bytes of a text of n, which are fewer than a block, and what ends it.
func finish(s *[8]uint32, last []byte, n uint64) {
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
func whole(s *[8]uint32, data []byte) {
	i := 0
	for ; i+blockSize <= len(data); i += blockSize {
		block(s, data, i)
	}
	finish(s, data[i:], uint64(len(data)))
}

func Sum256(data []byte) [size]byte {
	var sum [size]byte
	s := start
	whole(&s, data)
	for i, v := range s {
		sum[4*i], sum[4*i+1], sum[4*i+2], sum[4*i+3] = byte(v>>24), byte(v>>16), byte(v>>8), byte(v)
	}
	return sum
}

func Sum224(data []byte) [size224]byte {
	var sum [size224]byte
	s := start224
	whole(&s, data)
	for i, v := range s[:7] {
		sum[4*i], sum[4*i+1], sum[4*i+2], sum[4*i+3] = byte(v>>24), byte(v>>16), byte(v>>8), byte(v)
	}
	return sum
}

type digest struct {
	s    [8]uint32
	x    [blockSize]byte // what came of the block that is not whole
	nx   int
	n    uint64
	size int
}

func New() hash.Hash    { return &digest{s: start, size: size} }
func New224() hash.Hash { return &digest{s: start224, size: size224} }

func (d *digest) Size() int      { return d.size }
func (d *digest) BlockSize() int { return blockSize }

func (d *digest) Reset() {
	d.s, d.nx, d.n = start, 0, 0
	if d.size == size224 {
		d.s = start224
	}
}

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
	for i := range d.size {
		in = append(in, byte(s[i/4]>>(24-8*(i%4))))
	}
	return in
}
