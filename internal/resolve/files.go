package resolve

import (
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// exists reports whether there is a file or directory.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// above returns the first directory, from dir upwards, that has a file.
func above(dir, file string) string {
	for {
		if exists(filepath.Join(dir, file)) {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// below returns the path of dir relative to root, if it is root or below.
func below(root, dir string) (string, bool) {
	if root == "" {
		return "", false
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return rel, true
}

// within returns the directory of a package inside its module, if the module's
// path is the package's or a part of it.
func within(mod, pkg string) (string, bool) {
	if pkg == mod {
		return ".", true
	}
	sub, ok := strings.CutPrefix(pkg, mod+"/")
	return filepath.FromSlash(sub), ok
}

// nested reports whether a directory below root belongs to a module of its own.
func nested(root, dir string) bool {
	for ; dir != root; dir = filepath.Dir(dir) {
		if exists(filepath.Join(dir, "go.mod")) {
			return true
		}
		if len(dir) <= len(root) {
			return false
		}
	}
	return false
}

// readMod parses a go.mod file, or returns nil. Other people's are read for
// what is needed only, so that directives of newer releases do no harm.
func readMod(name string) *modfile.File {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	f, err := modfile.Parse(name, text, nil)
	if err != nil {
		f, err = modfile.ParseLax(name, text, nil)
	}
	if err != nil || f.Module == nil {
		return nil
	}
	return f
}

// languageOf returns the language version of a go.mod without "go". A file
// that does not say is older than the question.
func languageOf(f *modfile.File) string {
	if f.Go == nil {
		return "1.16"
	}
	return f.Go.Version
}

// cachePath returns the directory of a module in the module cache.
func cachePath(cache string, mod module.Version) (string, error) {
	p, err := module.EscapePath(mod.Path)
	if err != nil {
		return "", err
	}
	v, err := module.EscapeVersion(mod.Version)
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, filepath.FromSlash(p)+"@"+v), nil
}

// cachedModule returns the module of a directory in the module cache.
func cachedModule(dir, cache string) (*local, bool) {
	rel, ok := below(cache, dir)
	if !ok {
		return nil, false
	}
	escaped, rest, ok := strings.Cut(filepath.ToSlash(rel), "@")
	if !ok {
		return nil, false
	}
	p, err := module.UnescapePath(escaped)
	if err != nil {
		return nil, false
	}
	_, sub, _ := strings.Cut(rest, "/")
	root := dir
	if sub != "" {
		root = strings.TrimSuffix(dir, string(filepath.Separator)+filepath.FromSlash(sub))
	}
	return &local{path: p, dir: root, goVersion: "go1.16"}, true
}

// vendoredVersion returns the language version that vendor/modules.txt notes
// for the module of a package.
func vendoredVersion(vendor, pkg string) string {
	text, err := os.ReadFile(filepath.Join(vendor, "modules.txt"))
	if err != nil {
		return ""
	}
	version := "go1.16"
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "# "):
			version = "go1.16"
		case strings.HasPrefix(line, "## "):
			for word := range strings.SplitSeq(line[3:], ";") {
				if v, ok := strings.CutPrefix(strings.TrimSpace(word), "go "); ok {
					version = "go" + v
				}
			}
		case line == pkg:
			return version
		}
	}
	return ""
}
