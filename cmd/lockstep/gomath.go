package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// goMathLine says how the functions of -math go are computed here.
func goMathLine() string {
	all := simd.GuardedMnemonics()
	lonely := simd.Disagreeing(all...)
	switch len(lonely) {
	case 0:
		return fmt.Sprintf("math go: vector code with the bits of %s's package math", runtime.Version())
	case len(all):
		return "math go: package math, one lane at a time: " + lonely[0].Why
	}
	return "math go: vector code with the bits of package math, but one lane at a time " + lonelyText(lonely)
}

// lonelyText names functions that run one lane at a time, and says why.
func lonelyText(list []simd.Guarded) string {
	var words []string
	for _, g := range list {
		name, _ := optab.OursOf(g.Mnemonic)
		name, _, _ = strings.Cut(name, ".")
		words = append(words, fmt.Sprintf("%s (%s)", name, g.Why))
	}
	return strings.Join(words, ", ")
}

// lonelyMath returns the functions of package math in a program that run one lane at a
// time, though there is vector code of them.
func lonelyMath(p *program.Program) []simd.Guarded { return simd.Disagreeing(goMathOps(p)...) }

// goMathOps are the operations of a lowered program that are functions of package math.
func goMathOps(p *program.Program) (names []string) {
	for _, b := range p.Graph.Blocks {
		for _, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			if ok && op.Op.Info().Row.Gomath != "" && !slices.Contains(names, op.Op.String()) {
				names = append(names, op.Op.String())
			}
		}
	}
	return names
}
