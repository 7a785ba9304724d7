package resolve_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/lockstep-simt/lockstep/internal/resolve"
)

// tree writes an archive to a directory and returns it. The module cache is
// its folder cache.
func tree(t *testing.T, archive string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(root, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, f.Data, 0o644))
	}
	t.Setenv("GOMODCACHE", filepath.Join(root, "cache"))
	t.Setenv("GOENV", "off")
	t.Setenv("GOWORK", "")
	return root
}

// text returns the text of the first file of a package, without what all have.
func text(t *testing.T, r *resolve.Resolver, path string) string {
	t.Helper()
	files, err := r.Import(path)
	require.NoError(t, err, path)
	_, comment, _ := strings.Cut(files[0].Text, "// ")
	return strings.TrimSpace(comment) + " " + files[0].GoVersion
}

const project = `
-- main/go.mod --
module example.com/main

go 1.21

require (
	a.org/a v1.0.0
	a.org/a/deep v1.5.0
	b.org/B v1.2.0
	gone.org/gone v0.1.0
	moved.org/m v1.0.0
	fork.org/f v1.0.0
)

replace moved.org/m => ../moved
replace fork.org/f v1.0.0 => other.org/f v1.9.0
-- main/main.go --
package main
-- main/sub/x.go --
package sub // own
-- main/tests/x_test.go --
package tests
-- main/nested/go.mod --
module example.com/main/nested
-- main/nested/x.go --
package nested // another module
-- moved/go.mod --
module moved.org/m

go 1.19
-- moved/m.go --
package m // moved
-- cache/a.org/a@v1.0.0/a.go --
package a // a at 1.0.0
-- cache/a.org/a@v1.0.0/deep/inner/x.go --
package inner // of a
-- cache/a.org/a/deep@v1.5.0/go.mod --
module a.org/a/deep

go 1.22.3
-- cache/a.org/a/deep@v1.5.0/deep.go --
package deep // deep at 1.5.0
-- cache/b.org/!b@v1.2.0/go.mod --
module b.org/B

go 1.20

require c.org/c v1.1.0
-- cache/b.org/!b@v1.2.0/b.go --
package b // capital
-- cache/b.org/!b@v1.2.0/sub/b.go --
package sub // below
-- cache/c.org/c@v1.0.0/c.go --
package c // too old
-- cache/c.org/c@v1.1.0/c.go --
package c // c at 1.1.0
-- cache/c.org/c@v1.2.0/c.go --
package c // too new
-- cache/other.org/f@v1.9.0/f.go --
package f // fork
`

func TestImport(t *testing.T) {
	root := tree(t, project)
	r := resolve.New(filepath.Join(root, "main", "sub"))
	assert.Equal(t, "example.com/main/sub", r.Path())
	assert.Equal(t, "go1.21", r.GoVersion())
	assert.Equal(t, "own go1.21", text(t, r, "example.com/main/sub"))
	assert.Equal(t, "a at 1.0.0 go1.16", text(t, r, "a.org/a"))
	assert.Equal(t, "deep at 1.5.0 go1.22.3", text(t, r, "a.org/a/deep"), "the longest module path")
	assert.Equal(t, "of a go1.16", text(t, r, "a.org/a/deep/inner"), "which the longest does not have")
	assert.Equal(t, "capital go1.20", text(t, r, "b.org/B"))
	assert.Equal(t, "moved go1.19", text(t, r, "moved.org/m"))
	assert.Equal(t, "fork go1.16", text(t, r, "fork.org/f"))
	assert.Equal(t, "c at 1.1.0 go1.16", text(t, r, "c.org/c"), "required by b.org/B alone")

	for path, want := range map[string]string{
		"gone.org/gone/x": `module gone.org/gone@v0.1.0 is not in the module cache (` +
			filepath.Join(root, "cache", "gone.org", "gone@v0.1.0") + `); run "go mod download gone.org/gone@v0.1.0"`,
		"a.org/a/none": "module a.org/a@v1.0.0 has no such package (" +
			filepath.Join(root, "cache", "a.org", "a@v1.0.0", "none"),
		"nobody.org/x": "no module of " + filepath.Join(root, "main", "go.mod") +
			` has it; run "go get nobody.org/x"`,
		"example.com/main/none":   "there are no Go files in " + filepath.Join(root, "main", "none"),
		"example.com/main/tests":  "there are no Go files in",
		"example.com/main/nested": "there are no Go files in",
		"nosuch/std":              "it is not in the standard library",
		"../main":                 "this is not an import path",
		"./sub":                   "this is not an import path",
		"/etc":                    "this is not an import path",
		"":                        "this is not an import path",
	} {
		_, err := r.Import(path)
		assert.ErrorContains(t, err, want, path)
	}
}

