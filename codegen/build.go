package codegen

// Build is how a build of Go computes sums of products, and so a form that the code of
// package math's functions has: the language lets compilers round x*y + z once, but not
// float64(x*y) + z. What is said here is what the Go compiler does, see its rules
// (cmd/compile/internal/ssa/_gen/AMD64.rules and ARM64.rules).
type Build uint8

const (
	// Unfused is amd64 below GOAMD64=v3: each operation is rounded.
	Unfused Build = iota
	// FusedSums is amd64 from GOAMD64=v3 on: a sum of which an operand is a product is
	// fused, with the first one if both are. Differences are not.
	FusedSums
	// ARM64 is arm64: sums are fused, with the second product if both operands are, and so
	// are differences.
	ARM64
)

// forms are the names of the forms: what the go command calls such builds.
var forms = [...]string{"amd64", "amd64.v3", "arm64"}

// String returns what the go command calls such a build.
func (f Build) String() string { return forms[f] }

// BuildOf returns the form of code for an architecture. fuses tells that the build of it
// fuses, as arm64 does always.
func BuildOf(arch string, fuses bool) Build {
	switch {
	case arch == "arm64":
		return ARM64
	case fuses:
		return FusedSums
	}
	return Unfused
}
