package batch

import (
	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// blockCompiler makes a block of the plan ready to run: operations get kernels, constants
// and temporaries their places, and two operations become one where there is a kernel for
// the pair.
type blockCompiler struct {
	code *Code
	b    block
	uses uses // once the commits are there
	// exits are those of a superblock, which leaves has in the plan.
	exits  []*exit
	leaves []plan.Exit
	// late tells that lanes may be running: what the code has is only read. refused is set
	// if that is not enough.
	late, refused bool
}

func (bc *blockCompiler) compile(src *plan.Block) block {
	bc.b.name, bc.b.pos = src.Name, src.Pos
	for _, v := range src.Values {
		bc.value(v)
	}
	for i := range src.Steps {
		bc.step(&src.Steps[i])
	}
	bc.b.commits = commitsOf(src.Changes)
	bc.b.term = terminatorOf(&src.Term)
	bc.fuse()
	bc.commits()
	bc.placeInserts()
	bc.allocateSlots()
	bc.summarise()
	return bc.b
}

// value adds a value of the plan.
func (bc *blockCompiler) value(v plan.Value) {
	mine := value{dtype: v.Dtype, elems: v.Elems, v: v.Var, below: v.Below, slot: -1}
	id := len(bc.b.values)
	switch v.Kind {
	case plan.Top:
		mine.kind = topValue
		bc.b.tops = append(bc.b.tops, id)
	case plan.Below:
		mine.kind = belowValue
		bc.b.belows = append(bc.b.belows, id)
	case plan.Temp:
		mine.kind = tempValue
	case plan.Const:
		mine.kind = constValue
		if mine.uni = v.Uniform; mine.uni == 0 {
			mine.konst = bc.constant(v.Dtype, v.Bits)
		}
	}
	bc.b.values = append(bc.b.values, mine)
}

func (bc *blockCompiler) newValue(v value) int {
	bc.b.values = append(bc.b.values, v)
	return len(bc.b.values) - 1
}

func (bc *blockCompiler) temp(d program.Dtype, elems int) int {
	return bc.newValue(value{kind: tempValue, dtype: d, elems: elems, slot: -1})
}

// refOf is a reading of the plan.
func refOf(r plan.Ref) ref { return ref{id: r.ID, off: r.Off, shape: r.Shape} }

func refsOf(list []plan.Ref) (refs []ref) {
	for _, r := range list {
		refs = append(refs, refOf(r))
	}
	return refs
}

// step adds a step of the plan, with its kernels.
func (bc *blockCompiler) step(src *plan.Step) {
	st := step{
		op: src.Op, dst: src.Dst, n: src.N,
		x: refOf(src.X), y: refOf(src.Y), z: refOf(src.Z), ox: src.OX, oy: src.OY, oz: src.OZ,
		idx: refsOf(src.Idx), dims: src.Dims, inner: src.Inner, v: src.Var, h: src.Height, pos: src.Pos, code: src.Code,
	}
	switch src.Kind {
	case plan.Apply:
		st.kind, st.kernel, st.unbounded = kernelStep, kernelFor(src.Op), simd.Unbounded(src.Op.String())
	case plan.Move:
		st.kind = moveStep
	case plan.Reduce:
		st.kind, st.kernel = reduceStep, kernelFor(src.Op)
	case plan.Index:
		st.kind, st.scratch = indexStep, bc.temp(program.I64, 1)
		if u := bc.uniformOf(st.x); u != nil {
			bc.form(&u.table)
			for _, d := range st.dims {
				st.lateDims = st.lateDims || d == program.AnyLength
			}
		}
	case plan.Insert:
		st.kind, st.scratch = insertStep, bc.temp(program.I64, 1)
	case plan.Dot:
		typ := src.Op.Info().Type
		st.kind, st.scratch = dotStep, bc.temp(typ, 1)
		st.kernel, st.fold = kernelFor(program.OpcodeFor("mul", typ)), kernelFor(program.OpcodeFor("add", typ))
		bc.vectorUse(st.y)
	case plan.Depth:
		st.kind = depthStep
	case plan.Leave:
		st.kind, st.leave = leaveStep, bc.exits[src.Exit]
		st.idx = bc.leaving(st.leave, bc.leaves[src.Exit])
	}
	bc.b.steps = append(bc.b.steps, st)
}

// commitsOf are the commits of a plan's changes.
func commitsOf(changes []plan.Change) (list []commit) {
	for _, c := range changes {
		list = append(list, commit{
			v: c.Var, update: c.Update, src: refOf(c.Src), drop: c.Drop, saveTop: c.SaveTop, saves: refsOf(c.Saves),
			pop: c.Pop,
		})
	}
	return list
}

// terminatorOf is the terminator of a plan's.
func terminatorOf(t *plan.Terminator) terminator {
	return terminator{
		kind: termKind(t.Kind), x: refOf(t.X), to: t.To, orElse: t.OrElse, ret: t.Ret, values: t.Values,
		labels: t.Labels,
		code:   t.Code, msg: t.Msg, pos: t.Pos,
	}
}

// termKind is that of package plan, whose kinds come in the same order.
var _ = [1]struct{}{}[plan.TermKind(faultTerm)-plan.Fault]

// copied adds a step that copies what is read.
func (bc *blockCompiler) copied(r ref) ref {
	id := bc.temp(bc.b.values[r.id].dtype, r.elems())
	bc.b.steps = append(bc.b.steps, bc.move(id, r))
	return ref{id: id, shape: r.shape}
}

func (bc *blockCompiler) move(dst int, r ref) step {
	return step{kind: moveStep, dst: dst, x: r, n: r.elems()}
}

// constant returns where a constant is in the pool.
func (bc *blockCompiler) constant(d program.Dtype, bits uint64) int {
	if bc.late {
		off, ok := bc.code.consts[poolKeyOf(d, bits)]
		bc.refused = bc.refused || !ok
		return off
	}
	return bc.code.constant(d, bits)
}

// form notes that a uniform is needed in a form.
func (bc *blockCompiler) form(has *bool) {
	if bc.late {
		bc.refused = bc.refused || !*has
		return
	}
	*has = true
}

// uniformOf returns the uniform that a reference is to, or nil.
func (bc *blockCompiler) uniformOf(r ref) *uniform {
	if v := bc.b.values[r.id]; v.kind == constValue && v.uni > 0 {
		return &bc.code.uniforms[v.uni-1]
	}
	return nil
}
