package optab

const (
	ints   = "i32 i64 u32 u64"
	uints  = "u32 u64"
	sints  = "i32 i64"
	floats = "f32 f64"
	nums   = ints + " " + floats
	all    = "bool " + nums
)

// Table is every operation, in the order in which opcodes are numbered and the
// manual is printed. A row is a line, however long: rows are compared column by
// column, and a row that is broken into several hides what makes it differ.
var Table = concat(structural, arithmetic, bitwise, comparison, rounding, conversion, bitCounting, wide, events,
	mathematical, goTwins(mathematical))

func concat(groups ...[]Op) []Op {
	var t []Op
	for _, g := range groups {
		t = append(t, g...)
	}
	return t
}

// Lookup returns the row with the given name, or nil.
func Lookup(name string) *Op {
	for i := range Table {
		if Table[i].Name == name {
			return &Table[i]
		}
	}
	return nil
}

var structural = []Op{
	{Name: "copy", Doc: "Moves values of any types, all read before any is written.", Form: Copy, Sig: "T ... -> T"},
	{Name: "const", Doc: "Gives a literal, broadcast to the destination's event shape.", Form: Const, Sig: "literal -> T", Types: all},
	{Name: "select", Doc: "Gives y where x is true and z elsewhere.", Form: Elementwise, Sig: "bool T T -> T", Types: all,
		Expr: "if x { return y }; return z", BoolExpr: "x&y | z&^x",
		Identities: "x=1:y x=0:z y=z:y; " +
			"bool y=1:or(x,z) y=0:andnot(z,x) z=0:and(x,y)"},
}

var arithmetic = []Op{
	{Name: "add", Doc: "Adds x and y; integers wrap.", Form: Elementwise, Sig: "T T -> T", Types: nums, Expr: "x + y", Flags: Commutative,
		Identities: "ints y=0:x; floats y=-0:x"},
	{Name: "sub", Doc: "Subtracts y from x; integers wrap.", Form: Elementwise, Sig: "T T -> T", Types: nums, Expr: "x - y",
		Identities: "y=0:x; ints y=x:0 x=0:neg(y)"},
	{Name: "mul", Doc: "Multiplies x by y; integers wrap.", Form: Elementwise, Sig: "T T -> T", Types: nums, Expr: "x * y", Flags: Commutative,
		Identities: "y=1:x y=-1:neg(x); ints y=0:0"},
	{Name: "div", Doc: "Divides x by y; integer division truncates toward zero, faults on zero and wraps for the smallest integer divided by -1.", Form: Elementwise,
		Sig: "T T -> T", Types: ints, Expr: "x / y", Effect: Faults, When: "y == 0", Code: DivideByZero, Cost: 12,
		Identities: "y=1:x"},
	{Name: "rem", Doc: "Gives the remainder of x divided by y, with the sign of x; faults on zero.", Form: Elementwise,
		Sig: "T T -> T", Types: ints, Expr: "x % y", Effect: Faults, When: "y == 0", Code: DivideByZero, Cost: 12,
		Identities: "y=1:0"},
	{Name: "quo", Doc: "Divides x by y as IEEE 754 does.", Form: Elementwise, Sig: "T T -> T", Types: floats, Expr: "x / y", Cost: 4,
		Identities: "y=1:x y=-1:neg(x)"},
	{Name: "neg", Doc: "Negates x; the sign of a float is flipped, also of zero and NaN.", Form: Elementwise, Sig: "T -> T", Types: nums, Expr: "-x", Flags: Involution},
	{Name: "abs", Doc: "Gives the magnitude of x; the smallest signed integer stays itself.", Form: Elementwise, Sig: "T -> T", Types: sints + " " + floats,
		Expr: "if x < 0 { return -x }; return x", FloatExpr: "T(math.Abs(float64(x)))", Flags: Idempotent},
	{Name: "min", Doc: "Gives the smaller of x and y, as Go's built-in min: NaN if either is, -0 below 0.", Form: Elementwise, Sig: "T T -> T", Types: nums, Expr: "min(x, y)", Flags: Commutative | Idempotent,
		Identities: "ints y=min:min y=max:x"},
	{Name: "max", Doc: "Gives the larger of x and y, as Go's built-in max: NaN if either is, 0 above -0.", Form: Elementwise, Sig: "T T -> T", Types: nums, Expr: "max(x, y)", Flags: Commutative | Idempotent,
		Identities: "ints y=max:max y=min:x"},
	{Name: "sqrt", Doc: "Gives the correctly rounded square root of x.", Form: Elementwise, Sig: "T -> T", Types: floats, Expr: "T(math.Sqrt(float64(x)))", Cost: 5},
	{Name: "fma", Doc: "Gives x*y + z with one rounding.", Form: Elementwise, Sig: "T T T -> T", Types: floats, Expr: "fma(x, y, z)", Flags: Commutative, Cost: 2},
	{Name: "copysign", Doc: "Gives the magnitude of x with the sign of y.", Form: Elementwise, Sig: "T T -> T", Types: floats, Expr: "copysign(x, y)"},
}

