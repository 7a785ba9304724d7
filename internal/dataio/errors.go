package dataio

import (
	"fmt"
	"strings"
)

// Error is something wrong with a file, at a place in it where that is known.
type Error struct {
	File      string
	Line, Col int // from 1, Col in bytes; 0: unknown
	Msg       string
}

// Error returns "file:line:col: message" without the parts that are unknown.
func (e *Error) Error() string {
	s := e.File
	if e.Line > 0 {
		s += fmt.Sprintf(":%d", e.Line)
		if e.Col > 0 {
			s += fmt.Sprintf(":%d", e.Col)
		}
	}
	return s + ": " + e.Msg
}

// ErrorList is everything that was found wrong with a file, in its order.
type ErrorList struct {
	Errors []*Error
	// Stopped reports that reading ended early because there were too many.
	Stopped bool
}

// Error returns one line for each error.
func (l *ErrorList) Error() string {
	lines := make([]string, len(l.Errors))
	for i, e := range l.Errors {
		lines[i] = e.Error()
	}
	if l.Stopped {
		lines = append(lines, l.Errors[0].File+": too many errors, the rest was not read")
	}
	return strings.Join(lines, "\n")
}

// maxErrors is how many errors of one file are worth reading.
const maxErrors = 10

// problems collects the errors of one file.
type problems struct {
	file string
	list ErrorList
}

// add records an error. Reading should stop once full reports true.
func (p *problems) add(line, col int, format string, args ...any) {
	p.list.Errors = append(p.list.Errors, &Error{File: p.file, Line: line, Col: col, Msg: fmt.Sprintf(format, args...)})
}

func (p *problems) full() bool { return len(p.list.Errors) >= maxErrors }

// err returns the collected errors, or nil if there are none.
func (p *problems) err() error {
	if len(p.list.Errors) == 0 {
		return nil
	}
	return &p.list
}

// fileError returns a single error about a whole file.
func fileError(file, format string, args ...any) error {
	return &Error{File: file, Msg: fmt.Sprintf(format, args...)}
}
