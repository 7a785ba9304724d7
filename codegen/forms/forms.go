// Package forms has the code of the functions with the bits of package math for all forms
// of builds, of which package codegen has only that of the build it is in. It is for
// generators, which make code for other builds: importing it is all that there is to do.
//
// Invariant. The data is what package internal/opgen made; its test compares them.
//
// Read first: Form in package codegen.
//
// Imports: codegen.
package forms

import (
	_ "embed"

	"github.com/lockstep-simt/lockstep/codegen"
)

var (
	//go:embed gomath_amd64_gen.bin
	unfused string
	//go:embed gomath_amd64.v3_gen.bin
	fusedSums string
	//go:embed gomath_arm64_gen.bin
	arm64 string
)

func init() {
	codegen.AddBuild(codegen.Unfused, unfused)
	codegen.AddBuild(codegen.FusedSums, fusedSums)
	codegen.AddBuild(codegen.ARM64, arm64)
}
