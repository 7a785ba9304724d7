package dataio

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// parseSigned reads a decimal or, with 0x in front, hexadecimal integer. A
// leading zero does not mean octal: "007" in a CSV is seven.
func parseSigned(cell, goType string, bits int) (int64, error) {
	digits, base := radix(cell)
	x, err := strconv.ParseInt(digits, base, bits)
	if errors.Is(err, strconv.ErrRange) {
		lim := uint64(1) << (bits - 1)
		return 0, fmt.Errorf("%s is out of range for %s (-%d to %d)", clip(cell), goType, lim, lim-1)
	}
	return x, cellError(err, cell, goType)
}

// parseUnsigned is parseSigned for numbers from zero.
func parseUnsigned(cell, goType string, bits int) (uint64, error) {
	digits, base := radix(cell)
	digits = strings.TrimPrefix(digits, "+")
	magnitude, negative := strings.CutPrefix(digits, "-")
	x, err := strconv.ParseUint(magnitude, base, bits)
	if errors.Is(err, strconv.ErrRange) || err == nil && negative && x > 0 {
		return 0, fmt.Errorf("%s is out of range for %s (0 to %d)", clip(cell), goType, uint64(math.MaxUint64)>>(64-bits))
	}
	return x, cellError(err, cell, goType)
}

// radix returns the digits of an integer without a 0x after its sign, and
// their base.
func radix(cell string) (string, int) {
	sign := ""
	if cell != "" && (cell[0] == '+' || cell[0] == '-') {
		sign = cell[:1]
	}
	rest := cell[len(sign):]
	if len(rest) > 2 && rest[0] == '0' && (rest[1] == 'x' || rest[1] == 'X') && rest[2] != '+' && rest[2] != '-' {
		return sign + rest[2:], 16
	}
	return cell, 10
}

// parseFloat reads what strconv reads: decimals, hexadecimal floats, inf,
// infinity and nan in any case. A number too large is an error, not infinity.
func parseFloat(cell, goType string, bits int) (float64, error) {
	x, err := strconv.ParseFloat(cell, bits)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s is out of range for %s (write inf for infinity)", clip(cell), goType)
	}
	return x, cellError(err, cell, goType)
}

func parseBool(cell string) (bool, error) {
	x, err := strconv.ParseBool(cell)
	if err != nil && cell != "" {
		return false, fmt.Errorf("%s is not a bool (true, false, 1 or 0)", clip(cell))
	}
	return x, cellError(err, cell, "bool")
}

// cellError turns strconv's refusal into a sentence about the cell.
func cellError(err error, cell, goType string) error {
	switch {
	case err == nil:
		return nil
	case cell == "" && strings.HasPrefix(goType, "float"):
		return fmt.Errorf("the cell is empty, wanted a %s (nan where there is none)", goType)
	case cell == "":
		return fmt.Errorf("the cell is empty, wanted %s %s", article(goType), goType)
	}
	return fmt.Errorf("%s is not %s %s", clip(cell), article(goType), goType)
}

func article(goType string) string {
	if strings.HasPrefix(goType, "i") {
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

// appendCell appends text as a CSV cell, quoted if it has to be.
func appendCell(b []byte, text string) []byte {
	if text == "" || !strings.ContainsAny(text, ",\"\r\n") && text[0] != ' ' && text[0] != '\t' {
		return append(b, text...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(text, `"`, `""`)...)
	return append(b, '"')
}
