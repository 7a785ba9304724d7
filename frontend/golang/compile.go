package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

// prepare prunes, type-checks and checks the package for one function.
func (s *source) prepare(fn string, opts Options) (*checker, *ast.FuncDecl, program.ErrorList) {
	d := s.find(fn)
	if d == nil {
		return nil, nil, program.ErrorList{{Instr: -1, Msg: s.noSuchFunction(fn)}}
	}
	fd := d.node.(*ast.FuncDecl)
	l, errs := s.reachable([]*declaration{d}, opts)
	c := newChecker(l)
	if fd.Type.TypeParams != nil || receiverIsGeneric(fd) {
		c.refuse(fd.Name.Pos(), "%s has type parameters; write a function that calls it with the types you want, and compile that", fn)
	}
	c.run(fd)
	return c, fd, append(errs, c.refused...)
}

func (s *source) noSuchFunction(fn string) string {
	var names []string
	for _, f := range s.functions() {
		names = append(names, f.Name)
	}
	sort.Strings(names)
	names = slices.Compact(names)
	if fn == "" {
		fn = "(no name given)"
	}
	if len(names) == 0 {
		return "no function " + fn + "; the source has none"
	}
	return "no function " + fn + "; the source has " + strings.Join(names, ", ")
}

// compile implements Compile.
func (s *source) compile(fn string, opts Options) (*program.Program, program.ErrorList) {
	c, fd, errs := s.prepare(fn, opts)
	if c != nil && (fd.Type.Results == nil || len(fd.Type.Results.List) == 0) {
		errs = append(errs, s.errorf(fd.Name.Pos(), "%s has no result; a batched function returns what it computed", fn))
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return c.translate(fn, fd, opts)
}

// translate builds the SSA form of the checked package and translates what the
// entry function reaches.
func (c *checker) translate(name string, fd *ast.FuncDecl, opts Options) (*program.Program, program.ErrorList) {
	prog := ssa.NewProgram(c.fset, ssa.InstantiateGenerics|ssa.GlobalDebug)
	for _, p := range c.pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg := prog.CreatePackage(c.pkg, c.pruned, c.info, false)
	pkg.Build()

	entry := prog.FuncValue(c.info.Defs[fd.Name].(*types.Func))
	t := &translator{
		checker: c,
		layouts: layouts{},
		names:   newNamer(),
		fnNames: newNamer(),
		funcs:   map[*ssa.Function]*function{},
		tables:  map[*types.Var][]string{},
		goMath:  opts.GoMath,
		out: &program.Program{
			Name: name, Dialect: program.Source,
			File: c.pos(fd.Pos()).File,
		},
	}
	if errs := t.main(entry, opts); len(errs) > 0 {
		return nil, errs
	}
	if len(t.failed) > 0 {
		return nil, t.failed
	}
	dropDead(t.out)
	if err := program.Verify(t.out); err != nil {
		panic("bug: " + err.Error())
	}
	return t.out, nil
}

// translator turns SSA functions into functions of a program.
type translator struct {
	*checker
	layouts layouts
	names   *namer // variables, uniforms and blocks
	fnNames *namer
	funcs   map[*ssa.Function]*function
	queue   []*function
	tables  map[*types.Var][]string // names of a table's uniforms
	goMath  bool                    // Options.GoMath
	out     *program.Program
	failed  program.ErrorList
}

// function is an SSA function with its place in the program.
type function struct {
	ssa     *ssa.Function
	name    string
	params  [][]string // leaf names of each parameter
	results []string   // leaf names of the results
	ret     *layout    // of the result tuple
}

// main writes the main graph, which only calls the entry function, and then
// all functions.
func (t *translator) main(entry *ssa.Function, opts Options) program.ErrorList {
	uniform := map[string]bool{}
	for _, u := range opts.Uniform {
		uniform[u] = true
	}
	block := &program.Block{Name: "start"}
	call := &program.FunctionCallOp{Pos: t.place(entry.Pos())}
	var in []program.Names
	for i, p := range entry.Params {
		name := p.Name()
		if name == "_" || name == "" {
			name = "p" + itoa(i)
		}
		l := t.layouts.of(p.Type())
		names := t.leafNames(name, l)
		for k, n := range names {
			if uniform[p.Name()] {
				t.out.Uniforms = append(t.out.Uniforms, &program.Uniform{Name: n, Type: l.leaves[k].tensor()})
				n = t.narrowed(block, n, l.leaves[k], call.Pos)
			} else {
				t.declare(n, l.leaves[k])
			}
			call.In = append(call.In, program.Ref(n))
		}
		if !uniform[p.Name()] {
			in = append(in, l.pattern(names))
		}
		delete(uniform, p.Name())
	}
	var out []program.Names
	for i := range entry.Signature.Results().Len() {
		v := entry.Signature.Results().At(i)
		l := t.layouts.of(v.Type())
		names := t.leafNames(resultName(v, i), l)
		for k, n := range names {
			t.declare(n, l.leaves[k])
		}
		call.Out = append(call.Out, names...)
		out = append(out, l.pattern(names))
	}
	if len(uniform) > 0 {
		var errs program.ErrorList
		for u := range uniform {
			errs = append(errs, t.errorf(entry.Pos(), "%s has no parameter %s to make uniform", t.out.Name, u))
		}
		return errs
	}
	t.names.unique(block.Name)
	call.Callee = t.function(entry).name
	block.Instrs = append(block.Instrs, call)
	block.Term = program.GotoOp{Target: program.Exit, Pos: call.Pos}
	t.out.Graph.Blocks = []*program.Block{block}
	t.out.VarsIn, t.out.VarsOut = program.Tuple(in...), program.Tuple(out...)
	for len(t.queue) > 0 {
		f := t.queue[0]
		t.queue = t.queue[1:]
		t.body(f)
	}
	return nil
}

// narrowed wraps a uniform of a narrow integer type, which is given in the type
// that stores it, and returns the name of the wrapped value.
func (t *translator) narrowed(block *program.Block, uniform string, l leaf, pos program.Pos) string {
	row := wraps[l.goTyp]
	if row == "" {
		return uniform
	}
	name := t.names.unique(uniform + "." + l.goTyp)
	t.declare(name, l)
	block.Instrs = append(block.Instrs, &program.PrimOp{
		Op: program.OpcodeFor(row, l.dtype), In: []program.Operand{program.Ref(uniform)},
		Out: []program.Output{{Name: name}}, Pos: pos,
	})
	return name
}

// resultName is the name of result i: as in the source, or r0, r1, ….
func resultName(v *types.Var, i int) string {
	if v.Name() == "" || v.Name() == "_" {
		return "r" + itoa(i)
	}
	return v.Name()
}

// leafNames gives names to the leaves of a value.
func (t *translator) leafNames(base string, l *layout) []string {
	names := make([]string, len(l.leaves))
	for i, lf := range l.leaves {
		names[i] = t.names.unique(base + lf.path)
	}
	return names
}

func (t *translator) declare(name string, l leaf) {
	t.out.VarDefs.Add(name, program.Of(l.tensor()))
	if l.goTyp != "" {
		t.out.VarDefs.SetGo(name, l.goTyp)
	}
}

// function returns the place of an SSA function in the program, and queues its
// body for translation the first time.
func (t *translator) function(fn *ssa.Function) *function {
	if f := t.funcs[fn]; f != nil {
		return f
	}
	f := &function{ssa: fn, name: t.fnNames.unique(functionName(fn))}
	t.funcs[fn] = f
	for i, p := range fn.Params {
		name := p.Name()
		if name == "_" || name == "" {
			name = "p" + itoa(i)
		}
		l := t.layouts.of(p.Type())
		names := t.leafNames(f.name+"."+name, l)
		for k, n := range names {
			t.declare(n, l.leaves[k])
		}
		f.params = append(f.params, names)
	}
	results := fn.Signature.Results()
	f.ret = t.layouts.of(results)
	for i := range results.Len() {
		l := t.layouts.of(results.At(i).Type())
		names := t.leafNames(f.name+"."+resultName(results.At(i), i), l)
		for k, n := range names {
			t.declare(n, l.leaves[k])
		}
		f.results = append(f.results, names...)
	}
	t.queue = append(t.queue, f)
	return f
}

// functionName returns "Integrate", "Vec.Norm" or "Clamp_float64".
func functionName(fn *ssa.Function) string {
	name := fn.Name()
	if recv := fn.Signature.Recv(); recv != nil {
		name = types.TypeString(recv.Type(), func(*types.Package) string { return "" }) + "." + name
	}
	return strings.TrimRight(clean(name), "_")
}

// place returns a position for an instruction: without its file, if that is
// the program's.
func (t *translator) place(p token.Pos) program.Pos {
	pos := t.pos(p)
	if pos.File == t.out.File {
		pos.File = ""
	}
	return pos
}
