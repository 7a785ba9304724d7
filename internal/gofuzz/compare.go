package gofuzz

import (
	"errors"
	"fmt"
	gobuild "go/build"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/gofuzz/runner"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Failure is a program of which Go and Lockstep make something else.
type Failure struct {
	Program *Program
	Kind    string // what went wrong, one of a few words
	Detail  string
	Input   Input // with which it went wrong, or nil
	checked *checked
}

func (f *Failure) Error() string {
	text := fmt.Sprintf("%s: %s: %s\n", f.Program.Name, f.Kind, f.Detail)
	if f.Input != nil {
		text += "input: " + f.checked.formatInput(f.Input) + "\n"
	}
	return text
}

// same reports whether another failure is of the same kind, so that a shrinker
// may go on with it. Refusals are the same only if they give the same reason.
func (f *Failure) same(g *Failure) bool {
	if f.Kind != g.Kind {
		return false
	}
	return f.Kind != refused && f.Kind != gaveUp || reason(f.Detail) == reason(g.Detail)
}

// The kinds of failures.
const (
	refused     = "refused"
	gaveUp      = "gave up"      // the frontend's word for a panic in it
	noProgram   = "bad program"  // it does not verify, or not lower
	otherValue  = "other result" // than Go's
	otherFault  = "other fault"  // than Go's panic
	noFault     = "no fault"     // where Go panicked
	extraFault  = "extra fault"  // where Go returned
	otherLeaves = "other leaves" // a result of another form
	otherBatch  = "other batch"  // the batch is not the oracle
	otherCode   = "other code"   // machine code is not the oracle
	oracleError = "oracle's error"
)

// reason takes positions and names off an error: what stays is the same for
// the same cause in another place.
func reason(detail string) string {
	line, _, _ := strings.Cut(detail, "\n")
	line = more.ReplaceAllString(line, "")
	for i := strings.Index(line, ": "); i >= 0 && strings.ContainsAny(line[:i], ".:") ||
		i >= 0 && i < 12; i = strings.Index(line, ": ") {
		line = line[i+2:]
	}
	words := strings.Fields(line)
	for i, w := range words {
		if strings.ContainsAny(w, "0123456789.[]{}()_\"") || len(strings.Trim(w, ",:")) == 1 && w != "a" {
			words[i] = "…"
		}
	}
	return strings.Join(words, " ")
}

// more ends the text of a list of errors.
var more = regexp.MustCompile(` \(and \d+ more errors?\)$`)

// limits are the documented limits of the frontend, by a part of the reason
// that it gives. A generated program that is refused for another is a failure.
var limits = []string{
	// Which round's memory is meant is judged by values, not by what memory holds.
	"this memory is made in a loop and used beyond the round that made it",
	// A result of several memories is a slice of one kind of them.
	"of which some are in arrays and others are not",
	// A result that is nil in all lanes tells nothing.
	"it is always nil",
}

// leftLimits are those where what has no batched form is left to Go: too many lanes get to
// it, or an initialiser does.
var leftLimits = []string{"a map that changes with keys of type", "channels are not available",
	"uses a channel, which is not available when compiling"}

// roomLimits are those where an append may make a new array, as there is room for it.
var roomLimits = []string{"how much capacity append makes is up to the compiler",
	"append: the slice as it was before"}

// compile gives Lockstep the program. A panic, also in making an error's text,
// is an error.
func (p *Program) compile() (compiled *program.Program, text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			compiled, text = nil, fmt.Sprintf("%s: panic: %v", gaveUp, r)
			err = errors.New(text)
		}
	}()
	of := func(pkg Package) []golang.File {
		return []golang.File{{Name: fileName(pkg), Text: pkg.Text}}
	}
	compiled, err = golang.Compile(of(p.Packages[0]), Entry, golang.Options{
		Uniform: p.Uniform, Len: p.Len, Cap: p.Cap, Texts: p.Texts, MakeCap: p.Room, LeaveToGo: p.Leave,
		Path: p.ImportPath(""),
		Import: func(path string) ([]golang.File, error) {
			for _, pkg := range p.Packages[1:] {
				if p.ImportPath(pkg.Path) == path {
					return of(pkg), nil
				}
			}
			return standardFiles(path)
		},
	})
	if err != nil {
		text = err.Error()
	}
	return compiled, text, err
}

// standardFiles reads a package of the standard library.
func standardFiles(path string) (files []golang.File, err error) {
	p, err := gobuild.Default.Import(path, "", 0)
	if err != nil {
		return nil, err
	}
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		files = append(files, golang.File{Name: name, Text: string(text)})
	}
	return files, nil
}

