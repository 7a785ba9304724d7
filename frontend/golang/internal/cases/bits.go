package cases

import "math/bits"

func CountUint(x uint) (lz, tz, ones, n int) {
	return bits.LeadingZeros(x), bits.TrailingZeros(x), bits.OnesCount(x), bits.Len(x)
}
func TurnUint(x uint, k int) (a, b, c uint) {
	return bits.Reverse(x), bits.RotateLeft(x, k), bits.RotateLeft(x, -3)
}
func SwapUint(x uint) uint { return bits.ReverseBytes(x) }

func WideUint(x, y, c uint) (s, co, d, bo, hi, lo uint) {
	s, co = bits.Add(x, y, c&1)
	d, bo = bits.Sub(x, y, c&1)
	hi, lo = bits.Mul(x, y)
	return
}
func WideDivUint(hi, lo, y uint) (q, r uint)      { return bits.Div(hi, lo, y) }
func WideRemUint(hi, lo, y uint) uint             { return bits.Rem(hi, lo, y) }
func WideDivSmallUint(hi, lo, y uint) (q, r uint) { return bits.Div(hi%(y|1), lo, y|1) }

func Count8(x uint8) (lz, tz, ones, n int) {
	return bits.LeadingZeros8(x), bits.TrailingZeros8(x), bits.OnesCount8(x), bits.Len8(x)
}
func Turn8(x uint8, k int) (a, b, c uint8) {
	return bits.Reverse8(x), bits.RotateLeft8(x, k), bits.RotateLeft8(x, -3)
}

func Count16(x uint16) (lz, tz, ones, n int) {
	return bits.LeadingZeros16(x), bits.TrailingZeros16(x), bits.OnesCount16(x), bits.Len16(x)
}
func Turn16(x uint16, k int) (a, b, c uint16) {
	return bits.Reverse16(x), bits.RotateLeft16(x, k), bits.RotateLeft16(x, -3)
}
func Swap16(x uint16) uint16 { return bits.ReverseBytes16(x) }

func Count32(x uint32) (lz, tz, ones, n int) {
	return bits.LeadingZeros32(x), bits.TrailingZeros32(x), bits.OnesCount32(x), bits.Len32(x)
}
func Turn32(x uint32, k int) (a, b, c uint32) {
	return bits.Reverse32(x), bits.RotateLeft32(x, k), bits.RotateLeft32(x, -3)
}
func Swap32(x uint32) uint32 { return bits.ReverseBytes32(x) }

func Wide32(x, y, c uint32) (s, co, d, bo, hi, lo uint32) {
	s, co = bits.Add32(x, y, c&1)
	d, bo = bits.Sub32(x, y, c&1)
	hi, lo = bits.Mul32(x, y)
	return
}
func WideDiv32(hi, lo, y uint32) (q, r uint32)      { return bits.Div32(hi, lo, y) }
func WideRem32(hi, lo, y uint32) uint32             { return bits.Rem32(hi, lo, y) }
func WideDivSmall32(hi, lo, y uint32) (q, r uint32) { return bits.Div32(hi%(y|1), lo, y|1) }

func Count64(x uint64) (lz, tz, ones, n int) {
	return bits.LeadingZeros64(x), bits.TrailingZeros64(x), bits.OnesCount64(x), bits.Len64(x)
}
func Turn64(x uint64, k int) (a, b, c uint64) {
	return bits.Reverse64(x), bits.RotateLeft64(x, k), bits.RotateLeft64(x, -3)
}
func Swap64(x uint64) uint64 { return bits.ReverseBytes64(x) }

func Wide64(x, y, c uint64) (s, co, d, bo, hi, lo uint64) {
	s, co = bits.Add64(x, y, c&1)
	d, bo = bits.Sub64(x, y, c&1)
	hi, lo = bits.Mul64(x, y)
	return
}
func WideDiv64(hi, lo, y uint64) (q, r uint64)      { return bits.Div64(hi, lo, y) }
func WideRem64(hi, lo, y uint64) uint64             { return bits.Rem64(hi, lo, y) }
func WideDivSmall64(hi, lo, y uint64) (q, r uint64) { return bits.Div64(hi%(y|1), lo, y|1) }

// PowMod64 multiplies modulo m, of which half are above 1<<63 and some are almost 1<<64.
func PowMod64(a, e, m uint64) uint64 {
	if m |= 1; e&1 != 0 {
		m = -(m & 0xffff)
	}
	a %= m
	r := 1 % m
	for e &= 1<<20 - 1; e > 0; e >>= 1 {
		if e&1 != 0 {
			hi, lo := bits.Mul64(r, a)
			_, r = bits.Div64(hi, lo, m)
		}
		hi, lo := bits.Mul64(a, a)
		a = bits.Rem64(hi, lo, m)
	}
	return r
}

// DivMods64 wants both results of divisions, one of which is written where the operands are.
func DivMods64(x, y, z uint64, i, j int64) (uint64, uint64, uint64, int64, int64) {
	q, r := x/(y|1), x%(y|1)
	for n := range z & 3 {
		x, y = (x+n)%(y|1), (x+n)/(y|1)
		q, r = bits.Div64(r%(z|1), q, z|1)
	}
	if j != 0 {
		i, j = i/j, i%j
	}
	lo, hi := q*r, x
	if hi, lo = bits.Mul64(q, r); hi < lo {
		q, r = r, q
	}
	return q ^ hi, r ^ lo, x*31 + y, i, j
}

// QuotientsLargest divide the largest numbers by small ones, which signed would be minus one, and the other way round.
func QuotientsLargest(n uint8) (a, b, c uint64) {
	return ^uint64(0) / (uint64(n) + 1), ^uint64(0) % (uint64(n) + 2), uint64(n) % (1<<64 - 2)
}