var bitwise = []Op{
	{Name: "and", Doc: "Gives the bits set in both x and y.", Form: Elementwise, Sig: "T T -> T", Types: "bool " + ints, Expr: "x & y", BoolExpr: "x & y", Flags: Commutative | Idempotent,
		Identities: "y=0:0 y=-1:x"},
	{Name: "or", Doc: "Gives the bits set in x or y.", Form: Elementwise, Sig: "T T -> T", Types: "bool " + ints, Expr: "x | y", BoolExpr: "x | y", Flags: Commutative | Idempotent,
		Identities: "y=0:x y=-1:-1"},
	{Name: "xor", Doc: "Gives the bits set in one of x and y.", Form: Elementwise, Sig: "T T -> T", Types: "bool " + ints, Expr: "x ^ y", BoolExpr: "x ^ y", Flags: Commutative,
		Identities: "y=0:x y=x:0 y=-1:not(x)"},
	{Name: "andnot", Doc: "Gives the bits set in x and not in y.", Form: Elementwise, Sig: "T T -> T", Types: "bool " + ints, Expr: "x &^ y", BoolExpr: "x &^ y",
		Identities: "x=0:0 y=0:x y=-1:0 y=x:0 x=-1:not(y)"},
	{Name: "not", Doc: "Flips every bit of x.", Form: Elementwise, Sig: "T -> T", Types: "bool " + ints, Expr: "^x", BoolExpr: "^x", Flags: Involution},
	{Name: "shl", Doc: "Shifts x left by y bits; zero from the width on.", Form: Elementwise, Sig: "T u64 -> T", Types: ints, Expr: "x << y", Cases: "63 64",
		Identities: "y=0:x x=0:0"},
	{Name: "shr", Doc: "Shifts x right by y bits, arithmetically if signed; all sign bits from the width on.", Form: Elementwise, Sig: "T u64 -> T", Types: ints, Expr: "x >> y", Cases: "63 64",
		Identities: "y=0:x x=0:0"},
	{Name: "shiftcount", Doc: "Gives x as a shift count; faults if it is negative.", Form: Elementwise, Sig: "T -> u64", Types: sints, Expr: "uint64(x)", Effect: Faults, When: "x < 0", Code: NegativeShift},
	{Name: "rotl", Doc: "Rotates x left by y bits modulo its width.", Form: Elementwise, Sig: "T u64 -> T", Types: uints, Expr: "x<<(y%bitsOf(x)) | x>>(bitsOf(x)-y%bitsOf(x))",
		Identities: "y=0:x x=0:0"},
	{Name: "bswap", Doc: "Reverses the bytes of x.", Form: Elementwise, Sig: "T -> T", Types: uints, Expr: "T(bits.ReverseBytes64(uint64(x)) >> (64 - bitsOf(x)))", Flags: Involution},
	{Name: "bitrev", Doc: "Reverses the bits of x.", Form: Elementwise, Sig: "T -> T", Types: uints, Expr: "T(bits.Reverse64(uint64(x)) >> (64 - bitsOf(x)))", Flags: Involution},
}

