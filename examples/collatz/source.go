package collatz

import _ "embed"

// Source is the text of collatz.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed collatz.go
var Source string
