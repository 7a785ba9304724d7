package cases

import (
	"encoding/base64"
	"encoding/hex"
)

// LibraryEncodings writes bytes as text, and reads text that may be none of the kind.
func LibraryEncodings(b [6]uint8, n uint8) (string, string, int, int) {
	s := b[:n%7]
	return hex.EncodeToString(s), base64.StdEncoding.EncodeToString(s), decodedHex(string(s)), decodedBase64(string(s))
}

func decodedHex(s string) int {
	text := ""
	for i := range len(s) {
		text += "0123456789abcdefABCDEF?"[s[i]%23:][:1]
	}
	b, err := hex.DecodeString(text)
	return summed(b, err)
}

func decodedBase64(s string) int {
	text := ""
	for i := range len(s) {
		text += "AQgwxyz019+/=="[s[i]%14:][:1]
	}
	b, err := base64.RawURLEncoding.DecodeString(text)
	c, _ := base64.StdEncoding.DecodeString(text + "==")
	return summed(b, err)*1000 + len(c)
}

func summed(b []byte, err error) int {
	if err != nil {
		return -1 - len(b)
	}
	sum := len(b)
	for _, c := range b {
		sum = sum*31 + int(c)
	}
	return sum
}