var comparison = []Op{
	{Name: "eq", Doc: "Reports whether x equals y; NaN equals nothing.", Form: Elementwise, Sig: "T T -> bool", Types: all, Expr: "x == y", BoolExpr: "^(x ^ y)", Flags: Commutative,
		Identities: "ints y=x:1; bool y=x:1 y=1:x y=0:not(x)"},
	{Name: "ne", Doc: "Reports whether x differs from y.", Form: Elementwise, Sig: "T T -> bool", Types: all, Expr: "x != y", BoolExpr: "x ^ y", Flags: Commutative,
		Identities: "ints y=x:0; bool y=x:0 y=0:x y=1:not(x)"},
	{Name: "lt", Doc: "Reports whether x is below y.", Form: Elementwise, Sig: "T T -> bool", Types: nums, Expr: "x < y",
		Identities: "ints y=x:0 y=min:0 x=max:0"},
	{Name: "le", Doc: "Reports whether x is at most y.", Form: Elementwise, Sig: "T T -> bool", Types: nums, Expr: "x <= y",
		Identities: "ints y=x:1 y=max:1 x=min:1"},
	{Name: "gt", Doc: "Reports whether x is above y.", Form: Elementwise, Sig: "T T -> bool", Types: nums, Expr: "x > y",
		Identities: "ints y=x:0 y=max:0 x=min:0"},
	{Name: "ge", Doc: "Reports whether x is at least y.", Form: Elementwise, Sig: "T T -> bool", Types: nums, Expr: "x >= y",
		Identities: "ints y=x:1 y=min:1 x=max:1"},
}

var rounding = []Op{
	{Name: "floor", Doc: "Rounds x down to an integer.", Form: Elementwise, Sig: "T -> T", Types: floats, Expr: "T(math.Floor(float64(x)))", Flags: Idempotent, Cases: "0.5 -0.5 1.5 2.5"},
	{Name: "ceil", Doc: "Rounds x up to an integer.", Form: Elementwise, Sig: "T -> T", Types: floats, Expr: "T(math.Ceil(float64(x)))", Flags: Idempotent, Cases: "0.5 -0.5 1.5 2.5"},
	{Name: "trunc", Doc: "Rounds x toward zero to an integer.", Form: Elementwise, Sig: "T -> T", Types: floats, Expr: "T(math.Trunc(float64(x)))", Flags: Idempotent, Cases: "0.5 -0.5 1.5 2.5"},
	{Name: "round", Doc: "Rounds x to the nearest integer, halves away from zero.", Form: Elementwise, Sig: "T -> T", Types: floats, Expr: "T(math.Round(float64(x)))", Flags: Idempotent, Cases: "0.5 -0.5 1.5 2.5"},
	{Name: "roundtoeven", Doc: "Rounds x to the nearest integer, halves to even.", Form: Elementwise, Sig: "T -> T", Types: floats, Expr: "T(math.RoundToEven(float64(x)))", Flags: Idempotent, Cases: "0.5 -0.5 1.5 2.5"},
}

