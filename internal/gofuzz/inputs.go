package gofuzz

import (
	"go/types"
	"math"
	"math/rand/v2"
	"slices"
)

// invent makes n inputs for the program's entry. Half of them are edges:
// values at which arithmetic behaves differently; the others are the small
// numbers that people would use. A uniform has one value in all of them.
func (p *Program) invent(c *checked, rng *rand.Rand, n int) {
	uniform := map[string][]uint64{}
	for i := range n {
		var in Input
		for v := range c.entry.Params().Variables() {
			if words := uniform[v.Name()]; words != nil {
				in = append(in, words)
				continue
			}
			var words []uint64
			if s, ok := v.Type().Underlying().(*types.Slice); ok {
				size, capacity := p.Len[v.Name()], p.Len[v.Name()]
				if most, ok := p.Cap[v.Name()]; ok {
					capacity = most
					size = rng.IntN(most + 1)
				} else if _, ok := p.Len[v.Name()]; !ok {
					size = rng.IntN(6) // a uniform of any length
					capacity = size
				}
				words = append(words, uint64(size), uint64(capacity))
				for range size {
					words = append(words, inventWords(rng, s.Elem(), i%2 == 0)...)
				}
			} else {
				words = inventWords(rng, v.Type(), i%2 == 0)
			}
			if slices.Contains(p.Uniform, v.Name()) {
				uniform[v.Name()] = words
			}
			in = append(in, words)
		}
		p.Inputs = append(p.Inputs, in)
	}
}

func inventWords(rng *rand.Rand, t types.Type, edge bool) []uint64 {
	var words []uint64
	scan(t, func(t types.Type) { words = append(words, inventWord(rng, t, edge)) }, nil)
	return words
}

var edgeFloats = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3, 1e-9, 1e9, 1e300, -1e300, 5e-324, 1e-310,
	math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, 127, 128, 129, -129, 255, 256, 32767, 32768, 65535, 65536,
	-32769,
	math.MaxInt32, math.MaxInt32 + 1, math.MinInt32, math.MinInt32 - 1, 1 << 32, 1<<32 - 1, 1 << 33, 1 << 53, 1<<53 + 2,
	1 << 62, 1 << 63, -(1 << 63), 1 << 64, 1<<63 + 2048, 1 << 65, math.MaxFloat32, 1e39, math.Pi, 16777217, 1e15 + 0.3,
}

var edgeInts = []uint64{
	0, 1, 2, 3, 4, 5, 7, 8, 13, 15, 16, 31, 32, 33, 63, 64, 65, 100, 126, 127, 128, 129, 254, 255, 256, 1000, 32767,
	32768, 65535, 65536,
	1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 1, 1 << 32, 1<<53 + 1, 1<<62 + 1, 1<<63 - 1, 1 << 63, 1<<63 + 1,
	1<<63 + 1025,
}

func inventWord(rng *rand.Rand, t types.Type, edge bool) uint64 {
	switch kind := kindOf(t); kind {
	case types.Bool:
		return rng.Uint64() & 1
	case types.Float32:
		return uint64(math.Float32bits(float32(inventFloat(rng, edge))))
	case types.Float64:
		return math.Float64bits(inventFloat(rng, edge))
	default:
		return wrap(kind, inventInt(rng, edge))
	}
}

func inventFloat(rng *rand.Rand, edge bool) float64 {
	switch {
	case edge && rng.IntN(2) == 0:
		return edgeFloats[rng.IntN(len(edgeFloats))]
	case edge:
		return math.Ldexp(rng.Float64()-0.5, rng.IntN(140)-70)
	case rng.IntN(3) == 0:
		return math.Round(rng.NormFloat64() * 8)
	}
	return math.Round(rng.NormFloat64()*64) / 16
}

func inventInt(rng *rand.Rand, edge bool) uint64 {
	x := uint64(rng.IntN(24)) - 6
	if edge {
		switch rng.IntN(4) {
		case 0:
			x = rng.Uint64() >> rng.IntN(64)
		case 1, 2:
			x = edgeInts[rng.IntN(len(edgeInts))]
		}
		if rng.IntN(3) == 0 {
			x = -x
		}
	}
	return x
}

// wrap extends the low bits of x to 64 as a type of that kind does.
func wrap(k types.BasicKind, x uint64) uint64 {
	switch k {
	case types.Int8:
		return uint64(int8(x))
	case types.Int16:
		return uint64(int16(x))
	case types.Int32:
		return uint64(int32(x))
	case types.Uint8:
		return uint64(uint8(x))
	case types.Uint16:
		return uint64(uint16(x))
	case types.Uint32:
		return uint64(uint32(x))
	}
	return x
}
