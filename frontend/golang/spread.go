package golang

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// Slices of slices that are parameters or results, results that are pointers to structs with
// slices or nil in some lanes, and parameters that point to structs whose slices are given
// other memory have no columns in the function itself: which memory they are of is told by
// the lane. Such a function is compiled as what a function returns that calls it, see package
// load's Spread: results are copied to memory of their own where lanes differ.

// compileSpread compiles the function that spreads fn. It returns nil if there is none, or
// if that is refused too; then the errors are what is wrong with rows that are given sizes.
func (s *Source) compileSpread(fn string, opts Options, tellNil bool) (*translator, program.ErrorList) {
	if opts.spread != nil {
		return nil, nil
	}
	t, sp, errs := s.compileRows(fn, opts, load.SpreadOptions{})
	if t != nil || sp == nil || len(sp.Rows) == 0 || opts.MakeCap <= 0 {
		return t, errs
	}
	// A matrix may go on as one that a loop makes, as one that is multiplied again and again does; see
	// spread_copies.go.
	if own, _, _ := s.compileRows(fn, opts, load.SpreadOptions{Own: true, TellNil: tellNil}); own != nil {
		return own, nil
	}
	return t, errs
}

// compileRows compiles the function that spreads fn, with the rows of its parameters as they are left if it may change
// them.
func (s *Source) compileRows(fn string, opts Options, how load.SpreadOptions) (
	*translator, *spread, program.ErrorList,
) {
	t, sp, errs := s.compileSpreadAs(fn, opts, how)
	switch {
	case sp == nil || len(sp.Rows) == 0:
		return t, sp, nil
	case t == nil && len(sp.Results) > 0:
	case t == nil || t.writesRows(sp.Rows, how.Own):
		how.Left = true
		t, sp, errs = s.compileSpreadAs(fn, opts, how)
	}
	return t, sp, sp.own(errs)
}

// compileSpreadAs compiles the function that spreads fn in one of the ways to do that.
func (s *Source) compileSpreadAs(fn string, opts Options, how load.SpreadOptions) (
	*translator, *spread, program.ErrorList,
) {
	how.Keep = func(param string) bool { return slices.Contains(opts.Uniform, param) }
	how.Rows, how.Room = opts.matrix, opts.MakeCap
	sp := s.src.Spread(fn, how)
	if sp == nil {
		return nil, nil, nil
	}
	opts = opts.withLengths(sp)
	opts.spread = sp
	t, errs := s.compileShared(sp.Name, opts)
	if len(errs) > 0 {
		return nil, (*spread)(sp), errs
	}
	return t, (*spread)(sp), nil
}

// spread is a function that spreads another one.
type spread load.Spread

// own are errors at places of the user's, or else where the function is: then they are of a text that nobody sees, and
// say so.
func (sp *spread) own(errs program.ErrorList) program.ErrorList {
	inside := func(e *program.Error) bool { return e.Pos.File == sp.File }
	if !slices.ContainsFunc(errs, func(e *program.Error) bool { return !inside(e) }) {
		for _, e := range errs {
			if e.Pos = sp.Pos; !strings.HasPrefix(e.Msg, "parameter ") {
				e.Msg = "slices of slices cannot be handed to it as columns: " + e.Msg
			}
		}
		return errs
	}
	return slices.DeleteFunc(errs, inside)
}

// rowSuffix, after the name of a parameter that is a slice of slices, names its rows in
// [Options].Len and Cap.
const rowSuffix = "[]"

// rowsNeedSizes says what a parameter that is a slice of slices needs.
func rowsNeedSizes(name string) string {
	if whole, _, isField := strings.Cut(name, "."); isField {
		return "lanes cannot bring a slice of slices in a struct; take it as a parameter of its own, or let " +
			"parameter " + whole + " be uniform (-uniform, lockstep.Uniform)"
	}
	return fmt.Sprintf("a lane's memory has a fixed size, so a slice of slices needs a number of rows, and of "+
		"elements of each: if they are the same for all lanes, -len %[1]s=N,%[1]s[]=M (lockstep.Len), otherwise "+
		"-cap %[1]s=N,%[1]s[]=M (lockstep.Cap); or it is one for all lanes (-uniform, lockstep.Uniform)", name)
}

// lensSuffix ends the name of the column with the lengths of rows.
const lensSuffix = ".lens"

// hasRows reports whether a parameter is a slice of slices, or what stands for it in a
// function that spreads another one.
func hasRows(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return gotypes.IsSlice(u.Elem())
	case *types.Array:
		_, rows := u.Elem().Underlying().(*types.Array)
		return rows
	}
	return false
}

// matrix is how large a parameter is that is a slice of slices.
func (o Options) matrix(param string) load.Matrix {
	rows, fixed := o.Len[param]
	elems, fixedRows := o.Len[param+rowSuffix]
	if !fixed {
		rows = cmp.Or(o.Cap[param], o.AnyCap)
	}
	if !fixedRows {
		elems = cmp.Or(o.Cap[param+rowSuffix], o.AnyCap)
	}
	return load.Matrix{Rows: rows, Elems: elems, Fixed: fixed && fixedRows}
}

