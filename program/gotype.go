package program

import (
	"fmt"
	"slices"
)

// GoType is the Go type of the elements of a column, or of a variable that a column is for. The
// zero value says nothing: the type is the one with the values that are stored.
type GoType uint8

// The Go types of elements.
const (
	GoStored GoType = iota
	GoBool
	GoInt8
	GoInt16
	GoInt32
	GoInt64
	GoInt
	GoUint8
	GoUint16
	GoUint32
	GoUint64
	GoUint
	GoFloat32
	GoFloat64
	// GoString is the type of a string, which is one of VarDef.Texts: k stands for
	// Texts[k]. It is stored in an i64. Columns of files that are carried over have
	// it too, without such a list.
	GoString
	// GoError is the type of an error: 0 is nil, and k is the k-th of
	// Program.Errors. It is stored in an i32.
	GoError
	// GoLen is the type of a slice's length; see Slice. It is stored in a
	// scalar i64.
	GoLen
	goTypeEnd
)

var goTypeNames = [goTypeEnd]string{
	GoBool: "bool", GoInt8: "int8", GoInt16: "int16", GoInt32: "int32", GoInt64: "int64", GoInt: "int",
	GoUint8: "uint8", GoUint16: "uint16", GoUint32: "uint32", GoUint64: "uint64", GoUint: "uint",
	GoFloat32: "float32", GoFloat64: "float64", GoString: "string", GoError: "error", GoLen: "len",
}

// String returns the type as Go writes it, and "len" for GoLen.
func (t GoType) String() string {
	if t >= goTypeEnd {
		return fmt.Sprintf("GoType(%d)", uint8(t))
	}
	return goTypeNames[t]
}

// ParseGoType returns the type that String writes so.
func ParseGoType(name string) (t GoType, ok bool) {
	i := slices.Index(goTypeNames[GoStored+1:], name)
	return GoStored + 1 + GoType(i), i >= 0
}

// GoTypeOf returns the Go type with the values of a stored type.
func GoTypeOf(d Dtype) GoType {
	return [...]GoType{Bool: GoBool, I32: GoInt32, I64: GoInt64, U32: GoUint32, U64: GoUint64, F32: GoFloat32,
		F64: GoFloat64}[d]
}

// IsFloat reports whether the elements are floating-point numbers.
func (t GoType) IsFloat() bool { return t == GoFloat32 || t == GoFloat64 }
