package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/simd"
)

// TestGroups: machine code has room for the faults of so many groups and no more.
func TestGroups(t *testing.T) {
	skipWithout(t)
	source, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + programs["one loop"]}}, "F",
		golang.Options{OurMath: true})
	require.NoError(t, err)
	p := lowered(t, programs["one loop"])
	machine, err := batch.Compile(p)
	require.NoError(t, err)
	for _, c := range []struct {
		groups int
		ok     bool
	}{{-1, false}, {0, true}, {1, true}, {4, true}, {5, false}, {1000, false}} {
		o := Options{Machine: usual(), Groups: c.groups}
		compile := map[string]func() error{
			"lanes":  func() error { _, err := Compile(p, o); return err },
			"staged": func() error { o := o; o.Staged = true; _, err := Compile(p, o); return err },
			"blocks": func() error { _, err := NewBlockMaker(machine.Plan(), o); return err },
			"scalar": func() error { _, err := CompileScalar(source, o); return err },
			"gen":    func() error { _, err := Precompile(p, usual(), "f", c.groups); return err },
		}
		for name, f := range compile {
			switch err := f(); {
			case !c.ok:
				require.ErrorContains(t, err, "groups of lanes", "%s, %d groups", name, c.groups)
			case err != nil: // for another reason: there are no stages, or no scalar code here
				require.NotContains(t, err.Error(), "groups of lanes", "%s, %d groups", name, c.groups)
			}
		}
	}
}

// TestSetNames: who asks for an instruction set that there is no code for is told which there are.
func TestSetNames(t *testing.T) {
	have := &instructions{name: simd.Portable} // which every processor has
	asked := &instructions{name: simd.Portable, byName: true}
	lacking := &instructions{name: "next"}
	for _, c := range []struct {
		sets         []*instructions
		name, active string
		want         *instructions
		why          string
	}{
		{[]*instructions{lacking, have}, "", simd.Portable, have, ""},
		{[]*instructions{lacking, have}, simd.Portable, "other", have, ""},
		{[]*instructions{asked}, simd.Portable, "other", asked, ""},
		{[]*instructions{lacking, have}, "next", simd.Portable, nil, "the processor does not have next"},
		{[]*instructions{lacking, have}, "", "next", nil, "the processor does not have next"},
		{[]*instructions{avx512(), avx2()}, "sse", "avx2", nil,
			"there is no machine code for sse here, but for avx512 and avx2"},
		{[]*instructions{avx512(), avx2()}, "", "generic", nil,
			"machine code is for avx512 and avx2, and the kernels in use are generic"},
		{[]*instructions{neon()}, "avx2", "neon", nil,
			"there is no machine code for avx2 here, but for neon, where it is asked for"},
		{[]*instructions{neon()}, "", "neon", nil,
			"machine code is for neon, where it is asked for, and the kernels in use are neon"},
		{nil, "", "generic", nil,
			"machine code is for no instruction set of this architecture, and the kernels in use are generic"},
	} {
		s, err := chooseSet(c.sets, c.name, c.active)
		if c.why == "" {
			require.NoError(t, err)
			require.Same(t, c.want, s)
			continue
		}
		require.EqualError(t, err, c.why)
	}
}