// Compare runs a program by Lockstep over its inputs: by the oracle, and with
// some of its configurations, each under every implementation of the kernels, by
// the machine. It returns the first difference
// from what Go gave, or nil, and the program unless it was refused.
func (p *Program) Compare(c *checked, want []Outcome, configs []testkit.Config) (*program.Program, *Failure) {
	fail := func(kind string, in Input, format string, args ...any) *Failure {
		return &Failure{Program: p, Kind: kind, Detail: fmt.Sprintf(format, args...), Input: in, checked: c}
	}
	start := time.Now()
	compiled, text, err := p.compile()
	p.compiling = time.Since(start)
	if err != nil {
		switch {
		case slices.ContainsFunc(limits, func(l string) bool { return strings.Contains(text, l) }):
			return nil, nil
		case p.Leave && slices.ContainsFunc(leftLimits, func(l string) bool { return strings.Contains(text, l) }):
			return nil, nil
		case p.Room > 0 && slices.ContainsFunc(roomLimits, func(l string) bool { return strings.Contains(text, l) }):
			return nil, nil
		case strings.Contains(text, "gave up"):
			return nil, fail(gaveUp, nil, "%s", text)
		}
		return nil, fail(refused, nil, "%s", text)
	}
	oracle, err := interp.New(compiled)
	if err != nil {
		return nil, fail(noProgram, nil, "%v\n%s", err, compiled)
	}
	var lanes []testkit.Lane
	uniforms := map[string]interp.Value{}
	for i, in := range p.Inputs {
		lane := p.lane(c, in, uniforms)
		lanes = append(lanes, lane)
		opts := []interp.Option{interp.MaxSteps(maxSteps)}
		for name, v := range uniforms {
			opts = append(opts, interp.WithUniform(name, v.Bits...))
		}
		got, fault, err := oracle.Run(lane, opts...)
		if err != nil {
			return compiled, fail(oracleError, in, "%v\n%s", err, compiled)
		}
		if kind, detail := p.differs(c, compiled, want[i], got, fault); kind != "" {
			return compiled, fail(kind, in, "%s", detail)
		}
	}
	if p.Draw != 0 {
		if d := testkit.DrawnDifference(compiled, lanes, testkit.Limits{Uniforms: uniforms}, p.Draw); d != "" {
			return compiled, fail(otherCode, nil, "%s", d)
		}
	}
	if p.Code {
		if d := testkit.CodeDifferences(compiled, lanes, testkit.Limits{Uniforms: uniforms}); d != "" {
			return compiled, fail(otherCode, nil, "%s", d)
		}
	}
	if len(configs) > 0 {
		if d := testkit.Differences(compiled, lanes, testkit.Limits{Uniforms: uniforms}, testkit.OnEach(configs)); d !=
			"" {
			return compiled, fail(otherBatch, nil, "%s", d)
		}
	}
	return compiled, nil
}

// maxSteps is far more than any generated program runs in one lane.
const maxSteps = 10_000_000

// lane makes an input the oracle's. Uniforms go into their map.
func (p *Program) lane(c *checked, in Input, uniforms map[string]interp.Value) testkit.Lane {
	var lane testkit.Lane
	for i, words := range in {
		v := c.entry.Params().At(i)
		_, varying := p.Cap[v.Name()]
		of, _ := leaves(v.Type(), words, !varying)
		if slices.Contains(p.Uniform, v.Name()) {
			for k, name := range leafNames(v.Type(), v.Name()) {
				uniforms[name] = of[k]
			}
			continue
		}
		lane = append(lane, of...)
	}
	return lane
}

// differs says how a lane's end is another than that of Go's call.
func (p *Program) differs(c *checked, compiled *program.Program, want Outcome, got []interp.Value,
	fault *interp.Fault) (kind, detail string) {
	switch {
	case fault != nil && (fault.Code == optab.NeedsGo || p.Room > 0 && fault.Code == optab.CapacityExceeded):
		return "", "" // the lane is the compiled function's
	case want.Panic == "" && fault != nil:
		return extraFault, fmt.Sprintf("%s, but Go returned", fault)
	case want.Panic != "" && fault == nil:
		return noFault, fmt.Sprintf("got %v, but Go panicked: %s", got, want.Panic)
	case fault != nil:
		says := fault.Code.String()
		if fault.Msg != "" {
			says = fault.Msg
		}
		if !strings.Contains(want.Panic, says) && !p.unordered(fault, want.Panic) {
			return otherFault, fmt.Sprintf("fault %q, but Go panicked: %s", fault, want.Panic)
		}
		if !fault.Pos.IsValid() {
			return otherFault, fmt.Sprintf("the fault %q has no position", fault)
		}
		return "", ""
	}
	return p.differ(c, want, got, compiled)
}

// unordered reports whether fault and panic are errors of Go's runtime in one line. Whether an
// expression's index is found to be out of range before or after another operand's division by zero is
// the compiler's choice (the Go specification, "Order of evaluation"), which differs by GOAMD64.
func (p *Program) unordered(fault *interp.Fault, panicked string) bool {
	pos := fault.Pos.In(fileName(p.Packages[0]))
	at := fmt.Sprintf(" (at %s:%d)", path.Base(pos.File), pos.Line)
	return fault.Code != optab.Panic &&
		strings.HasPrefix(panicked, "runtime error: ") && strings.HasSuffix(panicked, at)
}

