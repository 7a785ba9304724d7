package golang

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

func itoa(i int) string { return strconv.Itoa(i) }

// body translates one function.
//
// An SSA value becomes the operands of its leaves, which stay valid as long as
// the value does: a variable of the program stands for one SSA value, and the
// only ones written more than once are φs and the memory of allocations. A φ
// is written on the edges into its block, all φs of the block in one parallel
// copy; whoever still needs the old value after that would not be dominated by
// the φ. Loads from memory copy, as the memory may change.
type body struct {
	*translator
	f      *function
	vals   map[ssa.Value][]program.Operand
	mem    map[*ssa.Alloc]*memory
	addrs  map[ssa.Value]address
	hints  map[ssa.Value]string
	labels map[*ssa.BasicBlock]string
	block  *program.Block
	graph  *program.ControlFlowGraph
	at     program.Pos // of the current instruction, or the last known one
	cur    ssa.Instruction
}

// body translates f and adds it to the program.
func (t *translator) body(f *function) {
	b := &body{
		translator: t, f: f,
		vals: map[ssa.Value][]program.Operand{}, mem: map[*ssa.Alloc]*memory{},
		addrs: map[ssa.Value]address{}, hints: map[ssa.Value]string{},
		labels: map[*ssa.BasicBlock]string{},
	}
	fn := &program.Function{Name: f.name, Pos: t.place(f.ssa.Pos())}
	b.graph = &fn.Graph
	b.at = fn.Pos
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(*positioned); !ok {
				r = &positioned{b.at.In(t.out.File), r}
			}
			panic(r)
		}
	}()

	for i, p := range f.ssa.Params {
		b.vals[p] = refs(f.params[i])
	}
	fn.VarsIn = paramPattern(t, f)
	fn.VarsOut = resultPattern(f)

	order := reversePostorder(f.ssa)
	for _, blk := range order {
		label := blk.Comment
		if label == "" {
			label = "b" + itoa(blk.Index)
		}
		b.labels[blk] = t.names.unique(f.name + "." + label)
		for _, in := range blk.Instrs {
			b.hint(in)
		}
	}
	for _, blk := range order {
		for _, in := range blk.Instrs {
			phi, ok := in.(*ssa.Phi)
			if !ok {
				break
			}
			if acceptable(phi.Type()) {
				b.vals[phi] = refs(b.newVars(phi))
			}
		}
	}
	for _, blk := range order {
		b.block = &program.Block{Name: b.labels[blk]}
		fn.Graph.Blocks = append(fn.Graph.Blocks, b.block)
		sw := b.switchAt(blk)
		for _, in := range blk.Instrs {
			if at := t.place(in.Pos()); at.IsValid() {
				b.at = at
			}
			b.cur = in
			if sw != nil && in == sw.first {
				continue
			}
			if _, ok := in.(*ssa.If); ok && sw != nil {
				b.emitSwitch(sw)
				continue
			}
			b.instruction(in)
		}
	}
	fn.Graph.Blocks = b.dropUnreached(fn.Graph.Blocks)
	t.out.Functions = append(t.out.Functions, fn)
}

// dropUnreached removes blocks that nothing goes to: the inner comparisons of
// what became a switch.
func (b *body) dropUnreached(blocks []*program.Block) []*program.Block {
	reached := map[string]bool{}
	byName := map[string]*program.Block{}
	for _, blk := range blocks {
		byName[blk.Name] = blk
	}
	work := []string{blocks[0].Name}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		if blk := byName[name]; blk != nil && !reached[name] {
			reached[name] = true
			work = append(work, blk.Term.Targets()...)
		}
	}
	var kept []*program.Block
	for _, blk := range blocks {
		if reached[blk.Name] {
			kept = append(kept, blk)
		}
	}
	return kept
}

// reversePostorder returns the blocks so that each comes after its dominators,
// and the bodies of loops before what follows them.
func reversePostorder(fn *ssa.Function) []*ssa.BasicBlock {
	seen := make([]bool, len(fn.Blocks))
	var order []*ssa.BasicBlock
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b.Index] = true
		for i := len(b.Succs) - 1; i >= 0; i-- {
			if s := b.Succs[i]; !seen[s.Index] {
				visit(s)
			}
		}
		order = append(order, b)
	}
	visit(fn.Blocks[0])
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// hint records the source's name of a value.
func (b *body) hint(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.DebugRef:
		if id, ok := in.Expr.(*ast.Ident); ok && !in.IsAddr && b.hints[in.X] == "" {
			if _, ok := in.Object().(*types.Var); ok && id.Name != "_" {
				b.hints[in.X] = id.Name
			}
		}
	case *ssa.Phi:
		switch in.Comment {
		case "&&":
			b.hints[in] = "and"
		case "||":
			b.hints[in] = "or"
		default:
			b.hints[in] = in.Comment
		}
	case *ssa.Alloc:
		b.hints[in] = in.Comment
	}
}

