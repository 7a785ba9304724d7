package main

// The values of -math.
const (
	mathOurs = "ours"
	mathGo   = "go"
)

const mathUsage = "take exp, sin, … as `MATH` says: go, with the bits of Go's package math, or ours,\nwhich are " +
	"within 1 ulp and the same on every machine: faster in float32 and with AVX-512,\nand elsewhere " +
	"sometimes slower"

// checkMath finds a -math for a program, whose mathematical functions are chosen already.
func checkMath(command, path, whose string) error {
	if isProgram(path) && whose == mathOurs {
		return usagef(command, "%s is compiled already: leave out -math", path)
	}
	return nil
}
