package dataio

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
)

// records reads the records of a CSV, with spaces in front of cells dropped.
// What it reads is checked to be text whose rows end, so that a file that is not
// CSV is refused at its beginning and not held in memory.
type records struct {
	*csv.Reader
	text *textReader
}

// maxRow bounds the bytes of a row. A lane of a million numbers has less.
const maxRow = 1 << 26

// newRecords begins to read the CSV of the named file, or with a tab for a comma, the TSV. It drops a UTF-8
// byte order mark.
func newRecords(r io.Reader, name string, comma byte) (*records, error) {
	text := &textReader{r: r, file: name, row: maxRow}
	br := bufio.NewReaderSize(text, 1<<16)
	start, _ := br.Peek(6) // a shorter file has no mark; errors come again
	switch {
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		if _, err := br.Discard(3); err != nil {
			return nil, err
		}
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return nil, fileError(name, "the text is UTF-16; save it as UTF-8")
	case bytes.HasPrefix(start, []byte("PK\x03\x04")), string(start) == npyMagic:
		return nil, fileError(name, "is not CSV, but looks like a .npz or .npy file; name it so")
	}
	cr := csv.NewReader(br)
	cr.Comma = rune(comma)
	cr.FieldsPerRecord = -1 // checked by the callers, to name the columns
	cr.ReuseRecord = true
	cr.TrimLeadingSpace = comma != '\t' // else cells without anything are gone too
	return &records{cr, text}, nil
}

// next returns the next record, or io.EOF after the last.
func (r *records) next() ([]string, error) {
	record, err := r.Read()
	r.text.begun = r.InputOffset()
	if len(record) > 0 {
		r.text.last, _ = r.FieldPos(0)
	}
	return record, err
}

// report adds an error that next returned to the problems of the file, or
// returns it if it is not about what the file holds.
func (r *records) report(err error, bad *problems) error {
	var syntax *csv.ParseError
	var place *Error
	switch {
	case errors.As(err, &syntax) && syntax.StartLine != syntax.Line:
		bad.add(syntax.Line, syntax.Column, "%v, in the row that begins in line %d", syntax.Err, syntax.StartLine)
	case syntax != nil:
		bad.add(syntax.Line, syntax.Column, "%v", syntax.Err)
	case errors.As(err, &place):
		bad.list.Errors = append(bad.list.Errors, place)
	default:
		return fileError(bad.file, "%v", err)
	}
	return nil
}

// textReader passes text on and refuses what is not text.
type textReader struct {
	r     io.Reader
	file  string
	row   int64 // how long a row may be
	begun int64 // where the row that is being read began
	last  int   // line of the row before it
	lines bool  // a row is a line
	read  int64
	line  int   // lines that ended
	start int64 // where the line began
	err   error // after what was passed on
}

func (t *textReader) Read(b []byte) (int, error) {
	if t.err != nil {
		return 0, t.err
	}
	n, err := t.r.Read(b)
	if nul := bytes.IndexByte(b[:n], 0); nul >= 0 {
		t.count(b[:nul])
		col := int(t.read-t.start) + 1
		t.err = &Error{File: t.file, Line: t.line + 1, Col: col, Msg: "there is a zero byte; this is not CSV text"}
		return nul, nil
	}
	t.count(b[:n])
	if t.lines {
		t.begun, t.last = t.start, t.line
	}
	if t.read-t.begun > t.row {
		msg := fmt.Sprintf("the row is longer than %d bytes; does a quote or a line not end?", t.row)
		t.err = &Error{File: t.file, Line: t.last + 1, Msg: msg}
	}
	return n, err
}

// count takes note of where lines are.
func (t *textReader) count(b []byte) {
	if last := bytes.LastIndexByte(b, '\n'); last >= 0 {
		t.line += bytes.Count(b, []byte{'\n'})
		t.start = t.read + int64(last) + 1
	}
	t.read += int64(len(b))
}

// readAhead reads text to its end.
func readAhead(r io.Reader, name string) ([]byte, error) {
	text, err := io.ReadAll(&textReader{r: r, file: name, row: maxRow, lines: true})
	if text == nil {
		text = []byte{}
	}
	return text, err
}
