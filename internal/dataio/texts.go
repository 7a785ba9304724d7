package dataio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// texts is the vector of strings, and of what is carried over: cells as they are, or
// values of JSON.
type texts struct {
	vals  []string
	json  bool
	among []string // which strings a parameter may be; none: any
	room  int      // how many bytes a string of any text may have; 0: any number
}

func (v *texts) reserve(n int) {
	if n > cap(v.vals) {
		v.vals = append(make([]string, 0, n), v.vals...)
	}
}

func (v *texts) allot(n int)  { v.vals = make([]string, n) }
func (v *texts) extend(n int) { v.vals = append(v.vals, make([]string, n)...) }

func (v *texts) setText(i int, cell string) error {
	if len(v.among) > 0 && !slices.Contains(v.among, cell) {
		return fmt.Errorf("%s is none of %s (-texts says which there may be)", clip(cell), quoteList(v.among, 8))
	}
	if v.room > 0 && len(cell) > v.room {
		return fmt.Errorf("%s has %d bytes, and there is room for %d (-cap says for how many)", clip(cell), len(cell),
			v.room)
	}
	v.vals[i] = strings.Clone(cell) // the reader uses its memory again
	return nil
}

func (v *texts) appendText(b []byte, i int) []byte { return appendCell(b, v.plain(i)) }

// plain returns a text as a cell has it: without the quotes of JSON.
func (v *texts) plain(i int) string {
	text := v.vals[i]
	if !v.json {
		return text
	}
	var s string
	switch {
	case text == "null":
		return ""
	case strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &s) == nil:
		return s
	}
	return text
}

// setRaw stores NumPy's strings of fixed length.
func (v *texts) setRaw(raw []byte, d dtype, to *order) {
	for ; len(raw) > 0; raw = raw[d.size:] {
		var s []rune
		for at := 0; at < d.size; at += 4 {
			r := dtype{class: 'u', size: 4, big: d.big}.load(raw[at:])
			s = append(s, rune(r))
		}
		v.vals[to.next()] = strings.TrimRight(string(s), "\x00")
	}
}

func (v *texts) appendRaw(b []byte, i int) []byte {
	for _, r := range v.plain(i) {
		b = appendBits(b, uint64(r), 4)
	}
	return b
}

func (v *texts) appendBlank(b []byte) []byte { return b }

// paddedTexts fills texts up to the same number of bytes.
type paddedTexts struct {
	*texts
	size int
}

func (v *paddedTexts) appendRaw(b []byte, i int) []byte {
	end := len(b) + v.size
	b = v.texts.appendRaw(b, i)
	return append(b, make([]byte, end-len(b))...)
}

func (v *paddedTexts) appendBlank(b []byte) []byte { return append(b, make([]byte, v.size)...) }

func (v *texts) dtype() dtype {
	width := 1
	for i := range v.vals {
		width = max(width, utf8.RuneCountInString(v.plain(i)))
	}
	return dtype{class: 'U', size: 4 * width}
}

func (v *texts) data() any { return v.vals }

// allJSON reports whether each text is a number or a bool of JSON, so that they
// are written without quotes there.
func (v *texts) allJSON() bool {
	for _, text := range v.vals {
		if !json.Valid([]byte(text)) || strings.ContainsAny(text, "\"{[n") {
			return false
		}
	}
	return true
}

// appendJSON appends element i of a vector as a value of JSON that reads back to
// it. JSON has no words for infinities and NaN: they are strings.
func appendJSON(b []byte, v vector, i int) []byte {
	switch v := v.(type) {
	case *codes:
		if v.vals[i] == 0 {
			return append(b, "null"...)
		}
		return appendJSONString(b, v.text(i))
	case *texts:
		if v.json {
			return append(b, v.vals[i]...)
		}
		return appendJSONString(b, v.vals[i])
	}
	from := len(b)
	b = v.appendText(b, i)
	if c := b[len(b)-1]; c == 'f' || c == 'n' || c == 'N' { // inf, nan
		return strconv.AppendQuote(b[:from], string(b[from:]))
	}
	return b
}

func appendJSONString(b []byte, s string) []byte {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("bug: dataio: a string that JSON cannot have: " + err.Error())
	}
	return append(b, bytes.TrimRight(text.Bytes(), "\n")...)
}