// Conversions follow Go on amd64, also where the language leaves the result
// open: a float outside the integer type's range gives the smallest signed
// integer, and unsigned results are made from the 64-bit signed conversion.
var conversion = []Op{
	{Name: "convert_i32", Doc: "Converts x to i32: integers wrap; floats truncate, and outside the range give the smallest i32.", Form: Elementwise, Sig: "T -> i32", Types: "i64 u32 u64 f32 f64",
		Expr: "int32(x)", FloatExpr: "if x > -2147483649 && x < 2147483648 { return int32(x) }; return math.MinInt32", Cases: convCases},
	{Name: "convert_i64", Doc: "Converts x to i64: integers extend or wrap; floats truncate, and outside the range give the smallest i64.", Form: Elementwise, Sig: "T -> i64", Types: "i32 u32 u64 f32 f64",
		Expr: "int64(x)", FloatExpr: "if x >= -9223372036854775808 && x < 9223372036854775808 { return int64(x) }; return math.MinInt64", Cases: convCases},
	{Name: "convert_u32", Doc: "Converts x to u32: integers wrap; floats are the low half of convert_i64.", Form: Elementwise, Sig: "T -> u32", Types: "i32 i64 u64 f32 f64",
		Expr: "uint32(x)", FloatExpr: "if x >= -9223372036854775808 && x < 9223372036854775808 { return uint32(int64(x)) }; return 0", Cases: convCases},
	{Name: "convert_u64", Doc: "Converts x to u64: integers extend or wrap; floats truncate (negative ones wrap), and outside the range give the top bit.", Form: Elementwise, Sig: "T -> u64", Types: "i32 i64 u32 f32 f64",
		Expr: "uint64(x)", FloatExpr: "if x >= -9223372036854775808 && x < 9223372036854775808 { return uint64(int64(x)) }; if x >= 9223372036854775808 && x < 18446744073709551616 { return uint64(int64(x-9223372036854775808)) | 1<<63 }; return 1 << 63", Cases: convCases},
	{Name: "convert_f32", Doc: "Converts x to f32, rounding to nearest even.", Form: Elementwise, Sig: "T -> f32", Types: "i32 i64 u32 u64 f64", Expr: "float32(x)"},
	{Name: "convert_f64", Doc: "Converts x to f64, rounding to nearest even.", Form: Elementwise, Sig: "T -> f64", Types: "i32 i64 u32 u64 f32", Expr: "float64(x)"},
	{Name: "sext8", Doc: "Sign-extends the low 8 bits of x: Go's int8 arithmetic.", Form: Elementwise, Sig: "T -> T", Types: "i32", Expr: "T(int8(x))", Flags: Idempotent},
	{Name: "sext16", Doc: "Sign-extends the low 16 bits of x: Go's int16 arithmetic.", Form: Elementwise, Sig: "T -> T", Types: "i32", Expr: "T(int16(x))", Flags: Idempotent},
	{Name: "zext8", Doc: "Zero-extends the low 8 bits of x: Go's uint8 arithmetic.", Form: Elementwise, Sig: "T -> T", Types: "u32", Expr: "T(uint8(x))", Flags: Idempotent},
	{Name: "zext16", Doc: "Zero-extends the low 16 bits of x: Go's uint16 arithmetic.", Form: Elementwise, Sig: "T -> T", Types: "u32", Expr: "T(uint16(x))", Flags: Idempotent},
	{Name: "bitcast_u32", Doc: "Gives the bits of x as u32.", Form: Elementwise, Sig: "T -> u32", Types: "f32", Expr: "math.Float32bits(x)"},
	{Name: "bitcast_u64", Doc: "Gives the bits of x as u64.", Form: Elementwise, Sig: "T -> u64", Types: "f64", Expr: "math.Float64bits(x)"},
	{Name: "bitcast_f32", Doc: "Gives the float whose bits are x.", Form: Elementwise, Sig: "T -> f32", Types: "u32", Expr: "math.Float32frombits(x)"},
	{Name: "bitcast_f64", Doc: "Gives the float whose bits are x.", Form: Elementwise, Sig: "T -> f64", Types: "u64", Expr: "math.Float64frombits(x)"},
}

const convCases = "-1 -1.5 0.5 2147483647 2147483648 4294967295 4294967296 9223372036854775807 9223372036854775808 18446744073709551616 1e300"

var bitCounting = []Op{
	{Name: "clz", Doc: "Counts the leading zeros of x: the width for zero.", Form: Elementwise, Sig: "T -> i64", Types: uints, Expr: "int64(bits.LeadingZeros64(uint64(x))) - int64(64-bitsOf(x))"},
	{Name: "ctz", Doc: "Counts the trailing zeros of x: the width for zero.", Form: Elementwise, Sig: "T -> i64", Types: uints, Expr: "if x == 0 { return int64(bitsOf(x)) }; return int64(bits.TrailingZeros64(uint64(x)))"},
	{Name: "popcount", Doc: "Counts the bits set in x.", Form: Elementwise, Sig: "T -> i64", Types: uints, Expr: "int64(bits.OnesCount64(uint64(x)))"},
}

