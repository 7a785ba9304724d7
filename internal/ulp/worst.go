package main

// worstCases has arguments of functions for which the true value is next to a
// float64 or to the middle of two, so that correct rounding is hardest: the
// function's value agrees with one of them in 40 and more bits past the float64.
// They are from V. Lefèvre and J.-M. Muller, "Worst cases for correct rounding of
// the elementary functions in double precision", ARITH-15, 2001, and Lefèvre's
// lists that followed (vinc17.net/research/testlibm). The last of the
// trigonometric ones is the float64 nearest to a multiple of π/2 in relation to
// its size (Muller, Elementary Functions, section 11.3).
var worstCases = map[string][]float64{
	"Exp": {
		0x1.9e9cbbfd6080bp-31, 0x1.0122ef37212ebp-1, 0x1.00d48a707b93ep-1, 0x1.1ac47f9df4a91p-1,
		0x1.4eaff005010dp-1, 0x1.7022a0fcd3e1dp-1, 0x1.e4598741eeff2p-1, 0x1.008eb56314daap+0,
		0x1.4155ce51705aap+0, 0x1.6c5a343fe6362p+0,
	},
	"Log": {
		0x1.62a88613629b6p+678, 0x1.a6ae5142326b5p+0, 0x1.b072ab04ee9bfp+0, 0x1.2c86090791524p+1,
		0x1.0134fc5b33993p+2, 0x1.9ab3ae981e50ap+9, 0x1.186e96b6dca56p+6, 0x1.a6004162f2b8cp+45,
	},
	"Sin": {
		0x1.e0000000001c2p-20, 0x1.598bae9e632f6p-7, 0x1.184a0aa581921p-24, 0x1.005023d32fee5p+1,
		0x1.0192deafac33fp+0, 0x1.104614176463ep+0, 0x1.6ac5b262ca1ffp+849,
	},
	"Cos": {
		0x1.8000000000009p-23, 0x1.0f876ccdf6cd9p-25, 0x1.2c2fc595456a7p-25, 0x1.00147eec5cfa5p+0,
		0x1.062a2f8ff7e5p+0, 0x1.22b826533dc99p+0, 0x1.6ac5b262ca1ffp+849,
	},
	"Tan": {
		0x1.dffffffffff1fp-22, 0x1.50486b2f87014p-5, 0x1.67fffffffe845p-19, 0x1.49ffffffb6e2dp-16,
		0x1.005c4ae44e6cp+0, 0x1.0a6afce61bbd5p+0, 0x1.6ac5b262ca1ffp+849,
	},
}

// worstPairs are such arguments of Pow, from P. Zimmermann's CORE-MATH project,
// and pairs for which an algorithm with too few bits of the logarithm is far
// off: results near the ends of the range and bases near one.
var worstPairs = [][2]float64{
	{0x1.ffffffffffffcp-1, 0x1.fffffffffffffp-2}, {0x1.ffffffffffffcp-1, -0x1.ffffffffffffdp-2},
	{0x1.ffffffffffffp-1, -0x1.ffffffffffff6p-3}, {0x1.ffffffffffff8p-1, -0x1.ffffffffffffbp-3},
	{0x1.0000000000001p+0, 0x1.62e42fefa39efp+61}, {0x1.0000000000001p+0, -0x1.743p+61},
	{0x1.fffffffffffffp-1, 0x1.62e42fefa39efp+62}, {0x1.fffffffffffffp-1, 0x1.743p+62},
	{0x1p-1074, 0x1p-10}, {0x1.fffffffffffffp+1023, -0x1.0cp+0}, {0x1.6a09e667f3bcdp+0, 2047},
	{0x1.6a09e667f3bcdp-1, 2149},
}
