package load

import (
	"go/build/constraint"
	"slices"
	"strings"
)

// satisfied are the build tags that hold: those of the platform whose
// arithmetic is the definition, and those by which packages ask for functions
// without assembly and without unsafe. Go releases hold as well.
func satisfied(tag string) bool {
	switch tag {
	case "linux", "unix", "amd64", "amd64.v1", "gc", "noasm", "purego", "safe", "appengine":
		return true
	}
	return strings.HasPrefix(tag, "go1.")
}

// matchesConstraint evaluates the build constraint above the package clause: the
// //go:build line, or all // +build lines if there is none, as in files from
// before Go 1.17.
func matchesConstraint(text string, holds func(string) bool) bool {
	var old, unended []constraint.Expr
	inBlock := false
	const byteOrderMark = "\uFEFF"
	for line := range strings.Lines(strings.TrimPrefix(text, byteOrderMark)) {
		line = strings.TrimSpace(line)
		switch {
		case inBlock:
			line, inBlock = afterBlock(line)
		case strings.HasPrefix(line, "/*"):
			line, inBlock = afterBlock(line[2:])
		}
		switch {
		case inBlock:
		case line == "":
			// A // +build line counts if an empty line follows it.
			old, unended = append(old, unended...), nil
		case constraint.IsGoBuild(line):
			expr, err := constraint.Parse(line)
			return err != nil || expr.Eval(holds)
		case constraint.IsPlusBuild(line):
			if expr, err := constraint.Parse(line); err == nil {
				unended = append(unended, expr)
			}
		case !strings.HasPrefix(line, "//"):
			return !slices.ContainsFunc(old, func(e constraint.Expr) bool { return !e.Eval(holds) })
		}
	}
	return true
}

// afterBlock returns what follows a block comment in a line, and whether the
// comment goes on in the next one.
func afterBlock(line string) (after string, open bool) {
	_, after, closed := strings.Cut(line, "*/")
	return strings.TrimSpace(after), !closed
}

// systems and architectures are the words that restrict a file by its name: name_GOOS.go, name_GOARCH.go,
// name_GOOS_GOARCH.go. The go command knows some that Go does not run on.
var (
	systems = setOf("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 " +
		"solaris wasip1 windows zos")
	architectures = setOf("386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le mips64p32 " +
		"mips64p32le mipsle ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm")
)

// setOf returns the set of the words in a text.
func setOf(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// matchesName reports whether a file with this name is compiled, as the go command reads it: the name ends at its
// first dot, what comes before the first underscore says nothing, and a system says something at the end or before an
// architecture.
func matchesName(name string, holds func(string) bool) bool {
	name, _, _ = strings.Cut(name, ".")
	_, name, restricted := strings.Cut(name, "_")
	if !restricted {
		return true
	}
	words := strings.Split(name, "_")
	last := words[len(words)-1]
	if before := len(words) - 2; before >= 0 && systems[words[before]] && architectures[last] {
		return holds(words[before]) && holds(last)
	}
	return !systems[last] && !architectures[last] || holds(last)
}
