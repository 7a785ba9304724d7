package testkit

import (
	"github.com/lockstep-simt/lockstep/program"
)

// GenerateDeep is Generate for programs that recurse deep: every function calls
// one function once, itself or another, and how often that goes on is an input of
// the lane, up to deepest calls. So lanes are at all depths at a time, with
// whatever the functions keep across the call saved.
func GenerateDeep(data []byte) *program.Program {
	g := &generator{data: data, deep: true, p: &program.Program{Name: "deep", Dialect: program.Source, File: "deep"}}
	return g.program()
}

// deepest is how many calls a lane of a deep program nests at most.
const deepest = 300

// mostCalls is how many calls a function has. Two of them would be 2^deepest runs.
func (g *generator) mostCalls() int {
	if g.deep {
		return 1
	}
	return 2
}

// depthInput adds the input that says how deep a lane goes and returns the fuel
// for the first call, which is below a number.
func (g *generator) depthInput(block *program.Block, below uint64) (fuel program.Operand, input string) {
	u64, i64 := program.Scalar(program.U64), program.Scalar(program.I64)
	in, word, depth := g.newVar("depth", i64), g.newVar("word", u64), g.newVar("fuel", i64)
	g.cur = block
	g.op(program.OpConvertU64I64, word.name, program.Ref(in.name))
	g.op(program.OpRemU64, word.name, program.Ref(word.name), program.Lit(program.U64, below))
	g.op(program.OpConvertI64U64, depth.name, program.Ref(word.name))
	return program.Ref(depth.name), in.name
}

// recurse makes a deep function's call, if its statements have none, and
// something of what it gives.
func (g *generator) recurse() {
	if g.deep && g.calls == 0 {
		g.call()
		g.statements(1 + g.pick(3))
	}
}
