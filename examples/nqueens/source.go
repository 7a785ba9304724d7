package nqueens

import _ "embed"

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Completions -asm -test .

// Source is the text of nqueens.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed nqueens.go
var Source string
