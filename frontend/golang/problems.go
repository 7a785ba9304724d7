package golang

import (
	"cmp"
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// problems are the errors of the instances. What is refused inside another
// package is reported where this package calls into it, once for each call. Calls that go round in circles may do so
// because of what is refused, here or otherwise, and are told where nothing is.
func (t *translator) problems(err error, refused bool) program.ErrorList {
	var list *instance.Error
	if !errors.As(err, &list) {
		return program.ErrorList{{Instr: -1, Msg: err.Error()}}
	}
	var errs program.ErrorList
	calls := map[program.Pos]*call{}
	refused = refused || slices.ContainsFunc(list.Problems, func(p instance.Problem) bool {
		_, is := errors.AsType[*program.Error](p.Err)
		return is
	})
	for _, p := range list.Problems {
		if refused && errors.Is(p.Err, instance.ErrEndless) {
			continue
		}
		var e *program.Error
		if !errors.As(p.Err, &e) {
			e = &program.Error{Instr: -1, Pos: p.Pos(), Msg: p.Err.Error()}
		}
		c := *e
		if !c.Pos.IsValid() {
			c.Pos = p.Pos()
		}
		at, callee, ok := t.leaves(&p)
		if !ok {
			errs = append(errs, &c)
			continue
		}
		if seen := calls[at]; seen != nil {
			seen.more++
			continue
		}
		place := c.Pos.String()
		if load.IsAdded(c.Pos.File) {
			place = "in what it is compiled as"
		}
		c.Msg = fmt.Sprintf("%s cannot be called here: %s (%s", callee, c.Msg, place)
		c.Pos = at
		errs = append(errs, &c)
		calls[at] = &call{err: &c}
	}
	for _, c := range calls {
		c.err.Msg += ")"
		if c.more > 0 {
			c.err.Msg = strings.TrimSuffix(c.err.Msg, ")") + ", and " + counted.Of(c.more, "more place") + ")"
		}
	}
	return shortened(errs)
}

// mostPlaces is in how many places a value is refused that are told one by one.
const mostPlaces = 3

// shortened leaves out errors that say the same of a value wherever it is used: of those in one line the first
// stays, and of those in many lines the first two do.
func shortened(errs program.ErrorList) program.ErrorList {
	same := map[string]program.ErrorList{}
	for _, e := range errs {
		if strings.HasPrefix(e.Msg, "parameter ") || strings.Contains(e.Msg, mustBeKnown) {
			same[e.Msg] = append(same[e.Msg], e)
		}
	}
	left := map[*program.Error]bool{}
	for _, list := range same {
		slices.SortFunc(list, func(a, b *program.Error) int {
			return cmp.Or(strings.Compare(a.Pos.File, b.Pos.File), a.Pos.Line-b.Pos.Line, a.Pos.Col-b.Pos.Col)
		})
		lines := list[:1]
		for _, e := range list[1:] {
			if last := lines[len(lines)-1].Pos; e.Pos.File == last.File && e.Pos.Line == last.Line {
				left[e] = true
				continue
			}
			lines = append(lines, e)
		}
		if list = lines; len(list) <= mostPlaces {
			continue
		}
		list[1].Msg += " (and in " + counted.Of(len(list)-2, "more place") + ")"
		for _, e := range list[2:] {
			left[e] = true
		}
	}
	return slices.DeleteFunc(errs, func(e *program.Error) bool { return left[e] })
}

// call is a call into another package that is refused for something in there,
// and for how much more.
type call struct {
	err  *program.Error
	more int
}

// leaves finds the call by which a problem's chain leaves the root package, if
// it ends in another.
func (t *translator) leaves(p *instance.Problem) (at program.Pos, callee string, ok bool) {
	if p.Entry == nil || t.isOfRoot(p.Entry) {
		return program.Pos{}, "", false
	}
	for _, c := range slices.Backward(p.Chain) {
		if t.isOfRoot(c.Caller) {
			return c.Pos(), nameAbroad(c.Callee.Operator().(operator).fn), c.Pos().IsValid()
		}
	}
	return program.Pos{}, "", false
}

// typeName is a type as the package of the current function writes it.
func (b *history) typeName(t types.Type) string {
	own := b.fn.Package()
	return types.TypeString(t, func(p *types.Package) string {
		if own != nil && own.Pkg == p {
			return ""
		}
		return p.Name()
	})
}

// nameAbroad is what a caller in another package calls a function: "slices.Clone", whatever it is an
// instance for.
func nameAbroad(fn *ssa.Function) string {
	if generic := fn.Origin(); generic != nil {
		fn = generic
	}
	if fn.Pkg == nil {
		return withReceiver(fn)
	}
	if written := load.WrittenAs(pathOf(fn)); written != "" {
		return written
	}
	return fn.Pkg.Pkg.Name() + "." + withReceiver(fn)
}
