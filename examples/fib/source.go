package fib

import _ "embed"

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Fib -test .

// Source is the text of fib.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed fib.go
var Source string
