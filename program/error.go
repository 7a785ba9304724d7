package program

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Error is one thing wrong with a program, and where.
type Error struct {
	Pos   Pos    // in the user's source; may be unknown
	Func  string // function, MainName for the main graph, or empty
	Block string // block, or empty
	Instr int    // index in the block, len(Instrs) for the terminator; -1 if none
	Msg   string // what is wrong, and what to do
}

// Error returns "file:line:col: func: block b: message". The instruction's
// index takes the place of an unknown position.
func (e *Error) Error() string {
	var b strings.Builder
	part := func(s string) {
		if s != "" {
			b.WriteString(s + ": ")
		}
	}
	if e.Pos.IsValid() {
		part(e.Pos.String())
	}
	part(e.Func)
	if e.Block != "" {
		part("block " + e.Block)
	}
	if e.Instr >= 0 && e.Block != "" && !e.Pos.IsValid() {
		part(fmt.Sprintf("instruction %d", e.Instr))
	}
	return b.String() + e.Msg
}

// ErrorList is everything that is wrong with a program, in the order in which
// it was found. An empty list is not an error; see [ErrorList.Err].
type ErrorList []*Error

// Error says the first error and how many more there are.
func (l ErrorList) Error() string {
	switch len(l) {
	case 0:
		return "no errors"
	case 1:
		return l[0].Error()
	case 2:
		return l[0].Error() + " (and 1 more error)"
	}
	return fmt.Sprintf("%s (and %d more errors)", l[0], len(l)-1)
}

// Unwrap lets errors.Is and errors.As see every error of the list.
func (l ErrorList) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// Err returns the list as an error, or nil if it is empty.
func (l ErrorList) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// Sort orders the errors by position; those without one keep their order and
// come first.
func (l ErrorList) Sort() {
	sort.SliceStable(l, func(i, j int) bool {
		p, q := l[i].Pos, l[j].Pos
		switch {
		case p.File != q.File:
			return p.File < q.File
		case p.Line != q.Line:
			return p.Line < q.Line
		}
		return p.Col < q.Col
	})
}

// Errors returns every error inside err as a list: an ErrorList as it is, any
// other error as one entry with a message only, nil as an empty list.
func Errors(err error) ErrorList {
	if err == nil {
		return nil
	}
	var l ErrorList
	if errors.As(err, &l) {
		return l
	}
	var e *Error
	if errors.As(err, &e) {
		return ErrorList{e}
	}
	return ErrorList{{Instr: -1, Msg: err.Error()}}
}