// differ compares results.
func (p *Program) differ(c *checked, want Outcome, got []interp.Value,
	compiled *program.Program) (kind, detail string) {
	names := compiled.Flat(compiled.VarsOut)
	if len(names) != len(got) {
		return otherLeaves, fmt.Sprintf("%d leaves, but VarsOut has %d", len(got), len(names))
	}
	words, says, at := want.Words, want.Texts, 0
	compare := func(t types.Type, varying bool) {
		var of []interp.Value
		of, words = leaves(t, words, !varying)
		for _, w := range of {
			switch {
			case kind != "":
			case at >= len(got):
				kind, detail = otherLeaves, fmt.Sprintf("only %d leaves", len(got))
			case isError(t):
				code := int32(got[at].Bits[0])
				text := ""
				if w.Bits[0] != 0 {
					text, says = says[0], says[1:]
				}
				if said := compiled.ErrorText(code); !formats(said, text) || (code == 0) != (w.Bits[0] == 0) {
					kind, detail = otherValue, fmt.Sprintf("%s is the error %q, want %q", names[at].Name, said, text)
				}
			case kindOf(t) == types.String && len(names[at].Texts) > 0: // numbered in another way
				if g := got[at].Bits[0]; g >= uint64(len(names[at].Texts)) || names[at].Texts[g] != texts[w.Bits[0]] {
					kind, detail = otherValue, fmt.Sprintf("%s is string %d of %q, want %q", names[at].Name, g,
						names[at].Texts, texts[w.Bits[0]])
				}
			default:
				if d := testkit.DiffValues(w, got[at]); d != "" {
					kind, detail = otherValue, names[at].Name+": "+d
				}
			}
			at++
		}
	}
	for v := range c.entry.Results().Variables() {
		if s, ok := v.Type().Underlying().(*types.Slice); ok && kind == "" {
			n := 0
			if n, kind, detail = differSlice(s.Elem(), words, got[at:], names[at:]); kind == "" {
				at += n
			}
			scan(s, func(types.Type) { words = words[1:] }, func() int {
				n := int(words[0])
				words = words[2:]
				return n
			})
			continue
		}
		compare(v.Type(), true)
	}
	for v := range c.entry.Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Slice); !ok {
			continue
		}
		if at < len(names) && strings.HasPrefix(names[at].Name, v.Name()+".out") {
			_, varying := p.Cap[v.Name()]
			compare(v.Type(), varying)
		} else {
			_, words = leaves(v.Type(), words, true)
		}
	}
	if kind == "" && at != len(got) {
		return otherLeaves, fmt.Sprintf("%d leaves, want %d", len(got), at)
	}
	return kind, detail
}

// formats reports whether a text is of a format. That of an error that holds values of the lane is all that a program
// says of it.
func formats(format, text string) bool {
	for i, part := range verb.Split(format, -1) {
		at := strings.Index(text, part)
		if at < 0 || i == 0 && at > 0 {
			return false
		}
		text = text[at+len(part):]
	}
	return text == "" || verb.MatchString(format)
}

var verb = regexp.MustCompile(`%[vw]`)

// differSlice compares a slice that Go returned with leaves, the last of which is the length if it varies, or -1 for
// nil. What is beyond the length does not matter. It returns how many leaves there are.
func differSlice(elem types.Type, words []uint64, got []interp.Value, names []program.VarDef) (n int,
	kind, detail string) {
	length := int(words[0])
	if len(got) == 0 || len(got[0].Type.Shape) == 0 {
		return 0, otherLeaves, "a slice without a leaf for its elements"
	}
	room := got[0].Type.Shape[0]
	if length > room {
		return 0, otherValue, fmt.Sprintf("%s has room for %d of %d elements", names[0].Name, room, length)
	}
	want, _ := stack(elem, length, room, words[2:])
	n = len(want)
	have := room
	full := length
	if len(got) > n && strings.HasSuffix(names[n].Name, ".len") {
		have = int(got[n].Bits[0])
		if names[n].Nil && words[1] == runner.NilCapacity {
			full = -1
		}
		n++
	}
	if have != full {
		return n, otherValue, fmt.Sprintf("%s has %d elements, want %d", names[0].Name, have, full)
	}
	for i, w := range want {
		if i >= len(got) || !slices.Equal(w.Type.Shape, got[i].Type.Shape) {
			return n, otherLeaves, fmt.Sprintf("%s has other leaves", names[0].Name)
		}
		g := interp.Value{Type: w.Type, Bits: slices.Clone(got[i].Bits)}
		if got[i].Type.Dtype != w.Type.Dtype {
			return n, otherLeaves, fmt.Sprintf("%s is a %v", names[i].Name, got[i].Type)
		}
		if room > 0 {
			clear(g.Bits[length*len(g.Bits)/room:])
		}
		if d := testkit.DiffValues(w, g); d != "" {
			return n, otherValue, names[i].Name + ": " + d
		}
	}
	return n, "", ""
}
