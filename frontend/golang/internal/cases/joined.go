package cases

import "encoding/binary"

// Elements next to each other: bytes that are put together to numbers, and looks at several indices at once. An index
// is out of range at one end, at the other, or in the middle of several.

// JoinedLittle puts the lowest byte first.
func JoinedLittle(b [21]uint8, i int) (uint16, uint32, uint64) {
	i = i%24 - 1
	x := uint16(b[i]) | uint16(b[i+1])<<8
	y := uint32(b[i]) | uint32(b[i+1])<<8 | uint32(b[i+2])<<16 | uint32(b[i+3])<<24
	z := uint64(b[i+1]) | uint64(b[i+2])<<8 | uint64(b[i+3])<<16 | uint64(b[i+4])<<24 |
		uint64(b[i+5])<<32 | uint64(b[i+6])<<40 | uint64(b[i+7])<<48 | uint64(b[i+8])<<56
	return x, y, z
}

// JoinedBig puts the highest byte first, and looks at the last first.
func JoinedBig(b [21]uint8, i int) (uint16, uint32, uint64) {
	i = i%25 - 2
	z := uint64(b[i+7]) | uint64(b[i+6])<<8 | uint64(b[i+5])<<16 | uint64(b[i+4])<<24 |
		uint64(b[i+3])<<32 | uint64(b[i+2])<<40 | uint64(b[i+1])<<48 | uint64(b[i])<<56
	y := uint32(b[i+3]) + uint32(b[i+2])<<8 + uint32(b[i+1])<<16 + uint32(b[i])<<24
	x := uint16(b[i+9]) ^ uint16(b[i+8])<<8
	return x, y, z
}

// JoinedSigns has numbers with signs, which fill what is above them.
func JoinedSigns(b [16]uint8, c [16]int8, d [8]int16, at uint8) (int64, int64, int32, int64, uint64, uint64) {
	i := int(at % 9)
	low := int32(b[i]) | int32(b[i+1])<<8 | int32(b[i+2])<<16 | int32(b[i+3])<<24
	half := int64(int16(b[i]) | int16(b[i+1])<<8)
	signed := int32(c[i]) | int32(c[i+1])<<8
	lost := int64(uint8(b[i+1]<<4)) | int64(b[i])<<8
	words := uint64(d[i%4]) | uint64(uint16(d[i%4+1]))<<16
	long := uint64(int64(low)) | uint64(b[i+4])<<32 | uint64(b[i+5])<<40 | uint64(b[i+6])<<48 | uint64(b[i+7])<<56
	return int64(low), half, signed, lost, words, long
}

// JoinedWords puts elements of 16 bits together.
func JoinedWords(w [11]uint16, i int) (uint32, uint64, uint32, uint32) {
	i = i%10 - 1
	x := uint32(w[i]) | uint32(w[i+1])<<16
	y := uint64(w[i+2]) | uint64(w[i+1])<<16 | uint64(w[i+3])<<32 | uint64(w[i+4])<<48
	z := uint64(w[i+1]) | uint64(w[i+2])<<16 | uint64(w[i+3])<<32 | uint64(w[i+4])<<48
	other := uint32(w[i+1]) | uint32(w[i])<<16
	return x, y ^ z, other, uint32(w[i]) | uint32(w[i+1])<<8
}

// JoinedOthers are not numbers of bytes that are next to each other, though nearly.
func JoinedOthers(b, c [19]uint8, at uint8) (r [8]uint32) {
	i := int(at % 15)
	r[0] = uint32(b[i]) | uint32(c[i+1])<<8
	r[1] = uint32(b[i]) | uint32(b[i+2])<<8
	r[2] = uint32(b[i]) | uint32(b[i+1])<<8 | uint32(b[i+2])<<16
	r[3] = uint32(b[i]) | uint32(b[i+1])<<9
	r[4] = uint32(b[i]) | uint32(b[i+1])<<8 | uint32(b[i+3])<<16 | uint32(b[i+2])<<24
	r[5] = uint32(b[i]) | uint32(b[i])<<8
	r[6] = uint32(b[i+1]) | uint32(b[i+2])<<8 | uint32(i)<<16
	x := uint32(b[i+1]) << 8
	i++
	r[7] = uint32(b[i-1]) | x | x<<4
	return r
}

