package evenodd

import _ "embed"

// Source is the text of evenodd.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed evenodd.go
var Source string
