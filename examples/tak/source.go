package tak

import _ "embed"

// Source is the text of tak.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed tak.go
var Source string
