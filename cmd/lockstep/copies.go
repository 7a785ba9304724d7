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

// copiesOption returns what a value of -copies means to the compiler.
func copiesOption(where string) lockstep.CompileOption {
	if where == copiesAll {
		return lockstep.CopyArrays()
	}
	return lockstep.Uniform()
}