// withLengths are the options for the function that spreads another one, which has
// parameters of its own for how long rows are.
func (o Options) withLengths(sp *load.Spread) Options {
	o.Cap = maps.Clone(o.Cap)
	if o.Cap == nil {
		o.Cap = map[string]int{}
	}
	for _, p := range sp.Params {
		if of, ok := strings.CutSuffix(p, lensSuffix); ok {
			o.Cap[p] = o.matrix(of).Rows
		}
	}
	return o
}

// tellsRoom reports whether what hands over rows as columns makes a slice that nothing uses: it does so for the fault,
// if there are more rows or elements than columns have room for.
func (b *cursor) tellsRoom(in *ssa.MakeSlice) bool {
	sp := b.opts.spread
	return sp != nil && in.Parent().Name() == sp.Name && !ssaflow.Used(in)
}

// isSpreadOf reports whether a caller's memory has the capacity that it has in Go, in a
// function that is compiled for what its pointers lead to in the end: an append that finds
// no room in it gives the caller other memory.
func (o Options) isSpreadOf(r *known.Region) bool { return o.spread != nil && !r.Grown && !r.Varies }

// columnBase is what the columns of a result of the compiled function are called after.
func (t *translator) columnBase(i int) string {
	if sp := t.opts.spread; sp != nil {
		return sp.Results[i].Name
	}
	return resultName(t.entry.Signature.Results().At(i), i)
}

// saysNothing reports whether leaf k of result i of a function that spreads another one
// tells what the inputs tell as well, or nothing.
func (t *translator) saysNothing(i, k int, a known.Atom) bool {
	sp := t.opts.spread
	if sp == nil {
		return false
	}
	r := sp.Results[i]
	if r.IsNil {
		return a.Kind == known.Number && a.Nums[0].IsLiteral() && a.Nums[0].Bits == 0
	}
	return r.Param >= 0 && !r.Rows && !t.spreadWrites(r.Param, k)
}

// givenAnew reports whether a parameter is a pointer to a slice, or a slice that is a field behind one, of which a
// result gives the elements that it has in the end.
func (t *translator) givenAnew(name string) bool {
	sp := t.opts.spread
	if sp == nil {
		return false
	}
	for i, r := range sp.Results {
		path, is := strings.CutPrefix(name, strings.TrimSuffix(r.Name, ".out"))
		if r.Param < 0 || !is || path != "" && !strings.HasPrefix(path, ".") {
			continue
		}
		k := 0
		if path != "" {
			leaves := t.layouts.Of(t.entry.Signature.Results().At(i).Type()).Leaves
			k = slices.IndexFunc(leaves, func(lf known.Leaf) bool { return lf.Path == path })
		}
		if k >= 0 && t.spreadWrites(r.Param, k) {
			return true
		}
	}
	return false
}

// spreadWrites reports whether the function that is spread gives another value to leaf k
// of what a parameter points to.
func (t *translator) spreadWrites(param, k int) bool {
	callee := t.spreadCallee()
	if callee == nil || callee.Outputs() == nil {
		return false
	}
	a := callee.In().Get(paramTag(param)).(known.Value)[0]
	touched, _ := callee.Outputs().Get(a.Region.Name).(known.Touched)
	return touched.Written.Has(a.From + k)
}

// writesRows reports whether the function that is spread changes one of the slices of slices that it
// is given, or elements of it. Rows of its own are in the memory of all that it makes, so its text tells of them.
func (t *translator) writesRows(params []int, own bool) bool {
	callee := t.spreadCallee()
	if callee == nil || callee.Outputs() == nil {
		return false
	}
	fn := callee.Operator().(operator).fn
	return slices.ContainsFunc(params, func(param int) bool {
		if own {
			return !t.evaluator.OnlyReads(fn, fn.Params[param])
		}
		return t.wroteRows(callee, param)
	})
}

// wroteRows reports whether an instance changes a slice of slices that is a parameter, or elements of it.
func (t *translator) wroteRows(callee *instance.Entry, param int) bool {
	rows := callee.In().Get(paramTag(param)).(known.Value)[0].Region
	if rows == nil {
		return false
	}
	wrote := func(region string) bool {
		touched, _ := callee.Outputs().Get(region).(known.Touched)
		return slices.ContainsFunc(touched.Written, func(w uint64) bool { return w != 0 })
	}
	held, _ := callee.In().Get(rows.Name).(known.Contents)
	return wrote(rows.Name) || slices.ContainsFunc(held.Cells, func(a known.Atom) bool {
		return a.Region != nil &&
			slices.ContainsFunc(a.Region.All(), func(r *known.Region) bool { return wrote(r.Name) })
	})
}

// spreadCallee is the instance of the function that is spread.
func (t *translator) spreadCallee() *instance.Entry {
	for op := range t.root.Body().Operations() {
		if callees := t.root.Callees(op); len(callees) > 0 {
			return callees[0]
		}
	}
	return nil
}
