package cases

func ArithInt8(x, y int8) (add, sub, mul, neg, not int8) { return x + y, x - y, x * y, -x, ^x }
func BitwiseInt8(x, y int8) (and, or, xor, andnot int8)  { return x & y, x | y, x ^ y, x &^ y }
func DivInt8(x, y int8) (q, r int8)                      { return x / y, x % y }
func DivConstInt8(x int8) (a, b, c, d int8)              { return x / 3, x % 3, x / 8, x % 8 }
func CompareInt8(x, y int8) (eq, ne, lt, le, gt, ge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y
}
func ExtremeInt8(x, y int8) (a, b, c int8)       { return min(x, y), max(x, y), min(max(x, 2), y, 100) }
func ShiftUintInt8(x int8, k uint) (l, r int8)   { return x << k, x >> k }
func ShiftUint8Int8(x int8, k uint8) (l, r int8) { return x << k, x >> k }
func ShiftIntInt8(x int8, k int) (l, r int8)     { return x << k, x >> k }
func ShiftInt8Int8(x int8, k int8) (l, r int8)   { return x << k, x >> k }
func ShiftConstInt8(x int8) (l, r, o int8)       { return x << 3, x >> 2, 1 << (x & 7) }
func ConvertInt8(x int8) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64, j uint,
	k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}
func CompoundInt8(x, y int8) int8 {
	x += y
	x *= 3
	x ^= y
	x -= 7
	x++
	y--
	x |= y
	x <<= 1
	x &^= 2
	return x
}

func ArithInt16(x, y int16) (add, sub, mul, neg, not int16) { return x + y, x - y, x * y, -x, ^x }
func BitwiseInt16(x, y int16) (and, or, xor, andnot int16)  { return x & y, x | y, x ^ y, x &^ y }
func DivInt16(x, y int16) (q, r int16)                      { return x / y, x % y }
func DivConstInt16(x int16) (a, b, c, d int16)              { return x / 3, x % 3, x / 8, x % 8 }
func CompareInt16(x, y int16) (eq, ne, lt, le, gt, ge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y
}
func ExtremeInt16(x, y int16) (a, b, c int16)       { return min(x, y), max(x, y), min(max(x, 2), y, 100) }
func ShiftUintInt16(x int16, k uint) (l, r int16)   { return x << k, x >> k }
func ShiftUint8Int16(x int16, k uint8) (l, r int16) { return x << k, x >> k }
func ShiftIntInt16(x int16, k int) (l, r int16)     { return x << k, x >> k }
func ShiftInt8Int16(x int16, k int8) (l, r int16)   { return x << k, x >> k }
func ShiftConstInt16(x int16) (l, r, o int16)       { return x << 3, x >> 2, 1 << (x & 7) }
func ConvertInt16(x int16) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64, j uint,
	k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}
func CompoundInt16(x, y int16) int16 {
	x += y
	x *= 3
	x ^= y
	x -= 7
	x++
	y--
	x |= y
	x <<= 1
	x &^= 2
	return x
}

func ArithInt32(x, y int32) (add, sub, mul, neg, not int32) { return x + y, x - y, x * y, -x, ^x }
func BitwiseInt32(x, y int32) (and, or, xor, andnot int32)  { return x & y, x | y, x ^ y, x &^ y }
func DivInt32(x, y int32) (q, r int32)                      { return x / y, x % y }
func DivConstInt32(x int32) (a, b, c, d int32)              { return x / 3, x % 3, x / 8, x % 8 }
func CompareInt32(x, y int32) (eq, ne, lt, le, gt, ge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y
}
func ExtremeInt32(x, y int32) (a, b, c int32)       { return min(x, y), max(x, y), min(max(x, 2), y, 100) }
func ShiftUintInt32(x int32, k uint) (l, r int32)   { return x << k, x >> k }
func ShiftUint8Int32(x int32, k uint8) (l, r int32) { return x << k, x >> k }
func ShiftIntInt32(x int32, k int) (l, r int32)     { return x << k, x >> k }
func ShiftInt8Int32(x int32, k int8) (l, r int32)   { return x << k, x >> k }
func ShiftConstInt32(x int32) (l, r, o int32)       { return x << 3, x >> 2, 1 << (x & 7) }
func ConvertInt32(x int32) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64, j uint,
	k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}
