package load

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
)

// Directives and assembly give package-level names values and uses that the
// syntax tree does not show.

// directive is what such a thing says of a name.
type directive struct {
	at  token.Pos
	why string // "is set by go:embed …", what follows the name in messages
}

var (
	embedLine    = regexp.MustCompile(`(?m)^[ \t]*//go:embed[ \t]`)
	linknameLine = regexp.MustCompile(`(?m)^[ \t]*//go:linkname[ \t]+(\S+)(?:[ \t]+(\S+))?`)
	// assemblyName is a symbol of Go code in assembly: ·table(SB), or that of
	// another package.
	assemblyName = regexp.MustCompile(`([\pL\pN_∕.\-~]*)·([\pL_][\pL\pN_]*)(?:<>)?(?:\+\w+)?\(SB\)`)
)

// runtimeErrors are the errors of package runtime that math/bits panics with, and
// their texts: names of another package that have a value which is known.
var runtimeErrors = map[string]string{
	"runtime.divideError":   "runtime error: integer divide by zero",
	"runtime.overflowError": "runtime error: integer overflow",
}

// noteDirectives notes what the comments of a file say of package-level names.
// Comments are not parsed for it, since hardly any file has directives.
func (s *Source) noteDirectives(f *ast.File, text string) {
	start := s.fset.File(f.FileStart)
	if strings.Contains(text, "//go:embed") {
		for _, m := range embedLine.FindAllStringIndex(text, -1) {
			at := start.Pos(m[1])
			if spec := specAfter(f, at); spec != nil {
				for _, name := range spec.Names {
					s.direct(name.Name, at, name.Name+" is set by go:embed, from a file that is not read when "+
						"compiling; take what it holds as a parameter")
				}
			}
		}
	}
	if strings.Contains(text, "//go:linkname") {
		for _, m := range linknameLine.FindAllStringSubmatchIndex(text, -1) {
			at := start.Pos(m[2])
			local := text[m[2]:m[3]]
			if m[4] >= 0 && runtimeErrors[text[m[4]:m[5]]] != "" {
				if s.presets == nil {
					s.presets = map[string]string{}
				}
				s.presets[local] = runtimeErrors[text[m[4]:m[5]]]
				continue
			}
			s.direct(local, at, local+" is a name of another package's by go:linkname, which may change it; take it "+
				"as a parameter")
			if m[4] < 0 {
				continue
			}
			if i := strings.LastIndexByte(text[m[4]:m[5]], '.'); i > 0 {
				path, name := text[m[4]:m[4]+i], text[m[4]+i+1:m[5]]
				s.linked = append(s.linked, link{path, name,
					directive{at, name + " has another name by go:linkname, by which it may be changed; take it as " +
						"a parameter"}})
			}
		}
	}
}

// noteAssembly notes the names that assembly refers to.
func (s *Source) noteAssembly(text string) {
	for _, m := range assemblyName.FindAllStringSubmatch(text, -1) {
		if path := strings.ReplaceAll(m[1], "∕", "/"); path == "" || path == s.path || path == s.opts.Path {
			s.direct(m[2], token.NoPos, m[2]+" is named in assembly, which may change it; take it as a parameter")
		}
	}
}

// Preset is the text of an error that a variable holds by a directive, or "".
func (s *Source) Preset(name string) string { return s.presets[name] }

func (s *Source) direct(name string, at token.Pos, why string) {
	if s.directives == nil {
		s.directives = map[string]*directive{}
	}
	if s.directives[name] == nil {
		s.directives[name] = &directive{at, why}
	}
}

// link is a name of another package that a file refers to by a directive.
type link struct {
	path, name string
	directive
}

// directive returns what directives say of a package-level name, or nil.
func (s *Source) directive(name string) *directive { return s.directives[name] }

// specAfter returns the first declaration of variables after a place.
func specAfter(f *ast.File, at token.Pos) *ast.ValueSpec {
	for _, d := range f.Decls {
		if gd, ok := d.(*ast.GenDecl); ok && gd.Tok == token.VAR {
			for _, spec := range gd.Specs {
				if spec.Pos() > at {
					return spec.(*ast.ValueSpec)
				}
			}
		}
	}
	return nil
}
