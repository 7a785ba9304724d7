package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/names"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// maxInstances bounds how many instances a function has for different
// constants before the constants are passed like other values.
const maxInstances = 16

// maxOperations bounds the instructions of all instances of functions: text that is
// hostile, or was generated without a thought of it, is refused before it takes
// minutes or gigabytes.
const maxOperations = 400_000

// loads are what functions reach that are compiled in several ways, one after the other.
type loads map[*load.Declaration]loaded

type loaded struct {
	view *load.View
	errs program.ErrorList
}

// load loads what a function reaches, once.
func (l loads) load(s *load.Source, d *load.Declaration) (*load.View, program.ErrorList) {
	got, ok := l[d]
	if !ok {
		got.view, got.errs = s.Load(d)
		l[d] = got
	}
	return got.view, got.errs
}

// prepare loads what one function reaches.
func (s *Source) prepare(fn string, opts Options) (*load.View, *ast.FuncDecl, program.ErrorList) {
	d := s.src.Find(fn)
	if opts.spread != nil {
		d = opts.spread.Root
	}
	if d == nil {
		return nil, nil, program.ErrorList{{Instr: -1, Msg: s.noSuchFunction(fn)}}
	}
	fd := d.Function()
	if load.IsGeneric(fd) {
		return nil, nil,
			program.ErrorList{s.src.Errorf(fd.Name.Pos(),
				"%s has type parameters; name the types, as in %s, or write a function that calls it with them, and "+
					"compile that", fn, load.InstanceOf(fd))}
	}
	if fd.Body == nil {
		return nil, nil, program.ErrorList{s.src.Errorf(fd.Name.Pos(), "%s has no body; write it in Go", fn)}
	}
	l, errs := opts.loads.load(s.src, d)
	return l, fd, errs
}

func (s *Source) noSuchFunction(fn string) string {
	var names []string
	for _, f := range s.Functions() {
		names = append(names, f.Name)
	}
	sort.Strings(names)
	names = slices.Compact(names)
	if fn == "" {
		fn = "(no name given)"
	}
	if len(names) == 0 {
		return "there is no function " + fn + "; the source has none"
	}
	return "there is no function " + fn + "; the source has " + strings.Join(names, ", ")
}

// compile implements Compile.
func (s *Source) compile(fn string, opts Options) (*program.Program, program.ErrorList) {
	t, errs := s.accept(fn, opts)
	if len(errs) > 0 {
		return nil, errs
	}
	if opts.OnVarying != nil {
		for _, code := range t.varying {
			opts.OnVarying(code)
		}
		for code := range t.inexact {
			opts.OnVarying(code)
		}
	}
	return t.out, nil
}

// accept translates a function in the ways that the options allow, until one is accepted.
func (s *Source) accept(fn string, opts Options) (*translator, program.ErrorList) {
	opts.loads, opts.learnt = loads{}, map[sharing]*keeping{}
	t, errs := s.compileShared(fn, opts)
	if len(errs) > 0 && t != nil && t.missesConstant() && s.src.LoadAll(fn, t.loaded) {
		again := opts
		again.loads, again.learnt = loads{}, map[sharing]*keeping{}
		if all, more := s.compileShared(fn, again); len(more) == 0 {
			return all, nil
		}
	}
	if len(errs) > 0 && opts.LeaveToGo {
		opts.leaving = true
		opts.hurried = t != nil && t.cache != nil && t.cache.Stats().Left
		left, more := s.compileShared(fn, opts)
		if len(more) == 0 {
			return left, nil
		}
		if asksForOption(more) && !asksForOption(errs) {
			return t, more // what is missing then, and not what may be left to Go
		}
	}
	return t, errs
}

// asksForOption reports whether errors say which options are missing.
func asksForOption(errs program.ErrorList) bool {
	return slices.ContainsFunc(errs, func(e *program.Error) bool { return strings.Contains(e.Msg, "lockstep.") })
}

