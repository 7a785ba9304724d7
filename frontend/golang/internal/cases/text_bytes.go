package cases

import (
	"errors"
	"strconv"
	"strings"
)

// Strings of any text, which lanes make of bytes.

// textIn is a few letters, and some bytes that are not.
func textIn(b [12]uint8, n uint8) string {
	for i := range b {
		switch b[i] % 16 {
		case 0, 1, 2, 3, 4, 5, 6, 7:
			b[i] = 'a' + b[i]%4
		case 8, 9:
			b[i] = '0' + b[i]%10
		case 10:
			b[i] = ' '
		}
	}
	return string(b[:n%13])
}

func TextLength(b [12]uint8, n uint8) (int, int) {
	s := textIn(b, n)
	spaces := 0
	for i := range len(s) {
		if s[i] == ' ' {
			spaces++
		}
	}
	return len(s), spaces
}

func TextEquals(b, c [12]uint8, n, m uint8) (int, bool, bool) {
	s, t := textIn(b, n%3), textIn(c, m%3)
	k := 0
	switch s {
	case "":
		k = 1
	case "a":
		k = 2
	case "ab", "ba":
		k = 3
	}
	return k, s == t, s != "b"
}

func TextOrder(b, c [12]uint8, n, m uint8) (bool, bool, bool, bool) {
	s, t := textIn(b, n%4), textIn(c, m%4)
	return s < t, s <= t, "ab" > s, t >= "b"
}

func TextParts(b [12]uint8, n, i, j uint8) (string, string, string) {
	s := textIn(b, n)
	return s[i%13:], s[:j%13], s[i%6 : j%13]
}

func TextBytes(b [12]uint8, n uint8) (string, []byte, int) {
	s := textIn(b, n)
	bytes := []byte(s)
	for i, c := range bytes {
		if c >= 'a' && c <= 'z' {
			bytes[i] -= 'a' - 'A'
		}
	}
	upper := string(bytes)
	if len(bytes) > 0 {
		bytes[0] = '!'
	}
	return upper, bytes, len(s)
}

func TextRunes(b [12]uint8, n uint8) (int, rune, int, int) {
	s := string(b[:n%13])
	count, sum, last := 0, rune(0), 0
	for i, r := range s {
		count++
		sum = sum*31 + r
		last = i
	}
	places := 0
	for i := range s {
		places += i
	}
	return count, sum, last, places
}

func TextRunesLikely(b [12]uint8, n uint8) (int, rune, string) {
	lead := [...]uint8{'a', 0xC3, 0xE2, 0xF0, 0xED, 0xE0, 0xF4, 0xC1}
	for i := range b {
		if b[i] >= 0xC0 {
			b[i] = lead[b[i]%8]
		} else if b[i] >= 0x40 {
			b[i] = 0x80 | b[i]&0x3F
		}
	}
	s := string(b[:n%13])
	runes := []rune(s)
	var last rune
	for _, r := range runes {
		last = last*7 + r
	}
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return len(runes), last, string(runes)
}

func TextOfRune(r int32, x int64, c uint8) (string, string, string) {
	return string(r % 0x3000), string(rune(x)), string(rune(c))
}

func TextJoined(b, c [12]uint8, n, m uint8) (string, string, string) {
	s, t := textIn(b, n), textIn(c, m)
	kind := "odd"
	if n%2 == 0 {
		kind = t
	}
	return s + t, "<" + s + ">", kind + "/" + s
}

func TextGrown(b [12]uint8, n uint8) (string, string, int) {
	s := textIn(b, n)
	out, back := "", ""
	for i := range len(s) {
		if s[i] != ' ' {
			out += string(s[i] ^ 1)
		} else {
			out += "--"
		}
		back = string(s[i]) + back
	}
	return out, back, len(out)
}

func TextBits(x uint16) string {
	if x == 0 {
		return "0"
	}
	s := ""
	for ; x > 0; x /= 2 {
		if x%2 == 0 {
			s = "0" + s
		} else {
			s = "1" + s
		}
	}
	return s
}

