package resolve

import (
	"errors"
	"fmt"
	"go/version"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// modules are the modules that a package may import from.
type modules struct {
	path      string // import path of the package
	goVersion string // of its module
	cache     string
	from      string   // go.mod or go.work, for messages
	local     []*local // with source in a directory: the main module first
	vendor    string   // the directory, or ""
	replace   []*modfile.Replace
	exclude   map[module.Version]bool
	direct    []module.Version // what the local modules require
	complete  bool             // direct lists what is required indirectly too
	all       []module.Version // by minimal version selection; nil before graph
}

// local is a module whose source is in a directory that is worked on.
type local struct {
	path, dir string
	goVersion string
}

var errNoModule = errors.New("no module")

// findModules returns the modules for the package in a directory, or nil if it
// is in none.
func findModules(dir, cache, goroot string) *modules {
	if goroot != "" {
		if rel, ok := below(filepath.Join(goroot, "src"), dir); ok && rel != "." {
			// Its imports are found without modules.
			return &modules{path: filepath.ToSlash(rel)}
		}
	}
	m := &modules{cache: cache, exclude: map[module.Version]bool{}}
	root := above(dir, "go.mod")
	if home, ok := cachedModule(dir, cache); ok && (root == "" || len(root) < len(home.dir)) {
		// An old module without go.mod requires nothing.
		m.local = []*local{home}
		m.from = filepath.Join(home.dir, "go.mod")
		m.name(dir)
		return m
	}
	if root == "" {
		return nil
	}
	m.from = filepath.Join(root, "go.mod")
	_, inCache := below(cache, root)
	f := m.add(root, !inCache)
	if f == nil {
		return m
	}
	m.complete = version.Compare("go"+languageOf(f), "go1.17") >= 0
	if !inCache {
		m.workspace(root)
		if len(m.local) == 1 && version.Compare("go"+languageOf(f), "go1.14") >= 0 {
			if v := filepath.Join(root, "vendor"); exists(filepath.Join(v, "modules.txt")) {
				m.vendor = v
			}
		}
	}
	m.name(dir)
	return m
}

// name sets the import path of the package.
func (m *modules) name(dir string) {
	home := m.local[0]
	rel, _ := below(home.dir, dir)
	m.path = path.Join(home.path, filepath.ToSlash(rel))
	m.goVersion = home.goVersion
}

// add reads the go.mod of a module that is worked on. A broken one has no
// requirements that could be followed; the go command says what is wrong.
func (m *modules) add(root string, main bool) *modfile.File {
	f := readMod(filepath.Join(root, "go.mod"))
	if f == nil {
		m.local = append(m.local, &local{path: filepath.Base(root), dir: root})
		return nil
	}
	m.local = append(m.local, &local{f.Module.Mod.Path, root, "go" + languageOf(f)})
	for _, req := range f.Require {
		m.direct = append(m.direct, req.Mod)
	}
	if main { // they do not count for a dependency
		m.replaceBy(f.Replace, root)
		for _, x := range f.Exclude {
			m.exclude[x.Mod] = true
		}
	}
	return f
}

// replaceBy adds replace directives, whose directories are relative to root.
func (m *modules) replaceBy(list []*modfile.Replace, root string) {
	for _, r := range list {
		one := *r
		if one.New.Version == "" && !filepath.IsAbs(one.New.Path) {
			one.New.Path = filepath.Join(root, filepath.FromSlash(one.New.Path))
		}
		m.replace = append(m.replace, &one)
	}
}

// workspace adds the modules that a go.work file above the module uses.
func (m *modules) workspace(root string) {
	name := getenv("GOWORK")
	switch name {
	case "off":
		return
	case "":
		dir := above(root, "go.work")
		if dir == "" {
			return
		}
		name = filepath.Join(dir, "go.work")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return
	}
	f, err := modfile.ParseWork(name, text, nil)
	if err != nil {
		return
	}
	var dirs []string
	for _, u := range f.Use {
		dir := filepath.FromSlash(u.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(name), dir)
		}
		dirs = append(dirs, filepath.Clean(dir))
	}
	if !slices.Contains(dirs, root) {
		return
	}
	// The workspace's replacements come before those of its modules.
	own := m.replace
	m.replace = nil
	m.replaceBy(f.Replace, filepath.Dir(name))
	m.replace = append(m.replace, own...)
	for _, dir := range dirs {
		if dir != root && exists(filepath.Join(dir, "go.mod")) {
			m.add(dir, true)
		}
	}
	m.from = name
	m.complete = false
}