// compileShared compiles with parameters shared by all lanes that the options allow
// to be so, if the function is accepted then, and otherwise as a function that spreads
// it. It returns the errors of the function as it is.
func (s *Source) compileShared(fn string, opts Options) (*translator, program.ErrorList) {
	if opts.AnyUniform {
		opts.sharing = sharesFlat
	}
	t, errs := s.translate(fn, opts)
	spreads := t != nil && t.spreads
	if len(errs) > 0 && t != nil && t.shared {
		opts.sharing = sharesNone
		t, errs = s.translate(fn, opts)
		spreads = spreads || t != nil && t.spreads
	}
	if len(errs) > 0 && t != nil && t.linked && opts.AnyUniform {
		opts.sharing = sharesLinked
		// A function that is given nothing but what all lanes share is called once.
		if all, more := s.translate(fn, opts); len(more) == 0 && len(all.inputs.names) > 0 {
			return all, nil
		}
	}
	if len(errs) > 0 && spreads {
		spread, more := s.compileSpread(fn, opts, t.tellNil())
		if spread != nil {
			return spread, nil
		}
		if len(more) > 0 {
			return t, more
		}
	}
	if len(errs) > 0 {
		if copied := s.compileCopied(fn, opts, t); copied != nil {
			return copied, nil
		}
	}
	return t, errs
}

// translate compiles a function. Where it is refused, it is tried again without arenas that make it faster, without the
// room that functions asked their callers for, and then with slices that stay within the capacity that make gave them.
func (s *Source) translate(fn string, opts Options) (*translator, program.ErrorList) {
	kept := opts.firstKeeping()
	t, errs := s.translateWith(fn, opts, kept)
	if len(errs) > 0 && kept.pooled {
		kept = newKeeping()
		kept.unpooled = true
		t, errs = s.translateWith(fn, opts, kept)
	}
	if len(errs) > 0 && kept.asked {
		kept = newKeeping()
		kept.unasked = true
		t, errs = s.translateWith(fn, opts, kept)
	}
	if len(errs) > 0 && (kept.capacity || kept.short) {
		short := kept.short
		kept = newKeeping()
		kept.unasked, kept.within, kept.short = true, true, short
		if within, errs := s.translateWith(fn, opts, kept); len(errs) == 0 {
			return within, nil
		}
	}
	return t, errs
}

// translateWith compiles a function, again where memory turns out to be kept over the rounds of a loop, or to
// need an arena.
func (s *Source) translateWith(fn string, opts Options, kept *keeping) (t *translator, errs program.ErrorList) {
	for range maxKeeping {
		t, errs = s.instantiate(fn, opts, nil, kept)
		if len(errs) == 0 && len(kept.wanted) == 0 {
			errs = t.program()
		}
		if !kept.columns.askFor(errs) && !kept.learnTexts(t) && !kept.again(opts.MakeCap) {
			return t, s.allErrors(fn, opts, kept, errs)
		}
	}
	if len(errs) == 0 {
		errs = program.ErrorList{{Instr: -1, Msg: fn + ": objects that a recursion makes are of more than " +
			itoa(maxKeeping) + " types; use fewer, such as one struct with a field that tells them apart"}}
	}
	return t, errs
}

// allErrors are all errors of a function that has some: where a call is refused, what comes behind it
// is judged too.
func (s *Source) allErrors(fn string, opts Options, kept *keeping, errs program.ErrorList) program.ErrorList {
	if len(errs) == 0 || opts.leaving {
		return errs
	}
	kept.judging = true
	if _, all := s.instantiate(fn, opts, nil, kept); len(all) > 0 {
		return all
	}
	return errs
}

