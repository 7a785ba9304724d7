package edit

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// Same reports whether a pass has left a program as it was: p is a clone of what it was given, and q what it
// returned. Other programs that say the same, as two that were read from one text, may be told apart. It takes less
// time than the clone, and program.Equal ten times as long.
func Same(p, q *program.Program) bool {
	return p.Name == q.Name && p.Dialect == q.Dialect && p.File == q.File &&
		slices.EqualFunc(p.VarDefs.All(), q.VarDefs.All(), sameDef) &&
		slices.Equal(p.Uniforms, q.Uniforms) && slices.Equal(p.Errors, q.Errors) &&
		maps.Equal(p.VarAlloc, q.VarAlloc) &&
		sameNames(p.VarsIn, q.VarsIn) && sameNames(p.VarsOut, q.VarsOut) && sameGraph(p.Graph, q.Graph) &&
		slices.EqualFunc(p.Functions, q.Functions, sameFunction)
}

func sameFunction(f, g *program.Function) bool {
	return f.Name == g.Name && f.Entry == g.Entry && f.Pos == g.Pos && sameNames(f.VarsIn, g.VarsIn) &&
		sameNames(f.VarsOut, g.VarsOut) && sameGraph(f.Graph, g.Graph)
}

func sameDef(a, b program.VarDef) bool {
	return a.Name == b.Name && a.Go == b.Go && slices.Equal(a.Texts, b.Texts) && a.Text == b.Text &&
		a.Scratch == b.Scratch && a.Type.IsLeaf() && b.Type.IsLeaf() &&
		a.Type.Leaf().Equal(b.Type.Leaf())
}

func sameNames(a, b program.Names) bool {
	return program.SameShape(a, b) && slices.Equal(a.Flatten(), b.Flatten())
}

func sameGraph(g, h program.ControlFlowGraph) bool {
	return slices.EqualFunc(g.Blocks, h.Blocks, func(a, b *program.Block) bool {
		return a.Name == b.Name && sameTerm(a.Term, b.Term) && slices.EqualFunc(a.Instrs, b.Instrs, sameInstr)
	})
}

func sameTerm(s, t program.Terminator) bool {
	a, ok := s.(program.SwitchOp)
	if !ok {
		_, other := t.(program.SwitchOp)
		return !other && s == t
	}
	b, ok := t.(program.SwitchOp)
	return ok && a.X == b.X && a.Default == b.Default && a.Pos == b.Pos && slices.Equal(a.Values, b.Values) &&
		slices.Equal(a.Labels, b.Labels)
}

func sameInstr(a, b program.Instr) bool {
	switch a := a.(type) {
	case *program.PrimOp:
		b, ok := b.(*program.PrimOp)
		return ok && a.Op == b.Op && a.Pos == b.Pos && a.Proven == b.Proven && a.Within == b.Within &&
			slices.Equal(a.In, b.In) && slices.Equal(a.Out, b.Out)
	case *program.FunctionCallOp:
		b, ok := b.(*program.FunctionCallOp)
		return ok && a.Callee == b.Callee && a.Pos == b.Pos && slices.Equal(a.In, b.In) && slices.Equal(a.Out, b.Out)
	case *program.PopOp:
		b, ok := b.(*program.PopOp)
		return ok && a.Pos == b.Pos && slices.Equal(a.Vars, b.Vars)
	}
	return false
}
