package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// forwardCopies lets readers of a copy read its source instead, and reports
// whether any does. Within a block that is always possible until one of the
// two is written again. Beyond the block it is possible where both variables
// are written once in the whole body: a read that the copy's write reaches
// then sees the source's same value.
func forwardCopies(p *program.Program, b *body) bool {
	fw := &forwarder{p: p, once: singleSources(p, b)}
	for _, blk := range b.graph.Blocks {
		fw.block(blk)
	}
	return fw.changed
}

type forwarder struct {
	p       *program.Program
	once    map[string]program.Operand // copies that hold everywhere
	changed bool

	// Within one block: what a variable is a copy of, and who is a copy of a
	// variable.
	source map[string]program.Operand
	copies map[string][]string
}

// singleSources finds the copies whose target and source are each written
// once. Literals and uniforms never change.
func singleSources(p *program.Program, b *body) map[string]program.Operand {
	writes := writeCounts(b)
	once := map[string]program.Operand{}
	for _, blk := range b.graph.Blocks {
		for _, in := range blk.Instrs {
			eachMove(p, in, func(to string, from program.Operand) {
				constant := from.IsLiteral() || !p.VarDefs.Has(from.Name)
				if writes[to] == 1 && (constant || writes[from.Name] == 1) && end(once, from).Name != to {
					once[to] = from
				}
			})
		}
	}
	return once
}

// writeCounts returns how often a body writes its variables, parameters once
// more.
func writeCounts(b *body) map[string]int {
	n := len(b.in)
	for _, blk := range b.graph.Blocks {
		n += len(blk.Instrs)
	}
	writes := make(map[string]int, n)
	for _, name := range b.in {
		writes[name]++
	}
	var names []string
	for _, blk := range b.graph.Blocks {
		for _, in := range blk.Instrs {
			names = program.Writes(in, names[:0])
			for _, name := range names {
				writes[name]++
			}
		}
	}
	return writes
}

// end follows copies from an operand to what it comes from first.
func end(copies map[string]program.Operand, o program.Operand) program.Operand {
	for !o.IsLiteral() {
		from, ok := copies[o.Name]
		if !ok {
			break
		}
		o = from
	}
	return o
}

// eachMove calls f with every move of an instruction that forwards a value as
// it is: a copy between equal types, or a scalar literal.
func eachMove(p *program.Program, in program.Instr, f func(to string, from program.Operand)) {
	op, ok := in.(*program.PrimOp)
	if !ok || len(op.In) != len(op.Out) {
		return
	}
	isConst := op.Op != program.OpCopy && op.Op.Info().Row.Name == "const"
	if op.Op != program.OpCopy && !isConst {
		return
	}
	for i, o := range op.Out {
		from := op.In[i]
		t, ok := p.TensorTypeOf(o.Name)
		if !ok {
			continue
		}
		if from.IsLiteral() {
			if len(t.Shape) == 0 {
				from.Dtype = t.Dtype
				f(o.Name, from)
			}
			continue
		}
		if u, ok := p.TensorTypeOf(from.Name); ok && t.Equal(u) && from.Name != o.Name {
			f(o.Name, from)
		}
	}
}

func (fw *forwarder) block(blk *program.Block) {
	fw.source, fw.copies = map[string]program.Operand{}, map[string][]string{}
	type move struct {
		to   string
		from program.Operand
	}
	var made []move
	var names []string
	for _, in := range blk.Instrs {
		ops := operands(in)
		for i := range ops {
			if to := fw.resolve(ops[i]); !to.IsLiteral() || takesLiterals(in) {
				ops[i], fw.changed = to, fw.changed || to != ops[i]
			}
		}
		made = made[:0]
		eachMove(fw.p, in, func(to string, from program.Operand) { made = append(made, move{to, from}) })
		names = program.Writes(in, names[:0])
		for _, name := range names {
			fw.forget(name)
		}
		for _, m := range made {
			if !slices.Contains(names, m.from.Name) {
				fw.source[m.to] = m.from
				fw.copies[m.from.Name] = append(fw.copies[m.from.Name], m.to)
			}
		}
	}
	if o, ok := program.TermOperand(blk.Term); ok {
		if to := fw.resolve(o); to != o {
			blk.Term, fw.changed = program.WithTermOperand(blk.Term, to), true
		}
	}
}

// resolve returns what an operand is a copy of, or itself.
func (fw *forwarder) resolve(o program.Operand) program.Operand {
	for {
		next := end(fw.once, end(fw.source, o))
		if next == o {
			return o
		}
		o = next
	}
}

// takesLiterals reports whether a literal may stand for any scalar that the
// instruction reads.
func takesLiterals(in program.Instr) bool {
	op, ok := in.(*program.PrimOp)
	if !ok {
		return true
	}
	switch op.Op.Form() {
	case optab.Elementwise, optab.Copy, optab.Index, optab.Insert:
		return true
	}
	return false
}

// forget drops what was known of a variable that is about to change.
func (fw *forwarder) forget(name string) {
	delete(fw.source, name)
	for _, to := range fw.copies[name] {
		if fw.source[to].Name == name {
			delete(fw.source, to)
		}
	}
	delete(fw.copies, name)
}