// translator turns instances of SSA functions into functions of a program.
type translator struct {
	src      *load.Source
	loaded   *load.View
	prog     *ssa.Program
	opts     Options
	ourMath  bool // Options.OurMath
	layouts  known.Layouts
	tables   map[*types.Var]*variableTable // package-level variables
	families known.Families

	evaluator  *evaluate.Evaluator
	calls      map[string]known.Value      // with constant arguments, by function and these; nil if lanes make them
	referredTo map[regionKey]*known.Region // by tables
	nodes      *graphPools                 // of package-level variables, once that is asked
	mapTables  map[*evaluate.MapDatum]*mapTable
	literals   map[*ssa.MakeMap]*variableTable
	named      int // regions that tables refer to and that have got a name
	graphs     map[*ssa.Function]*graph
	passed     map[*ssa.Function][]ssaflow.Passed // by recursions
	recursive  map[*ssa.Function]bool
	cuts       map[*ssa.Package]map[token.Pos]bool // appends to queues, see isQueue
	uniforms   map[string]*program.Uniform
	derivedBy  map[string]string
	errorCodes map[any]int
	wraps      *wrappings
	varying    []int         // codes of errors whose texts have values of a lane
	inexact    map[int]bool  // codes of others whose texts could not be computed
	told       *errorTexts   // nil if nobody asks for the text of an error
	copies     map[int]int   // which results are copied, and how many elements they have at most
	fromInputs map[int][]int // of these, the input regions that they may be of; see results.go
	mayBeNilAt map[int]bool  // which of these may be nil whatever the inputs are
	spelled    spelledTexts
	operations int // of all instances that were begun
	// differences are those that order what a loop over a map has collected.
	differences map[*ssa.BinOp]bool
	apart       map[types.Type]bool // whether entries of maps that point to a type are never one; see entriesApart
	tellsNil    *bool               // whether somebody may tell a slice that is nil from an empty one; see clonesAlone
	// room is how many elements memory turned out to need, by place, and again
	// that this analysis began with less.
	room  map[string]int64
	again bool
	kept  *keeping
	texts *textColumns

	names   *names.Namer // variables, uniforms and blocks
	fnNames *names.Namer
	funcs   map[*instance.Entry]*emitted
	queue   []*emitted
	entry   *ssa.Function
	inputs  inputs
	shared  bool     // a pointer is uniform because of Options.AnyUniform
	linked  bool     // a parameter has what is in pools if it is uniform
	spreads bool     // what a pointer leads to has no columns; see spread.go
	mixed   []string // slices that lanes bring, and that turn into what arenas have; see spread_copies.go

	cache  *instance.Cache
	root   *instance.Entry
	out    *program.Program
	failed program.ErrorList
}

// instantiate loads the function and finds its instances.
func (s *Source) instantiate(name string, opts Options, log io.Writer, kept *keeping) (*translator,
	program.ErrorList) {
	l, fd, errs := s.prepare(name, opts)
	if len(errs) > 0 {
		return nil, errs
	}
	if what, most := kept.tooMany(); what != "" {
		return nil, program.ErrorList{s.src.Errorf(fd.Name.Pos(), "%s: %s are used at a time, and there is room for "+
			"-make-cap of them with -make-cap elements each; a lane's memory has at most %d elements: let -make-cap "+
			"be %d at most, or make memory of a fixed size, such as make([]T, 0, N)",
			name, what, program.MaxElements, most)}
	}
	kept.forgetGrowing()
	a := &analysis{Source: s, name: name, view: l, decl: fd, opts: opts, log: log, kept: kept}
	t, errs := a.run(nil)
	if len(errs) > 0 {
		return t, errs
	}
	if copies := t.needsCopies(); len(copies) > 0 {
		return a.run(copies)
	}
	return t, nil
}

// analysis is what the tries to find the instances of a loaded function have in common.
type analysis struct {
	*Source
	name string // of the function
	view *load.View
	decl *ast.FuncDecl
	opts Options
	log  io.Writer // takes the transcript, nil for none
	// kept is what a try finds that the next one needs.
	kept *keeping
}

