package main

import "github.com/lockstep-simt/lockstep"

// The values of -copies.
const (
	copiesNeeded = "needed"
	copiesAll    = "all"
)

const copiesUsage = "copy arrays in calls `WHERE`: needed, where somebody could tell otherwise; or all,\nfor " +
	"comparisons: results are the same"

const withoutUsage = "leave out the `PASSES` NAME,NAME of the compiler, for comparisons: results are the same.\n" +
	"lockstep show -h lists them; circuit.hoist is one of those that show -after\ncircuit -why lists"

// compilerOptions are what the values of -math, -copies and -without mean to the compiler.
func compilerOptions(math, copies string, without []string) []lockstep.CompileOption {
	opts := []lockstep.CompileOption{lockstep.WithoutPasses(without...)}
	if math == mathOurs {
		opts = append(opts, lockstep.OurMath())
	}
	if copies == copiesAll {
		opts = append(opts, lockstep.CopyArrays())
	}
	return opts
}
