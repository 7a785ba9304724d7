package program

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// The NaNs that the text form writes as plain "nan": those of Go's math.NaN.
const (
	nan64 = 0x7ff8000000000001
	nan32 = 0x7fc00000
)

// FormatLiteral returns the text form of an element: decimal integers, floats
// as the shortest decimal that reads back to the same bits (always with a
// point, an exponent or a letter), and "nan:0x…" for the NaNs that are not
// Go's math.NaN. Bits outside the type's width are ignored.
func FormatLiteral(d Dtype, bits uint64) string {
	switch d {
	case Bool:
		return strconv.FormatBool(bits&1 != 0)
	case I32:
		return strconv.FormatInt(int64(int32(bits)), 10)
	case I64:
		return strconv.FormatInt(int64(bits), 10)
	case U32:
		return strconv.FormatUint(uint64(uint32(bits)), 10)
	case U64:
		return strconv.FormatUint(bits, 10)
	case F32:
		return formatFloat(float64(math.Float32frombits(uint32(bits))), 32, uint64(uint32(bits)), nan32)
	case F64:
		return formatFloat(math.Float64frombits(bits), 64, bits, nan64)
	}
	return "<invalid literal>"
}

func formatFloat(v float64, size int, bits, nan uint64) string {
	switch {
	case bits == nan:
		return "nan"
	case v != v:
		return "nan:0x" + strconv.FormatUint(bits, 16)
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(v, 'g', -1, size)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// ParseLiteral reads the text form of an element of type d and returns its
// bits. Beyond what FormatLiteral writes it takes integers in Go's other bases
// and floats without a point.
func ParseLiteral(d Dtype, s string) (uint64, error) {
	switch d {
	case Bool:
		switch s {
		case "true":
			return 1, nil
		case "false":
			return 0, nil
		}
		return 0, errors.New("a bool is true or false, not " + s)
	case I32, I64:
		v, err := strconv.ParseInt(s, 0, d.Bits())
		if err != nil {
			return 0, literalError(d, s, err)
		}
		if d == I32 {
			return uint64(uint32(v)), nil
		}
		return uint64(v), nil
	case U32, U64:
		v, err := strconv.ParseUint(s, 0, d.Bits())
		if err != nil {
			return 0, literalError(d, s, err)
		}
		return v, nil
	case F32, F64:
		return parseFloat(d, s)
	}
	return 0, errors.New("no type for the literal " + s)
}

func parseFloat(d Dtype, s string) (uint64, error) {
	if s == "nan" {
		if d == F32 {
			return nan32, nil
		}
		return nan64, nil
	}
	if hex, ok := strings.CutPrefix(s, "nan:0x"); ok {
		bits, err := strconv.ParseUint(hex, 16, d.Bits())
		if err != nil {
			return 0, literalError(d, s, err)
		}
		v := math.Float64frombits(bits)
		if d == F32 {
			v = float64(math.Float32frombits(uint32(bits)))
		}
		if v == v {
			return 0, errors.New(s + " is not a NaN of " + d.String())
		}
		return bits, nil
	}
	v, err := strconv.ParseFloat(s, d.Bits())
	if err != nil {
		return 0, literalError(d, s, err)
	}
	if d == F32 {
		return uint64(math.Float32bits(float32(v))), nil
	}
	return math.Float64bits(v), nil
}

func literalError(d Dtype, s string, err error) error {
	if errors.Is(err, strconv.ErrRange) {
		return errors.New(s + " is outside the range of " + d.String())
	}
	return errors.New(s + " is not a literal of " + d.String())
}

// literalWords are the names that always read as literals.
var literalWords = map[string]bool{"true": true, "false": true, "inf": true, "nan": true}

// IsName reports whether s is a name in the text form: a letter or an
// underscore, then letters, digits, underscores and dots.
func IsName(s string) bool {
	if s == "" {
		return false
	}
	for i, r := range s {
		if !isNameRune(r, i == 0) {
			return false
		}
	}
	return true
}

func isNameRune(r rune, first bool) bool {
	if r == '_' || unicode.IsLetter(r) {
		return true
	}
	return !first && (r == '.' || unicode.IsDigit(r))
}

// IsReserved reports whether no variable may have the name because it reads as
// a literal: true, false, inf, nan.
func IsReserved(name string) bool { return literalWords[name] }

// fitsType reports whether bits is a value of d: no bits beyond its width.
func fitsType(d Dtype, bits uint64) bool {
	w := d.Bits()
	return w >= 64 || bits>>w == 0
}