// run finds the instances, for which those of the slices that the function returns that are in copies
// are copied to memory of their own first. It is done again with more room until that suffices.
func (a *analysis) run(copies map[int]int) (*translator, program.ErrorList) {
	for range maxAgain {
		a.kept.stored = false
		t, errs := a.try(copies)
		done := !t.again || len(errs) > 0 && len(a.kept.wanted) == 0
		if !a.kept.columns.askFor(errs) && !a.kept.stored && done {
			return t, errs
		}
		clear(a.kept.wanted) // what has less room than it needs may seem to need an arena
	}
	return nil,
		program.ErrorList{a.src.Errorf(a.decl.Name.Pos(), "%s: how long its slices get could not be found out; make "+
			"them with a constant capacity", a.name)}
}

// maxAgain bounds how often a function is analysed anew with more room. Each place
// needs it once or twice.
const maxAgain = 50

// patience is after how many operations the analysis of a function looks whether it is
// refused whatever comes: other problems that there may be are not worth more.
const patience = 10_000

// try finds the instances once.
func (a *analysis) try(copies map[int]int) (*translator, program.ErrorList) {
	l := a.view
	clear(a.kept.columns.open)
	t := &translator{
		room: a.kept.room, kept: a.kept, texts: a.kept.columns, copies: copies,
		fromInputs: map[int][]int{}, mayBeNilAt: map[int]bool{},
		src: a.src, loaded: l, prog: l.Prog, opts: a.opts, ourMath: a.opts.OurMath,
		layouts: known.Layouts{}, tables: map[*types.Var]*variableTable{}, families: known.Families{},
		graphs: map[*ssa.Function]*graph{}, passed: map[*ssa.Function][]ssaflow.Passed{},
		recursive: map[*ssa.Function]bool{}, differences: map[*ssa.BinOp]bool{}, apart: map[types.Type]bool{},
		cuts:  map[*ssa.Package]map[token.Pos]bool{},
		calls: map[string]known.Value{}, referredTo: map[regionKey]*known.Region{},
		mapTables: map[*evaluate.MapDatum]*mapTable{}, literals: map[*ssa.MakeMap]*variableTable{},
		uniforms: map[string]*program.Uniform{}, derivedBy: map[string]string{}, errorCodes: map[any]int{},
		inexact: map[int]bool{},
		wraps:   newWrappings(l),
		names:   names.New(), fnNames: names.NewFunctions(), funcs: map[*instance.Entry]*emitted{},
		out: &program.Program{Name: a.name, Dialect: program.Source, File: a.src.Pos(a.decl.Pos()).File},
	}
	if sp := a.opts.spread; sp != nil {
		t.out.Name, t.out.File = sp.Func, sp.Pos.File
	}
	t.entry = l.Prog.FuncValue(l.Root.Info.Defs[a.decl.Name].(*types.Func))
	t.evaluator = evaluate.New(evaluate.Host{
		View: l, Layouts: t.layouts, Arithmetic: arithmetic{t},
		IsTable:   func(v *types.Var) bool { return len(t.tableOf(v).errs) == 0 },
		IsWatched: func(v *types.Var) bool { return t.tableOf(v).watched },
	})
	in, refused := t.parameters(a.decl)
	budget := instance.Options{Log: a.log, MaxInstances: maxInstances, Patience: patience}
	if a.opts.hurried {
		budget.MaxRuns = 4 * patience
	}
	t.cache = instance.New(budget)
	var err error
	t.root, err = t.cache.Run(operator{t, t.entry, len(copies) > 0}, in)
	errs := append(refused, t.failed...)
	t.failed = nil
	if err != nil {
		errs = append(errs, t.problems(err, len(errs) > 0)...)
	}
	switch {
	case len(errs) > 0:
	case a.opts.leaving:
		errs = t.leavesLittle(a.decl)
	default:
		errs = t.lost()
	}
	return t, errs
}