func TextLast(b [12]uint8, n uint8) (string, int) {
	s := textIn(b, n)
	word, words := "", 0
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] != ' ' {
			j++
		}
		if w := s[i:j]; w > word {
			word = w
		}
		words++
		i = j + 1
	}
	return word, words
}

func TextFields(b [12]uint8, n uint8) (int, string) {
	var fields []string
	s := textIn(b, n)
	from := -1
	for i := range len(s) {
		switch {
		case s[i] != ' ' && from < 0:
			from = i
		case s[i] == ' ' && from >= 0:
			fields = append(fields, s[from:i])
			from = -1
		}
	}
	if from >= 0 {
		fields = append(fields, s[from:])
	}
	longest := ""
	for _, f := range fields {
		if len(f) > len(longest) {
			longest = f
		}
	}
	return len(fields), longest
}

type named struct {
	name  string
	count int
}

func TextStruct(b, c [12]uint8, n, m uint8) (string, int, bool) {
	x, y := named{textIn(b, n%4), int(n)}, named{textIn(c, m%4), int(n)}
	same := x == y
	if x.name < y.name {
		x, y = y, x
	}
	x.count += len(y.name)
	return x.name, x.count, same
}

var textPrices = map[string]int{"a": 3, "b": 5, "ab": 7, "": 11}

func TextLookup(b [12]uint8, n uint8) (int, bool) {
	price, ok := textPrices[textIn(b, n%3)]
	return price, ok
}

func TextConstantAt(i, j uint8) (string, byte) {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	s := letters[i%27 : j%27]
	return s, s[0]
}

func textParse(s string) (v int, rest string) {
	for len(s) > 0 && s[0] >= '0' && s[0] <= '9' {
		v, s = v*10+int(s[0]-'0'), s[1:]
	}
	return v, s
}

func TextParsed(b [12]uint8, n uint8) (int, int) {
	for i := range b {
		b[i] = "0123456789+*"[b[i]%12]
	}
	s := string(b[:n%13])
	sum := 0
	var v int
	for len(s) > 0 {
		if v, s = textParse(s); len(s) > 0 {
			s = s[1:]
		}
		sum += v
	}
	return sum, v
}

func textDepth(s string) int {
	if s == "" {
		return 0
	}
	if s[0] == 'a' {
		return 1 + textDepth(s[1:])
	}
	return max(textDepth(s[1:len(s)/2+1]), textDepth(s[len(s)/2+1:]))
}

func TextRecursion(b [12]uint8, n uint8) int { return textDepth(textIn(b, n)) }

func TextLibrary(b [12]uint8, n uint8) (int, bool, bool, int, string, string) {
	s := textIn(b, n)
	first, _, _ := strings.Cut(s, " ")
	return strings.Index(s, "ab"), strings.HasPrefix(s, "a"), strings.HasSuffix(s, "b"), strings.IndexByte(s, ' '),
		strings.TrimSpace(s), first
}

func TextCases(b [12]uint8, n uint8) (string, string, bool) {
	s := textIn(b, n)
	upper := strings.ToUpper(s)
	return upper, strings.ToLower(upper), strings.EqualFold(s, upper)
}

func TextSplit(b [12]uint8, n uint8) (int, int, string) {
	s := textIn(b, n)
	sum := 0
	for i, part := range strings.Split(s, "a") {
		sum += i * len(part)
	}
	words := strings.Fields(s)
	return sum, len(words), strings.Join(words, "-")
}

func TextBuilt(b [12]uint8, n uint8) (string, int) {
	var out strings.Builder
	for _, r := range textIn(b, n) {
		switch {
		case r == ' ':
			out.WriteString("%20")
		case r >= 'a' && r <= 'z':
			out.WriteRune(r - 'a' + 'A')
		default:
			out.WriteByte(byte(r))
		}
	}
	return out.String(), out.Len()
}

// TextRunesWritten writes runes of all lengths, and some that are none.
func TextRunesWritten(x [3]int32) (string, int) {
	var out strings.Builder
	n := 0
	for i, v := range x {
		k, _ := out.WriteRune(v >> (i * 5))
		n = n*8 + k
	}
	return out.String(), n
}

