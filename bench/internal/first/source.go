package first

import _ "embed"

// Source is the text of the functions.
//
//go:embed first.go
var Source string