func CompoundInt32(x, y int32) int32 {
	x += y
	x *= 3
	x ^= y
	x -= 7
	x++
	y--
	x |= y
	x <<= 1
	x &^= 2
	return x
}

func ArithInt64(x, y int64) (add, sub, mul, neg, not int64) { return x + y, x - y, x * y, -x, ^x }
func BitwiseInt64(x, y int64) (and, or, xor, andnot int64)  { return x & y, x | y, x ^ y, x &^ y }
func DivInt64(x, y int64) (q, r int64)                      { return x / y, x % y }
func DivConstInt64(x int64) (a, b, c, d int64)              { return x / 3, x % 3, x / 8, x % 8 }
func CompareInt64(x, y int64) (eq, ne, lt, le, gt, ge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y
}
func ExtremeInt64(x, y int64) (a, b, c int64)       { return min(x, y), max(x, y), min(max(x, 2), y, 100) }
func ShiftUintInt64(x int64, k uint) (l, r int64)   { return x << k, x >> k }
func ShiftUint8Int64(x int64, k uint8) (l, r int64) { return x << k, x >> k }
func ShiftIntInt64(x int64, k int) (l, r int64)     { return x << k, x >> k }
func ShiftInt8Int64(x int64, k int8) (l, r int64)   { return x << k, x >> k }
func ShiftConstInt64(x int64) (l, r, o int64)       { return x << 3, x >> 2, 1 << (x & 7) }
func ConvertInt64(x int64) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64, j uint,
	k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}
func CompoundInt64(x, y int64) int64 {
	x += y
	x *= 3
	x ^= y
	x -= 7
	x++
	y--
	x |= y
	x <<= 1
	x &^= 2
	return x
}

func ArithInt(x, y int) (add, sub, mul, neg, not int) { return x + y, x - y, x * y, -x, ^x }
func BitwiseInt(x, y int) (and, or, xor, andnot int)  { return x & y, x | y, x ^ y, x &^ y }
func DivInt(x, y int) (q, r int)                      { return x / y, x % y }
func DivConstInt(x int) (a, b, c, d int)              { return x / 3, x % 3, x / 8, x % 8 }
func CompareInt(x, y int) (eq, ne, lt, le, gt, ge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y
}
func ExtremeInt(x, y int) (a, b, c int)       { return min(x, y), max(x, y), min(max(x, 2), y, 100) }
func ShiftUintInt(x int, k uint) (l, r int)   { return x << k, x >> k }
func ShiftUint8Int(x int, k uint8) (l, r int) { return x << k, x >> k }
func ShiftIntInt(x int, k int) (l, r int)     { return x << k, x >> k }
func ShiftInt8Int(x int, k int8) (l, r int)   { return x << k, x >> k }
func ShiftConstInt(x int) (l, r, o int)       { return x << 3, x >> 2, 1 << (x & 7) }
func ConvertInt(x int) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64, j uint,
	k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}
func CompoundInt(x, y int) int {
	x += y
	x *= 3
	x ^= y
	x -= 7
	x++
	y--
	x |= y
	x <<= 1
	x &^= 2
	return x
}

func ArithUint8(x, y uint8) (add, sub, mul, neg, not uint8) { return x + y, x - y, x * y, -x, ^x }
func BitwiseUint8(x, y uint8) (and, or, xor, andnot uint8)  { return x & y, x | y, x ^ y, x &^ y }
func DivUint8(x, y uint8) (q, r uint8)                      { return x / y, x % y }
func DivConstUint8(x uint8) (a, b, c, d uint8)              { return x / 3, x % 3, x / 8, x % 8 }
func CompareUint8(x, y uint8) (eq, ne, lt, le, gt, ge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y
}
func ExtremeUint8(x, y uint8) (a, b, c uint8)       { return min(x, y), max(x, y), min(max(x, 2), y, 100) }
func ShiftUintUint8(x uint8, k uint) (l, r uint8)   { return x << k, x >> k }
func ShiftUint8Uint8(x uint8, k uint8) (l, r uint8) { return x << k, x >> k }
func ShiftIntUint8(x uint8, k int) (l, r uint8)     { return x << k, x >> k }
func ShiftInt8Uint8(x uint8, k int8) (l, r uint8)   { return x << k, x >> k }
func ShiftConstUint8(x uint8) (l, r, o uint8)       { return x << 3, x >> 2, 1 << (x & 7) }
func ConvertUint8(x uint8) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64, j uint,
	k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}
