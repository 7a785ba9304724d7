package batch

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// blockCompiler translates one block. It interprets the block's pushes, pops
// and assignments on symbolic stacks; what is left on them at the end is what
// has to be committed.
type blockCompiler struct {
	code   *Code
	labels map[string]int
	consts map[poolKey]int

	b      block
	stacks map[int]*symbolic
	order  []int // variables in stacks, in order of first use
	tops   map[int]int
	belows map[[2]int]int
	lits   map[constKey]int // constants already numbered
	high   map[int]int      // greatest height already checked, per variable
	uses   uses             // once the commits are there
}

// constKey is a constant of a block: a place in the pool read as a type, or a
// uniform.
type constKey struct {
	dtype   program.Dtype
	pool    int
	uniform int // index plus 1
}

// symbolic is a variable's stack relative to the start of the block: removed
// values of the original stack, the top counted, and the values put on since.
type symbolic struct {
	removed int
	values  []ref
}

func (bc *blockCompiler) compile(src *program.Block) block {
	bc.stacks, bc.tops, bc.belows = map[int]*symbolic{}, map[int]int{}, map[[2]int]int{}
	bc.lits, bc.high = map[constKey]int{}, map[int]int{}
	bc.b.name, bc.b.pos = src.Name, bc.pos(src.Term.Position())
	if len(src.Instrs) > 0 {
		bc.b.pos = bc.pos(src.Instrs[0].Position())
	}
	for _, in := range src.Instrs {
		switch in := in.(type) {
		case *program.PrimOp:
			bc.prim(in)
		case *program.PopOp:
			for _, name := range in.Vars {
				bc.pop(bc.variable(name))
			}
		default:
			panic(fmt.Sprintf("bug: batch: %T in a lowered program", in))
		}
	}
	bc.terminator(src.Term)
	bc.fuse()
	bc.commits()
	bc.placeInserts()
	bc.allocateSlots()
	bc.summarise()
	return bc.b
}

func (bc *blockCompiler) pos(p program.Pos) program.Pos { return p.In(bc.code.prog.File) }

func (bc *blockCompiler) variable(name string) int {
	v, ok := bc.code.varIndex[name]
	if !ok {
		panic("bug: batch: undeclared variable " + name)
	}
	return v
}

func (bc *blockCompiler) stack(v int) *symbolic {
	s := bc.stacks[v]
	if s == nil {
		s = &symbolic{}
		bc.stacks[v] = s
		bc.order = append(bc.order, v)
	}
	return s
}

func (bc *blockCompiler) newValue(v value) int {
	bc.b.values = append(bc.b.values, v)
	return len(bc.b.values) - 1
}

func (bc *blockCompiler) temp(d program.Dtype, elems int) int {
	return bc.newValue(value{kind: tempValue, dtype: d, elems: elems, slot: -1})
}

// read returns the current top of a variable.
func (bc *blockCompiler) read(v int) ref {
	va := &bc.code.vars[v]
	s := bc.stack(v)
	if n := len(s.values); n > 0 {
		return s.values[n-1]
	}
	if s.removed == 0 {
		id, ok := bc.tops[v]
		if !ok {
			id = bc.newValue(value{kind: topValue, dtype: va.dtype, elems: va.elems, v: v, slot: -1})
			bc.tops[v] = id
			bc.b.tops = append(bc.b.tops, id)
		}
		return ref{id: id, shape: va.shape}
	}
	key := [2]int{v, s.removed}
	id, ok := bc.belows[key]
	if !ok {
		id = bc.newValue(value{kind: belowValue, dtype: va.dtype, elems: va.elems, v: v, below: s.removed, slot: -1})
		bc.belows[key] = id
		bc.b.belows = append(bc.b.belows, id)
	}
	return ref{id: id, shape: va.shape}
}

// operand returns what an instruction reads; d is the type of a literal.
func (bc *blockCompiler) operand(o program.Operand, d program.Dtype) ref {
	if o.IsLiteral() {
		return bc.literal(d, o.Bits)
	}
	if v, ok := bc.code.varIndex[o.Name]; ok {
		return bc.read(v)
	}
	for i := range bc.code.uniforms {
		u := &bc.code.uniforms[i]
		if u.Name == o.Name {
			id := bc.constant(constKey{dtype: u.Type.Dtype, uniform: i + 1}, u.Type.Elements())
			return ref{id: id, shape: u.Type.Shape}
		}
	}
	panic("bug: batch: unknown operand " + o.Name)
}

func (bc *blockCompiler) literal(d program.Dtype, bits uint64) ref {
	return ref{id: bc.constant(constKey{dtype: d, pool: bc.code.constant(bc.consts, d, bits)}, 1)}
}

// constant returns the number of a constant value.
func (bc *blockCompiler) constant(key constKey, elems int) int {
	id, ok := bc.lits[key]
	if !ok {
		id = bc.newValue(value{kind: constValue, dtype: key.dtype, elems: elems, konst: key.pool, uni: key.uniform})
		bc.lits[key] = id
	}
	return id
}

