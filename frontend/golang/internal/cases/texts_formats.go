package cases

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Texts that package fmt makes of numbers, bools and strings. Those whose names begin with Format need no room.

// FormatIntegers has integers of all sizes by their verbs, with widths, precisions and flags.
func FormatIntegers(a int8, b uint16, c int64, d uint8) string {
	s := fmt.Sprintf("%d|%5d|%-6d|%+d|% d|%07d|%.3d|%8.4d", a, b, c%1000, a, c%100, a, d, c%10000)
	s += fmt.Sprintf("%x|%X|%#x|%#o|%O|%b|%08b|%+#5X|%v|%3v", c, a, b, d, d, d, d, a, c, d)
	return s + fmt.Sprintf("%.0d|%c|%5c|%-3c|%U|100%%", d%2, rune(b)%0x300, 'a'+d%26, d%128, b)
}

// FormatAlone: nothing but the verb, so that the first bytes of the table of strings are those that choices of it read.
func FormatAlone(x float64) string { return fmt.Sprintf("%.1f", x) }

type formatKind uint8

// FormatTypes names the types of numbers and of constants, but not that of what an interface holds.
func FormatTypes(a int8, c byte) string {
	kind := formatKind(c)
	b := &kind
	return fmt.Sprintf("%T %T %T%d %T %T %T", a, b, c, c, 1, 'x', 2.5)
}

// FormatFloats has floats of both sizes. All verbs are compared where they are made (load/bodies/format).
func FormatFloats(x, y float64, z float32) string {
	return fmt.Sprintf("%v|%08.3f|%+.0f|%g", x, y, x, z)
}

// FormatLarge has floats whose digits are more than an integer has, and some that are halfway between two.
func FormatLarge(x float64, n int8) string {
	half := float64(n) / 8
	return fmt.Sprintf("%.2f %.2f|%.0f", x*1e14, x*1e300, half*4)
}

// TextsNumbers has texts of package strconv, by a verb and a precision that are constants.
func TextsNumbers(x, y float64) string {
	return strconv.FormatFloat(x, 'f', 2, 64) + "|" + strconv.FormatFloat(y, 'e', 3, 64) + "|" +
		strconv.FormatFloat(x, 'G', 4, 64) + "|" + strconv.FormatFloat(y, 'g', -1, 64)
}

// TextsOfNumbers keeps such texts over the rounds of a loop.
func TextsOfNumbers(x float64, n uint8) string {
	var parts []string
	for i := range int(n % 4) {
		parts = append(parts, strconv.FormatFloat(x+float64(i), 'f', 1, 64))
	}
	return strings.Join(parts, ", ")
}

// FormatTexts has strings and bools.
func FormatTexts(b [6]uint8, n uint8, on bool) string {
	s := textIn6(b, n)
	s = fmt.Sprintf("[%s][%8s][%-8s][%.2s][%5.3s][%05s]%v", s, s, s, s, s, s, s)
	return fmt.Sprintf("%s %t %7t %v %s", s, on, !on, on, []byte("é"+s[:2]))
}

// TextsQuoted has what may need room.
func TextsQuoted(b [6]uint8, n uint8) string {
	s := textIn6(b, n)
	return fmt.Sprintf("%x|%X|%10q", s, "é"+s, s)
}

// FormatDefaults has operands by the verb that suits them, with blanks between some.
func FormatDefaults(a int, b uint8, on bool) string {
	return fmt.Sprint(a, b, "x", a, on, "y", "z", a) + fmt.Sprintln("a", b, on) + fmt.Sprint() + fmt.Sprintln()
}

// TextsWritten writes to a builder and to a buffer.
func TextsWritten(n uint8, x float64) (string, string, int) {
	var b strings.Builder
	buf, wrote := new(bytes.Buffer), 0
	for i := range n % 5 {
		fmt.Fprintf(&b, "%2d^2=%3d\n", i, i*i)
		k, err := fmt.Fprint(buf, i, x, ";")
		if err == nil {
			wrote += k
		}
	}
	fmt.Fprintln(&b, n, "rows")
	return b.String(), buf.String(), wrote
}

// Formatted hides the names of types, and formats what is known, in errors, in panics and in methods.
func Formatted(n int, x float64) (string, error) {
	type string = float64
	int64 := string(n)
	if n%7 == 3 {
		return fmt.Sprint("seven ", n), errFormatted
	}
	if n%7 == 5 {
		msg := fmt.Sprintf("%q of %v", fmt.Sprint(n), x) // nobody makes room for what nobody computes
		panic(msg)
	}
	known := fmt.Sprintf("%d%%-%s", 3, "k")
	return tag{n, x}.text() + fmt.Sprintf("%v %s %v", int64, known, known == "3%-k") +
		fmt.Sprintf("(%6s)", fmt.Sprint(n%100)), nil
}

var errFormatted = fmt.Errorf("formatted %.2f", 1.005)

type tag struct {
	n int
	x float64
}

func (t tag) text() string { return fmt.Sprintf("<%d:%6.2f>", t.n%1000, t.x) }

type degrees float64

func (c degrees) String() string { return fmt.Sprintf("%.1f°C", float64(c)) }

type clock int16

func (c clock) String() string { return fmt.Sprintf("%02d:%02d", c/60, c%60) }

// FormatMethods formats numbers whose types have methods: those are for %s and %v.
func FormatMethods(n int16, x float32) string {
	c, t := clock(n), degrees(x)
	return fmt.Sprintf("%d %x %6.2f|", c, uint8(n), t) + c.String()
}

type suit uint8

const (
	clubs suit = iota
	hearts
)

func (s suit) String() string {
	switch s {
	case clubs:
		return "clubs"
	case hearts:
		return "hearts"
	}
	return fmt.Sprint("suit ", uint8(s))
}

type card struct {
	of   suit
	rank int8
}

func (c card) String() string { return fmt.Sprintf("%v of %s", c.rank, c.of) }

// dealt has the method of what is embedded in it.
type dealt struct {
	card
	to uint8
}

// TextsNamed prints what has a method String by it, for the verbs that strings have.
func TextsNamed(n uint8, rank int8) string {
	s := suit(n % 4)
	c := card{s, rank}
	if n > 200 {
		return fmt.Sprintf("%v %d %s", dealt{c, n}, n, dealt{c, 1})
	}
	return fmt.Sprintf("%v|%8s|%-8v|%.2s|%d|%+v|", s, s, c, s, s, c) + fmt.Sprint(s, n, s, s, c) + fmt.Sprintln(c, s)
}

type pence int32

func (p pence) String() string { return fmt.Sprintf("£%d.%02d", p/100, without(int32(p%100))) }

// without returns a number without its sign.
func without(x int32) int32 {
	if x < 0 {
		return -x
	}
	return x
}

// TextsHelped prints what has a method String that calls other functions, and durations and months.
func TextsHelped(n int32) string {
	return fmt.Sprintf("%v in %s, %v", pence(n), time.Month(n%14), time.Duration(n)*time.Microsecond)
}

// TextsEscaped quotes strings with bytes that are not characters.
func TextsEscaped(n uint8) (string, string) {
	s := "a\"b\x01é\xffλ\n"[:n%13]
	return strconv.Quote(s), fmt.Sprintf("<%8q>", s)
}
