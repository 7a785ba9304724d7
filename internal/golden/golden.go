// Package golden compares what a test makes with files beside it. A test that runs with -update
// writes the files instead, whose difference is then to be read:
//
//	go test ./lower -run Golden -update
//
// A file is a text ([Text]), or an archive whose sections are inputs and what is made of them
// ([Archives]).
//
// Invariants: without -update nothing is written; with it, what a file has beside the sections that
// are expected stays.
//
// Imports: nothing of ours.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing them")

// Text compares a text with a file.
func Text(t testing.TB, path, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o666))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update")
	require.Equal(t, string(want), got, "%s; run the test with -update, and read the difference", path)
}

// Archive is a file of named sections.
type Archive struct {
	t       testing.TB
	path    string
	content *txtar.Archive
}

// Open reads an archive, which is written at the end of a test with -update.
func Open(t testing.TB, path string) *Archive {
	t.Helper()
	content, err := txtar.ParseFile(path)
	require.NoError(t, err)
	if *update {
		t.Cleanup(func() {
			if !t.Failed() {
				require.NoError(t, os.WriteFile(path, txtar.Format(content), 0o666))
			}
		})
	}
	return &Archive{t, path, content}
}

// Archives runs a test for each archive that a pattern matches.
func Archives(t *testing.T, pattern string, check func(t *testing.T, a *Archive)) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		t.Run(name, func(t *testing.T) { check(t, Open(t, path)) })
	}
}

// Names are the sections, in order.
func (a *Archive) Names() []string {
	var names []string
	for _, f := range a.content.Files {
		names = append(names, f.Name)
	}
	return names
}

// Has reports whether there is a section.
func (a *Archive) Has(name string) bool { return slices.Contains(a.Names(), name) }

// Section returns the text of a section. It ends the test if there is none.
func (a *Archive) Section(name string) string {
	a.t.Helper()
	i := slices.Index(a.Names(), name)
	require.GreaterOrEqual(a.t, i, 0, "%s has no section %s", a.path, name)
	return string(a.content.Files[i].Data)
}

// Expect compares a section with a text. With -update a section that is not there yet comes
// behind the others.
func (a *Archive) Expect(name, got string) {
	a.t.Helper()
	if !*update {
		require.Equal(a.t, a.Section(name), got, "section %s of %s; run the test with -update, and read the difference",
			name, a.path)
		return
	}
	i := slices.Index(a.Names(), name)
	if i < 0 {
		i = len(a.content.Files)
		a.content.Files = append(a.content.Files, txtar.File{Name: name})
	}
	a.content.Files[i].Data = []byte(got)
}
