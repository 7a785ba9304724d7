package testkit

import "math"

// EdgeFloats are numbers at which conversions and comparisons of floats are often wrong.
var EdgeFloats = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3, 1e-9, 1e9, 1e300, -1e300, 5e-324, 1e-310,
	math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, 127, 128, 129, -129, 255, 256, 32767, 32768, 65535, 65536,
	-32769,
	math.MaxInt32, math.MaxInt32 + 1, math.MinInt32, math.MinInt32 - 1, 1 << 32, 1<<32 - 1, 1 << 33, 1 << 53, 1<<53 + 2,
	1 << 62, 1 << 63, -(1 << 63), 1 << 64, 1<<63 + 2048, 1 << 65, math.MaxFloat32, 1e39, math.Pi, 16777217, 1e15 + 0.3,
}

// EdgeInts are such numbers for integers of all widths.
var EdgeInts = []uint64{
	0, 1, 2, 3, 4, 5, 7, 8, 13, 15, 16, 31, 32, 33, 63, 64, 65, 100, 126, 127, 128, 129, 254, 255, 256, 1000, 32767,
	32768, 65535, 65536,
	1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 1, 1 << 32, 1<<53 + 1, 1<<62 + 1, 1<<63 - 1, 1 << 63, 1<<63 + 1,
	1<<63 + 1025,
}
