package program

import (
	"fmt"
	"strconv"
	"strings"
)

// maxParseErrors is how many syntax errors are reported before the parser
// gives up: enough for any hand-written file, little enough to read.
const maxParseErrors = 50

// maxPatternDepth bounds the nesting of patterns, and with it the parser's
// recursion.
const maxPatternDepth = 64

// Parse reads the text form of a program of either dialect. name stands for
// the text in errors and in the positions of instructions that carry none. The
// error is an ErrorList with a position for each syntax error. Parse does not
// verify the program.
//
// The form is line by line, and what a line is follows from its first word and
// one more. Comments begin with //. parse_decl.go has the declarations,
// parse_instr.go the instructions; the printed form of each instruction stands
// at its type.
//
//	program   = "program" NAME ( "source" | "lowered" )
//	            { file | error | uniform | var | func }
//	file      = "file" STRING
//	error     = "error" NUMBER "=" STRING [ "as" ( NAME | STRING ) ]   numbered from 1
//	uniform   = "uniform" NAME ":" tensor [ "=" ( literal | "[" literals "]" | definition ) ]
//	definition = operation operands | "length" NAME "," AXIS
//	var       = "var" NAME ":" type [ class ] [ "as" NAME ]      class: lowered only
//	func      = "func" NAME names "->" names [ at ] "{" { block } "}"
//	          | "func" NAME names "->" names "at" LABEL [ at ]   lowered only
//	block     = LABEL ":" { instruction [ at ] } terminator [ at ]
//	tensor    = dtype [ "[" dimensions "]" ]                     a dimension: a number or "?"
//	type      = tensor | "(" types ")" | "(" { NAME ":" type } ")"
//	names     = "(" variables, nested like types ")"
//	class     = "null" | "temporary" | "register" | "full"
//	at        = "@" [ STRING ":" ] LINE [ ":" COLUMN ]
func Parse(name, text string) (*Program, error) {
	ps := &parser{name: name, p: &Program{}}
	for line := range strings.SplitSeq(text, "\n") {
		ps.parseLine(line)
		if len(ps.errs) >= maxParseErrors {
			break
		}
	}
	ps.finish()
	if err := ps.errs.Err(); err != nil {
		return nil, err
	}
	return ps.p, nil
}

type parser struct {
	name string
	p    *Program
	errs ErrorList

	// The line being read. failed is set by its first error; from then on
	// every step of the line is a no-op.
	lineNo int
	scan   scanner
	tok    token
	failed bool

	// Where the line stands.
	fn      *Function // being defined; nil outside
	inMain  bool
	block   *Block // being filled; nil before the first label
	hasMain bool

	// later runs when all declarations are known: literals whose type follows
	// from a variable or a function.
	later []func()
}

func (ps *parser) parseLine(line string) {
	ps.lineNo++
	ps.scan, ps.failed = scanner{src: line}, false
	ps.advance()
	if ps.tok.kind == tokEOL {
		return
	}
	switch {
	case ps.p.Dialect == InvalidDialect:
		ps.header()
	case ps.fn != nil:
		ps.bodyLine()
	default:
		ps.declaration()
	}
	ps.endOfLine()
}

// finish reports what is missing at the end of the text and resolves what had
// to wait for it.
func (ps *parser) finish() {
	ps.failed = false
	switch {
	case ps.p.Dialect == InvalidDialect && len(ps.errs) == 0:
		ps.errorAt(Pos{File: ps.name, Line: 1, Col: 1}, "expected program NAME source or program NAME lowered")
		return
	case ps.fn != nil:
		ps.errorAt(Pos{File: ps.name, Line: max(1, ps.lineNo), Col: 1}, "func %s is not closed", ps.fn.Name)
	case !ps.hasMain && len(ps.errs) == 0:
		ps.errorAt(Pos{File: ps.name, Line: max(1, ps.lineNo), Col: 1}, "there is no func main")
	}
	for _, f := range ps.later {
		ps.failed = false
		f()
	}
}

func (ps *parser) here() Pos { return ps.posOf(ps.tok) }

func (ps *parser) posOf(t token) Pos { return Pos{File: ps.name, Line: ps.lineNo, Col: t.col} }

func (ps *parser) errorf(format string, args ...any) { ps.errorAt(ps.here(), format, args...) }

func (ps *parser) errorAt(pos Pos, format string, args ...any) {
	if ps.failed || len(ps.errs) >= maxParseErrors {
		return
	}
	ps.failed = true
	ps.errs = append(ps.errs, &Error{Pos: pos, Instr: -1, Msg: fmt.Sprintf(format, args...)})
}

func (ps *parser) advance() { ps.tok = ps.scan.next() }

// at reports whether the next token is the given punctuation or word.
func (ps *parser) at(text string) bool {
	return (ps.tok.kind == tokPunct || ps.tok.kind == tokName) && ps.tok.text == text
}

// accept takes the given punctuation or word if it is next.
func (ps *parser) accept(text string) bool {
	if ps.failed || !ps.at(text) {
		return false
	}
	ps.advance()
	return true
}

func (ps *parser) expect(text string) {
	if !ps.accept(text) {
		ps.errorf("expected %s, found %s", text, ps.tok.describe())
	}
}

// take returns the next token, which must be of the given kind; what says so
// in the error.
func (ps *parser) take(kind tokenKind, what string) token {
	t := ps.tok
	if ps.failed {
		return token{}
	}
	// Where no operand may stand, the words of literals are names.
	if t.kind != kind && !(kind == tokName && t.kind == tokLiteral && literalWords[t.text]) {
		ps.errorf("expected %s, found %s", what, t.describe())
		return token{}
	}
	ps.advance()
	return t
}

func (ps *parser) takeName(what string) string { return ps.take(tokName, what).text }

// takeInt returns a number that is not negative and at most limit.
func (ps *parser) takeInt(what string, limit int) int {
	t := ps.take(tokLiteral, what)
	n, err := strconv.Atoi(t.text)
	if !ps.failed && (err != nil || n < 0 || n > limit) {
		ps.errorAt(ps.posOf(t), "expected %s from 0 to %d, found %s", what, limit, t.text)
	}
	return n
}

func (ps *parser) endOfLine() {
	if !ps.failed && ps.tok.kind != tokEOL {
		ps.errorf("unexpected %s at the end of the line", ps.tok.describe())
	}
}

// position reads an optional "@line:col" or `@"file":line:col`; without one
// the position is deflt.
func (ps *parser) position(deflt Pos) Pos {
	if !ps.accept("@") {
		return deflt
	}
	const limit = 1<<31 - 1
	var pos Pos
	if ps.tok.kind == tokString {
		pos.File = ps.take(tokString, "a file").text
		ps.expect(":")
	}
	pos.Line = ps.takeInt("a line", limit)
	if ps.accept(":") {
		pos.Col = ps.takeInt("a column", limit)
	}
	return pos
}

// literal reads the text of a literal as type d.
func (ps *parser) literal(t token, lineNo int, d Dtype) uint64 {
	bits, err := ParseLiteral(d, t.text)
	if err != nil {
		ps.errorAt(Pos{File: ps.name, Line: lineNo, Col: t.col}, "%v", err)
	}
	return bits
}
