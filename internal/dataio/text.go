package dataio

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lockstep-simt/lockstep/program"
)

// Numbers in text are written as in Go: with a sign, with underscores between
// digits, to other bases after 0x, 0o and 0b; with a point and an exponent if they are
// floats. Two things differ, for what other programs write: a leading zero does
// not mean octal, so that 007 is seven, and there are inf, infinity and nan, in
// any case, with a sign or without. An integer is not taken from what has a point
// or an exponent, even if nothing is behind the point: where 3.0 comes from,
// 123456789 may have become 1.23457e+08.

// parseSigned reads an integer.
func parseSigned(cell string, goType program.GoType, bits int) (int64, error) {
	x, err := strconv.ParseInt(cell, 10, bits)
	if err == nil {
		return x, nil
	}
	sign, digits, base, ok := takeApart(cell)
	if !ok {
		return 0, cellError(err, cell, goType)
	}
	if x, err = strconv.ParseInt(sign+digits, base, bits); err != nil {
		lim := uint64(1) << (bits - 1)
		return 0, fmt.Errorf("%s is out of range for %s (-%d to %d)", clip(cell), goType, lim, lim-1)
	}
	return x, nil
}

// parseUnsigned is parseSigned for numbers from zero.
func parseUnsigned(cell string, goType program.GoType, bits int) (uint64, error) {
	x, err := strconv.ParseUint(cell, 10, bits)
	if err == nil {
		return x, nil
	}
	sign, digits, base, ok := takeApart(cell)
	if !ok {
		return 0, cellError(err, cell, goType)
	}
	if x, err = strconv.ParseUint(digits, base, bits); err != nil || sign == "-" && x > 0 {
		return 0, fmt.Errorf("%s is out of range for %s (0 to %d)", clip(cell), goType,
			uint64(math.MaxUint64)>>(64-bits))
	}
	return x, nil
}

// takeApart returns the sign of an integer, its digits without the underscores
// between them, and their base; ok is false if it is not an integer.
func takeApart(cell string) (sign, digits string, base int, ok bool) {
	sign, digits, base = "+", cell, 10
	if cell != "" && (cell[0] == '+' || cell[0] == '-') {
		sign, digits = cell[:1], cell[1:]
	}
	all := "0123456789"
	if len(digits) > 2 && digits[0] == '0' {
		switch digits[1] {
		case 'x', 'X':
			base, all = 16, all+"abcdefABCDEF"
		case 'o', 'O':
			base, all = 8, all[:8]
		case 'b', 'B':
			base, all = 2, all[:2]
		}
		if base != 10 {
			digits = strings.TrimPrefix(digits[2:], "_")
		}
	}
	if strings.HasPrefix(digits, "_") || strings.HasSuffix(digits, "_") || strings.Contains(digits, "__") {
		return "", "", 0, false
	}
	digits = strings.ReplaceAll(digits, "_", "")
	return sign, digits, base, digits != "" && strings.Trim(digits, all) == ""
}

// parseFloat reads a float. One that is too large is an error, not infinity.
func parseFloat(cell string, goType program.GoType, bits int) (float64, error) {
	x, err := strconv.ParseFloat(cell, bits)
	if errors.Is(err, strconv.ErrSyntax) {
		if strings.EqualFold(cell, "-nan") || strings.EqualFold(cell, "+nan") { // as printf of C writes it
			return math.NaN(), nil
		}
		if sign, digits, base, ok := takeApart(cell); ok && base != 10 {
			n, _ := new(big.Int).SetString(digits, base)
			x, err = strconv.ParseFloat(sign+"0x"+n.Text(16)+"p0", bits)
		}
	}
	if errors.Is(err, strconv.ErrRange) {
		return 0, &tooLarge{cell, goType}
	}
	return x, cellError(err, cell, goType)
}

// tooLarge says that a float is out of range.
type tooLarge struct {
	cell   string
	goType program.GoType
}

func (t *tooLarge) Error() string { return t.says("inf") }

// says tells how the format of the file writes infinity.
func (t *tooLarge) says(infinity string) string {
	return fmt.Sprintf("%s is out of range for %s (write %s for infinity)", clip(t.cell), t.goType, infinity)
}

func parseBool(cell string) (bool, error) {
	x, err := strconv.ParseBool(cell)
	if err != nil {
		return false, fmt.Errorf("%s is not a bool (true, false, 1 or 0)", clip(cell))
	}
	return x, nil
}

// cellError turns strconv's refusal into a sentence about the cell.
func cellError(err error, cell string, goType program.GoType) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s is not %s %s%s", clip(cell), article(goType), goType, hint(cell, goType))
}

// hint says what to write instead of a cell, where that is likely to help.
func hint(cell string, goType program.GoType) string {
	isFloat := goType.IsFloat()
	_, err := strconv.ParseFloat(cell, 64)
	switch {
	case !isFloat && goType != program.GoBool && err == nil:
		return " (a whole number, without point and exponent)"
	case isFloat && slices.Contains([]string{"", "na", "n/a", "#n/a", "null", "none", "-"}, strings.ToLower(cell)):
		return " (nan where there is none)"
	}
	return ""
}

func article(goType program.GoType) string {
	if strings.HasPrefix(goType.String(), "i") {
		return "an"
	}
	return "a"
}

// clip quotes a cell for a message and shortens one that is not a number's
// length.
func clip(cell string) string {
	const limit = 40
	if r := []rune(cell); len(r) > limit {
		cell = string(r[:limit]) + "…"
	}
	return strconv.Quote(cell)
}

// appendFloat appends the shortest decimal that reads back to x, without an
// exponent where a person would write none.
func appendFloat(b []byte, x float64, bits int) []byte {
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) && !math.IsInf(x, 0) {
		return strconv.AppendFloat(b, x, 'e', -1, bits)
	}
	return strconv.AppendFloat(b, x, 'f', -1, bits)
}

// appendCell appends text as a CSV cell, quoted if it has to be: readers drop space of any kind in front of what is
// not.
func appendCell(b []byte, text string) []byte {
	first, _ := utf8.DecodeRuneInString(text)
	if text == "" || !strings.ContainsAny(text, ",\t\"\r\n") && !unicode.IsSpace(first) {
		return append(b, text...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(text, `"`, `""`)...)
	return append(b, '"')
}
