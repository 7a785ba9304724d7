package load

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/program"
)

// How often generic functions are instantiated is found out before package ssa
// does it: a function that calls another with a pair of its type parameter, and
// so on, makes types that double with each call. Types are numbers here, which
// say what they are made of, so that none is ever written out.

// instantiations explores what is instantiated from the functions that are kept.
type instantiations struct {
	l     *View
	ids   map[string]int // of types, by what they are made of
	sizes []int          // of types: in words
	seen  map[string]bool
	work  []instantiation
	decls map[*types.Func]*generic
	errs  program.ErrorList
}

// instantiation is a function with type arguments.
type instantiation struct {
	fn   *types.Func
	args []int // types
}

// generic is what the body of a generic function instantiates.
type generic struct {
	params *types.TypeParamList
	uses   []genericUse
}

// genericUse is a place that instantiates a function, or that has an instantiated
// type, whose methods may be called.
type genericUse struct {
	at   *ast.Ident
	obj  types.Object
	args *types.TypeList // of the type that an alias means, if it is one
}

// instantiated refuses packages whose generic functions become too many.
func (l *View) instantiated() program.ErrorList {
	in := &instantiations{l: l, ids: map[string]int{}, seen: map[string]bool{}, decls: map[*types.Func]*generic{}}
	var start []genericUse
	for _, t := range l.Packages {
		if !t.bodies {
			continue
		}
		for _, f := range t.pruned {
			for _, d := range f.Decls {
				fn, uses := in.usesIn(t, d)
				if fn == nil {
					start = append(start, uses...)
				}
			}
		}
	}
	for _, u := range start {
		in.use(u, nil)
	}
	for len(in.work) > 0 && len(in.errs) == 0 {
		one := in.work[len(in.work)-1]
		in.work = in.work[:len(in.work)-1]
		g := in.decls[one.fn]
		if g == nil {
			continue // it has no body here
		}
		env := map[*types.TypeParam]int{}
		for i := range g.params.Len() {
			env[g.params.At(i)] = one.args[i]
		}
		for _, u := range g.uses {
			in.use(u, env)
		}
	}
	return in.errs
}

// usesIn lists what a declaration instantiates. fn is the function that it is, if
// that is generic.
func (in *instantiations) usesIn(t *Package, d ast.Decl) (fn *types.Func, uses []genericUse) {
	ast.Inspect(d, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if inst, ok := t.Info.Instances[id]; ok {
				use := genericUse{id, t.Info.Uses[id], inst.TypeArgs}
				if named, ok := types.Unalias(inst.Type).(*types.Named); ok {
					use.args = named.TypeArgs()
				}
				uses = append(uses, use)
			}
		}
		return true
	})
	fd, ok := d.(*ast.FuncDecl)
	if !ok {
		return nil, uses
	}
	obj, _ := t.Info.Defs[fd.Name].(*types.Func)
	if obj == nil {
		return nil, uses
	}
	params := obj.Signature().TypeParams()
	if obj.Signature().RecvTypeParams().Len() > 0 {
		params = obj.Signature().RecvTypeParams()
	}
	if params.Len() == 0 {
		return nil, uses
	}
	in.decls[obj] = &generic{params, uses}
	return obj, uses
}

// use instantiates a function, or the methods of a type.
func (in *instantiations) use(u genericUse, env map[*types.TypeParam]int) {
	args := make([]int, u.args.Len())
	for i := range args {
		args[i] = in.id(u.args.At(i), env)
		if in.sizes[args[i]] > maxSpelling {
			in.refuse(u.at, "%s is instantiated with a type that takes more than %d words to write out; its type "+
				"arguments grow from call to call", u.at.Name, maxSpelling)
			return
		}
	}
	switch obj := u.obj.(type) {
	case *types.Func:
		in.reach(u.at, obj.Origin(), args)
	case *types.TypeName:
		if named, ok := types.Unalias(obj.Type()).(*types.Named); ok {
			for m := range named.Origin().Methods() {
				in.reach(u.at, m, args)
			}
		}
	}
}

func (in *instantiations) reach(at *ast.Ident, fn *types.Func, args []int) {
	var key strings.Builder
	key.WriteString(fn.FullName())
	for _, a := range args {
		key.WriteByte(' ')
		key.WriteString(strconv.Itoa(a))
	}
	if in.seen[key.String()] {
		return
	}
	in.seen[key.String()] = true
	if len(in.seen) > maxInstantiated {
		in.refuse(at, "generic functions are instantiated more than %d times, the last one %s; its type arguments "+
			"grow from call to call", maxInstantiated, at.Name)
		return
	}
	in.work = append(in.work, instantiation{fn, args})
}

func (in *instantiations) refuse(at *ast.Ident, format string, args ...any) {
	if len(in.errs) == 0 {
		in.errs = append(in.errs, in.l.Root.Errorf(at.Pos(), format, args...))
	}
}

// id numbers a type by what it is made of; type parameters are what env says.
func (in *instantiations) id(t types.Type, env map[*types.TypeParam]int) int {
	t = types.Unalias(t)
	var parts []types.Type
	head := ""
	switch t := t.(type) {
	case *types.TypeParam:
		if n, ok := env[t]; ok {
			return n
		}
		head = t.String()
	case *types.Named:
		head = gotypes.Key(t.Origin())
		for a := range t.TypeArgs().Types() {
			parts = append(parts, a)
		}
	case *types.Pointer:
		head, parts = "*", []types.Type{t.Elem()}
	case *types.Slice:
		head, parts = "[]", []types.Type{t.Elem()}
	case *types.Array:
		head, parts = "["+strconv.FormatInt(t.Len(), 10)+"]", []types.Type{t.Elem()}
	case *types.Map:
		head, parts = "map", []types.Type{t.Key(), t.Elem()}
	case *types.Chan:
		head, parts = "chan", []types.Type{t.Elem()}
	case *types.Struct:
		head = "struct"
		for f := range t.Fields() {
			head += " " + f.Name()
			parts = append(parts, f.Type())
		}
	case *types.Signature:
		head = "func " + strconv.Itoa(t.Params().Len())
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range list.Variables() {
				parts = append(parts, v.Type())
			}
		}
	default:
		head = gotypes.Key(t)
	}
	var key strings.Builder
	key.WriteString(head)
	size := 1
	for _, p := range parts {
		n := in.id(p, env)
		key.WriteByte(' ')
		key.WriteString(strconv.Itoa(n))
		size = min(size+in.sizes[n], huge)
	}
	n, ok := in.ids[key.String()]
	if !ok {
		n = len(in.sizes)
		in.ids[key.String()] = n
		in.sizes = append(in.sizes, size)
	}
	return n
}
