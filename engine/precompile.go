package engine

import (
	"fmt"
	"slices"

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
// in Twins. The function that it is has a name. The error says why there is
// none.
func Precompile(p *program.Program, machine, name string, groups int) (*Assembly, error) {
	all := allSets()
	i := slices.IndexFunc(all, func(s *instructions) bool { return s.name == machine })
	if i < 0 {
		return nil, fmt.Errorf("engine: there is no machine code for %s", machine)
	}
	if computed := twins(p); len(computed) > 0 && all[i].target.Arch() != "amd64" {
		return nil, fmt.Errorf("engine: package math has other bits than the code of %s on %s", computed[0], all[i].target.Arch())
	}
	g, err := newGraph(p)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	t, err := usualTurn(g, all[i], groups)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	t.Twins = twins(p)
	return &Assembly{t.Layout, t.Source(name)}, nil
}
