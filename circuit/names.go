package circuit

// SeedName says which operations of the op table stand for a gate that the design of
// circuits has a name for. An operation is declared once, in the op table; these are names
// for people.
type SeedName struct {
	Name string
	Doc  string
	// Ops are rows of the op table; Types are the element types for which the name is
	// meant, where the row has more.
	Ops   []string
	Types string
}

// SeedNames are the names, in the order of the design.
var SeedNames = []SeedName{
	{"FNEG", "the negation of a float", []string{"neg"}, "f32 f64"},
	{"ADD", "the sum of integers", []string{"add"}, "i32 i64 u32 u64"},
	{"SUB", "the difference of integers, and the negation", []string{"sub", "neg"}, "i32 i64 u32 u64"},
	{"MUL", "the product of integers", []string{"mul"}, "i32 i64 u32 u64"},
	{"SDIV", "the quotient of signed integers", []string{"div"}, "i32 i64"},
	{"SREM", "the remainder of signed integers", []string{"rem"}, "i32 i64"},
	{"UDIV", "the quotient of unsigned integers", []string{"div"}, "u32 u64"},
	{"UREM", "the remainder of unsigned integers", []string{"rem"}, "u32 u64"},
	{"AND", "the bits of both", []string{"and", "andnot"}, "bool i32 i64 u32 u64"},
	{"XOR", "the bits in one of the two, and the complement", []string{"xor", "not"}, "bool i32 i64 u32 u64"},
	{"OR", "the bits of either", []string{"or"}, "bool i32 i64 u32 u64"},
	{"SHL", "the shift to the left", []string{"shl"}, "i32 i64 u32 u64"},
	{"LSHR", "the shift to the right with zeros", []string{"shr"}, "u32 u64"},
	{"ASHR", "the shift to the right with the sign", []string{"shr"}, "i32 i64"},
	{"FADD", "the sum of floats", []string{"add"}, "f32 f64"},
	{"FSUB", "the difference of floats", []string{"sub"}, "f32 f64"},
	{"FMUL", "the product of floats", []string{"mul"}, "f32 f64"},
	{"FEXP", "the power of floats", []string{"pow"}, "f32 f64"},
	{"FDIV", "the quotient of floats", []string{"quo"}, "f32 f64"},
	{"FMOD", "the remainder of floats", []string{"mod"}, "f32 f64"},
	{"ICMP", "the comparison of integers; the condition is the operation", []string{"eq", "ne", "lt", "le", "gt", "ge"},
		"bool i32 i64 u32 u64"},
	{"FCMP", "the comparison of floats, false for NaN but in ne", []string{"eq", "ne", "lt", "le", "gt", "ge"},
		"f32 f64"},
	{"TRUNC", "the narrowing of integers", []string{"convert_i32", "convert_u32", "sext8", "sext16", "zext8", "zext16"},
		"i32 i64 u32 u64"},
	{"ZEXT", "the widening of unsigned integers", []string{"convert_i64", "convert_u64"}, "u32 u64"},
	{"SEXT", "the widening of signed integers", []string{"convert_i64", "convert_u64"}, "i32 i64"},
	{"SITOFP", "signed integers as floats", []string{"convert_f32", "convert_f64"}, "i32 i64"},
	{"UITOFP", "unsigned integers as floats", []string{"convert_f32", "convert_f64"}, "u32 u64"},
	{"FPTOSI", "floats as signed integers", []string{"convert_i32", "convert_i64"}, "f32 f64"},
	{"FPTOUI", "floats as unsigned integers", []string{"convert_u32", "convert_u64"}, "f32 f64"},
	{"BITCAST", "the same bits as another type", []string{"bitcast_u32", "bitcast_u64", "bitcast_f32", "bitcast_f64"},
		"u32 u64 f32 f64"},
	{"LOAD", "the element of an array", []string{"index"}, ""},
	{"STORE", "the change of an element of an array", []string{"insert"}, ""},
}
