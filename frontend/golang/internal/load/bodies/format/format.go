// Package format makes the texts of package fmt for lanes, which have no reflection: a call of Sprintf whose format and
// types are known is compiled as calls of these functions, one for each verb, joined; see formats.go in package load.
//
// Invariants: each function has the bytes of package fmt for the same value, verb, flags, width and precision. A width
// comes as so many blanks or zeros, so that what pads is a part of a constant.
//
// Imports: nothing of ours.
package format

import (
	"errors"
	"math"
	"math/bits"
	"strconv"
	"unicode/utf8"
)

// Flags of a verb, and what else is known of it.
const (
	Plus  = 1 << iota // "%+d"
	Minus             // "%-d"
	Space             // "% d"
	Zero              // "%0d"
	Sharp             // "%#x"
	Upper             // "%X"
	Octal             // "%O"
)

// Types to which operands are converted, by names that no source can hide.
type (
	Int64   = int64
	Uint64  = uint64
	Float64 = float64
	String  = string
	Boolean = bool
)

// None is the precision of a verb without one.
const None = -1

// Join is an error if one of some errors is. Its text is made where it is asked for, as errors.Join would.
func Join(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return errors.New("errors.Join")
		}
	}
	return nil
}

// Failure is the text of an error, or another one for nil.
func Failure(err error, none string) string {
	if err == nil {
		return none
	}
	return err.Error()
}

// Text is a text as a whole.
func Text(s string) string { return s }

// Pad fills a text up to the width of some filling, on the left but for the flag Minus.
func Pad(s, filling string, flags int) string {
	if filling == "" {
		return s
	}
	n := len(filling) - utf8.RuneCountInString(s)
	switch {
	case n <= 0:
		return s
	case flags&Minus != 0:
		return s + filling[:n]
	}
	return filling[:n] + s
}