// JoinedFixed reads from known places.
func JoinedFixed(b [16]uint8) (uint32, uint64, uint32) {
	return binary.LittleEndian.Uint32(b[3:]), binary.BigEndian.Uint64(b[8:]), binary.BigEndian.Uint32(b[:])
}

// JoinedLoop reads numbers one after the other, and the rest.
func JoinedLoop(b [29]uint8, n int) (h uint32) {
	p := b[:uint(n)%30]
	for ; len(p) >= 4; p = p[4:] {
		h = (h ^ binary.LittleEndian.Uint32(p)) * 0x9e3779b1
	}
	for _, x := range p {
		h = h*31 + uint32(x)
	}
	return h
}

// Neighbours look at three elements, whose middle, first or last is out of range.
func Neighbours(a [9]int, i, j int) (s int) {
	i, j = i%11, j%11
	var x [9]int
	for k := range x {
		x[k] = a[k] * k
	}
	s = a[i] - 2*a[i+1] + a[i-1]
	for k := j; k < i; k++ {
		x[k] = x[k+1] + x[k-1] - x[k]
		s ^= x[k+1]
	}
	return s + x[j]*x[j+2] - x[j+1]
}

// NeighboursFar adds numbers to indices that are far from what they are of.
func NeighboursFar(a [5]int, i int) int {
	k, n := i&7-1<<62, i&3
	return a[k+1<<62] + a[k+1<<62-1] + a[n-1+1<<40-1<<40]*a[n+1]
}

// Within asks whether numbers are from one to another, and then uses what that tells.
func Within(a [12]int, i int, j int32, k uint32, l uint64, c uint8) (r int) {
	if 0 <= i && i < 12 {
		r = a[i]
	}
	if i >= 3 && i <= 14 {
		r += a[i-3]
	}
	if i < -4 || i > 7 {
		r ^= 1
	} else {
		r += a[i+4]
	}
	if -5 < j && j <= 6 {
		r = r*3 + a[j+4]
	}
	if k > 2 && 15 > k {
		r = r*5 + a[k-3]
	}
	if l >= 1<<20 && l <= 1<<20+11 || l < 12 {
		r = r*7 + a[l&15%12]
	}
	if '0' <= c && c <= '9' || 'a' <= c && c <= 'c' {
		r = r*11 + int(c-'0')
	}
	return r
}

// WithinNone has ranges with nothing in them, and looks that are no ranges.
func WithinNone(i int, k uint32) (r int) {
	if i >= 5 && i <= 3 {
		r += 1
	}
	if i >= 5 && i <= 5 {
		r += 2
	}
	if i > 5 && i >= 2 {
		r += 4
	}
	if i < 5 && i < 2 {
		r += 8
	}
	if k >= 0 && k <= 0 {
		r += 16
	}
	if k < 1<<31+1 && k > 1<<31-2 {
		r += 32
	}
	if i <= 1<<62 && i >= -1<<62 {
		r += 64
	}
	if i > -1000 && i != 4 && i < 1000 {
		r += 128
	}
	return r
}

// WithinLoops have a range as their condition.
func WithinLoops(x uint64, n int) (s int) {
	for i := n & 63; i > 0 && i < 40; s++ {
		if x&1 == 0 {
			i++
		} else {
			i--
		}
		x = x>>1 | x<<63
		if s > 100 {
			break
		}
	}
	return s
}

// WithinFault has ranges that end behind what is indexed.
func WithinFault(a [12]int, i int, k uint32) (r int) {
	if i, k = i%15, k%15; i >= 2 && i <= 13 {
		r = a[i]
	}
	if k > 1 && k < 14 {
		r -= a[k]
	}
	return r
}

// SingleBits are looked at in all ways.
func SingleBits(i int, k uint32, j int32) (r int) {
	if i&4 == 4 {
		r = 1
	}
	if i&1 != 1 {
		r |= 2
	}
	if 8&i == 8 {
		r |= 4
	}
	if i&6 == 6 {
		r |= 8
	}
	if i&4 == 2 {
		r |= 16
	}
	if k&(1<<31) == 1<<31 {
		r |= 32
	}
	if i&(-1<<63) == -1<<63 {
		r |= 64
	}
	if j&(-1<<31) != -1<<31 {
		r |= 128
	}
	x := r
	if j&16 == 16 {
		x = 3
	}
	return r<<8 + x
}
