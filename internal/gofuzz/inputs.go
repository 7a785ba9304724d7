package gofuzz

import (
	"go/types"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/testkit"
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

func inventWord(rng *rand.Rand, t types.Type, edge bool) uint64 {
	switch kind := kindOf(t); kind {
	case types.Bool:
		return rng.Uint64() & 1
	case types.String:
		return uint64(rng.IntN(len(keys)))
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
		return testkit.EdgeFloats[rng.IntN(len(testkit.EdgeFloats))]
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
			x = testkit.EdgeInts[rng.IntN(len(testkit.EdgeInts))]
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
