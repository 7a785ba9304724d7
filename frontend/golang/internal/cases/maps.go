package cases

import "math"

// Package-level maps at keys that differ from lane to lane.

var sparse = map[int]float64{3: 1.5, -7: 2, 100: 4, 0: -1, 1 << 40: 9}

var byByte = map[uint8]holding{255: {n: 4}, 7: {n: 9, f: math.Floor}}

type mapSpot struct {
	x, y int32
	z    float64
}

var bySpot = map[mapSpot]func(float64) float64{
	{1, 2, 0}: math.Floor, {2, 2, 0.5}: math.Ceil, {z: math.Inf(1)}: math.Sqrt,
}

var few = map[int64]int8{5: 3}

var extreme = map[int32]int{math.MaxInt32: 1, math.MinInt32: 2, -1: 3}

// MapAtLaneKey looks constant maps up at keys that differ.
func MapAtLaneKey(k int, b uint8, x float64) (float64, int, bool, int8, int) {
	v, ok := sparse[k%8]
	h, has := byByte[b|7]
	if has && h.f != nil {
		v += h.f(x)
	}
	w := sparse[100*(k&1)]
	e := extreme[int32(k)] + extreme[math.MaxInt32-int32(k&1)] + extreme[math.MinInt32+int32(k&3)]
	return v + w, h.n, ok, few[int64(k&7)], e
}

// MapAtLaneStruct has keys that are structs, and functions.
func MapAtLaneStruct(x, y int32, z float64) float64 {
	f, ok := bySpot[mapSpot{x & 3, y & 3, float64(x&1) / 2}]
	if !ok {
		f = bySpot[mapSpot{2, 2, -0.0 + float64(y&1)/2}]
	}
	if f == nil {
		return -1
	}
	return f(z) + sparse[int(y&3)]
}