// TextAppended appends one of several strings that are known, the longest of which is not the first.
func TextAppended(k uint8, b [4]uint8) (string, int) {
	s := "NaN"
	switch {
	case k%3 == 1:
		s = "-Inf"
	case k%3 == 2:
		s = "+Infinity"
	}
	copied := copy(b[:], s)
	return string(append(b[:2:2], s...)), copied
}

func TextNumbers(x float64, n int64, k uint32) (string, string, string) {
	return strconv.FormatFloat(x, 'g', -1, 64), strconv.FormatInt(n, 10), strconv.FormatUint(uint64(k), 16)
}

func TextParsedNumbers(b [12]uint8, n uint8) (int, bool, float64, bool) {
	for i := range b {
		b[i] = "0123456789.-e+5"[b[i]%15]
	}
	s := string(b[:n%9])
	i, err := strconv.Atoi(s)
	x, errx := strconv.ParseFloat(s, 64)
	return i, err == nil, x, errx == nil
}

// textShifted hands its memory over: nobody else knows of the bytes.
func textShifted(s string, by byte) string {
	shifted := make([]byte, len(s))
	for i := range len(s) {
		shifted[i] = s[i] + by
	}
	return string(shifted)
}

// textTwice keeps its bytes, and changes them after it made a string of them.
func textTwice(s string) (string, byte) {
	twice := make([]byte, len(s)+1)
	twice[copy(twice, s)] = '!'
	t := string(twice)
	twice[0] ^= 3
	return t, twice[0]
}

func TextHanded(b, c [12]uint8, n, m uint8) (string, bool, string, string, byte) {
	s, t := textShifted(textIn(b, n), 1), textShifted(textIn(c, m), 2)
	all := ""
	for i := range byte(4) {
		all += textShifted(s[:len(s)/2], i) + strings.ToUpper(t[:len(t)/3])
	}
	twice, first := textTwice(s)
	return all, s < t, s + "/" + t, twice, first
}

// TextChains joins more than two strings at a time and returns one of several results. Some of the strings were joined
// in an earlier round.
func TextChains(b [6]uint8, n uint8) string {
	s := textIn6(b, n)
	kind := "odd"
	for i := range int(n%4) + 1 {
		if i%2 == 0 {
			kind = "<" + kind + ">" + s
		} else {
			kind = kind + ":" + kind[:1] + kind
		}
		if len(kind) > 40 {
			return kind[:20] + "…" + kind[20:30] + s
		}
	}
	switch n % 5 {
	case 0:
		return s + kind + s
	case 1:
		return kind + "," + nested(s, int(n)) + "."
	case 2:
		return s
	}
	return nested(s, 3) + "!"
}

func nested(s string, n int) string {
	switch {
	case n <= 0:
		return "(" + s + ")"
	case n%2 == 0:
		return s
	}
	return "[" + nested(s, n/2-1) + "," + s + nested(s, n/3) + "]"
}

func textIn6(b [6]uint8, n uint8) string {
	for i := range b {
		b[i] = 'a' + b[i]%3
	}
	return string(b[:n%7])
}

// TextsGrowDown has strings that get longer at each level of a recursion: of what lanes bring, of nothing, in a struct,
// and by two functions in turn.
func TextsGrowDown(b [6]uint8, n uint8) (int, int, int, int) {
	s := textIn6(b, n)
	path := pathStep{s, int(n % 5)}
	return dotted(s, int(n%9)), binaries("", int(n%6)), grownPath(path), there(s[:len(s)/2], int(n%12))
}

func dotted(s string, n int) int {
	if n == 0 {
		h := 0
		for i := range len(s) {
			h = h*31 + int(s[i])
		}
		return h
	}
	return 3 * dotted("."+s, n-1)
}

func binaries(s string, n int) int {
	if len(s) == n {
		h := 1
		for i := range len(s) {
			h = h*3 + int(s[i]-'0')
		}
		return h
	}
	sum := binaries(s+"0", n)
	if s == "" || s[len(s)-1] == '0' {
		sum ^= binaries(s+"1", n)
	}
	return sum
}

