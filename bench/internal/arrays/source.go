package arrays

import _ "embed"

// Source is the text of the functions.
//
//go:embed arrays.go
var Source string
