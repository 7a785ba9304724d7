package main

import "github.com/lockstep-simt/lockstep"

// The values of -math.
const (
	mathOurs = "ours"
	mathGo   = "go"
)

const mathUsage = "take exp, sin, … from `WHOM`: ours, which are fast, within 1 ulp and the same on every\nmachine, or go, which have the bits of Go's package math"

// mathOption returns what a value of -math means to the compiler.
func mathOption(whose string) lockstep.CompileOption {
	if whose == mathGo {
		return lockstep.GoMath()
	}
	return lockstep.Uniform()
}
