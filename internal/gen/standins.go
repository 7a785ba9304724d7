package gen

import (
	"go/build"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/program"
)

// standIns returns the files that a program was made of though a usual build leaves
// them out: their Go stands in for assembly, which may round otherwise. Those of the standard
// library give the same bits.
func (p *pkg) standIns(lowered *program.Program) []string {
	from := map[string]bool{}
	note := func(pos program.Pos) { from[pos.In(lowered.File).File] = true }
	for _, b := range lowered.Graph.Blocks {
		for _, in := range b.Instrs {
			note(in.Position())
		}
		note(b.Term.Position())
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(from)), p.usual)
}

// usual reports whether a file, named as positions name it, is in the usual builds.
func (p *pkg) usual(name string) bool {
	importPath, base := path.Split(name)
	files := p.files
	if importPath != "" {
		first, _, _ := strings.Cut(importPath, "/")
		if !strings.Contains(first, ".") && first != strings.Split(p.resolver.Path(), "/")[0] {
			return true // the standard library
		}
		files, _ = p.resolver.Import(strings.TrimSuffix(importPath, "/"))
	}
	i := slices.IndexFunc(files, func(f golang.File) bool { return path.Base(f.Name) == base })
	if i < 0 {
		return true
	}
	for _, arch := range []string{"amd64", "arm64"} {
		c := build.Default
		c.GOOS, c.GOARCH, c.Compiler, c.CgoEnabled, c.BuildTags = "linux", arch, "gc", true, nil
		c.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(files[i].Text)), nil }
		if in, err := c.MatchFile("", base); err == nil && !in {
			return false
		}
	}
	return true
}
