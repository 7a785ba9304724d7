package opgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// machineGroup is the kernels of an implementation that share an assembly file.
type machineGroup struct {
	codegen.Group
	funcs func(t codegen.Target, table []optab.Op) ([]*codegen.Func, error)
	arch  string // the only GOARCH that has it, or "" for all
}

// group is a group of all implementations.
func group(name string) codegen.Group { return codegen.Group{Name: name} }

// has reports whether there is the group for a target.
func (g machineGroup) has(t codegen.Target) bool { return g.arch == "" || g.arch == t.Arch() }

// machineGroups are the groups of every implementation.
var machineGroups = []machineGroup{
	{Group: group("number"), funcs: rowsOf(numberLoop, chooseLoop, mathLoop)},
	{Group: group("bit"), funcs: rowsOf(bitLoop)},
	{Group: group("fault"), funcs: rowsOf(faultLoop)},
	{Group: group("word"), funcs: rowsOf(wordLoop)},
	{Group: group("math"), funcs: libraryFuncs},
	{Group: codegen.Group{Name: "gomath", Constraint: "!amd64.v3"}, funcs: gomathFuncs(codegen.Unfused), arch: "amd64"},
	{Group: codegen.Group{Name: "gomath", Variant: "v3", Constraint: "amd64.v3"}, funcs: gomathFuncs(codegen.FusedSums),
		arch: "amd64"},
	{Group: group("gomath"), funcs: gomathFuncs(codegen.ARM64), arch: "arm64"},
	{Group: group("fused"), funcs: func(codegen.Target, []optab.Op) ([]*codegen.Func, error) {
		return codegen.Fused(), nil
	}},
}

// rowsOf lists the rows that have one of the given loops.
func rowsOf(kinds ...loopKind) func(t codegen.Target, table []optab.Op) ([]*codegen.Func, error) {
	return func(_ codegen.Target, table []optab.Op) ([]*codegen.Func, error) {
		var list []*codegen.Func
		for _, o := range opcodes(table) {
			if o.hasScalar() && slices.Contains(kinds, o.loop()) {
				list = append(list, codegen.Row(o.Op, o.Type))
			}
		}
		return list, nil
	}
}

// Machine returns the generators of the machine kernels of a target: for each
// group the assembly and the Go file beside it.
func Machine(t codegen.Target) []Generator {
	var list []Generator
	for _, group := range machineGroups {
		if !group.has(t) {
			continue
		}
		for _, ext := range []string{".s", ".go"} {
			list = append(list, func(table []optab.Op) (File, error) {
				funcs, err := group.funcs(t, table)
				if err != nil {
					return File{}, fmt.Errorf("opgen: %w", err)
				}
				file, err := codegen.Kernels(t, group.Group, funcs, strings.TrimSpace(header))
				if err != nil {
					return File{}, fmt.Errorf("opgen: %w", err)
				}
				text := file.Go
				if ext == ".s" {
					text = file.Asm
				}
				return File{Path: "simd/" + group.FileName(t) + ext, Text: text}, nil
			})
		}
	}
	return list
}
