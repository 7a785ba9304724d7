// Package resolve finds the Go packages that a package on disk imports, as the
// go command would: in the standard library, the module of the package, its
// workspace, its vendor directory and the module cache. It runs no command and
// uses no network, so it works on machines without Go for everything that is
// there, and it downloads nothing: what is missing is named, with where it was
// looked for and what puts it there. It does not judge what it finds.
//
// Invariants: the version of a module is the one that minimal version
// selection over the go.mod files gives, as far as those are in the module
// cache; a directory is read once.
//
// Read first: [New], [Resolver.Import].
//
// Imports: frontend/golang and golang.org/x/mod.
package resolve
