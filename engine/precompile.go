package engine

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
)

// Assembly is machine code as the text of a Go assembly file.
type Assembly struct {
	turns.Layout
	// Text is a function that takes the frame of a worker, and its data. The file needs
	// textflag.h.
	Text string
}

// allSets are the instruction sets of all architectures, the best first.
func allSets() []*instructions { return []*instructions{avx512(), avx2(), neon()} }

// Sets are the names of the instruction sets of a GOARCH that there is assembly for, the
// best first.
func Sets(arch string) (names []string) {
	for _, s := range allSets() {
		if s.target.Arch() == arch {
			names = append(names, s.name)
		}
	}
	return names
}

// Precompile makes assembly of a lowered program, for an instruction set that this
// processor need not have. Who runs it must see that package math has the bits of what is
// in Twins: it is for builds that fuse nothing, on amd64. Of functions of package math there
// is code for this build's form only, unless package codegen/forms is imported. The function
// that the assembly is has a name. The error says why there is none.
func Precompile(p *program.Program, machine, name string, groups int) (*Assembly, error) {
	all := allSets()
	i := slices.IndexFunc(all, func(s *instructions) bool { return s.name == machine })
	if i < 0 {
		return nil, fmt.Errorf("engine: there is no machine code for %s", machine)
	}
	g, err := newGraph(p)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	g.form = codegen.BuildOf(all[i].target.Arch(), false)
	t, err := usualTurn(g, all[i], groups)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	t.Twins, t.Form = twins(p, g.form), g.form.String()
	return &Assembly{t.Layout, t.Source(name)}, nil
}
