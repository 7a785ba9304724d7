package golang

import (
	"go/types"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
)

// Package-level variables that are taken for constants because the user says so.

// Assumed is a variable that Options.AssumeConstant names and that a program
// depends on.
type Assumed struct {
	// Path is that of its package, and Name its own.
	Path, Name string
	// Fingerprint is that of its value (package fingerprint), if Err is nil.
	Fingerprint uint64
	Err         error // why its value cannot be told
}

// assumes reports whether a variable is taken for a constant, and notes that the
// program depends on it.
func (t *translator) assumes(v *types.Var, d evaluate.Datum) bool {
	path := v.Pkg().Path()
	isOf := func(name string) bool {
		return name == path+"."+v.Name() || name == v.Pkg().Name()+"."+v.Name() ||
			path == t.rootPath() && name == v.Name()
	}
	if !slices.ContainsFunc(t.opts.AssumeConstant, isOf) {
		return false
	}
	if t.opts.OnAssumed != nil {
		a := Assumed{Path: path, Name: v.Name()}
		if path == t.rootPath() {
			a.Path = t.opts.Path
		}
		a.Fingerprint, a.Err = evaluate.FingerprintOf(d, v.Type())
		t.opts.OnAssumed(a)
	}
	return true
}

// nameOf is how an option names a variable.
func (t *translator) nameOf(v *types.Var) string {
	if path := v.Pkg().Path(); path != t.rootPath() {
		return path + "." + v.Name()
	}
	return v.Name()
}
