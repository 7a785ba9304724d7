package engine

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// Code of Go's own mathematics has the bits of package math only where that is what the
// code was written after. Package simd knows, for it compares its kernels, which are made of
// the same definitions. Where they differ lanes leave the code for Go, see hosts.go, but code
// that runs one lane at a time is not made.

// twins are the operations of a program that code for builds of a form computes in the place
// of package math.
func twins(p *program.Program, form codegen.Build) (names []string) {
	visit := func(g program.ControlFlowGraph) {
		for _, b := range g.Blocks {
			for _, in := range b.Instrs {
				op, ok := in.(*program.PrimOp)
				if !ok || op.Op.Info().Row.Gomath == "" || codegen.Library(op.Op.String(), form) == nil {
					continue
				}
				if name := op.Op.String(); !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	visit(p.Graph)
	for _, f := range p.Functions {
		visit(f.Graph)
	}
	return names
}

// agree returns an error if some operation of a program would not have the bits of package
// math in code for an instruction set.
func (s *instructions) agree(p *program.Program) error {
	for _, name := range twins(p, codegen.ThisBuild) {
		if !simd.Agrees(s.name, name) {
			return differs(name)
		}
	}
	return nil
}

func differs(name string) error {
	return fmt.Errorf("the code of %s differs from package math here", name)
}
