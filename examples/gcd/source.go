package gcd

import _ "embed"

// Source is the text of gcd.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed gcd.go
var Source string