// write puts a value on a variable's symbolic stack.
func (bc *blockCompiler) write(out program.Output, r ref, pos program.Pos) {
	v := bc.variable(out.Name)
	va := &bc.code.vars[v]
	if va.alloc == program.Null {
		return
	}
	if !slices.Equal(r.shape, va.shape) {
		r = bc.broadcast(r, va.dtype, va.shape)
	}
	s := bc.stack(v)
	switch {
	case out.Push && va.alloc == program.Full:
		s.values = append(s.values, r)
		bc.checkHeight(v, len(s.values)-s.removed, pos)
	case len(s.values) > 0:
		s.values[len(s.values)-1] = r
	default:
		s.removed++
		s.values = append(s.values, r)
	}
}

// checkHeight adds a test of the depth limit where the oracle has one: at the
// pushing instruction.
func (bc *blockCompiler) checkHeight(v, height int, pos program.Pos) {
	if height <= bc.high[v] {
		return
	}
	bc.high[v] = height
	bc.b.steps = append(bc.b.steps, step{kind: depthStep, dst: -1, v: v, h: height, pos: bc.pos(pos), code: optab.StackOverflow})
}

func (bc *blockCompiler) pop(v int) {
	if bc.code.vars[v].alloc != program.Full {
		return
	}
	s := bc.stack(v)
	if n := len(s.values); n > 0 {
		s.values = s.values[:n-1]
	} else {
		s.removed++
	}
}

// broadcast materialises r under a larger shape.
func (bc *blockCompiler) broadcast(r ref, d program.Dtype, shape []int) ref {
	id := bc.temp(d, program.Elements(shape))
	bc.b.steps = append(bc.b.steps, step{kind: moveStep, dst: id, x: r, n: program.Elements(shape), ox: offsets(r.shape, shape)})
	return ref{id: id, shape: shape}
}

// offsets returns which element of a value of shape in each element of shape
// out reads; nil where they are the same or where in is a scalar.
func offsets(in, out []int) []int {
	if slices.Equal(in, out) || program.Elements(in) == 1 {
		return nil
	}
	return program.BroadcastOffsets(in, out)
}

func (bc *blockCompiler) prim(in *program.PrimOp) {
	if in.Op == program.OpCopy {
		refs := make([]ref, len(in.In))
		for i, o := range in.In {
			refs[i] = bc.operand(o, bc.code.vars[bc.variable(in.Out[i].Name)].dtype)
		}
		for i, out := range in.Out {
			bc.write(out, refs[i], in.Pos)
		}
		return
	}
	info := in.Op.Info()
	args := make([]ref, len(in.In))
	for i, o := range in.In {
		args[i] = bc.operand(o, info.In[min(i, len(info.In)-1)])
	}
	bc.write(in.Out[0], bc.compute(in, info, args), in.Pos)
}

// compute adds the steps of an operation and returns its result.
func (bc *blockCompiler) compute(in *program.PrimOp, info *program.OpcodeInfo, args []ref) ref {
	st := step{op: in.Op, pos: bc.pos(in.Pos), code: info.Row.Code}
	switch info.Row.Form {
	case optab.Const:
		return args[0]
	case optab.Reshape:
		shape := bc.code.vars[bc.variable(in.Out[0].Name)].shape
		return ref{id: args[0].id, off: args[0].off, shape: shape}
	case optab.Elementwise:
		st.kind, st.kernel, st.unbounded = kernelStep, kernelFor(in.Op), simd.Unbounded(in.Op.String())
		var shape []int
		for _, a := range args {
			shape, _ = program.BroadcastShapes(shape, a.shape)
		}
		for i, p := range []struct {
			r *ref
			o *[]int
		}{{&st.x, &st.ox}, {&st.y, &st.oy}, {&st.z, &st.oz}} {
			if i < len(args) {
				*p.r, *p.o = args[i], offsets(args[i].shape, shape)
			} else {
				p.r.id = -1
			}
		}
		return bc.emit(st, info.Out, shape)
	case optab.Reduce:
		x := args[0]
		st.kind, st.x, st.inner = reduceStep, x, x.shape[len(x.shape)-1]
		st.kernel = kernelFor(in.Op)
		return bc.emit(st, info.Out, x.shape[:len(x.shape)-1])
	case optab.Dot, optab.MatVec:
		st.kind, st.x, st.y = dotStep, args[0], args[1]
		st.kernel = kernelFor(program.OpcodeFor("mul", info.Type))
		st.fold = kernelFor(program.OpcodeFor("add", info.Type))
		bc.vectorUse(args[1])
		st.scratch = bc.temp(info.Type, 1)
		k := len(args[1].shape) - 1
		st.inner = args[1].shape[k]
		shape, _ := program.BroadcastShapes(args[0].shape[:len(args[0].shape)-1], args[1].shape[:k])
		st.n = program.Elements(shape)
		for i, a := range args {
			lead := a.shape[:len(a.shape)-1]
			o := offsets(lead, shape)
			if i == 0 {
				st.ox = o
			} else {
				st.oy = o
			}
		}
		return bc.emit(st, info.Out, shape)
	case optab.Index:
		return bc.index(st, info, args)
	case optab.Insert:
		st.kind, st.x, st.y, st.idx = insertStep, args[0], args[1], args[2:]
		st.dims, st.inner = args[0].shape[:len(st.idx)], program.Elements(args[0].shape[len(st.idx):])
		st.oy = offsets(args[1].shape, args[0].shape[len(st.idx):])
		st.scratch = bc.temp(program.I64, 1)
		return bc.emit(st, info.Out, args[0].shape)
	}
	panic("bug: batch: no translation for " + in.Op.String())
}

