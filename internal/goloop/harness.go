package goloop

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/program"
)

// call is the text that calls the function. The types of its columns are inferred from the function
// itself, so that none has to be named here.
var call = template.Must(template.New("call").Parse(`package {{.Package}}

import lockstepTesting "testing"

func TestMain(*lockstepTesting.M) {
	{{.Columns}} := lockstepTypes({{.Func}})
	_loop := LockstepLoop{Params: []any{ {{.Params}} }, Results: []any{ {{.Results}} }}
	_loop.One = func(_i int) {
		{{.Fresh}}{{.Assign}}{{.Func}}({{.Args}})
		{{.After}}
	}
	_loop.All = func(_n int) {
		{{.Locals}}
		{{.Before}}
		for _i := range _n {
			{{.Scratch}}{{.Assign}}{{.Func}}({{.Args}})
		}
	}
	_loop.Main()
}

func lockstepTypes[{{.TypeParams}} any](func({{.ParamTypes}}) ({{.ResultTypes}})) ({{.Declared}}) { return }
`))

// harness is the text that calls a function, as it grows parameter by parameter.
type harness struct {
	params, results, types, paramTypes, resultTypes, declared, columns, args, left []string
	// fresh makes what the function may write to, a copy for each lane, and after notes what it wrote;
	// scratch is fresh without memory for each.
	fresh, scratch, before, after string
}

// column declares a column of values of a type.
func (h *harness) column(name, typ string) {
	h.declared = append(h.declared, name+" []"+typ)
	h.columns = append(h.columns, name)
}

// param adds a parameter. What the function writes through it is a further result if written.
func (h *harness) param(p golang.Param, shared, written bool) {
	n := strconv.Itoa(len(h.args))
	a, t, own := "_a"+n, "_A"+n, "_p"+n
	h.types = append(h.types, t)
	h.params = append(h.params, "&"+a)
	lane := a + "[_i]"
	if shared {
		lane = a + "[0]"
	}
	element, arg, param := t, lane, t
	switch {
	case strings.HasPrefix(p.Type, "*"):
		arg, param = "&"+lane, "*"+t
		if !shared {
			h.fresh += own + " := " + lane + "\n"
			h.scratch += own + " := " + lane + "\n"
			arg = "&" + own
		}
	case strings.HasPrefix(p.Type, "..."):
		element, arg, param = "[]"+t, lane+"...", "..."+t
	case written:
		// Another lane, and the same one the next time, must not see what was written.
		element, param = "[]"+t, "[]"+t
		h.before += own + " := " + a + "[0][:0:0]\n"
		h.scratch += own + " = append(" + own + "[:0], " + lane + "...)\n"
		h.fresh += own + " := append(" + lane + "[:0:0], " + lane + "...)\n"
		arg = own + "[:len(" + own + "):len(" + own + ")]"
		if strings.HasPrefix(p.Underlying, "[][]") {
			h.ownRows(own, lane, a)
		}
	}
	h.column(a, element)
	h.paramTypes, h.args = append(h.paramTypes, param), append(h.args, arg)
	if written {
		h.column("_o"+n, element)
		h.results = append(h.results, "&_o"+n)
		h.after += "_o" + n + "[_i] = " + own + "\n"
	}
}

// ownRows gives a matrix rows of its own, with no room behind them. Those of scratch stay where they are, whatever the
// function puts in their place.
func (h *harness) ownRows(own, lane, all string) {
	rows := own + "Rows"
	copied := func(to string) string {
		return "for _j, _row := range " + lane + " {\n_row = append(" + to + ", _row...)\n" + rows + "[_j], " + own +
			"[_j] = _row, _row[:len(_row):len(_row)]\n}\n"
	}
	h.before += rows + " := " + all + "[0][:0:0]\n"
	h.scratch += "for len(" + rows + ") < len(" + lane + ") {\n" + rows + " = append(" + rows + ", nil)\n}\n" +
		copied(rows+"[_j][:0]")
	h.fresh += rows + " := append(" + lane + "[:0:0], " + lane + "...)\n" + copied("_row[:0:0]")
}

// result adds a result.
func (h *harness) result() {
	n := strconv.Itoa(len(h.left))
	h.types, h.resultTypes = append(h.types, "_R"+n), append(h.resultTypes, "_R"+n)
	h.column("_r"+n, "_R"+n)
	h.left = append(h.left, "_r"+n+"[_i]")
}

// column returns the name that the program has for a result: that of the source or, where something
// else has that name, such as a parameter, the name with _2, _3 and so on.
func (s *Spec) column(result string) string {
	name := result
	for i := 2; i < 100; i++ {
		isParam := slices.ContainsFunc(s.Func.Params, func(p golang.Param) bool { return p.Name == name })
		if !isParam && slices.ContainsFunc(s.Wanted, func(f program.Field) bool {
			return f.Name == name || strings.HasPrefix(f.Name, name+".")
		}) {
			return name
		}
		name = result + "_" + strconv.Itoa(i)
	}
	return result
}

// writeHarness returns the file that calls a function for each lane, and the names of the results that it
// notes, in their order.
func writeHarness(pkg string, s Spec) (text string, noted []string, err error) {
	fn := s.Func
	names, err := resultNames(fn.Signature)
	switch {
	case err != nil:
		return "", nil, err
	case fn.Generic:
		return "", nil, errors.New("a generic function has no compiled form by itself")
	case len(fn.Params) == 0:
		return "", nil, errors.New("the function takes nothing")
	}
	var h harness
	for _, p := range fn.Params {
		out := p.Name + ".out"
		written := slices.ContainsFunc(s.Wanted, func(c program.Field) bool {
			return c.Name == out || strings.HasPrefix(c.Name, out+".")
		})
		h.param(p, slices.Contains(s.Uniform, p.Name), written)
		if written {
			noted = append(noted, out)
		}
	}
	for i, n := range names {
		h.result()
		h.results = append(h.results, "&_r"+strconv.Itoa(i))
		noted = append(noted, s.column(n))
	}
	name := fn.Name
	if typ, method, ok := strings.Cut(name, "."); ok && strings.HasPrefix(fn.Params[0].Type, "*") {
		name = "(*" + typ + ")." + method
	}
	assign := ""
	if len(h.left) > 0 {
		assign = strings.Join(h.left, ", ") + " = "
	}
	locals := ""
	for _, c := range h.columns {
		locals += c + " := " + c + "\n" // not what a closure shares
		locals += "_ = " + c + "\n"
	}
	list := func(words []string) string { return strings.Join(words, ", ") }
	var b bytes.Buffer
	err = call.Execute(&b, map[string]string{
		"Package": pkg, "Func": name, "Columns": list(h.columns), "Args": list(h.args), "Assign": assign,
		"Locals": locals,
		"Fresh":  h.fresh, "After": h.after, "Before": h.before, "Scratch": h.scratch,
		"Params": list(h.params), "Results": list(h.results), "TypeParams": list(h.types),
		"ParamTypes": list(h.paramTypes), "ResultTypes": list(h.resultTypes), "Declared": list(h.declared),
	})
	return b.String(), noted, err
}