// lost are the refusals that no operation of an instance gives any more.
func (t *translator) lost() (errs program.ErrorList) {
	for _, e := range t.cache.Reachable() {
		if b, ok := e.Body().(*body); ok {
			errs = append(errs, b.lost()...)
		}
	}
	return errs
}

// isOfRoot reports whether an entry is of a function of the root package, or of
// one that has no package, such as a wrapper of a method.
func (t *translator) isOfRoot(e *instance.Entry) bool {
	pkg := packageOf(e)
	return pkg == nil || pkg.Pkg.Path() == t.rootPath()
}

// packageOf returns the package of an entry's function, or nil if it has none.
func packageOf(e *instance.Entry) *ssa.Package {
	o, ok := e.Operator().(operator)
	if !ok {
		return nil
	}
	fn := o.fn
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	return fn.Pkg
}

// pos translates a position.
func (t *translator) pos(p token.Pos) program.Pos { return t.src.Pos(p) }

// errorf makes an error at a place.
func (t *translator) errorf(p token.Pos, format string, args ...any) *program.Error {
	return t.src.Errorf(p, format, args...)
}

func (t *translator) rootPath() string { return t.loaded.Root.Types.Path() }

// functionName returns "Integrate", "Vec.Norm" or "Clamp_float64"; for another
// package "mathext.Zeta".
func (t *translator) functionName(fn *ssa.Function) string {
	name := withReceiver(fn)
	if p := fn.Pkg; p != nil && p.Pkg.Path() != t.rootPath() {
		name = p.Pkg.Name() + "." + name
	}
	return strings.TrimRight(names.Clean(name), "_")
}

// withReceiver returns the name of a function, for a method "Vec.Norm".
func withReceiver(fn *ssa.Function) string {
	recv := fn.Signature.Recv()
	if recv == nil {
		return fn.Name()
	}
	rt := recv.Type()
	if p, ok := rt.(*types.Pointer); ok {
		rt = p.Elem()
	}
	return types.TypeString(rt, func(*types.Package) string { return "" }) + "." + fn.Name()
}

// program emits everything that the root instance reaches.
func (t *translator) program() program.ErrorList {
	t.main()
	for len(t.queue) > 0 {
		f := t.queue[0]
		t.queue = t.queue[1:]
		t.emit(f)
	}
	if len(t.failed) > 0 {
		return t.failed
	}
	fillFamilies(t.families)
	if errs := t.wraps.fill(t); len(errs) > 0 {
		return errs
	}
	t.told.fill(t)
	t.orderUniforms()
	dropDead(t.out)
	t.placeLibrary()
	if err := program.Verify(t.out); err != nil {
		panic("bug: " + err.Error())
	}
	return nil
}

// orderUniforms puts the uniforms that programs are given first, in the order
// of the parameters; what is derived follows.
func (t *translator) orderUniforms() {
	slices.SortStableFunc(t.out.Uniforms, func(a, b *program.Uniform) int {
		rank := func(u *program.Uniform) int {
			if u.Def != nil {
				return 1
			}
			return 0
		}
		return rank(a) - rank(b)
	})
}

func (t *translator) declare(name string, l known.Leaf) {
	t.out.VarDefs.Add(name, program.Of(l.Tensor()))
	if l.GoType != program.GoStored {
		t.out.VarDefs.SetGo(name, l.GoType)
	}
}

// place returns a position for an instruction: without its file, if that is
// the program's.
func (t *translator) place(p token.Pos) program.Pos {
	pos := t.pos(p)
	if sp := t.opts.spread; sp != nil && pos.File == sp.File {
		pos = sp.Pos // the function that spreads it has no text
	}
	if pos.File == t.out.File {
		pos.File = ""
	}
	return pos
}

// resultName is the name of result i: as in the source, or r0, r1, ….
func resultName(v *types.Var, i int) string {
	if v.Name() == "" || v.Name() == "_" {
		return "r" + itoa(i)
	}
	return v.Name()
}
