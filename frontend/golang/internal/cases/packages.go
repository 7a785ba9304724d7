package cases

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"hash/crc32"
	"hash/crc64"
	"html"
	"net/url"
	"path"
	"strings"
)

// LibrarySums are the sums of bytes, at once and of what is written.
func LibrarySums(b [12]uint8, n uint8) (uint32, uint32, uint64, uint64, uint64) {
	s := b[:n%13]
	h := crc32.NewIEEE()
	h.Write(s)
	h.Write([]byte("tail"))
	castagnoli := crc32.Checksum(s, crc32.MakeTable(crc32.Castagnoli))
	hashed, message, secure := sha256.Sum256(s), md5.Sum(s), sha1.Sum(s)
	return h.Sum32(), castagnoli, crc64.Checksum(s, crc64.MakeTable(crc64.ECMA)),
		binary.BigEndian.Uint64(hashed[:]) + binary.LittleEndian.Uint64(message[3:]), binary.BigEndian.Uint64(secure[:])
}

// replacer is made before lanes run.
var replacer = strings.NewReplacer("a", "<1>", "ab", "never", "b", "", "é", "e")

// LibraryEscapes writes texts as they stand in pages, addresses and other texts.
func LibraryEscapes(b [12]uint8, n uint8) (string, string, string, string, int) {
	s := textIn(b, n)
	back, err := url.QueryUnescape(strings.ReplaceAll(s, "a", "%4"))
	if err != nil {
		back = "?"
	}
	return html.EscapeString(s + "<&>"), url.QueryEscape(s), replacer.Replace(s),
		base32.StdEncoding.EncodeToString([]byte(s)), len(back)
}

// LibraryPaths take paths apart.
func LibraryPaths(b [12]uint8, n uint8) (string, string, string, string) {
	s := ""
	for _, c := range b[:n%13] {
		s += "/.a/b."[c%6:][:1]
	}
	return path.Base(s), path.Ext(s), path.Clean(s), path.Dir(s)
}
