package rk45

import _ "embed"

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func VanDerPol -test .

// Source is the text of rk45.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed rk45.go
var Source string