func CompoundUint8(x, y uint8) uint8 {
	x += y
	x *= 3
	x ^= y
	x -= 7
	x++
	y--
	x |= y
	x <<= 1
	x &^= 2
	return x
}

func ArithUint16(x, y uint16) (add, sub, mul, neg, not uint16) { return x + y, x - y, x * y, -x, ^x }
func BitwiseUint16(x, y uint16) (and, or, xor, andnot uint16)  { return x & y, x | y, x ^ y, x &^ y }
func DivUint16(x, y uint16) (q, r uint16)                      { return x / y, x % y }
func DivConstUint16(x uint16) (a, b, c, d uint16)              { return x / 3, x % 3, x / 8, x % 8 }
func CompareUint16(x, y uint16) (eq, ne, lt, le, gt, ge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y
}
func ExtremeUint16(x, y uint16) (a, b, c uint16)       { return min(x, y), max(x, y), min(max(x, 2), y, 100) }
func ShiftUintUint16(x uint16, k uint) (l, r uint16)   { return x << k, x >> k }
func ShiftUint8Uint16(x uint16, k uint8) (l, r uint16) { return x << k, x >> k }
func ShiftIntUint16(x uint16, k int) (l, r uint16)     { return x << k, x >> k }
func ShiftInt8Uint16(x uint16, k int8) (l, r uint16)   { return x << k, x >> k }
func ShiftConstUint16(x uint16) (l, r, o uint16)       { return x << 3, x >> 2, 1 << (x & 7) }
func ConvertUint16(x uint16) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64, j uint,
	k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}
func CompoundUint16(x, y uint16) uint16 {
	x += y
	x *= 3
	x ^= y
	x -= 7
	x++
	y--
	x |= y
	x <<= 1
	x &^= 2
	return x
}

func ArithUint32(x, y uint32) (add, sub, mul, neg, not uint32) { return x + y, x - y, x * y, -x, ^x }
func BitwiseUint32(x, y uint32) (and, or, xor, andnot uint32)  { return x & y, x | y, x ^ y, x &^ y }
func DivUint32(x, y uint32) (q, r uint32)                      { return x / y, x % y }
func DivConstUint32(x uint32) (a, b, c, d uint32)              { return x / 3, x % 3, x / 8, x % 8 }
func CompareUint32(x, y uint32) (eq, ne, lt, le, gt, ge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y
}
func ExtremeUint32(x, y uint32) (a, b, c uint32)       { return min(x, y), max(x, y), min(max(x, 2), y, 100) }
func ShiftUintUint32(x uint32, k uint) (l, r uint32)   { return x << k, x >> k }
func ShiftUint8Uint32(x uint32, k uint8) (l, r uint32) { return x << k, x >> k }
func ShiftIntUint32(x uint32, k int) (l, r uint32)     { return x << k, x >> k }
func ShiftInt8Uint32(x uint32, k int8) (l, r uint32)   { return x << k, x >> k }
func ShiftConstUint32(x uint32) (l, r, o uint32)       { return x << 3, x >> 2, 1 << (x & 7) }
func ConvertUint32(x uint32) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64, j uint,
	k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}
func CompoundUint32(x, y uint32) uint32 {
	x += y
	x *= 3
	x ^= y
	x -= 7
	x++
	y--
	x |= y
	x <<= 1
	x &^= 2
	return x
}