// acceptable reports whether values of t have a layout.
func acceptable(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok {
		for v := range tuple.Variables() {
			if !acceptable(v.Type()) {
				return false
			}
		}
		return true
	}
	return whyNot(t) == ""
}

// newVars declares variables for the leaves of v.
func (b *body) newVars(v ssa.Value) []string {
	if why := whyNot(v.Type()); why != "" {
		b.fail("%s", why)
	}
	hint := b.hints[v]
	if hint == "" {
		hint = "t"
	}
	return b.newVarsFor(hint, b.layouts.of(v.Type()))
}

func (b *body) newVarsFor(hint string, l *layout) []string {
	names := b.leafNames(b.f.name+"."+hint, l)
	for i, n := range names {
		b.declare(n, l.leaves[i])
	}
	return names
}

// temp declares a variable for an intermediate result.
func (b *body) temp(d program.Dtype, shape []int) string {
	name := b.names.unique(b.f.name + ".t")
	b.declare(name, leaf{dtype: d, shape: shape})
	return name
}

// define declares the variables of an instruction's value.
func (b *body) define(v ssa.Value) []string {
	names := b.newVars(v)
	b.vals[v] = refs(names)
	return names
}

// fail refuses what the checker did not know of. It does not return.
func (b *body) fail(format string, args ...any) {
	panic(&positioned{b.at.In(b.out.File), fmt.Sprintf(format, args...)})
}

// value returns the operands of a value's leaves.
func (b *body) value(v ssa.Value) []program.Operand {
	switch v := v.(type) {
	case *ssa.Const:
		return b.constantLeaves(v)
	case *ssa.Function, *ssa.Builtin:
		b.fail("%s", noFuncs)
	}
	if ops, ok := b.vals[v]; ok {
		return ops
	}
	if _, ok := b.addrs[v]; ok {
		if _, ok := v.Type().Underlying().(*types.Slice); ok {
			b.fail("%s", noSlices)
		}
		b.fail("%s", noPointers)
	}
	b.fail("%s is not available in batched code", v)
	return nil
}

// scalar returns the operand of a scalar.
func (b *body) scalar(v ssa.Value) program.Operand {
	ops := b.value(v)
	if len(ops) != 1 {
		b.fail("%s is not a number", v.Type())
	}
	return ops[0]
}

// constantLeaves returns the literals of a constant: for a struct or array it
// is the zero value.
func (b *body) constantLeaves(c *ssa.Const) []program.Operand {
	if why := whyNot(c.Type()); why != "" {
		b.fail("%s", why)
	}
	l := b.layouts.of(c.Type())
	ops := make([]program.Operand, len(l.leaves))
	for i, lf := range l.leaves {
		ops[i] = program.Lit(lf.dtype, 0)
	}
	if c.Value != nil {
		ops[0].Bits = constBits(c.Value, ops[0].Dtype)
	}
	return ops
}

// set emits name = row.d in....
func (b *body) set(name, row string, d program.Dtype, in ...program.Operand) {
	op := program.OpcodeFor(row, d)
	if !op.IsValid() {
		panic("bug: no operation " + row + "." + d.String())
	}
	b.emit(&program.PrimOp{Op: op, In: in, Out: []program.Output{{Name: name}}, Pos: b.at})
}

// tmp emits row.d in... into a new scalar variable and returns it.
func (b *body) tmp(row string, d program.Dtype, in ...program.Operand) program.Operand {
	op := program.OpcodeFor(row, d)
	if !op.IsValid() {
		panic("bug: no operation " + row + "." + d.String())
	}
	name := b.temp(op.Info().Out, nil)
	b.set(name, row, d, in...)
	return program.Ref(name)
}

// copy emits one parallel copy, leaving out what copies a variable to itself.
func (b *body) copy(to []string, from []program.Operand) {
	if op := copyOp(to, from, b.at); op != nil {
		b.emit(op)
	}
}

func copyOp(to []string, from []program.Operand, at program.Pos) *program.PrimOp {
	op := &program.PrimOp{Op: program.OpCopy, Pos: at}
	for i, n := range to {
		if from[i].Name != n {
			op.Out = append(op.Out, program.Output{Name: n})
			op.In = append(op.In, from[i])
		}
	}
	if len(op.Out) == 0 {
		return nil
	}
	return op
}

func (b *body) emit(in program.Instr) { b.block.Instrs = append(b.block.Instrs, in) }

func refs(names []string) []program.Operand {
	ops := make([]program.Operand, len(names))
	for i, n := range names {
		ops[i] = program.Ref(n)
	}
	return ops
}

func paramPattern(t *translator, f *function) program.Names {
	elems := make([]program.Names, len(f.params))
	for i, p := range f.ssa.Params {
		elems[i] = t.layouts.of(p.Type()).pattern(f.params[i])
	}
	return program.Tuple(elems...)
}

func resultPattern(f *function) program.Names {
	elems := make([]program.Names, len(f.ret.fields))
	for i, l := range f.ret.fields {
		from, to := f.ret.field(i)
		elems[i] = l.pattern(f.results[from:to])
	}
	return program.Tuple(elems...)
}