var wide = []Op{
	{Name: "mulhi", Doc: "Gives the upper half of the double-width product of x and y.", Form: Elementwise, Sig: "T T -> T", Types: ints, Expr: "mulhi(x, y)", Flags: Commutative, Cost: 2},
	{Name: "divwide", Doc: "Divides the double-width x:y (x the upper half) by z, if z exceeds x; else the quotient does not fit and it gives 0.", Form: Elementwise, Sig: "T T T -> T", Types: uints,
		Expr: "divwide(x, y, z)", Cost: 20},
	{Name: "remwide", Doc: "Gives the remainder of that division, or 0 if z does not exceed x.", Form: Elementwise, Sig: "T T T -> T", Types: uints,
		Expr: "remwide(x, y, z)", Cost: 20},
	{Name: "checkwide", Doc: "Gives y if it exceeds x and faults otherwise: the quotient of x:_ by y would not fit.", Form: Elementwise, Sig: "T T -> T", Types: uints,
		Expr: "y", Effect: Faults, When: "y <= x", Code: Overflow},
}

var events = []Op{
	{Name: "checkindex", Doc: "Gives x as an index into y elements; faults unless 0 ≤ x < y.", Form: Elementwise, Sig: "T T -> T", Types: "i32 i64", Expr: "x", Effect: Faults, When: "x < 0 || x >= y", Code: IndexOutOfRange},
	{Name: "checkslice", Doc: "Gives x as a slice bound of at most y; faults unless 0 ≤ x ≤ y.", Form: Elementwise, Sig: "T T -> T", Types: "i32 i64", Expr: "x", Effect: Faults, When: "x < 0 || x > y", Code: SliceOutOfRange},
	{Name: "checklen", Doc: "Gives x as the length of a new slice of at most y elements; faults unless 0 ≤ x ≤ y.", Form: Elementwise, Sig: "T T -> T", Types: "i32 i64", Expr: "x", Effect: Faults, When: "x < 0 || x > y", Code: MakeSliceOutOfRange},
	{Name: "checkcap", Doc: "Gives x as the length of a slice that was appended to; faults if it exceeds the capacity y, as a lane's memory does not grow.", Form: Elementwise, Sig: "T T -> T", Types: "i32 i64", Expr: "x", Effect: Faults, When: "x > y", Code: CapacityExceeded},
	{Name: "reduce_add", Doc: "Adds up the last axis of x.", Form: Reduce, Sig: "T -> T", Types: nums, Expr: "x + y"},
	{Name: "reduce_mul", Doc: "Multiplies up the last axis of x.", Form: Reduce, Sig: "T -> T", Types: nums, Expr: "x * y"},
	{Name: "reduce_min", Doc: "Gives the smallest element along the last axis of x.", Form: Reduce, Sig: "T -> T", Types: nums, Expr: "min(x, y)"},
	{Name: "reduce_max", Doc: "Gives the largest element along the last axis of x.", Form: Reduce, Sig: "T -> T", Types: nums, Expr: "max(x, y)"},
	{Name: "reduce_and", Doc: "Ands the last axis of x: whether all hold.", Form: Reduce, Sig: "T -> T", Types: "bool " + ints, Expr: "x & y", BoolExpr: "x & y"},
	{Name: "reduce_or", Doc: "Ors the last axis of x: whether any holds.", Form: Reduce, Sig: "T -> T", Types: "bool " + ints, Expr: "x | y", BoolExpr: "x | y"},
	{Name: "index", Doc: "Takes the element or sub-array of x at the leading indices i...; an index out of range faults.", Form: Index, Sig: "T i64 ... -> T", Types: all, Effect: Faults, Code: IndexOutOfRange, Cost: 2},
	{Name: "insert", Doc: "Gives x with the element or sub-array at the leading indices i... replaced by v; an index out of range faults.", Form: Insert, Sig: "T T i64 ... -> T", Types: all, Effect: Faults, Code: IndexOutOfRange, Cost: 2},
	{Name: "dot", Doc: "Gives the inner product of x and y over their last axis, products and sums rounded one by one from element 0.", Form: Dot, Sig: "T T -> T", Types: nums, Flags: Commutative},
	{Name: "matvec", Doc: "Multiplies the uniform matrix x [m,n] by the vector y [n]; each row is a dot.", Form: MatVec, Sig: "T T -> T", Types: nums},
	{Name: "reshape", Doc: "Gives the elements of x in row-major order under the destination's event shape.", Form: Reshape, Sig: "T -> T", Types: all},
}
