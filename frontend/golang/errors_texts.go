package golang

import (
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The text of an error, as err.Error() gives it. Errors have codes, so it is one of the texts of those errors whose
// text is known when compiling; two tables say which one each code has, and whether it has any. Lanes with other errors
// are left to Go. Which texts there are is known when all is analysed, so that everything is analysed again with them.

// errorTexts are the tables, by the code of an error.
type errorTexts struct {
	isTold *program.Uniform // whether its text is known
	which  *program.Uniform // the number of the text
}

// textVaries says why lanes are left to Go that ask for the text of an error.
const textVaries = "the text of an error that is made of values: return the error"

// toldTexts are the texts of errors that are known, each once, in order.
func (t *translator) toldTexts() (texts []string) {
	for code := 1; code <= len(t.out.Errors); code++ {
		if t.tells(code) {
			texts = append(texts, t.out.Errors[code-1].Text)
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// tells reports whether all of an error's text is known.
func (t *translator) tells(code int) bool {
	return code > 0 && !t.inexact[code] && !slices.Contains(t.varying, code)
}

// learnTexts takes over the texts that an analysis has found, if something asks for one, and reports whether they are
// others than before.
func (k *keeping) learnTexts(t *translator) bool {
	if !k.asksText || t == nil {
		return false
	}
	texts := t.toldTexts()
	if slices.Equal(texts, k.errorTexts) {
		return false
	}
	k.errorTexts = texts
	return true
}

// errorMethod translates err.Error().
func (b *body) errorMethod(code program.Operand) {
	b.kept.asksText = true
	texts := b.kept.errorTexts
	if code.IsLiteral() {
		switch {
		case code.Bits == 0:
			b.nilDereference()
		case b.tells(int(code.Bits)):
			b.define(known.Value{known.TextOf(b.out.Errors[code.Bits-1].Text, true)})
			return
		}
	}
	if len(texts) == 0 || len(texts) > known.MaxTexts {
		b.fail("the text of an error is not available in batched code; return the error")
	}
	if b.told == nil {
		b.told = &errorTexts{isTold: b.codeTable("told", program.Bool), which: b.codeTable("text", program.I64)}
	}
	b.require(b.op("ne", program.I32, code, program.Lit(program.I32, 0)), faultNil, "")
	b.require(b.ofCode(b.told.isTold, code), optab.NeedsGo, textVaries)
	which := b.ofCode(b.told.which, code)
	var options known.Value
	for _, text := range texts {
		options = append(options, known.TextOf(text, true))
	}
	if len(options) == 1 {
		b.define(options)
		return
	}
	b.define(known.Value{known.OneOfThese(options, which)})
}

// fill gives the tables their elements.
func (e *errorTexts) fill(t *translator) {
	if e == nil {
		return
	}
	for code := range len(t.out.Errors) + 1 {
		at, tells := 0, t.tells(code)
		if tells {
			at, tells = slices.BinarySearch(t.kept.errorTexts, t.out.Errors[code-1].Text)
		}
		if !tells {
			at = 0
		}
		e.isTold.Data = append(e.isTold.Data, truth(tells).Bits)
		e.which.Data = append(e.which.Data, uint64(at))
	}
	e.isTold.Type.Shape, e.which.Type.Shape = []int{len(e.isTold.Data)}, []int{len(e.which.Data)}
}