type pathStep struct {
	path string
	left int
}

func grownPath(p pathStep) int {
	if p.left <= 0 {
		return dotted(p.path, 0)
	}
	return grownPath(pathStep{p.path + "/x", p.left - 1}) - 3*grownPath(pathStep{"y" + p.path, p.left - 2})
}

func there(s string, n int) int {
	if n == 0 {
		return dotted(s, 0)
	}
	return backAgain(s+"a", n-1)
}

func backAgain(s string, n int) int {
	if n == 0 {
		return -dotted(s, 0)
	}
	return there(s[:1]+"b"+s, n-1)
}

// TextsComeBack has recursions that return the text that their levels made longer, as their last thing.
func TextsComeBack(b [6]uint8, n uint8) (string, string, int, string, string, int) {
	s := textIn6(b, n)
	path, k := downPath(s, int(n%40), 0)
	last, found, _ := lastLevel(s, int(n%7))
	return path, turnedRound(s, ""), k, radix(n%3+2).digits(int(n), s), last, found.left
}

func downPath(s string, n, k int) (string, int) {
	for _, d := range [...]int{3, 2} {
		switch {
		case n < 2:
			return s, k
		case n%d == 0:
			return downPath(s+string('a'+rune(d)), n/d, k+1)
		}
	}
	if n == 5 {
		return s + "5", -k
	}
	return downPath(s+"_", n-1, k+1)
}

func turnedRound(s, out string) string {
	if s == "" {
		return out
	}
	return turnedRound(s[1:], s[:1]+out)
}

type radix int

// digits ends in a call of itself, and has another one that is not the last thing it does.
func (b radix) digits(n int, tail string) string {
	d := string(rune('0' + n%int(b)))
	if n < int(b) {
		return d + tail
	}
	if n%5 == 0 {
		return b.digits(n/int(b)/2, d+tail) + "|"
	}
	return b.digits(n/int(b), d+tail)
}

// lastLevel has results that begin as nothing at each level.
func lastLevel(s string, n int) (r string, at pathStep, err error) {
	at.left += n
	if n == 0 {
		return r + s + at.path, at, err
	}
	r, at.path, err = "lost", "lost", errLost
	return lastLevel(s+".", n-1)
}

var errLost = errors.New("lost")

// TextStacks moves bytes between slices that strings are converted to, and that grow.
func TextStacks(n, from uint8) string {
	stacks := [][]byte{[]byte("ZN"), []byte("MCD"), []byte(strconv.Itoa(int(from)))}
	for i := range int(n % 6) {
		s, t := (i+int(from))%3, (i+int(from)+1+i%2)%3
		if len(stacks[s]) == 0 {
			continue
		}
		top := len(stacks[s]) - 1
		moved := stacks[s][top]
		stacks[s] = stacks[s][:top]
		stacks[t] = append(stacks[t], moved)
	}
	tops := ""
	for _, s := range stacks {
		tops += string(s) + "|"
	}
	return tops
}

// TextPrepends lets a slice of bytes go on behind what a string is converted to.
func TextPrepends(n uint8) (sum int) {
	s := []byte("ab")
	for i := range int(n % 5) {
		if i%2 == 0 {
			s = append(s, n+byte(i))
		} else {
			t := []byte("xyz")
			s = append(t, s...)
		}
	}
	for _, c := range s {
		sum = sum*3 + int(c)
	}
	return sum
}

// TextOrEmpty has strings of no bytes beside any text and beside known ones, in both orders.
func TextOrEmpty(b, c [12]uint8, n, m, k uint8) (string, string, string, int) {
	s, t := textIn(b, n), ""
	if k&1 != 0 {
		t = s
	}
	u := t
	if k&2 != 0 {
		u = "known"
	}
	v := ""
	for i := range k % 4 {
		if i == 1 {
			v = ""
			continue
		}
		v += textIn(c, m)[:min(3, m%13)]
	}
	var both [2]string
	both[k&1] = v
	if k&4 != 0 {
		both[1] = ""
	}
	return u, v, both[k>>3&1], len(t) + len(both[0])
}