func ArithUint64(x, y uint64) (add, sub, mul, neg, not uint64) { return x + y, x - y, x * y, -x, ^x }
func BitwiseUint64(x, y uint64) (and, or, xor, andnot uint64)  { return x & y, x | y, x ^ y, x &^ y }
func DivUint64(x, y uint64) (q, r uint64)                      { return x / y, x % y }
func DivConstUint64(x uint64) (a, b, c, d uint64)              { return x / 3, x % 3, x / 8, x % 8 }
func CompareUint64(x, y uint64) (eq, ne, lt, le, gt, ge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y
}
func ExtremeUint64(x, y uint64) (a, b, c uint64)       { return min(x, y), max(x, y), min(max(x, 2), y, 100) }
func ShiftUintUint64(x uint64, k uint) (l, r uint64)   { return x << k, x >> k }
func ShiftUint8Uint64(x uint64, k uint8) (l, r uint64) { return x << k, x >> k }
func ShiftIntUint64(x uint64, k int) (l, r uint64)     { return x << k, x >> k }
func ShiftInt8Uint64(x uint64, k int8) (l, r uint64)   { return x << k, x >> k }
func ShiftConstUint64(x uint64) (l, r, o uint64)       { return x << 3, x >> 2, 1 << (x & 7) }
func ConvertUint64(x uint64) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64, j uint,
	k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}
func CompoundUint64(x, y uint64) uint64 {
	x += y
	x *= 3
	x ^= y
	x -= 7
	x++
	y--
	x |= y
	x <<= 1
	x &^= 2
	return x
}

func ArithUint(x, y uint) (add, sub, mul, neg, not uint) { return x + y, x - y, x * y, -x, ^x }
func BitwiseUint(x, y uint) (and, or, xor, andnot uint)  { return x & y, x | y, x ^ y, x &^ y }
func DivUint(x, y uint) (q, r uint)                      { return x / y, x % y }
func DivConstUint(x uint) (a, b, c, d uint)              { return x / 3, x % 3, x / 8, x % 8 }
func CompareUint(x, y uint) (eq, ne, lt, le, gt, ge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y
}
func ExtremeUint(x, y uint) (a, b, c uint)       { return min(x, y), max(x, y), min(max(x, 2), y, 100) }
func ShiftUintUint(x uint, k uint) (l, r uint)   { return x << k, x >> k }
func ShiftUint8Uint(x uint, k uint8) (l, r uint) { return x << k, x >> k }
func ShiftIntUint(x uint, k int) (l, r uint)     { return x << k, x >> k }
func ShiftInt8Uint(x uint, k int8) (l, r uint)   { return x << k, x >> k }
func ShiftConstUint(x uint) (l, r, o uint)       { return x << 3, x >> 2, 1 << (x & 7) }
func ConvertUint(x uint) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64, j uint,
	k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}
func CompoundUint(x, y uint) uint {
	x += y
	x *= 3
	x ^= y
	x -= 7
	x++
	y--
	x |= y
	x <<= 1
	x &^= 2
	return x
}

func ArithFloat32(x, y float32) (add, sub, mul, quo, neg float32) {
	return x + y, x - y, x * y, x / y, -x
}
func CompareFloat32(x, y float32) (eq, ne, lt, le, gt, ge, nlt, nge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y, !(x < y), !(x >= y)
}
func ExtremeFloat32(x, y, z float32) (a, b, c, d float32) {
	return min(x, y), max(x, y), min(x, y, z), max(x, 0, y, z)
}
func ConvertFloat32(x float32) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64,
	j uint, k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}

func ArithFloat64(x, y float64) (add, sub, mul, quo, neg float64) {
	return x + y, x - y, x * y, x / y, -x
}
func CompareFloat64(x, y float64) (eq, ne, lt, le, gt, ge, nlt, nge bool) {
	return x == y, x != y, x < y, x <= y, x > y, x >= y, !(x < y), !(x >= y)
}
func ExtremeFloat64(x, y, z float64) (a, b, c, d float64) {
	return min(x, y), max(x, y), min(x, y, z), max(x, 0, y, z)
}
func ConvertFloat64(x float64) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64,
	j uint, k float32, l float64) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x),
		float32(x), float64(x)
}
