package cases

// Package-level maps whose keys are strings, at strings that lanes make. Short keys are told apart as numbers, and the
// slots of large maps are shared by keys.

// textCodes has no key of more than 7 bytes, and keys that begin with zeros.
var textCodes = map[string]int{"": 1, "\x00": 2, "\x01": 3, "\x00\x01": 4, "\x00\x00\x01\x00\x01\x00\x00": 5,
	"\x01\x01\x01\x01\x01\x01\x01": 6, "\x01\x00\x01": 7, "\xff\xff": 8}

// textDays has longer keys.
var textDays = map[string]int{"\x00\x01\x00\x01\x00\x01\x00\x01": 1, "\x00\x01\x00\x01\x00\x01\x00": 2, "\x00": 3,
	"\x01": 4, "\x01\x00\x01\x00\x01\x00\x01\x00\x01": 5, "\x00\x00": 6, "\x00\x01": 7}

// TextCodes looks parts of a text up, in maps with short keys and with long ones.
func TextCodes(b [9]uint8, m uint8) (codes, days int) {
	for i, c := range b {
		b[i] = c & 1
		if m&31 == 0 && i < 2 {
			b[i] = 255
		}
	}
	s := string(b[:])
	for i := range len(s) {
		for j := i; j <= len(s); j++ {
			if v, ok := textCodes[s[i:j]]; ok {
				codes += v * (i + 1)
			}
			days = days*3 + textDays[s[i:j]]
		}
	}
	return codes + textCodes[s[:m%10]]*1000, days
}

// textMany has so many keys that some share a slot.
var textMany = manyTexts("", 900)

// textManyLong has them behind a text, so that they are not short.
var textManyLong = manyTexts("number ", 700)

func manyTexts(before string, n int) map[string]int {
	m := map[string]int{}
	for i := range n {
		m[before+string([]byte{byte(i), byte('a' + i>>8), 'x'}[:2+i&1])] = i * i
	}
	return m
}

// TextMany looks up keys of large maps, and keys that these lack.
func TextMany(a, b, c uint8) (n, long int) {
	key := string([]byte{a, 'a' + b&3, c&3 + 'w'}[:2+c>>4&1])
	v, ok := textMany[key]
	if !ok {
		v = -1
	}
	w, ok := textManyLong["number "+key]
	if !ok {
		w = -2
	}
	return v, w
}