// Cut is the first runes of a text.
func Cut(s string, runes int) string {
	n := runes
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// Signed is an integer to a base: the verbs d, b, o, O, x, X and v.
func Signed(v int64, base, flags, precision int, blanks string) string {
	u := uint64(v)
	if v < 0 {
		u = -u
	}
	return integer(u, v < 0, base, flags, precision, blanks)
}

// Decimal is an integer as such: "%d".
func Decimal(v int64) string { return strconv.FormatInt(v, 10) }

// Unsigned is Signed of an integer without a sign.
func Unsigned(u uint64, base, flags, precision int, blanks string) string {
	return integer(u, false, base, flags, precision, blanks)
}

// most is how many bytes the digits of an integer may have, with prefix and sign: 64, or what a precision or a width
// of zeros asks for.
const most = 68

// MostWidth is how large a width and a precision may be.
const MostWidth = most - 4

const lowerDigits, upperDigits = "0123456789abcdefx", "0123456789ABCDEFX"

func integer(u uint64, negative bool, base, flags, precision int, blanks string) string {
	digits, signed := lowerDigits, negative || flags&(Plus|Space) != 0
	if flags&Upper != 0 {
		digits = upperDigits
	}
	least := 0
	switch {
	case precision == 0 && u == 0:
		return blanks
	case precision != None:
		least = precision
	case flags&Zero != 0 && flags&Minus == 0:
		if least = len(blanks); signed {
			least--
		}
	}
	var buf [most]byte
	i := most
	for {
		i--
		buf[i] = digits[u%uint64(base)]
		if u /= uint64(base); u == 0 {
			break
		}
	}
	for most-i < least {
		i--
		buf[i] = '0'
	}
	prefix := byte(0)
	switch {
	case flags&Sharp == 0:
	case base == 2:
		prefix = 'b'
	case base == 16:
		prefix = digits[16]
	case base == 8 && buf[i] != '0':
		i--
		buf[i] = '0'
	}
	if prefix != 0 {
		buf[i-1], buf[i-2] = prefix, '0'
		i -= 2
	}
	if flags&Octal != 0 {
		buf[i-1], buf[i-2] = 'o', '0'
		i -= 2
	}
	if signed {
		i--
		switch {
		case negative:
			buf[i] = '-'
		case flags&Plus != 0:
			buf[i] = '+'
		default:
			buf[i] = ' '
		}
	}
	return Pad(string(buf[i:]), blanks, flags)
}

// Float is a number of 32 or 64 bits by a verb of strconv: e, E, f, g, G. The zeros are as many as the blanks.
func Float(v float64, verb byte, precision, size, flags int, blanks, zeros string) string {
	num, sign := number(v, verb, precision, size), "+"
	if num[0] == '-' || num[0] == '+' {
		sign, num = num[:1], num[1:]
	}
	show := flags&Plus != 0 || sign != "+"
	if flags&(Space|Plus) == Space && sign == "+" {
		sign, show = " ", true
	}
	switch {
	case num[0] == 'I' || num[0] == 'N':
		if num[0] == 'I' || flags&(Space|Plus) != 0 {
			num = sign + num
		}
		return Pad(num, blanks, flags)
	case !show:
		sign = ""
	}
	if flags&(Zero|Minus) == Zero && len(zeros) > len(sign) {
		return sign + Pad(num, zeros[len(sign):], 0)
	}
	return Pad(sign+num, blanks, flags)
}

// MostPrecision is how many decimals a float may have, and MostDigits how many digits by the verbs e and g: strconv
// writes no more than room bytes then.
const MostPrecision, MostDigits, room = 19, 17, 32

// number is strconv.FormatFloat.
func number(v float64, verb byte, precision, size int) string {
	switch {
	case verb == 'f':
		return fixed(v, precision)
	case (verb == 'g' || verb == 'G') && precision != None:
		return significant(v, verb, max(1, precision), size)
	}
	var buf [room]byte
	n := len(strconv.AppendFloat(buf[:0], v, verb, precision, size))
	return string(buf[:n]) // there was room, so that append has written to it
}

// tenTo is a power of ten. It is not a table: variables of this package have no values yet where the initialisers of
// others are computed.
func tenTo(n int) uint64 {
	ten := uint64(1)
	for range n {
		ten *= 10
	}
	return ten
}

// fixed is a number with so many decimals. Those of strconv have as many bytes as the number asks for, which lanes have
// no room for if nobody says how many these are; and they are exact by arithmetic of 800 digits, where 128 bits and a
// loop for what is large are enough.
func fixed(v float64, precision int) string {
	x := math.Abs(v)
	switch {
	case x != x:
		return "NaN"
	case x > math.MaxFloat64 && v > 0:
		return "+Inf"
	case x > math.MaxFloat64:
		return "-Inf"
	}
	var buf [1 + mostDigits + 1 + MostPrecision]byte
	i, whole, decimals := len(buf), uint64(0), uint64(0)
	switch {
	case x >= 1<<53: // has no decimals
	case precision == 0:
		whole = scaled(x, 1)
	default:
		whole = uint64(x)
		ten := tenTo(precision)
		if decimals = scaled(x-float64(whole), ten); decimals == ten {
			whole, decimals = whole+1, 0
		}
	}
	for range precision {
		i--
		buf[i] = byte('0' + decimals%10)
		decimals /= 10
	}
	if precision > 0 {
		i--
		buf[i] = '.'
	}
	if x >= 1<<53 {
		i = large(&buf, i, x)
	} else {
		for {
			i--
			buf[i] = byte('0' + whole%10)
			if whole /= 10; whole == 0 {
				break
			}
		}
	}
	if math.Signbit(v) {
		i--
		buf[i] = '-'
	}
	return string(buf[i:])
}

// significant is a number with so many digits, by the verb g or G. That of strconv appends to what it may have no room
// for, as far as is known when compiling.
func significant(v float64, verb byte, precision, size int) string {
	letter := verb - 'g' + 'e'
	var buf [room]byte // -d.ddde-dd
	n := len(strconv.AppendFloat(buf[:0], v, letter, precision-1, size))
	first := 0
	if buf[0] == '-' {
		first = 1
	}
	switch {
	case buf[0] == '+' || buf[first] > '9': // no number
		return string(buf[:n])
	case v == 0:
		return string(buf[:first+1])
	}
	e := n - 1
	exponent, unit := 0, 1
	for ; buf[e] >= '0'; e-- {
		exponent, unit = exponent+unit*int(buf[e]-'0'), unit*10
	}
	if buf[e] == '-' {
		exponent = -exponent
	}
	e--
	last := e // behind the digits, without zeros
	if precision > 1 {
		for buf[last-1] == '0' {
			last--
		}
		if buf[last-1] == '.' {
			last--
		}
	}
	digits := last - first
	if digits > 1 { // the point
		digits--
	}
	most := precision
	if most > digits && digits > exponent {
		most = digits
	}
	var out [room]byte
	if exponent < -4 || exponent >= most {
		at := copy(out[:], buf[:last])
		at += copy(out[at:], buf[e:n])
		return string(out[:at])
	}
	out[0] = '-'
	at := first
	for i := min(exponent, 0); i < digits || i <= exponent; i++ { // of the digits, which begin at 0
		if i == exponent+1 {
			out[at] = '.'
			at++
		}
		switch out[at] = '0'; {
		case i == 0:
			out[at] = buf[first]
		case i > 0 && i < digits:
			out[at] = buf[first+1+i]
		}
		at++
	}
	return string(out[:at])
}

// scaled is x times a power of ten, rounded to the nearest integer, and of two to the even one. It is exact: a product
// of 53 and 64 bits, cut behind its point. The integer has no more than 64 bits.
func scaled(x float64, ten uint64) uint64 {
	b := math.Float64bits(x)
	exponent, mantissa := int(b>>52), b&(1<<52-1)
	if exponent > 0 {
		mantissa |= 1 << 52
	} else {
		exponent = 1
	}
	hi, lo := bits.Mul64(mantissa, ten)
	cut := 1075 - exponent
	var n, rest, half uint64 // what is left, what is cut off, and a half of what that is a part of
	switch {
	case cut == 0:
		return lo
	case cut < 64:
		n, rest, half = hi<<(64-cut)|lo>>cut, lo&(1<<cut-1), 1<<(cut-1)
	case cut == 64:
		n, rest, half = hi, lo, 1<<63
	case cut < 128:
		cut -= 64
		n, rest, half = hi>>cut, hi&(1<<cut-1), 1<<(cut-1)
		if lo != 0 {
			rest, half = rest<<1|1, half<<1
		}
	default:
		return 0
	}
	if rest > half || rest == half && n&1 != 0 {
		n++
	}
	return n
}

// Digits before the point, as numbers of nine of them.
const mostDigits, nine, mostNines = 309, 1_000_000_000, 35

// large writes an integer of at least 53 bits before a place of a text, and returns where it begins.
func large(buf *[1 + mostDigits + 1 + MostPrecision]byte, i int, x float64) int {
	b := math.Float64bits(x)
	mantissa := b&(1<<52-1) | 1<<52
	var nines [mostNines]uint64
	nines[0], nines[1] = mantissa%nine, mantissa/nine
	n := 2
	for shift := int(b>>52) - 1075; shift > 0; {
		s := min(shift, 29) // what is carried has nine digits then
		shift -= s
		carry := uint64(0)
		for k := range n {
			wide := nines[k]<<s + carry
			nines[k], carry = wide%nine, wide/nine
		}
		if carry > 0 {
			nines[n] = carry
			n++
		}
	}
	for k := range n {
		part := nines[k]
		for d := 0; d < 9 && (k < n-1 || part > 0); d++ {
			i--
			buf[i] = byte('0' + part%10)
			part /= 10
		}
	}
	return i
}

// Rune is the verb c of an integer.
func Rune(c uint64) string {
	if c > utf8.MaxRune {
		return string(utf8.RuneError)
	}
	return string(rune(c))
}

// QuotedRune is the verb q of an integer.
func QuotedRune(c uint64) string {
	if c > utf8.MaxRune {
		return strconv.QuoteRune(utf8.RuneError)
	}
	return strconv.QuoteRune(rune(c))
}

// Unicode is the verb U of an integer.
func Unicode(c uint64) string { return "U+" + integer(c, false, 16, Upper, 4, "") }

// Quoted is the verb q of a text.
func Quoted(s string) string { return strconv.Quote(s) }

// Hex is the verbs x and X of a text.
func Hex(s string, flags int) string {
	digits := lowerDigits
	if flags&Upper != 0 {
		digits = upperDigits
	}
	out := make([]byte, 0, 2*len(s))
	for i := range len(s) {
		out = append(out, digits[s[i]>>4], digits[s[i]&15])
	}
	return string(out)
}

// Bool is the verbs t and v of a bool.
func Bool(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
