package golang

import (
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// textLibrary are functions of package strings. What they give for strings that are known, or one of a few, is computed
// when compiling, for all that these may be. For others their bodies are compiled; see package load.
var textLibrary = map[string]any{
	"strings.Compare":       strings.Compare,
	"strings.Contains":      strings.Contains,
	"strings.ContainsAny":   strings.ContainsAny,
	"strings.ContainsRune":  strings.ContainsRune,
	"strings.Count":         strings.Count,
	"strings.EqualFold":     strings.EqualFold,
	"strings.HasPrefix":     strings.HasPrefix,
	"strings.HasSuffix":     strings.HasSuffix,
	"strings.Index":         strings.Index,
	"strings.IndexAny":      strings.IndexAny,
	"strings.IndexByte":     strings.IndexByte,
	"strings.IndexRune":     strings.IndexRune,
	"strings.LastIndex":     strings.LastIndex,
	"strings.LastIndexAny":  strings.LastIndexAny,
	"strings.LastIndexByte": strings.LastIndexByte,
	"strings.ReplaceAll":    strings.ReplaceAll,
	"strings.ToLower":       strings.ToLower,
	"strings.ToUpper":       strings.ToUpper,
	"strings.Trim":          strings.Trim,
	"strings.TrimLeft":      strings.TrimLeft,
	"strings.TrimPrefix":    strings.TrimPrefix,
	"strings.TrimRight":     strings.TrimRight,
	"strings.TrimSpace":     strings.TrimSpace,
	"strings.TrimSuffix":    strings.TrimSuffix,
}

// fromLibrary translates a call of such a function of strings that are known, and reports whether it is one.
func (b *body) fromLibrary(common *ssa.CallCommon, name string) bool {
	f, ok := textLibrary[name]
	if !ok {
		return false
	}
	fn := reflect.ValueOf(f)
	choices, which := make([][]reflect.Value, len(common.Args)), make([]known.Atom, len(common.Args))
	n := 1
	for i, arg := range common.Args {
		which[i] = b.atom(arg)
		choices[i] = b.libraryArgument(which[i], arg, fn.Type().In(i))
		n *= len(choices[i])
	}
	if n == 0 || n > known.MaxTexts {
		return false
	}
	at := func(i int64, arg int) int64 { // of a choice for each argument
		for k := len(choices) - 1; k > arg; k-- {
			i /= int64(len(choices[k]))
		}
		return i % int64(len(choices[arg]))
	}
	is := func(i int64) program.Operand {
		holds := truth(true)
		for k, a := range which {
			if a.Kind == known.OneOf {
				holds = b.op("and", program.Bool, holds, b.isNumber(a.Nums[0], at(i, k)))
			}
		}
		return holds
	}
	results := make([]reflect.Value, n)
	for i := range results {
		args := make([]reflect.Value, len(choices))
		for k := range args {
			args[k] = choices[k][at(int64(i), k)]
		}
		results[i] = fn.Call(args)[0]
	}
	b.defineChosen(results, is)
	return true
}

// defineChosen gives the result for which a condition holds.
func (b *body) defineChosen(results []reflect.Value, is func(i int64) program.Operand) {
	var texts []string
	var numbers []int64
	for _, r := range results {
		switch r.Kind() {
		case reflect.String:
			texts = append(texts, r.String())
		case reflect.Bool:
			numbers = append(numbers, 0)
			if r.Bool() {
				numbers[len(numbers)-1] = 1
			}
		default:
			numbers = append(numbers, r.Int())
		}
	}
	if texts != nil {
		b.define(known.Value{b.textAmong(texts, is)})
		return
	}
	got := b.selectAmong(numbers, is)
	if results[0].Kind() == reflect.Bool {
		got = b.op("ne", program.I64, got, known.Int64(0))
	}
	b.defineNumber(got)
}

// libraryArgument is all that an argument may be, which is a string or a number; there is nothing if that is not known.
func (b *body) libraryArgument(a known.Atom, arg ssa.Value, t reflect.Type) (all []reflect.Value) {
	if t.Kind() == reflect.String {
		for _, s := range a.Texts() {
			all = append(all, reflect.ValueOf(s))
		}
		return all
	}
	if o := b.scalar(arg); o.IsLiteral() {
		all = append(all, reflect.ValueOf(int64(o.Bits)).Convert(t))
	}
	return all
}

// onlySays translates a call of a function that gives the text of a number where that is part of a message and of
// nothing else, which no lane makes, and reports whether it is one.
func (b *body) onlySays(name string) bool {
	in, ok := b.cur.(*ssa.Call)
	if !ok || evaluate.TextOfNumber[name] == nil || !ssaflow.OnlySaid(in) {
		return false
	}
	b.define(known.Value{known.TextOf("", false)})
	return true
}
