package dataio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonValue is a value of JSON, with where it begins.
type jsonValue struct {
	offset int64
	token  json.Token  // a json.Delim for an object or list
	keys   []jsonKey   // of an object
	list   []jsonValue // its members, or the elements of a list
}

type jsonKey struct {
	offset int64
	name   string
}

func (v jsonValue) isObject() bool { return v.token == json.Delim('{') }
func (v jsonValue) isList() bool   { return v.token == json.Delim('[') }

// String says what a value is, as errors do.
func (v jsonValue) String() string {
	switch t := v.token.(type) {
	case json.Delim:
		if v.isList() {
			return "a list"
		}
		return "an object"
	case string:
		return clip(t)
	case nil:
		return "null"
	}
	return fmt.Sprint(v.token)
}

// jsonError says why text is not one value of JSON, and where.
type jsonError struct {
	offset int64
	msg    string
}

func (e *jsonError) Error() string { return e.msg }

// jsonParser parses one value.
type jsonParser struct {
	text []byte
	dec  *json.Decoder
}

// parseJSON parses text that is one value. The error is a *jsonError.
func parseJSON(text []byte) (jsonValue, error) {
	if wrong := notUTF8(text); wrong != nil {
		return jsonValue{}, wrong
	}
	p := &jsonParser{text: text, dec: json.NewDecoder(bytes.NewReader(text))}
	p.dec.UseNumber()
	v, err := p.value()
	if err == nil && p.next() < int64(len(text)) {
		err = &jsonError{p.next(), "there is more behind the value"}
	}
	if wrong := halfPair(text); err == nil && wrong != nil {
		err = wrong
	}
	return v, err
}

// notText says where JSON has what is not text in its strings, which package encoding/json would replace.
func notText(text []byte) *jsonError {
	if wrong := notUTF8(text); wrong != nil {
		return wrong
	}
	return halfPair(text)
}

func notUTF8(text []byte) *jsonError {
	if utf8.Valid(text) {
		return nil
	}
	at := 0
	for utf8.FullRune(text[at:]) {
		r, n := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return &jsonError{int64(at), "the text is not UTF-8"}
}

// halfPair says where JSON has one half of a surrogate pair alone: "\ud800" is not a character.
func halfPair(text []byte) *jsonError {
	for at := 0; at < len(text); at++ {
		if text[at] != '\\' {
			continue
		}
		first := escapedRune(text[at:])
		switch {
		case !utf16.IsSurrogate(first):
			at++ // what is escaped may be a backslash
		case utf16.DecodeRune(first, escapedRune(text[at+escapeLen:])) == utf8.RuneError:
			return &jsonError{int64(at), string(text[at:at+escapeLen]) + " is half of a character: such escapes come " +
				"in pairs"}
		default:
			at += 2*escapeLen - 1
		}
	}
	return nil
}

const escapeLen = len(`\uffff`)

// escapedRune is the number that text begins with as \uffff, or -1.
func escapedRune(text []byte) rune {
	if len(text) < escapeLen || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(text[2:escapeLen]), 16, 32)
	if err != nil {
		return -1
	}
	return rune(n)
}

// next is where the next token begins.
func (p *jsonParser) next() int64 {
	at := p.dec.InputOffset()
	for at < int64(len(p.text)) && strings.IndexByte(" \t\r\n,:", p.text[at]) >= 0 {
		at++
	}
	return at
}

func (p *jsonParser) token() (json.Token, int64, error) {
	at := p.next()
	token, err := p.dec.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, at, &jsonError{at, "not JSON: " + syntax.Error()}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, at, &jsonError{int64(len(p.text)), "the text ends before the value does"}
	case err != nil:
		return nil, at, &jsonError{at, "not JSON: " + err.Error()}
	}
	return token, at, nil
}

// value parses a value, and what it has inside.
func (p *jsonParser) value() (v jsonValue, err error) {
	if v.token, v.offset, err = p.token(); err != nil {
		return v, err
	}
	if _, opens := v.token.(json.Delim); !opens {
		return v, nil
	}
	met := map[string]bool{}
	for p.dec.More() {
		if v.isObject() {
			token, at, err := p.token()
			if err != nil {
				return v, err
			}
			key := jsonKey{at, token.(string)}
			if met[key.name] {
				return v, &jsonError{at, fmt.Sprintf("the member %s comes twice", clip(key.name))}
			}
			met[key.name] = true
			v.keys = append(v.keys, key)
		}
		member, err := p.value()
		if err != nil {
			return v, err
		}
		v.list = append(v.list, member)
	}
	_, _, err = p.token()
	return v, err
}