// In the module cache a package has the requirements of its own module, not
// its replacements, and one without go.mod has none.
func TestCached(t *testing.T) {
	root := tree(t, project)
	r := resolve.New(filepath.Join(root, "cache", "b.org", "!b@v1.2.0", "sub"))
	assert.Equal(t, "b.org/B/sub", r.Path())
	assert.Equal(t, "go1.20", r.GoVersion())
	assert.Equal(t, "c at 1.1.0 go1.16", text(t, r, "c.org/c"))
	assert.Equal(t, "capital go1.20", text(t, r, "b.org/B"))

	r = resolve.New(filepath.Join(root, "cache", "a.org", "a@v1.0.0", "deep", "inner"))
	assert.Equal(t, "a.org/a/deep/inner", r.Path())
	assert.Equal(t, "go1.16", r.GoVersion())
	assert.Equal(t, "a at 1.0.0 go1.16", text(t, r, "a.org/a"))
	_, err := r.Import("c.org/c")
	assert.ErrorContains(t, err, "no module of")
}

func TestVendor(t *testing.T) {
	root := tree(t, `
-- go.mod --
module m.org/m

go 1.20

require a.org/a v1.0.0
-- m.go --
package m
-- vendor/modules.txt --
# a.org/a v1.0.0
## explicit; go 1.18
a.org/a
a.org/a/b
-- vendor/a.org/a/b/b.go --
package b // vendored
-- cache/a.org/a@v1.0.0/b/b.go --
package b // not this
`)
	r := resolve.New(root)
	assert.Equal(t, "m.org/m", r.Path())
	assert.Equal(t, "vendored go1.18", text(t, r, "a.org/a/b"))
	_, err := r.Import("x.org/x")
	assert.ErrorContains(t, err, `"go mod vendor"`)
}

func TestWorkspace(t *testing.T) {
	root := tree(t, `
-- go.work --
go 1.22

use (
	./one
	./two
)

replace r.org/r => ./three
-- one/go.mod --
module w.org/one

go 1.22

require r.org/r v1.0.0
-- one/x.go --
package one
-- two/go.mod --
module w.org/two

go 1.23
-- two/x.go --
package two // beside
-- three/x.go --
package r // replaced
-- alone/go.mod --
module w.org/alone
-- alone/x.go --
package alone
`)
	r := resolve.New(filepath.Join(root, "one"))
	assert.Equal(t, "beside go1.23", text(t, r, "w.org/two"))
	assert.Equal(t, "replaced go1.16", text(t, r, "r.org/r"))
	_, err := resolve.New(filepath.Join(root, "alone")).Import("w.org/two")
	assert.ErrorContains(t, err, "no module of")
	t.Setenv("GOWORK", "off")
	_, err = resolve.New(filepath.Join(root, "one")).Import("w.org/two")
	assert.ErrorContains(t, err, "no module of")
}

// Before go 1.17 a go.mod does not name what is required indirectly, and may
// name less than what is used.
func TestOldModule(t *testing.T) {
	root := tree(t, `
-- go.mod --
module old.org/o

go 1.12

require (
	b.org/b v1.0.0
	c.org/c v1.0.0
)
-- o.go --
package o
-- cache/cache/download/b.org/b/@v/v1.0.0.mod --
module b.org/b

require c.org/c v1.3.0
-- cache/c.org/c@v1.0.0/c.go --
package c // named
-- cache/c.org/c@v1.3.0/c.go --
package c // needed
`)
	r := resolve.New(root)
	assert.Equal(t, "needed go1.16", text(t, r, "c.org/c"))
	_, err := r.Import("b.org/b")
	assert.ErrorContains(t, err, "b.org/b@v1.0.0 is not in the module cache")
}

// The standard library needs no module, and a directory of it has its path.
func TestStandard(t *testing.T) {
	r := resolve.New("")
	assert.Empty(t, r.Path())
	files, err := r.Import("slices")
	if err != nil {
		t.Skip("no standard library here:", err)
	}
	assert.NotEmpty(t, files)
	_, err = r.Import("example.com/x")
	assert.ErrorContains(t, err, "there is no go.mod")
	_, err = r.Import("golang.org/x/net/http/httpguts")
	assert.NoError(t, err, "the standard library's own copy")
	again, err := r.Import("slices")
	require.NoError(t, err)
	assert.Same(t, &files[0], &again[0], "a directory is read once")
}

func TestGonum(t *testing.T) {
	r := resolve.New(".")
	assert.Equal(t, "github.com/lockstep-simt/lockstep/internal/resolve", r.Path())
	files, err := r.Import("gonum.org/v1/gonum/internal/asm/f64")
	require.NoError(t, err)
	for _, f := range files {
		assert.NotContains(t, f.Name, "amd64", "what is written in Go is chosen over assembly")
	}
	assert.NotEmpty(t, files[0].GoVersion)
}