// index takes an element. Literal indices in range only move the reference; an
// index that differs by lane is a gather, and so is every index into a uniform
// whose length the run brings, or which is too long to lay out as vectors.
func (bc *blockCompiler) index(st step, info *program.OpcodeInfo, args []ref) ref {
	x, idx := args[0], args[1:]
	uniform := bc.uniformOf(x)
	gathered := uniform != nil && program.Elements(x.shape) > longestVectors
	for len(idx) > 0 && !gathered {
		k, ok := bc.literalOf(idx[0])
		if !ok || k < 0 || k >= int64(x.shape[0]) {
			break
		}
		sub := x.shape[1:]
		x = ref{id: x.id, off: x.off + int(k)*program.Elements(sub), shape: sub}
		idx = idx[1:]
	}
	if len(idx) == 0 {
		if v := bc.b.values[x.id]; v.kind == topValue && x.elems() < v.elems {
			// A copy, not a reference: the array may be written in place later.
			id := bc.temp(v.dtype, x.elems())
			bc.b.steps = append(bc.b.steps, step{kind: moveStep, dst: id, x: x, n: x.elems()})
			return ref{id: id, shape: x.shape}
		}
		return x
	}
	sub := x.shape[len(idx):]
	st.kind, st.x, st.idx, st.dims, st.inner = indexStep, x, idx, x.shape[:len(idx)], program.Elements(sub)
	st.scratch = bc.temp(program.I64, 1)
	if uniform != nil {
		uniform.table = true
		st.lateDims = slices.Contains(st.dims, program.AnyLength)
	}
	return bc.emit(st, info.Out, sub)
}

// longestVectors is the number of elements from which on a uniform of which a
// literal index takes a part is a table: each element as a vector is 64 bytes.
const longestVectors = 4096

// uniformOf returns the uniform that a reference is to, or nil.
func (bc *blockCompiler) uniformOf(r ref) *uniform {
	if v := bc.b.values[r.id]; v.kind == constValue && v.uni > 0 {
		return &bc.code.uniforms[v.uni-1]
	}
	return nil
}

func (bc *blockCompiler) literalOf(r ref) (int64, bool) {
	v := bc.b.values[r.id]
	if v.kind != constValue || v.uni > 0 {
		return 0, false
	}
	return int64(bc.code.pool[v.konst]), true
}

func (bc *blockCompiler) emit(st step, d program.Dtype, shape []int) ref {
	st.n = program.Elements(shape)
	st.dst = bc.temp(d, st.n)
	bc.b.steps = append(bc.b.steps, st)
	return ref{id: st.dst, shape: shape}
}

func (bc *blockCompiler) terminator(t program.Terminator) {
	out := terminator{pos: bc.pos(t.Position()), x: ref{id: -1}}
	switch t := t.(type) {
	case program.GotoOp:
		out.kind, out.to = gotoTerm, bc.label(t.Target)
	case program.BranchOp:
		out.kind, out.to, out.orElse = branchTerm, bc.label(t.Then), bc.label(t.Else)
		out.x = bc.operand(t.Cond, program.Bool)
	case program.SwitchOp:
		out.kind, out.orElse = switchTerm, bc.label(t.Default)
		out.x = bc.operand(t.X, t.X.Dtype)
		order := make([]int, len(t.Values))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(i, j int) int {
			if t.Values[i] < t.Values[j] {
				return -1
			}
			return 1
		})
		for _, i := range order {
			out.values = append(out.values, t.Values[i])
			out.labels = append(out.labels, bc.label(t.Labels[i]))
		}
	case program.PushGotoOp:
		out.kind, out.to, out.ret = callTerm, bc.label(t.Target), bc.label(t.Return)
		bc.b.steps = append(bc.b.steps, step{kind: depthStep, dst: -1, v: -1, h: 1, pos: out.pos, code: optab.StackOverflow})
	case program.IndirectGotoOp:
		out.kind = returnTerm
	case program.FaultOp:
		out.kind, out.code, out.msg = faultTerm, t.Code, t.Msg
	default:
		panic(fmt.Sprintf("bug: batch: terminator %T", t))
	}
	bc.b.term = out
}

func (bc *blockCompiler) label(name string) int {
	i, ok := bc.labels[name]
	if !ok {
		panic("bug: batch: no block " + name)
	}
	return i
}
