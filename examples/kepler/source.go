package kepler

import _ "embed"

// Source is the text of kepler.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed kepler.go
var Source string
