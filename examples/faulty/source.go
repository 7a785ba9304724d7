package faulty

import _ "embed"

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Run -test .

// Source is the text of faulty.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed faulty.go
var Source string