// locate returns the directory of a package and the language version of its
// module. The longest module path that fits and has the package wins.
func (m *modules) locate(pkg string) (dir, lang string, err error) {
	err = errNoModule
	for _, l := range slices.SortedFunc(slices.Values(m.local),
		func(a, b *local) int { return len(b.path) - len(a.path) }) {
		if sub, ok := within(l.path, pkg); ok {
			dir := filepath.Join(l.dir, sub)
			if hasGo(dir) && !nested(l.dir, dir) {
				return dir, l.goVersion, nil
			}
			if err == errNoModule {
				err = fmt.Errorf("there are no Go files in %s", dir)
			}
		}
	}
	if m.vendor != "" {
		if dir := filepath.Join(m.vendor, filepath.FromSlash(pkg)); hasGo(dir) {
			return dir, vendoredVersion(m.vendor, pkg), nil
		}
	}
	if m.complete {
		dir, lang, absent := m.required(m.direct, pkg)
		if absent == nil {
			return dir, lang, nil
		}
		if err == errNoModule {
			err = absent
		}
	}
	if m.all == nil {
		m.all = m.graph()
	}
	dir, lang, absent := m.required(m.all, pkg)
	if absent == nil || err == errNoModule {
		return dir, lang, absent
	}
	return "", "", err
}

// required looks for a package in the modules of a list.
func (m *modules) required(list []module.Version, pkg string) (dir, lang string, err error) {
	var fits []module.Version
	for _, mod := range list {
		if _, ok := within(mod.Path, pkg); ok {
			fits = append(fits, mod)
		}
	}
	slices.SortStableFunc(fits, func(a, b module.Version) int { return len(b.Path) - len(a.Path) })
	err = errNoModule
	for _, mod := range fits {
		root, used, absent := m.dirOf(mod)
		if absent != nil {
			if err == errNoModule {
				err = absent
			}
			continue
		}
		sub, _ := within(mod.Path, pkg)
		if dir := filepath.Join(root, sub); hasGo(dir) {
			language := "1.16" // without a go.mod, or without a word of it
			if f := m.modOf(used, root); f != nil {
				language = languageOf(f)
			}
			return dir, "go" + language, nil
		}
		if err == errNoModule {
			err = fmt.Errorf("module %s has no such package (%s)", mod, filepath.Join(root, sub))
		}
	}
	return "", "", err
}

// dirOf returns the directory of a module, and the module that takes its place
// where it is replaced.
func (m *modules) dirOf(mod module.Version) (string, module.Version, error) {
	used := m.replaced(mod)
	if used.Version == "" {
		if !exists(used.Path) {
			return "", used, fmt.Errorf("module %s is replaced by %s, which is not there", mod, used.Path)
		}
		return used.Path, used, nil
	}
	dir, err := cachePath(m.cache, used)
	if err != nil {
		return "", used, err
	}
	if !exists(dir) {
		return "", used, fmt.Errorf("module %s is not in the module cache (%s); run \"go mod download %s\"", used, dir,
			used)
	}
	return dir, used, nil
}

// replaced returns what replaces a module, or the module.
func (m *modules) replaced(mod module.Version) module.Version {
	for _, r := range m.replace {
		if r.Old.Path == mod.Path && (r.Old.Version == "" || r.Old.Version == mod.Version) {
			return r.New
		}
	}
	return mod
}

// graph selects the version of each module that is required directly or
// through others: the highest that any of them asks for.
func (m *modules) graph() []module.Version {
	selected := map[string]string{}
	seen := map[module.Version]bool{}
	work := slices.Clone(m.direct)
	for len(work) > 0 {
		mod := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[mod] || m.exclude[mod] || slices.ContainsFunc(m.local,
			func(l *local) bool { return l.path == mod.Path }) {
			continue
		}
		seen[mod] = true
		if v, ok := selected[mod.Path]; !ok || semver.Compare(mod.Version, v) > 0 {
			selected[mod.Path] = mod.Version
		}
		used := m.replaced(mod)
		if f := m.modOf(used, used.Path); f != nil {
			for _, req := range f.Require {
				work = append(work, req.Mod)
			}
		}
	}
	all := make([]module.Version, 0, len(selected))
	for p, v := range selected {
		all = append(all, module.Version{Path: p, Version: v})
	}
	slices.SortFunc(all, func(a, b module.Version) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// modOf returns the go.mod of a module: from its directory if it has no
// version, and otherwise from the cache, which has it even where the module
// itself was never needed.
func (m *modules) modOf(mod module.Version, dir string) *modfile.File {
	if mod.Version == "" {
		return readMod(filepath.Join(dir, "go.mod"))
	}
	p, err := module.EscapePath(mod.Path)
	if err != nil {
		return nil
	}
	v, err := module.EscapeVersion(mod.Version)
	if err != nil {
		return nil
	}
	if f := readMod(filepath.Join(m.cache, "cache", "download", filepath.FromSlash(p), "@v", v+".mod")); f != nil {
		return f
	}
	return readMod(filepath.Join(m.cache, filepath.FromSlash(p)+"@"+v, "go.mod"))
}

// nowhere says that no module has a package.
func (m *modules) nowhere(pkg string) error {
	switch {
	case m.from == "":
		return errors.New("it is not in the standard library")
	case m.vendor != "":
		return fmt.Errorf("no module of %s has it, and it is not in %s; run \"go get %s\" and \"go mod vendor\"",
			m.from, m.vendor, pkg)
	}
	return fmt.Errorf("no module of %s has it; run \"go get %s\" there", m.from, pkg)
}
