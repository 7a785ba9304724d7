package blackscholes

import _ "embed"

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Call,Call32 -math ours -asm -test .

// Source is the text of blackscholes.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed blackscholes.go
var Source string
